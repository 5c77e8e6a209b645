"""Seat a hall as well as possible, drawn evenly where that can be done, and say how well."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import comb
from typing import Literal

from games.engine.chance import Chance

from .bounds import History, counted, lower_bound
from .costs import PAIR, Costs
from .exact import UNLIMITED, Seatings, TooMany
from .hall import Hall
from .search import repaired, shuffled

Kind = Literal["zero", "bound", "enumerated", "best_found"]
"""How good a seating is: nobody meets again; as good as counting proves possible; as good as the
best of all seatings; or the best that was found."""

WAYS = {0: 1, 1: 1, 2: 35, 3: 5775}
"""Seatings of so many tables of four; 12 players have 5775."""

SMALL = 300_000
"""Seatings, of tables of four and choices at the border together, that are all tried at once."""

SIXTEEN, TWENTY, TWENTY_FOUR = 1820, 4845, 10_626
"""Different tables of four that so many players can make."""

SHUFFLED_SEATS = 60_000
FEW_SEATS = 2_000
"""Seats given out by plain shuffles before anything else is tried; up to 16 players trying all
seatings is quick."""

HOPELESS = 10
"""Repeated pairs that a plain shuffle brings on average, from which on shuffles are not tried:
one in 20 000 would do."""

REPAIRS = 6


@dataclass(frozen=True, slots=True)
class Solution:
    """Tables by the slots of the hall, their cost, and a cost that no seating stays below.

    `even` says that every seating of this cost was equally likely; `seatings` are all of those,
    where they were counted.
    """

    hall: Hall
    tables: list[list[int]]
    cost: int
    bound: int
    kind: Kind
    even: bool
    seatings: Seatings | None = None

    def drawn_as(self, tables: list[list[int]]) -> Solution:
        """Another seating of the same cost in place of this one."""
        return replace(self, tables=tables)


def solve(hall: Hall, costs: Costs, history: History, chance: Chance) -> Solution:
    """The cheapest seating that was found. With few players it is the cheapest of all, and each
    of those was equally likely."""
    fours = [slot for slot in hall.slots if slot.size == 4]
    different = comb(len(hall.high) + len(hall.either), 4)
    seats = SHUFFLED_SEATS if different > SIXTEEN else FEW_SEATS
    if _repeats_expected(hall, costs) < HOPELESS and (
        clean := shuffled(hall, costs, chance, seats=seats)
    ):
        # Only players who are kept together can cost anything here, whatever the seating.
        cost = costs.of_tables(clean)
        return Solution(hall, clean, cost, cost, _kind(cost, cost), even=True)
    bound = counted(hall, costs, history)
    if hall.choices * WAYS.get(len(fours), SMALL + 1) <= SMALL and (
        found := _tried(hall, costs, chance, bound)
    ):
        return found
    bound = max(bound, lower_bound(hall, costs, history))
    if different <= TWENTY and (found := _tried(hall, costs, chance, bound, room=bound)):
        return found
    tables = repaired(hall, costs, chance, enough=bound)
    cost = costs.of_tables(tables)
    if (
        cost > bound
        and different <= TWENTY_FOUR
        and (found := _tried(hall, costs, chance, bound, room=cost))
    ):
        return found
    for effort in range(2, REPAIRS):
        if cost <= bound:
            break
        tables = min(
            tables,
            repaired(hall, costs, chance, enough=bound, effort=effort),
            key=costs.of_tables,
        )
        cost = costs.of_tables(tables)
    return Solution(hall, tables, cost, bound, _kind(cost, bound), even=False)


def _repeats_expected(hall: Hall, costs: Costs) -> int:
    """About how many pairs would meet again if everybody were seated by lot."""
    players = sum(slot.size for slot in hall.slots)
    met = sum(len(costs.pairs[player]) for player in hall.free)
    return 3 * met // 2 // max(players - 1, 1)


def _tried(
    hall: Hall, costs: Costs, chance: Chance, bound: int, *, room: int = UNLIMITED
) -> Solution | None:
    """The best of all seatings that cost no more than `room`; None if there are none, or too
    many to try."""
    try:
        seatings = Seatings(hall, costs, room=room)
    except TooMany:
        return None
    cost = seatings.cost
    if cost is None:
        return None
    kind: Kind = "enumerated" if cost > max(bound, PAIR - 1) else _kind(cost, bound)
    return Solution(hall, seatings.draw(chance), cost, cost, kind, even=True, seatings=seatings)


def _kind(cost: int, bound: int) -> Kind:
    if cost < PAIR:
        return "zero"
    return "bound" if cost <= bound else "best_found"
