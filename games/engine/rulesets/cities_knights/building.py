"""Roads, settlements and cities among knights; cities raised again."""

from __future__ import annotations

from games.engine import hints
from games.engine.core import Action, Detail, Seat, Verb, cannot, keeps, says
from games.engine.rulesets.base import building
from games.engine.rulesets.base.building import CITY, touches, unpaid
from games.engine.rulesets.base.packed import pack
from games.engine.rulesets.cities_knights.hand import holds
from games.engine.rulesets.cities_knights.state import CitiesState
from games.engine.rulesets.cities_knights.turns import adapted, may_act, pay
from games.engine.words import marked

MEDICINE = pack((0, 0, 0, 1, 2))
"""What a city costs with the card (CK-241)."""

# Roads


@keeps("B-126")
def check_not_through_buildings(state: CitiesState, action: Action) -> Detail | None:
    spot = way_closed(state, action)
    if spot is None or not state.taken >> spot & 1:
        return None
    return says(
        marked("at {spot} {rival}'s building is in the way"),
        spot=state.spot_name(spot),
        rival=state.name(state.owner(spot)),
    )


@keeps("CK-131")
def check_not_through_knights(state: CitiesState, action: Action) -> Detail | None:
    spot = way_closed(state, action)
    if spot is None or state.taken >> spot & 1:
        return None
    return says(
        marked("at {spot} {rival}'s knight is in the way"),
        spot=state.spot_name(spot),
        rival=state.name(state.knight_owner(spot)),
    )


def way_closed(state: CitiesState, action: Action) -> int | None:
    """The intersection at which the path would be joined if nobody stood in the way."""
    (path,) = action.facts
    seat = action.seat
    places = state.places
    if not touches(state, seat, path) or places.ends_of[path] & state.reach[seat]:
        return None
    rivals = state.rivals(seat)
    spot, *_other = [
        end
        for end in places.ends[path]
        if rivals >> end & 1 and places.roads_at[end] & state.roads[seat]
    ]
    return spot


# Settlements


@keeps("CK-132")
def check_no_rival_knight(state: CitiesState, action: Action) -> Detail | None:
    (spot,) = action.facts
    if (state.guards & ~state.men[action.seat]) >> spot & 1:
        return knight_there(state, spot)
    return None


@keeps("CK-134")
def check_no_own_knight(state: CitiesState, action: Action) -> Detail | None:
    (spot,) = action.facts
    if state.men[action.seat] >> spot & 1:
        return knight_there(state, spot)
    return None


def knight_there(state: CitiesState, spot: int) -> Detail:
    return cannot(
        marked("{player}'s knight stands on {spot}"),
        hints.CK_KNIGHT_AWAY,
        player=state.name(state.knight_owner(spot)),
        spot=state.spot_name(spot),
    )


# Cities


def may_build_city(state: CitiesState, action: Action) -> bool:
    return (
        may_act(state, action)
        and may_raise(state, action.seat, action.facts[0])
        and holds(state.hands[action.seat], CITY)
    )


def may_raise(state: CitiesState, seat: Seat, spot: int) -> bool:
    """Whether a city may be built there, payment aside: a reduced one comes first (CK-209)."""
    if state.reduced[seat]:
        return bool(state.reduced[seat] >> spot & 1)
    settlements = state.buildings[seat] & ~state.cities[seat]
    return bool(settlements >> spot & 1) and bool(state.cities_left[seat])


def build_city(state: CitiesState, action: Action) -> None:
    pay(state, action.seat, CITY)
    put_city(state, action.seat, action.facts[0])


def put_city(state: CitiesState, seat: Seat, spot: int) -> None:
    """Set the city upright again, or upgrade the settlement; payment is up to the caller."""
    if state.reduced[seat] >> spot & 1:
        state.reduced[seat] &= ~(1 << spot)
    else:
        state.cities_left[seat] -= 1
        state.settlements_left[seat] += 1
    state.raise_city(seat, spot)
    state.end_if_won()


@keeps("CK-208")
def check_restored(state: CitiesState, action: Action) -> Detail | None:
    if state.reduced[action.seat] >> action.facts[0] & 1:
        return unpaid(state, action, CITY)
    return None


@keeps("B-137")
def check_city_paid(state: CitiesState, action: Action) -> Detail | None:
    if state.reduced[action.seat] >> action.facts[0] & 1:
        return None
    return unpaid(state, action, CITY)


@keeps("CK-209")
def check_reduced_first(state: CitiesState, action: Action) -> Detail | None:
    lying = state.reduced[action.seat]
    if not lying or lying >> action.facts[0] & 1:
        return None
    return says(marked("{player}'s reduced city comes first"), player=state.name(action.seat))


@keeps("B-141")
def check_city_piece(state: CitiesState, action: Action) -> Detail | None:
    if state.reduced[action.seat] >> action.facts[0] & 1:
        return None
    return building.check_city_piece(state, action)


ON_A_SPOT = (building.check_own_settlement, check_city_piece, check_reduced_first)
"""Whether a city may be built there, payment aside."""


def with_knights(verb: Verb) -> Verb:
    """A verb that lays a road, among knights."""
    not_through = (check_not_through_buildings, check_not_through_knights)
    return verb.instead({building.check_not_through: not_through})


VERBS = {
    "road": with_knights(adapted(building.VERBS["road"])),
    "free_road": with_knights(adapted(building.VERBS["free_road"])),
    "move_road": building.VERBS["move_road"],
    "settle": adapted(building.VERBS["settle"]).also(check_no_rival_knight, check_no_own_knight),
    "city": adapted(building.VERBS["city"])
    .instead(
        {
            building.check_city_piece: (check_city_piece, check_reduced_first),
            building.check_city_paid: (check_city_paid, check_restored),
        }
    )
    .quickly(may_build_city)
    .doing(build_city),
}
