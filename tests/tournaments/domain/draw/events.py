"""Events played out with random results, and an independent count of what happens in them."""

from collections import Counter
from itertools import combinations
from typing import NamedTuple

from games.engine.chance import Chance
from tournaments.domain.draw import Draw, draw_round
from tournaments.domain.seating import seats_at_threes, table_sizes


class Played(NamedTuple):
    """A drawn round with what it was drawn from; `tables` holds its players table by table."""

    draw: Draw
    players: tuple[int, ...]
    points: dict[int, int]
    history: list[list[tuple[int, ...]]]

    @property
    def tables(self):
        return seats(self.draw)


def seats(draw):
    return [table.players for table in draw.tables]


def play(players, seed, *, rounds=4, **wishes):
    """An event of so many players in which every place is won by lot, round by round."""
    chance = Chance(f"results {seed}")
    points = dict.fromkeys(range(players), 0)
    played = []
    for number in range(1, rounds + 1):
        order = tuple(sorted(points, key=lambda player: -points[player]))
        history = [earlier.tables for earlier in played]
        draw = draw_round(
            order,
            history=history,
            points=points if played else None,
            rounds_total=rounds,
            seed=f"{seed}, round {number}",
            **wishes,
        )
        played.append(Played(draw, order, dict(points), history))
        for table in seats(draw):
            placed = list(table)
            chance.shuffle(placed)
            for player, gained in zip(placed, (10, 3, 2, 1), strict=False):
                points[player] += gained
    return played


def meetings(rounds):
    """How often each pair met that met at all."""
    return Counter(
        frozenset(pair) for round_ in rounds for table in round_ for pair in combinations(table, 2)
    )


def excess(rounds):
    """C: the sum over pairs of m (m - 1) / 2 for m meetings."""
    return sum(times * (times - 1) // 2 for times in meetings(rounds).values())


def cost(tables, history):
    """Repeated triples, and the sum of 0, 1, 4, 9 for the first to fourth meeting of each pair."""
    met = meetings(history)
    trios = {
        frozenset(trio) for round_ in history for table in round_ for trio in combinations(table, 3)
    }
    return (
        sum(frozenset(trio) in trios for table in tables for trio in combinations(table, 3)),
        sum(met[frozenset(pair)] ** 2 for table in tables for pair in combinations(table, 2)),
    )


def seatings(players, sizes):
    """Every way to seat the players, each once; tables of one size have no order."""
    if not players:
        yield ()
        return
    first, *others = players
    for size in sorted(set(sizes)):
        rest = list(sizes)
        rest.remove(size)
        for mates in combinations(others, size - 1):
            for more in seatings([p for p in others if p not in mates], rest):
                yield ((first, *mates), *more)


def keeps_the_border(tables, points):
    """Whether nobody at a table of three has more points than anybody at a table of four."""
    threes = [points[player] for table in tables if len(table) == 3 for player in table]
    fours = [points[player] for table in tables if len(table) == 4 for player in table]
    return max(threes, default=0) <= min(fours, default=99)


def least_cost(history, points):
    """The lowest `cost` of all seatings that keep the border, found by plain branch and bound."""
    players = sorted(points)
    threes = seats_at_threes(len(players))
    border = sorted(points.values())[threes - 1] if threes else -1
    barred = {
        3: {player for player in players if points[player] > border},
        4: {player for player in players if points[player] < border},
    }
    priced = {}
    best = [(99, 0)]

    def seat(left, sizes, triples, total):
        if (triples, total) >= best[0]:
            return
        if not left:
            best[0] = (triples, total)
            return
        options = []
        for size in set(sizes):
            for mates in combinations(left[1:], size - 1):
                table = (left[0], *mates)
                if not barred[size].intersection(table):
                    if table not in priced:
                        priced[table] = cost([table], history)
                    options.append((priced[table], table))
        for (more_triples, more), table in sorted(options):
            rest = list(sizes)
            rest.remove(len(table))
            seat(
                [player for player in left if player not in table],
                rest,
                triples + more_triples,
                total + more,
            )

    seat(players, list(table_sizes(len(players))), 0, 0)
    return best[0]
