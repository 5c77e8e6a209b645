"""Warlord, Intrigue and Deserter: the cards about knights."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine import hints
from games.engine.core import NOBODY, Action, Detail, Seat, Verb, cannot, keeps, says
from games.engine.rulesets.base.legal import if_allowed, listed
from games.engine.rulesets.base.places import bits
from games.engine.rulesets.base.state import NO_SEAT
from games.engine.rulesets.base.turns import has_left
from games.engine.rulesets.cities_knights.knights.activating import set_active
from games.engine.rulesets.cities_knights.knights.displacing import (
    away_checks,
    drive_off,
    own_knight_there,
    places_away,
    put_away,
)
from games.engine.rulesets.cities_knights.knights.moving import settle_routes
from games.engine.rulesets.cities_knights.knights.recruiting import (
    no_road_at,
    none_left,
    not_free,
)
from games.engine.rulesets.cities_knights.playing import (
    Play,
    alone,
    played,
    rival_knights,
    use,
)
from games.engine.rulesets.cities_knights.state import RANKS, CitiesState
from games.engine.words import marked

# Warlord


def call_up(state: CitiesState, action: Action) -> None:
    use(state, action, "Wa")
    seat = action.seat
    set_active(state, seat, state.men[seat] & ~state.active[seat])


# Intrigue


def intrigue(state: CitiesState, action: Action) -> None:
    """Facts: the intersection of the knight, where it goes or `NOBODY`."""
    use(state, action, "It")
    spot, away = action.facts
    driven = drive_off(state, spot)
    put_away(state, driven, away)
    settle_routes(state, (driven[0], spot), (driven[0], away))


@keeps("CK-262")
def check_reached(state: CitiesState, action: Action) -> Detail | None:
    spot, _away = action.facts
    if state.knight_owner(spot) == NO_SEAT:
        return cannot(
            marked("no knight stands on {spot}"), hints.CK_INTRIGUE, spot=state.spot_name(spot)
        )
    return no_road_at(state, action.seat, spot)


@keeps("CK-263")
def check_not_own(state: CitiesState, action: Action) -> Detail | None:
    spot, _away = action.facts
    return own_knight_there(state, spot) if state.men[action.seat] >> spot & 1 else None


# Deserter


def rank_placed(state: CitiesState, action: Action) -> tuple[int, int]:
    """Strengths of the knights removed and placed."""
    spot, _new, rank = action.facts
    removed = state.strength(state.knight_owner(spot), spot)
    return removed, rank or removed


def lure(state: CitiesState, action: Action) -> None:
    """Facts: the intersection of the knight removed, that of the one placed or `NOBODY`, its
    strength or 0 for the same."""
    use(state, action, "De")
    spot, new, _rank = action.facts
    _removed, rank = rank_placed(state, action)
    seat = action.seat
    owner, _strength, active = drive_off(state, spot)
    if new != NOBODY:
        state.stand(seat, new, rank, active=active)
        if active and seat == state.turn:
            state.fresh |= 1 << new
    settle_routes(state, (owner, spot), (seat, new))


@keeps("CK-271")
def check_rivals_knight(state: CitiesState, action: Action) -> Detail | None:
    spot = action.facts[0]
    if state.men[action.seat] >> spot & 1:
        return own_knight_there(state, spot)
    if state.knight_owner(spot) == NO_SEAT:
        return cannot(
            marked("no knight stands on {spot}"), hints.CK_DESERTER, spot=state.spot_name(spot)
        )
    # The opponent chooses the knight; who has left chooses none.
    owner = state.knight_owner(spot)
    return has_left(state, owner) if state.out >> owner & 1 else None


def luring(state: CitiesState, action: Action) -> bool:
    """Whether a knight of an opponent is removed and one is placed."""
    spot, new, _rank = action.facts
    return new != NOBODY and state.knight_owner(spot) not in (NO_SEAT, action.seat)


@keeps("CK-272")
def check_same_strength(state: CitiesState, action: Action) -> Detail | None:
    if not luring(state, action):
        return None
    removed, rank = rank_placed(state, action)
    seat = action.seat
    if not state.knights_left(seat, rank):
        return none_left(state, seat, rank) if action.facts[2] else unsaid(state, seat, rank)
    if rank > removed and any(state.knights_left(seat, low) for low in range(1, removed + 1)):
        return both_strengths(removed, rank)
    return None


def unsaid(state: CitiesState, seat: Seat, rank: int) -> Detail:
    return cannot(
        marked("{player} has no knight of strength {rank} left"),
        hints.CK_WEAKER,
        player=state.name(seat),
        rank=rank,
    )


def both_strengths(removed: int, rank: int) -> Detail:
    return says(
        marked("the knight removed had strength {removed}, the one placed has {rank}"),
        removed=removed,
        rank=rank,
    )


@keeps("CK-273")
def check_not_weaker(state: CitiesState, action: Action) -> Detail | None:
    if not luring(state, action):
        return None
    removed, rank = rank_placed(state, action)
    if rank < removed and state.knights_left(action.seat, removed):
        return both_strengths(removed, rank)
    return None


@keeps("CK-274")
def check_not_stronger(state: CitiesState, action: Action) -> Detail | None:
    if not luring(state, action):
        return None
    removed, rank = rank_placed(state, action)
    return both_strengths(removed, rank) if rank > removed else None


@keeps("CK-277")
def check_place(state: CitiesState, action: Action) -> Detail | None:
    spot, new, _rank = action.facts
    if new == NOBODY:
        return None
    taken = None if new == spot else not_free(state, new)
    return taken or no_road_at(state, action.seat, new)


WARLORD = Verb.of((played("Wa"),), call_up)

INTRIGUE = Verb.of(
    (
        played("It"),
        check_reached,
        check_not_own,
        *away_checks(("CK-264",) * 5, 0, by_knight=False),
    ),
    intrigue,
)

DESERTER = Verb.of(
    (
        played("De"),
        check_rivals_knight,
        check_same_strength,
        check_not_weaker,
        check_not_stronger,
        check_place,
    ),
    lure,
)


# What may be done


def intrigues(state: CitiesState, seat: Seat) -> Iterator[Action]:
    for spot in bits(state.guards & ~state.men[seat]):
        if state.ways(seat) & state.places.roads_at[spot]:
            for away in bits(places_away(state, spot)) or [NOBODY]:
                yield listed(seat, "intrigue", spot, away)


def deserters(state: CitiesState, seat: Seat) -> Iterator[Action]:
    for spot in bits(state.guards & ~state.men[seat]):
        removed = listed(seat, "deserter", spot, NOBODY, 0)
        if not DESERTER.allowed(state, removed):
            continue
        yield removed
        for new in bits(state.reach[seat] & ~state.taken | 1 << spot):
            if not state.may_hold(new):
                continue
            for rank in RANKS:
                placed = listed(seat, "deserter", spot, new, rank)
                yield from if_allowed(state, DESERTER, placed)


PLAYS = {
    "warlord": alone("warlord"),
    "intrigue": Play(
        intrigues,
        lambda state, seat: ((spot, NOBODY) for spot in rival_knights(state, seat)),
    ),
    "deserter": Play(
        deserters,
        lambda state, seat: ((spot, NOBODY, 0) for spot in rival_knights(state, seat)),
    ),
}
