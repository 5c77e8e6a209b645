"""All legal actions of a moment, one by one as they are asked for.

For hints and for the recorder; verdicts never build this list. Deals between players, claims and
the ways to break off are apart, in `offers`: they are legal or not whatever the position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache

from games.engine.core import NOBODY, Action, Seat, Verb
from games.engine.rulesets.base.building import CITY, LAYING, ROAD, SETTLEMENT
from games.engine.rulesets.base.cards import PRICE, room
from games.engine.rulesets.base.founding import due_to_roll
from games.engine.rulesets.base.packed import (
    FULL,
    GUARD,
    INVENTION,
    MONOPOLY,
    ONE,
    PLACE,
    RESOURCES,
    ROAD_BUILDING,
    UNKNOWN,
    VICTORY_POINT,
    size,
)
from games.engine.rulesets.base.places import bits
from games.engine.rulesets.base.state import (
    BEFORE,
    DISCARD,
    FOUND,
    FOUND_ROAD,
    MAIN,
    OVER,
    PAIRED,
    ROBBER,
    SHIFT,
    START,
    BaseState,
)

KINDS = range(len(RESOURCES))


@cache
def listed(seat: Seat, verb: str, *facts: int) -> Action:
    """The same action is the same value: there are a few thousand of them."""
    return Action(seat, verb, facts)


def if_allowed(state: BaseState, verb: Verb, action: Action) -> Iterator[Action]:
    """The action of the verb, if it breaks no rule."""
    if verb.allowed(state, action):
        yield action


def legal_actions(state: BaseState) -> Iterator[Action]:
    """Dice are left open: `roll` has no facts. A card bought is `UNKNOWN`, a card taken too."""
    return LISTS[state.phase](state)


def after_roll(state: BaseState) -> Iterator[Action]:
    seat = state.turn
    yield listed(seat, "end_turn")
    if state.free:
        yield from free_roads(state)
    if state.hands[seat]:
        yield from purchases(state)
        yield from bank_trades(state)
    if state.cards[seat]:
        yield from card_plays(state)


def before_roll(state: BaseState) -> Iterator[Action]:
    yield listed(state.turn, "roll")
    if state.free:
        yield from free_roads(state)
    if state.cards[state.turn]:
        yield from card_plays(state)


def start_rolls(state: BaseState) -> Iterator[Action]:
    for seat in due_to_roll(state):
        yield listed(seat, "start_roll")


def foundings(state: BaseState) -> Iterator[Action]:
    free = ~state.blocked & (1 << len(state.places.around)) - 1
    for spot in bits(free):
        yield listed(state.turn, "found", spot)


def founding_roads(state: BaseState) -> Iterator[Action]:
    for path in state.places.paths_at[state.founder]:
        if not state.laid >> path & 1:
            yield listed(state.turn, "found_road", path)


def open_paths(state: BaseState) -> list[int]:
    """Where the player on turn may lay a road."""
    paths = 0
    for spot in bits(state.reach[state.turn]):
        paths |= state.places.roads_at[spot]
    return bits(paths & ~state.laid)


def free_roads(state: BaseState) -> Iterator[Action]:
    previous = state.previous
    due = state.free and previous is not None and previous.verb in LAYING
    if due and state.roads_left[state.turn]:
        for path in open_paths(state):
            yield listed(state.turn, "free_road", path)


def purchases(state: BaseState) -> Iterator[Action]:
    """All that is paid for with cards of several kinds."""
    seat = state.turn
    hand = state.hands[seat] + GUARD
    if (hand - ROAD) & GUARD == GUARD:
        for path in open_paths(state) if state.roads_left[seat] else ():
            yield listed(seat, "road", path)
        if (hand - SETTLEMENT) & GUARD == GUARD and state.settlements_left[seat]:
            for spot in bits(state.reach[seat] & ~state.blocked):
                yield listed(seat, "settle", spot)
    if (hand - CITY) & GUARD == GUARD and state.cities_left[seat]:
        for spot in state.settlements(seat):
            yield listed(seat, "city", spot)
    if (hand - PRICE) & GUARD == GUARD and state.deck > 0:
        yield listed(seat, "buy", UNKNOWN)


def bank_trades(state: BaseState) -> Iterator[Action]:
    """Each pair of resources at the best rate that the player has for it."""
    seat = state.turn
    rates = state.rates[seat]
    able = ((state.hands[seat] & KNOWN) + FULL - rates) & FULL
    if not able:
        return
    for kind in KINDS:
        if able >> 8 * kind & PLACE:
            give = (rates >> 8 * kind & PLACE) * ONE[kind]
            for other in KINDS:
                if other != kind and state.bank >> 8 * other & PLACE > 128:
                    yield listed(seat, "bank", give, ONE[other])


KNOWN = ONE[5] - 1
"""The places of the five resources."""


def robber_moves(state: BaseState) -> Iterator[Action]:
    """Hex and victim; nobody where nobody has a card to take."""
    mover = state.turn
    rich = [
        (seat, state.buildings[seat]) for seat in state.seats if seat != mover and state.hands[seat]
    ]
    for hex_, corners in enumerate(state.places.corners):
        if hex_ != state.robber:
            alone = True
            for seat, buildings in rich:
                if buildings & corners:
                    alone = False
                    yield listed(mover, "robber", hex_, seat, UNKNOWN)
            if alone:
                yield listed(mover, "robber", hex_, NOBODY, NOBODY)


def card_plays(state: BaseState) -> Iterator[Action]:
    seat = state.turn
    playable = 0 if state.played else state.cards[seat] - state.bought
    if not playable:
        return
    if playable & PLACE:
        yield listed(seat, "knight")
    if playable >> 8 * ROAD_BUILDING & PLACE and state.roads_left[seat] and room(state, seat):
        yield listed(seat, "road_building")
    if playable >> 8 * MONOPOLY & PLACE:
        for kind in KINDS:
            yield listed(seat, "monopoly", kind)
    if playable >> 8 * INVENTION & PLACE:
        yield from inventions(state)


def inventions(state: BaseState) -> Iterator[Action]:
    stock = [state.in_bank(kind) for kind in KINDS]
    if sum(stock) == 1:
        yield listed(state.turn, "invention", ONE[stock.index(1)])
        return
    for one in KINDS:
        for other in KINDS[one:]:
            if stock[one] and stock[other] and (one != other or stock[one] > 1):
                yield listed(state.turn, "invention", ONE[one] + ONE[other])


def discards(state: BaseState) -> Iterator[Action]:
    """Every choice of cards of everyone who has some to discard."""
    for seat in state.seats:
        if state.owed[seat]:
            for cards in choices(state.hands[seat], state.owed[seat]):
                yield Action(seat, "discard", (cards,))


def due(state: BaseState, seat: Seat, verb: str) -> int:
    """Cards that the player still has to discard."""
    return state.owed[seat] if verb == "discard" else 0


def choices(hand: int, count: int) -> list[int]:
    """All sets of `count` cards out of a hand."""
    found = [(0, count)]
    for kind in KINDS:
        have = hand >> 8 * kind & PLACE
        if have:
            # What is left to choose after this kind has to come from the later ones.
            later = size(hand >> 8 * (kind + 1))
            card = ONE[kind]
            found = [
                (cards + taken * card, left - taken)
                for cards, left in found
                for taken in range(max(0, left - later), min(have, left) + 1)
            ]
    return [cards for cards, left in found if not left]


def nothing(state: BaseState) -> Iterator[Action]:
    return iter(())


LISTS: Mapping[int, Callable[[BaseState], Iterator[Action]]] = {
    OVER: nothing,
    START: start_rolls,
    FOUND: foundings,
    FOUND_ROAD: founding_roads,
    BEFORE: before_roll,
    DISCARD: discards,
    ROBBER: robber_moves,
    SHIFT: robber_moves,
    MAIN: after_roll,
    PAIRED: after_roll,
}


def offers(state: BaseState) -> Iterator[Action]:
    """What may be said besides. Cards of a deal, dice and numbers of cards are left open."""
    if state.winner is not None:
        yield listed(state.winner, "claim")
        if state.cards[state.winner] >> 8 * VICTORY_POINT & PLACE:
            yield listed(state.winner, "show")
    if state.phase == OVER:
        return
    yield from showings(state)
    if state.phase == FOUND and not state.founded:
        yield from start_rolls(state)
    if state.phase == MAIN and state.hands[state.turn]:
        for other in state.seats:
            if other != state.turn and state.hands[other] and not state.out >> other & 1:
                yield listed(state.turn, "deal", other)
    if state.turns_left < 0:
        yield listed(state.turn, "bell")
    for seat in state.seats:
        if not state.out >> seat & 1:
            yield listed(seat, "concede")
    yield listed(state.turn, "abandon")


def showings(state: BaseState) -> Iterator[Action]:
    """Victory Point cards that do not win; how many are shown is left open."""
    seat = state.turn
    if state.points[seat] >= state.showing and state.face_down_points(seat) > 0:
        yield listed(seat, "show")
