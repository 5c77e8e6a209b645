"""What the tests of progress cards share: a legal play of each kind, and where it is legal."""

from __future__ import annotations

from games.engine.rulesets.base.packed import in_words
from tests.games.rulesets.cities_table import RICH, RIVALS, holding, rolled


def having(cards, letters="LLW", **given):
    return holding(letters, progress={"Anna": cards}) | given


RIVAL = {"knights": {"Cyril": "c2nw=1"}} | RIVALS
"""Cyril's basic knight at the end of a road of Anna's."""

DESERTED = {"knights": {"Ben": "d3sw=2"}, "roads": {"Anna": "c2nw"}}

PLAYS = {
    "Mi": {},
    "Ir": {},
    "Cr": {},
    "Wa": {},
    "We": {},
    "Sa": {},
    "Ch": {},
    "Mf": {},
    "En e1n": {},
    "Sm b2sw": {"knights": {"Anna": "b2sw=1"}},
    "Me b2s": {"hands": {"Anna": "GOO"}},
    "Rb": {},
    "In a1 a2": {},
    "Bi d4": {"attacked": True},
    "Di d3sw": {},
    "It c2nw>d1ne": RIVAL,
    "Sp Ben Mi": {"progress": {"Ben": "Mi"}},
    "De d3sw>c2nw": DESERTED,
    "Mt d2": {},
    "Mm Ben WB": {"cities": RICH},
    "Cm M": {},
    "Rm O": {},
}
"""A legal play of each card, by what it needs."""


def played(play_, **more):
    """The position in which Anna holds the card, after the roll."""
    given = dict(PLAYS[play_]) | more
    held = {"Anna": play_[:2]} | given.pop("progress", {})
    return rolled(**given) | {"progress": held}


def held(state, seat=0):
    return in_words(state.hands[seat])
