"""Random pasts of a tournament, worse than any that the draw alone would leave behind."""

from typing import NamedTuple

from games.engine.chance import Chance
from tests.tournaments.domain.draw.events import seats
from tournaments.domain.draw import draw_round
from tournaments.domain.seating import table_sizes


class Past(NamedTuple):
    """Players in standings order, best first, their points, and who sat where before."""

    players: tuple[int, ...]
    points: dict[int, int]
    history: list[list[tuple[int, ...]]]

    def drawn(self, seed="next", **wishes):
        """The next round, and not the last."""
        return draw_round(
            self.players,
            history=self.history,
            points=self.points,
            rounds_total=len(self.history) + 2,
            seed=seed,
            **wishes,
        )


def past(players, seed, *, rounds=None):
    """One to three rounds, or as many as are asked for, after which so many players are left.

    A round was drawn, or seated by lot alone, or it was the round before with some swaps. Up to
    three players leave after a round. Places go by lot; in a third of the pasts only points from
    0 to 2 were won, so that many are level.
    """
    chance = Chance(f"past {players} {seed}")
    rounds = rounds or 1 + chance.below(3)
    leavers = [chance.choice((0, 0, 0, 0, 1, 2, 3)) for _ in range(rounds)]
    points = dict.fromkeys(range(players + sum(leavers)), 0)
    history = []
    for leave in leavers:
        history.append(_round(_standings(points), points, history, chance))
        _win_points(history[-1], points, chance)
        for _ in range(leave):
            points.pop(chance.choice(list(points)))
    if chance.below(3) == 0:
        points = {player: chance.below(3) for player in points}
    return Past(_standings(points), points, history)


def _standings(points):
    return tuple(sorted(points, key=lambda player: -points[player]))


def _round(players, points, history, chance):
    kind = chance.choice(("drawn", "drawn", "by lot", "again")) if history else "by lot"
    if kind == "drawn":
        seed = str(chance.below(10**6))
        return seats(draw_round(players, history=history, points=points, seed=seed))
    if kind == "by lot":
        order = list(players)
        chance.shuffle(order)
    else:
        order = [player for table in history[-1] for player in table if player in points]
        for _ in range(chance.below(len(order))):
            one, other = chance.below(len(order)), chance.below(len(order))
            order[one], order[other] = order[other], order[one]
    rest = iter(order)
    return [tuple(next(rest) for _ in range(size)) for size in table_sizes(len(order))]


def _win_points(tables, points, chance):
    for table in tables:
        placed = list(table)
        chance.shuffle(placed)
        for player, won in zip(placed, (10, 3, 2, 1), strict=False):
            points[player] += won
