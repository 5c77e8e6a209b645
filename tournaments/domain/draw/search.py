"""Seat groups that are too large to try every seating: shuffle, then repair by swaps."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.chance import Chance

from .costs import PAIR, Costs

SHUFFLED_SEATS = 60_000
"""Seats given out by plain shuffles before the search goes over to swaps."""

SWAPS = 40_000
"""Swaps tried in a repair, however large the group; a clean seating ends it at once."""

SWAPS_A_PLAYER = 60

STIR_A_PLAYER = 8
"""Swaps tried afterwards, kept if they cost nothing, so that where the repair began and how it
went has little weight in where it ends."""


def shuffled(
    players: Sequence[int], size: int, costs: Costs, chance: Chance, *, seats: int = SHUFFLED_SEATS
) -> list[list[int]] | None:
    """A seating that costs nothing, each equally likely, or None if `seats` are used up.

    Plain shuffles until one is clean. A shuffle is given up at the first pair that costs
    something, which changes nothing in what comes out.
    """
    pairs = costs.pairs
    while seats > 0:
        left = list(players)
        tables: list[list[int]] = []
        while left:
            table: list[int] = []
            for last in range(len(left) - 1, len(left) - 1 - size, -1):
                seats -= 1
                place = chance.below(last + 1)
                player = left[place]
                costly = pairs[player]
                if any(other in costly for other in table):
                    break
                left[place] = left[last]
                left.pop()
                table.append(player)
            if len(table) < size:
                break
            tables.append(table)
        if not left:
            return tables
    return None


def repaired(
    players: Sequence[int], size: int, costs: Costs, chance: Chance, *, enough: int = 0
) -> list[list[int]]:
    """A shuffle made as cheap as swaps find; a cost of `enough` is as good as it gets."""
    order = list(players)
    chance.shuffle(order)
    tables = [order[start : start + size] for start in range(0, len(order), size)]
    repair = _Repair(tables, costs, chance)
    repair.run(SWAPS + SWAPS_A_PLAYER * len(order), enough)
    repair.stir(STIR_A_PLAYER * len(order))
    return repair.tables


class _Repair:
    def __init__(self, tables: list[list[int]], costs: Costs, chance: Chance) -> None:
        self.tables = tables
        self.costs = costs
        self.chance = chance
        self.price = [costs.of_table(table) for table in tables]
        self.cost = sum(self.price)
        # Tables that cost something, and where each of them stands in that list.
        self.bad = [number for number, price in enumerate(self.price) if price]
        self.place = {number: place for place, number in enumerate(self.bad)}

    def run(self, swaps: int, enough: int) -> None:
        best, kept = self.cost, [table[:] for table in self.tables]
        below = self.chance.below
        count, size = len(self.tables), len(self.tables[0])
        while swaps and self.cost > enough and self.bad:
            swaps -= 1
            one = self.bad[below(len(self.bad))]
            other = below(count - 1)
            other += other >= one
            seats = below(size * size)
            self._swap(one, seats // size, other, seats % size, self._patience())
            if self.cost < best:
                best, kept = self.cost, [table[:] for table in self.tables]
        if self.cost > best:
            self.__init__(kept, self.costs, self.chance)  # type: ignore[misc]

    def _patience(self) -> int:
        """How much worse a swap may be: mostly nothing, now and then one repeated pair."""
        number = self.chance.below(64)
        return PAIR if number == 0 else 0

    def stir(self, swaps: int) -> None:
        below = self.chance.below
        count, size = len(self.tables), len(self.tables[0])
        for _ in range(swaps if count > 1 else 0):
            one, other = below(count), below(count - 1)
            other += other >= one
            seats = below(size * size)
            self._swap(one, seats // size, other, seats % size, 0)

    def _swap(self, one: int, seat: int, other: int, other_seat: int, worse: int) -> None:
        """Swap two players if the cost grows by no more than `worse`."""
        first, second = self.tables[one], self.tables[other]
        first[seat], second[other_seat] = second[other_seat], first[seat]
        of_first, of_second = self.costs.of_table(first), self.costs.of_table(second)
        change = of_first + of_second - self.price[one] - self.price[other]
        if change > worse:
            first[seat], second[other_seat] = second[other_seat], first[seat]
            return
        self.cost += change
        self._note(one, of_first)
        self._note(other, of_second)

    def _note(self, number: int, price: int) -> None:
        self.price[number] = price
        if price and number not in self.place:
            self.place[number] = len(self.bad)
            self.bad.append(number)
        elif not price and number in self.place:
            place, last = self.place.pop(number), self.bad.pop()
            if last != number:
                self.bad[place] = last
                self.place[last] = place
