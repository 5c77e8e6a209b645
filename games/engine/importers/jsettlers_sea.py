"""The boards with sea of JSettlers2, in its numbers and in ours.

A hex, intersection or path has a row and a column of one grid: 0x0a05 is row 10, column 5. Hexes
lie in the odd rows, their points in the rows above and below.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.board.boards import Board, Harbour
from games.engine.board.frames import FRAMES, Frame
from games.engine.board.terrain import Terrain
from games.engine.importers.jsettlers_boards import KINDS, TERRAINS, Island, NotClassic

GOLD, DESERT = 7, 6

LAND = {
    **{code: terrain for code, terrain in enumerate(TERRAINS) if code},
    DESERT: Terrain.DESERT,
    GOLD: Terrain.GOLD,
}
"""Terrains by their numbers on such a board; 0 is the sea."""

POINTS = ((-1, 0), (-1, 1), (1, 1), (1, 0), (1, -1), (-1, -1))
SIDES = ((-1, 0), (0, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
"""Rows and columns from a hex to its points from the north, to its paths from the north-east."""

FIRST = (1, 2)
"""Row and column of the first hex of every map."""

DIE = range(2, 13)


def board_at_sea(
    hexes: Sequence[int], harbours: Sequence[int], robber: int, pirate: int
) -> tuple[Island, Board]:
    """`hexes` are triples of place, terrain and number; `harbours` kinds, then paths, then the
    sides on which they face land. Raises `NotClassic` for a map that is not known."""
    if len(hexes) % 3 or len(harbours) % 3:
        raise NotClassic
    laid = dict(zip(hexes[::3], zip(hexes[1::3], hexes[2::3], strict=True), strict=True))
    island = next((known for known in ISLANDS if _land_of(known) == laid.keys()), None)
    count = len(harbours) // 3
    if island is None or robber not in laid:
        raise NotClassic
    kinds, paths = harbours[:count], harbours[count : 2 * count]
    coast = [island.paths.get(path, -1) for path in paths]
    known = all(code in LAND for code, _number in laid.values())
    if not known or not island.frame.coast.keys() >= set(coast) or not set(kinds) <= set(KIND):
        raise NotClassic
    tiles = [laid.get(hex_) for hex_ in island.land]
    return island, Board(
        frame=island.frame,
        terrain=tuple(Terrain.SEA if tile is None else LAND[tile[0]] for tile in tiles),
        numbers=tuple(tile[1] if tile is not None and tile[1] in DIE else None for tile in tiles),
        harbours=tuple(Harbour(path, KINDS[kind]) for path, kind in zip(coast, kinds, strict=True)),
        robber=island.land.index(robber),
        pirate=island.land.index(pirate) if pirate in island.land else None,
    )


KIND = range(len(KINDS))


def _land_of(island: Island) -> set[int]:
    return {hex_ for number, hex_ in enumerate(island.land) if number not in island.frame.water}


def _island(frame: Frame) -> Island:
    grid = frame.grid
    rows = [
        (FIRST[0] + 2 * (cube.row - grid.hexes[0].row), FIRST[1] + cube.column)
        for cube in grid.hexes
    ]
    column = grid.hexes[0].column
    places = [(row, place - column) for row, place in rows]
    return Island(
        ruleset="seafarers",
        frame=frame,
        land=tuple(_code(row, place) for row, place in places),
        spots=_around(places, POINTS, grid.points),
        paths=_around(places, SIDES, grid.sides),
    )


def _around(
    places: Sequence[tuple[int, int]],
    steps: Sequence[tuple[int, int]],
    numbers: Sequence[Sequence[int]],
) -> dict[int, int]:
    return {
        _code(row + down, column + right): number
        for (row, column), ours in zip(places, numbers, strict=True)
        for (down, right), number in zip(steps, ours, strict=True)
    }


def _code(row: int, column: int) -> int:
    return (row << 8) + column


ISLANDS = tuple(_island(frame) for frame in FRAMES.values() if frame.chart is not None)
"""The maps of ours that the program has as well, if any of its games is played on them."""
