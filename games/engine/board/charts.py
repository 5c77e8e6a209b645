"""What a map with the sea on it has beside its hexes: areas, piles that are dealt, start hexes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from games.engine.board.hexes import Grid
from games.engine.board.terrain import LETTERS, Terrain

WATER = "~"
PLAIN = "*o"
"""Letters of a picture: the sea, and land that is part of no area."""

ON_THE_DESERT = "desert"


class Pile(NamedTuple):
    """Tiles and numbers that are shuffled and dealt to the hexes. Gold comes only on the hexes
    of `gold`."""

    hexes: tuple[int, ...]
    tiles: tuple[Terrain, ...]
    numbers: tuple[int, ...]
    gold: frozenset[int]


class Laid(NamedTuple):
    """What always lies on a hex."""

    terrain: Terrain
    number: int | None


@dataclass(frozen=True, eq=False)
class Chart:
    """`water` are the hexes of the sea. `home` are those at which the founding takes place, empty
    if it may be anywhere (SF-26, SF-30). `areas` are foreign: the first settlement of a player in
    each is worth `special` points (SF-27, SF-31). `robber` and `pirate` are the hexes on which
    they start; no robber: on the desert, no pirate: it is not used. `target` are the points to
    win. `source` says where the map comes from and how sure it is.
    """

    water: frozenset[int]
    home: frozenset[int]
    areas: tuple[frozenset[int], ...]
    piles: tuple[Pile, ...]
    fixed: Mapping[int, Laid]
    robber: int | None
    pirate: int | None
    target: int
    special: int
    source: str

    def laid(self) -> Iterator[tuple[int, Laid]]:
        """What lies where without being dealt."""
        yield from self.fixed.items()
        for hex_ in sorted(self.water):
            yield hex_, Laid(Terrain.SEA, None)


def read_chart(data: Mapping[str, Any], grid: Grid) -> Chart:
    """The chart of a map file. Raises `KeyError` for a key or a name of a hex that there is not,
    `ValueError` for what does not fit together."""
    marks = dict(enumerate(mark for line in data["hexes"] for mark in line if mark != " "))
    by_mark: dict[str, frozenset[int]] = {
        mark: frozenset(hex_ for hex_, other in marks.items() if other == mark)
        for mark in sorted(set(marks.values()))
    }
    home = data.get("home", "")
    fixed = _fixed(data.get("fixed", ""), grid)
    robber = data["robber"]
    chart = Chart(
        water=by_mark.get(WATER, frozenset()),
        home=_on(home, by_mark),
        areas=tuple(hexes for mark, hexes in by_mark.items() if mark not in (WATER, *PLAIN, *home)),
        piles=tuple(_pile(pile, by_mark, fixed) for pile in data.get("piles", ())),
        fixed=fixed,
        robber=None if robber == ON_THE_DESERT else grid.hex_named[robber],
        pirate=grid.hex_named[data["pirate"]] if data.get("pirate") else None,
        target=data.get("target", 10),
        special=data.get("special", 0),
        source=data["source"],
    )
    _check(chart, len(grid.hexes))
    return chart


def tiles_of(chart: Chart) -> tuple[Terrain, ...]:
    """Every tile of the map, the sea too."""
    dealt = [tile for pile in chart.piles for tile in pile.tiles]
    laid = [laid.terrain for laid in chart.fixed.values()]
    return (*dealt, *laid, *(Terrain.SEA for _ in chart.water))


def numbers_of_chart(chart: Chart) -> list[int]:
    """Every number token of the map."""
    dealt = [number for pile in chart.piles for number in pile.numbers]
    return dealt + [laid.number for laid in chart.fixed.values() if laid.number is not None]


def _on(marks: str, by_mark: Mapping[str, frozenset[int]]) -> frozenset[int]:
    """The hexes of all areas in a text of their letters."""
    return frozenset(hex_ for mark in marks for hex_ in by_mark[mark])


def _fixed(text: str, grid: Grid) -> dict[int, Laid]:
    """Hexes and what lies there, out of `c3 D d4 O10`."""
    words = text.split()
    fixed = {}
    for name, tile in zip(words[::2], words[1::2], strict=True):
        number = tile[1:]
        fixed[grid.hex_named[name]] = Laid(LETTERS[tile[0]], int(number) if number else None)
    return fixed


def _pile(
    data: Mapping[str, Any], by_mark: Mapping[str, frozenset[int]], fixed: Mapping[int, Laid]
) -> Pile:
    hexes = _on(data["on"], by_mark)
    tiles = tuple(Terrain(name) for name, count in data["tiles"].items() for _ in range(count))
    numbers = tuple(map(int, data["numbers"].split()))
    gold = _on(data["gold_on"], by_mark) if "gold_on" in data else hexes
    return Pile(tuple(sorted(hexes - fixed.keys())), tiles, numbers, gold - fixed.keys())


def _check(chart: Chart, hexes: int) -> None:
    land: list[int] = [*chart.fixed]
    for pile in chart.piles:
        land += pile.hexes
        _expect(len(pile.tiles) == len(pile.hexes), "as many tiles in a pile as hexes")
        bearing = sum(tile.numbered for tile in pile.tiles)
        _expect(len(pile.numbers) == bearing, "a number for each producing tile of a pile")
        _expect(
            pile.tiles.count(Terrain.GOLD) <= len(pile.gold & set(pile.hexes)),
            "a place for each tile of gold",
        )
    _expect(
        sorted(land) == sorted(set(range(hexes)) - chart.water),
        "each hex of land in one pile, or fixed",
    )
    for laid in chart.fixed.values():
        _expect((laid.number is not None) == laid.terrain.numbered, "a number if it produces")
    _expect(chart.pirate is None or chart.pirate in chart.water, "a pirate at sea")
    if chart.robber is None:
        _expect(Terrain.DESERT in tiles_of(chart), "a desert for the robber")
    else:
        _expect(chart.robber not in chart.water, "a robber on land")


def _expect(true: bool, words: str) -> None:
    if not true:
        raise ValueError(f"expected {words}")
