"""Try every way to seat a small group, and draw evenly among the best (T-016, T-019)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from games.engine.chance import Chance

Cost = Callable[[Sequence[int]], int]


class Seatings:
    """All ways to seat a group at tables of one size, told by cost.

    A group is a bit mask over `players`. The first player of a group sits at some table of it;
    the rest is a smaller group, and different ways to the same smaller group are followed once.
    """

    def __init__(self, players: Sequence[int], size: int, cost: Cost, *, most: int = -1) -> None:
        """`most` leaves out tables that cost more; -1 leaves out none."""
        self.players = players
        self.size = size
        self.steps = 0
        self._all = (1 << len(players)) - 1
        self._known: dict[int, tuple[int, int]] = {0: (0, 1)}
        # By the first player: every table, as a mask, with its cost.
        self._tables: list[list[tuple[int, int]]] = [[] for _ in players]
        for table in combinations(range(len(players)), size):
            price = cost([players[place] for place in table])
            if most < 0 or price <= most:
                mask = sum(1 << place for place in table)
                self._tables[table[0]].append((mask, price))

    @property
    def best(self) -> int | None:
        """The lowest cost; None if the tables that are left in do not seat everybody."""
        cost, ways = self._best(self._all)
        return cost if ways else None

    @property
    def ways(self) -> int:
        """How many seatings have the lowest cost."""
        return self._best(self._all)[1]

    def draw(self, chance: Chance) -> list[list[int]]:
        """One of the seatings of lowest cost, each equally likely."""
        tables = []
        group = self._all
        while group:
            best, ways = self._best(group)
            number = chance.below(ways)
            for mask, price in self._options(group):
                cost, rest = self._best(group ^ mask)
                if rest and price + cost == best:
                    if number < rest:
                        break
                    number -= rest
            tables.append([p for place, p in enumerate(self.players) if mask >> place & 1])
            group ^= mask
        return tables

    def _options(self, group: int) -> list[tuple[int, int]]:
        first = (group & -group).bit_length() - 1
        return [option for option in self._tables[first] if option[0] & group == option[0]]

    def _best(self, group: int) -> tuple[int, int]:
        """The lowest cost to seat a group, and in how many ways it can be had (0: in none)."""
        found = self._known.get(group)
        if found is None:
            lowest, ways = 0, 0
            options = self._options(group)
            self.steps += len(options)
            for mask, price in options:
                cost, rest = self._best(group ^ mask)
                if not rest:
                    continue
                cost += price
                if not ways or cost < lowest:
                    lowest, ways = cost, rest
                elif cost == lowest:
                    ways += rest
            found = self._known[group] = (lowest, ways)
        return found
