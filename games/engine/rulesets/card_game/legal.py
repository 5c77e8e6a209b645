"""All legal actions of a moment, one by one as they are asked for.

What is drawn from the deck or from a hand is left open. What only a card that nobody has entered
allows is not listed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.engine.core import NOBODY, Action, Seat
from games.engine.rulesets.base.packed import ONE
from games.engine.rulesets.card_game import events
from games.engine.rulesets.card_game.building import (
    VERBS_OF,
    cost_of,
    rates_of,
    times,
    times_built,
)
from games.engine.rulesets.card_game.cards import EXPANSION, ROAD, SETTLEMENT
from games.engine.rulesets.card_game.costs import payments
from games.engine.rulesets.card_game.drawing import due as drawn
from games.engine.rulesets.card_game.event_exchanges import allowance
from games.engine.rulesets.card_game.exchange_limits import beyond_limit
from games.engine.rulesets.card_game.library import picks
from games.engine.rulesets.card_game.resource_zones import HAND_CARDS, MARKET_CARDS
from games.engine.rulesets.card_game.setting_up import (
    FIRST_ROAD,
    HAND,
    SHOWN_DESTINY,
    SHOWN_MARKET,
    bit_of,
)
from games.engine.rulesets.card_game.state import (
    BUILD,
    DRAWN,
    EXCHANGE,
    OPENING,
    OVER,
    WHITE,
    CardState,
)
from games.engine.rulesets.card_game.whereabouts import in_no_way, passed_on, revealed

KINDS = range(5)


def legal_actions(state: CardState) -> Iterator[Action]:
    seat = state.turn
    if state.phase == OVER:
        return
    if state.event != NOBODY:
        yield Action(seat, "event")
        return
    if state.phase == OPENING:
        yield from tellings(state)
    yield from flips(state)
    order = events.in_order(state)
    for verb, owed in (("lose", state.owed), ("gain", state.owed_draws)):
        yield from (Action(other, verb) for other in [*filter(owed.__getitem__, order)][:1])
    yield from exchanges_for_card(state)
    if state.must_flip or any(state.owed) or any(state.owed_draws):
        return
    if state.phase <= EXCHANGE:
        yield from exchanges(state)
    if state.phase <= BUILD:
        yield from buildings(state)
        yield from advantages(state)
        if drawn(state, seat):
            yield Action(seat, "draw")
    if state.phase == DRAWN or not state.can_be_drawn():
        yield Action(seat, "end_turn")


def flips(state: CardState) -> Iterator[Action]:
    if state.n > 2 and (state.may_flip or state.must_flip):
        ways = (-state.arrows,) if state.arrows else (1, -1, 0)
        yield from (Action(state.turn, "flip", (way,)) for way in ways)


# Exchange


def exchanges(state: CardState) -> Iterator[Action]:
    """One card at a time: more of them are several steps (CGD-10)."""
    seat = state.turn
    mine = can_give(state, seat)
    if state.held(seat):
        for kind in mine:
            yield from allowed(state, Action(seat, "deck", (ONE[kind],)))
    if not state.stacks[ROAD][seat]:
        return
    for action in with_market(state, seat):
        yield from allowed(state, action)
    for other in partners(state, seat):
        yield from allowed(state, Action(seat, "swap", (other, other)))
        if picks(state, seat) and not state.library_used:
            yield from allowed(state, Action(seat, "library", (other, other)))


def with_market(state: CardState, seat: Seat) -> Iterator[Action]:
    mine = can_give(state, seat)
    for kind in can_give(state, state.market):
        for own in {*mine, kind}:
            if passed_on(state, state.market, seat, ONE[kind], ONE[own]):
                yield Action(seat, "market", (ONE[own], ONE[kind]))


def exchanges_for_card(state: CardState) -> Iterator[Action]:
    """What a card asks players to exchange outside the phase."""
    if state.performed == NOBODY and state.effect == NOBODY:
        return
    for seat in state.seats:
        if allowance(state, seat, "deck") > 0 and state.held(seat):
            yield from (Action(seat, "deck", (ONE[kind],)) for kind in can_give(state, seat))
        if allowance(state, seat, "market") > 0:
            yield from with_market(state, seat)
        if allowance(state, seat, "swap") > 0:
            yield from (Action(seat, "swap", (other, other)) for other in partners(state, seat))


def allowed(state: CardState, action: Action) -> Iterator[Action]:
    """The action if the limit lets exchange one more card, whatever is still open of it."""
    if beyond_limit(state, action._replace(facts=(ONE[5], ONE[5]))) <= 0:
        yield action


def can_give(state: CardState, zone: int) -> list[int]:
    """The kinds of which a card may lie there."""
    return [
        kind for kind in KINDS if not in_no_way(state, zone, ONE[kind]) and there(state, zone, kind)
    ]


def there(state: CardState, zone: int, kind: int) -> bool:
    """Whether a card of the kind is known there, or may be an unseen one."""
    return bool(state.known[zone] >> 8 * kind & 0xFF) or not state.too_many(ONE[kind])


# The set-up


def tellings(state: CardState) -> Iterator[Action]:
    """The market and the destiny card, as far as they were not told."""
    if not state.shown & SHOWN_MARKET:
        yield Action(state.turn, "lay_market")
    if state.n > 2 and not state.shown & SHOWN_DESTINY:
        ways = (state.cards.white,) if state.cards.white else (1, -1, 0)
        yield from (Action(state.turn, "destiny", (WHITE, way)) for way in ways)


# Building


def buildings(state: CardState) -> Iterator[Action]:
    seat = state.turn
    for verb, kind in VERBS_OF.items():
        bare = Action(seat, verb, (0,))
        if times_built(state, bare) and times_built(state, bare) >= times(state, bare):
            continue
        for rest in places(state, seat, verb, kind):
            for paid in payments(cost_of(state, bare), rates_of(state, seat)):
                if affordable(state, seat, paid):
                    yield Action(seat, verb, (paid, *rest))


def affordable(state: CardState, seat: Seat, paid: int) -> bool:
    if in_no_way(state, seat, paid):
        return False
    short = state.short(state.known[seat], paid)
    return not short or not state.too_many(revealed(state, seat, paid))


def places(state: CardState, seat: Seat, verb: str, kind: int) -> Iterator[tuple[int, ...]]:
    """The facts behind the payment, as far as they are not open. Which side a road or knight shows
    need not be told, nor points that the card set knows."""
    if verb == "city":
        if state.settlements[seat]:
            yield from ((event,) for event in (*range(len(state.cards.events)), NOBODY))
    elif verb == "settle":
        if state.stock[SETTLEMENT]:
            yield (NOBODY,)
    elif verb == "expand":
        if state.cities[seat]:
            for index in expansions(state, seat):
                told = (NOBODY,) if state.cards.expansions[index].points else (3, 4, NOBODY)
                yield from ((NOBODY, index, points) for points in told)
    elif state.stock[kind]:
        yield (NOBODY, NOBODY)
    else:
        yield from ((other, NOBODY) for other in sorted(state.victims(kind, seat)))


def expansions(state: CardState, seat: Seat) -> list[int]:
    """What can be chosen from the stock."""
    if not state.stock[EXPANSION]:
        return []
    return [
        index
        for index, card in enumerate(state.cards.expansions)
        if state.copies_left(index) > 0 and (card.rest or index not in state.owned[seat])
    ]


def advantages(state: CardState) -> Iterator[Action]:
    """Cards that an expansion lets take."""
    seat = state.turn
    for index in state.owned[seat]:
        taking = state.cards.expansions[index].effect("take")
        if taking is None:
            continue
        done = state.times_used(seat, index, taking.facts["per"])
        if done >= (taking.number("times") or 0):
            continue
        for other in events.named_by(state, seat, taking.facts["from"]):
            if state.held(other):
                yield Action(seat, "use", (index, other))


# What a person may say besides


def offers(state: CardState) -> Iterator[Action]:
    if state.phase == OPENING:
        yield from hands(state)
    if state.phase == OVER:
        return
    if state.most_points(state.turn) >= state.target:
        yield Action(state.turn, "claim")
    yield from unknown_advantages(state)
    if events.may_move_cards(state):
        for seat in state.seats:
            yield Action(seat, "lose")
            yield Action(seat, "gain")
    if state.shuffled:
        yield Action(state.turn, "reshuffle", (state.shuffled,))
    for seat in state.seats:
        yield Action(seat, "concede")
    yield Action(state.turn, "abandon")


def unknown_advantages(state: CardState) -> Iterator[Action]:
    """Expansions whose text nobody has entered: they may take cards, or do something else."""
    seat = state.turn
    for index in sorted(set(state.owned[seat])):
        if not state.cards.expansions[index].entered:
            yield Action(seat, "use", (index, NOBODY, 0))
            yield from (Action(seat, "use", (index, other)) for other in others(state, seat))


def partners(state: CardState, seat: Seat) -> list[Seat]:
    """Those of them with whom cards are exchanged."""
    return state.staying(others(state, seat))


def others(state: CardState, seat: Seat) -> list[Seat]:
    """Opponents who hold a card."""
    return [other for other in state.seats if other != seat and state.held(other)]


def due(state: CardState, seat: Seat, verb: str) -> int:
    """How many cards belong to a verb now, 0 where that is open. Cards are exchanged one by one
    (CGD-10)."""
    if verb == "draw":
        return drawn(state, seat)
    if verb == "lose":
        return state.owed[seat]
    if verb == "gain":
        return min(state.owed_draws[seat], state.can_be_drawn())
    return DUE.get(verb, 0)


DUE: Final = {"lay_market": MARKET_CARDS, "hand": HAND_CARDS, "swap": 1, "library": 1}


def hands(state: CardState) -> Iterator[Action]:
    """What everybody begins with, as far as it was not told."""
    for seat in state.seats:
        if not state.shown & bit_of(seat, HAND):
            yield Action(seat, "hand")
        if not state.shown & bit_of(seat, FIRST_ROAD):
            yield Action(seat, "first_road", (0,))
