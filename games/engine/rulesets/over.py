"""What is said of an action behind the end of a game, in every game with turns."""

from __future__ import annotations

from typing import Protocol

from games.engine.core import CONCEDED, Action, Detail, Seat, says
from games.engine.words import marked


class Ended(Protocol):
    """What a state tells of the end of its game."""

    turn: Seat
    winner: Seat | None
    ended: str

    def name(self, seat: Seat) -> str: ...


def after_the_end(state: Ended, action: Action) -> Detail | None:
    """What is wrong with the action, the game being over. The turn in which it ended is over, too:
    nothing is played with that, and whoever plays on is the one to name. Nor is it by breaking off
    a game that all but one have left."""
    if action.verb == "end_turn" and action.seat == state.turn:
        return None
    if action.verb == "abandon" and state.ended == CONCEDED:
        return None
    if state.winner is None:
        return says(marked("the game is over"))
    return won_already(state, state.winner)


def won_already(state: Ended, winner: Seat) -> Detail:
    if state.ended == CONCEDED:
        return says(marked("all but {player} have given up"), player=state.name(winner))
    return says(marked("{player} has won already"), player=state.name(winner))
