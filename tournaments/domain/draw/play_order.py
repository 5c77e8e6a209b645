"""Who plays first, second, third and fourth at a table: everybody each as often as can be (FM-14).

Players are indexes here and positions count from 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations

from games.engine.chance import Chance
from tournaments.domain.values import Player

POSITIONS = 4

ORDERS = {size: tuple(permutations(range(size))) for size in (3, 4)}
"""Every way to give the positions of a table to its players."""

NO_SEATS: Mapping[int, int] = {}


class PlayOrder:
    """How often everybody has had each position, and what a table does to that.

    To have a position again costs as many times as it was had before, so that nobody has one three
    times while another could have it. `seats` (from 1) belong to some players.
    """

    def __init__(self, had: Sequence[Sequence[int]], seats: Mapping[int, int] = NO_SEATS) -> None:
        self.had = had
        self._seats = seats

    def again(self, table: Sequence[int]) -> int:
        """The least that these players cost at one table, whoever plays first."""
        if len(table) not in ORDERS:
            return 0  # it is still being filled
        costs = [self.had[player] for player in table]
        return min(
            sum(cost[place] for cost, place in zip(costs, order, strict=False))
            for order in self._orders(table)
        )

    def orders(self, table: Sequence[int]) -> list[list[int]]:
        """Each way in which these players sit in play order and cost the least."""
        of = {order: self._cost(table, order) for order in self._orders(table)}
        least = min(of.values())
        return [
            [table[order.index(place)] for place in range(len(table))]
            for order, cost in of.items()
            if cost == least
        ]

    def drawn(self, table: Sequence[int], chance: Chance) -> list[int]:
        """One of these ways, each equally likely."""
        return chance.choice(self.orders(sorted(table)))

    def cost(self, tables: Iterable[Sequence[int]]) -> int:
        """What tables in play order cost."""
        return sum(
            self.had[player][place] for table in tables for place, player in enumerate(table)
        )

    def bound(self, tables: Iterable[Sequence[int]]) -> int:
        """What nobody can stay below at tables of these sizes: where a position is to be had more
        often than there are players who never had it, somebody has it again."""
        sizes = [len(table) for table in tables]
        return sum(
            max(0, sum(size > place for size in sizes) - sum(not had[place] for had in self.had))
            for place in range(POSITIONS)
        )

    def _cost(self, table: Sequence[int], order: Sequence[int]) -> int:
        return sum(self.had[player][place] for player, place in zip(table, order, strict=False))

    def _orders(self, table: Sequence[int]) -> Sequence[tuple[int, ...]]:
        """By players, the position of each; whoever has a seat keeps it."""
        orders = ORDERS[len(table)]
        if not self._seats:
            return orders
        wanted = {at: self._seats[p] - 1 for at, p in enumerate(table) if p in self._seats}
        return [order for order in orders if all(order[at] == wanted[at] for at in wanted)]


def had_before(
    history: Iterable[Iterable[Sequence[Player]]], index: Mapping[Player, int]
) -> list[list[int]]:
    """How often everybody had each position: players of earlier rounds stand in play order, and
    whoever left since then kept the others from theirs."""
    had = [[0] * POSITIONS for _ in index]
    for round_ in history:
        for table in round_:
            for place, player in enumerate(table):
                if player in index:
                    had[index[player]][place] += 1
    return had
