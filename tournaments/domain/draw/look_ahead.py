"""See to it that a clean round is left for the next one, where a careless draw would block it.

With 16 players 18 of the 24 clean third rounds have no clean fourth, with 20 about a quarter of
them. From 24 on that practically never happens.
"""

from __future__ import annotations

from dataclasses import replace

from games.engine.chance import Chance

from .bounds import History
from .costs import PAIR, Costs
from .exact import Seatings, TooMany
from .hall import Hall, Slot
from .solve import Solution, solve

PLAYERS = (16, 20)

TRIES = 100
"""Clean seatings that are drawn at most; one in four will do with 16 players."""


def with_a_clean_round_after(
    solution: Solution, costs: Costs, history: History, chance: Chance
) -> Solution:
    """The solution, drawn again until somebody could seat the next round without a repeat.

    Refusing and drawing again leaves those that remain equally likely. Only the third round and
    later ones can go wrong. A solution with repeats is left as it is.
    """
    players = sum(map(len, solution.tables))
    if len(history) < 2 or players not in PLAYERS or solution.cost >= PAIR:
        return solution
    drawn = solution
    for _ in range(TRIES):
        if drawn.cost < PAIR and _leaves_a_clean_round(drawn, history):
            return drawn
        drawn = _again(drawn, costs, history, chance)
    return solution


def _leaves_a_clean_round(drawn: Solution, history: History) -> bool:
    met = Costs(sum(map(len, drawn.tables)), [*history, drawn.tables])
    try:
        return Seatings(_after(drawn.hall), met, room=0).ways > 0
    except TooMany:
        return False


def _after(hall: Hall) -> Hall:
    """The hall of the next round: whoever sits together now would only repeat it there."""
    slots = tuple(slot if len(slot.kept) < 2 else Slot(slot.size) for slot in hall.slots)
    freed = (player for slot in hall.slots if len(slot.kept) > 1 for player in slot.kept)
    return Hall(slots, high=tuple(sorted((*hall.high, *freed))))


def _again(drawn: Solution, costs: Costs, history: History, chance: Chance) -> Solution:
    if drawn.seatings:
        return replace(drawn, tables=drawn.seatings.draw(chance))
    return solve(drawn.hall, costs, history, chance)
