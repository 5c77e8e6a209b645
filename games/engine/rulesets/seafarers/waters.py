"""Where land and sea are on a map, as bit masks, made once for each map."""

from __future__ import annotations

from functools import cache

from games.engine.board.frames import Frame
from games.engine.rulesets.base.places import mask


class Waters:
    """`ships` and `roads` are the paths on which such a piece may lie, `land` the intersections
    that touch land, `home` those of the founding. `sides` are the paths round each hex, `areas`
    the intersections of each foreign area. The sea round the map counts as sea."""

    __slots__ = ("areas", "home", "land", "roads", "ships", "sides", "water")

    def __init__(self, frame: Frame) -> None:
        grid = frame.grid
        self.water = frame.water
        dry = [[hex_ for hex_ in hexes if hex_ not in self.water] for hexes in grid.hexes_along]
        self.roads = mask(path for path, hexes in enumerate(dry) if hexes)
        self.ships = mask(path for path, hexes in enumerate(dry) if len(hexes) < 2)
        self.sides = tuple(map(mask, grid.sides))
        corners = tuple(map(mask, grid.points))
        self.land = 0
        for hex_, points in enumerate(corners):
            if hex_ not in self.water:
                self.land |= points
        self.home = self.land
        self.areas: tuple[int, ...] = ()
        if frame.chart is not None:
            if frame.chart.home:
                self.home = _of(corners, frame.chart.home)
            self.areas = tuple(_of(corners, area) for area in frame.chart.areas)


def _of(corners: tuple[int, ...], hexes: frozenset[int]) -> int:
    """The intersections of some hexes."""
    points = 0
    for hex_ in hexes:
        points |= corners[hex_]
    return points


@cache
def waters_of(frame: Frame) -> Waters:
    return Waters(frame)
