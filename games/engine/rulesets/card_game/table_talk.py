"""What is said and shown at the table, and deals that nobody may make."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.engine import hints
from games.engine.core import NOBODY, Action, Detail, cannot, keeps, says
from games.engine.rulesets.card_game.moments import begin_if_new, settle, unless_printed, verb
from games.engine.rulesets.card_game.state import CardState
from games.engine.rulesets.card_game.whereabouts import cards_exist, lacks, no_such_cards, revealed
from games.engine.words import marked


def note_shuffle(refused: bool) -> Callable[[CardState, Action], None]:
    def note(state: CardState, action: Action) -> None:
        begin_if_new(state, action._replace(seat=state.turn))
        bit = 1 << action.seat
        state.refused = state.refused | bit if refused else state.refused & ~bit

    return note


@keeps("CG-018")
def check_hidden(state: CardState, action: Action) -> Detail | None:
    """Nothing but a card makes a player show the hand."""
    if state.effect != NOBODY or state.performed != NOBODY:
        return None
    return says(marked("{player} was made to show the hand"), player=state.name(action.seat))


@keeps("CG-044")
@unless_printed
def check_no_deals(state: CardState, action: Action) -> Detail | None:
    """Cards change hands by an exchange or by a card's text, and by nothing else."""
    return says(marked("players do not trade freely"))


def deal(state: CardState, action: Action) -> None:
    begin_if_new(state, action._replace(seat=state.turn))
    settle(state)
    other, give, get = action.facts
    state.move(action.seat, other, give)
    state.move(other, action.seat, get)


@keeps("CG-044")
def check_both_hold(state: CardState, action: Action) -> Detail | None:
    other, give, get = action.facts
    if other == action.seat:
        return cannot(marked("that is no opponent"), hints.CG_OPPONENT)
    return lacks(state, action.seat, give) or lacks(state, other, get)


@cards_exist
def check_deal_cards(state: CardState, action: Action) -> Detail | None:
    other, give, get = action.facts
    return no_such_cards(state, revealed(state, action.seat, give) + revealed(state, other, get))


VERBS: Final = {
    "shuffle": verb((), note_shuffle(refused=False)),
    "no_shuffle": verb((), note_shuffle(refused=True)),
    "show": verb((check_hidden,), lambda state, action: None),
    "deal": verb((check_no_deals, check_both_hold, check_deal_cards), deal),
}
