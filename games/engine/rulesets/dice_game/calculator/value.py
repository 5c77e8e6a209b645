"""What a sheet is worth with some turns to go, if it is played as well as can be.

Exact: every roll, every choice of dice to keep, every set of buildings and jokers. A turn is
worked out from its end: what each of the 462 results of six dice is worth, then what each set of
kept dice is worth on average, then which of these a player would keep.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement

from games.engine.rulesets.dice_game.calculator.builds import Plan, Position, plans
from games.engine.rulesets.dice_game.calculator.payment import (
    JokersLeft,
    Need,
    made_up,
    need_of,
)
from games.engine.rulesets.dice_game.faces import DICE, pack
from games.engine.rulesets.dice_game.sheet import Sheet
from games.engine.rulesets.dice_game.state import PENALTY, ROLLS

EXACT_TURNS = 3
"""From this number of turns before the end on, the exact value is worked out in about a second."""

MOST_PLANS = 60_000
"""Sets of buildings that are looked at for an answer; the sheet of the site needs a quarter."""

FACES = 6

KEPT = tuple(
    kept for size in range(DICE + 1) for kept in combinations_with_replacement(range(FACES), size)
)
"""Every set of dice that may be kept, the empty one first, all six last."""

NUMBER = {kept: number for number, kept in enumerate(KEPT)}

RESULTS = [number for number, kept in enumerate(KEPT) if len(kept) == DICE]

FIRST = RESULTS[0]
"""The number of the first result among the sets."""

ROLLED = [pack(KEPT[number]) for number in RESULTS]

ONE_MORE = tuple(
    tuple(NUMBER[tuple(sorted((*kept, face)))] for face in range(FACES))
    for kept in KEPT
    if len(kept) < DICE
)
"""By set, the sets with one more die of each face."""

ONE_LESS = tuple(
    tuple({NUMBER[kept[:at] + kept[at + 1 :]] for at in range(len(kept))}) for kept in KEPT
)


def expected(results: Sequence[float]) -> float:
    """The value of a turn before its first roll, by what each result is worth."""
    values = results
    for _ in range(ROLLS - 1):
        values = kept_best(averages(values))
    return averages(values)[0]


def averages(results: Sequence[float]) -> list[float]:
    """What each set of kept dice is worth if the others are rolled once."""
    worth = [0.0] * FIRST + list(results)
    for number in range(FIRST - 1, -1, -1):
        a, b, c, d, e, f = ONE_MORE[number]
        worth[number] = (worth[a] + worth[b] + worth[c] + worth[d] + worth[e] + worth[f]) / FACES
    return worth


def kept_best(worth: list[float]) -> list[float]:
    """What each result is worth if the best of its dice are kept, all of them perhaps."""
    best = worth[:]
    for number in range(1, len(best)):
        here = best[number]
        for less in ONE_LESS[number]:
            other = best[less]
            if other > here:  # noqa: PLR1730 - max() takes twice as long
                here = other
        best[number] = here
    return best[FIRST:]


@lru_cache(maxsize=500)
def needs(cost: int) -> tuple[tuple[Need, ...], tuple[int, ...]]:
    """What results lack for a cost: each need once, and by result which of them it is."""
    found: dict[Need, int] = {}
    numbers = tuple(found.setdefault(need_of(dice, cost), len(found)) for dice in ROLLED)
    return tuple(found), numbers


Later = tuple[int, int, int] | None


@lru_cache(maxsize=5_000)
def paying(
    cost: int, jokers: JokersLeft, later: Later
) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """The results that pay the cost, together if the same jokers do it: each choice of jokers as
    bits, and the numbers of the results."""
    kinds, numbers = needs(cost)
    choices = [tuple(way.jokers for way in made_up(need, jokers, later)) for need in kinds]
    found: dict[tuple[int, ...], list[int]] = {}
    for result, number in enumerate(numbers):
        if choices[number]:
            found.setdefault(choices[number], []).append(result)
    return tuple((masks, tuple(results)) for masks, results in found.items())


class TooWide(Exception):
    """The sheet allows so many buildings that nobody would wait for its value."""


class Values:
    """The exact values of positions on one sheet, kept for the next question. Raises `TooWide`
    once `MOST_PLANS` were looked at."""

    def __init__(self, sheet: Sheet, *, same_turn: bool = True) -> None:
        self.sheet = sheet
        self.same_turn = same_turn
        self.looked_at = 0
        self._known: dict[tuple[int, int, int], float] = {}
        self._last: dict[object, float] = {}

    def of(self, marks: int, used: int, turns: int) -> float:
        """The points that are to be expected from `turns` more turns."""
        if not turns:
            return 0.0
        key = (marks, used, turns)
        if key not in self._known:
            self._known[key] = (
                self._last_turn(marks, used)
                if turns == 1
                else expected(self.results(marks, used, turns))
            )
        return self._known[key]

    def _last_turn(self, marks: int, used: int) -> float:
        """Many positions promise the same in the last turn: what they allow is compared, not
        what they are."""
        jokers = Position(self.sheet, marks, used).jokers
        best = {
            (cost, later): max(plan.points for plan in group)
            for cost, later, group in self._groups(marks)
        }
        key = (jokers, frozenset(best.items()))
        if key not in self._last:
            worth = [float(-PENALTY)] * len(ROLLED)
            for (cost, later), points in best.items():
                for _masks, results in paying(cost, jokers, later):
                    _raise(worth, results, points)
            self._last[key] = expected(worth)
        return self._last[key]

    def results(self, marks: int, used: int, turns: int) -> list[float]:
        """What each result of six dice is worth, with what follows from its best use.

        First what needs no joker. With jokers less is left for later than without, so that most
        of these ways cannot be better and need not be followed.
        """
        jokers = Position(self.sheet, marks, used).jokers
        worth = [-PENALTY + self.of(marks, used, turns - 1)] * len(ROLLED)
        waiting = []
        for cost, later, group in self._groups(marks):
            most = max(plan.points + self.of(plan.marks, used, turns - 1) for plan in group)
            for masks, results in paying(cost, jokers, later):
                if masks == (0,):
                    _raise(worth, results, most)
                else:
                    waiting.append((most, masks, results, group))
        for most, masks, results, group in waiting:
            if most <= min(worth[result] for result in results):
                continue
            best = max(
                plan.points + self.of(plan.marks, used | mask, turns - 1)
                for mask in masks
                for plan in group
            )
            _raise(worth, results, best)
        return worth

    def plans(self, marks: int) -> tuple[Plan, ...]:
        found = plans(self.sheet, marks)
        self.looked_at += len(found)
        if self.looked_at > MOST_PLANS:
            raise TooWide
        return found

    def _groups(self, marks: int) -> list[tuple[int, Later, list[Plan]]]:
        """What may be built, plans that cost the same together."""
        groups: dict[tuple[int, Later], list[Plan]] = {}
        for plan in self.plans(marks):
            later = plan.later if self.same_turn else None
            groups.setdefault((plan.cost, later), []).append(plan)
        return [(cost, later, group) for (cost, later), group in groups.items()]


def _raise(worth: list[float], results: Sequence[int], value: float) -> None:
    for result in results:
        worth[result] = max(worth[result], value)
