"""All legal plays of progress cards, and what they make due."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import combinations, product

from games.engine.core import NOBODY, Action, Seat
from games.engine.rulesets.base.cards import room
from games.engine.rulesets.base.legal import listed, open_paths
from games.engine.rulesets.base.packed import ONE, PLACE, RESOURCES, UNKNOWN, size
from games.engine.rulesets.base.places import bits
from games.engine.rulesets.cities_knights.building import MEDICINE, may_raise
from games.engine.rulesets.cities_knights.commerce import commodities
from games.engine.rulesets.cities_knights.decks import DECKS, TRACKS
from games.engine.rulesets.cities_knights.hand import COMMODITIES, KINDS, holds
from games.engine.rulesets.cities_knights.improvements import may_put_wall
from games.engine.rulesets.cities_knights.knights.displacing import places_away
from games.engine.rulesets.cities_knights.politics.diplomat import is_open, may_relay
from games.engine.rulesets.cities_knights.politics.knight_cards import may_lure
from games.engine.rulesets.cities_knights.science import may_smith, movable
from games.engine.rulesets.cities_knights.state import RANKS, CitiesState

Plays = Callable[[CitiesState, Seat], Iterator[Action]]


def card_plays(state: CitiesState, seat: Seat) -> Iterator[Action]:
    """What the player on turn may do with the cards in hand, after the roll."""
    for colour in TRACKS:
        held = state.progress[colour][seat]
        if held:
            for kind, card in enumerate(DECKS[colour]):
                if held >> 8 * kind & PLACE and card.letters in PLAYS:
                    yield from PLAYS[card.letters](state, seat)


def alone(verb: str) -> Plays:
    def plays(state: CitiesState, seat: Seat) -> Iterator[Action]:
        yield listed(seat, verb)

    return plays


def alchemists(state: CitiesState, seat: Seat) -> Iterator[Action]:
    """Before the roll."""
    for red, yellow in product(range(1, 7), repeat=2):
        yield listed(seat, "alchemist", red, yellow)


def engineers(state: CitiesState, seat: Seat) -> Iterator[Action]:
    for spot in bits(state.cities[seat]):
        if may_put_wall(state, seat, spot):
            yield listed(seat, "engineer", spot)


def smiths(state: CitiesState, seat: Seat) -> Iterator[Action]:
    knights = bits(state.men[seat])
    for one, other in product(knights, [*knights, NOBODY]):
        action = listed(seat, "smith", one, other)
        if may_smith(state, action):
            yield action


def medicines(state: CitiesState, seat: Seat) -> Iterator[Action]:
    if holds(state.hands[seat], MEDICINE):
        for spot in state.settlements(seat):
            if may_raise(state, seat, spot):
                yield listed(seat, "medicine", spot)


def road_buildings(state: CitiesState, seat: Seat) -> Iterator[Action]:
    if state.roads_left[seat] and room(state, seat):
        yield listed(seat, "road_building")


def inventors(state: CitiesState, seat: Seat) -> Iterator[Action]:
    for one, other in combinations(filter(partial(movable, state), range(len(state.numbers))), 2):
        yield listed(seat, "inventor", one, other)


def bishops(state: CitiesState, seat: Seat) -> Iterator[Action]:
    """The cards taken are those that nobody saw."""
    if state.attacked:
        for hex_ in range(len(state.places.corners)):
            if hex_ != state.robber:
                stolen = sum(
                    UNKNOWN + 1 << 8 * victim
                    for victim in state.victims(seat, hex_)
                    if state.hands[victim]
                )
                yield listed(seat, "bishop", hex_, stolen)


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


def intrigues(state: CitiesState, seat: Seat) -> Iterator[Action]:
    for spot in bits(state.guards & ~state.men[seat]):
        if state.ways(seat) & state.places.roads_at[spot]:
            for away in bits(places_away(state, spot)) or [NOBODY]:
                yield listed(seat, "intrigue", spot, away)


def spies(state: CitiesState, seat: Seat) -> Iterator[Action]:
    for opponent in state.seats:
        if opponent != seat:
            for colour in TRACKS:
                cards = state.progress[colour][opponent]
                for kind in range(len(DECKS[colour]) + 1):
                    if cards >> 8 * kind & PLACE:
                        yield listed(seat, "spy", opponent, colour, kind)


def deserters(state: CitiesState, seat: Seat) -> Iterator[Action]:
    for spot in bits(state.guards & ~state.men[seat]):
        if not may_lure(state, listed(seat, "deserter", spot, NOBODY, 0)):
            continue
        yield listed(seat, "deserter", spot, NOBODY, 0)
        for new in bits(state.reach[seat] & ~state.taken | 1 << spot):
            for rank in RANKS:
                action = listed(seat, "deserter", spot, new, rank)
                if may_lure(state, action):
                    yield action


def merchants(state: CitiesState, seat: Seat) -> Iterator[Action]:
    for hex_, stood in enumerate(state.stood):
        if stood[seat]:
            yield listed(seat, "merchant", hex_)


def master_merchants(state: CitiesState, seat: Seat) -> Iterator[Action]:
    for opponent in state.seats:
        hand = state.hands[opponent]
        if hand and state.points[opponent] > state.points[seat]:
            for cards in choices(hand, min(2, size(hand))):
                yield Action(seat, "master_merchant", (opponent, cards))


def monopolies(verb: str, kinds: range | tuple[int, ...]) -> Plays:
    def plays(state: CitiesState, seat: Seat) -> Iterator[Action]:
        for kind in kinds:
            yield listed(seat, verb, kind)

    return plays


PLAYS: Mapping[str, Plays] = {
    "Mi": alone("mining"),
    "Ir": alone("irrigation"),
    "En": engineers,
    "Cr": alone("crane"),
    "Sm": smiths,
    "Me": medicines,
    "Rb": road_buildings,
    "In": inventors,
    "Bi": bishops,
    "Di": diplomats,
    "Wa": alone("warlord"),
    "We": alone("wedding"),
    "It": intrigues,
    "Sa": alone("saboteur"),
    "Sp": spies,
    "De": deserters,
    "Mt": merchants,
    "Ch": alone("commercial_harbour"),
    "Mf": alone("merchant_fleet"),
    "Mm": master_merchants,
    "Cm": monopolies("commodity_monopoly", COMMODITIES),
    "Rm": monopolies("resource_monopoly", range(len(RESOURCES))),
}

# What cards have made due


def exchanges(state: CitiesState, seat: Seat) -> Iterator[Action]:
    """Those of a Commercial Harbour."""
    for opponent in state.seats:
        if opponent == seat or (state.harboured | state.out) >> opponent & 1:
            continue
        kinds = (*COMMODITIES, UNKNOWN)
        held = [kind for kind in kinds if state.hands[opponent] >> 8 * kind & PLACE]
        if not commodities(state, opponent) or UNKNOWN in held:
            held.append(NOBODY)
        for give in range(len(RESOURCES)):
            if state.hands[seat] >> 8 * give & PLACE:
                for get in held:
                    yield listed(seat, "exchange", opponent, give, get)


def cards_given(state: CitiesState, verb: str) -> Iterator[Action]:
    """Every choice of cards of everyone who owes some."""
    for seat in state.seats:
        if state.owed[seat]:
            for cards in choices(state.hands[seat], state.owed[seat]):
                yield Action(seat, verb, (cards,))


def choices(hand: int, count: int) -> list[int]:
    """All sets of so many cards out of a hand."""
    found = [(0, count)]
    kinds = (*KINDS, UNKNOWN)
    later = size(hand)
    for kind in kinds:
        have = hand >> 8 * kind & PLACE
        later -= have
        if have:
            # What is left to choose after this kind has to come from the later ones.
            found = [
                (cards + taken * ONE[kind], left - taken)
                for cards, left in found
                for taken in range(max(0, left - later), min(have, left) + 1)
            ]
    return [cards for cards, left in found if not left]
