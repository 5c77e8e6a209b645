"""What a table costs: how much of what the draw avoids happens at it (T-018, T-019)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from tournaments.domain.values import Player

from .play_order import PlayOrder

ORDER = 1 << 24
PAIR = ORDER << 24
TRIPLE = PAIR << 24
APART = TRIPLE << 24
"""One whole number holds all costs, so that comparing two of them compares first how many pairs
that must be kept apart sit together, then how many triples sit together again, then the cost of
repeated pairs, then how often somebody has a position in the play order again, then how many
wishes (1 each) are not granted (FM-15). No round comes near 2**24 of any."""


class Costs:
    """What every table of a round would cost. Players are indexes here.

    A pair that met m times before costs m * m: 0, 1, 4, 9 for the first, second, third and fourth
    meeting, so that repeats are spread rather than heaped on one pair.
    """

    def __init__(
        self,
        players: int,
        history: Iterable[Iterable[Iterable[int]]] = (),
        *,
        apart: Iterable[tuple[int, int]] = (),
        wishes: Iterable[tuple[int, int]] = (),
        play_order: PlayOrder | None = None,
    ) -> None:
        met: list[dict[int, int]] = [{} for _ in range(players)]
        triples: set[tuple[int, ...]] = set()
        for round_ in history:
            for table in round_:
                for one, other in combinations(sorted(table), 2):
                    met[one][other] = met[other][one] = met[one].get(other, 0) + 1
                triples.update(combinations(sorted(table), 3))
        self.met: Sequence[Mapping[int, int]] = met
        self.pairs: list[dict[int, int]] = [
            {other: times * times * PAIR for other, times in others.items()} for others in met
        ]
        # Asked for membership only: the order of a set never decides anything.
        self._triples = frozenset(triples)
        for pairs, cost in ((apart, APART), (wishes, 1)):
            for one, other in pairs:
                self.pairs[one][other] = self.pairs[one].get(other, 0) + cost
                self.pairs[other][one] = self.pairs[one][other]
        self.play_order = play_order
        """What is asked about positions in the play order; None where nobody minds them."""

    def of_table(self, table: Sequence[int]) -> int:
        """What it costs to seat these players together."""
        pairs = self.pairs
        cost = 0
        for place, one in enumerate(table):
            costs = pairs[one]
            if costs:
                for other in table[:place]:
                    cost += costs.get(other, 0)
        # Three players who sat together are three pairs who met.
        if cost >= 3 * PAIR:
            known = self._triples
            cost += TRIPLE * sum(trio in known for trio in combinations(sorted(table), 3))
        if self.play_order is not None:
            cost += ORDER * self.play_order.again(table)
        return cost

    def of_tables(self, tables: Iterable[Sequence[int]]) -> int:
        return sum(map(self.of_table, tables))


class Parts(NamedTuple):
    """What a cost is made of."""

    apart: int
    triples: int
    pairs: int
    order: int
    wishes: int


def parts(cost: int) -> Parts:
    """Pairs not kept apart, repeated triples, cost of repeated pairs, positions had before, and
    wishes not granted."""
    return Parts(
        cost // APART,
        cost % APART // TRIPLE,
        cost % TRIPLE // PAIR,
        cost % PAIR // ORDER,
        cost % ORDER,
    )


def without_order(cost: int) -> int:
    """The same cost as if nobody minded the play order."""
    return cost - ORDER * parts(cost).order


def indexed(
    history: Iterable[Iterable[Iterable[Player]]], index: Mapping[Player, int]
) -> list[list[list[int]]]:
    """Earlier rounds with players as indexes; whoever left since then is left out."""
    return [
        [[index[player] for player in table if player in index] for table in round_]
        for round_ in history
    ]
