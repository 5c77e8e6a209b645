"""Seat halls that are too large to try every seating: shuffle, then repair by swaps."""

from __future__ import annotations

from collections.abc import Iterable

from games.engine.chance import Chance

from .costs import PAIR, Costs
from .hall import Hall

SWAPS = 5_000
SWAPS_A_PLAYER = 50
"""Swaps tried in one repair at most; as soon as the cost is as low as can be, it ends."""

STIR = 4_000
STIR_A_PLAYER = 8
"""Swaps tried after a repair and kept if they cost nothing, so that where the repair began has
little weight in where it ends."""


def shuffled(hall: Hall, costs: Costs, chance: Chance, *, seats: int) -> list[list[int]] | None:
    """A seating in which no newcomer to a table costs anything, each equally likely.

    Plain shuffles until one is like that; None after `seats` seats given out. A shuffle is given
    up at the first player who costs something, which changes nothing in what comes out.
    """
    while seats > 0:
        pools, used = _pools(hall, chance), 0
        tables: list[list[int]] = []
        # Tables of three first: where the rules leave little choice, most shuffles end.
        for slot in reversed(hall.slots):
            table, tried = _filled(slot.kept, slot.size, pools[slot.size], costs, chance)
            used += tried
            if table is None:
                break
            tables.append(table)
        if len(tables) == len(hall.slots):
            return tables[::-1]
        seats -= max(used, 1)
    return None


def _pools(hall: Hall, chance: Chance) -> dict[int, list[int]]:
    """Who is to be seated at tables of each size; at the border the lot decides."""
    border = list(hall.either)
    chance.shuffle(border)
    lows = hall.lows_wanted
    return {4: [*hall.high, *border[lows:]], 3: [*hall.low, *border[:lows]]}


def _filled(
    kept: Iterable[int], size: int, pool: list[int], costs: Costs, chance: Chance
) -> tuple[list[int] | None, int]:
    """A table filled from the pool, or None if somebody costs something; and the seats tried."""
    table, tried = list(kept), 0
    while len(table) < size:
        tried += 1
        place = chance.below(len(pool))
        player = pool[place]
        costly = costs.pairs[player]
        if costly and any(other in costly for other in table):
            return None, tried
        pool[place] = pool[-1]
        pool.pop()
        table.append(player)
    return table, tried


def repaired(
    hall: Hall, costs: Costs, chance: Chance, *, enough: int = 0, effort: int = 1
) -> list[list[int]]:
    """A shuffle made as cheap as swaps find; a cost of `enough` is known to be the lowest.

    `effort` multiplies the swaps tried.
    """
    pools = _pools(hall, chance)
    for pool in pools.values():
        chance.shuffle(pool)
    tables = [
        [*slot.kept, *(pools[slot.size].pop() for _ in range(slot.free))] for slot in hall.slots
    ]
    players = sum(map(len, tables))
    repair = _Repair(hall, tables, costs, chance)
    repair.run(effort * (SWAPS + SWAPS_A_PLAYER * players), enough)
    repair.stir(STIR + STIR_A_PLAYER * players)
    return repair.tables


class _Repair:
    """A seating with the cost of every table, changed by swapping two players at a time."""

    def __init__(self, hall: Hall, tables: list[list[int]], costs: Costs, chance: Chance) -> None:
        self.tables = tables
        self.costs = costs
        self.below = chance.below
        self.price = [costs.of_table(table) for table in tables]
        self.cost = sum(self.price)
        self.either = frozenset(hall.either)
        # Seats, as (table, place), whose players may move; and those of tables that cost something.
        self.seats = [
            (number, place)
            for number, slot in enumerate(hall.slots)
            for place in range(len(slot.kept), slot.size)
        ]
        self.sizes = [slot.size for slot in hall.slots]
        self.kept = [len(slot.kept) for slot in hall.slots]
        self.bad: list[int] = []
        self.place_in_bad: dict[int, int] = {}
        for number, price in enumerate(self.price):
            self._mark(number, bad=price > 0)

    def run(self, swaps: int, enough: int) -> None:
        """Swap players out of tables that cost something until `enough`, and keep the best seen."""
        best, kept = self.cost, [table[:] for table in self.tables]
        below = self.below
        while swaps and self.cost > enough and self.bad:
            swaps -= 1
            one = self.bad[below(len(self.bad))]
            place = self.kept[one] + below(self.sizes[one] - self.kept[one])
            # Now and then a swap may add a repeated pair, or the search would stay in a hollow.
            worse = PAIR if below(64) == 0 else 0
            self._swap(one, place, *self.seats[below(len(self.seats))], worse)
            if self.cost < best:
                best, kept = self.cost, [table[:] for table in self.tables]
        if self.cost > best:
            for number, table in enumerate(kept):
                self.tables[number] = table
                self._reprice(number, self.costs.of_table(table))

    def stir(self, swaps: int) -> None:
        for _ in range(swaps):
            one = self.seats[self.below(len(self.seats))]
            self._swap(*one, *self.seats[self.below(len(self.seats))], 0)

    def _swap(self, one: int, place: int, other: int, other_place: int, worse: int) -> None:
        """Swap two players if the rules allow it and the cost grows by no more than `worse`."""
        if one == other:
            return
        first, second = self.tables[one], self.tables[other]
        if self.sizes[one] != self.sizes[other] and not (
            first[place] in self.either and second[other_place] in self.either
        ):
            return
        first[place], second[other_place] = second[other_place], first[place]
        of_first, of_second = self.costs.of_table(first), self.costs.of_table(second)
        if of_first + of_second - self.price[one] - self.price[other] > worse:
            first[place], second[other_place] = second[other_place], first[place]
        else:
            self._reprice(one, of_first)
            self._reprice(other, of_second)

    def _reprice(self, number: int, price: int) -> None:
        self.cost += price - self.price[number]
        self.price[number] = price
        self._mark(number, bad=price > 0)

    def _mark(self, number: int, *, bad: bool) -> None:
        """Keep the list of tables that cost something and can be changed."""
        bad = bad and self.kept[number] < self.sizes[number]
        if bad and number not in self.place_in_bad:
            self.place_in_bad[number] = len(self.bad)
            self.bad.append(number)
        elif not bad and number in self.place_in_bad:
            place, last = self.place_in_bad.pop(number), self.bad.pop()
            if last != number:
                self.bad[place] = last
                self.place_in_bad[last] = place
