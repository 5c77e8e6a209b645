"""Knights promoted, to strong ones and to mighty ones."""

from __future__ import annotations

from games.engine import hints
from games.engine.core import Action, Detail, Seat, Verb, cannot, keeps, says
from games.engine.rulesets.base.packed import pack
from games.engine.rulesets.cities_knights.decks import POLITICS
from games.engine.rulesets.cities_knights.knights.activating import no_knight
from games.engine.rulesets.cities_knights.knights.recruiting import none_left
from games.engine.rulesets.cities_knights.state import BASIC, MIGHTY, STRONG, CitiesState
from games.engine.rulesets.cities_knights.turns import PAYING, pay, unpaid
from games.engine.words import marked

PROMOTION = pack((0, 0, 1, 0, 1))

FORTRESS = 3
"""The level of politics that mighty knights need (CK-126)."""


def promote(state: CitiesState, action: Action) -> None:
    """Facts: the intersection of the knight."""
    pay(state, action.seat, PROMOTION)
    rise(state, action.seat, action.facts[0])


def rise(state: CitiesState, seat: Seat, spot: int) -> None:
    """One step, and the helmet stays as it is (CK-123)."""
    rank, bit = state.strength(seat, spot), 1 << spot
    state.ranks[seat][rank] &= ~bit
    state.ranks[seat][rank + 1] |= bit
    if seat == state.turn:
        state.promoted |= bit


@keeps("CK-122")
def check_promoted_own(state: CitiesState, action: Action) -> Detail | None:
    return no_knight(state, action.seat, action.facts[0])


@keeps("CK-124")
def check_promoted_once(state: CitiesState, action: Action) -> Detail | None:
    return promoted_before(state, action.seat, action.facts[0])


def promoted_before(state: CitiesState, seat: Seat, spot: int) -> Detail | None:
    if seat == state.turn and state.promoted >> spot & 1:
        return says(
            marked("the knight on {spot} was promoted in this turn"), spot=state.spot_name(spot)
        )
    return None


@keeps("CK-126")
def check_fortress(state: CitiesState, action: Action) -> Detail | None:
    return no_fortress(state, action.seat, action.facts[0])


def no_fortress(state: CitiesState, seat: Seat, spot: int) -> Detail | None:
    if state.strength(seat, spot) == STRONG and state.levels[seat][POLITICS] < FORTRESS:
        return says(marked("{player} has no Fortress"), player=state.name(seat))
    return None


@keeps("CK-127")
def check_next_left(state: CitiesState, action: Action) -> Detail | None:
    return no_next(state, action.seat, action.facts[0])


def no_next(state: CitiesState, seat: Seat, spot: int) -> Detail | None:
    rank = state.strength(seat, spot)
    return none_left(state, seat, rank + 1) if rank in (BASIC, STRONG) else None


@keeps("CK-128")
def check_not_mighty(state: CitiesState, action: Action) -> Detail | None:
    return mighty_already(state, action.seat, action.facts[0])


def mighty_already(state: CitiesState, seat: Seat, spot: int) -> Detail | None:
    if state.strength(seat, spot) == MIGHTY:
        return cannot(
            marked("the knight on {spot} is mighty"), hints.OTHER_PLACE, spot=state.spot_name(spot)
        )
    return None


@keeps("CK-121")
def check_promotion_paid(state: CitiesState, action: Action) -> Detail | None:
    return unpaid(state, action.seat, PROMOTION)


VERBS = {
    "promote": Verb.of(
        (
            PAYING,
            check_promoted_own,
            check_promoted_once,
            check_fortress,
            check_next_left,
            check_not_mighty,
            check_promotion_paid,
        ),
        promote,
    ),
}
