"""Which ids of rules there are: of the Tour, its decisions, and the books of the games.

Not every one of them is checked by an engine; those that are for people alone have a number, too.
"""

from __future__ import annotations

import re

LAST_OF_EACH = (
    *("T-094", "D-146", "B-182", "X-056", "TG-22"),
    *("CK-297", "CKD-68", "CKS-19", "CKV-08", "SF-33"),
    *("BF-100", "BFD-31", "EB-055", "EBD-15", "SC-055", "SCD-15"),
    *("DG-091", "DGD-18", "CG-115", "CGD-29"),
)

PARTS = re.compile(r"([A-Z]+)[ -]*([0-9]{1,4})")

SHORT = ("D", "TG", "CKD", "CKS", "CKV", "SF", "BFD", "EBD", "SCD", "DGD", "CGD")
"""Series whose numbers are written with two digits as long as two are enough."""


def known_rule(typed: str) -> str:
    """The id as the rules write it, however it was typed (t50 is T-050); "" if there is none."""
    parts = PARTS.fullmatch(typed.strip().upper())
    if parts is None:
        return ""
    series, number = parts[1], int(parts[2])
    if not 1 <= number <= LAST.get(series, 0):
        return ""
    return f"{series}-{number:0{2 if series in SHORT else 3}}"


LAST = {series: int(last) for series, last in (one.split("-") for one in LAST_OF_EACH)}
