"""The places of a board by their names, and what lies on them."""

from __future__ import annotations

RESOURCE = {
    "hills": "brick",
    "forest": "lumber",
    "pasture": "wool",
    "fields": "grain",
    "mountains": "ore",
}
"""What a terrain gives (B-026); desert, gold and sea give none of these."""


class Island:
    """Hexes, intersections and paths are names such as `c2`, `c2ne`, `c2e`.

    `corners` are the six intersections of a hex, `sides` its six paths, `ends` the two
    intersections of a path. `terrain` is a word, `numbers` the numbers that lie on a hex; there
    may be two or none. `water` are the hexes of the sea, `areas` the foreign parts of a map.
    """

    def __init__(self, board):
        grid = board.frame.grid
        spots, paths, hexes = grid.intersection_names, grid.path_names, grid.hex_names
        self.hexes = hexes
        self.corners = {
            name: [spots[at] for at in around]
            for name, around in zip(hexes, grid.points, strict=True)
        }
        self.sides = {
            name: [paths[at] for at in around]
            for name, around in zip(hexes, grid.sides, strict=True)
        }
        self.ends = {
            name: [spots[at] for at in both] for name, both in zip(paths, grid.ends, strict=True)
        }
        self.terrain = {
            name: str(terrain) for name, terrain in zip(hexes, board.terrain, strict=True)
        }
        self.numbers = {name: set(board.numbers_on(number)) for number, name in enumerate(hexes)}
        self.robber = hexes[board.robber]
        self.pirate = None if board.pirate is None else hexes[board.pirate]
        chart = board.frame.chart
        self.areas = [{hexes[at] for at in area} for area in chart.areas] if chart else []
        self.special = chart.special if chart else 0
        self.target = chart.target if chart else None

    def hexes_at(self, spot):
        """The hexes round an intersection."""
        return [name for name in self.hexes if spot in self.corners[name]]

    def paths_at(self, spot):
        """The paths that meet at an intersection."""
        return [path for path, ends in self.ends.items() if spot in ends]

    def resource(self, hex_):
        """What the hex gives; None for those that give nothing or anything."""
        return RESOURCE.get(self.terrain[hex_])
