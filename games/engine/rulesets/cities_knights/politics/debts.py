"""Wedding and Saboteur: the opponents owe cards, and give them up."""

from __future__ import annotations

from games.engine.core import Action, Detail, Seat, Verb, keeps, says
from games.engine.rulesets.base.packed import size
from games.engine.rulesets.base.rolling import pay_off
from games.engine.rulesets.base.state import MAIN, NO_SEAT, RESOLVING
from games.engine.rulesets.base.turns import check_founded, check_time, has_left
from games.engine.rulesets.cities_knights.playing import alone, played, use
from games.engine.rulesets.cities_knights.resolving import owing
from games.engine.rulesets.cities_knights.rolling import not_held
from games.engine.rulesets.cities_knights.state import CitiesState
from games.engine.rulesets.cities_knights.turns import OVER_NOW
from games.engine.words import marked

# Wedding


def marry(state: CitiesState, action: Action) -> None:
    use(state, action, "We")
    seat = action.seat
    owe(
        state,
        [
            min(2, size(hand)) if points > state.points[seat] else 0
            for points, hand in zip(state.points, state.hands, strict=True)
        ],
        receiver=seat,
    )


def owe(state: CitiesState, owed: list[int], receiver: Seat) -> None:
    """Who has left owes nothing."""
    owed = [0 if state.out >> seat & 1 else count for seat, count in enumerate(owed)]
    state.paid = 0
    if any(owed) and state.phase == MAIN:
        state.owed = owed
        state.receiver = receiver
        state.phase = RESOLVING


def give(state: CitiesState, action: Action) -> None:
    """Facts: the cards. What is owed may be given in parts."""
    (cards,) = action.facts
    state.hands[action.seat] -= cards
    receiver = state.turn if state.receiver == NO_SEAT else state.receiver
    state.hands[receiver] += cards
    pay_off(state, action, cards)
    if state.phase == RESOLVING and state.receiver != NO_SEAT and not any(state.owed):
        state.phase = MAIN
        state.receiver = NO_SEAT


@keeps("CK-259")
def check_gift_due(state: CitiesState, action: Action) -> Detail | None:
    if owing(state) and state.receiver != NO_SEAT and state.owed[action.seat]:
        return None
    if gives_nothing(state, action) or has_given(state, action):
        return None
    if state.out >> action.seat & 1:
        return has_left(state, action.seat)
    return says(marked("no gift of {player} is due"), player=state.name(action.seat))


def gives_nothing(state: CitiesState, action: Action) -> bool:
    """Whether it is only a mark that somebody who owes no gift gives none."""
    return not action.facts[0] and not state.owed[action.seat] and after_a_wedding(state)


def has_given(state: CitiesState, action: Action) -> bool:
    paid = state.paid >> action.seat & 1
    return bool(paid) and not state.owed[action.seat] and after_a_wedding(state)


def after_a_wedding(state: CitiesState) -> bool:
    """Whether nothing was done since a Wedding but give for it."""
    previous = state.previous
    return previous is not None and previous.verb in ("wedding", "gift")


@keeps("CK-261")
def check_gift_size(state: CitiesState, action: Action) -> Detail | None:
    """No part of what is owed: none of it, or more than that."""
    seat = action.seat
    owed, cards = state.owed[seat], size(action.facts[0])
    if not owed or state.receiver == NO_SEAT or 0 < cards <= owed:
        return None
    facts = {"player": state.name(seat), "cards": cards, "due": owed}
    if state.paid >> seat & 1:
        return says(marked("{player} gives {cards}, still due are {due}"), **facts)
    return says(marked("{player} gives {cards}, due are {due}"), **facts)


@keeps("CK-261")
def check_given_once(state: CitiesState, action: Action) -> Detail | None:
    if not has_given(state, action) or gives_nothing(state, action):
        return None
    return says(marked("{player} has given all that was due"), player=state.name(action.seat))


@keeps("CK-261")
def check_gift_held(state: CitiesState, action: Action) -> Detail | None:
    return not_held(state, action.seat, action.facts[0])


# Saboteur


def sabotage(state: CitiesState, action: Action) -> None:
    use(state, action, "Sa")
    seat = action.seat
    owed = [
        size(hand) // 2 if points >= state.points[seat] else 0
        for points, hand in zip(state.points, state.hands, strict=True)
    ]
    owed[seat] = 0
    state.sabotaged = True
    owe(state, owed, receiver=NO_SEAT)


WEDDING = Verb.of((played("We"),), marry)

GIFT = Verb(
    (
        *OVER_NOW,
        check_time,
        check_founded,
        check_gift_due,
        check_gift_size,
        check_given_once,
        check_gift_held,
    ),
    give,
)

SABOTEUR = Verb.of((played("Sa"),), sabotage)


PLAYS = {"wedding": alone("wedding"), "saboteur": alone("saboteur")}
