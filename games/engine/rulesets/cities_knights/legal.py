"""All legal actions of a moment; dice and cards that are drawn are left open."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.core import NOBODY, Action, Seat
from games.engine.rulesets.base import legal
from games.engine.rulesets.base.building import CITY, ROAD, SETTLEMENT
from games.engine.rulesets.base.founding import founds_second
from games.engine.rulesets.base.legal import if_allowed, listed, open_paths
from games.engine.rulesets.base.packed import ONE, PLACE, RESOURCES
from games.engine.rulesets.base.places import bits
from games.engine.rulesets.base.state import (
    BEFORE,
    DISCARD,
    FOUND,
    MAIN,
    NO_SEAT,
    RESOLVING,
)
from games.engine.rulesets.cities_knights.building import may_raise
from games.engine.rulesets.cities_knights.card_plays import (
    card_plays,
    cards_given,
    exchanges,
)
from games.engine.rulesets.cities_knights.decks import DECKS, MOST_HELD, OPEN, TRACKS, unseen_kind
from games.engine.rulesets.cities_knights.draws import WAIVED, on_top
from games.engine.rulesets.cities_knights.hand import KINDS, holds
from games.engine.rulesets.cities_knights.improvements import (
    METROPOLIS,
    WALL,
    price,
    wins,
)
from games.engine.rulesets.cities_knights.improvements import VERBS as CITY_WORKS
from games.engine.rulesets.cities_knights.knights.activating import ACTIVATION
from games.engine.rulesets.cities_knights.knights.displacing import places_away, weaker_rival
from games.engine.rulesets.cities_knights.knights.moving import able, reached, targets
from games.engine.rulesets.cities_knights.knights.promoting import PROMOTION
from games.engine.rulesets.cities_knights.knights.promoting import VERBS as PROMOTIONS
from games.engine.rulesets.cities_knights.knights.recruiting import RECRUIT, may_stand
from games.engine.rulesets.cities_knights.playing import holds_card
from games.engine.rulesets.cities_knights.production import after_production
from games.engine.rulesets.cities_knights.science import alchemists
from games.engine.rulesets.cities_knights.state import BASIC, TOP, CitiesState
from games.engine.rulesets.cities_knights.trading import fits_rate


def legal_actions(state: CitiesState) -> Iterator[Action]:
    """`roll` has no facts; a progress card drawn is the unseen one of its colour or an open one."""
    if state.phase == MAIN:
        yield from after_roll(state)
    elif state.phase == BEFORE:
        yield listed(state.turn, "roll")
        if state.alchemy is None and holds_card(state, state.turn, "Al"):
            yield from alchemists(state, state.turn)
    elif state.phase == RESOLVING:
        yield from resolving(state)
    elif state.phase == DISCARD:
        yield from cards_given(state, "discard")
    elif state.phase == FOUND:
        verb = "found_city" if founds_second(state, state.turn) else "found"
        for action in legal.foundings(state):
            yield action._replace(verb=verb)
    else:
        yield from legal.legal_actions(state)


def resolving(state: CitiesState) -> Iterator[Action]:
    if state.commits:
        seat = state.commits[0]
        for knights in subsets(state.active[seat]):
            yield listed(seat, "commit", knights)
    elif state.losers:
        for seat in state.seats:
            if state.losers >> seat & 1:
                for spot in bits(state.free_cities(seat)):
                    yield listed(seat, "lose_city", spot)
    elif state.surplus != NO_SEAT:
        yield from give_backs(state, state.surplus)
    elif state.drawers:
        yield from draws(state, state.drawers[0])
    else:
        yield from cards_given(state, "discard" if state.receiver == NO_SEAT else "gift")


def draws(state: CitiesState, seat: Seat) -> Iterator[Action]:
    colours = TRACKS if state.free_choice else (state.event,)
    for colour in colours:
        if state.left_in(colour):
            yield listed(seat, "draw", colour, unseen_kind(colour))
    for colour, kind in sorted(OPEN):
        if colour in colours and on_top(state, colour, kind):
            yield listed(seat, "draw", colour, kind)
    yield listed(seat, "draw", *WAIVED)


def subsets(mask: int) -> Iterator[int]:
    part = mask
    while True:
        yield part
        if not part:
            return
        part = (part - 1) & mask


def due(state: CitiesState, seat: Seat, verb: str) -> int:
    """Cards that the player still has to discard or to give for a Wedding."""
    return state.owed[seat] if verb in {"discard", "gift"} else 0


def give_backs(state: CitiesState, seat: Seat) -> Iterator[Action]:
    for colour, kind in held_cards(state, seat):
        yield listed(seat, "give_back", colour, kind)


def held_cards(state: CitiesState, seat: Seat) -> Iterator[tuple[int, int]]:
    for colour in TRACKS:
        cards = state.progress[colour][seat]
        for kind in range(len(DECKS[colour]) + 1):
            if cards >> 8 * kind & PLACE:
                yield colour, kind


def after_roll(state: CitiesState) -> Iterator[Action]:
    seat = state.turn
    if state.face_down(seat) <= MOST_HELD:
        yield listed(seat, "end_turn")
    else:
        yield from give_backs(state, seat)
    if state.dry and after_production(state):
        for other in state.dry:
            for kind in range(len(RESOURCES)):
                if state.in_bank(kind):
                    yield listed(other, "aqueduct", kind)
    if state.free:
        yield from legal.free_roads(state)
    if state.hands[seat]:
        yield from purchases(state, seat)
        yield from improvements(state, seat)
        yield from bank_trades(state, seat)
    if state.men[seat]:
        yield from knight_actions(state, seat)
    if any(cards[seat] for cards in state.progress):
        yield from card_plays(state, seat)
    if state.harbours:
        yield from exchanges(state, seat)


def purchases(state: CitiesState, seat: Seat) -> Iterator[Action]:
    hand = state.hands[seat]
    if holds(hand, ROAD) and state.roads_left[seat]:
        for path in open_paths(state):
            yield listed(seat, "road", path)
        if holds(hand, SETTLEMENT) and state.settlements_left[seat]:
            for spot in bits(state.reach[seat] & ~state.blocked & ~state.guards):
                yield listed(seat, "settle", spot)
    yield from city_works(state, seat, hand)
    yield from knights_paid(state, seat, hand)


def city_works(state: CitiesState, seat: Seat, hand: int) -> Iterator[Action]:
    if holds(hand, CITY):
        for spot in state.settlements(seat):
            if may_raise(state, seat, spot):
                yield listed(seat, "city", spot)
    if holds(hand, WALL):
        for spot in bits(state.cities[seat]):
            yield from if_allowed(state, CITY_WORKS["wall"], listed(seat, "wall", spot))


def knights_paid(state: CitiesState, seat: Seat, hand: int) -> Iterator[Action]:
    if holds(hand, RECRUIT) and state.knights_left(seat, BASIC):
        for spot in standing_places(state, seat):
            yield listed(seat, "recruit", spot)
    if holds(hand, PROMOTION):
        for spot in bits(state.men[seat]):
            yield from if_allowed(state, PROMOTIONS["promote"], listed(seat, "promote", spot))
    if holds(hand, ACTIVATION):
        for spot in bits(state.men[seat] & ~state.active[seat]):
            yield listed(seat, "activate", spot)


def standing_places(state: CitiesState, seat: Seat) -> list[int]:
    """Where a new knight may be put."""
    return [spot for spot in bits(state.reach[seat]) if may_stand(state, seat, spot)]


def improvements(state: CitiesState, seat: Seat) -> Iterator[Action]:
    if not state.cities[seat]:
        return
    free = state.free_cities(seat)
    for track in TRACKS:
        level = state.levels[seat][track] + 1
        if level > TOP or (level == METROPOLIS and not free):
            continue
        spots = bits(free) if wins(state, seat, track, level) else [NOBODY]
        for crane in (0, 1) if state.cranes else (0,):
            if holds(state.hands[seat], price(track, level, crane)):
                for spot in spots:
                    yield listed(seat, "improve", track, level, spot, crane)


def bank_trades(state: CitiesState, seat: Seat) -> Iterator[Action]:
    """Each pair of kinds at the best rate that the player has for it."""
    for kind in KINDS:
        have = state.hands[seat] >> 8 * kind & PLACE
        rate = next((count for count in (2, 3) if fits_rate(state, seat, kind, count)), 4)
        if have >= rate:
            for other in KINDS:
                if other != kind and state.in_bank(other):
                    yield listed(seat, "bank", rate * ONE[kind], ONE[other])


def knight_actions(state: CitiesState, seat: Seat) -> Iterator[Action]:
    for start in bits(state.men[seat]):
        if not able(state, seat, start):
            continue
        for target in bits(targets(state, seat, start)):
            yield listed(seat, "move_knight", start, target)
        for target in bits(reached(state, seat, start) & state.guards):
            if weaker_rival(state, seat, start, target):
                for away in bits(places_away(state, target, 1 << start)) or [NOBODY]:
                    yield listed(seat, "displace", start, target, away)
        if state.attacked and state.robber in state.places.hexes_at[start]:
            yield listed(seat, "chase", start)
