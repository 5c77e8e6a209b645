"""Who sits at tables of three: the fewest points, the standings, or in round 1 the lot (T-013)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal

from tournaments.domain.values import Player

NO_TURNS: Mapping[Player, int] = MappingProxyType({})

Low = Literal["points", "standings"]
"""Whether the draw may choose among those level in points at the border, or takes the last of
the standings (D-105, D-108)."""


Threes = Literal["points", "lot", "fewest", "seeds"]
"""Who sits at tables of three (FM-11): the fewest points, anybody by lot, whoever sat there fewest
times, or the best of the standings."""

By = Literal["lot", "points", "standings", "fewest", "seeds"]


@dataclass(frozen=True, slots=True)
class Sides:
    """Players, as indexes, who must sit at tables of four or of three, or may at either.

    `by` is what decides; `points` are those at the border, or how often whoever is there sat at a
    table of three where that decides, and None where nothing is counted.
    """

    high: tuple[int, ...] = ()
    low: tuple[int, ...] = ()
    either: tuple[int, ...] = ()
    points: int | None = None
    by: By = "points"


def sides(
    players: Sequence[Player],
    sizes: Sequence[int],
    *,
    points: Mapping[Player, int] | None,
    first_round: bool,
    rule: Low,
    threes: Threes = "points",
    turns: Mapping[Player, int] = NO_TURNS,
) -> Sides:
    """Where the rules let everybody sit; `players` come in standings order, best first.

    In the first round the lot decides (T-015). Without points the standings do. Where the order
    and the points disagree the points decide (T-013). `turns` tell how often everybody sat at a
    table of three, for a format that goes by that (FM-11).
    """
    everybody = tuple(range(len(players)))
    seats = 3 * sizes.count(3)
    if not seats:
        return Sides(high=everybody)
    if threes == "seeds":
        return Sides(everybody[seats:], everybody[:seats], by="seeds")
    if first_round or threes == "lot":
        return Sides(either=everybody, by="lot")
    if threes == "fewest":
        found = sides(players, sizes, points=turns, first_round=False, rule=rule)
        return replace(found, by="fewest")
    if points is None:
        return Sides(everybody[:-seats], everybody[-seats:], by="standings")
    of = [points.get(player, 0) for player in players]
    order = sorted(everybody, key=lambda place: -of[place])
    border = of[order[-seats]]
    if rule == "standings":
        high, lower = tuple(sorted(order[:-seats])), tuple(sorted(order[-seats:]))
        return Sides(high, lower, points=border, by="standings")
    high = tuple(place for place in everybody if of[place] > border)
    lower = tuple(place for place in everybody if of[place] < border)
    level = tuple(place for place in everybody if of[place] == border)
    if len(lower) + len(level) == seats:
        return Sides(high, tuple(sorted(lower + level)), points=border)
    return Sides(high, lower, level, points=border)
