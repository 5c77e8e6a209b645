"""The exchange phase: with the deck, with the market, with an opponent, by the Library."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from games.engine.core import NOBODY, Action, Check, Detail, Seat, cannot, keeps, says
from games.engine.rulesets.base.packed import counts
from games.engine.rulesets.card_game import cards as words
from games.engine.rulesets.card_game.cards import ROAD
from games.engine.rulesets.card_game.moments import (
    begin_if_new,
    cards_exist,
    later_than_exchange,
    no_such_cards,
    off_turn,
    settle,
    turn_verb,
    unless_printed,
    verb,
)
from games.engine.rulesets.card_game.state import (
    BY_DECK,
    BY_MARKET,
    BY_OPPONENT,
    EXCHANGE,
    OPENING,
    SEEN,
    CardState,
    count_of,
)
from games.engine.words import marked

WITH: Final = (words.DECK, words.MARKET, words.OPPONENT)
"""How the cards call the ways to exchange, in the order of their numbers."""

WAYS: Final = {
    "deck": BY_DECK,
    "market": BY_MARKET,
    "swap": BY_OPPONENT,
    "library": BY_OPPONENT,
}


def sides(action: Action) -> tuple[int, int]:
    """The cards given and the cards taken."""
    give, get = action.facts[-2:]
    return give, get


# Whose turn and which phase


@keeps("CG-043")
def check_own_exchange(state: CardState, action: Action) -> Detail | None:
    return off_turn(state, action)


@keeps("CG-026")
def check_exchange_phase(state: CardState, action: Action) -> Detail | None:
    if later_than_exchange(state) and action.seat == state.turn:
        return says(marked("the exchange phase is over"))
    return None


# How many cards


def limit_of(state: CardState, seat: Seat) -> int:
    """Cards that the player may exchange by the own roads (CG-030, CG-032)."""
    return state.showing_a(ROAD, seat) or 1


def used_of(state: CardState, action: Action) -> tuple[int, ...]:
    """The cards exchanged in the phase by the way, those of the action included."""
    done = list(state.exchanged if action.seat == state.turn else (0, 0, 0))
    done[WAYS[action.verb]] += max(map(count_of, sides(action)))
    return tuple(done)


def beyond_limit(state: CardState, action: Action) -> int:
    """How many of the cards are not allowed."""
    done = used_of(state, action)
    if len(state.owned[action.seat]):
        extra = [0, 0, 0]
        for effect in state.effects(action.seat, "extra_exchange"):
            if effect.facts["with"] in WITH:
                extra[WITH.index(effect.facts["with"])] += effect.number("count") or 0
        done = tuple(max(0, used - more) for used, more in zip(done, extra, strict=True))
    return sum(done) - limit_of(state, action.seat)


def too_many(state: CardState, action: Action) -> Detail | None:
    if beyond_limit(state, action) > 0:
        return says(
            marked("{count} cards exchanged, allowed are {limit}"),
            count=sum(used_of(state, action)),
            limit=limit_of(state, action.seat),
        )
    return None


@keeps("CG-030")
@unless_printed
def check_limit(state: CardState, action: Action) -> Detail | None:
    return too_many(state, action) if state.stacks[ROAD][action.seat] else None


@keeps("CG-031")
@unless_printed
def check_b_roads(state: CardState, action: Action) -> Detail | None:
    """As many cards as there are roads, those with side B counted."""
    roads = state.stacks[ROAD][action.seat]
    beyond = beyond_limit(state, action)
    if 0 < beyond <= roads - state.showing_a(ROAD, action.seat):
        return too_many(state, action)
    return None


@keeps("CG-032")
@unless_printed
def check_limit_without_roads(state: CardState, action: Action) -> Detail | None:
    return None if state.stacks[ROAD][action.seat] else too_many(state, action)


@keeps("CG-033")
@unless_printed
def check_deck_only(state: CardState, action: Action) -> Detail | None:
    if state.stacks[ROAD][action.seat] or action.verb == "deck":
        return None
    return says(marked("{player} has no road"), player=state.name(action.seat))


@keeps("CG-040")
@unless_printed
def check_limit_of_all_ways(state: CardState, action: Action) -> Detail | None:
    if sum(1 for used in used_of(state, action) if used) > 1:
        return too_many(state, action)
    return None


@keeps("CG-048")
@unless_printed
def check_limit_with_library(state: CardState, action: Action) -> Detail | None:
    if state.library_used or action.verb == "library":
        return too_many(state, action)
    return None


# As many as are given


def uneven(state: CardState, action: Action) -> Detail | None:
    give, get = sides(action)
    if count_of(give) == count_of(get):
        return None
    return says(
        marked("{given} cards given, {taken} taken"), given=count_of(give), taken=count_of(get)
    )


@keeps("CG-034")
def check_deck_even(state: CardState, action: Action) -> Detail | None:
    return uneven(state, action)


@keeps("CG-035")
def check_market_even(state: CardState, action: Action) -> Detail | None:
    return uneven(state, action)


@keeps("CG-037")
def check_card_given_back(state: CardState, action: Action) -> Detail | None:
    give, get = sides(action)
    return uneven(state, action) if count_of(get) > count_of(give) else None


@keeps("CG-039")
def check_even(state: CardState, action: Action) -> Detail | None:
    return uneven(state, action)


@keeps("CG-057")
def check_no_bank(state: CardState, action: Action) -> Detail | None:
    """Three identical cards stand for another only in paying for a building."""
    give, get = sides(action)
    threes = [count for count in counts(give) if count]
    if threes == [3] and not give >> 40 and count_of(get) == 1:
        return says(marked("three identical cards for one in the hand"))
    return None


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
        return cannot(marked("only {count} cards can be drawn"), count=there)
    return None


@cards_exist
def check_deck_cards(state: CardState, action: Action) -> Detail | None:
    give, get = sides(action)
    gone = 0
    if count_of(get) > state.deck:
        gone = state.known[state.discards] + (give & SEEN)
    fresh = revealed(state, action.seat, give) + (get & SEEN)
    return no_such_cards(state, fresh, gone)


def exchange_with_deck(state: CardState, action: Action) -> None:
    give, get = sides(action)
    state.move(action.seat, state.discards, give)
    state.draw(action.seat, get)
    note_exchange(state, action)


# With the market


@keeps("CG-036")
def check_in_market(state: CardState, action: Action) -> Detail | None:
    _give, get = sides(action)
    if state.lacks(state.market, get):
        return cannot(marked("not all of these cards lie in the market"))
    return None


@keeps("CG-035")
def check_cards_to_lay(state: CardState, action: Action) -> Detail | None:
    """The card just taken may be laid back (CGD-09)."""
    return lacks_after(state, action)


@cards_exist
def check_market_cards(state: CardState, action: Action) -> Detail | None:
    _give, get = sides(action)
    fresh = revealed(state, state.market, get)
    return no_such_cards(state, fresh + _revealed_with(state, action, get))


def exchange_with_market(state: CardState, action: Action) -> None:
    give, get = sides(action)
    state.move(state.market, action.seat, get)
    state.move(action.seat, state.market, give)
    note_exchange(state, action)


# With an opponent


@keeps("CG-041")
def check_opponent_holds(state: CardState, action: Action) -> Detail | None:
    _give, get = sides(action)
    return lacks(state, action.facts[0], get)


@keeps("CG-037")
def check_an_opponent(state: CardState, action: Action) -> Detail | None:
    if action.facts[0] == action.seat:
        return cannot(marked("that is no opponent"))
    return None


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
    return lacks_after(state, action)


@cards_exist
def check_swap_cards(state: CardState, action: Action) -> Detail | None:
    _give, get = sides(action)
    fresh = revealed(state, action.facts[0], get)
    return no_such_cards(state, fresh + _revealed_with(state, action, get))


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
    note_exchange(state, action)


# The Library


def picks(state: CardState, seat: Seat) -> int:
    """Cards that the player may choose from an open hand in an exchange phase."""
    return sum(
        (effect.number("count") or 0) * (effect.number("times") or 0)
        for effect in state.effects(seat, "open_pick")
        if effect.facts["when"] == "exchange"
    )


@keeps("CG-037")
@unless_printed
def check_has_library(state: CardState, action: Action) -> Detail | None:
    if picks(state, action.seat):
        return None
    return says(
        marked("{player} has no card that lets choose by sight"), player=state.name(action.seat)
    )


@keeps("CG-045")
@unless_printed
def check_library_once(state: CardState, action: Action) -> Detail | None:
    """Once in the phase, and one card."""
    _give, get = sides(action)
    most = picks(state, action.seat)
    if not most:
        return None
    if count_of(get) > most or (state.library_used and action.seat == state.turn):
        return says(marked("more than {count} cards chosen from an open hand"), count=most)
    return None


@keeps("CG-046")
@unless_printed
def check_second_blind(state: CardState, action: Action) -> Detail | None:
    if state.chosen_from == action.facts[0] and action.seat == state.turn:
        return says(
            marked("a second card of {player} was chosen by sight"),
            player=state.name(action.facts[0]),
        )
    return None


@keeps("CG-049")
def check_library_has_road(state: CardState, action: Action) -> Detail | None:
    if state.showing_a(ROAD, action.seat):
        return None
    return says(marked("{player} has no road"), player=state.name(action.seat))


def use_library(state: CardState, action: Action) -> None:
    swap(state, action)
    state.library_used = True
    state.chosen_from = action.facts[0]


# Notes of what is said at the table


def note_shuffle(refused: bool) -> Callable[[CardState, Action], None]:
    def note(state: CardState, action: Action) -> None:
        begin_if_new(state, action._replace(seat=state.turn))
        bit = 1 << action.seat
        state.refused = state.refused | bit if refused else state.refused & ~bit

    return note


@keeps("CG-018")
def check_hidden(state: CardState, action: Action) -> Detail | None:
    """Nothing but a card makes a player show the hand."""
    if state.effect != NOBODY or state.performed != NOBODY:
        return None
    return says(marked("{player} was made to show the hand"), player=state.name(action.seat))


@keeps("CG-044")
@unless_printed
def check_no_deals(state: CardState, action: Action) -> Detail | None:
    """Cards change hands by an exchange or by a card's text, and by nothing else."""
    return says(marked("players do not trade freely"))


def deal(state: CardState, action: Action) -> None:
    begin_if_new(state, action._replace(seat=state.turn))
    settle(state)
    other, give, get = action.facts
    state.move(action.seat, other, give)
    state.move(other, action.seat, get)


@keeps("CG-044")
def check_both_hold(state: CardState, action: Action) -> Detail | None:
    other, give, get = action.facts
    if other == action.seat:
        return cannot(marked("that is no opponent"))
    return lacks(state, action.seat, give) or lacks(state, other, get)


@cards_exist
def check_deal_cards(state: CardState, action: Action) -> Detail | None:
    other, give, get = action.facts
    return no_such_cards(state, revealed(state, action.seat, give) + revealed(state, other, get))


# Cards


def lacks(state: CardState, zone: int, cards: int) -> Detail | None:
    """The cards cannot be there."""
    if state.lacks(zone, cards):
        name = state.name(zone) if zone < state.n else "?"
        return cannot(marked("{player} cannot have these cards"), player=name)
    return None


def lacks_after(state: CardState, action: Action) -> Detail | None:
    """The player cannot have the cards to give, those just taken included."""
    give, get = sides(action)
    seat = action.seat
    known = state.known[seat] + (get & SEEN)
    if state.lacking(known, state.blind[seat] + (get >> 40), give):
        return cannot(marked("{player} cannot have these cards"), player=state.name(seat))
    return None


def revealed(state: CardState, zone: int, cards: int) -> int:
    """Of the cards leaving the zone, those that were not known to lie there."""
    return fresh_of(state.known[zone], cards)


def fresh_of(known: int, cards: int) -> int:
    pairs = zip(counts(known), counts(cards & SEEN), strict=True)
    return sum(max(0, wanted - have) << 8 * kind for kind, (have, wanted) in enumerate(pairs))


def _revealed_with(state: CardState, action: Action, get: int) -> int:
    give, _get = sides(action)
    return fresh_of(state.known[action.seat] + (get & SEEN), give)


def note_exchange(state: CardState, action: Action) -> None:
    if action.seat == state.turn:
        state.exchanged = used_of(state, action)
        if state.phase == OPENING:
            state.phase = EXCHANGE


LIMITS: Final[Sequence[Check]] = (
    check_own_exchange,
    check_exchange_phase,
    check_limit,
    check_b_roads,
    check_limit_without_roads,
    check_deck_only,
    check_limit_of_all_ways,
    check_limit_with_library,
    check_even,
)

SWAPS: Final[Sequence[Check]] = (
    *LIMITS,
    check_an_opponent,
    check_opponent_holds,
    check_card_given_back,
    check_same_partner,
    check_cards_to_give,
    *check_swap_cards,
)

VERBS: Final = {
    "deck": turn_verb(
        (
            *LIMITS,
            check_deck_even,
            check_no_bank,
            check_cards_to_discard,
            check_deck_holds,
            *check_deck_cards,
        ),
        exchange_with_deck,
    ),
    "market": turn_verb(
        (*LIMITS, check_market_even, check_in_market, check_cards_to_lay, *check_market_cards),
        exchange_with_market,
    ),
    "swap": turn_verb((*SWAPS, check_shuffle_allowed), swap),
    "library": turn_verb(
        (
            *SWAPS,
            check_has_library,
            check_library_once,
            check_second_blind,
            check_library_has_road,
        ),
        use_library,
    ),
    "shuffle": verb((), note_shuffle(refused=False)),
    "no_shuffle": verb((), note_shuffle(refused=True)),
    "show": verb((check_hidden,), lambda state, action: None),
    "deal": verb((check_no_deals, check_both_hold, *check_deal_cards), deal),
}
