"""Set-up, as far as a record tells it: cards in play, market, hands, the destiny card."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.engine import hints
from games.engine.core import Action, Check, Detail, Header, cannot, keeps, says
from games.engine.rulesets.base.packed import size
from games.engine.rulesets.card_game.cards import KINDS, PRINTED, ROAD, SETTLEMENT, SYMBOLS
from games.engine.rulesets.card_game.moments import verb
from games.engine.rulesets.card_game.resource_zones import HAND_CARDS, MARKET_CARDS, count_of
from games.engine.rulesets.card_game.state import OPENING, SIDE_A, WHITE, CardState, copies_of
from games.engine.rulesets.card_game.ways import SEEN
from games.engine.rulesets.card_game.whereabouts import cards_exist, no_such_cards
from games.engine.words import marked

SHOWN_DESTINY, SHOWN_MARKET, SHOWN_SEATS = 1, 2, 2
"""Bits of `shown`: the destiny card, the market, then hand, settlement and road of each seat."""


def bit_of(seat: int, part: int) -> int:
    return 1 << SHOWN_SEATS + 3 * seat + part


HAND, FIRST_SETTLEMENT, FIRST_ROAD = range(3)

# The header


def check_header(header: Header) -> Iterator[tuple[str, Detail]]:
    """Who plays with how many copies (CG-005)."""
    players, copies = len(header.players), copies_of(header)
    needed = 2 if players > 4 else 1
    if copies != needed:
        yield (
            "CG-005",
            says(
                marked("players: {players}, copies of the game: {copies}"),
                players=players,
                copies=copies,
            ),
        )


# Building cards in play


BOXES: Final = {2: "CG-006", 3: "CG-007", 4: "CG-008", 5: "CG-009", 6: "CG-010"}
"""The rule for each number of players."""


def box_check(players: int) -> Check:
    @keeps(BOXES[players])
    def check_box(state: CardState, action: Action) -> Detail | None:
        if state.n != players:
            return None
        for kind, word in enumerate(KINDS):
            wanted = state.cards.in_play(kind, state.n)
            told = action.facts[3 * kind : 3 * kind + 3]
            for symbol, count, right in zip(SYMBOLS, told, wanted, strict=True):
                if count != right:
                    return says(
                        marked("{count} cards {kind} with the symbol {symbol}, not {right}"),
                        count=count,
                        kind=word,
                        symbol=symbol,
                        right=right,
                    )
        return None

    return check_box


@keeps("CG-002")
def check_box_printed(state: CardState, action: Action) -> Detail | None:
    copies = copies_of(state.header)
    for kind, word in enumerate(KINDS):
        count = sum(action.facts[3 * kind : 3 * kind + 3])
        if count > copies * PRINTED[kind]:
            return says(
                marked("{count} cards {kind}, printed are {printed}"),
                count=count,
                kind=word,
                printed=copies * PRINTED[kind],
            )
    return None


@keeps("CG-002")
def check_box_enough(state: CardState, action: Action) -> Detail | None:
    """Each player needs a settlement and a road at the start."""
    for kind in (ROAD, SETTLEMENT):
        if sum(action.facts[3 * kind : 3 * kind + 3]) < state.n:
            return cannot(marked("there are not enough cards for the start"), hints.CG_BOX)
    return None


def tell_box(state: CardState, action: Action) -> None:
    for kind in range(len(KINDS)):
        count = sum(action.facts[3 * kind : 3 * kind + 3])
        state.stock[kind] += count - sum(state.cards.in_play(kind, state.n))


# Resource cards


@keeps("CG-016")
def check_market(state: CardState, action: Action) -> Detail | None:
    count = count_of(action.facts[0])
    if count == MARKET_CARDS and state.phase == OPENING and not state.shown & SHOWN_MARKET:
        return None
    return _wrong_count(state, state.shown & SHOWN_MARKET, count)


@keeps("CG-017")
def check_hand(state: CardState, action: Action) -> Detail | None:
    count = count_of(action.facts[0])
    told = state.shown & bit_of(action.seat, HAND)
    if count == HAND_CARDS and state.phase == OPENING and not told:
        return None
    return _wrong_count(state, told, count)


def _wrong_count(state: CardState, told: int, count: int) -> Detail:
    if state.phase != OPENING:
        return cannot(marked("the game has begun already"), hints.CG_BEGINNING)
    if told:
        return cannot(marked("that was told already"), hints.CG_BEGINNING)
    return says(marked("cards at the start: {count}"), count=count)


@cards_exist
def check_fresh(state: CardState, action: Action) -> Detail | None:
    return no_such_cards(state, action.facts[0] & SEEN)


@keeps("CG-001")
def check_deck_has(state: CardState, action: Action) -> Detail | None:
    if count_of(action.facts[0]) > state.deck + HAND_CARDS:
        return cannot(marked("there are not so many cards in the deck"), hints.CG_HAND)
    return None


def tell_market(state: CardState, action: Action) -> None:
    state.shown |= SHOWN_MARKET
    _tell_zone(state, state.market, action.facts[0])


def tell_hand(state: CardState, action: Action) -> None:
    state.shown |= bit_of(action.seat, HAND)
    _tell_zone(state, action.seat, action.facts[0])


def _tell_zone(state: CardState, zone: int, cards: int) -> None:
    """What lies there at the start; a wrong number of cards came out of the deck."""
    seen = cards & SEEN
    state.deck += state.held(zone) - count_of(cards)
    state.blind[zone] = 0
    state.put(zone, seen, count_of(cards) - size(seen))


# What lies in front of the players


@keeps("CG-019")
def check_first_settlement(state: CardState, action: Action) -> Detail | None:
    return _first_card(state, action, FIRST_SETTLEMENT, SETTLEMENT)


@keeps("CG-019")
def check_first_road(state: CardState, action: Action) -> Detail | None:
    return _first_card(state, action, FIRST_ROAD, ROAD)


@keeps("CG-019")
def check_first_road_side(state: CardState, action: Action) -> Detail | None:
    if action.facts[0] != SIDE_A:
        return says(marked("the first road shows side B, due is side A"))
    return None


def _first_card(state: CardState, action: Action, part: int, kind: int) -> Detail | None:
    if state.phase != OPENING:
        return cannot(marked("the game has begun already"), hints.CG_BEGINNING)
    if state.shown & bit_of(action.seat, part):
        if not state.stock[kind]:
            return cannot(marked("there are not enough cards for the start"), hints.CG_BOX)
        return says(marked("{player} has one more"), player=state.name(action.seat))
    return None


def tell_first_settlement(state: CardState, action: Action) -> None:
    bit = bit_of(action.seat, FIRST_SETTLEMENT)
    if state.shown & bit:
        state.settlements[action.seat] += 1
        state.stock[SETTLEMENT] -= 1
    state.shown |= bit


def tell_first_road(state: CardState, action: Action) -> None:
    bit = bit_of(action.seat, FIRST_ROAD)
    if state.shown & bit:
        state.stacks[ROAD][action.seat] += 1
        state.stock[ROAD] -= 1
    state.shown |= bit


# The destiny card


@keeps("CG-022")
def check_white_up(state: CardState, action: Action) -> Detail | None:
    side, _arrows = action.facts
    if side != WHITE and state.n > 2:
        return says(marked("the white arrows are not up"))
    return None


@keeps("CG-023")
def check_destiny_used(state: CardState, action: Action) -> Detail | None:
    if state.n == 2:
        return says(marked("with two players the destiny card is not used"))
    return None


@keeps("CG-003")
def check_one_destiny(state: CardState, action: Action) -> Detail | None:
    if state.shown & SHOWN_DESTINY:
        return says(marked("there is only one destiny card"))
    if state.phase != OPENING:
        return says(marked("the game has begun already"))
    return None


@keeps("CG-003")
def check_white_arrows(state: CardState, action: Action) -> Detail | None:
    """Where the arrows of each side point, if the card set knows it."""
    side, arrows = action.facts
    right = state.cards.white if side == WHITE else -state.cards.white
    if arrows and right and arrows != right:
        return says(marked("the arrows of that side point the other way"))
    return None


def tell_destiny(state: CardState, action: Action) -> None:
    side, arrows = action.facts
    state.shown |= SHOWN_DESTINY
    state.side = side
    state.arrows = arrows or (state.cards.white if side == WHITE else -state.cards.white)


VERBS: Final = {
    "box": verb(
        (*(box_check(players) for players in BOXES), check_box_printed, check_box_enough),
        tell_box,
    ),
    "lay_market": verb((check_market, check_fresh, check_deck_has), tell_market),
    "hand": verb((check_hand, check_fresh, check_deck_has), tell_hand),
    "first_settlement": verb((check_first_settlement,), tell_first_settlement),
    "first_road": verb((check_first_road, check_first_road_side), tell_first_road),
    "destiny": verb(
        (check_white_up, check_destiny_used, check_one_destiny, check_white_arrows), tell_destiny
    ),
}
