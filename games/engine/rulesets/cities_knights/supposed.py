"""Cards that work in this turn and are only supposed to have been played, before a position.

A card that was played lies under its deck (CK-064): whoever uses one of these supposes that it
does, so that no hand has it. Those that were played in the record are used first.
"""

from __future__ import annotations

from typing import Final

from games.engine.rulesets.base.packed import PLACE
from games.engine.rulesets.cities_knights.decks import PLACES
from games.engine.rulesets.cities_knights.state import CitiesState

CRANE, FLEET = range(2)

CARDS: Final = (PLACES["Cr"], PLACES["Mf"])
"""Colour and kind of each."""


def is_left(state: CitiesState, which: int) -> bool:
    """Whether a card of the kind can be used; how many lie in the deck has to be known."""
    return working(state, which) > 0 and not (
        is_supposed(state, which) and lying(state, which) <= state.supposed[which][1]
    )


def is_supposed(state: CitiesState, which: int) -> bool:
    """Whether the next card of the kind that is used is only supposed to have been played."""
    left, _used = state.supposed[which]
    return 0 < working(state, which) <= left


def working(state: CitiesState, which: int) -> int:
    return (state.cranes, state.fleets)[which]


def lying(state: CitiesState, which: int) -> int:
    """How many cards of the kind lie in the deck for certain, those supposed among them."""
    colour, kind = CARDS[which]
    return state.decks[colour] >> 8 * kind & PLACE


def use_one(state: CitiesState, which: int) -> None:
    if is_supposed(state, which):
        told = list(state.supposed)
        left, used = told[which]
        told[which] = (left - 1, used + 1)
        state.supposed = tuple(told)
    if which == CRANE:
        state.cranes = max(0, state.cranes - 1)
    else:
        state.fleets -= 1
