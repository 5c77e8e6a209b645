"""Knights activated."""

from __future__ import annotations

from games.engine import hints
from games.engine.core import Action, Detail, Seat, Verb, cannot, keeps, says
from games.engine.rulesets.base.packed import pack
from games.engine.rulesets.cities_knights.state import CitiesState
from games.engine.rulesets.cities_knights.turns import PAYING, pay, unpaid
from games.engine.words import marked

ACTIVATION = pack((0, 0, 0, 1, 0))


def activate(state: CitiesState, action: Action) -> None:
    """Facts: the intersection of the knight."""
    seat, (spot,) = action.seat, action.facts
    pay(state, seat, ACTIVATION)
    set_active(state, seat, 1 << spot)


def set_active(state: CitiesState, seat: Seat, knights: int) -> None:
    """Knights activated now take no action in this turn (CK-119)."""
    state.active[seat] |= knights
    if seat == state.turn:
        state.fresh |= knights


@keeps("CK-118")
def check_passive(state: CitiesState, action: Action) -> Detail | None:
    seat, (spot,) = action.seat, action.facts
    if state.active[seat] >> spot & 1:
        return says(marked("the knight on {spot} is active"), spot=state.spot_name(spot))
    return None


@keeps("CK-118")
def check_own_knight(state: CitiesState, action: Action) -> Detail | None:
    return no_knight(state, action.seat, action.facts[0])


def no_knight(state: CitiesState, seat: Seat, spot: int) -> Detail | None:
    if state.men[seat] >> spot & 1:
        return None
    return cannot(
        marked("{player} has no knight on {spot}"),
        hints.CK_KNIGHT_BEFORE,
        player=state.name(seat),
        spot=state.spot_name(spot),
    )


@keeps("CK-116")
def check_activation_paid(state: CitiesState, action: Action) -> Detail | None:
    return unpaid(state, action.seat, ACTIVATION)


VERBS = {
    "activate": Verb.of((PAYING, check_own_knight, check_passive, check_activation_paid), activate),
}
