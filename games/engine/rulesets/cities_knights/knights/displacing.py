"""Knights displacing weaker ones, and where a knight goes that is driven off."""

from __future__ import annotations

from games.engine import hints
from games.engine.core import NOBODY, Action, Check, Detail, Seat, Verb, cannot, keeps, says
from games.engine.rulesets.base.places import bits
from games.engine.rulesets.base.state import NO_SEAT
from games.engine.rulesets.cities_knights.knights.moving import (
    ABLE,
    MOVING,
    forget,
    no_way,
    reached,
    settle_routes,
    shift,
    targets,
)
from games.engine.rulesets.cities_knights.state import CitiesState
from games.engine.words import marked


def weaker_rival(state: CitiesState, seat: Seat, start: int, target: int) -> bool:
    owner = state.knight_owner(target)
    return owner not in (NO_SEAT, seat) and (
        state.strength(owner, target) < state.strength(seat, start)
    )


def places_away(state: CitiesState, spot: int, left: int = 0) -> int:
    """Where a knight that is driven off may go; `left` becomes free before (CKD-21)."""
    return targets(state, state.knight_owner(spot), spot, past=left)


def displace(state: CitiesState, action: Action) -> None:
    """Facts: from, to, where the displaced knight goes or `NOBODY`."""
    start, target, away = action.facts
    seat = action.seat
    driven = drive_off(state, target)
    shift(state, seat, start, target)
    put_away(state, driven, away)
    owner = driven[0]
    settle_routes(state, (seat, start), (seat, target), (owner, target), (owner, away))


Driven = tuple[Seat, int, bool]
"""A knight in the hand: owner, strength, whether it is active."""


def drive_off(state: CitiesState, spot: int) -> Driven:
    owner = state.knight_owner(spot)
    driven = (owner, state.strength(owner, spot), bool(state.active[owner] >> spot & 1))
    if owner == state.turn:
        forget(state, spot)
    state.leave(owner, spot)
    return driven


def put_away(state: CitiesState, driven: Driven, away: int) -> None:
    """Its status stays (CK-154)."""
    owner, rank, active = driven
    if away != NOBODY:
        state.stand(owner, away, rank, active=active)


@keeps("CK-147")
def check_rival_there(state: CitiesState, action: Action) -> Detail | None:
    """A knight stands there to which own roads lead."""
    start, target, _away = action.facts
    if state.knight_owner(target) == NO_SEAT:
        return cannot(
            marked("no knight stands on {spot}"), hints.CK_MOVE, spot=state.spot_name(target)
        )
    if start == target or not reached(state, action.seat, start) >> target & 1:
        return no_way(state, start, target)
    return None


@keeps("CK-148")
def check_not_own(state: CitiesState, action: Action) -> Detail | None:
    if state.men[action.seat] >> action.facts[1] & 1:
        return own_knight_there(state, action.facts[1])
    return None


def own_knight_there(state: CitiesState, spot: int) -> Detail:
    return cannot(
        marked("the knight on {spot} is an own one"), hints.CK_MOVE, spot=state.spot_name(spot)
    )


@keeps("CK-146")
def check_stronger(state: CitiesState, action: Action) -> Detail | None:
    start, target, _away = action.facts
    owner, seat = state.knight_owner(target), action.seat
    if owner in (NO_SEAT, seat) or weaker_rival(state, seat, start, target):
        return None
    return says(
        marked("strength {one} against {other}"),
        one=state.strength(seat, start),
        other=state.strength(owner, target),
    )


def away_checks(rules: tuple[str, ...], target: int, *, by_knight: bool) -> tuple[Check, ...]:
    """What may be wrong with the place of a knight driven off: route, removal, knights passed,
    buildings passed, nothing free, not free. `target` is the place of its place in the facts."""

    def left(action: Action) -> int:
        return 1 << action.facts[0] if by_knight else 0

    def driven_from(state: CitiesState, action: Action) -> tuple[Seat, int, int]:
        spot = action.facts[target]
        return state.knight_owner(spot), spot, action.facts[target + 1]

    def ask_route(state: CitiesState, action: Action) -> Detail | None:
        owner, spot, away = driven_from(state, action)
        if owner == NO_SEAT or away == NOBODY or not places_away(state, spot, left(action)):
            return None
        if away == spot or not reached(state, owner, spot, past=~0) >> away & 1:
            return no_way(state, spot, away)
        return None

    def ask_placed(state: CitiesState, action: Action) -> Detail | None:
        owner, spot, away = driven_from(state, action)
        if owner == NO_SEAT or away != NOBODY:
            return None
        free_spots = bits(places_away(state, spot, left(action)))
        if free_spots:
            return says(marked("{spot} is free for it"), spot=state.spot_name(free_spots[0]))
        return None

    def ask_past(state: CitiesState, action: Action) -> Detail | None:
        owner, spot, away = driven_from(state, action)
        if owner == NO_SEAT or away == NOBODY or not places_away(state, spot, left(action)):
            return None
        if reached(state, owner, spot, past=left(action)) >> away & 1:
            return None
        if reached(state, owner, spot, past=~0) >> away & 1:
            return no_way(state, spot, away)
        return None

    def ask_nowhere(state: CitiesState, action: Action) -> Detail | None:
        owner, spot, away = driven_from(state, action)
        if owner == NO_SEAT or away == NOBODY or places_away(state, spot, left(action)):
            return None
        return says(marked("no intersection is free for it"))

    def ask_free(state: CitiesState, action: Action) -> Detail | None:
        owner, spot, away = driven_from(state, action)
        if owner == NO_SEAT or away == NOBODY:
            return None
        if away != spot and (state.taken | state.guards) & ~left(action) & 1 << away:
            return cannot(
                marked("{spot} is not free"), hints.CK_DISPLACED, spot=state.spot_name(away)
            )
        return None

    asks = (ask_route, ask_placed, ask_past, ask_nowhere, ask_free)
    return tuple(Check(rule, ask) for rule, ask in zip(rules, asks, strict=True))


VERBS = {
    "displace": Verb.of(
        (
            MOVING,
            ABLE,
            check_rival_there,
            check_not_own,
            check_stronger,
            *away_checks(("CK-150", "CK-151", "CK-152", "CK-153", "CK-155"), 1, by_knight=True),
        ),
        displace,
    ),
}
