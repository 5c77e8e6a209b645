"""Seat a hall as well as possible, drawn evenly where that can be done, and say how well."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from games.engine.chance import Chance

from .bounds import History, counted, lower_bound
from .costs import PAIR, Costs, without_order
from .exact import Seatings, TooMany
from .hall import Hall
from .search import Repair, dealt

Kind = Literal["zero", "bound", "enumerated", "best_found"]
"""How good a seating is: nobody meets again; as good as counting proves possible; as good as the
best of all seatings; or the best that was found."""

SHUFFLES = 1000
"""Plain shuffles tried in rounds 1 and 2 before anything else. In round 2 one in a hundred will
do, in later ones hardly any."""

FEW, MIDDLING = 20, 24
"""Players who may sit at tables of four: up to the first number all seatings are tried, up to the
other if a repair has left repeats."""

SEATS = 1000
"""Seats in all repairs after the first together, where not all seatings can be tried."""


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


def solve(
    hall: Hall, costs: Costs, history: History, chance: Chance, *, hasty: bool = False
) -> Solution:
    """The cheapest seating that was found. With few players it is the cheapest of all, and each
    of those was equally likely; in a hasty draw only if the first one found is not as cheap as
    any can be."""
    # Plain shuffles would hardly ever suit the play order, too.
    for _ in range(SHUFFLES if len(history) < 2 and not costs.play_order else 0):
        if tables := dealt(hall, chance, costs):
            # Only players who are kept together can cost anything here, whatever the seating.
            cost = costs.of_tables(tables)
            return Solution(hall, tables, cost, cost, _kind(cost, cost), even=True)
    players = len(hall.free if hall.mostly_threes else hall.high + hall.either)
    repair = Repair(hall, costs, chance)
    if hasty and not repair.bad:
        cost = repair.cost
        return Solution(hall, repair.tables, cost, cost, _kind(cost, cost), even=False)
    if players <= FEW or (players <= MIDDLING and _is_bad(repair, costs)):
        try:
            seatings = Seatings(hall, costs, room=repair.cost)
        except TooMany:
            pass
        else:
            return best_of(seatings, seatings.draw(chance), costs, history, even=True)
    for _ in range(SEATS // len(repair.seats)):
        if repair.bad:
            repair = min(repair, Repair(hall, costs, chance), key=lambda repair: repair.cost)
    cost = repair.cost
    bound = lower_bound(hall, costs, history) if cost >= PAIR else 0
    return Solution(hall, repair.tables, cost, bound, _kind(cost, bound), even=False)


def _is_bad(repair: Repair, costs: Costs) -> bool:
    """Whether there are repeats, or wishes not granted, that a repair has left."""
    return repair.cost >= PAIR if costs.play_order else bool(repair.bad)


def best_of(
    seatings: Seatings, tables: list[list[int]], costs: Costs, history: History, *, even: bool
) -> Solution:
    """One of the best of all seatings as a solution."""
    cost = costs.of_tables(tables)
    proved = cost < PAIR or without_order(cost) <= counted(seatings.hall, costs, history)
    kind = _kind(cost, cost) if proved else "enumerated"
    return Solution(seatings.hall, tables, cost, cost, kind, even, seatings=seatings)


def _kind(cost: int, bound: int) -> Kind:
    if cost < PAIR:
        return "zero"
    return "bound" if without_order(cost) <= bound else "best_found"
