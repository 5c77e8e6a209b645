"""Tokens used: when, how many, at which price; or one of them exchanged with the pool."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.engine import hints
from games.engine.core import (
    Action,
    Check,
    Detail,
    Verb,
    as_impossible,
    cannot,
    keeps,
    says,
    unless,
)
from games.engine.rulesets.base.packed import PLACE, size
from games.engine.rulesets.base.turns import check_founded, check_running, check_time
from games.engine.rulesets.best_friends.guilds import GUILDS, PRICES, TOKENS, heap_of
from games.engine.rulesets.best_friends.state import EXCHANGED, USING, Befriended
from games.engine.rulesets.best_friends.turns import check_moment, check_own_part, check_own_turn
from games.engine.words import marked

TURN = (check_running, check_time, check_founded, check_moment, check_own_turn, check_own_part)

Apply = Callable[[Befriended, Action], None]

# Tokens that are laid


def lay_tokens(state: Befriended, action: Action) -> None:
    """The first fact of every favour: the tokens laid, packed."""
    laid = action.facts[0]
    seat = action.seat
    state.tokens[seat] -= size(laid)
    for kind in GUILDS:
        state.laid_on[kind] += laid >> 8 * kind & PLACE
    if seat == state.turn:
        state.spent += size(laid)
        state.occasion = USING
        state.favours += 1
        state.favour = action
    state.again = 0


@keeps("BF-067")
def check_not_exchanged(state: Befriended, action: Action) -> Detail | None:
    if state.occasion == EXCHANGED and action.seat == state.turn:
        return says(marked("{player} has exchanged a token"), player=state.name(action.seat))
    return None


@keeps("BF-070")
def check_one_occasion(state: Befriended, action: Action) -> Detail | None:
    if state.occasion == USING and action.seat == state.turn and not going_on(state):
        return says(marked("something else was done since the last favour"))
    return None


def going_on(state: Befriended) -> bool:
    """Whether a favour is what was done last."""
    return state.favour is not None and state.previous is state.favour


@keeps("BFD-23")
def check_number(state: Befriended, action: Action) -> Detail | None:
    most = state.most_favours
    if most and state.favours >= most and action.seat == state.turn:
        return says(marked("the table allows {most} favours in a turn"), most=most)
    return None


@keeps("BF-062")
def check_tokens_held(state: Befriended, action: Action) -> Detail | None:
    held, laid = state.tokens[action.seat], size(action.facts[0])
    if laid <= held:
        return None
    return cannot(
        marked("{player} has {held} of the tokens, not {laid}"),
        hints.TOKENS_BEFORE,
        player=state.name(action.seat),
        held=held,
        laid=laid,
    )


@keeps("BF-071")
def check_some_old(state: Befriended, action: Action) -> Detail | None:
    """Who had none at the start of the turn has new ones only."""
    return None if state.at_start else too_many(state, action)


@keeps("BF-073")
def check_old_tokens(state: Befriended, action: Action) -> Detail | None:
    return too_many(state, action) if state.at_start else None


def too_many(state: Befriended, action: Action) -> Detail | None:
    used = state.spent + size(action.facts[0])
    if action.seat != state.turn or used <= state.at_start:
        return None
    return says(
        marked("{player} had {held} tokens at the start of the turn and uses {used}"),
        player=state.name(action.seat),
        held=state.at_start,
        used=used,
    )


def stock_check(rule: str, players: int) -> Check:
    """More tokens of a kind are on the guild board than there are for the number of players."""

    def ask(state: Befriended, action: Action) -> Detail | None:
        if state.n != players:
            return None
        for kind, most in enumerate(state.at_first):
            if state.laid_on[kind] + (action.facts[0] >> 8 * kind & PLACE) > most:
                return cannot(
                    marked("there are {most} tokens with {what}"),
                    hints.TOKEN_KINDS,
                    most=most,
                    what=TOKENS[kind],
                )
        return None

    return Check(rule, ask)


def price_check(rule: str, guild: int) -> Check:
    def ask(state: Befriended, action: Action) -> Detail | None:
        laid = action.facts[0]
        if laid == PRICES[guild]:
            return None
        return says(
            marked("{laid} was laid, the price is {price}"),
            laid=heap_of(laid),
            price=heap_of(PRICES[guild]),
        )

    return Check(rule, ask)


PRICE_RULES = ("BF-074", "BF-075", "BF-076", "BF-077", "BF-078")

LAYING = (
    *TURN,
    check_not_exchanged,
    check_one_occasion,
    check_number,
    check_tokens_held,
    unless((check_tokens_held,), check_some_old),
    unless((check_tokens_held,), check_old_tokens),
    *(
        stock_check(rule, players)
        for rule, players in (("BF-008", 3), ("BF-009", 4), ("BF-010", 5), ("BF-011", 6))
    ),
)


def favour(guild: int, checks: Sequence[Check], grant: Apply) -> Verb:
    """Tokens laid on the guild, and what it grants."""
    asked = (*LAYING, price_check(PRICE_RULES[guild], guild), *checks)

    def apply(state: Befriended, action: Action) -> None:
        lay_tokens(state, action)
        grant(state, action)

    return Verb(asked, apply)


# Exchange


def exchange(state: Befriended, action: Action) -> None:
    """Facts: how many tokens were drawn, how many put back."""
    drawn, back = action.facts
    seat = action.seat
    state.draw([seat] * drawn)
    state.tokens[seat] -= back
    state.pool += back
    if seat == state.turn:
        state.occasion = EXCHANGED


@keeps("BF-067")
def check_not_used(state: Befriended, action: Action) -> Detail | None:
    if state.occasion == USING and action.seat == state.turn:
        return says(marked("{player} has used tokens"), player=state.name(action.seat))
    return None


@keeps("BF-093")
def check_one_drawn(state: Befriended, action: Action) -> Detail | None:
    if state.occasion == EXCHANGED and action.seat == state.turn:
        return says(marked("{player} has exchanged a token"), player=state.name(action.seat))
    if action.facts[0] != 1:
        return says(marked("{count} tokens were drawn"), count=action.facts[0])
    return None


@keeps("BF-094")
def check_one_back(state: Befriended, action: Action) -> Detail | None:
    drawn, back = action.facts
    if back == 1:
        return None
    have = state.tokens[action.seat] + drawn
    detail = says(marked("{count} tokens were put back"), count=back)
    return as_impossible(detail, hints.TOKENS_BACK) if back > have else detail


@keeps("BF-095")
def check_some_held(state: Befriended, action: Action) -> Detail | None:
    if state.tokens[action.seat]:
        return None
    return says(marked("{player} has no token"), player=state.name(action.seat))


@keeps("BF-096")
def check_pool(state: Befriended, action: Action) -> Detail | None:
    have = state.drawable_of(state.supply)
    if have >= max(1, action.facts[0]):
        return None
    return cannot(marked("the pool has {have} tokens"), hints.TOKENS_BACK, have=have)


EXCHANGING = (
    *TURN,
    check_not_used,
    check_one_drawn,
    check_one_back,
    unless((check_not_used,), check_some_held),
    check_pool,
)

EXCHANGE = {"exchange_token": Verb(EXCHANGING, exchange)}
