"""The exchange phase: with the deck, with the market, with an opponent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine import hints
from games.engine.core import Action, Asked, Detail, Group, cannot, keeps, says
from games.engine.rulesets.card_game.event_exchanges import exchange_verb
from games.engine.rulesets.card_game.exchange_limits import (
    LIMITS,
    check_card_given_back,
    check_deck_even,
    check_market_even,
    check_no_bank,
    note_exchange,
    sides,
    within_limits,
)
from games.engine.rulesets.card_game.moments import has_left
from games.engine.rulesets.card_game.resource_zones import count_of, less
from games.engine.rulesets.card_game.state import CardState
from games.engine.rulesets.card_game.ways import SEEN
from games.engine.rulesets.card_game.whereabouts import (
    cards_exist,
    fresh_of,
    in_no_way,
    lacks,
    no_such_cards,
    not_to_be_drawn,
    passed_on,
    revealed,
)
from games.engine.words import marked

# With the deck


@keeps("CG-042")
def check_cards_to_discard(state: CardState, action: Action) -> Detail | None:
    give, _get = sides(action)
    return lacks(state, action.seat, give)


@keeps("CG-034")
def check_deck_holds(state: CardState, action: Action) -> Detail | None:
    """The cards just discarded can be drawn again (CGD-07)."""
    give, get = sides(action)
    there = state.can_be_drawn() + count_of(give)
    if count_of(get) > there:
        return cannot(marked("cards that can be drawn: {count}"), hints.CG_FEWER, count=there)
    return None


@cards_exist
def check_deck_cards(state: CardState, action: Action) -> Detail | None:
    give, get = sides(action)
    gone = 0
    if count_of(get) > state.deck:
        gone = state.known[state.discards] + (give & SEEN)
    fresh = revealed(state, action.seat, give) + (get & SEEN)
    return no_such_cards(state, fresh, gone) or not_to_be_drawn(state, action.seat, get, give)


def exchange_with_deck(state: CardState, action: Action) -> None:
    give, get = sides(action)
    state.move(action.seat, state.discards, give)
    state.draw(action.seat, get)


# With the market


@keeps("CG-036")
def check_in_market(state: CardState, action: Action) -> Detail | None:
    _give, get = sides(action)
    if in_no_way(state, state.market, get):
        return cannot(marked("not all of these cards lie in the market"), hints.CG_ZONES)
    return None


@keeps("CG-035")
def check_cards_to_lay(state: CardState, action: Action) -> Detail | None:
    """The card just taken may be laid back (CGD-09)."""
    return lacks_after(state, action, state.market)


@cards_exist
def check_market_cards(state: CardState, action: Action) -> Detail | None:
    _give, get = sides(action)
    fresh = revealed(state, state.market, get)
    return no_such_cards(state, fresh + _revealed_with(state, action, get))


def exchange_with_market(state: CardState, action: Action) -> None:
    give, get = sides(action)
    state.move(state.market, action.seat, get)
    state.move(action.seat, state.market, give)


# With an opponent


@keeps("CG-041")
def check_opponent_holds(state: CardState, action: Action) -> Detail | None:
    _give, get = sides(action)
    return lacks(state, action.facts[0], get)


@keeps("CG-037")
def check_an_opponent(state: CardState, action: Action) -> Detail | None:
    if action.facts[0] == action.seat:
        return cannot(marked("that is no opponent"), hints.CG_OPPONENT)
    other = next((seat for seat in action.facts[:2] if state.out >> seat & 1), None)
    return None if other is None else has_left(state, other)


@keeps("CG-038")
def check_same_partner(state: CardState, action: Action) -> Detail | None:
    other, receiver = action.facts[:2]
    if other == receiver:
        return None
    return says(
        marked("drawn from {player}, given to {receiver}"),
        player=state.name(other),
        receiver=state.name(receiver),
    )


@keeps("CG-037")
def check_cards_to_give(state: CardState, action: Action) -> Detail | None:
    return lacks_after(state, action, action.facts[0])


@cards_exist
def check_swap_cards(state: CardState, action: Action) -> Detail | None:
    """A card drawn unseen may be one that was known, and be given back or on at once."""
    give, get = sides(action)
    other = action.facts[0]
    drawn, left = state.parted(other, get)
    fresh = revealed(state, other, get) + fresh_of(state.known[action.seat] + drawn, give)
    in_doubt = less(state.known[other], left + drawn)
    return no_such_cards(state, fresh, in_doubt)


@keeps("CG-047")
def check_shuffle_allowed(state: CardState, action: Action) -> Detail | None:
    other = action.facts[0]
    if state.chosen_from == other and state.refused >> other & 1:
        return says(marked("{player} was not allowed to shuffle"), player=state.name(other))
    return None


def swap(state: CardState, action: Action) -> None:
    other, receiver, give, get = action.facts
    state.move(other, action.seat, get)
    state.move(action.seat, receiver, give)


# Cards, those just taken included


def lacks_after(state: CardState, action: Action, source: int) -> Detail | None:
    """The player cannot have the cards to give, those just taken of the zone included."""
    give, get = sides(action)
    seat = action.seat
    known = state.known[seat] + (get & SEEN)
    lacking = state.lacking(known, state.blind[seat] + (get >> 40), give)
    if lacking or not passed_on(state, source, seat, get, give):
        return cannot(
            marked("{player} cannot have these cards"), hints.CG_CARDS, player=state.name(seat)
        )
    return None


def _revealed_with(state: CardState, action: Action, get: int) -> int:
    give, _get = sides(action)
    return fresh_of(state.known[action.seat] + (get & SEEN), give)


SWAPS: Final[Sequence[Asked]] = (
    Group(within_limits, tuple(LIMITS)),
    check_an_opponent,
    check_opponent_holds,
    check_card_given_back,
    check_same_partner,
    check_cards_to_give,
    check_swap_cards,
)

VERBS: Final = {
    "deck": exchange_verb(
        (
            Group(within_limits, (*LIMITS, check_deck_even)),
            check_no_bank,
            check_cards_to_discard,
            check_deck_holds,
            check_deck_cards,
        ),
        exchange_with_deck,
        note_exchange,
    ),
    "market": exchange_verb(
        (
            Group(within_limits, (*LIMITS, check_market_even)),
            check_in_market,
            check_cards_to_lay,
            check_market_cards,
        ),
        exchange_with_market,
        note_exchange,
    ),
    "swap": exchange_verb((*SWAPS, check_shuffle_allowed), swap, note_exchange),
}
