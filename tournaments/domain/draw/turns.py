"""The play order of all rounds together: everybody plays first, second, third and fourth as often
as the others (FM-14). Players are indexes, positions count from 0.

At tables of four there is always an order in which nobody's turns differ by more than one: so in
four rounds nobody has a position twice. At tables of three nobody plays fourth, and somebody may
have to have another position again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from itertools import combinations, permutations
from math import comb
from typing import TypeAlias

from games.engine.chance import Chance

Rounds: TypeAlias = Sequence[Sequence[Sequence[int]]]

PATIENCE = 100
"""How many swaps for each table are tried, one after the other, without getting anywhere."""


def ordered(rounds: Rounds, players: int, chance: Chance) -> tuple[int, list[list[list[int]]]]:
    """How often somebody has a position again, and the same tables in play order."""
    order = _Order(rounds, players)
    order.settle()
    order.wander(least_again(rounds), chance)
    tables = iter(order.tables)
    return order.again, [[next(tables) for _ in round_] for round_ in rounds]


def least_again(rounds: Rounds) -> int:
    """How often positions have to be had again, whatever the order.

    Each position has to be had by somebody at each table that has it, and each player has some
    position in each round, the fourth only at tables of four.
    """
    played: dict[int, list[int]] = {}
    for round_ in rounds:
        for table in round_:
            for player in table:
                played.setdefault(player, []).append(len(table))
    sizes = [len(table) for round_ in rounds for table in round_]
    at_fours = sizes.count(4)
    by_position = 3 * spread_evenly(len(sizes), len(played)) + spread_evenly(at_fours, len(played))
    return max(by_position, sum(map(_of_player, played.values())))


def _of_player(sizes: Sequence[int]) -> int:
    """The least for one player who sat at tables of these sizes."""
    return min(
        comb(fourth, 2) + spread_evenly(len(sizes) - fourth, 3)
        for fourth in range(sizes.count(4) + 1)
    )


def spread_evenly(things: int, places: int) -> int:
    """Pairs of things at one place, if they are spread as evenly as can be."""
    few, more = divmod(things, places)
    return (places - more) * comb(few, 2) + more * comb(few + 1, 2)


class _Order:
    """Tables in play order, and how often everybody has each position."""

    def __init__(self, rounds: Rounds, players: int) -> None:
        self.tables = [list(table) for round_ in rounds for table in round_]
        self.had = [[0] * 4 for _ in range(players)]
        self.at: list[list[int]] = [[] for _ in range(players)]
        """The tables of everybody."""
        for number, table in enumerate(self.tables):
            for place, player in enumerate(table):
                self.had[player][place] += 1
                self.at[player].append(number)
        self.again = sum(comb(times, 2) for had in self.had for times in had)

    def swap(self, number: int, one: int, other: int) -> None:
        """Two players of a table take each other's position."""
        table = self.tables[number]
        self.again += self._change(number, one, other)
        first, second = self.had[table[one]], self.had[table[other]]
        first[one], first[other] = first[one] - 1, first[other] + 1
        second[one], second[other] = second[one] + 1, second[other] - 1
        table[one], table[other] = table[other], table[one]

    def settle(self) -> None:
        """Even out two positions after the other, until no chain of swaps helps."""
        before = -1
        while before != self.again:
            before = self.again
            for one, other in permutations(range(4), 2):
                for player in range(len(self.had)):
                    while self.had[player][one] > self.had[player][other] + 1:
                        if not self._even(player, one, other):
                            break

    def wander(self, least: int, chance: Chance) -> None:
        """Swap by chance whatever does not make it worse, while it could be better."""
        idle = 0
        while self.again > least and idle < PATIENCE * len(self.tables):
            number = chance.below(len(self.tables))
            pairs = tuple(combinations(range(len(self.tables[number])), 2))
            one, other = pairs[chance.below(len(pairs))]
            change = self._change(number, one, other)
            idle = 0 if change < 0 else idle + 1
            if change <= 0:
                self.swap(number, one, other)

    def _change(self, number: int, one: int, other: int) -> int:
        first, second = (self.had[self.tables[number][place]] for place in (one, other))
        return first[other] - first[one] + second[one] - second[other] + 2

    def _even(self, player: int, one: int, other: int) -> bool:
        """Give the player one position less and the other one more, by the shortest chain of swaps
        that ends with somebody who has the first one less often."""
        came: dict[int, int] = {player: -1}
        queue = deque([player])
        while queue:
            here = queue.popleft()
            if self.had[here][one] < self.had[here][other]:
                self._swap_back(here, came, one, other)
                return True
            for number in self.at[here]:
                table = self.tables[number]
                if len(table) > max(one, other) and table[one] == here:
                    mate = table[other]
                    if mate not in came:
                        came[mate] = number
                        queue.append(mate)
        return False

    def _swap_back(self, last: int, came: dict[int, int], one: int, other: int) -> None:
        while (number := came[last]) >= 0:
            before = self.tables[number][one]
            self.swap(number, one, other)
            last = before
