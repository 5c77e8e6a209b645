"""Rules that say a wider one again for a case of their own: a breach is told by the narrowest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from games.engine.core import Action, Check, Detail, Verb
from games.engine.rulesets.dice_game.state import DiceState

UNFIT = ("DG-026", "DG-027", "DG-045", "DG-047")
"""What may be the matter with dice that do not pay for a building."""

NARROWER: Mapping[str, Mapping[str, Sequence[str]]] = {
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
        "DG-045": ("DG-043", "DG-047"),
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
"""By verb: for a rule those that tell its breach where they are broken as well. Nothing goes round
in a circle, so one of them is always told."""


def with_narrower(name: str, verb: Verb) -> Verb:
    """The verb, its breaches told by the narrowest rule."""
    narrower = NARROWER.get(name, {})
    checks = []
    for check in verb.checks:
        others = tuple(one for one in verb.checks if one.rule in narrower.get(check.rule, ()))
        checks.append(unless(others, check) if others else check)
    return replace(verb, checks=tuple(checks))


def unless(others: Sequence[Check], check: Check) -> Check:
    """The check, silent where one of the others speaks."""

    def ask(state: DiceState, action: Action) -> Detail | None:
        if any(other.ask(state, action) is not None for other in others):
            return None
        return check.ask(state, action)

    return Check(check.rule, ask)
