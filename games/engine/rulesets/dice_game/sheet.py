"""A printed sheet: an island with symbols to mark, and a counter of boxes.

It is data, a file in `sheets/` or what somebody copied from a printed sheet; so it may be wrong
in any way (`faults`), and is a sheet all the same.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from games.engine.core import Detail, says
from games.engine.rulesets.dice_game.faces import LETTERS, WORDS
from games.engine.words import marked

FORMAT = "catantour.dice-sheet/1"

BOXES = 15

ROAD, SETTLEMENT, CITY, KNIGHT = range(4)

NAMES = {
    ROAD: marked("Road {symbol}"),
    SETTLEMENT: marked("Settlement {number}"),
    CITY: marked("City {number}"),
    KNIGHT: marked("Knight {number}"),
}

KINDS = (marked("road"), marked("settlement"), marked("city"), marked("knight"))

ANY = 6
"""The joker that gives whatever is named (DG-039); in the notation `?`."""

JOKERS = LETTERS + "?"
JOKER_WORDS = (*WORDS, marked("any"))

MOST = 40
"""Symbols of a kind; a printed sheet has 16 roads."""


class Site(NamedTuple):
    """A settlement or a city by its id."""

    id: str
    kind: int
    value: int


class Road(NamedTuple):
    id: str
    ends: tuple[str, str]
    start: bool = False


class Knight(NamedTuple):
    """`joker` is a face, or `ANY`."""

    id: str
    value: int
    joker: int


class Symbol(NamedTuple):
    """What may be marked. `near` are the roads of which one must be built, as bits of the
    symbols' numbers, `before` those that must be built without exception."""

    id: str
    kind: int
    value: int
    near: int
    before: int

    @property
    def name(self) -> Detail:
        """For people: roads have a name on the sheet, the others a number."""
        return says(NAMES[self.kind], symbol=self.id, number=self.value)


@dataclass(frozen=True)
class Sheet:
    """`confirmed`: a person has compared it with a printed one. `plain` are ends of roads that
    are no sites."""

    id: str
    title: str
    confirmed: bool
    boxes: int
    sites: tuple[Site, ...]
    plain: tuple[str, ...]
    roads: tuple[Road, ...]
    knights: tuple[Knight, ...]

    @cached_property
    def symbols(self) -> tuple[Symbol, ...]:
        """Roads first, then settlements, cities and knights, each kind by rising value."""
        roads = [
            Symbol(road.id, ROAD, 1, self._roads_at(road.ends) & ~(1 << at), 0)
            for at, road in enumerate(self.roads)
        ]
        return (*roads, *self._sites(SETTLEMENT), *self._sites(CITY), *self._knights())

    def _roads_at(self, places: Iterable[str]) -> int:
        wanted = set(places)
        return sum(1 << at for at, road in enumerate(self.roads) if wanted & set(road.ends))

    def _of(self, kind: int) -> list[Site]:
        return sorted((site for site in self.sites if site.kind == kind), key=_by_value)

    def _sites(self, kind: int) -> list[Symbol]:
        first = len(self.roads) + (len(self._of(SETTLEMENT)) if kind == CITY else 0)
        return [
            Symbol(site.id, kind, site.value, self._roads_at([site.id]), (1 << at) - 1 << first)
            for at, site in enumerate(self._of(kind))
        ]

    def _knights(self) -> list[Symbol]:
        first = len(self.roads) + len(self.sites)
        return [
            Symbol(knight.id, KNIGHT, knight.value, 0, (1 << at) - 1 << first)
            for at, knight in enumerate(self.in_order)
        ]

    @cached_property
    def in_order(self) -> tuple[Knight, ...]:
        """The knights in the order in which they are built."""
        return tuple(sorted(self.knights, key=_by_value))

    @cached_property
    def start(self) -> int:
        """The roads that are printed as built, as bits."""
        return sum(1 << at for at, road in enumerate(self.roads) if road.start)

    @cached_property
    def number_of(self) -> Mapping[str, int]:
        """The symbols by id; of those with the same id, the first one."""
        return {symbol.id: at for at, symbol in reversed(list(enumerate(self.symbols)))}

    @cached_property
    def first_knight(self) -> int:
        """The number of the first knight among the symbols."""
        return len(self.symbols) - len(self.knights)

    @cached_property
    def masks(self) -> tuple[int, int, int, int]:
        """All symbols of each kind, as bits."""
        first, second, third, fourth = (
            sum(1 << at for at, symbol in enumerate(self.symbols) if symbol.kind == kind)
            for kind in range(4)
        )
        return first, second, third, fourth

    @cached_property
    def values(self) -> tuple[int, ...]:
        """By symbol; the roads printed as built give nothing (DG-052)."""
        return tuple(
            0 if self.start >> at & 1 else symbol.value for at, symbol in enumerate(self.symbols)
        )

    def points(self, marks: int) -> int:
        """What the symbols are worth together."""
        return sum(value for at, value in enumerate(self.values) if marks >> at & 1)

    @cached_property
    def hash(self) -> str:
        """By which a record knows that the sheet is the same, whatever its title says."""
        told = document(self) | {"title": "", "confirmed": False}
        text = json.dumps(told, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:12]


def _by_value(thing: Site | Knight) -> int:
    return thing.value


class NotASheet(Exception):
    """The document is no sheet: the place in it, and what was expected there."""

    def __init__(self, place: str, expected: str) -> None:
        super().__init__(place, expected)
        self.place = place
        self.expected = expected


def read_sheet(document: Any) -> Sheet:
    """The sheet in a JSON document. Raises `NotASheet` for what cannot be one at all; what breaks
    the rules of sheets is for `faults` to say."""
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise NotASheet("format", FORMAT)
    nodes = _list(document, "nodes")
    kinds = {"settlement": SETTLEMENT, "city": CITY}
    sites, plain = [], []
    for at, node in enumerate(nodes):
        place = f"nodes[{at}]"
        id_ = _text(node, "id", place)
        kind = _one_of(node, "kind", (*kinds, "plain"), place)
        if kind == "plain":
            plain.append(id_)
        else:
            sites.append(Site(id_, kinds[kind], _number(node, "value", place)))
    return Sheet(
        id=_text(document, "id", ""),
        title=_text(document, "title", ""),
        confirmed=_truth(document, "confirmed", ""),
        boxes=_number(document, "boxes", ""),
        sites=tuple(sites),
        plain=tuple(plain),
        roads=tuple(
            _road(road, f"roads[{at}]") for at, road in enumerate(_list(document, "roads"))
        ),
        knights=tuple(
            _knight(knight, f"knights[{at}]")
            for at, knight in enumerate(_list(document, "knights"))
        ),
    )


def _road(road: Any, place: str) -> Road:
    ends = _list(road, "ends", place)
    if len(ends) != 2 or not all(isinstance(end, str) for end in ends):
        raise NotASheet(f"{place}.ends", marked("two ids of nodes"))
    return Road(_text(road, "id", place), (ends[0], ends[1]), road.get("start", False) is True)


def _knight(knight: Any, place: str) -> Knight:
    # Gold is a fault of the sheet, and a knight with it still one (DG-086).
    joker = _one_of(knight, "resource", JOKER_WORDS, place)
    return Knight(
        _text(knight, "id", place), _number(knight, "value", place), JOKER_WORDS.index(joker)
    )


def _at(place: str, key: str) -> str:
    return f"{place}.{key}" if place else key


def _part(part: Any, key: str, place: str) -> Any:
    if not isinstance(part, dict):
        raise NotASheet(place, marked("an object"))
    return part.get(key)


def _list(part: Any, key: str, place: str = "") -> list[Any]:
    found = _part(part, key, place)
    if not isinstance(found, list) or len(found) > 2 * MOST:
        raise NotASheet(_at(place, key), marked("a list"))
    return found


def _text(part: Any, key: str, place: str) -> str:
    found = _part(part, key, place)
    if not isinstance(found, str) or len(found) > 200:
        raise NotASheet(_at(place, key), marked("a text"))
    return found


def _number(part: Any, key: str, place: str) -> int:
    found = _part(part, key, place)
    if type(found) is not int or not -99 <= found <= 99:
        raise NotASheet(_at(place, key), marked("a whole number below 100"))
    return found


def _truth(part: Any, key: str, place: str) -> bool:
    found = _part(part, key, place)
    if not isinstance(found, bool):
        raise NotASheet(_at(place, key), marked("true or false"))
    return found


def _one_of(part: Any, key: str, words: Sequence[str], place: str) -> str:
    found = _part(part, key, place)
    if not isinstance(found, str) or found not in words:
        raise NotASheet(_at(place, key), ", ".join(words))
    return found


def document(sheet: Sheet) -> dict[str, Any]:
    """The sheet as its file tells it."""
    nodes: list[dict[str, Any]] = [
        {"id": site.id, "kind": "city" if site.kind == CITY else "settlement", "value": site.value}
        for site in sheet.sites
    ]
    nodes += [{"id": id_, "kind": "plain"} for id_ in sheet.plain]
    return {
        "format": FORMAT,
        "id": sheet.id,
        "title": sheet.title,
        "confirmed": sheet.confirmed,
        "boxes": sheet.boxes,
        "nodes": nodes,
        "roads": [
            {"id": road.id, "ends": list(road.ends)} | ({"start": True} if road.start else {})
            for road in sheet.roads
        ],
        "knights": [
            {"id": knight.id, "value": knight.value, "resource": JOKER_WORDS[knight.joker]}
            for knight in sheet.knights
        ],
    }


STANDARD = read_sheet(
    json.loads(Path(__file__).with_name("sheets").joinpath("standard.json").read_text())
)

SHEETS: Mapping[str, Sheet] = {STANDARD.id: STANDARD}
"""The sheets that come with the site, by id."""
