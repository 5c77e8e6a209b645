"""The printed frames as data: where hexes lie, and the tiles, tokens and harbours laid in them.

A frame is one file in `maps/`; docs/boards.md explains the format. Files are read and checked
once, when this module is imported.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations
from pathlib import Path
from string import ascii_letters, digits
from typing import Any

from games.engine.board.charts import Chart, numbers_of_chart, read_chart, tiles_of
from games.engine.board.hexes import Cube, Grid
from games.engine.board.rules import RULES
from games.engine.board.terrain import Resource, Terrain, Token

MAPS = Path(__file__).parent / "maps"
FORMAT = "catantour-map/1"


@dataclass(frozen=True, eq=False)
class Frame:
    """A frame and all that is laid in it at random. Places are their numbers in `grid`.

    `ruleset` is meant where none is named. `tiles`: one terrain for each hex. `tokens`: in the
    order of their letters. `spirals`: the orders in which tokens may be laid, by the hex at
    which they start. `sea`: the paths at each sea position, counter-clockwise. `harbours`: the
    kinds, None for the general harbour (3:1). `patterns`: the paths at which they may lie.
    `rules`: the ids of the rules for this frame, by what they are about. `chart`: of a map with
    the sea on it, what is dealt where; its tokens have no letters and no spirals.
    """

    key: str
    name: str
    ruleset: str
    players: tuple[int, ...]
    grid: Grid
    tiles: tuple[Terrain, ...]
    tokens: tuple[Token, ...]
    spirals: Mapping[int, tuple[int, ...]]
    sea: tuple[tuple[int, ...], ...]
    harbours: tuple[Resource | None, ...]
    patterns: tuple[tuple[int, ...], ...]
    rules: Mapping[str, str]
    chart: Chart | None = None

    @cached_property
    def water(self) -> frozenset[int]:
        """The hexes of the sea; none if the sea is only round the island."""
        return frozenset() if self.chart is None else self.chart.water

    @cached_property
    def coast(self) -> Mapping[int, int]:
        """The paths between land and sea, each with its hex of land."""
        land = [
            [hex_ for hex_ in hexes if hex_ not in self.water] for hexes in self.grid.hexes_along
        ]
        return {path: hexes[0] for path, hexes in enumerate(land) if len(hexes) == 1}

    def sea_beyond(self, path: int) -> Cube:
        """The sea at a path of the coast. Raises `KeyError` for an inland path."""
        return self.grid.paths[path].minus(self.grid.hexes[self.coast[path]])

    @cached_property
    def far(self) -> frozenset[int]:
        """The paths of the coast that face the longest line of their sea position (B-047)."""
        lengths = {path: len(self.grid.line_inland(path)) for path in chain.from_iterable(self.sea)}
        return frozenset(
            path
            for paths in self.sea
            for path in paths
            if lengths[path] == max(lengths[other] for other in paths)
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """There is one frame of a key, in copies of boards and in other processes too."""
        return _of_key, (self.key,)


def read_frame(file: Path) -> Frame:
    """The frame in a file of `maps/`. Raises `ValueError` with what does not fit together."""
    with file.open("rb") as opened:
        data = tomllib.load(opened)
    try:
        if "source" in data:
            return _sea_frame(data)
        frame = _frame(data)
        _check(frame, data["counts"])
    except KeyError as error:
        raise ValueError(f"{file.name}: {error.args[0]!r} is missing or unknown") from error
    except ValueError as error:
        raise ValueError(f"{file.name}: {error}") from error
    return frame


def _sea_frame(data: Mapping[str, Any]) -> Frame:
    """The frame of a map with the sea on it."""
    _expect_format(data)
    grid = Grid(tuple(data["hexes"]))
    chart = read_chart(data, grid)
    first, last = data["players"]
    harbours = data.get("harbours", {"kinds": "", "patterns": [""]})
    frame = Frame(
        key=data["key"],
        name=data["name"],
        ruleset=data["ruleset"],
        players=tuple(range(first, last + 1)),
        grid=grid,
        tiles=tiles_of(chart),
        tokens=tuple(Token("", number) for number in sorted(numbers_of_chart(chart))),
        spirals={},
        sea=(),
        harbours=_kinds(harbours["kinds"]),
        patterns=tuple(_places(grid.path_named, paths) for paths in harbours["patterns"]),
        rules={
            **dict.fromkeys(SUBJECTS | AT_SEA | IN_PLAY.keys(), BY_THE_MAP),
            **data.get("rules", {}),
        },
        chart=chart,
    )
    _check_rules(frame)
    _check_harbours(frame)
    return frame


BY_THE_MAP = "CKD-67"
"""The rule that the map takes the place of the island of the box."""


def _expect_format(data: Mapping[str, Any]) -> None:
    if data["format"] != FORMAT:
        raise ValueError(f"expected the format {FORMAT}, not {data['format']}")


def _frame(data: Mapping[str, Any]) -> Frame:
    _expect_format(data)
    grid = Grid(tuple(data["hexes"]))
    first, last = data["players"]
    harbours = data["harbours"]
    return Frame(
        key=data["key"],
        name=data["name"],
        ruleset=data["ruleset"],
        players=tuple(range(first, last + 1)),
        grid=grid,
        tiles=tuple(Terrain(name) for name, count in data["tiles"].items() for _ in range(count)),
        tokens=_tokens(data["tokens"]),
        spirals={
            grid.hex_named[start]: _places(grid.hex_named, order)
            for start, order in data["spirals"].items()
        },
        sea=tuple(_places(grid.path_named, paths) for paths in data["sea"]),
        harbours=_kinds(harbours["kinds"]),
        patterns=tuple(_places(grid.path_named, paths) for paths in harbours["patterns"]),
        rules=data["rules"],
    )


def _places(named: Mapping[str, int], names: str) -> tuple[int, ...]:
    return tuple(named[name] for name in names.split())


def _kinds(text: str) -> tuple[Resource | None, ...]:
    """Kinds of harbours out of a text such as `3:1 3:1 wool`."""
    return tuple(None if kind == "3:1" else Resource(kind) for kind in text.split())


def _tokens(text: str) -> tuple[Token, ...]:
    """Tokens out of a text such as `A5 B2 Za3`."""
    return tuple(
        Token(word.rstrip(digits), int(word.lstrip(ascii_letters))) for word in text.split()
    )


SUBJECTS = {
    *("hexes", "shape", "hills", "forest", "pasture", "fields", "mountains", "desert"),
    *("tokens", "numbers", "order", "start", "direction", "rings", "letters"),
    *("bare_desert", "one_number", "robber", "harbours"),
}
"""What may be wrong with a board, so that each frame names the rule of it."""

AT_SEA = {"gold", "sea", "pirate"}
"""The same for a map with the sea on it."""

IN_PLAY = {
    "home": ("SF-26", "SF-30"),
    "special": ("SF-27", "SF-31"),
    "target": ("SF-28", "SF-32"),
}
"""The rules of such a map that are kept in play: where the founding is, points for areas and to
win."""


def _check(frame: Frame, counts: Mapping[str, int]) -> None:
    grid = frame.grid
    coast = [path for path, hexes in enumerate(grid.hexes_along) if len(hexes) == 1]
    found = {
        "hexes": len(grid.hexes),
        "intersections": len(grid.intersections),
        "paths": len(grid.paths),
        "coast": len(coast),
        "sea": len(grid.sea),
    }
    for what, count in found.items():
        _expect(count == counts[what], f"{count} {what}, not {counts[what]}")
    _check_rules(frame)
    producing = [tile for tile in frame.tiles if tile.gives]
    _expect(len(frame.tiles) == len(grid.hexes), "as many tiles as hexes")
    _expect(len(frame.tokens) == len(producing), "a token for each producing tile")
    for start, order in frame.spirals.items():
        name = grid.hex_names[start]
        _expect(order[:1] == (start,), f"the spiral {name} begins elsewhere")
        _expect(sorted(order) == [*range(len(grid.hexes))], f"the spiral {name} takes each hex")
    _expect(
        sorted(chain.from_iterable(frame.sea)) == coast,
        "each path of the coast at one sea position",
    )
    for paths in frame.sea:
        _expect(len({frame.sea_beyond(path) for path in paths}) == 1, "paths of one sea position")
    _check_harbours(frame)


def _check_rules(frame: Frame) -> None:
    subjects = SUBJECTS if frame.chart is None else SUBJECTS | AT_SEA | IN_PLAY.keys()
    unnamed = subjects ^ frame.rules.keys()
    _expect(not unnamed, f"a rule for each subject: {', '.join(sorted(unnamed))}")
    known = RULES.keys() | {id_ for ids in IN_PLAY.values() for id_ in ids}
    unknown = set(frame.rules.values()) - known
    _expect(not unknown, f"rules of the book, not {', '.join(sorted(unknown))}")


def _check_harbours(frame: Frame) -> None:
    for paths in frame.patterns:
        _expect(len(paths) == len(frame.harbours), "a place for each harbour")
        _expect(set(paths) <= frame.coast.keys(), "harbours on the coast")
        ends = [set(frame.grid.ends[path]) for path in paths]
        shared = [one for one, other in combinations(ends, 2) if one & other]
        _expect(not shared, "no intersection with two harbours")


def _expect(true: bool, words: str) -> None:
    if not true:
        raise ValueError(f"expected {words}")


FRAMES: Mapping[str, Frame] = {
    frame.key: frame for frame in (read_frame(file) for file in sorted(MAPS.glob("*.toml")))
}
"""Every frame by its key."""

BASE = FRAMES["base"]
FIVE_SIX = FRAMES["five-six"]


def _of_key(key: str) -> Frame:
    return FRAMES[key]
