"""A game of Cities & Knights at sea that begins in the middle: what the two say of each other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.engine.core import NOBODY, Action, Check, Untenable, says
from games.engine.rulesets.base.places import bits
from games.engine.rulesets.base.position import Position
from games.engine.rulesets.cities_at_sea import (
    check_merchant_on_land,
    check_not_on_gold,
    knights,
)
from games.engine.rulesets.cities_at_sea.state import CitiesAtSea
from games.engine.rulesets.cities_knights import laying
from games.engine.rulesets.cities_knights.placing import CITIES
from games.engine.rulesets.cities_knights.placing import PLACING as ON_LAND
from games.engine.rulesets.seafarers.placing import SEA
from games.engine.words import marked


def lay(state: CitiesAtSea, position: Position) -> None:
    """The ships and the pirate, and what needs them or the sea."""
    SEA.lay(state, position)
    if position.told(laying.ATTACKED) is False and not state.nothing_moved():
        text = marked("the pirate stays where it starts until the first attack")
        raise Untenable("CKS-12", says(text))
    for check, action in _meetings(state, position):
        fault = check.ask(state, action)
        if fault is not None:
            raise Untenable(check.rule, fault)


def _meetings(state: CitiesAtSea, position: Position) -> Iterator[tuple[Check, Action]]:
    """What would be asked if it were done now that lies there already."""
    for seat in state.seats:
        for spot in bits(state.men[seat]):
            yield knights.check_on_own_ship, Action(seat, "move_knight", (spot, spot))
    if state.merchant != NOBODY:
        for check in (check_not_on_gold, check_merchant_on_land):
            yield check, Action(state.merchant_of, "merchant", (state.merchant,))
    chased = position.told(laying.CHASED)
    if chased is not None:
        for check in (knights.check_beside_pirate, knights.check_beside):
            yield check, Action(state.turn, "chase", (chased,))


PLACING = replace(
    ON_LAND,
    added=(replace(CITIES, lay=laying.lay), replace(SEA, lay=lay)),
)
