"""Seat by the standings: leaders together, as a snake, or without repeats where possible (FM-12).

Nothing is drawn here. Players are indexes in standings order, best first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from games.engine.chance import Chance

from .bounds import History
from .costs import Costs
from .exact import Seatings, TooMany
from .hall import Hall
from .search import Repair
from .solve import FEW, Solution, best_of, solve

STEPS = 20_000
"""Clean tables that are tried, one after the other, before those with repeats are looked at."""


def in_order(players: Sequence[int], size: int) -> list[list[int]]:
    """The best at the first table, the next ones at the second, and so on."""
    return [list(players[start : start + size]) for start in range(0, len(players), size)]


def as_a_snake(players: Sequence[int], size: int) -> list[list[int]]:
    """To the last table and back again: of m tables, table k gets k, 2m+1-k, 2m+k and 4m+1-k."""
    tables = len(players) // size
    return [
        [players[row * tables + (tables - 1 - k if row % 2 else k)] for row in range(size)]
        for k in range(tables)
    ]


def apart_in_order(hall: Hall, costs: Costs, history: History) -> tuple[Solution, bool]:
    """Tables of one size with as few repeats as there can be, the best players at the first ones,
    and whether it is certain that nobody could sit further up.

    The first table is the first in the order of the standings that leaves the others a seating as
    good, and so is every later one among those who are left.
    """
    if (tables := _clean(hall, costs, history)) is not None:
        return Solution(hall, tables, 0, 0, "zero", even=False), True
    if len(hall.free) <= FEW:
        room = Repair(hall, costs, Chance("")).cost
        try:
            seatings = Seatings(hall, costs, room=room)
        except TooMany:
            pass
        else:
            return best_of(seatings, seatings.first(), costs, history, even=False), True
    found = solve(hall, costs, history, Chance(""))
    return replace(found, tables=sorted(map(sorted, found.tables)), even=False), False


def _clean(hall: Hall, costs: Costs, history: History) -> list[list[int]] | None:
    """The first seating without a repeat, table after table the first clean one; where those who
    are left find none, the last table has to be another one. None if there is none, or if STEPS
    tables were not enough to find one."""
    size = hall.slots[0].size
    origins = [frozenset(table) for round_ in history for table in round_]
    tables: list[list[int]] = []
    left = [hall.free]
    untried = [_clean_tables([], hall.free, size, costs)]
    failed: set[tuple[int, ...]] = set()
    for _ in range(STEPS):
        table = next(untried[-1], None)
        if table is None:
            untried.pop()
            failed.add(left.pop())
            if not tables:
                return None
            tables.pop()
            continue
        rest = tuple(player for player in left[-1] if player not in table)
        if not rest:
            return [*tables, table]
        if rest not in failed and _may_part(rest, len(rest) // size, origins):
            tables.append(table)
            left.append(rest)
            untried.append(_clean_tables([], rest, size, costs))
    return None


def _may_part(players: Sequence[int], tables: int, origins: Sequence[Collection[int]]) -> bool:
    """Whether those of each earlier table are no more than there are tables to part them."""
    if tables >= 4:
        return True
    here = set(players)
    return all(len(here.intersection(table)) <= tables for table in origins)


def _clean_tables(
    table: list[int], others: Sequence[int], size: int, costs: Costs
) -> Iterator[list[int]]:
    """Tables with these players and some of the others at which nobody costs anything, in the order
    of the standings; the first of all players sits at each."""
    if len(table) == size:
        yield table
        return
    for place, player in enumerate(others if table else others[:1]):
        if costs.pairs[player].keys().isdisjoint(table):
            yield from _clean_tables([*table, player], others[place + 1 :], size, costs)
