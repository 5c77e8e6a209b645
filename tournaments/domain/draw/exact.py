"""Try every seating of a small hall, and draw evenly among the best (T-016, T-018, T-019)."""

from __future__ import annotations

from itertools import combinations

from games.engine.chance import Chance

from .costs import Costs
from .hall import Hall

UNLIMITED = 1 << 124
"""More than any round costs."""

STEPS = 10_000_000
"""Tables looked at before a hall is called too large to try all its seatings."""


class TooMany(Exception):
    """There are more seatings than may be tried."""


class Seatings:
    """All seatings of a hall that cost no more than `room`, told by cost.

    A group of players still to be seated is a bit mask. The first player of the group sits at
    some table, and what remains is a smaller group. However it came about, every group is looked
    at once: how cheaply can it be seated, and in how many ways?

    Raises `TooMany` after STEPS tables looked at.
    """

    def __init__(self, hall: Hall, costs: Costs, *, room: int = UNLIMITED) -> None:
        self.hall = hall
        self._steps = STEPS
        self._mostly_threes = hall.mostly_threes
        self._open = [(number, slot) for number, slot in enumerate(hall.slots) if slot.free]
        self._players = sorted([*hall.free, *(p for _, slot in self._open for p in slot.kept)])
        self._everybody = (1 << len(self._players)) - 1
        self._prices = self._priced(costs, room)
        # By size of table (0: both) and by first player, cheapest first.
        self._tables: dict[int, list[list[tuple[int, int]]]] = {
            size: [[] for _ in self._players] for size in (0, 3, 4)
        }
        for mask, price in sorted(self._prices.items(), key=lambda priced: priced[1]):
            for size in (0, mask.bit_count()):
                self._tables[size][_first(mask)].append((mask, price))
        self._found: dict[int, tuple[int, int]] = {0: (0, 1)}
        self._failed: dict[int, int] = {}
        answer = self._best(self._everybody, room)
        self.cost = answer[0] if answer else None
        """The lowest cost; None if no seating costs as little as `room`."""
        self.ways = answer[1] if answer else 0
        """How many seatings have the lowest cost."""

    def draw(self, chance: Chance) -> list[list[int]]:
        """One of the seatings of lowest cost, each equally likely, by the slots of the hall."""
        kept = {player for slot in self.hall.slots for player in slot.kept}
        tables, empty = [list(slot.kept) for slot in self.hall.slots], self._open[:]
        number, group = chance.below(self.ways), self._everybody
        while group:
            mask, number = self._numbered(number, group)
            group ^= mask
            table = self._of(mask)
            stay = {player for player in table if player in kept}
            slot = next(s for s in empty if s[1].size == len(table) and stay == set(s[1].kept))
            empty.remove(slot)
            tables[slot[0]] = table
        return tables

    def first(self) -> list[list[int]]:
        """Of the seatings of lowest cost the first one where nobody is kept at a table: the first
        player sits with the first mates that it leaves, and so does the first one of the rest."""
        tables, group = [], self._everybody
        while group:
            best, _ = self._found[group]
            table, group = min(
                (self._of(mask), group ^ mask)
                for mask, price in self._options(group)
                if mask & group == mask
                and price + self._found.get(group ^ mask, (UNLIMITED, 0))[0] == best
            )
            tables.append(table)
        return tables

    def _of(self, group: int) -> list[int]:
        return [player for place, player in enumerate(self._players) if group >> place & 1]

    def _numbered(self, number: int, group: int) -> tuple[int, int]:
        """The first table of the best seating of a group with that number, counted from 0, and
        the number of the rest of it among the best for those who are left."""
        best, _ = self._found[group]
        for mask, price in self._options(group):
            if mask & group == mask:
                cost, ways = self._found.get(group ^ mask, (UNLIMITED, 0))
                if price + cost == best:
                    if number < ways:
                        return mask, number
                    number -= ways
        raise AssertionError("the ways were counted over the same tables")

    def _best(self, group: int, room: int) -> tuple[int, int] | None:
        """The lowest cost to seat a group and in how many ways it is had; None above `room`."""
        if group in self._found:
            return self._found[group]
        if room <= self._failed.get(group, -1):
            return None
        lowest, ways = room, 0
        options = self._options(group)
        self._steps -= len(options)
        if self._steps < 0:
            raise TooMany
        for mask, price in options:
            if price > lowest:
                break
            if mask & group != mask:
                continue
            rest = self._best(group ^ mask, lowest - price)
            if rest is None:
                continue
            cost = price + rest[0]
            if cost < lowest:
                lowest, ways = cost, rest[1]
            elif cost == lowest:
                ways += rest[1]
        if not ways:
            self._failed[group] = room
            return None
        self._found[group] = (lowest, ways)
        return lowest, ways

    def _options(self, group: int) -> list[tuple[int, int]]:
        """The tables at which the first player of a group may sit, cheapest first."""
        left = group.bit_count()
        if left <= 4:
            return [(group, self._prices[group])] if group in self._prices else []
        # 4 a + 3 b players are left: either a is never above two and the remainder by three tells
        # it, or b is never above three and the remainder by four does.
        threes = (left - 4 * (left % 3)) // 3 if self._mostly_threes else -left % 4
        size = 4 if not threes else 3 if left == 3 * threes else 0
        return self._tables[size][_first(group)]

    def _priced(self, costs: Costs, room: int) -> dict[int, int]:
        """What every table costs that may be seated, without those dearer than `room`."""
        bit = {player: 1 << place for place, player in enumerate(self._players)}
        prices: dict[int, int] = {}
        for kept, size in dict.fromkeys((slot.kept, slot.size) for _, slot in self._open):
            barred = self.hall.low if size == 4 else self.hall.high
            others = [player for player in self.hall.free if player not in barred]
            for mates in combinations(others, size - len(kept)):
                table = (*kept, *mates)
                price = costs.of_table(table)
                if price <= room:
                    prices[sum(bit[player] for player in table)] = price
        return prices


def _first(mask: int) -> int:
    """The place of the first player of a group."""
    return (mask & -mask).bit_length() - 1
