"""How many cards a player may exchange, when, and for how many."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine.core import Action, Check, Detail, Seat, keeps, says
from games.engine.rulesets.base.packed import counts
from games.engine.rulesets.card_game import cards as words
from games.engine.rulesets.card_game.cards import ROAD
from games.engine.rulesets.card_game.event_exchanges import unless_for_card
from games.engine.rulesets.card_game.moments import (
    later_than_exchange,
    off_turn,
    on_turn,
    unless_printed,
)
from games.engine.rulesets.card_game.resource_zones import count_of
from games.engine.rulesets.card_game.state import (
    BY_DECK,
    BY_MARKET,
    BY_OPPONENT,
    EXCHANGE,
    OPENING,
    CardState,
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
    """The cards exchanged in the phase by the way, those of the action included. Cards without one
    in return are none of them: that breaks a rule of its own (CG-034, CG-035, CG-037)."""
    done = list(state.exchanged if action.seat == state.turn else (0, 0, 0))
    done[WAYS[action.verb]] += min(map(count_of, sides(action)))
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
    beyond = beyond_limit(state, action)
    if beyond > 0:
        # What a card adds is allowed as well, so far as it was used.
        count = sum(used_of(state, action))
        text = marked("cards exchanged: {count}, allowed: {limit}")
        return says(text, count=count, limit=count - beyond)
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


@keeps("CG-094")
@unless_printed
def check_lost_road(state: CardState, action: Action) -> Detail | None:
    """As many cards as before an own road with side A changed owners."""
    roads = state.stacks[ROAD][action.seat]
    if state.lost_top(ROAD, action.seat) and roads and roads % 2 == 0:
        return too_many(state, action) if beyond_limit(state, action) == 1 else None
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


def note_exchange(state: CardState, action: Action) -> None:
    if action.seat == state.turn:
        state.exchanged = used_of(state, action)
        if state.phase == OPENING:
            state.phase = EXCHANGE


# As many as are given


def uneven(state: CardState, action: Action) -> Detail | None:
    give, get = sides(action)
    if count_of(give) == count_of(get):
        return None
    return says(
        marked("cards given: {given}, taken: {taken}"), given=count_of(give), taken=count_of(get)
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
        return says(marked("three identical cards stand for another one in paying only"))
    return None


def within_limits(state: CardState, action: Action) -> bool:
    """The usual case: in the own exchange phase, no more cards than allowed, as many each way."""
    seat = action.seat
    return (
        seat == on_turn(state, action)
        and not later_than_exchange(state)
        and (action.verb == "deck" or state.stacks[ROAD][seat] > 0)
        and beyond_limit(state, action) <= 0
        and uneven(state, action) is None
    )


OF_THE_PHASE: Final[Sequence[Check]] = (
    check_own_exchange,
    check_exchange_phase,
    check_limit,
    check_b_roads,
    check_lost_road,
    check_limit_without_roads,
    check_deck_only,
    check_limit_of_all_ways,
    check_limit_with_library,
)

LIMITS: Final[Sequence[Check]] = (*map(unless_for_card, OF_THE_PHASE), check_even)
