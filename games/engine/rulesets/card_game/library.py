"""The Library: an exchange in which one card is chosen by sight."""

from __future__ import annotations

from typing import Final

from games.engine.core import Action, Detail, Seat, keeps, says
from games.engine.rulesets.card_game.cards import ROAD
from games.engine.rulesets.card_game.exchange_limits import note_exchange, sides
from games.engine.rulesets.card_game.exchanging import SWAPS, swap
from games.engine.rulesets.card_game.moments import turn_verb, unless_printed
from games.engine.rulesets.card_game.resource_zones import count_of
from games.engine.rulesets.card_game.state import CardState
from games.engine.words import marked


def picks(state: CardState, seat: Seat) -> int:
    """Cards that the player may choose from an open hand in an exchange phase, as far as those of
    the game are not chosen yet."""
    in_game = granted(state, seat, in_game=True) - state.picked[seat]
    return granted(state, seat, in_game=False) + max(0, in_game)


def granted(state: CardState, seat: Seat, *, in_game: bool) -> int:
    """Cards that the expansions of the player let choose once in the game, or in every phase."""
    return sum(
        (effect.number("count") or 0) * (effect.number("times") or 0)
        for effect in state.effects(seat, "open_pick")
        if effect.facts["when"] == "exchange" and (effect.facts["per"] == "game") == in_game
    )


@keeps("CG-037")
@unless_printed
def check_has_library(state: CardState, action: Action) -> Detail | None:
    seat = action.seat
    if granted(state, seat, in_game=False) or granted(state, seat, in_game=True):
        return None
    return says(
        marked("{player} has no card that lets choose by sight"), player=state.name(action.seat)
    )


@keeps("CG-045")
@unless_printed
def check_library_once(state: CardState, action: Action) -> Detail | None:
    """Once in the phase, and one card."""
    _give, get = sides(action)
    if check_has_library.ask(state, action) is not None:
        return None
    most = picks(state, action.seat)
    if not most:
        return says(marked("what may be chosen by sight in the game was chosen before"))
    if count_of(get) > most or (state.library_used and action.seat == state.turn):
        return says(marked("cards chosen from an open hand: more than {count}"), count=most)
    return None


@keeps("CG-046")
@unless_printed
def check_second_blind(state: CardState, action: Action) -> Detail | None:
    if state.chosen_from == action.facts[0] and action.seat == state.turn:
        return says(
            marked("a second card of {player} was chosen by sight"),
            player=state.name(action.facts[0]),
        )
    return None


@keeps("CG-049")
def check_library_has_road(state: CardState, action: Action) -> Detail | None:
    if state.showing_a(ROAD, action.seat):
        return None
    return says(marked("{player} has no road"), player=state.name(action.seat))


def use_library(state: CardState, action: Action) -> None:
    seat = action.seat
    beyond = max(0, count_of(sides(action)[1]) - granted(state, seat, in_game=False))
    state.picked = tuple(
        done + beyond if other == seat else done for other, done in enumerate(state.picked)
    )
    swap(state, action)
    note_exchange(state, action)
    state.library_used = True
    state.chosen_from = action.facts[0]


VERBS: Final = {
    "library": turn_verb(
        (
            *SWAPS,
            check_has_library,
            check_library_once,
            check_second_blind,
            check_library_has_road,
        ),
        use_library,
    ),
}
