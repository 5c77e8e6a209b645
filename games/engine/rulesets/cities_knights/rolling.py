"""The roll of three dice, and the discards on a 7."""

from __future__ import annotations

from games.engine import hints
from games.engine.core import Action, Check, Detail, Seat, Verb, cannot, keeps, says
from games.engine.rulesets.base import rolling
from games.engine.rulesets.base.packed import heap, size
from games.engine.rulesets.base.rolling import (
    SEVEN,
    check_rolled_once,
    check_turn_order,
    discards_nothing,
    has_discarded,
    just_founded,
    nothing_owed,
    pay_off,
    wrong_number,
)
from games.engine.rulesets.base.state import BEFORE, DISCARD, MAIN, RESOLVING
from games.engine.rulesets.base.turns import check_founded, check_time, held
from games.engine.rulesets.cities_knights import barbarians, draws
from games.engine.rulesets.cities_knights.decks import TRACKS
from games.engine.rulesets.cities_knights.hand import holds
from games.engine.rulesets.cities_knights.production import check_attack_first
from games.engine.rulesets.cities_knights.resolving import (
    advance,
    after_discards,
    over_limit,
    owing,
)
from games.engine.rulesets.cities_knights.state import SHIP, CitiesState
from games.engine.rulesets.cities_knights.turns import (
    MOMENT,
    OVER_NOW,
    check_card_of_the_top_level,
    check_cards_drawn,
    check_surplus_returned,
)
from games.engine.words import marked

DICE = frozenset(
    (red + yellow, red, yellow, event)
    for red in range(1, 7)
    for yellow in range(1, 7)
    for event in (*TRACKS, SHIP)
)
"""The facts of a roll: the sum, the red die, the yellow die, the face of the event die."""


# The roll


def may_roll(state: CitiesState, action: Action) -> bool:
    return (
        state.phase == BEFORE
        and action.seat == state.turn
        and action.facts in DICE
        and (state.alchemy is None or state.alchemy == action.facts[1:3])
    )


def roll(state: CitiesState, action: Action) -> None:
    again = state.phase != BEFORE
    beside = state.header.in_anothers_turn(action, state.turn)
    if again and beside:
        return
    if (again or action.seat != state.turn) and not beside:
        state.begin_turn(action.seat)
    if state.after != MAIN:
        # What was due for the roll of one who has left.
        state.clear_the_roll()
    state.rolled, state.red, _yellow, state.event = action.facts
    state.pending = True
    if state.event == SHIP:
        barbarians.sail(state)
    else:
        state.drawers = draws.due_to_draw(state)
    advance(state)


@keeps("CK-011")
def check_dice(state: CitiesState, action: Action) -> Detail | None:
    if action.facts in DICE:
        return None
    return cannot(marked("a die shows 1 to 6, the event die a ship or a gate"), hints.CK_DICE)


@keeps("CK-226")
def check_dice_set(state: CitiesState, action: Action) -> Detail | None:
    if state.alchemy is None or state.alchemy == action.facts[1:3] or state.phase != BEFORE:
        return None
    red, yellow = state.alchemy
    return says(marked("the Alchemist set the dice to {roll}"), roll=f"{red}+{yellow}")


@keeps("CK-028")
def check_first_turn(state: CitiesState, action: Action) -> Detail | None:
    if action.seat != state.turn and just_founded(state):
        return says(marked("{player} placed a city last"), player=state.name(state.turn))
    return None


# Discards


def may_discard(state: CitiesState, action: Action) -> bool:
    (cards,) = action.facts
    if discards_nothing(state, action):
        return state.phase >= BEFORE
    return (
        not to_somebody(state)
        and 0 < size(cards) <= state.owed[action.seat]
        and holds(state.hands[action.seat], cards)
    )


def discarding(state: CitiesState) -> bool:
    """Whether cards go to the bank, for a 7 or a Saboteur."""
    return state.phase == DISCARD or (owing(state) and not to_somebody(state))


def to_somebody(state: CitiesState) -> bool:
    return state.receiver >= 0


def discard(state: CitiesState, action: Action) -> None:
    """What is owed may be discarded in parts."""
    if discards_nothing(state, action):
        return
    (cards,) = action.facts
    state.hands[action.seat] -= cards
    state.bank += cards
    pay_off(state, action, cards)
    if not any(state.owed):
        if state.phase == DISCARD:
            after_discards(state)
        elif discarding_for_saboteur(state):
            state.phase = state.after


def discarding_for_saboteur(state: CitiesState) -> bool:
    return state.phase == RESOLVING and not state.pending


@keeps("CK-079")
def check_over_limit(state: CitiesState, action: Action) -> Detail | None:
    """Nobody else discards, and at no other time."""
    if state.phase < BEFORE or sabotage(state):
        return None
    # As long as cards are owed they may come late; that nobody waited for them has been told.
    if state.owed[action.seat] and not to_somebody(state):
        return None
    if discards_nothing(state, action) or is_early(state, action):
        return None
    if has_discarded(state, action):
        return None
    return (not_hit if after_a_saboteur(state) else nothing_owed)(state, action)


def is_early(state: CitiesState, action: Action) -> bool:
    """Whether the discard is due for this roll, but not yet: an attack or draws come first."""
    on_its_way = state.phase == RESOLVING and state.pending and state.rolled == SEVEN
    due = on_its_way and over_limit(state, action.seat)
    return due and not discards_nothing(state, action)


def in_its_order(check: Check) -> Check:
    """The check of what a roll brings before the discards, asked of one that is early."""

    def ask(state: CitiesState, action: Action) -> Detail | None:
        return check.ask(state, action) if is_early(state, action) else None

    return Check(check.rule, ask)


@keeps("CK-078")
def check_once(state: CitiesState, action: Action) -> Detail | None:
    return None if state.sabotaged else rolling.check_once.ask(state, action)


@keeps("CK-267")
def check_sabotaged_once(state: CitiesState, action: Action) -> Detail | None:
    return rolling.check_once.ask(state, action) if state.sabotaged else None


def after_a_saboteur(state: CitiesState) -> bool:
    """Whether nothing was done since a Saboteur but discard for it."""
    previous = state.previous
    return state.sabotaged and previous is not None and previous.verb in ("saboteur", "discard")


def behind_on_points(state: CitiesState, seat: Seat) -> bool:
    """Whether the player has fewer points than the one on turn."""
    return state.points[seat] < state.points[state.turn]


def not_hit(state: CitiesState, action: Action) -> Detail:
    """What is not due of who owes nothing for a Saboteur, and whether the points spare them."""
    if state.out >> action.seat & 1 or not behind_on_points(state, action.seat):
        return nothing_owed(state, action)
    return says(
        marked("{player} has fewer points than {other}, so the Saboteur costs no cards"),
        player=state.name(action.seat),
        other=state.name(state.turn),
    )


@keeps("CK-266")
def check_sabotaged(state: CitiesState, action: Action) -> Detail | None:
    if not sabotage(state) or state.owed[action.seat] or discards_nothing(state, action):
        return None
    if has_discarded(state, action):
        return None
    return not_hit(state, action)


def sabotage(state: CitiesState) -> bool:
    return discarding(state) and state.phase != DISCARD


@keeps("CK-078")
def check_half(state: CitiesState, action: Action) -> Detail | None:
    return None if state.walls[action.seat] else not_half(state, action)


@keeps("CK-080")
def check_half_with_a_wall(state: CitiesState, action: Action) -> Detail | None:
    return not_half(state, action) if state.walls[action.seat].bit_count() == 1 else None


@keeps("CK-081")
def check_half_with_two_walls(state: CitiesState, action: Action) -> Detail | None:
    return not_half(state, action) if state.walls[action.seat].bit_count() == 2 else None


@keeps("CK-082")
def check_half_with_three_walls(state: CitiesState, action: Action) -> Detail | None:
    return not_half(state, action) if state.walls[action.seat].bit_count() > 2 else None


def not_half(state: CitiesState, action: Action) -> Detail | None:
    return None if sabotage(state) or to_somebody(state) else wrong_number(state, action)


@keeps("CK-267")
def check_half_sabotaged(state: CitiesState, action: Action) -> Detail | None:
    return wrong_number(state, action) if sabotage(state) else None


@keeps("CK-083")
def check_own_cards(state: CitiesState, action: Action) -> Detail | None:
    return not_held(state, action.seat, action.facts[0])


def not_held(state: CitiesState, seat: int, cards: int) -> Detail | None:
    if holds(state.hands[seat], cards):
        return None
    return cannot(
        marked("{player} holds {held}, not {cards}"),
        hints.CARDS_BEFORE,
        cards=heap(cards),
        **held(state, seat),
    )


FIRST = (
    check_attack_first,
    check_cards_drawn,
    check_card_of_the_top_level,
    check_surplus_returned,
)
"""What a roll brings before the discards (CK-035)."""

VERBS = {
    "roll": Verb(
        (
            *MOMENT,
            check_turn_order,
            check_first_turn,
            check_rolled_once,
            check_dice,
            check_dice_set,
        ),
        roll,
        may_roll,
    ),
    "discard": Verb(
        (
            *OVER_NOW,
            check_time,
            check_founded,
            *map(in_its_order, FIRST),
            check_over_limit,
            check_once,
            check_sabotaged_once,
            check_sabotaged,
            check_half,
            check_half_with_a_wall,
            check_half_with_two_walls,
            check_half_with_three_walls,
            check_half_sabotaged,
            check_own_cards,
        ),
        discard,
        may_discard,
    ),
}
