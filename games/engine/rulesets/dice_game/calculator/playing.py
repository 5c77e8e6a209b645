"""What a sheet is worth earlier in the game: an average of games that are played out.

Too many positions lie ahead to follow all of them. So the rest of the game is played many times by
a player who looks at one turn only and trusts a rule of thumb for what comes later; the last
turn is worth its exact value. Best play is worth a little more.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations
from math import sqrt
from typing import NamedTuple

from games.engine.rulesets.dice_game.calculator.builds import Plan, Position
from games.engine.rulesets.dice_game.calculator.payment import made_up
from games.engine.rulesets.dice_game.calculator.value import (
    FACES,
    FIRST,
    NUMBER,
    ROLLED,
    Values,
    averages,
    kept_best,
    needs,
)
from games.engine.rulesets.dice_game.faces import DICE
from games.engine.rulesets.dice_game.sheet import CITY, SETTLEMENT, Sheet
from games.engine.rulesets.dice_game.state import PENALTY

GAMES = 60

NEARER = 0.6
"""What a site is thought to be worth for each road or site that comes before it, as a share."""

AHEAD = 0.3
"""The share of that which is counted, with many turns left."""

JOKER = 2.0
"""Points that an unused joker is thought to be worth."""

FEW = 5
"""Turns from which on promises fade."""


class Estimate(NamedTuple):
    """The mean of the games that were played out, and its standard error."""

    points: float
    error: float
    games: int


class _Turn(NamedTuple):
    """What the player thinks of a turn: of each set of dice kept before the second and before the
    third roll; and for each result the marks, the jokers used and the points of its best use."""

    before: tuple[Sequence[float], Sequence[float]]
    uses: Sequence[tuple[int, int, int]]


class Playing:
    """Games on one sheet, played out by the rule of thumb. Raises `TooWide` as `values` do."""

    def __init__(self, sheet: Sheet, *, same_turn: bool = True) -> None:
        self.sheet = sheet
        self.same_turn = same_turn
        self.values = Values(sheet, same_turn=same_turn)
        self._turns: dict[tuple[int, int, int], _Turn] = {}
        self._promises: dict[int, float] = {}

    def estimate(
        self, marks: int, used: int, turns: int, *, seed: int = 1, games: int = 0
    ) -> Estimate:
        """The points to be expected from `turns` more turns. The same seed plays the same dice."""
        games = games or GAMES
        chance = random.Random(seed)
        found = [self._game(marks, used, turns, chance) for _ in range(games)]
        mean = sum(found) / games
        spread = sum((points - mean) ** 2 for points in found) / max(1, games - 1)
        return Estimate(mean, sqrt(spread / games), games)

    def _game(self, marks: int, used: int, turns: int, chance: random.Random) -> float:
        points = 0.0
        for left in range(turns, 1, -1):
            turn = self._turn(marks, used, min(left, FEW))
            dice = _thrown((), chance)
            for worth in turn.before:
                kept = _best_kept(dice, worth)
                dice = _thrown(kept, chance) if len(kept) < DICE else dice
            marks, used, entry = turn.uses[NUMBER[dice] - FIRST]
            points += entry
        return points + (self.values.of(marks, used, 1) if turns else 0.0)

    def _turn(self, marks: int, used: int, left: int) -> _Turn:
        key = (marks, used, left)
        if key not in self._turns:
            worth, uses = self._results(marks, used, left)
            third = averages(worth)
            self._turns[key] = _Turn((averages(kept_best(third)), third), uses)
        return self._turns[key]

    def _results(
        self, marks: int, used: int, left: int
    ) -> tuple[list[float], list[tuple[int, int, int]]]:
        jokers = Position(self.sheet, marks, used).jokers
        worth = [-PENALTY + self._promise(marks, used, left)] * len(ROLLED)
        uses = [(marks, used, -PENALTY)] * len(ROLLED)
        for (cost, later), plan in self._best_plans(marks, left).items():
            kinds, numbers = needs(cost)
            allowed = later if self.same_turn else None
            ways = [made_up(need, jokers, allowed) for need in kinds]
            for result, number in enumerate(numbers):
                if ways[number]:
                    spent = used | ways[number][0].jokers
                    here = plan.points + self._promise(plan.marks, spent, left)
                    if here > worth[result]:
                        worth[result] = here
                        uses[result] = (plan.marks, spent, plan.points)
        return worth, uses

    def _best_plans(
        self, marks: int, left: int
    ) -> dict[tuple[int, tuple[int, int, int] | None], Plan]:
        """Of the plans that cost the same, the most promising one."""
        best: dict[tuple[int, tuple[int, int, int] | None], Plan] = {}
        for plan in self.values.plans(marks):
            other = best.get((plan.cost, plan.later))
            if other is None or self._hope(plan, left) > self._hope(other, left):
                best[plan.cost, plan.later] = plan
        return best

    def _hope(self, plan: Plan, left: int) -> float:
        return plan.points + self._promise(plan.marks, 0, left)

    def _promise(self, marks: int, used: int, left: int) -> float:
        """The rule of thumb: sites that come nearer, and jokers that may be used."""
        if marks not in self._promises:
            self._promises[marks] = self._sites(marks)
        knights = marks >> self.sheet.first_knight & ~used
        share = (left - 1) / (FEW - 1)
        return share * self._promises[marks] + min(1.0, share * 2) * JOKER * knights.bit_count()

    def _sites(self, marks: int) -> float:
        away = self._roads_away(marks)
        promise = 0.0
        for kind in (SETTLEMENT, CITY):
            steps = 0
            for number, symbol in enumerate(self.sheet.symbols):
                if symbol.kind == kind and not marks >> number & 1:
                    steps = max(steps, away.get(number, 99))
                    promise += AHEAD * symbol.value * NEARER**steps
                    steps += 1
        return promise

    def _roads_away(self, marks: int) -> dict[int, int]:
        """By site, how many roads are still to be built before one touches it."""
        symbols = self.sheet.symbols
        away: dict[int, int] = {}
        roads = marks & self.sheet.masks[0]
        for step in range(len(self.sheet.roads) + 1):
            for number, symbol in enumerate(symbols):
                if symbol.kind in (SETTLEMENT, CITY) and symbol.near & roads:
                    away.setdefault(number, step)
            more = sum(
                1 << number
                for number in range(len(self.sheet.roads))
                if symbols[number].near & roads
            )
            if roads | more == roads:
                break
            roads |= more
        return away


def _thrown(kept: tuple[int, ...], chance: random.Random) -> tuple[int, ...]:
    rolled = (chance.randrange(FACES) for _ in range(DICE - len(kept)))
    return tuple(sorted((*kept, *rolled)))


def _best_kept(dice: tuple[int, ...], worth: Sequence[float]) -> tuple[int, ...]:
    """The dice to keep, all six of them if no other choice is worth more."""
    choices = {kept for size in range(DICE + 1) for kept in combinations(dice, size)}
    return max(choices, key=lambda kept: (worth[NUMBER[kept]], len(kept)))
