"""City improvements, the metropolises that they win, and city walls."""

from __future__ import annotations

from games.engine import hints
from games.engine.core import NOBODY, Action, Check, Detail, Seat, Verb, cannot, keeps, says
from games.engine.rulesets.base.packed import ONE, PLACE, heap, pack
from games.engine.rulesets.base.state import NO_SEAT
from games.engine.rulesets.cities_knights.decks import PAID_IN, TRACK_NAMES
from games.engine.rulesets.cities_knights.hand import COMMODITIES, holds
from games.engine.rulesets.cities_knights.state import TOP, WALLS, CitiesState
from games.engine.rulesets.cities_knights.supposed import CRANE, is_left, use_one
from games.engine.rulesets.cities_knights.turns import (
    PAYING,
    pay,
    unpaid,
)
from games.engine.words import marked

METROPOLIS = TOP - 1
"""The level that wins a metropolis which nobody has (CK-179)."""

WALL = pack((2, 0, 0, 0, 0))

# Improvements


def price(track: int, level: int, crane: int) -> int:
    """The commodities; nothing is paid for a level that there is not, with a Crane neither."""
    return max(0, level - crane) * ONE[PAID_IN[track]]


def wins(state: CitiesState, seat: Seat, track: int, level: int) -> bool:
    """Whether the level wins the metropolis of the track (CK-179, CK-183)."""
    owner = state.owner_of[track]
    if level == METROPOLIS:
        return owner == NO_SEAT
    return level == TOP and owner != seat and (owner == NO_SEAT or state.levels[owner][track] < TOP)


def improve(state: CitiesState, action: Action) -> None:
    """Facts: track, level, the intersection of the metropolis won or `NOBODY`, 1 for a Crane."""
    track, level, spot, crane = action.facts
    seat = action.seat
    pay(state, seat, price(track, level, crane))
    if crane:
        use_one(state, CRANE)
    state.levels[seat][track] = level
    # It is won also where nobody said on which of several cities it stands (CKD-30).
    if wins(state, seat, track, level) and (spot != NOBODY or state.free_cities(seat)):
        raise_metropolis(state, seat, track, place_of_metropolis(state, action))
    state.end_if_won()


def place_of_metropolis(state: CitiesState, action: Action) -> int:
    """The intersection named, or the only one where it can stand: its owner chooses nothing but
    the city (CKD-30). `NOBODY` if it is left open which."""
    _track, _level, spot, _crane = action.facts
    free = state.free_cities(action.seat)
    return free.bit_length() - 1 if spot == NOBODY and free.bit_count() == 1 else spot


def raise_metropolis(state: CitiesState, seat: Seat, track: int, spot: int) -> None:
    """Two points for the owner; the city of the one before stays (CK-180, CK-185)."""
    before = state.owner_of[track]
    if before != NO_SEAT:
        state.points[before] -= 2
    state.points[seat] += 2
    state.owner_of[track] = seat
    state.metropolis[track] = spot


@keeps("CK-010")
def check_top(state: CitiesState, action: Action) -> Detail | None:
    if action.facts[1] > TOP:
        return cannot(marked("a track has 5 levels"), hints.CK_TRACKS)
    return None


@keeps("CK-166")
def check_no_gap(state: CitiesState, action: Action) -> Detail | None:
    track, level, _spot, _crane = action.facts
    now = state.levels[action.seat][track]
    if level == now + 1:
        return None
    if not level:
        return says(marked("a track begins with level 1"))
    return says(
        marked("{player} has level {level} of {track}, not {built}"),
        player=state.name(action.seat),
        level=now,
        track=TRACK_NAMES[track],
        built=level - 1,
    )


@keeps("CK-167")
def check_city(state: CitiesState, action: Action) -> Detail | None:
    if state.cities[action.seat] or state.reduced[action.seat]:
        return None
    return says(marked("{player} has no city"), player=state.name(action.seat))


@keeps("CK-171")
def check_upright(state: CitiesState, action: Action) -> Detail | None:
    if state.cities[action.seat] or not state.reduced[action.seat]:
        return None
    return says(marked("{player}'s city lies on its side"), player=state.name(action.seat))


def level_paid(rule: str, level: int) -> Check:
    def ask(state: CitiesState, action: Action) -> Detail | None:
        track, built, _spot, crane = action.facts
        if built != level or crane:
            return None
        return unpaid(state, action.seat, price(track, level, crane))

    return Check(rule, ask)


@keeps("CK-160")
def check_commodity(state: CitiesState, action: Action) -> Detail | None:
    """There would be enough cards of another commodity."""
    track, level, _spot, crane = action.facts
    hand = state.hands[action.seat]
    if holds(hand, price(track, min(level, TOP), crane)):
        return None
    others = [kind for kind in COMMODITIES if kind != PAID_IN[track]]
    if any(hand >> 8 * kind & PLACE >= level - crane for kind in others):
        return says(
            marked("{track} is paid in {card}"),
            track=TRACK_NAMES[track],
            card=heap(ONE[PAID_IN[track]]),
        )
    return None


@keeps("CK-232")
def check_paid_with_crane(state: CitiesState, action: Action) -> Detail | None:
    track, level, _spot, crane = action.facts
    if not crane or not 0 < level <= TOP:
        return None
    return unpaid(state, action.seat, price(track, level, crane))


@keeps("CK-233")
def check_crane(state: CitiesState, action: Action) -> Detail | None:
    if action.facts[3] and not is_left(state, CRANE):
        return says(marked("no Crane is left for it in this turn"))
    return None


@keeps("CK-188")
def check_free_city(state: CitiesState, action: Action) -> Detail | None:
    _track, level, _spot, _crane = action.facts
    seat = action.seat
    if level == METROPOLIS and state.cities[seat] and not state.free_cities(seat):
        return says(marked("{player} has metropolises only"), player=state.name(seat))
    return None


@keeps("CK-295")
def check_free_city_to_take(state: CitiesState, action: Action) -> Detail | None:
    track, level, _spot, _crane = action.facts
    seat = action.seat
    taking = level == TOP and wins(state, seat, track, level)
    if taking and state.cities[seat] and not state.free_cities(seat):
        return says(marked("{player} has metropolises only"), player=state.name(seat))
    return None


@keeps("CK-179")
def check_city_named(state: CitiesState, action: Action) -> Detail | None:
    """The metropolis stands on an own city."""
    track, level, spot, _crane = action.facts
    if not wins(state, action.seat, track, level):
        return None
    if level == METROPOLIS and place_of_metropolis(state, action) == NOBODY:
        return says(marked("no city is named for the metropolis"))
    if spot != NOBODY and not state.cities[action.seat] >> spot & 1:
        return says(
            marked("{player} has no city on {spot}"),
            player=state.name(action.seat),
            spot=state.spot_name(spot),
        )
    return None


@keeps("CK-183")
def check_city_named_to_take(state: CitiesState, action: Action) -> Detail | None:
    track, level, _spot, _crane = action.facts
    if level < TOP or not wins(state, action.seat, track, level):
        return None
    if place_of_metropolis(state, action) == NOBODY:
        return says(marked("no city is named for the metropolis"))
    return None


@keeps("CK-186")
def check_one_metropolis(state: CitiesState, action: Action) -> Detail | None:
    track, level, spot, _crane = action.facts
    if spot == NOBODY or not wins(state, action.seat, track, level):
        return None
    if state.metropolises(action.seat) >> spot & 1:
        return says(marked("on {spot} stands a metropolis"), spot=state.spot_name(spot))
    return None


@keeps("CK-179")
def check_level_of_metropolis(state: CitiesState, action: Action) -> Detail | None:
    _track, level, spot, _crane = action.facts
    if spot != NOBODY and level < METROPOLIS:
        return says(marked("level {level} wins no metropolis"), level=level)
    return None


@keeps("CK-181")
def check_own_metropolis_stays(state: CitiesState, action: Action) -> Detail | None:
    """Its place may be told again at level 5, but is not chosen anew (CKD-30)."""
    track, level, spot, _crane = action.facts
    here = state.metropolis[track]
    if level < METROPOLIS or state.owner_of[track] != action.seat:
        return None
    if NOBODY in (spot, here) or spot == here:
        return None
    return says(
        marked("{player}'s metropolis of {track} stands on {spot}"),
        player=state.name(action.seat),
        track=TRACK_NAMES[track],
        spot=state.spot_name(here),
    )


@keeps("CK-182")
def check_metropolis_won(state: CitiesState, action: Action) -> Detail | None:
    track, level, spot, _crane = action.facts
    if spot != NOBODY and level == METROPOLIS and _is_anothers(state, action.seat, track):
        return says(marked("level {level} wins no metropolis now"), level=level)
    return None


@keeps("CK-184")
def check_metropolis_not_safe(state: CitiesState, action: Action) -> Detail | None:
    track, level, spot, _crane = action.facts
    if spot == NOBODY or level != TOP or wins(state, action.seat, track, level):
        return None
    if _is_anothers(state, action.seat, track):
        return says(marked("level {level} wins no metropolis now"), level=level)
    return None


def _is_anothers(state: CitiesState, seat: Seat, track: int) -> bool:
    return state.owner_of[track] not in (NO_SEAT, seat)


# Walls


def wall(state: CitiesState, action: Action) -> None:
    """Facts: the intersection."""
    pay(state, action.seat, WALL)
    state.walls[action.seat] |= 1 << action.facts[0]


def no_city_for_wall(state: CitiesState, action: Action) -> Detail | None:
    seat, (spot,) = action.seat, action.facts
    if state.cities[seat] >> spot & 1:
        return None
    return says(
        marked("{player} has no city on {spot}"),
        player=state.name(seat),
        spot=state.spot_name(spot),
    )


def second_wall(state: CitiesState, action: Action) -> Detail | None:
    (spot,) = action.facts
    if state.walls[action.seat] >> spot & 1:
        return cannot(marked("{spot} has a wall"), hints.OTHER_PLACE, spot=state.spot_name(spot))
    return None


def no_wall_left(state: CitiesState, action: Action) -> Detail | None:
    if state.walls[action.seat].bit_count() < WALLS:
        return None
    return cannot(
        marked("{player} has no wall left"), hints.PIECES_BEFORE, player=state.name(action.seat)
    )


@keeps("CK-103")
def check_wall_paid(state: CitiesState, action: Action) -> Detail | None:
    return unpaid(state, action.seat, WALL)


VERBS = {
    "improve": Verb.of(
        (
            PAYING,
            check_top,
            check_no_gap,
            check_city,
            check_upright,
            *(level_paid(f"CK-{160 + level}", level) for level in range(1, TOP + 1)),
            check_commodity,
            check_paid_with_crane,
            check_crane,
            check_free_city,
            check_free_city_to_take,
            check_city_named,
            check_city_named_to_take,
            check_one_metropolis,
            check_level_of_metropolis,
            check_own_metropolis_stays,
            check_metropolis_won,
            check_metropolis_not_safe,
        ),
        improve,
    ),
    "wall": Verb.of(
        (
            PAYING,
            Check("CK-104", no_city_for_wall),
            Check("CK-105", second_wall),
            Check("CK-106", no_wall_left),
            check_wall_paid,
        ),
        wall,
    ),
}
