"""Rules that say a wider one again for a case of their own: a breach is told by the narrowest."""

from __future__ import annotations

from games.engine.core import Narrowing

UNFIT = ("DG-026", "DG-027", "DG-045", "DG-047")
"""What may be the matter with dice that do not pay for a building."""

NARROWER: Narrowing = {
    "roll": {
        "DG-016": ("DG-013", "DG-017", "DG-023"),
        "DG-017": ("DG-013",),
        "DG-023": ("DG-013",),
        "DG-024": ("DG-013", "DG-017", "DG-023"),
    },
    "result": {"DG-023": ("DG-013",)},
    "exchange": {"DG-026": ("DG-031",), "DG-032": ("DG-026", "DG-031")},
    "joker": {
        "DG-033": ("DG-040", "DG-041"),
        "DG-038": ("DG-091",),
        "DG-040": ("DG-041",),
    },
    "build": {
        "DG-006": ("DG-051",),
        "DG-027": ("DG-026",),
        "DG-044": (*UNFIT, "DG-056", "DG-061", "DG-064", "DG-066"),
        "DG-045": ("DG-005", "DG-043", "DG-047"),
        "DG-047": ("DG-043",),
        "DG-049": (*UNFIT, "DG-044"),
        "DG-053": ("DG-054", "DG-055"),
        "DG-054": ("DG-055",),
        "DG-056": (*UNFIT, "DG-064"),
        "DG-061": UNFIT,
        "DG-066": UNFIT,
        "DG-067": ("DG-068",),
    },
    "enter": {
        "DG-050": ("DG-052",),
        "DG-059": ("DG-052",),
        "DG-065": ("DG-052",),
        "DG-069": ("DG-052",),
        "DG-071": ("DG-050", "DG-052", "DG-059", "DG-065", "DG-069", "DG-072"),
    },
    "end_turn": {"DG-070": ("DG-048",)},
}
