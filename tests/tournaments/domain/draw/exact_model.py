"""One round as a model for CP-SAT, which proves its answers and shares no code with the draw.

Every player is at one table, every table is full, tables of three hold the players with the fewest
points (T-013), and the sum of what the draw avoids is the least there is (T-018, T-019).
"""

from collections import Counter
from itertools import combinations
from typing import NamedTuple

from ortools.sat.python import cp_model


class Best(NamedTuple):
    """The fewest pairs not kept apart, the fewest repeated triples with so few, the least sum of
    0, 1, 4, 9 with so few of both, and such tables."""

    together: int
    triples: int
    cost: int
    tables: list[tuple[int, ...]]


def best_round(players, history, points=None, *, apart=(), seed=0):
    """The best seating of the players after these rounds; without points anybody may sit anywhere.

    `apart` are pairs. One thread and no limit of time: CP-SAT ends when it has a proof.
    """
    model = _Round(players, history, points, apart)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = seed
    status = solver.solve(model.model)
    assert status == cp_model.OPTIMAL
    rest, cost = divmod(round(solver.objective_value), model.triple)
    together, triples = divmod(rest, model.pair_apart)
    return Best(together, triples, cost, model.tables(solver))


def sizes(players):
    """Sizes of the tables: as few of three as possible, and those last (T-006, T-014)."""
    threes = -players % 4
    return [4] * ((players - 3 * threes) // 4) + [3] * threes


class _Round:
    """Literals `at[player, table]`, and one for each pair and triple who meet again."""

    def __init__(self, players, history, points, apart):
        self.players = list(players)
        self.sizes = sizes(len(self.players))
        self.model = cp_model.CpModel()
        self.at = {
            (player, table): self.model.new_bool_var("")
            for table, size in enumerate(self.sizes)
            for place, player in enumerate(self._allowed(size, points))
            # Tables of one size have no order: they come by the first of their players.
            if place >= self.sizes[:table].count(size)
        }
        for player in self.players:
            self.model.add_exactly_one(seat for (p, _), seat in self.at.items() if p == player)
        for table, size in enumerate(self.sizes):
            self.model.add(sum(seat for (_, t), seat in self.at.items() if t == table) == size)
        self._count(history, apart)

    def tables(self, solver):
        seated = [place for place, literal in self.at.items() if solver.value(literal)]
        return [tuple(p for p, t in seated if t == table) for table in range(len(self.sizes))]

    def _allowed(self, size, points):
        """Who may sit at a table of this size; those at the border may at either."""
        threes = 3 * self.sizes.count(3)
        if points is None or not threes:
            return self.players
        border = sorted(points[player] for player in self.players)[threes - 1]
        if size == 3:
            return [player for player in self.players if points[player] <= border]
        return [player for player in self.players if points[player] >= border]

    def _count(self, history, apart):
        met = Counter(pair for table in _tables(history) for pair in combinations(table, 2))
        trios = {trio for table in _tables(history) for trio in combinations(table, 3)}
        cost = [times**2 * self._together(pair) for pair, times in sorted(met.items())]
        triples = [self._together(trio) for trio in sorted(trios)]
        # More than all that weighs less can come to.
        self.triple = 1 + sum(times**2 for times in met.values())
        self.pair_apart = 1 + len(triples)
        self.model.minimize(
            sum(cost)
            + self.triple
            * (sum(triples) + self.pair_apart * sum(self._together(pair) for pair in apart))
        )

    def _together(self, group):
        """A literal that is true if all of the group sit at one table."""
        together = self.model.new_bool_var("")
        for table in range(len(self.sizes)):
            seats = [self.at[player, table] for player in group if (player, table) in self.at]
            if len(seats) == len(group):
                self.model.add_bool_or(*(~seat for seat in seats), together)
        return together


def _tables(history):
    return [sorted(table) for round_ in history for table in round_]
