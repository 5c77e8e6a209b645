"""Road Building, which lays ships as well."""

from __future__ import annotations

from games.engine.core import Action, Detail, keeps, says
from games.engine.rulesets.base.building import no_road
from games.engine.rulesets.base.places import bits
from games.engine.rulesets.seafarers.state import Sailing
from games.engine.words import marked


def room(state: Sailing, seat: int) -> bool:
    """Whether the seat has a road or ship left, and a path on which to lay it."""
    paths = state.waters.roads if state.roads_left[seat] else 0
    if any_path(state, state.reach[seat], paths):
        return True
    paths = state.waters.ships & ~state.pirates_paths() if state.ships_left[seat] else 0
    return any_path(state, state.sail[seat], paths)


def any_path(state: Sailing, spots: int, paths: int) -> bool:
    """Whether one of the paths is free, and at one of the intersections."""
    free = paths & ~state.laid
    return any(state.places.roads_at[spot] & free for spot in bits(spots)) if free else False


@keeps("B-167")
def check_a_piece(state: Sailing, action: Action) -> Detail | None:
    return None if state.ships_left[action.seat] else no_road(state, action)


@keeps("B-166")
def check_room(state: Sailing, action: Action) -> Detail | None:
    if room(state, action.seat):
        return None
    return says(marked("{player} cannot lay a road or a ship"), player=state.name(action.seat))
