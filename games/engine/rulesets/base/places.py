"""The places of an island as tables of small numbers and bit masks, made once for each grid.

Bit n of a mask of intersections (paths) stands for intersection (path) n of the grid.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from games.engine.board.hexes import Grid


class Places:
    """`around`: an intersection and its neighbours. `ends_of`: the two ends of a path, as a mask.
    `corners`: the intersections of a hex. `roads_at`: the paths at an intersection, as a mask.
    `links`: at each intersection, path bit and intersection at its other end."""

    __slots__ = (
        "around",
        "corners",
        "ends",
        "ends_of",
        "grid",
        "hexes_at",
        "links",
        "paths_at",
        "roads_at",
    )

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.ends = grid.ends
        self.paths_at = grid.paths_at
        self.hexes_at = grid.hexes_at
        self.around = tuple(1 << here | mask(beside) for here, beside in enumerate(grid.next_to))
        self.ends_of = tuple(map(mask, grid.ends))
        self.corners = tuple(map(mask, grid.points))
        self.roads_at = tuple(map(mask, grid.paths_at))
        self.links = tuple(
            tuple((1 << path, sum(grid.ends[path]) - here) for path in paths)
            for here, paths in enumerate(grid.paths_at)
        )


@cache
def places_of(grid: Grid) -> Places:
    return Places(grid)


def mask(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in numbers)


def bits(mask: int) -> list[int]:
    """The numbers whose bits are set, in order."""
    numbers = []
    while mask:
        low = mask & -mask
        numbers.append(low.bit_length() - 1)
        mask ^= low
    return numbers
