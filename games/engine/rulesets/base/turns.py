"""Checks that many verbs share: is this the moment for any such action?"""

from __future__ import annotations

from games.engine import hints
from games.engine.core import Action, Detail, Seat, cannot, keeps, says
from games.engine.rulesets.base.packed import (
    ONE,
    PLACE,
    RESOURCES,
    UNKNOWN,
    counts,
    heap,
    missing,
)
from games.engine.rulesets.base.state import BEFORE, DISCARD, FOUND_ROAD, OVER, ROBBER, BaseState
from games.engine.rulesets.over import after_the_end
from games.engine.words import in_points, marked


@keeps("B-180")
def check_running(state: BaseState, action: Action) -> Detail | None:
    # T-060 is the word for what is played when the time is over.
    if state.phase != OVER or state.turns_left == 0:
        return None
    return after_the_end(state, action)


@keeps("T-060")
def check_time(state: BaseState, action: Action) -> Detail | None:
    if state.phase == OVER and state.turns_left == 0:
        return says(marked("every player has had two turns since the bell"))
    return None


@keeps("B-064")
def check_founded(state: BaseState, action: Action) -> Detail | None:
    if OVER < state.phase <= FOUND_ROAD:
        return says(marked("the founding is not over yet"))
    return None


@keeps("B-086")
def check_discarded(state: BaseState, action: Action) -> Detail | None:
    return None if all_in_part(state) else to_discard(state)


@keeps("B-087")
def check_rest_discarded(state: BaseState, action: Action) -> Detail | None:
    """All who owe cards for a 7 have discarded some of them."""
    return to_discard(state) if all_in_part(state) else None


def to_discard(state: BaseState) -> Detail | None:
    if state.phase == DISCARD:
        return says(marked("cards are still to be discarded: {late}"), late=still_due(state))
    return None


def all_in_part(state: BaseState) -> bool:
    """Whether everybody who owes cards has given some of them already."""
    return all(state.paid >> seat & 1 for seat in state.seats if state.owed[seat])


@keeps("B-092")
def check_robber_moved(state: BaseState, action: Action) -> Detail | None:
    if state.phase == ROBBER and not state.by_knight:
        return says(marked("the robber has not been moved after the 7"))
    return None


@keeps("B-170")
def check_knight_done(state: BaseState, action: Action) -> Detail | None:
    if state.phase == ROBBER and state.by_knight:
        return says(marked("the Knight has not moved the robber"))
    return None


PRESSING = (check_discarded, check_rest_discarded, check_robber_moved, check_knight_done)
"""Nothing else is to be done first."""

MOMENT = (check_running, check_time, check_founded, *PRESSING)
"""The game goes on, and it is the moment."""


@keeps("B-070")
def check_on_turn(state: BaseState, action: Action) -> Detail | None:
    return off_turn(state, action)


@keeps("B-121")
def check_after_roll(state: BaseState, action: Action) -> Detail | None:
    """Of the player on turn: whoever else acts is told that (B-070)."""
    return before_roll(state) if action.seat == state.turn else None


def off_turn(state: BaseState, action: Action) -> Detail | None:
    if action.seat != state.turn:
        if state.out >> action.seat & 1:
            return has_left(state, action.seat)
        return says(
            marked("{player} is on turn, not {actor}"),
            player=state.name(state.turn),
            actor=state.name(action.seat),
        )
    return None


def has_left(state: BaseState, seat: Seat) -> Detail:
    return says(marked("{player} has left the game"), player=state.name(seat))


def before_roll(state: BaseState) -> Detail | None:
    if state.phase == BEFORE:
        return says(marked("{player} has not rolled yet"), player=state.name(state.turn))
    return None


def too_dear(state: BaseState, seat: Seat, price: int) -> Detail | None:
    """What the player lacks of the price. Cards that nobody saw may be any of them, so beside such
    cards that is not said."""
    hand = state.hands[seat]
    lacking = missing(hand, price)
    if not lacking:
        return None
    facts = held(state, seat) | {"price": heap(price)}
    if hand >> 8 * UNKNOWN & PLACE:
        return cannot(
            marked("{player} holds {held}, the price is {price}"), hints.CARDS_BEFORE, **facts
        )
    return cannot(
        marked("{player} holds {held}, the price is {price}; missing: {missing}"),
        hints.CARDS_BEFORE,
        missing=heap(lacking),
        **facts,
    )


def not_by_name(cards: int) -> Detail | None:
    """Cards that the bank gives or takes lie open, and some of these were not seen."""
    if cards < ONE[UNKNOWN]:
        return None
    return cannot(
        marked("cards of the bank are open: they are written by name, not as ?"), hints.BY_LETTERS
    )


def bank_lacks(state: BaseState, cards: int) -> Detail | None:
    """The first resource of which the bank has fewer than among these."""
    for kind, wanted in enumerate(counts(cards)):
        have = state.in_bank(kind)
        if wanted > have:
            return says(
                marked("the bank has {have} of {resource}"),
                have=have,
                resource=RESOURCES[kind],
            )
    return None


def too_few_points(state: BaseState, seat: Seat, needed: int = 0) -> Detail:
    """For the win, or for something else that takes `needed` points."""
    agreed = not needed and has_its_own_target(state)
    return says(
        marked("{player} has {points}; this game is played to {target}")
        if agreed
        else marked("{player} has {points}, {target} are needed"),
        player=state.name(seat),
        points=in_points(state.points[seat]),
        target=needed or state.target,
    )


def has_its_own_target(state: BaseState) -> bool:
    """Whether the record says how many points win, which may be others than the rule has."""
    return "target" in state.header.options


def still_due(state: BaseState) -> str:
    """Who still owes cards, and how many."""
    return ", ".join(
        f"{state.name(seat)} ({state.owed[seat]})" for seat in state.seats if state.owed[seat]
    )


def held(state: BaseState, seat: int) -> dict[str, object]:
    """The facts of a detail about somebody's cards."""
    return {"player": state.name(seat), "held": heap(state.hands[seat])}
