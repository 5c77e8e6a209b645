"""Wedding and Saboteur: the opponents owe cards, and give them up."""

from __future__ import annotations

from games.engine.core import Action, Detail, Seat, Verb, keeps, says
from games.engine.rulesets.base.packed import size
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
    if any(owed) and state.phase == MAIN:
        state.owed = owed
        state.receiver = receiver
        state.phase = RESOLVING


def give(state: CitiesState, action: Action) -> None:
    """Facts: the cards."""
    (cards,) = action.facts
    state.hands[action.seat] -= cards
    receiver = state.turn if state.receiver == NO_SEAT else state.receiver
    state.hands[receiver] += cards
    state.owed[action.seat] = 0
    if state.phase == RESOLVING and state.receiver != NO_SEAT and not any(state.owed):
        state.phase = MAIN
        state.receiver = NO_SEAT


@keeps("CK-259")
def check_gift_due(state: CitiesState, action: Action) -> Detail | None:
    if owing(state) and state.receiver != NO_SEAT and state.owed[action.seat]:
        return None
    if state.out >> action.seat & 1:
        return has_left(state, action.seat)
    return says(marked("no gift of {player} is due"), player=state.name(action.seat))


@keeps("CK-261")
def check_gift_size(state: CitiesState, action: Action) -> Detail | None:
    owed = state.owed[action.seat]
    if not owed or state.receiver == NO_SEAT or size(action.facts[0]) == owed:
        return None
    return says(
        marked("{player} gives {cards}, due are {due}"),
        player=state.name(action.seat),
        cards=size(action.facts[0]),
        due=owed,
    )


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
    owe(state, owed, receiver=NO_SEAT)


WEDDING = Verb.of((played("We"),), marry)

GIFT = Verb(
    (
        *OVER_NOW,
        check_time,
        check_founded,
        check_gift_due,
        check_gift_size,
        check_gift_held,
    ),
    give,
)

SABOTEUR = Verb.of((played("Sa"),), sabotage)


PLAYS = {"wedding": alone("wedding"), "saboteur": alone("saboteur")}
