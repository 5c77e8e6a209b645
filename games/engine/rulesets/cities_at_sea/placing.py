"""A game of Cities & Knights at sea that begins in the middle: what the two say of each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product

from games.engine.core import NOBODY, Action, Check, Untenable, says
from games.engine.rulesets.base.places import bits, mask
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
from games.engine.rulesets.seafarers import placing as at_sea
from games.engine.rulesets.seafarers.placing import SEA
from games.engine.words import marked


def lay(state: CitiesAtSea, position: Position) -> None:
    """The ships and the pirate, and what needs them or the sea."""
    at_sea.lay(state, position, came_by_a_knight)
    if position.told(laying.ATTACKED) is False and not state.nothing_moved():
        text = marked("the pirate stays where it starts until the first attack")
        raise Untenable("CKS-12", says(text))
    for check, action in _meetings(state, position):
        fault = check.ask(state, action)
        if fault is not None:
            raise Untenable(check.rule, fault)


def came_by_a_knight(
    state: CitiesAtSea, position: Position, built: Sequence[int], moved: Sequence[int]
) -> bool:
    """Whether knights of the player may have chased the pirate in this turn (CKS-07), after the
    first attack. They are passive, or activated since: those told as such, or any (CKS-08)."""
    if position.told(laying.ATTACKED) is False:
        return False
    seat, chasing = state.turn, position.told(laying.CHASED)
    fresh = position.told(laying.FRESH)
    active = state.active[seat] if fresh is None else mask(fresh)
    passive = state.men[seat] & ~state.active[seat]
    others = state.men[seat] & ~mask(() if chasing is None else (chasing,))
    if _chased(state, bits((passive | active) & others), built, moved):
        return True
    for spot in bits(others & ~passive & ~active):
        if _chased(state, [spot], built, moved):
            text = marked("the knight on {spot} is active, and none has moved the pirate")
            raise Untenable("CKS-08", says(text, spot=state.spot_name(spot)))
    return False


def _chased(
    state: CitiesAtSea, spots: Sequence[int], built: Sequence[int], moved: Sequence[int]
) -> bool:
    """Whether it may have come from hexes at these intersections, one for each, so that each ship
    was built, and one of the others moved, while it was beside none."""
    water, sides = state.waters.water, state.waters.sides
    starts = ((water & set(state.places.hexes_at[spot])) - {state.pirate} for spot in spots)

    def was_free(path: int, hexes: Iterable[int]) -> bool:
        return any(not sides[hex_] >> path & 1 for hex_ in hexes)

    return any(
        all(was_free(path, hexes) for path in built)
        and (not moved or any(was_free(path, hexes) for path in moved))
        for hexes in product(*filter(None, starts))
    )


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
