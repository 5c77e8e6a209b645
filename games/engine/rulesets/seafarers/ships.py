"""Ships: built, laid for free, moved; and roads where there is a sea beside them."""

from __future__ import annotations

from games.engine import hints
from games.engine.core import Action, Check, Detail, Verb, cannot, keeps, says
from games.engine.rulesets.base.building import (
    BUILDING,
    check_free,
    check_joined,
    unpaid,
)
from games.engine.rulesets.base.packed import GUARD, pack
from games.engine.rulesets.base.places import bits
from games.engine.rulesets.base.state import MAIN, NO_SEAT
from games.engine.rulesets.base.turns import MOMENT, before_roll, check_on_turn, off_turn
from games.engine.rulesets.seafarers.state import Sailing
from games.engine.words import marked

SHIP = pack((0, 1, 1, 0, 0))

# Building


def may_build(state: Sailing, action: Action) -> bool:
    """Facts: the path."""
    (path,) = action.facts
    seat = action.seat
    return not (
        state.phase < MAIN
        or seat != state.turn
        or not fits(state, seat, path, state.sail[seat])
        or not state.ships_left[seat]
        or (state.hands[seat] + GUARD - SHIP) & GUARD != GUARD
    )


def fits(state: Sailing, seat: int, path: int, sail: int) -> bool:
    """Whether a ship may be put on the path, going on from one of the intersections."""
    bit = 1 << path
    return bool(
        state.waters.ships & bit
        and not state.laid & bit
        and state.places.ends_of[path] & sail
        and not state.pirates_paths() & bit
    )


def build(state: Sailing, action: Action) -> None:
    seat = action.seat
    state.hands[seat] -= SHIP
    state.bank += SHIP
    state.free = 0
    put(state, seat, action.facts[0])


def put(state: Sailing, seat: int, path: int) -> None:
    state.launch(seat, path)
    state.launched |= 1 << path
    state.holder_before = state.route_holder
    state.award_longer_road(seat)
    state.end_if_won()


def lay_free(state: Sailing, action: Action) -> None:
    state.free = max(0, state.free - 1)
    put(state, action.seat, action.facts[0])


@keeps("SF-01")
def check_piece(state: Sailing, action: Action) -> Detail | None:
    if state.ships_left[action.seat]:
        return None
    return cannot(
        marked("{player} has no ship left"), hints.SF_SHIPS, player=state.name(action.seat)
    )


@keeps("SF-02")
def check_paid(state: Sailing, action: Action) -> Detail | None:
    return unpaid(state, action, SHIP)


@keeps("SF-03")
def check_at_sea(state: Sailing, action: Action) -> Detail | None:
    path = action.facts[-1]
    if state.waters.ships >> path & 1:
        return None
    return says(marked("{path} has no sea beside it"), path=state.path_name(path))


@keeps("SF-04")
def check_edge_empty(state: Sailing, action: Action) -> Detail | None:
    path = action.facts[-1]
    if len(action.facts) > 1 and path == action.facts[0]:
        return None
    if state.road_owner(path) != NO_SEAT:
        text, owner = marked("{player} has a road on {path}"), state.road_owner(path)
        return cannot(text, hints.OTHER_PLACE, player=state.name(owner), path=state.path_name(path))
    return ship_there(state, path)


@keeps("SF-04")
def check_no_ship(state: Sailing, action: Action) -> Detail | None:
    return ship_there(state, action.facts[0])


def ship_there(state: Sailing, path: int) -> Detail | None:
    owner = state.ship_owner(path)
    if owner == NO_SEAT:
        return None
    return cannot(
        marked("{player} has a ship on {path}"),
        hints.OTHER_PLACE,
        player=state.name(owner),
        path=state.path_name(path),
    )


@keeps("SF-05")
def check_touches(state: Sailing, action: Action) -> Detail | None:
    path, ships = action.facts[-1], others(state, action)
    if touched(state, action.seat, path, ships) or road_at(state, action.seat, path):
        return None
    return says(
        marked("{path} touches no ship or building of {player}'s"),
        path=state.path_name(path),
        player=state.name(action.seat),
    )


@keeps("SF-06")
def check_not_at_road(state: Sailing, action: Action) -> Detail | None:
    path, ships = action.facts[-1], others(state, action)
    if touched(state, action.seat, path, ships) or not road_at(state, action.seat, path):
        return None
    return says(
        marked("{path} touches only a road of {player}'s"),
        path=state.path_name(path),
        player=state.name(action.seat),
    )


@keeps("SF-07")
def check_not_through(state: Sailing, action: Action) -> Detail | None:
    path, ships = action.facts[-1], others(state, action)
    seat = action.seat
    ends = state.places.ends_of[path]
    if not touched(state, seat, path, ships) or ends & state.sail_of(seat, ships):
        return None
    spot, *_other = [end for end in state.places.ends[path] if state.rivals(seat) >> end & 1]
    return says(
        marked("{spot} is held by another player"),
        spot=state.spot_name(spot),
    )


@keeps("SF-18")
def check_no_pirate(state: Sailing, action: Action) -> Detail | None:
    return by_the_pirate(state, action.facts[0])


def by_the_pirate(state: Sailing, path: int) -> Detail | None:
    if not state.pirates_paths() >> path & 1:
        return None
    return says(marked("the pirate is beside {path}"), path=state.path_name(path))


def others(state: Sailing, action: Action) -> int:
    """The ships of the seat, without the one that is moved."""
    ships = state.ships[action.seat]
    return ships & ~(1 << action.facts[0]) if len(action.facts) > 1 else ships


def touched(state: Sailing, seat: int, path: int, ships: int) -> bool:
    """Whether one of the ships, or a building of the seat, is at an end of the path."""
    return any(
        state.buildings[seat] >> end & 1 or ships & state.places.roads_at[end] & ~(1 << path)
        for end in state.places.ends[path]
    )


def road_at(state: Sailing, seat: int, path: int) -> bool:
    return any(state.roads[seat] & state.places.roads_at[end] for end in state.places.ends[path])


# Moving


def may_move(state: Sailing, action: Action) -> bool:
    """Facts: the path that the ship leaves, the path on which it comes."""
    here, there = action.facts
    seat = action.seat
    if (
        state.phase < MAIN
        or seat != state.turn
        or state.moved
        or not state.ships[seat] >> here & 1
        or (state.launched | state.pirates_paths()) >> here & 1
        or here == there
    ):
        return False
    left = state.ships[seat] & ~(1 << here)
    return is_open(state, seat, here) and fits(state, seat, there, state.sail_of(seat, left))


def is_open(state: Sailing, seat: int, path: int) -> bool:
    """Whether the ship lies at an open end: no own ship and no own building beyond (SF-11)."""
    return any(
        not state.closes(seat, end, path) and not at_the_end(state, seat, end, path)
        for end in state.places.ends[path]
    )


def at_the_end(state: Sailing, seat: int, spot: int, path: int) -> int:
    """The other ships of the seat there; none if a rival's building parts them."""
    if state.rivals(seat) >> spot & 1:
        return 0
    return state.ships[seat] & state.places.roads_at[spot] & ~(1 << path)


def is_closed(state: Sailing, seat: int, path: int) -> bool:
    """Whether ships join two own buildings on both sides of the ship (SF-12). A ring that comes
    back to one building joins no two; it has no open end (SF-11)."""
    one, other = (reached(state, seat, end, path) for end in state.places.ends[path])
    return bool(one and other) and len(one | other) > 1


def reached(state: Sailing, seat: int, spot: int, path: int) -> set[int]:
    """The first own buildings to which ships lead from the intersection, the one on the path
    apart."""
    seen, todo, found = {spot}, [spot], set()
    for end in todo:
        if state.buildings[seat] >> end & 1:
            found.add(end)
            continue
        if state.rivals(seat) >> end & 1:
            continue
        for ship in bits(at_the_end(state, seat, end, path)):
            beyond = sum(state.places.ends[ship]) - end
            if beyond not in seen:
                seen.add(beyond)
                todo.append(beyond)
    return found


def move(state: Sailing, action: Action) -> None:
    here, there = action.facts
    seat = action.seat
    state.take_in(seat, here)
    state.launch(seat, there)
    state.moved = True
    state.free = 0
    if seat == state.route_holder:
        state.award_longest_road()
    else:
        state.award_longer_road(seat)
    state.end_if_won()


@keeps("SF-10")
def check_one_move(state: Sailing, action: Action) -> Detail | None:
    if state.moved and action.seat == state.turn:
        return says(marked("{player} has moved a ship in this turn"), player=state.name(state.turn))
    return None


@keeps("SF-10")
def check_own_move(state: Sailing, action: Action) -> Detail | None:
    """In one's own turn, after the roll: moving a ship is no building."""
    return off_turn(state, action) or before_roll(state)


@keeps("SF-10")
def check_own_ship(state: Sailing, action: Action) -> Detail | None:
    here = action.facts[0]
    if state.ships[action.seat] >> here & 1:
        return None
    return cannot(
        marked("{player} has no ship on {path}"),
        hints.SF_SHIPS,
        player=state.name(action.seat),
        path=state.path_name(here),
    )


@keeps("SF-11")
def check_open_end(state: Sailing, action: Action) -> Detail | None:
    here, seat = action.facts[0], action.seat
    if not state.ships[seat] >> here & 1 or is_open(state, seat, here):
        return None
    if is_closed(state, seat, here):
        return None
    return says(marked("{path} is not the open end of a line"), path=state.path_name(here))


@keeps("SF-12")
def check_open_line(state: Sailing, action: Action) -> Detail | None:
    here, seat = action.facts[0], action.seat
    if not state.ships[seat] >> here & 1 or is_open(state, seat, here):
        return None
    if not is_closed(state, seat, here):
        return None
    return says(
        marked("{path} is part of a line that joins two buildings"), path=state.path_name(here)
    )


@keeps("SF-13")
def check_not_fresh(state: Sailing, action: Action) -> Detail | None:
    here = action.facts[0]
    if not state.launched >> here & 1:
        return None
    return says(marked("the ship on {path} was built in this turn"), path=state.path_name(here))


@keeps("SF-14")
def check_elsewhere(state: Sailing, action: Action) -> Detail | None:
    """To another edge, under the rules for a new ship; where it is taken, SF-04 says so."""
    here, there = action.facts
    seat = action.seat
    if here == there:
        return says(marked("the ship stays on {path}"), path=state.path_name(here))
    if not state.waters.ships >> there & 1:
        return check_at_sea.ask(state, action)
    if state.places.ends_of[there] & state.sail_of(seat, others(state, action)):
        return None
    return says(
        marked("{path} touches no ship or building of {player}'s"),
        path=state.path_name(there),
        player=state.name(seat),
    )


@keeps("SF-19")
def check_no_pirate_at_move(state: Sailing, action: Action) -> Detail | None:
    here, there = action.facts
    return by_the_pirate(state, here) or by_the_pirate(state, there)


# The founding


@keeps("SF-09")
def check_founded_at_sea(state: Sailing, action: Action) -> Detail | None:
    (path,) = action.facts
    if state.waters.ships >> path & 1:
        return None
    return says(marked("{path} has no sea beside it"), path=state.path_name(path))


# Roads


@keeps("B-123")
def check_on_land(state: Sailing, action: Action) -> Detail | None:
    (path,) = action.facts
    if state.waters.roads >> path & 1:
        return None
    return says(marked("{path} lies between two hexes of sea"), path=state.path_name(path))


@keeps("SF-06")
def check_not_at_ship(state: Sailing, action: Action) -> Detail | None:
    if at_ship_alone(state, action):
        return says(
            marked("{path} touches only a ship of {player}'s"),
            path=state.path_name(action.facts[0]),
            player=state.name(action.seat),
        )
    return None


def at_ship_alone(state: Sailing, action: Action) -> bool:
    (path,) = action.facts
    seat = action.seat
    ends = state.places.ends[path]
    return check_joined.ask(state, action) is not None and any(
        state.ships[seat] & state.places.roads_at[end] for end in ends
    )


def joined(state: Sailing, action: Action) -> Detail | None:
    return None if at_ship_alone(state, action) else check_joined.ask(state, action)


check_joined_at_sea = Check("B-125", joined)

PLACING = (check_at_sea, check_edge_empty, check_touches, check_not_at_road, check_not_through)

VERBS = {
    "ship": Verb((*BUILDING, *PLACING, check_no_pirate, check_piece, check_paid), build, may_build),
    "free_ship": Verb(
        (*MOMENT, check_on_turn, check_free, *PLACING, check_no_pirate, check_piece),
        lay_free,
    ),
    "move_ship": Verb(
        (
            *MOMENT,
            check_own_move,
            check_one_move,
            check_own_ship,
            check_not_fresh,
            check_open_end,
            check_open_line,
            check_elsewhere,
            check_edge_empty,
            check_no_pirate_at_move,
        ),
        move,
        may_move,
    ),
}
