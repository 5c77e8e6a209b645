"""Seat halls that are too large to try every seating: shuffle, then repair by swaps."""

from __future__ import annotations

from games.engine.chance import Chance

from .costs import Costs, without_order
from .hall import Hall

PATIENCE = 50
"""A repair ends when this number of swaps for each player in a row made nothing better."""


def dealt(hall: Hall, chance: Chance, costs: Costs | None = None) -> list[list[int]] | None:
    """The seats given out by lot; at the border the lot decides who sits at tables of three.

    With `costs` the deal is given up, and None returned, at the first newcomer to a table who
    costs something there. That changes nothing in how likely the deals without are.
    """
    level = list(hall.either)
    low = [*hall.low, *(_taken(level, chance) for _ in range(hall.lows_wanted))]
    pools = {4: [*hall.high, *level], 3: low}
    tables: list[list[int]] = []
    # Tables of three first: where the rules leave little choice, most deals end.
    for slot in reversed(hall.slots):
        table = list(slot.kept)
        while len(table) < slot.size:
            player = _taken(pools[slot.size], chance)
            if costs and not costs.pairs[player].keys().isdisjoint(table):
                return None
            table.append(player)
        tables.append(table)
    return tables[::-1]


def _taken(pool: list[int], chance: Chance) -> int:
    """One of the pool, each equally likely; the last one gets its place."""
    place = chance.below(len(pool))
    pool[place], pool[-1] = pool[-1], pool[place]
    return pool.pop()


class Repair:
    """A deal with the cost of every table, changed by swapping two players at a time.

    Players are swapped out of `bad` tables until there is none, or PATIENCE ends.
    """

    def __init__(self, hall: Hall, costs: Costs, chance: Chance) -> None:
        self.tables = dealt(hall, chance) or []
        self.costs = costs
        self.price = [costs.of_table(table) for table in self.tables]
        self.cost = sum(self.price)
        self.either = frozenset(hall.either)
        # Seats, as (table, place), whose players may move.
        self.seats = [
            (number, place)
            for number, slot in enumerate(hall.slots)
            for place in range(len(slot.kept), slot.size)
        ]
        # Tables that cost more than whoever is kept there costs anyway.
        self.least = [without_order(costs.of_table(slot.kept)) for slot in hall.slots]
        self.bad = [n for n, price in enumerate(self.price) if price > self.least[n]]
        idle = 0
        while self.bad and idle < PATIENCE * len(self.seats):
            before = self.cost
            one = self.bad[chance.below(len(self.bad))]
            place = hall.slots[one].size - 1 - chance.below(hall.slots[one].free)
            self._swap(one, place, *self.seats[chance.below(len(self.seats))])
            idle = 0 if self.cost < before else idle + 1

    def _swap(self, one: int, place: int, other: int, other_place: int) -> None:
        """Swap two players if the rules allow it and the cost does not grow."""
        if one == other:
            return
        first, second = self.tables[one], self.tables[other]
        mine, theirs = first[place], second[other_place]
        if len(first) != len(second) and not (mine in self.either and theirs in self.either):
            return
        first[place], second[other_place] = theirs, mine
        of_first, of_second = self.costs.of_table(first), self.costs.of_table(second)
        if of_first + of_second - self.price[one] - self.price[other] > 0:
            first[place], second[other_place] = mine, theirs
        else:
            self._put(one, first, of_first)
            self._put(other, second, of_second)

    def _put(self, number: int, table: list[int], price: int) -> None:
        was, bad = self.price[number] > self.least[number], price > self.least[number]
        if bad and not was:
            self.bad.append(number)
        elif was and not bad:
            self.bad.remove(number)
        self.cost += price - self.price[number]
        self.tables[number], self.price[number] = table, price
