"""What every play of a progress card has in common."""

from __future__ import annotations

from games.engine import hints
from games.engine.core import Action, Check, Detail, Seat, keeps, says
from games.engine.rulesets.base.packed import PLACE
from games.engine.rulesets.base.state import MAIN
from games.engine.rulesets.base.turns import before_roll, off_turn
from games.engine.rulesets.cities_knights.decks import PLACES
from games.engine.rulesets.cities_knights.draws import put_under
from games.engine.rulesets.cities_knights.state import CitiesState
from games.engine.rulesets.cities_knights.turns import MOMENT, check_attack_over, no_card
from games.engine.words import marked


def may_play(state: CitiesState, action: Action, card: str) -> bool:
    """Whether it is time for the card, by its letters, and the player holds it."""
    return (
        state.phase >= MAIN and action.seat == state.turn and holds_card(state, action.seat, card)
    )


def holds_card(state: CitiesState, seat: Seat, card: str) -> bool:
    colour, kind = PLACES[card]
    return bool(state.progress[colour][seat] >> 8 * kind & PLACE)


def use(state: CitiesState, action: Action, card: str) -> None:
    put_under(state, action.seat, *PLACES[card])


@keeps("CK-060")
def check_playing_time(state: CitiesState, action: Action) -> Detail | None:
    return off_turn(state, action) or before_roll(state)


def held_check(card: str) -> Check:
    def ask(state: CitiesState, action: Action) -> Detail | None:
        if holds_card(state, action.seat, card):
            return None
        return no_card(state, action.seat, *PLACES[card], hints.CK_DRAW_BEFORE)

    return Check("CK-061", ask)


def played(card: str) -> tuple[Check, ...]:
    """The checks of any play of the card."""
    return (*MOMENT, check_attack_over, check_playing_time, held_check(card))


def no_opponent(state: CitiesState, action: Action, opponent: Seat) -> Detail | None:
    if opponent == action.seat:
        return says(marked("{player} is no opponent"), player=state.name(opponent))
    return None
