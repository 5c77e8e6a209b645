"""Try every seating of a small hall, and draw evenly among the best (T-016, T-018, T-019)."""

from __future__ import annotations

from itertools import combinations

from games.engine.chance import Chance

from .costs import Costs
from .hall import Hall, Slot

UNLIMITED = 1 << 100
"""More than any round costs."""

STEPS = 2_000_000
"""Tables looked at before a hall is called too large to try all its seatings."""


class TooMany(Exception):
    """There are more seatings than may be tried."""


class Seatings:
    """All seatings of a hall that cost no more than `room`, told by cost.

    A group of players still to be seated is a bit mask. Tables with kept players are filled
    first, one after the other; after them the first player of the group sits at some table, and
    what remains is a smaller group. However it came about, every group is looked at once.

    Raises `TooMany` after STEPS tables looked at.
    """

    def __init__(self, hall: Hall, costs: Costs, *, room: int = UNLIMITED) -> None:
        self.hall = hall
        self._steps = STEPS
        self._players = hall.free
        self._all = (1 << len(self._players)) - 1
        self._lay_out(costs, room)
        self._found: dict[int, tuple[int, int]] = {0: (0, 1)}
        self._failed: dict[int, int] = {}
        answer = self._best(self._all, room - self._fixed)
        self.cost = answer[0] + self._fixed if answer else None
        """The lowest cost; None if no seating costs as little as `room`."""
        self.ways = answer[1] if answer else 0
        """How many seatings have the lowest cost."""

    def draw(self, chance: Chance) -> list[list[int]]:
        """One of the seatings of lowest cost, each equally likely, by the slots of the hall."""
        tables = [list(slot.kept) for slot in self.hall.slots]
        untouched = {
            size: [i for i, s in enumerate(self.hall.slots) if s.size == size and not s.kept]
            for size in (3, 4)
        }
        group = self._all
        while group:
            mask = self._drawn(group, chance)
            seated = [p for place, p in enumerate(self._players) if mask >> place & 1]
            number = self._being_filled.get(group.bit_count())
            tables[untouched[len(seated)].pop(0) if number is None else number] += seated
            group ^= mask
        return tables

    def _drawn(self, group: int, chance: Chance) -> int:
        best, ways = self._found[group]
        number = chance.below(ways)
        for mask, price in self._options(group):
            if mask & group == mask:
                cost, rest = self._found.get(group ^ mask, (UNLIMITED, 0))
                if price + cost == best:
                    if number < rest:
                        return mask
                    number -= rest
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
        """The tables that may be filled next, cheapest first, as masks with their costs."""
        left = group.bit_count()
        if left in self._being_filled:
            return self._fillings[left]
        if left <= 4:
            return [(group, self._prices[group])] if group in self._prices else []
        first = (group & -group).bit_length() - 1
        # 4 a + 3 b players are left, and b is never above three: the remainder tells b.
        threes = -left % 4
        if not threes:
            return self._tables[4][first]
        if left == 3 * threes:
            return self._tables[3][first]
        return self._tables[0][first]

    def _lay_out(self, costs: Costs, room: int) -> None:
        """Price every table that may be filled, by where it comes up, and leave out the dear."""
        self._fixed = costs.of_tables(slot.kept for slot in self.hall.slots if not slot.free)
        self._being_filled: dict[int, int] = {}
        self._fillings: dict[int, list[tuple[int, int]]] = {}
        left = len(self._players)
        for number, slot in enumerate(self.hall.slots):
            if slot.kept and slot.free:
                self._being_filled[left] = number
                self._fillings[left] = self._priced(slot, costs, room)
                left -= slot.free
        self._prices: dict[int, int] = {}
        # By size of table (0: both) and by first player.
        self._tables: dict[int, list[list[tuple[int, int]]]] = {
            size: [[] for _ in self._players] for size in (0, 3, 4)
        }
        for size in (3, 4):
            if any(slot.size == size and not slot.kept for slot in self.hall.slots):
                for mask, price in self._priced(Slot(size), costs, room):
                    self._prices[mask] = price
                    first = (mask & -mask).bit_length() - 1
                    self._tables[size][first].append((mask, price))
                    self._tables[0][first].append((mask, price))
        for options in self._tables[0]:
            options.sort(key=lambda option: option[1])

    def _priced(self, slot: Slot, costs: Costs, room: int) -> list[tuple[int, int]]:
        barred = self.hall.low if slot.size == 4 else self.hall.high
        places = [place for place, player in enumerate(self._players) if player not in barred]
        priced = []
        for seated in combinations(places, slot.free):
            price = costs.of_table([*slot.kept, *(self._players[place] for place in seated)])
            if price <= room:
                priced.append((sum(1 << place for place in seated), price))
        priced.sort(key=lambda option: option[1])
        return priced
