"""What no seating of a hall can stay below, proved by counting."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations
from math import comb
from typing import TypeAlias

from .costs import PAIR, Costs, without_order
from .exact import Seatings
from .hall import Hall

History: TypeAlias = Sequence[Sequence[Collection[int]]]

CHOICES = 3000
"""How many choices of who sits at tables of three are tried for the bound."""


def counted(hall: Hall, costs: Costs, history: History) -> int:
    """A cost that every seating of the hall reaches, found by counting alone."""
    return sum(_of_side(hall, size, costs, history) for size in (4, 3))


def lower_bound(hall: Hall, costs: Costs, history: History) -> int:
    """A cost that every seating of the hall reaches: counted, and at tables of three tried out."""
    fours, threes = (_of_side(hall, size, costs, history) for size in (4, 3))
    small = [slot for slot in hall.slots if slot.size == 3]
    if small and not hall.mostly_threes and hall.choices <= CHOICES:
        full = costs.of_tables(slot.kept for slot in small if not slot.free)
        tried = (
            # Without a limit every seating is allowed, and there is one.
            Seatings(hall.chosen(lows).of_size(3), costs).cost or 0
            for lows in combinations(hall.either, hall.lows_wanted)
        )
        threes = max(threes, without_order(full + min(tried)))
    return fours + threes


def _of_side(hall: Hall, size: int, costs: Costs, history: History) -> int:
    """The larger of two bounds for the tables of one size; more may be free than can sit there.

    Players kept at tables count too: they only add seats and people to choose from.
    """
    slots = [slot for slot in hall.slots if slot.size == size]
    if not slots:
        return 0
    free = (hall.high if size == 4 else hall.low) + hall.either
    players = sorted([*free, *(player for slot in slots for player in slot.kept)])
    kept = without_order(sum(costs.of_table(slot.kept) for slot in slots))
    counted = PAIR * max(
        _by_earlier_tables(len(slots), size, players, history),
        _by_players_met(size, players, costs) if len(players) == len(slots) * size else 0,
    )
    return max(kept, counted)


def _by_earlier_tables(tables: int, size: int, players: Sequence[int], history: History) -> int:
    """Pigeonholes: if these players came from fewer tables of a round than a table now has seats,
    some at every table meet again. Summed over the rounds, and spread as evenly as possible."""
    meetings, here = 0, set(players)
    for round_ in history:
        present = [len(here.intersection(table)) for table in round_]
        origins = sum(map(bool, present)) + len(players) - sum(present)
        if origins < size:
            few, more = divmod(size, origins)
            meetings += tables * ((origins - more) * comb(few, 2) + more * comb(few + 1, 2))
    each, more = divmod(meetings, tables * comb(size, 2))
    return (tables * comb(size, 2) - more) * each**2 + more * (each + 1) ** 2


def _by_players_met(size: int, players: Sequence[int], costs: Costs) -> int:
    """Everybody sits with size - 1 others; at best with those met least. Each pair counts twice."""
    total = 0
    for player in players:
        met = costs.met[player]
        # Somebody who has met few has enough others to sit with.
        if len(met) + size > len(players):
            times = sorted(met.get(other, 0) ** 2 for other in players if other != player)
            total += sum(times[: size - 1])
    return -(-total // 2)
