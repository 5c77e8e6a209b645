"""A board written down: as text by hand, and as JSON by a program; right or wrong.

The text is like the head of a record: `[Board "a1 O10 a2 W2 ..."]` names every hex with its terrain
and number, `[Harbours "a1nw 3:1 a3ne G ..."]` every harbour with what it takes, `[Robber "c3"]`
the hex of the robber and `[Spiral "c5"]` the one with token A; the last two may be left out.
docs/boards.md explains both forms.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from games.engine.board.boards import Board, Harbour, letters
from games.engine.board.frames import BASE, FIVE_SIX, FRAMES, Frame
from games.engine.board.hexes import written
from games.engine.board.terrain import HOME, LETTER_OF, Resource, Terrain

FORMAT = "catantour-board/1"

GENERAL = "3:1"


class Tile(NamedTuple):
    """A hex as it was written: its name, what lies there; `letter` is empty if not written.

    Of a scenario: `second` is another number on it, lower than the first, `replaced` the terrain
    that was there before the special hex.
    """

    name: str
    terrain: Terrain
    number: int | None = None
    letter: str = ""
    second: int | None = None
    replaced: Terrain | None = None


class Port(NamedTuple):
    """A harbour as it was written: the name of its path, and its kind (None is 3:1)."""

    name: str
    kind: Resource | None


@dataclass(frozen=True)
class Listing:
    """What somebody wrote of a board: names as `written`, whether the frame has them or not.

    `start` is the hex of the first token, empty if not written; `ruleset` is that of a record, or
    empty. `where` says where each name stands in what was read.
    """

    frame: Frame
    tiles: tuple[Tile, ...]
    harbours: tuple[Port, ...]
    robbers: tuple[str, ...] = ()
    start: str = ""
    ruleset: str = ""
    pirates: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()
    where: Mapping[str, str] = field(default_factory=dict, compare=False)

    def board(self) -> Board | None:
        """The board that this describes; None if a place is missing, unknown or told twice.

        Hexes of the sea need not be told where the map has them. Without a robber it stands where
        the map has it, or on the first desert in reading order; without a pirate it stands where
        the map has it.
        """
        grid = self.frame.grid
        tiles = {grid.hex_named.get(tile.name): tile for tile in self.tiles}
        paths = [grid.path_named.get(port.name) for port in self.harbours]
        robber = self._robber()
        whole = len(tiles) == len(self.tiles) == len(grid.hexes) and None not in tiles
        if not whole or robber is None:
            return None
        harbours = tuple(
            Harbour(path, port.kind)
            for path, port in zip(paths, self.harbours, strict=True)
            if path is not None and path in self.frame.coast
        )
        if len(harbours) < len(self.harbours):
            return None
        return Board(
            frame=self.frame,
            terrain=tuple(tiles[hex_].terrain for hex_ in range(len(grid.hexes))),
            numbers=tuple(tiles[hex_].number for hex_ in range(len(grid.hexes))),
            harbours=harbours,
            robber=robber,
            start=grid.hex_named.get(self.start),
            pirate=self._pirate(),
            doubled=tuple(
                (hex_, tile.second)
                for hex_ in range(len(grid.hexes))
                if (tile := tiles[hex_]).second is not None
            ),
            replaced=tuple(
                (hex_, tile.replaced)
                for hex_ in range(len(grid.hexes))
                if (tile := tiles[hex_]).replaced is not None
            ),
            figure=grid.hex_named.get(self.figures[0]) if self.figures else None,
        )

    def undone(self) -> Listing:
        """What would have been written before a scenario changed the board."""
        moved = iter([tile.second for tile in self.tiles if tile.second is not None])
        tiles = (
            tile._replace(second=None)
            if tile.replaced is None
            else Tile(tile.name, tile.replaced, next(moved, None))
            for tile in self.tiles
        )
        return replace(self, tiles=tuple(tiles), figures=())

    def _robber(self) -> int | None:
        chart = self.frame.chart
        if not self.robbers and chart is not None and chart.robber is not None:
            return chart.robber
        deserts = [tile.name for tile in self.tiles if tile.terrain is Terrain.DESERT]
        robbers = self.robbers or tuple(deserts[:1])
        return self.frame.grid.hex_named.get(robbers[0]) if len(robbers) == 1 else None

    def _pirate(self) -> int | None:
        if self.pirates:
            return self.frame.grid.hex_named.get(self.pirates[0])
        return None if self.frame.chart is None else self.frame.chart.pirate


def with_the_sea(frame: Frame, tiles: Sequence[Tile]) -> tuple[Tile, ...]:
    """The tiles told, and the sea where the map has it and nothing was told."""
    told = {tile.name for tile in tiles}
    names = (frame.grid.hex_names[hex_] for hex_ in sorted(frame.water))
    return (*tiles, *(Tile(name, Terrain.SEA) for name in names if name not in told))


def listing_of(board: Board) -> Listing:
    grid = board.frame.grid
    letter, second, replaced = letters(board), dict(board.doubled), dict(board.replaced)
    return Listing(
        frame=board.frame,
        tiles=tuple(
            Tile(
                name,
                board.terrain[hex_],
                board.numbers[hex_],
                letter.get(hex_, ""),
                second.get(hex_),
                replaced.get(hex_),
            )
            for hex_, name in enumerate(grid.hex_names)
        ),
        harbours=tuple(
            Port(grid.path_names[harbour.path], harbour.kind) for harbour in board.harbours
        ),
        robbers=(grid.hex_names[board.robber],),
        start="" if board.start is None else grid.hex_names[board.start],
        pirates=() if board.pirate is None else (grid.hex_names[board.pirate],),
        figures=() if board.figure is None else (grid.hex_names[board.figure],),
    )


def board_text(board: Board) -> str:
    """The board as text that `read_board` reads back."""
    grid = board.frame.grid
    headers = {"Board": hexes_text(board), "Harbours": harbours_text(board)}
    if board.frame not in (BASE, FIVE_SIX):
        headers = {"Map": board.frame.key, **headers}
    if (
        board.terrain.count(Terrain.DESERT) != 1
        or board.terrain[board.robber] is not Terrain.DESERT
    ):
        headers["Robber"] = grid.hex_names[board.robber]
    if board.pirate is not None:
        headers["Pirate"] = grid.hex_names[board.pirate]
    if board.figure is not None:
        headers["Figure"] = grid.hex_names[board.figure]
    if board.start is not None:
        headers["Spiral"] = grid.hex_names[board.start]
    return "".join(f'[{name} "{value}"]\n' for name, value in headers.items())


def hexes_text(board: Board) -> str:
    """Hexes in reading order: `a1 O10 a2 W2 ... c3 D ...`; without the sea of the map."""
    before = dict(board.replaced)
    return " ".join(
        f"{name} {LETTER_OF[terrain]}{'+'.join(map(str, board.numbers_on(hex_)))}"
        f"{LETTER_OF[before[hex_]] if hex_ in before else ''}"
        for hex_, (name, terrain) in enumerate(
            zip(board.frame.grid.hex_names, board.terrain, strict=True)
        )
        if terrain is not Terrain.SEA or hex_ not in board.frame.water
    )


def harbours_text(board: Board) -> str:
    """Harbours by their paths: `a1nw 3:1 a3ne G ...`."""
    names = board.frame.grid.path_names
    return " ".join(
        f"{names[path]} {GENERAL if kind is None else LETTER_OF[HOME[kind]]}"
        for path, kind in board.harbours
    )


def board_document(board: Board) -> dict[str, Any]:
    """The board as JSON: docs/schemas/board.json."""
    grid = board.frame.grid
    listing = listing_of(board)
    document: dict[str, Any] = {
        "format": FORMAT,
        "frame": board.frame.key,
        "hexes": [_tile_document(tile) for tile in listing.tiles],
        "harbours": [
            {"path": port.name, "kind": GENERAL if port.kind is None else port.kind.value}
            for port in listing.harbours
        ],
        "robber": grid.hex_names[board.robber],
    }
    if board.pirate is not None:
        document["pirate"] = grid.hex_names[board.pirate]
    if board.figure is not None:
        document["figure"] = grid.hex_names[board.figure]
    if board.start is not None:
        document["spiral"] = grid.hex_names[board.start]
    return document


def listing_of_document(document: Mapping[str, Any]) -> Listing:
    """What JSON of the shape of docs/schemas/board.json says of a board. Raises `KeyError` for a
    map that there is not."""
    where = {}
    for key, name in (("hexes", "hex"), ("harbours", "path")):
        for position, entry in enumerate(document[key]):
            where[written(entry[name])] = f"{key}[{position}]"
    frame = FRAMES[document["frame"]]
    tiles = tuple(
        Tile(
            written(entry["hex"]),
            Terrain(entry["terrain"]),
            entry.get("number"),
            entry.get("letter", ""),
            entry.get("second"),
            Terrain(entry["replaced"]) if "replaced" in entry else None,
        )
        for entry in document["hexes"]
    )
    return Listing(
        frame=frame,
        tiles=with_the_sea(frame, tiles),
        harbours=tuple(
            Port(
                written(entry["path"]),
                None if entry["kind"] == GENERAL else Resource(entry["kind"]),
            )
            for entry in document["harbours"]
        ),
        robbers=tuple(written(name) for name in document.get("robber", "").split()),
        start=written(document.get("spiral", "")),
        pirates=tuple(written(name) for name in document.get("pirate", "").split()),
        figures=tuple(written(name) for name in document.get("figure", "").split()),
        ruleset=document.get("ruleset", ""),
        where=where,
    )


def _tile_document(tile: Tile) -> dict[str, Any]:
    document: dict[str, Any] = {"hex": tile.name, "terrain": tile.terrain.value}
    if tile.number is not None:
        document["number"] = tile.number
    if tile.letter:
        document["letter"] = tile.letter
    if tile.second is not None:
        document["second"] = tile.second
    if tile.replaced is not None:
        document["replaced"] = tile.replaced.value
    return document
