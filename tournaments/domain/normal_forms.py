"""The normal forms of Unicode, of any text at all in a time that grows with its length alone."""

from __future__ import annotations

from typing import Literal
from unicodedata import combining, normalize

FIRST_MARK = "\u0300"

LONGEST_RUN = 30
"""Marks in a row that are put in order; no language has more (UAX #15, Stream-Safe Text Format)."""

JOINER = "\N{COMBINING GRAPHEME JOINER}"
"""What that format puts where a run is cut: a mark that nobody sees, and that none is moved over.
"""


def normal_form(form: Literal["NFC", "NFD", "NFKC", "NFKD"], text: str) -> str:
    """The text in this form; of a run of more than 30 marks each 30 are ordered by themselves.

    Python orders a run in the square of its length, and some thousand marks that a stranger types
    would keep everybody else waiting. Whether so many are allowed, `check_marks` says.
    """
    if text.isascii():
        return text
    return normalize(form, text if len(text) <= LONGEST_RUN else _in_short_runs(text))


def _in_short_runs(text: str) -> str:
    kept, run = [], 0
    for letter in text:
        run = run + 1 if _is_mark(letter) else 0
        if run > LONGEST_RUN:
            kept.append(JOINER)
            run = 1
        kept.append(letter)
    return "".join(kept)


def _is_mark(letter: str) -> bool:
    """Whether it is moved among other marks; a few become such only when they are taken apart."""
    return letter >= FIRST_MARK and combining(normalize("NFKD", letter)[0]) > 0
