"""Knights at sea: on ships, against ships, against the pirate."""

from __future__ import annotations

from games.engine.core import NOBODY, Action, Check, Detail, keeps, says
from games.engine.rulesets.base.state import ROBBER
from games.engine.rulesets.cities_at_sea.state import CitiesAtSea
from games.engine.rulesets.cities_knights.ending import check_robber_free as check_attacked_before
from games.engine.rulesets.cities_knights.knights import chasing
from games.engine.rulesets.cities_knights.knights.recruiting import no_road_at
from games.engine.rulesets.seafarers import ships
from games.engine.words import marked

# Places


@keeps("CKS-14")
def check_recruited_at_coast(state: CitiesAtSea, action: Action) -> Detail | None:
    return off_the_coast(state, action) or no_road_at(state, action.seat, action.facts[0])


def off_the_coast(state: CitiesAtSea, action: Action) -> Detail | None:
    (spot,) = action.facts
    return None if state.may_hold(spot) else at_sea(state, spot)


def at_sea(state: CitiesAtSea, spot: int) -> Detail:
    return says(marked("{spot} does not touch land"), spot=state.spot_name(spot))


@keeps("CKS-03")
def check_on_own_ship(state: CitiesAtSea, action: Action) -> Detail | None:
    """At sea the knight stands on a ship, which is an own one."""
    target = action.facts[1]
    if state.may_hold(target) or state.ships[action.seat] & state.places.roads_at[target]:
        return None
    return says(
        marked("{player} has no ship at {spot}"),
        player=state.name(action.seat),
        spot=state.spot_name(target),
    )


@keeps("CK-277")
def check_deserter_on_land(state: CitiesAtSea, action: Action) -> Detail | None:
    new = action.facts[1]
    return None if new == NOBODY or state.may_hold(new) else at_sea(state, new)


# Ships


def beside_rival(state: CitiesAtSea, action: Action) -> int:
    """The intersections of the ship at which another player's knight stands."""
    others = state.guards & ~state.men[action.seat]
    return state.places.ends_of[action.facts[0]] & others


@keeps("CKS-06")
def check_no_rival_knight(state: CitiesAtSea, action: Action) -> Detail | None:
    if not state.ships[action.seat] >> action.facts[0] & 1 or not beside_rival(state, action):
        return None
    return says(
        marked("another player's knight stands at {path}"),
        path=state.path_name(action.facts[0]),
    )


@keeps("CKS-04")
def check_knight_joined(state: CitiesAtSea, action: Action) -> Detail | None:
    if not held_by_knight(state, action):
        return None
    return says(
        marked("the ship on {path} joins a knight to a building"),
        path=state.path_name(action.facts[0]),
    )


def held_by_knight(state: CitiesAtSea, action: Action) -> bool:
    """Whether the ship would lie at an open end if no own knight stood there."""
    here, seat = action.facts[0], action.seat
    if not state.ships[seat] >> here & 1 or ships.is_open(state, seat, here):
        return False
    return any(
        not state.buildings[seat] >> end & 1 and not ships.at_the_end(state, seat, end, here)
        for end in state.places.ends[here]
    )


def unless_held(check: Check) -> Check:
    """The check, silent where a knight is the reason."""

    def ask(state: CitiesAtSea, action: Action) -> Detail | None:
        return None if held_by_knight(state, action) else check.ask(state, action)

    return Check(check.rule, ask)


@keeps("SF-07")
def check_not_through_buildings(state: CitiesAtSea, action: Action) -> Detail | None:
    return None if knight_in_the_way(state, action) else ships.check_not_through.ask(state, action)


@keeps("CKS-15")
def check_not_through_knights(state: CitiesAtSea, action: Action) -> Detail | None:
    return ships.check_not_through.ask(state, action) if knight_in_the_way(state, action) else None


def knight_in_the_way(state: CitiesAtSea, action: Action) -> bool:
    others = state.guards & ~state.men[action.seat]
    return bool(state.places.ends_of[action.facts[-1]] & others)


# Chasing


def robber_at(state: CitiesAtSea, spot: int) -> bool:
    return state.robber in state.places.hexes_at[spot]


def pirate_at(state: CitiesAtSea, spot: int) -> bool:
    return state.pirate in state.places.hexes_at[spot]


@keeps("CK-087")
def check_robber_free(state: CitiesAtSea, action: Action) -> Detail | None:
    """Of a knight beside the pirate CKS-13 says it."""
    if pirate_at(state, action.facts[0]):
        return None
    return chasing.check_robber_free.ask(state, action)


@keeps("CKS-13")
def check_pirate_free(state: CitiesAtSea, action: Action) -> Detail | None:
    if pirate_at(state, action.facts[0]):
        return chasing.check_robber_free.ask(state, action)
    return None


@keeps("CK-156")
def check_beside(state: CitiesAtSea, action: Action) -> Detail | None:
    (spot,) = action.facts
    if pirate_at(state, spot):
        return None
    return chasing.check_beside_robber.ask(state, action)


def chaser(state: CitiesAtSea) -> int:
    """The intersection of the knight that chases, `NOBODY` if none does."""
    previous = state.previous
    if state.phase != ROBBER or previous is None or previous.verb != "chase":
        return NOBODY
    return previous.facts[0]


@keeps("CK-156")
def check_robber_chased(state: CitiesAtSea, action: Action) -> Detail | None:
    """A knight beside neither robber nor pirate was named when it began to chase."""
    spot = chaser(state)
    if spot == NOBODY or robber_at(state, spot) or not pirate_at(state, spot):
        return None
    return says(marked("the robber is not at {spot}"), spot=state.spot_name(spot))


@keeps("CKS-07")
def check_pirate_chased(state: CitiesAtSea, action: Action) -> Detail | None:
    spot = chaser(state)
    if spot == NOBODY or pirate_at(state, spot) or not robber_at(state, spot):
        return None
    return says(marked("the pirate is not at {spot}"), spot=state.spot_name(spot))


@keeps("CKS-12")
def check_attacked(state: CitiesAtSea, action: Action) -> Detail | None:
    return check_attacked_before.ask(state, action)


@keeps("CKS-07")
def check_beside_pirate(state: CitiesAtSea, action: Action) -> Detail | None:
    """Neither robber nor pirate is there; from inland only a robber is chased."""
    (spot,) = action.facts
    if robber_at(state, spot) or pirate_at(state, spot):
        return None
    if state.waters.water.isdisjoint(state.places.hexes_at[spot]):
        return None
    return says(
        marked("neither the robber nor the pirate is at {spot}"), spot=state.spot_name(spot)
    )
