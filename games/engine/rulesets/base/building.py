"""Roads, settlements and cities that are paid for, and the free roads of Road Building."""

from __future__ import annotations

from games.engine import hints
from games.engine.core import NOBODY, Action, Detail, Verb, cannot, keeps, says
from games.engine.rulesets.base.packed import GUARD, pack
from games.engine.rulesets.base.places import bits
from games.engine.rulesets.base.state import BEFORE, FOUND_ROAD, MAIN, NO_SEAT, BaseState
from games.engine.rulesets.base.turns import MOMENT, check_after_roll, check_on_turn, too_dear
from games.engine.words import marked

ROAD = pack((1, 1, 0, 0, 0))
SETTLEMENT = pack((1, 1, 1, 1, 0))
CITY = pack((0, 0, 0, 2, 3))

# Roads


def may_lay(state: BaseState, action: Action) -> bool:
    (path,) = action.facts
    seat = action.seat
    return not (
        state.phase < MAIN
        or seat != state.turn
        or state.laid >> path & 1
        or not state.places.ends_of[path] & state.reach[seat]
        or not state.roads_left[seat]
        or (state.hands[seat] + GUARD - ROAD) & GUARD != GUARD
    )


def lay(state: BaseState, action: Action) -> None:
    seat = action.seat
    state.hands[seat] -= ROAD
    state.bank += ROAD
    state.free = 0
    lay_road(state, seat, action.facts[0])
    state.award_longer_road(seat)
    state.end_if_won()


def lay_road(state: BaseState, seat: int, path: int) -> None:
    """Put the road on the path; payment and the special tile are up to the caller."""
    bit = 1 << path
    state.roads[seat] |= bit
    state.laid |= bit
    state.roads_left[seat] -= 1
    state.reach[seat] |= state.places.ends_of[path] & ~state.rivals(seat)
    state.holder_before = state.route_holder


LAYING = frozenset({"road_building", "free_road", "free_ship", "move_road", "tokens"})
"""A free road follows the card or the other road at once (D-26), with what that one brought."""


def may_lay_free(state: BaseState, action: Action) -> bool:
    (path,) = action.facts
    seat = action.seat
    return not (
        not state.free
        or state.phase < BEFORE
        or state.previous is None
        or state.previous.verb not in LAYING
        or seat != state.turn
        or state.laid >> path & 1
        or not state.places.ends_of[path] & state.reach[seat]
        or not state.roads_left[seat]
    )


def lay_free(state: BaseState, action: Action) -> None:
    seat = action.seat
    state.free = max(0, state.free - 1)
    lay_road(state, seat, action.facts[0])
    state.award_longer_road(seat)
    state.end_if_won()


@keeps("B-166")
def check_free(state: BaseState, action: Action) -> Detail | None:
    if state.phase <= FOUND_ROAD:
        return None
    if not state.free or state.previous is None or state.previous.verb not in LAYING:
        return says(marked("no free road is due"))
    return None


@keeps("B-124")
def check_path_empty(state: BaseState, action: Action) -> Detail | None:
    path = action.facts[0]
    owner = state.road_owner(path)
    if owner == NO_SEAT:
        return None
    return cannot(
        marked("{player} has a road on {path}"),
        hints.OTHER_PLACE,
        player=state.name(owner),
        path=state.path_name(path),
    )


@keeps("B-125")
def check_joined(state: BaseState, action: Action) -> Detail | None:
    (path,) = action.facts
    if touches(state, action.seat, path):
        return None
    return says(
        marked("{path} touches nothing of {player}'s"),
        path=state.path_name(path),
        player=state.name(action.seat),
    )


@keeps("B-126")
def check_not_through(state: BaseState, action: Action) -> Detail | None:
    (path,) = action.facts
    seat = action.seat
    if not touches(state, seat, path) or state.places.ends_of[path] & state.reach[seat]:
        return None
    rivals = state.taken & ~state.buildings[seat]
    spot, *_other = [
        end
        for end in state.places.ends[path]
        if rivals >> end & 1 and state.places.roads_at[end] & state.roads[seat]
    ]
    return says(
        marked("at {spot} {rival}'s building is in the way"),
        spot=state.spot_name(spot),
        rival=state.name(state.owner(spot)),
    )


def touches(state: BaseState, seat: int, path: int) -> bool:
    """Whether a road or building of the seat is at an end of the path."""
    return any(
        state.buildings[seat] >> end & 1 or state.roads[seat] & state.places.roads_at[end]
        for end in state.places.ends[path]
    )


@keeps("B-122")
def check_road_paid(state: BaseState, action: Action) -> Detail | None:
    return unpaid(state, action, ROAD)


@keeps("B-128")
def check_road_piece(state: BaseState, action: Action) -> Detail | None:
    return no_road(state, action)


@keeps("B-167")
def check_free_piece(state: BaseState, action: Action) -> Detail | None:
    return no_road(state, action)


def no_road(state: BaseState, action: Action) -> Detail | None:
    if state.roads_left[action.seat]:
        return None
    return cannot(
        marked("{player} has no road left"), hints.ROADS_BEFORE, player=state.name(action.seat)
    )


def unpaid(state: BaseState, action: Action, price: int) -> Detail | None:
    return too_dear(state, action.seat, price)


# Settlements


def may_settle(state: BaseState, action: Action) -> bool:
    (spot,) = action.facts
    seat = action.seat
    return not (
        state.phase < MAIN
        or seat != state.turn
        or state.blocked >> spot & 1
        or not state.reach[seat] >> spot & 1
        or not state.settlements_left[seat]
        or (state.hands[seat] + GUARD - SETTLEMENT) & GUARD != GUARD
    )


def settle(state: BaseState, action: Action) -> None:
    (spot,) = action.facts
    seat = action.seat
    state.hands[seat] -= SETTLEMENT
    state.bank += SETTLEMENT
    state.build(seat, spot)
    state.award_after_cut(seat, spot)
    state.end_if_won()


@keeps("B-131")
def check_spot_empty(state: BaseState, action: Action) -> Detail | None:
    (spot,) = action.facts
    owner = state.owner(spot)
    if owner == NO_SEAT:
        return None
    text, hint = marked("{player} has a building on {spot}"), hints.OTHER_PLACE
    if owner == action.seat and not state.cities[owner] >> spot & 1:
        text, hint = marked("{player} has a settlement on {spot}"), hints.CITY_THERE
    return cannot(text, hint, player=state.name(owner), spot=state.spot_name(spot))


@keeps("B-132")
def check_distance(state: BaseState, action: Action) -> Detail | None:
    return check_distance_of(state, action.facts[0])


def check_distance_of(state: BaseState, spot: int) -> Detail | None:
    grid = state.places.grid
    for beside in grid.next_to[spot]:
        owner = state.owner(beside)
        if owner != NO_SEAT:
            return says(
                marked("{spot} is one path from {player}'s building on {other}"),
                spot=grid.intersection_names[spot],
                player=state.name(owner),
                other=grid.intersection_names[beside],
            )
    return None


@keeps("B-130")
def check_at_road(state: BaseState, action: Action) -> Detail | None:
    (spot,) = action.facts
    if state.roads[action.seat] & state.places.roads_at[spot]:
        return None
    return says(
        marked("{player} has no road at {spot}"),
        player=state.name(action.seat),
        spot=state.spot_name(spot),
    )


@keeps("B-129")
def check_settlement_paid(state: BaseState, action: Action) -> Detail | None:
    return unpaid(state, action, SETTLEMENT)


@keeps("B-135")
def check_settlement_piece(state: BaseState, action: Action) -> Detail | None:
    if state.settlements_left[action.seat]:
        return None
    return cannot(
        marked("{player} has no settlement left"),
        hints.PIECES_BEFORE,
        player=state.name(action.seat),
    )


# Cities


def may_upgrade(state: BaseState, action: Action) -> bool:
    (spot,) = action.facts
    seat = action.seat
    return not (
        state.phase < MAIN
        or seat != state.turn
        or not (state.buildings[seat] & ~state.cities[seat]) >> spot & 1
        or not state.cities_left[seat]
        or (state.hands[seat] + GUARD - CITY) & GUARD != GUARD
    )


def upgrade(state: BaseState, action: Action) -> None:
    (spot,) = action.facts
    seat = action.seat
    state.hands[seat] -= CITY
    state.bank += CITY
    state.cities[seat] |= 1 << spot
    state.cities_left[seat] -= 1
    state.settlements_left[seat] += 1
    state.points[seat] += 1
    state.harvest(seat, spot)
    state.end_if_won()


@keeps("B-138")
def check_own_settlement(state: BaseState, action: Action) -> Detail | None:
    (spot,) = action.facts
    seat = action.seat
    if (state.buildings[seat] & ~state.cities[seat]) >> spot & 1:
        return None
    text, hint = marked("{player} has no settlement on {spot}"), hints.OTHER_PLACE
    if state.cities[seat] >> spot & 1:
        text = marked("{player} has a city on {spot} already")
    elif state.owner(spot) == NO_SEAT:
        hint = hints.SETTLEMENT_THERE
    return cannot(text, hint, player=state.name(seat), spot=state.spot_name(spot))


@keeps("B-137")
def check_city_paid(state: BaseState, action: Action) -> Detail | None:
    return unpaid(state, action, CITY)


@keeps("B-141")
def check_city_piece(state: BaseState, action: Action) -> Detail | None:
    if state.cities_left[action.seat]:
        return None
    return cannot(
        marked("{player} has no city left"), hints.PIECES_BEFORE, player=state.name(action.seat)
    )


# A road taken up again


MOVABLE = frozenset({"road", "free_road", "move_road", "found_road"})


def just_built(state: BaseState, action: Action) -> int:
    """The path of the road that the player built with the action before this; -1 if none, or if
    the action takes up another one."""
    previous = state.previous
    if previous is None or previous.verb not in MOVABLE or previous.seat != action.seat:
        return NOBODY
    path, taken = previous.facts[0], action.facts[1:]
    return NOBODY if taken and taken[0] != path else path


def take_up(state: BaseState, seat: int, path: int) -> None:
    """Take the road up; the special tile goes back to whom it belonged before."""
    take_off(state, seat, path)
    state.give_longest_road(state.holder_before)


def take_off(state: BaseState, seat: int, path: int) -> None:
    """Take the road off the board; the special tile is up to the caller."""
    bit = 1 << path
    state.roads[seat] &= ~bit
    state.laid &= ~bit
    state.roads_left[seat] += 1
    state.reach[seat] = reach_of(state, seat, state.roads[seat])


def reach_of(state: BaseState, seat: int, roads: int) -> int:
    """The intersections from which the seat would go on building if it had these roads."""
    reach = state.buildings[seat]
    for road in bits(roads):
        reach |= state.places.ends_of[road]
    return reach & ~state.rivals(seat)


def move_road(state: BaseState, action: Action) -> None:
    """Facts: the path on which the road just built is laid now."""
    seat = action.seat
    take_up(state, seat, just_built(state, action))
    lay_road(state, seat, action.facts[0])
    if state.phase > FOUND_ROAD:
        state.award_longer_road(seat)
        state.end_if_won()


@keeps("B-182")
def check_stays(state: BaseState, action: Action) -> Detail | None:
    path = just_built(state, action)
    if path == NOBODY:
        return cannot(
            marked("{player} has not just built a road"),
            hints.RIGHT_BEHIND,
            player=state.name(action.seat),
        )
    name = state.path_name(path)
    return says(marked("the road on {path} was taken up"), path=name)


BUILDING = (*MOMENT, check_on_turn, check_after_roll)

ON_PATH = (check_path_empty, check_joined, check_not_through)

VERBS = {
    "road": Verb((*BUILDING, *ON_PATH, check_road_piece, check_road_paid), lay, may_lay),
    "free_road": Verb(
        (*MOMENT, check_on_turn, check_free, *ON_PATH, check_free_piece), lay_free, may_lay_free
    ),
    "settle": Verb(
        (
            *BUILDING,
            check_spot_empty,
            check_distance,
            check_at_road,
            check_settlement_piece,
            check_settlement_paid,
        ),
        settle,
        may_settle,
    ),
    "city": Verb(
        (*BUILDING, check_own_settlement, check_city_piece, check_city_paid), upgrade, may_upgrade
    ),
    "move_road": Verb((check_stays, check_path_empty), move_road),
}
