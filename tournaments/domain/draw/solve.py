"""Seat a hall as well as possible, drawn evenly where that can be done, and say how well."""

from __future__ import annotations

from dataclasses import dataclass
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
"""Seats given out by plain shuffles before anything else is tried."""

HOPELESS = 8
"""Repeated pairs that a plain shuffle brings on average, from which on shuffles are not tried:
one in 3000 would do. Up to 16 players all seatings are tried as quickly."""

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


def solve(hall: Hall, costs: Costs, history: History, chance: Chance) -> Solution:
    """The cheapest seating that was found. With few players it is the cheapest of all, and each
    of those was equally likely."""
    if clean := _clean_shuffle(hall, costs, chance):
        return clean
    proved = counted(hall, costs, history)
    if _ways(hall) <= SMALL and (best := _tried(hall, costs, chance, proved)):
        return best
    proved = max(proved, lower_bound(hall, costs, history))
    if _different_tables(hall) <= TWENTY and (
        best := _tried(hall, costs, chance, proved, room=proved)
    ):
        return best
    return _searched(hall, costs, chance, proved)


def _clean_shuffle(hall: Hall, costs: Costs, chance: Chance) -> Solution | None:
    """Plain shuffles, if one of them has a chance."""
    hopeless = HOPELESS if _different_tables(hall) > SIXTEEN else 1
    if _repeats_expected(hall, costs) >= hopeless:
        return None
    tables = shuffled(hall, costs, chance, seats=SHUFFLED_SEATS)
    if tables is None:
        return None
    # Only players who are kept together can cost anything here, whatever the seating.
    cost = costs.of_tables(tables)
    return Solution(hall, tables, cost, cost, _kind(cost, cost), even=True)


def _searched(hall: Hall, costs: Costs, chance: Chance, proved: int) -> Solution:
    """Repair; what it finds is also the limit up to which all seatings of a hall of middling size
    can be tried."""
    tables = repaired(hall, costs, chance, enough=proved)
    cost = costs.of_tables(tables)
    if cost > proved and _different_tables(hall) <= TWENTY_FOUR:
        best = _tried(hall, costs, chance, proved, room=cost)
        if best:
            return best
    for effort in range(2, REPAIRS):
        if cost <= proved:
            break
        again = repaired(hall, costs, chance, enough=proved, effort=effort)
        tables = min(tables, again, key=costs.of_tables)
        cost = costs.of_tables(tables)
    return Solution(hall, tables, cost, proved, _kind(cost, proved), even=False)


def _different_tables(hall: Hall) -> int:
    return comb(len(hall.high) + len(hall.either), 4)


def _ways(hall: Hall) -> int:
    """About how many seatings there are, as far as that is few."""
    fours = sum(slot.size == 4 for slot in hall.slots)
    return hall.choices * WAYS.get(fours, SMALL + 1)


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
