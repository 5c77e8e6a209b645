"""Rules that say a wider one again for a case of their own: a breach is told by the narrowest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine.core import Narrowing
from games.engine.rulesets.card_game.ending import PARTS

BUILT_TWICE: Final[dict[str, Sequence[str]]] = {"CG-051": ("CG-052",)}

TAKEN: Final[dict[str, Sequence[str]]] = {
    "CG-050": ("CG-086",),
    "CG-051": ("CG-052", "CG-096"),
    "CG-086": ("CG-089", "CG-095"),
    "CG-087": ("CG-092",),
    "CG-095": ("CG-089",),
}

UNPAID: Final = ("CG-050", "CG-086")

TOO_MANY: Final[dict[str, Sequence[str]]] = {
    "CG-030": ("CG-031", "CG-040", "CG-048", "CG-094"),
    "CG-031": ("CG-040", "CG-048", "CG-094"),
    "CG-040": ("CG-032", "CG-048", "CG-094"),
    "CG-048": ("CG-094",),
}
"""Cards beyond the limit, by what somebody left out in counting them."""

NARROWER: Final[Narrowing] = {
    "deck": {**TOO_MANY, "CG-039": ("CG-034",)},
    "market": {**TOO_MANY, "CG-039": ("CG-035",)},
    "swap": {**TOO_MANY, "CG-039": ("CG-037",)},
    "library": {**TOO_MANY, "CG-033": ("CG-049",), "CG-045": ("CG-046",)},
    "road": {**TAKEN, "CG-078": UNPAID},
    "knight": {**TAKEN, "CG-082": UNPAID},
    "settle": BUILT_TWICE,
    "city": {"CG-050": ("CG-055",), "CG-051": ("CG-052", "CG-115"), "CG-052": ("CG-115",)},
    "expand": {**BUILT_TWICE, "CG-072": ("CG-075",)},
    "draw": {"CG-099": ("CG-101",)},
    "end_turn": {"CG-028": ("CG-027",)},
    "lose": {"CG-102": ("CG-067",)},
    "gain": {"CG-098": ("CG-067",)},
    "score": {
        "CG-020": PARTS,
        "CG-080": ("CG-081", "CG-094"),
        "CG-081": ("CG-094",),
        "CG-106": (*PARTS, "CG-094"),
    },
}
