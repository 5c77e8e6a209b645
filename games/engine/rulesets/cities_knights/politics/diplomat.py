"""The Diplomat: an open road is taken off, an own one may be laid again."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine import hints
from games.engine.core import NOBODY, Action, Detail, Seat, Verb, cannot, keeps, says
from games.engine.rulesets.base.building import lay_road, reach_of, take_off
from games.engine.rulesets.base.legal import listed, open_paths
from games.engine.rulesets.base.places import bits
from games.engine.rulesets.base.state import NO_SEAT
from games.engine.rulesets.cities_knights.playing import Play, played, use
from games.engine.rulesets.cities_knights.state import CitiesState
from games.engine.words import marked


def is_open(state: CitiesState, owner: Seat, path: int) -> bool:
    """Whether at one of its ends stands nothing else of the owner (CK-253, CK-254)."""
    places = state.places
    rest = state.ways(owner) & ~(1 << path)
    pieces = state.buildings[owner] | state.men[owner]
    return any(not (pieces >> end & 1 or places.roads_at[end] & rest) for end in places.ends[path])


def may_relay(state: CitiesState, action: Action) -> bool:
    path, new = action.facts
    if new == path or state.laid >> new & 1:
        return False
    rest = state.roads[action.seat] & ~(1 << path)
    return bool(state.places.ends_of[new] & reach_of(state, action.seat, rest))


def take_road(state: CitiesState, action: Action) -> None:
    """Facts: the path, and the one on which an own road is laid again or `NOBODY`."""
    use(state, action, "Di")
    path, new = action.facts
    take_off(state, state.road_owner(path), path)
    if new != NOBODY:
        lay_road(state, action.seat, new)
    state.award_longest_road()
    state.end_if_won()


@keeps("CK-253")
def check_open_road(state: CitiesState, action: Action) -> Detail | None:
    path, _new = action.facts
    owner = state.road_owner(path)
    name = state.path_name(path)
    if owner == NO_SEAT:
        return cannot(marked("no road lies on {path}"), hints.CK_ROAD, path=name)
    if not is_open(state, owner, path):
        return says(marked("the road on {path} is not open"), path=name)
    return None


@keeps("CK-255")
def check_only_own_again(state: CitiesState, action: Action) -> Detail | None:
    path, new = action.facts
    owner = state.road_owner(path)
    if new == NOBODY or owner in (NO_SEAT, action.seat):
        return None
    return says(marked("the road was {player}'s"), player=state.name(owner))


@keeps("CK-256")
def check_laid_again(state: CitiesState, action: Action) -> Detail | None:
    path, new = action.facts
    if new == NOBODY or state.road_owner(path) != action.seat:
        return taken_path(state, new)
    if may_relay(state, action):
        return None
    name = state.path_name(new)
    if new == path:
        return says(marked("the road is laid on {path} again, not elsewhere"), path=name)
    return taken_path(state, new) or says(marked("no road can be laid on {path}"), path=name)


def taken_path(state: CitiesState, new: int) -> Detail | None:
    if new == NOBODY or not state.laid >> new & 1:
        return None
    name = state.path_name(new)
    return cannot(marked("no road can be laid on {path}"), hints.CK_NEW_PATH, path=name)


DIPLOMAT = Verb.of(
    (played("Di"), check_open_road, check_only_own_again, check_laid_again),
    take_road,
)


# What may be done


def diplomats(state: CitiesState, seat: Seat) -> Iterator[Action]:
    for owner in state.seats:
        for path in bits(state.roads[owner]):
            if is_open(state, owner, path):
                yield listed(seat, "diplomat", path, NOBODY)
                if owner == seat:
                    for new in open_paths(state):
                        action = listed(seat, "diplomat", path, new)
                        if may_relay(state, action):
                            yield action


def near_diplomats(state: CitiesState, seat: Seat) -> Iterator[tuple[int, ...]]:
    return ((path, NOBODY) for path in bits(state.laid) or [0])


PLAYS = {"diplomat": Play(diplomats, near_diplomats)}
