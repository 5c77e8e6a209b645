"""Checks that many verbs share: is this the moment for any such action?"""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.core import WON, Action, Check, Detail, Group, Seat, Verb, cannot, keeps, says
from games.engine.rulesets.base import turns
from games.engine.rulesets.base.state import MAIN, NO_SEAT, RESOLVING, ROBBER
from games.engine.rulesets.base.turns import (
    before_roll,
    check_founded,
    check_time,
    off_turn,
    still_due,
    too_dear,
)
from games.engine.rulesets.cities_knights.decks import (
    COLOURS,
    TRACK_NAMES,
    name_of,
    unseen_kind,
)
from games.engine.rulesets.cities_knights.resolving import drawing, owing
from games.engine.rulesets.cities_knights.state import SHIP, TOP, WALLS, CitiesState
from games.engine.words import marked

ROLLING = frozenset({"roll", "commit", "lose_city", "draw", "give_back"})
"""The verbs after which a roll may have produced."""


def may_act(state: CitiesState, action: Action) -> bool:
    """Whether it is time for what the player on turn does after the roll (CK-032)."""
    return state.phase >= MAIN and action.seat == state.turn


# The game is over


@keeps("B-180")
def check_not_ended(state: CitiesState, action: Action) -> Detail | None:
    """Ended by anything else than enough points."""
    return None if state.ended == WON else turns.check_running(state, action)


@keeps("CK-221")
def check_not_won(state: CitiesState, action: Action) -> Detail | None:
    if state.ended != WON or won_in_the_roll(state):
        return None
    return turns.check_running(state, action)


@keeps("CK-222")
def check_not_won_in_the_roll(state: CitiesState, action: Action) -> Detail | None:
    if state.ended != WON or not won_in_the_roll(state):
        return None
    return turns.check_running(state, action)


def won_in_the_roll(state: CitiesState) -> bool:
    return state.previous is not None and state.previous.verb in ROLLING


# What is due first


@keeps("CK-088")
def check_robber_moved(state: CitiesState, action: Action) -> Detail | None:
    if state.phase == ROBBER and not state.by_knight and state.forces is None:
        return turns.check_robber_moved(state, action)
    return None


@keeps("CK-089")
def check_robber_moved_after_attack(state: CitiesState, action: Action) -> Detail | None:
    if state.phase == ROBBER and not state.by_knight and state.forces is not None:
        return turns.check_robber_moved(state, action)
    return None


@keeps("CK-158")
def check_chase_done(state: CitiesState, action: Action) -> Detail | None:
    if state.phase == ROBBER and state.by_knight:
        return says(marked("the knight has not moved the robber"))
    return None


@keeps("CKV-02")
def check_all_committed(state: CitiesState, action: Action) -> Detail | None:
    if state.phase == RESOLVING and state.commits:
        return says(
            marked("{player} has not declared any knights"), player=state.name(state.commits[0])
        )
    return None


@keeps("CK-200")
def check_cities_lost(state: CitiesState, action: Action) -> Detail | None:
    if state.forces is not None and state.forces[1]:
        return cities_to_lose(state)
    return None


@keeps("CK-201")
def check_all_cities_lost(state: CitiesState, action: Action) -> Detail | None:
    if state.forces is not None and not state.forces[1]:
        return cities_to_lose(state)
    return None


def cities_to_lose(state: CitiesState) -> Detail | None:
    if state.phase != RESOLVING or not state.losers:
        return None
    names = ", ".join(state.name(seat) for seat in state.seats if state.losers >> seat & 1)
    return says(marked("a city has still to be given up: {players}"), players=names)


@keeps("CK-050")
def check_cards_drawn(state: CitiesState, action: Action) -> Detail | None:
    return None if state.free_choice else to_draw(state)


@keeps("CK-047")
def check_card_of_the_top_level(state: CitiesState, action: Action) -> Detail | None:
    if state.event in (SHIP, NO_SEAT) or not drawing(state):
        return None
    return to_draw(state) if state.levels[state.drawers[0]][state.event] == TOP else None


@keeps("CK-212")
def check_defenders_drew(state: CitiesState, action: Action) -> Detail | None:
    return to_draw(state) if state.free_choice else None


def to_draw(state: CitiesState) -> Detail | None:
    if not drawing(state):
        return None
    return says(
        marked("{player} has neither drawn a card nor waived it"),
        player=state.name(state.drawers[0]),
    )


@keeps("CK-057")
def check_surplus_returned(state: CitiesState, action: Action) -> Detail | None:
    if state.phase == RESOLVING and state.surplus != NO_SEAT:
        return says(
            marked("{player} has five progress cards, one has to go back"),
            player=state.name(state.surplus),
        )
    return None


@keeps("CK-261")
def check_gifts_given(state: CitiesState, action: Action) -> Detail | None:
    return cards_owed(state) if state.receiver != NO_SEAT else None


@keeps("CK-267")
def check_sabotage_done(state: CitiesState, action: Action) -> Detail | None:
    return cards_owed(state) if state.receiver == NO_SEAT else None


def cards_owed(state: CitiesState) -> Detail | None:
    if not owing(state):
        return None
    return says(marked("cards are still to be given up: {late}"), late=still_due(state))


def rest_discarded(rule: str, least: int, most: int) -> Check:
    """The same where the first who owes the rest of a discard has so many walls."""

    def ask(state: CitiesState, action: Action) -> Detail | None:
        detail = turns.check_rest_discarded.ask(state, action)
        if detail is None:
            return None
        late = min(seat for seat in state.seats if state.owed[seat])
        return detail if least <= state.walls[late].bit_count() <= most else None

    return Check(rule, ask)


INSTEAD_OF: Mapping[Check, tuple[Check, ...]] = {
    turns.check_running: (check_not_ended, check_not_won, check_not_won_in_the_roll),
    turns.check_discarded: (turns.check_discarded.under("CK-078"),),
    turns.check_rest_discarded: (
        rest_discarded("CK-078", 0, 0),
        rest_discarded("CK-080", 1, 1),
        rest_discarded("CK-081", 2, 2),
        rest_discarded("CK-082", 3, WALLS),
    ),
    turns.check_robber_moved: (check_robber_moved, check_robber_moved_after_attack),
    turns.check_knight_done: (
        check_chase_done,
        check_all_committed,
        check_cities_lost,
        check_all_cities_lost,
        check_cards_drawn,
        check_card_of_the_top_level,
        check_defenders_drew,
        check_surplus_returned,
        check_gifts_given,
        check_sabotage_done,
    ),
}
"""What stands for a check of the base game."""

OVER_NOW = INSTEAD_OF[turns.check_running]

PRESSING = tuple(ours for theirs in turns.PRESSING for ours in INSTEAD_OF.get(theirs, (theirs,)))
"""Nothing else is to be done first."""

MOMENT = (*OVER_NOW, check_time, check_founded, *PRESSING)
"""The game goes on, and it is the moment."""


@keeps("CK-031")
def check_after_roll(state: CitiesState, action: Action) -> Detail | None:
    return before_roll(state) if action.seat == state.turn else None


@keeps("CK-032")
def check_on_turn(state: CitiesState, action: Action) -> Detail | None:
    return off_turn(state, action)


ACTING = Group(may_act, (*MOMENT, check_on_turn, check_after_roll))
"""It is the player on turn who acts, after the roll."""


@keeps("CK-040")
def check_attack_over(state: CitiesState, action: Action) -> Detail | None:
    return cities_to_lose(state)


PAYING = Group(may_act, (*ACTING.checks, check_attack_over))
"""Besides, no attack of the barbarians is still being resolved."""


def adapted(verb: Verb) -> Verb:
    """The verb of the base game with the moments of this one."""
    return verb.instead(INSTEAD_OF)


def pay(state: CitiesState, seat: Seat, price: int) -> None:
    state.hands[seat] -= price
    state.bank += price


def unpaid(state: CitiesState, seat: int, price: int) -> Detail | None:
    return too_dear(state, seat, price)


def no_card(state: CitiesState, seat: Seat, colour: int, kind: int, hint: str) -> Detail:
    """The seat has no such progress card, or none at all that lies face down."""
    player, letter = state.name(seat), COLOURS[colour]
    if kind == unseen_kind(colour):
        text = marked("{player} has no face-down card of {track}")
        return cannot(text, hint, player=player, track=TRACK_NAMES[colour], colour=letter)
    text = marked("{player} has no card {card}")
    return cannot(text, hint, player=player, card=name_of(colour, kind), colour=letter)
