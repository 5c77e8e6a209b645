"""Favours: tokens laid on a guild, and what it grants at once; or a token exchanged."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.engine.core import Action, Check, Detail, Verb, cannot, keeps, says
from games.engine.rulesets.base import building, cards
from games.engine.rulesets.base.packed import (
    ONE,
    PLACE,
    RESOURCES,
    UNKNOWN,
    VICTORY_POINT,
    counts,
    in_words,
    overlap,
    size,
)
from games.engine.rulesets.base.trading import short_of
from games.engine.rulesets.base.turns import check_founded, check_running, check_time
from games.engine.rulesets.best_friends.earning import join
from games.engine.rulesets.best_friends.guilds import (
    GUILDS,
    MASTER_BUILDERS,
    MERCHANTS,
    PRICES,
    ROAD_BUILDERS,
    SCHOLARS,
    TOKENS,
    TRADERS,
    VICTORY_POINT_TOKENS,
    in_letters,
)
from games.engine.rulesets.best_friends.state import EXCHANGED, USING, Befriended
from games.engine.rulesets.best_friends.turns import check_moment, check_own_part, check_own_turn
from games.engine.words import marked

MOST_TRADES = 2
"""Exchanges of the traders in a turn (BF-083)."""

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
        marked("{player} has {held} tokens, not {laid}"),
        player=state.name(action.seat),
        held=held,
        laid=laid,
    )


@keeps("BF-073")
def check_old_tokens(state: Befriended, action: Action) -> Detail | None:
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
    """More tokens of a kind are on the guild board than there are for so many players."""

    def ask(state: Befriended, action: Action) -> Detail | None:
        if state.n != players:
            return None
        for kind, most in enumerate(state.at_first):
            if state.laid_on[kind] + (action.facts[0] >> 8 * kind & PLACE) > most:
                return cannot(
                    marked("there are {most} tokens with {what}"), most=most, what=TOKENS[kind]
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
            laid=in_letters(laid) or "0",
            price=in_letters(PRICES[guild]),
        )

    return Check(rule, ask)


PRICE_RULES = ("BF-074", "BF-075", "BF-076", "BF-077", "BF-078")

LAYING = (
    *TURN,
    check_not_exchanged,
    check_one_occasion,
    check_number,
    check_tokens_held,
    check_old_tokens,
    *(
        stock_check(rule, players)
        for rule, players in (("BF-008", 3), ("BF-009", 4), ("BF-010", 5), ("BF-011", 6))
    ),
)


def favour(guild: int, checks: tuple[Check, ...], grant: Apply) -> Verb:
    """Tokens laid on the guild, and what it grants."""
    asked = (*LAYING, price_check(PRICE_RULES[guild], guild), *checks)

    def allowed(state: Befriended, action: Action) -> bool:
        return not any(check.ask(state, action) for check in asked)

    def apply(state: Befriended, action: Action) -> None:
        lay_tokens(state, action)
        grant(state, action)

    return Verb(allowed, asked, apply)


# Traders


def trade(state: Befriended, action: Action) -> None:
    """Facts: tokens, the card given, the card taken, packed."""
    exchange_cards(state, action)
    state.again = state.most_trades - 1


def may_trade_again(state: Befriended, action: Action) -> bool:
    """Facts: the card given, the card taken, packed."""
    return not any(check.ask(state, action) for check in TRADING_AGAIN)


def trade_again(state: Befriended, action: Action) -> None:
    exchange_cards(state, action)
    state.again = max(0, state.again - 1)
    if action.seat == state.turn:
        state.favour = action


def exchange_cards(state: Befriended, action: Action) -> None:
    give, take = action.facts[-2:]
    state.hands[action.seat] += take - give
    state.bank += give - take
    state.trades += 1


@keeps("BF-082")
def check_one_for_one(state: Befriended, action: Action) -> Detail | None:
    give, take = action.facts[-2:]
    if size(give) == size(take) == 1 and not overlap(give, take):
        return None
    return says(
        marked("{give} for {take} is not a card for one of another resource"),
        give=in_words(give) or "0",
        take=in_words(take) or "0",
    )


@keeps("BF-082")
def check_of_the_wagon(state: Befriended, action: Action) -> Detail | None:
    if state.again > 0 and going_on(state) and action.seat == state.turn:
        return None
    return says(marked("no wagon allows another exchange"))


@keeps("BF-083")
def check_trades(state: Befriended, action: Action) -> Detail | None:
    if state.trades < MOST_TRADES:
        return None
    return says(marked("the traders have made {count} exchanges"), count=state.trades)


@keeps("BF-084")
def check_trade_held(state: Befriended, action: Action) -> Detail | None:
    give, take = action.facts[-2:]
    if (give | take) >= ONE[UNKNOWN]:
        return cannot(marked("cards of the bank are open"))
    return short_of(state, action.seat, give) or out_of_bank(state, take)


def out_of_bank(state: Befriended, wanted: int) -> Detail | None:
    stock = state.bank_counts()
    for kind, count in enumerate(counts(wanted)):
        if count > stock[kind]:
            return cannot(
                marked("the bank has {have} of {resource}"),
                have=max(0, stock[kind]),
                resource=RESOURCES[kind],
            )
    return None


TRADE = (check_one_for_one, check_trades, check_trade_held)

TRADING_AGAIN = (*TURN, check_of_the_wagon, *TRADE)

# Merchants


def take_card(state: Befriended, action: Action) -> None:
    """Facts: tokens, the card taken, packed."""
    card = action.facts[1]
    state.hands[action.seat] += card
    state.bank -= card


@keeps("BF-085")
def check_one_from_bank(state: Befriended, action: Action) -> Detail | None:
    card = action.facts[1]
    if card >= ONE[UNKNOWN]:
        return cannot(marked("cards of the bank are open"))
    if size(card) != 1:
        return says(marked("{cards} is not one card"), cards=in_words(card) or "0")
    return None


@keeps("BF-085")
def check_bank_has(state: Befriended, action: Action) -> Detail | None:
    card = action.facts[1]
    return None if card >= ONE[UNKNOWN] else out_of_bank(state, card)


# Road builders


def build_road(state: Befriended, action: Action) -> None:
    """Facts: tokens, the path."""
    seat, path = action.seat, action.facts[1]
    building.lay_road(state, seat, path)
    state.see_longer_road(seat)
    state.see_winner()
    join(state, action, path)


@keeps("BF-080")
def check_piece(state: Befriended, action: Action) -> Detail | None:
    return building.no_road(state, action)


@keeps("BF-087")
def check_placed(state: Befriended, action: Action) -> Detail | None:
    on_path = action._replace(facts=action.facts[1:])
    for check in building.ON_PATH:
        detail = check.ask(state, on_path)
        if detail is not None:
            return detail
    return None


# Scholars


def draw_card(state: Befriended, action: Action) -> None:
    """Facts: tokens, the kind of the card. It counts as bought in this turn (BFD-27)."""
    seat, kind = action.seat, action.facts[1]
    state.deck -= 1
    state.cards[seat] += ONE[kind]
    state.stock -= ONE[kind]
    if seat == state.turn:
        state.bought += ONE[kind]
    if kind == VICTORY_POINT:
        state.points[seat] += 1
        state.see_winner()


@keeps("BF-088")
def check_deck(state: Befriended, action: Action) -> Detail | None:
    return cards.check_deck.ask(state, action)


def drawn_card(check: Check) -> Check:
    """The check of a card bought, asked of the one that is drawn."""
    return Check(
        check.rule,
        lambda state, action: check.ask(state, action._replace(facts=action.facts[1:])),
    )


def scholars(buying: Verb) -> Verb:
    """A card drawn, of which there are as many as of those that are bought."""
    kinds = [one.ask for one in cards.STOCK]
    stock = [drawn_card(check) for check in buying.checks if check.ask in kinds]
    return favour(SCHOLARS, (check_deck, *stock), draw_card)


# Master builders


def take_point(state: Befriended, action: Action) -> None:
    """Facts: tokens."""
    state.merits[action.seat] += 1
    state.points[action.seat] += 1
    state.see_winner()


@keeps("BF-005")
def check_point_left(state: Befriended, action: Action) -> Detail | None:
    if state.merits_left > 0:
        return None
    return cannot(marked("all {count} victory point tokens are taken"), count=VICTORY_POINT_TOKENS)


# Exchange


def may_exchange(state: Befriended, action: Action) -> bool:
    """Facts: how many tokens were drawn, how many put back."""
    return not any(check.ask(state, action) for check in EXCHANGING)


def exchange(state: Befriended, action: Action) -> None:
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
    make = cannot if back > have else says
    return make(marked("{count} tokens were put back"), count=back)


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
    return cannot(marked("the pool has {have} tokens"), have=have)


EXCHANGING = (
    *TURN,
    check_not_used,
    check_one_drawn,
    check_one_back,
    check_some_held,
    check_pool,
)

# What may stand between two favours


def beside(verb: Verb) -> Verb:
    """The action is no act of the player on turn: favours go on after it (BF-070)."""

    def apply(state: Befriended, action: Action) -> None:
        between = going_on(state)
        verb.apply(state, action)
        if between:
            state.favour = action

    return Verb(verb.allowed, verb.checks, apply)


VERBS: Mapping[str, Verb] = {
    "traders": favour(TRADERS, TRADE, trade),
    "traders_again": Verb(may_trade_again, TRADING_AGAIN, trade_again),
    "merchants": favour(MERCHANTS, (check_one_from_bank, check_bank_has), take_card),
    "road_builders": favour(ROAD_BUILDERS, (check_piece, check_placed), build_road),
    "master_builders": favour(MASTER_BUILDERS, (check_point_left,), take_point),
    "exchange_token": Verb(may_exchange, EXCHANGING, exchange),
}
