"""Knights recruited: put on the board, basic and passive."""

from __future__ import annotations

from games.engine import hints
from games.engine.core import Action, Detail, Seat, Verb, cannot, keeps, says
from games.engine.rulesets.base.packed import pack
from games.engine.rulesets.cities_knights.state import BASIC, CitiesState
from games.engine.rulesets.cities_knights.turns import PAYING, pay, unpaid
from games.engine.words import marked

RECRUIT = pack((0, 0, 1, 0, 1))


def may_stand(state: CitiesState, seat: Seat, spot: int) -> bool:
    """Whether a new knight of the seat may be put on the intersection."""
    at_road = state.ways(seat) & state.places.roads_at[spot]
    return bool(at_road) and free(state, spot) and state.may_hold(spot)


def free(state: CitiesState, spot: int) -> bool:
    return not (state.taken | state.guards) >> spot & 1


def recruit(state: CitiesState, action: Action) -> None:
    """Facts: the intersection."""
    seat, (spot,) = action.seat, action.facts
    pay(state, seat, RECRUIT)
    state.stand(seat, spot, BASIC, active=False)
    state.award_after_cut(seat, spot)
    state.end_if_won()


@keeps("CK-112")
def check_free(state: CitiesState, action: Action) -> Detail | None:
    return not_free(state, action.facts[0])


def not_free(state: CitiesState, spot: int) -> Detail | None:
    if free(state, spot):
        return None
    return cannot(marked("{spot} is not free"), hints.OTHER_PLACE, spot=state.spot_name(spot))


@keeps("CK-113")
def check_at_road(state: CitiesState, action: Action) -> Detail | None:
    return no_road_at(state, action.seat, action.facts[0])


def no_road_at(state: CitiesState, seat: Seat, spot: int) -> Detail | None:
    if state.ways(seat) & state.places.roads_at[spot]:
        return None
    return says(
        marked("{player} has no road at {spot}"),
        player=state.name(seat),
        spot=state.spot_name(spot),
    )


@keeps("CK-115")
def check_basic_left(state: CitiesState, action: Action) -> Detail | None:
    return none_left(state, action.seat, BASIC)


def none_left(state: CitiesState, seat: Seat, rank: int) -> Detail | None:
    if state.knights_left(seat, rank) > 0:
        return None
    return cannot(
        marked("{player} has no knight of strength {rank} left"),
        hints.CK_RANKS,
        player=state.name(seat),
        rank=rank,
    )


@keeps("CK-109")
def check_recruit_paid(state: CitiesState, action: Action) -> Detail | None:
    return unpaid(state, action.seat, RECRUIT)


VERBS = {
    "recruit": Verb.of(
        (PAYING, check_free, check_at_road, check_basic_left, check_recruit_paid),
        recruit,
    ),
}
