"""The draw phase, the deck made of the discard pile, and the end of a turn."""

from __future__ import annotations

from typing import Final

from games.engine.core import Action, Detail, Group, Seat, keeps, says
from games.engine.rulesets.card_game.cards import KNIGHT
from games.engine.rulesets.card_game.events import check_cards_to_draw, check_drawn_cards
from games.engine.rulesets.card_game.moments import off_turn, turn_verb, unless_printed, verb
from games.engine.rulesets.card_game.resource_zones import count_of
from games.engine.rulesets.card_game.state import DRAWN, DRAWN_CARDS, OVER, CardState
from games.engine.words import marked


def due(state: CardState, seat: Seat) -> int:
    """How many cards the player draws: two, one for each A-knight, and what cards add (CG-098,
    CG-099); fewer if there are fewer (CGD-07)."""
    count = DRAWN_CARDS + state.showing_a(KNIGHT, seat) + state.sum_of(seat, "extra_draw")
    return min(count, state.can_be_drawn())


def wrong_number(state: CardState, action: Action) -> Detail | None:
    count, right = count_of(action.facts[0]), due(state, action.seat)
    if count == right:
        return None
    return says(marked("cards drawn: {count}, not {due}"), count=count, due=right)


def right_number(state: CardState, action: Action) -> bool:
    return wrong_number(state, action) is None


def counted_b_knights(state: CardState, action: Action) -> bool:
    """More cards than are due, but not more than with the B-knights."""
    over = count_of(action.facts[0]) - due(state, action.seat)
    return 0 < over <= state.stacks[KNIGHT][action.seat] // 2


def forgot_new_knight(state: CardState, action: Action) -> bool:
    """One card less than is due, and the last knight was built in this turn and shows side A."""
    new = state.built >> 2 * KNIGHT & 3 and state.stacks[KNIGHT][action.seat] % 2
    return bool(new) and count_of(action.facts[0]) == due(state, action.seat) - 1


def forgot_knights(state: CardState, action: Action) -> bool:
    under = due(state, action.seat) - count_of(action.facts[0])
    return 0 < under <= state.showing_a(KNIGHT, action.seat)


@keeps("CG-101")
@unless_printed
def check_new_knight(state: CardState, action: Action) -> Detail | None:
    return wrong_number(state, action) if forgot_new_knight(state, action) else None


@keeps("CG-099")
@unless_printed
def check_a_knights(state: CardState, action: Action) -> Detail | None:
    return wrong_number(state, action) if forgot_knights(state, action) else None


@keeps("CG-100")
@unless_printed
def check_b_knights(state: CardState, action: Action) -> Detail | None:
    return wrong_number(state, action) if counted_b_knights(state, action) else None


@keeps("CG-098")
@unless_printed
def check_two_cards(state: CardState, action: Action) -> Detail | None:
    if counted_b_knights(state, action) or forgot_knights(state, action):
        return None
    return wrong_number(state, action)


@keeps("CG-026")
def check_draws_once(state: CardState, action: Action) -> Detail | None:
    if state.phase == DRAWN:
        return says(marked("the cards are drawn already"))
    return None


@keeps("CG-025")
def check_own_draw(state: CardState, action: Action) -> Detail | None:
    return off_turn(state, action)


def rest(state: CardState, action: Action) -> frozenset[str]:
    """The rules that ask for the other cards, where some of them were drawn."""
    fewer = action.verb == "draw" and count_of(action.facts[0]) < due(state, action.seat)
    return FEWER if fewer else frozenset()


FEWER = frozenset({"CG-098", "CG-099", "CG-101"})


def draw(state: CardState, action: Action) -> None:
    state.draw(action.seat, action.facts[0])
    if state.phase != OVER and action.seat == state.turn:
        state.phase = DRAWN


@keeps("CG-029")
def check_reshuffled(state: CardState, action: Action) -> Detail | None:
    (size,) = action.facts
    if size == state.shuffled:
        return None
    if not state.shuffled:
        return says(marked("cards still in the deck: {count}"), count=state.deck)
    return says(
        marked("cards in the new deck: {count}, not {size}"), count=state.shuffled, size=size
    )


def reshuffle(state: CardState, action: Action) -> None:
    """It was done with the last card drawn (CGD-06)."""


# The end of a turn


def has_drawn(state: CardState, action: Action) -> bool:
    return state.phase == DRAWN


@keeps("CG-028")
def check_drawn(state: CardState, action: Action) -> Detail | None:
    if state.phase in (DRAWN, OVER) or not state.can_be_drawn():
        return None
    return says(marked("no cards were drawn, due are {due}"), due=due(state, action.seat))


@keeps("CG-027")
def check_not_left_out(state: CardState, action: Action) -> Detail | None:
    """Exchange and build may be left out, but not the whole turn."""
    if state.touched or state.phase == OVER or not state.can_be_drawn():
        return None
    return says(
        marked("nothing was done in the turn; cards to be drawn: {due}"),
        due=due(state, action.seat),
    )


def end_turn(state: CardState, action: Action) -> None:
    over = state.phase == OVER
    ended, winner = state.ended, state.winner
    state.begin_turn(state.left_of(state.turn))
    if over:
        state.ended, state.winner, state.phase = ended, winner, OVER


VERBS: Final = {
    "draw": turn_verb(
        (
            check_own_draw,
            check_draws_once,
            Group(
                right_number,
                (
                    check_new_knight,
                    check_a_knights,
                    check_b_knights,
                    check_two_cards,
                    check_cards_to_draw,
                ),
            ),
            check_drawn_cards,
        ),
        draw,
    ),
    "reshuffle": verb((check_reshuffled,), reshuffle),
    "end_turn": turn_verb(
        (check_own_draw, Group(has_drawn, (check_drawn, check_not_left_out))), end_turn
    ),
}
