"""Knights moved along own roads, and what holds for whatever a knight does."""

from __future__ import annotations

from games.engine import hints
from games.engine.core import NOBODY, Action, Detail, Group, Seat, Verb, cannot, keeps, says
from games.engine.rulesets.base.turns import before_roll, off_turn
from games.engine.rulesets.cities_knights.knights.activating import no_knight
from games.engine.rulesets.cities_knights.knights.recruiting import not_free
from games.engine.rulesets.cities_knights.state import CitiesState
from games.engine.rulesets.cities_knights.turns import MOMENT, check_attack_over, may_act
from games.engine.words import marked

# Routes of knights


def reached(state: CitiesState, seat: Seat, start: int, *, past: int = 0) -> int:
    return state.reached(seat, start, past=past)


def targets(state: CitiesState, seat: Seat, start: int, *, past: int = 0) -> int:
    """Where the knight may be moved: the free intersections of its route (CK-142, CK-143)."""
    return reached(state, seat, start, past=past) & ~((state.taken | state.guards) & ~past)


# Moving


def comes_there(state: CitiesState, action: Action) -> bool:
    start, target = action.facts
    return bool(targets(state, action.seat, start) >> target & 1)


def able(state: CitiesState, seat: Seat, spot: int) -> bool:
    return bool(state.active[seat] & ~state.fresh & 1 << spot)


def move(state: CitiesState, action: Action) -> None:
    """Facts: from, to."""
    start, target = action.facts
    seat = action.seat
    shift(state, seat, start, target)
    settle_routes(state, (seat, start), (seat, target))


def shift(state: CitiesState, seat: Seat, start: int, target: int) -> None:
    """The knight acts: it stands on the target, passive (CK-145, CK-149)."""
    rank = state.strength(seat, start)
    promoted = state.promoted >> start & 1
    forget(state, start)
    state.leave(seat, start)
    state.stand(seat, target, rank, active=False)
    state.acted |= 1 << target
    state.promoted |= promoted << target


def forget(state: CitiesState, spot: int) -> None:
    """Nothing is noted any more of a knight on the intersection."""
    bit = ~(1 << spot)
    state.fresh &= bit
    state.acted &= bit
    state.promoted &= bit


def settle_routes(state: CitiesState, *places: tuple[Seat, int]) -> None:
    """Knights of the seats have come to or gone from the intersections (CK-130)."""
    for seat, spot in places:
        if spot != NOBODY:
            state.award_after_cut(seat, spot)
    state.end_if_won()


@keeps("CK-136")
def check_own(state: CitiesState, action: Action) -> Detail | None:
    return no_knight(state, action.seat, action.facts[0])


@keeps("CK-120")
def check_not_passive(state: CitiesState, action: Action) -> Detail | None:
    spot = action.facts[0]
    knight = (state.men[action.seat] & ~state.active[action.seat]) >> spot & 1
    if knight and not state.acted >> spot & 1:
        return says(marked("the knight on {spot} is passive"), spot=state.spot_name(spot))
    return None


@keeps("CK-119")
def check_not_fresh(state: CitiesState, action: Action) -> Detail | None:
    spot = action.facts[0]
    fresh = state.active[action.seat] & state.fresh & ~state.acted
    if fresh >> spot & 1:
        return says(
            marked("the knight on {spot} was activated in this turn"),
            spot=state.spot_name(spot),
        )
    return None


@keeps("CK-138")
def check_acts_once(state: CitiesState, action: Action) -> Detail | None:
    spot = action.facts[0]
    if (state.men[action.seat] & ~state.active[action.seat] & state.acted) >> spot & 1:
        return has_acted(state, spot)
    return None


@keeps("CK-140")
def check_not_again(state: CitiesState, action: Action) -> Detail | None:
    spot = action.facts[0]
    if (state.active[action.seat] & state.fresh & state.acted) >> spot & 1:
        return has_acted(state, spot)
    return None


def has_acted(state: CitiesState, spot: int) -> Detail:
    return says(marked("the knight on {spot} has acted in this turn"), spot=state.spot_name(spot))


@keeps("CK-136")
def check_acting(state: CitiesState, action: Action) -> Detail | None:
    return off_turn(state, action) or before_roll(state)


@keeps("CK-142")
def check_same_route(state: CitiesState, action: Action) -> Detail | None:
    """There is no way over own roads at all."""
    start, target = action.facts[:2]
    seat = action.seat
    if start == target or not reached(state, seat, start, past=~0) >> target & 1:
        return no_way(state, start, target)
    return None


def no_way(state: CitiesState, start: int, target: int) -> Detail:
    return says(
        marked("there is no way from {start} to {target}"),
        start=state.spot_name(start),
        target=state.spot_name(target),
    )


@keeps("CK-144")
def check_not_past_knights(state: CitiesState, action: Action) -> Detail | None:
    """There would be a way if the knights of others were not there."""
    start, target = action.facts[:2]
    return past_knights(state, action.seat, start, target)


def past_knights(state: CitiesState, seat: Seat, start: int, target: int) -> Detail | None:
    if start == target or reached(state, seat, start) >> target & 1:
        return None
    if reached(state, seat, start, past=state.guards) >> target & 1:
        return no_way(state, start, target)
    return None


@keeps("CK-293")
def check_not_past_buildings(state: CitiesState, action: Action) -> Detail | None:
    start, target = action.facts[:2]
    return past_buildings(state, action.seat, start, target)


def past_buildings(state: CitiesState, seat: Seat, start: int, target: int) -> Detail | None:
    if start == target or reached(state, seat, start, past=state.guards) >> target & 1:
        return None
    if reached(state, seat, start, past=~0) >> target & 1:
        return no_way(state, start, target)
    return None


@keeps("CK-143")
def check_target_free(state: CitiesState, action: Action) -> Detail | None:
    start, target = action.facts
    rivals = any(state.men[seat] >> target & 1 for seat in state.seats if seat != action.seat)
    if not rivals:
        return not_free(state, target)
    return cannot(
        marked("a knight stands on {spot}"),
        hints.CK_STAR,
        start=state.spot_name(start),
        spot=state.spot_name(target),
    )


ABLE = Group(
    lambda state, action: able(state, action.seat, action.facts[0]),
    (check_own, check_not_passive, check_not_fresh, check_acts_once, check_not_again),
)
"""The knight on the first intersection may act."""

MOVING = Group(may_act, (*MOMENT, check_attack_over, check_acting))

VERBS = {
    "move_knight": Verb.of(
        (
            MOVING,
            ABLE,
            Group(
                comes_there,
                (
                    check_same_route,
                    check_not_past_knights,
                    check_not_past_buildings,
                    check_target_free,
                ),
            ),
        ),
        move,
    ),
}
