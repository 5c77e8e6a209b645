"""A card given away: to another player who takes it or refuses, or to the bank."""

from __future__ import annotations

from games.engine.core import Action, Check, Detail, Seat, Verb, keeps, says
from games.engine.rulesets.base.packed import UNKNOWN, heap, size
from games.engine.rulesets.base.state import PAIRED
from games.engine.rulesets.base.trading import short_of
from games.engine.rulesets.base.turns import (
    check_founded,
    check_running,
    check_time,
    has_left,
    not_by_name,
    off_turn,
)
from games.engine.rulesets.best_friends.state import Befriended, Earned
from games.engine.rulesets.best_friends.turns import untimely
from games.engine.words import marked


def give(state: Befriended, action: Action) -> None:
    """Facts: the receiver, the card, packed."""
    receiver, card = action.facts
    state.hands[action.seat] -= card
    state.hands[receiver] += card
    state.gave = True
    state.earn(action, Earned("BF-034", taker=action.seat, takes=1))


def refuse(state: Befriended, action: Action) -> None:
    """Facts as above: the player on turn offers, the receiver refuses."""
    state.refuser = action.facts[0]


def give_to_bank(state: Befriended, action: Action) -> None:
    """Facts: the card, packed."""
    (card,) = action.facts
    state.hands[action.seat] -= card
    state.bank += card
    state.gave = True
    state.earn(action, Earned("BF-037", taker=action.seat, takes=1))


@keeps("BF-026")
def check_moment(state: Befriended, action: Action) -> Detail | None:
    return untimely(state)


@keeps("BF-025")
def check_giver(state: Befriended, action: Action) -> Detail | None:
    return off_turn(state, action)


@keeps("BF-041")
def check_stone_1(state: Befriended, action: Action) -> Detail | None:
    if state.phase == PAIRED and action.seat == state.turn:
        return says(marked("{player} holds rock 2"), player=state.name(state.turn))
    return None


@keeps("BF-027")
def check_one_card(state: Befriended, action: Action) -> Detail | None:
    card = action.facts[-1]
    if size(card) == 1:
        return None
    return says(marked("{cards} is not one card"), cards=heap(card))


@keeps("BF-028")
def check_held(state: Befriended, action: Action) -> Detail | None:
    return short_of(state, action.seat, action.facts[-1])


@keeps("BF-028")
def check_offer_held(state: Befriended, action: Action) -> Detail | None:
    """A card that was refused may have been any card, if it was not seen."""
    card = action.facts[-1]
    if card >> 8 * UNKNOWN and size(state.hands[action.seat]) >= size(card):
        return None
    return short_of(state, action.seat, card)


@keeps("BF-028")
def check_bank_sees(state: Befriended, action: Action) -> Detail | None:
    return not_by_name(action.facts[0]) or short_of(state, action.seat, action.facts[0])


def check_not_behind(rule: str) -> Check:
    """The receiver has more visible points, and this row says why that counts."""

    @keeps(rule)
    def check(state: Befriended, action: Action) -> Detail | None:
        receiver, giver = action.facts[0], action.seat
        if gone(state, action) or not ahead(state, giver, receiver):
            return None
        if row_of(state, giver, receiver) != rule:
            return None
        if receiver == giver:
            return says(
                marked("{player} is named as the one who gives and as the one who receives"),
                player=state.name(giver),
            )
        return says(
            marked("{player} has {points} visible points, {other} has {more}"),
            player=state.name(giver),
            points=state.visible(giver),
            other=state.name(receiver),
            more=state.visible(receiver),
        )

    return check


@keeps("BF-034")
def check_taker_there(state: Befriended, action: Action) -> Detail | None:
    return gone(state, action)


@keeps("BF-031")
def check_refuser_there(state: Befriended, action: Action) -> Detail | None:
    return gone(state, action)


def gone(state: Befriended, action: Action) -> Detail | None:
    """The receiver has left the game, and neither takes a card nor refuses one."""
    receiver = action.facts[0]
    return has_left(state, receiver) if state.out >> receiver & 1 else None


def ahead(state: Befriended, giver: Seat, receiver: Seat) -> bool:
    return not receivers(state, giver, {receiver})


def row_of(state: Befriended, giver: Seat, receiver: Seat) -> str:
    """The row that an offer to somebody with more visible points breaks."""
    has, needs = state.visible(giver), state.visible(receiver)
    if receiver == giver:
        return "BF-029"
    if state.refuser >= 0:
        return "BF-032"
    if needs <= state.points[giver]:
        return "BF-030"
    return "BF-092" if needs - state.merits[receiver] <= has else "BF-029"


def receivers(state: Befriended, giver: Seat, seats: set[Seat]) -> list[Seat]:
    """Those of the seats who may be offered a card (BF-029, BF-030)."""
    return [
        seat
        for seat in sorted(seats)
        if seat != giver and state.visible(seat) <= state.visible(giver)
    ]


def able(state: Befriended, giver: Seat) -> list[Seat]:
    """Who may be offered a card and is still in the game."""
    return receivers(state, giver, {seat for seat in state.seats if not state.out >> seat & 1})


@keeps("BF-033")
def check_another(state: Befriended, action: Action) -> Detail | None:
    if action.facts[0] != state.refuser:
        return None
    return says(marked("{player} has just refused"), player=state.name(state.refuser))


@keeps("BF-035")
def check_one_gift(state: Befriended, action: Action) -> Detail | None:
    if not state.gave:
        return None
    return says(marked("{player} has given a card away"), player=state.name(state.turn))


@keeps("BF-039")
def check_one_for_bank(state: Befriended, action: Action) -> Detail | None:
    return check_one_gift.ask(state, action)


@keeps("BF-037")
def check_nobody_to_give(state: Befriended, action: Action) -> Detail | None:
    return None if state.refuser >= 0 else still_able(state, action)


@keeps("BF-038")
def check_not_for_refusal(state: Befriended, action: Action) -> Detail | None:
    return still_able(state, action) if state.refuser >= 0 else None


def still_able(state: Befriended, action: Action) -> Detail | None:
    names = ", ".join(map(state.name, able(state, action.seat)))
    if not names:
        return None
    return says(marked("the card can be offered to: {players}"), players=names)


ANY_GIFT = (
    check_running,
    check_time,
    check_founded,
    check_moment,
    check_giver,
    check_stone_1,
    check_one_card,
)

TO_PLAYER = (
    *ANY_GIFT,
    *map(check_not_behind, ("BF-029", "BF-030", "BF-032", "BF-092")),
    check_another,
    check_one_gift,
)

OFFERING = (*TO_PLAYER, check_refuser_there, check_offer_held)

GIVING = (*TO_PLAYER, check_taker_there, check_held)

TO_BANK = (
    *ANY_GIFT,
    check_one_for_bank,
    check_nobody_to_give,
    check_not_for_refusal,
    check_bank_sees,
)

VERBS = {
    "give": Verb(GIVING, give),
    "refuse": Verb(OFFERING, refuse),
    "give_to_bank": Verb(TO_BANK, give_to_bank),
}
