"""Draw all rounds of a stage at once, before anybody has points: tables and play order (FM-13)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import Literal, NamedTuple

from games.engine.chance import Chance
from tournaments.domain.seating import Sizes, table_sizes
from tournaments.domain.values import Player, Refused, Table, refuse

from .border import Sides, sides
from .certificate import InOrder
from .costs import APART, Costs, parts
from .hall import Hall
from .look_ahead import with_a_clean_round_after
from .numbers import numbered
from .solve import solve
from .turns import least_again, ordered, spread_evenly
from .wanted import Wanted, arranged, faults

SCHEDULE = "catantour-schedule-1"
"""Changes whenever the same input and seed would give another schedule."""

SEATS = 250
"""Seats that are drawn anew in all, as long as repeats are left that may not be necessary."""

Kind = Literal["zero", "bound", "best_found"]
"""Nobody meets again; as few repeats as any schedule has; or the best that was found, where every
round was drawn as well as those before it allow."""


class Quality(NamedTuple):
    """What schedules are compared by, in this order (FM-15): pairs not kept apart, how unevenly
    tables of three are shared, then trios, pairs and wishes as one number."""

    apart: int
    turns: int
    cost: int


@dataclass(frozen=True, slots=True)
class Schedule:
    """Rounds of tables in play order.

    `repeated_pairs` are meetings beyond the first of a pair, `repeated_triples` likewise. `cost` is
    the sum over all pairs of 0, 1, 4, 9 for the first, second, third and fourth meeting; nothing
    stays below `bound`. `apart` are pairs who could not be kept apart.
    """

    players: tuple[Player, ...]
    rounds: tuple[tuple[Table, ...], ...]
    repeated_pairs: int
    repeated_triples: int
    seed: str
    kind: Kind
    cost: int
    bound: int
    play_order: InOrder
    apart: tuple[tuple[Player, Player], ...] = ()
    algorithm: str = SCHEDULE


def draw_schedule(
    players: Sequence[Player],
    *,
    rounds: int,
    seed: str,
    apart: Iterable[Iterable[Player]] = (),
    rather_apart: Iterable[Iterable[Player]] = (),
    sizes: Sizes = "fours",
) -> Schedule:
    """The `rounds` asked for, each with as few repeats as those before it allow.

    Whoever is in a group of `apart` shares no table with the others of it; `rather_apart` weighs
    less than any repeat. Whoever sat at tables of three fewest times sits there next. The same
    input and seed give the same schedule on any machine; the order of the players does not matter
    but for the lot. Raises `Refused` for a number of players that cannot be seated (T-012), and for
    wishes that cannot be had.
    """
    index = {player: place for place, player in enumerate(players)}
    wish = _Wish(
        players,
        table_sizes(len(players), sizes),
        _groups(apart, index),
        _groups(rather_apart, index),
    )
    refuse(faults(players, wish.sizes, Wanted(apart=wish.apart)))
    if 3 not in wish.sizes:
        # Everybody needs enough others to sit with, which is certain at tables of one size alone.
        everybody = Sides(high=tuple(range(len(players))))
        arranged(players, wish.sizes, everybody, Wanted(apart=wish.apart), Chance(seed))
    chance = Chance(seed)
    least = least_cost(wish.sizes, rounds)
    found = _drawn(wish, rounds, chance)
    for number in range(SEATS // (rounds * len(players))):
        if not found.improvable(least):
            break
        other = _drawn(wish, rounds, chance, freely=bool(number % 2))
        found = min(found, other, key=lambda drawn: drawn.quality)
    again, tables = ordered(found.rounds, len(players), chance)
    return _schedule(wish, found, tables, seed, InOrder(again, least_again(found.rounds)))


class _Wish(NamedTuple):
    """What is to be drawn, with players as indexes."""

    players: Sequence[Player]
    sizes: tuple[int, ...]
    apart: tuple[tuple[int, ...], ...]
    rather_apart: tuple[tuple[int, ...], ...]


class _Drawn(NamedTuple):
    rounds: list[list[list[int]]]
    quality: Quality

    def improvable(self, least: int) -> bool:
        """Whether another schedule could be better, for all that is known."""
        found = parts(self.quality.cost)
        return bool(self.quality.apart or self.quality.turns or found.pairs > least or found.wishes)


def _drawn(wish: _Wish, rounds: int, chance: Chance, *, freely: bool = True) -> _Drawn:
    """Round by round; freely, as long as all can have as many turns at tables of three in the end,
    or always those who had fewest. Now this and now that leads to fewer repeats."""
    earlier: list[list[list[int]]] = []
    cost = 0
    for number in range(rounds):
        costs = Costs(
            len(wish.players), earlier, apart=_pairs(wish.apart), wishes=_pairs(wish.rather_apart)
        )
        to_come = rounds - number - 1
        tables, price = _round(wish, costs, earlier, chance, to_come=to_come, freely=freely)
        cost += price
        earlier.append(tables)
    turns = _turns(earlier, len(wish.players))
    uneven = sum(comb(times, 2) for times in turns) - spread_evenly(sum(turns), len(turns))
    return _Drawn(earlier, Quality(cost // APART, uneven, cost % APART))


def _round(
    wish: _Wish,
    costs: Costs,
    earlier: list[list[list[int]]],
    chance: Chance,
    *,
    to_come: int,
    freely: bool,
) -> tuple[list[list[int]], int]:
    """Tables by their numbers, and what they cost. Who is to be kept apart counts more than whose
    turn it is to sit at a table of three."""
    turns = _turns(earlier, len(wish.players))
    found: list[tuple[int, list[list[int]]]] = []
    for these in _whose_turn(wish.sizes, turns, to_come, freely=freely):
        try:
            hall = arranged(wish.players, wish.sizes, these, Wanted(apart=wish.apart), chance)
        except Refused:
            continue
        cost, tables = _solved(hall, costs, earlier, chance, another=to_come > 0)
        found.append((cost, tables))
        if cost < APART and _can_be_even(_turns([*earlier, tables], len(turns)), wish, to_come):
            break
    else:
        cost, tables = min(found, key=lambda one: one[0] // APART)
    return numbered(tables, earlier, chance), cost


def _whose_turn(
    sizes: Sequence[int], turns: Sequence[int], to_come: int, *, freely: bool
) -> Iterator[Sides]:
    """Who sits at tables of three, in the order in which it is tried: freely, those who can if all
    are to have as many turns in the end; those who had fewest; and, where that brings together who
    is to be kept apart, anybody."""
    everybody = tuple(range(len(turns)))
    seats = 3 * sizes.count(3)
    if not seats:
        yield Sides(high=everybody)
        return
    # In the end everybody has the same number of turns, and some have one more.
    each = (sum(turns) + seats * (to_come + 1)) // len(turns)
    low = tuple(player for player in everybody if turns[player] + to_come < each)
    high = tuple(player for player in everybody if turns[player] > each)
    if freely and len(low) <= seats <= len(turns) - len(high):
        yield Sides(high, low, tuple(sorted({*everybody}.difference(high, low))))
    yield sides(everybody, sizes, points=dict(enumerate(turns)), first_round=False, rule="points")
    yield Sides(either=everybody)


def _can_be_even(turns: Sequence[int], wish: _Wish, to_come: int) -> bool:
    """Whether in the rounds to come everybody can still get as many turns as the others."""
    left = 3 * wish.sizes.count(3) * to_come
    each = (sum(turns) + left) // len(turns)
    missing = [max(0, each - times) for times in turns]
    return max(missing) <= to_come and sum(missing) <= left and max(turns) <= each + 1


def _solved(
    hall: Hall, costs: Costs, earlier: list[list[list[int]]], chance: Chance, *, another: bool
) -> tuple[int, list[list[int]]]:
    solutions = []
    for part in hall.parts():
        solution = solve(part, costs, earlier, chance, hasty=True)
        if another and all(slot.size == 4 for slot in hall.slots):
            solution = with_a_clean_round_after(solution, costs, earlier, chance)
        solutions.append(solution)
    return (
        sum(solution.cost for solution in solutions),
        [table for solution in solutions for table in solution.tables],
    )


def least_cost(sizes: Sequence[int], rounds: int) -> int:
    """What the repeated pairs of any such schedule cost at least, whoever sits where.

    Pigeonholes: where a table has more seats than there were tables in an earlier round, some of
    its players met there. And there are only so many pairs to meet.
    """
    tables, players = len(sizes), sum(sizes)
    at_tables = sum(comb(size, 2) for size in sizes)
    shared = sum(spread_evenly(size, tables) for size in sizes)
    by_tables = 0
    for earlier in range(rounds):
        each, more = divmod(earlier * shared, at_tables)
        by_tables += (at_tables - more) * each**2 + more * (each + 1) ** 2
    each, more = divmod(rounds * at_tables, comb(players, 2))
    by_pairs = (comb(players, 2) - more) * _squares(each) + more * _squares(each + 1)
    return max(by_tables, by_pairs)


def _squares(meetings: int) -> int:
    """What a number of meetings of one pair cost: 0 + 1 + 4 + 9 and so on."""
    return sum(times**2 for times in range(meetings))


def _turns(rounds: Iterable[Iterable[Sequence[int]]], players: int) -> list[int]:
    """How often everybody sat at a table of three."""
    turns = [0] * players
    for round_ in rounds:
        for table in round_:
            if len(table) == 3:
                for player in table:
                    turns[player] += 1
    return turns


def _groups(
    groups: Iterable[Iterable[Player]], index: dict[Player, int]
) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(sorted({index[player] for player in group})) for group in groups)


def _pairs(groups: Iterable[Sequence[int]]) -> list[tuple[int, int]]:
    """Every pair of a group once."""
    return sorted({pair for group in groups for pair in combinations(group, 2)})


def _schedule(
    wish: _Wish,
    found: _Drawn,
    rounds: Sequence[Sequence[Sequence[int]]],
    seed: str,
    in_order: InOrder,
) -> Schedule:
    cost, least = parts(found.quality.cost), least_cost(wish.sizes, len(rounds))
    pairs, triples = (_beyond_the_first(rounds, size) for size in (2, 3))
    kind: Kind = "zero" if not cost.pairs else "best_found"
    if cost.pairs == least > 0 and (not triples or len(wish.sizes) == 1):
        kind = "bound"
    together = {frozenset(pair) for r in rounds for table in r for pair in combinations(table, 2)}
    names = wish.players
    return Schedule(
        tuple(names),
        tuple(
            tuple(
                Table(number, tuple(names[player] for player in table))
                for number, table in enumerate(tables, start=1)
            )
            for tables in rounds
        ),
        pairs,
        triples,
        seed,
        kind,
        cost.pairs,
        least,
        in_order,
        tuple((names[a], names[b]) for a, b in _pairs(wish.apart) if {a, b} in together),
    )


def _beyond_the_first(rounds: Iterable[Iterable[Sequence[int]]], size: int) -> int:
    """Meetings of groups of that number of players, without the first meeting of each."""
    met = [frozenset(group) for r in rounds for table in r for group in combinations(table, size)]
    return len(met) - len(set(met))
