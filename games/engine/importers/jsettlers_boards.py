"""The two classic boards of JSettlers2, for four and for six, in its numbers and in ours.

Both lie in the same seven rows of hexes. The smaller one has the sea all round it, the larger one
only at the end of each row.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from games.engine.board.boards import Board, Harbour
from games.engine.board.frames import BASE, FIVE_SIX, Frame
from games.engine.board.terrain import Resource, Terrain

ROWS = ((0x17, 4), (0x15, 5), (0x13, 6), (0x11, 7), (0x31, 6), (0x51, 5), (0x71, 4))
"""The first hex of each row, and how many there are; east is 0x22 more."""

HEXES = tuple(first + 0x22 * place for first, count in ROWS for place in range(count))
POINTS = (0x01, 0x12, 0x21, 0x10, -0x01, -0x10)
STEPS = (0x02, 0x22, 0x20, -0x02, -0x22, -0x20)
"""From a hex to its points from the north, and to its neighbours from the north-east."""

TERRAINS = (
    *(Terrain.DESERT, Terrain.HILLS, Terrain.MOUNTAINS),
    *(Terrain.PASTURE, Terrain.FIELDS, Terrain.FOREST),
)
SEA = 6
KINDS = (
    *(None, Resource.BRICK, Resource.ORE),
    *(Resource.WOOL, Resource.GRAIN, Resource.LUMBER),
)
TOKENS = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
"""Of the smaller board, whose numbers are told by their place here."""

HARBOURS_FOR_SIX = (0x07, 0x3A, 0x7C, 0xAC, 0xCA, 0xC7, 0xA3, 0x70, 0x30, 0x00, 0x03)
"""The paths with harbours on the larger board, in the order in which their kinds are told."""


class Island(NamedTuple):
    """One of the boards: its hexes in the order of our frame, and our numbers of its
    intersections and paths."""

    ruleset: str
    frame: Frame
    land: tuple[int, ...]
    spots: Mapping[int, int]
    paths: Mapping[int, int]


class NotClassic(ValueError):
    """The numbers are those of some other board."""


def board_for_four(hexes: Sequence[int], numbers: Sequence[int], robber: int) -> Board | None:
    """The board, None if it is not laid yet. Raises `NotClassic`."""
    codes = _codes(hexes, numbers)
    tokens = [TOKENS[number] if 0 <= number < len(TOKENS) else None for number in numbers]
    harbours = _harbours_in_the_sea(codes)
    return None if set(hexes) == {SEA} else _board(FOUR, codes, tokens, list(harbours), robber)


def board_for_six(
    hexes: Sequence[int], numbers: Sequence[int], kinds: Sequence[int], robber: int
) -> Board | None:
    """The board, None if it is not laid yet. Raises `NotClassic`."""
    codes = _codes(hexes, numbers)
    if set(hexes) == {SEA}:
        return None
    if len(kinds) != len(HARBOURS_FOR_SIX) or not all(0 <= kind < len(KINDS) for kind in kinds):
        raise NotClassic
    harbours = [
        Harbour(SIX.paths[path], KINDS[kind])
        for path, kind in zip(HARBOURS_FOR_SIX, kinds, strict=True)
    ]
    tokens = [number if number in TOKENS else None for number in numbers]
    return _board(SIX, codes, tokens, harbours, robber)


def _codes(hexes: Sequence[int], numbers: Sequence[int]) -> dict[int, int]:
    """What lies on each hex."""
    if len(hexes) != len(HEXES) or len(numbers) != len(HEXES):
        raise NotClassic
    return dict(zip(HEXES, hexes, strict=True))


def _board(
    island: Island,
    codes: Mapping[int, int],
    tokens: Sequence[int | None],
    harbours: Sequence[Harbour],
    robber: int,
) -> Board:
    land = [codes[hex_] for hex_ in island.land]
    if not all(0 <= code < len(TERRAINS) for code in land) or robber not in island.land:
        raise NotClassic
    number = dict(zip(HEXES, tokens, strict=True))
    return Board(
        frame=island.frame,
        terrain=tuple(TERRAINS[code] for code in land),
        numbers=tuple(number[hex_] if codes[hex_] else None for hex_ in island.land),
        harbours=tuple(harbours),
        robber=island.land.index(robber),
    )


def _harbours_in_the_sea(codes: Mapping[int, int]) -> Iterator[Harbour]:
    """Of the smaller board: where they face and what they take is told by their hexes."""
    for hex_, code in codes.items():
        if hex_ in FOUR.land or code <= SEA:
            continue
        facing, kind = (code - SEA, 0) if code < 16 else divmod(code, 16)
        if not 1 <= facing <= 6 or kind > 5 or hex_ + STEPS[facing - 1] not in FOUR.land:
            raise NotClassic
        land = FOUR.land.index(hex_ + STEPS[facing - 1])
        yield Harbour(BASE.grid.sides[land][(facing + 2) % 6], KINDS[kind])


def _island(ruleset: str, frame: Frame, land: tuple[int, ...]) -> Island:
    grid = frame.grid
    spots = {
        hex_ + point: grid.points[number][place]
        for number, hex_ in enumerate(land)
        for place, point in enumerate(POINTS)
    }
    paths = {}
    for code in range(0x100):
        ends = (code + 0x01, code + 0x10) if not code & 0x11 else (code, code + 0x11)
        path = grid.path_between.get((spots.get(ends[0], -1), spots.get(ends[1], -1)))
        if path is not None:
            paths[code] = path
    return Island(ruleset, frame, land, spots, paths)


FOUR = _island(
    "base",
    BASE,
    tuple(first + 0x22 * place for first, count in ROWS[1:-1] for place in range(1, count - 1)),
)
SIX = _island(
    "base56",
    FIVE_SIX,
    tuple(first + 0x22 * place for first, count in ROWS for place in range(count - 1)),
)
