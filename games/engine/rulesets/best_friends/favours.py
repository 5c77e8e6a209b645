"""Favours: what each of the five guilds grants at once."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine import hints
from games.engine.core import Action, Check, Detail, Verb, as_impossible, cannot, keeps, says
from games.engine.rulesets.base import building, cards
from games.engine.rulesets.base.packed import (
    ONE,
    UNKNOWN,
    VICTORY_POINT,
    heap,
    overlap,
    size,
)
from games.engine.rulesets.base.trading import short_of
from games.engine.rulesets.base.turns import bank_lacks, not_by_name
from games.engine.rulesets.best_friends.earning import join
from games.engine.rulesets.best_friends.guilds import (
    MASTER_BUILDERS,
    MERCHANTS,
    ROAD_BUILDERS,
    SCHOLARS,
    TRADERS,
    VICTORY_POINT_TOKENS,
)
from games.engine.rulesets.best_friends.state import Befriended
from games.engine.rulesets.best_friends.using import TURN, favour, going_on
from games.engine.words import marked

MOST_TRADES = 2
"""Exchanges of the traders in a turn (BF-083)."""

# Traders


def trade(state: Befriended, action: Action) -> None:
    """Facts: tokens, the card given, the card taken, packed."""
    exchange_cards(state, action)
    state.again = state.most_trades - 1


def trade_again(state: Befriended, action: Action) -> None:
    """Facts: the card given, the card taken, packed."""
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
        give=heap(give),
        take=heap(take),
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
    return (
        not_by_name(give | take) or short_of(state, action.seat, give) or out_of_bank(state, take)
    )


def out_of_bank(state: Befriended, wanted: int) -> Detail | None:
    lacking = bank_lacks(state, wanted)
    return None if lacking is None else as_impossible(lacking, hints.BANK_CARD)


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
    if size(card) != 1 and card < ONE[UNKNOWN]:
        return says(marked("{cards} is not one card"), cards=heap(card))
    return not_by_name(card)


@keeps("BF-085")
def check_bank_has(state: Befriended, action: Action) -> Detail | None:
    card = action.facts[1]
    return None if card >= ONE[UNKNOWN] else out_of_bank(state, card)


# Road builders


def build_road(state: Befriended, action: Action) -> None:
    """Facts: tokens, the path."""
    seat, path = action.seat, action.facts[1]
    building.lay_road(state, seat, path)
    state.award_longer_road(seat)
    state.end_if_won()
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
        state.studied += ONE[kind]
    if kind == VICTORY_POINT:
        state.points[seat] += 1
        state.end_if_won()


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
    state.end_if_won()


@keeps("BF-005")
def check_point_left(state: Befriended, action: Action) -> Detail | None:
    if state.merits_left > 0:
        return None
    return cannot(
        marked("all {count} victory point tokens are taken"),
        hints.POINT_TOKENS,
        count=VICTORY_POINT_TOKENS,
    )


VERBS: Mapping[str, Verb] = {
    "traders": favour(TRADERS, TRADE, trade),
    "traders_again": Verb(TRADING_AGAIN, trade_again),
    "merchants": favour(MERCHANTS, (check_one_from_bank, check_bank_has), take_card),
    "road_builders": favour(ROAD_BUILDERS, (check_piece, check_placed), build_road),
    "master_builders": favour(MASTER_BUILDERS, (check_point_left,), take_point),
}
