"""The places of a board: hexes, intersections and paths, their names and neighbours.

Hexes stand with a point up. They have cube coordinates whose sum is 0: one step east is
(+1, -1, 0), one step north-east (+1, 0, -1). A path is the sum of the two hexes beside it, an
intersection the sum of the three hexes round it, the sea counted as hexes too: so a place has
the same coordinates whichever hex it is reached from.

In play places are small whole numbers from 0, in reading order (rows from the top, each from
the left). People write names: `c2` is the second hex of the third row, `c2ne` the intersection
at its north-eastern point or the path along its north-eastern side. An inland place has a name
from each of its hexes; all are read, and the one from the first hex in reading order is written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from string import ascii_lowercase
from typing import NamedTuple


class Cube(NamedTuple):
    """Cube coordinates of a hex, or the sum of those of two or three hexes."""

    x: int
    y: int
    z: int

    def plus(self, other: Cube) -> Cube:
        return Cube(self.x + other.x, self.y + other.y, self.z + other.z)

    def minus(self, other: Cube) -> Cube:
        return Cube(self.x - other.x, self.y - other.y, self.z - other.z)

    def times(self, factor: int) -> Cube:
        return Cube(self.x * factor, self.y * factor, self.z * factor)

    @property
    def column(self) -> int:
        """Halves of a hex to the right of the origin (thirds of that for an intersection)."""
        return self.x - self.y

    @property
    def row(self) -> int:
        """Rows below the origin (thirds of a row for an intersection)."""
        return self.z


SIDES: Mapping[str, Cube] = {
    "ne": Cube(1, 0, -1),
    "e": Cube(1, -1, 0),
    "se": Cube(0, -1, 1),
    "sw": Cube(-1, 0, 1),
    "w": Cube(-1, 1, 0),
    "nw": Cube(0, 1, -1),
}
"""Steps to the neighbours of a hex, clockwise."""

STEPS = tuple(SIDES.values())

POINTS: Mapping[str, Cube] = {
    name: STEPS[side - 1].plus(STEPS[side])
    for side, name in enumerate(("n", "ne", "se", "s", "sw", "nw"))
}
"""What the points of a hex add to three times the hex, clockwise: side k of a hex runs from its
point k to its point k + 1."""


class HexName(str):
    """The name of a hex that is written first."""

    __slots__ = ()


class SpotName(str):
    """The same of an intersection."""

    __slots__ = ()


class PathName(str):
    """The same of a path."""

    __slots__ = ()


@dataclass(frozen=True)
class Grid:
    """The places of an island, or of several with the sea between them.

    `picture` shows its rows from the top: a blank is half a hex of nothing, `o` the hex with the
    coordinates (0, 0, 0), the first hex if there is none, anything else a hex; hexes of a row
    stand two letters apart.
    """

    picture: tuple[str, ...]

    @cached_property
    def hexes(self) -> tuple[Cube, ...]:
        marks = [
            (column, row)
            for row, line in enumerate(self.picture)
            for column, mark in enumerate(line)
            if mark != " "
        ]
        marked = ((line.index("o"), row) for row, line in enumerate(self.picture) if "o" in line)
        origin = next(marked, marks[0])
        return tuple(_cube(column - origin[0], row - origin[1]) for column, row in marks)

    @cached_property
    def intersections(self) -> tuple[Cube, ...]:
        """All intersections, coastal ones too (B-029)."""
        return _in_reading_order(_point(hex_, point) for hex_ in self.hexes for point in POINTS)

    @cached_property
    def paths(self) -> tuple[Cube, ...]:
        """All paths, coastal ones too (B-030)."""
        return _in_reading_order(_side(hex_, side) for hex_ in self.hexes for side in SIDES)

    @cached_property
    def sea(self) -> tuple[Cube, ...]:
        """The sea positions round the island."""
        beside = (hex_.plus(step) for hex_ in self.hexes for step in STEPS)
        return _in_reading_order(cube for cube in beside if cube not in self.hexes)

    @cached_property
    def points(self) -> tuple[tuple[int, ...], ...]:
        """The six intersections of each hex: n, ne, se, s, sw, nw."""
        number = _numbers(self.intersections)
        return tuple(tuple(number[_point(hex_, at)] for at in POINTS) for hex_ in self.hexes)

    @cached_property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The six paths of each hex: ne, e, se, sw, w, nw."""
        number = _numbers(self.paths)
        return tuple(tuple(number[_side(hex_, at)] for at in SIDES) for hex_ in self.hexes)

    @cached_property
    def beside(self) -> tuple[tuple[int | None, ...], ...]:
        """The hexes beyond the six sides of each hex; None is the sea."""
        number = _numbers(self.hexes)
        return tuple(tuple(number.get(hex_.plus(step)) for step in STEPS) for hex_ in self.hexes)

    @cached_property
    def hexes_at(self) -> tuple[tuple[int, ...], ...]:
        """The hexes round each intersection: three, or fewer on the coast."""
        return _turned(self.points, len(self.intersections))

    @cached_property
    def hexes_along(self) -> tuple[tuple[int, ...], ...]:
        """The hexes beside each path: two, or one on the coast."""
        return _turned(self.sides, len(self.paths))

    @cached_property
    def ends(self) -> tuple[tuple[int, int], ...]:
        """The two intersections that each path joins, the smaller number first."""
        ends = [(0, 0)] * len(self.paths)
        for points, sides in zip(self.points, self.sides, strict=True):
            for side, path in enumerate(sides):
                here, there = sorted((points[side], points[(side + 1) % 6]))
                ends[path] = (here, there)
        return tuple(ends)

    @cached_property
    def path_between(self) -> Mapping[tuple[int, int], int]:
        """Paths by their two intersections, in either order."""
        return {
            ends: path
            for path, (here, there) in enumerate(self.ends)
            for ends in ((here, there), (there, here))
        }

    @cached_property
    def paths_at(self) -> tuple[tuple[int, ...], ...]:
        """The paths that meet at each intersection: three, or two on the coast."""
        return _turned(self.ends, len(self.intersections))

    @cached_property
    def next_to(self) -> tuple[tuple[int, ...], ...]:
        """The intersections one path away from each intersection, in the order of `paths_at`."""
        return tuple(
            tuple(sum(self.ends[path]) - here for path in paths)
            for here, paths in enumerate(self.paths_at)
        )

    @cached_property
    def hex_names(self) -> tuple[HexName, ...]:
        rows = groupby(self.hexes, key=lambda cube: cube.row)
        return tuple(
            HexName(f"{ascii_lowercase[at]}{number}")
            for at, (_, row) in enumerate(rows)
            for number, _ in enumerate(row, start=1)
        )

    @cached_property
    def intersection_names(self) -> tuple[SpotName, ...]:
        return tuple(SpotName(first) for first, *_others in self.intersection_aliases)

    @cached_property
    def path_names(self) -> tuple[PathName, ...]:
        return tuple(PathName(first) for first, *_others in self.path_aliases)

    @cached_property
    def intersection_aliases(self) -> tuple[tuple[str, ...], ...]:
        """All names of each intersection, the one that is written first."""
        return _aliases(self.intersection_named, len(self.intersections))

    @cached_property
    def path_aliases(self) -> tuple[tuple[str, ...], ...]:
        """All names of each path, the one that is written first."""
        return _aliases(self.path_named, len(self.paths))

    @cached_property
    def hex_named(self) -> Mapping[str, int]:
        return {str(name): number for number, name in enumerate(self.hex_names)}

    @cached_property
    def intersection_named(self) -> Mapping[str, int]:
        """Intersections by each of their names."""
        return dict(_named(self.hex_names, POINTS, self.points))

    @cached_property
    def path_named(self) -> Mapping[str, int]:
        """Paths by each of their names."""
        return dict(_named(self.hex_names, SIDES, self.sides))

    def line_inland(self, path: int) -> tuple[int, ...]:
        """The straight line of hexes from a coastal path at a right angle to it (B-047).

        It ends at the sea. Raises `ValueError` for an inland path.
        """
        (hex_,) = self.hexes_along[path]
        inland = (self.sides[hex_].index(path) + 3) % 6
        line: list[int] = []
        following: int | None = hex_
        while following is not None:
            line.append(following)
            following = self.beside[following][inland]
        return tuple(line)

    def spiral(self, start: int, *, clockwise: bool = False) -> tuple[int, ...]:
        """All hexes from a hex of the coast round the rings to the middle.

        Keeping the sea, or the ring already laid, on the right hand goes counter-clockwise and
        on from ring to ring as printed (B-037, B-038, X-024): from the last hex of a ring to the
        free hex that touches both it and the first one.
        """
        hand = -1 if clockwise else 1
        spiral = [start]
        heading = self._heading_along_the_coast(start, hand)
        while len(spiral) < len(self.hexes):
            # From the sharpest turn towards the sea to the sharpest one away from it.
            for side in ((heading + hand * turn) % 6 for turn in (2, 1, 0, -1, -2)):
                following = self.beside[spiral[-1]][side]
                if following is not None and following not in spiral:
                    break
            else:
                raise ValueError(f"no spiral goes on from {self.hex_names[spiral[-1]]}")
            spiral.append(following)
            heading = side
        return tuple(spiral)

    def _heading_along_the_coast(self, hex_: int, hand: int) -> int:
        """The side by which a walk with the sea on that hand, 1 for right, leaves the hex."""
        land = self.beside[hex_]
        (heading,) = (
            side for side in range(6) if land[side] is not None and land[(side + hand) % 6] is None
        )
        return heading


def _cube(column: int, row: int) -> Cube:
    if (column - row) % 2:
        raise ValueError("hexes of neighbouring rows stand half a hex apart")
    x = (column - row) // 2
    return Cube(x, -x - row, row)


def _point(hex_: Cube, point: str) -> Cube:
    return hex_.times(3).plus(POINTS[point])


def _side(hex_: Cube, side: str) -> Cube:
    return hex_.times(2).plus(SIDES[side])


def _in_reading_order(places: Iterable[Cube]) -> tuple[Cube, ...]:
    return tuple(sorted(set(places), key=lambda cube: (cube.row, cube.column)))


def _numbers(places: Sequence[Cube]) -> dict[Cube, int]:
    return {cube: number for number, cube in enumerate(places)}


def _turned(table: Iterable[Iterable[int]], size: int) -> tuple[tuple[int, ...], ...]:
    """For each of `size` numbers the places of the rows of the table that hold it."""
    turned: list[list[int]] = [[] for _ in range(size)]
    for place, row in enumerate(table):
        for number in row:
            turned[number].append(place)
    return tuple(map(tuple, turned))


def _named(
    hexes: Sequence[str], suffixes: Iterable[str], places: Sequence[Sequence[int]]
) -> Iterator[tuple[str, int]]:
    for hex_, numbers in zip(hexes, places, strict=True):
        for suffix, number in zip(suffixes, numbers, strict=True):
            yield f"{hex_}{suffix}", number


def _aliases(named: Mapping[str, int], size: int) -> tuple[tuple[str, ...], ...]:
    names: list[list[str]] = [[] for _ in range(size)]
    for name, number in named.items():
        names[number].append(name)
    return tuple(map(tuple, names))


NAME = re.compile(r"([a-z]|\d{1,2}\.)(\d{1,2})-?(n|ne|e|se|s|sw|w|nw)?", re.ASCII | re.IGNORECASE)


def written(name: str) -> str:
    """A name of a place as it is written here: `c2ne` for `C2NE`, and for `3.2-NE` of the rules.

    Text that is no such name comes back as it is; whether an island has the place is for its
    `hex_named`, `intersection_named` or `path_named` to say.
    """
    match = NAME.fullmatch(name)
    if match is None:
        return name
    row, number, side = match.groups(default="")
    if row.endswith("."):
        rows = int(row[:-1])
        if not 1 <= rows <= len(ascii_lowercase):
            return name
        row = ascii_lowercase[rows - 1]
    return f"{row}{int(number)}{side}".lower()
