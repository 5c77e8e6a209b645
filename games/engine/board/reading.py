"""Boards read from text: what it says, or every mistake in it with its place."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import NamedTuple

from games.engine.board.frames import BASE, FIVE_SIX, FRAMES, Frame
from games.engine.board.hexes import written
from games.engine.board.listing import GENERAL, Listing, Port, Tile, with_the_sea
from games.engine.board.rules import is_extension
from games.engine.board.terrain import LETTERS
from games.engine.core import NotARecord, RecordError
from games.engine.headers import HEADER, Written
from games.engine.words import marked

MOST_MISTAKES = 100
"""A text with more of them is something else than a board."""

MOST_PLACES = 1000
"""No island has more hexes or harbours."""

PARTS = re.compile(rf"(?:\s|[#;][^\n]*)+|{HEADER.pattern}|(?P<other>[^\n]+)")
"""What a text consists of: blanks and comments, headers, and lines that are something else."""


class Form(NamedTuple):
    """How a place and what lies there are written, and what to say if they are not."""

    place: re.Pattern[str]
    a_place: str
    thing: re.Pattern[str]
    a_thing: str


TILES = Form(
    re.compile(r"[a-z]\d{1,2}", re.ASCII),
    marked("a hex such as c2"),
    re.compile(r"([BLWGODZS])(\d{1,2}(?:\+\d{1,2})?)?|([EH])([BLWGODZS])", re.ASCII),
    marked("a terrain with its number such as O10, or D"),
)
PORTS = Form(
    re.compile(r"[a-z]\d{1,2}(ne|e|se|sw|w|nw)", re.ASCII),
    marked("a path such as c1w"),
    re.compile(r"3:1|[BLWGO]", re.ASCII),
    marked("3:1 or the letter of a resource: B, L, W, G, O"),
)
A_HEADER = marked('a header such as [Robber "c3"]')
A_BOARD = marked('the header of the hexes: [Board "a1 O10 a2 W2 ..."]')
ONE_OF_A_KIND = marked("each header only once")
A_MAP = marked("the key of a map, such as base")
FEWER = marked("at most 1000 places")
ONE_HEX = marked("one hex")


def read_board(text: str, ruleset: str = "") -> Listing:
    """What a text says of a board. Raises `NotARecord` with every mistake in it.

    The frame is that of the header `[Map "..."]`, of the rule set given or of the header
    `[Ruleset "..."]`, or else the one that has most of the hexes. Headers that say nothing of the
    board are passed over, and so are lines that begin with `#` or `;`.
    """
    mistakes: list[RecordError] = []
    headers: dict[str, Written] = {}
    for name, value in _headers(text.replace("\r\n", "\n").replace("\r", "\n"), mistakes):
        if name in headers:
            mistakes.append(value.mistaken(ONE_OF_A_KIND))
        headers.setdefault(name, value)
    listing = read_headers(headers, mistakes, ruleset)
    if mistakes:
        raise NotARecord(sorted(mistakes[:MOST_MISTAKES], key=lambda one: (one.line, one.column)))
    return listing


def read_headers(
    headers: Mapping[str, Written], mistakes: list[RecordError], ruleset: str = ""
) -> Listing:
    """What the headers of a record say of its board; mistakes are added to the list given. A
    rule set given goes before that of the headers."""
    if "Board" not in headers:
        mistakes.append(RecordError(0, 0, A_BOARD))
    where: dict[str, str] = {}
    tiles = tuple(
        _tile(name, tile) for name, tile in _pairs(headers.get("Board"), TILES, where, mistakes)
    )
    ports = tuple(
        Port(name, None if kind[0] == GENERAL else LETTERS[kind[0]].gives)
        for name, kind in _pairs(headers.get("Harbours"), PORTS, where, mistakes)
    )
    if not ruleset and "Ruleset" in headers:
        ruleset = headers["Ruleset"].text.strip()
    starts = list(_hexes(headers.get("Spiral"), mistakes))
    pirates = list(_hexes(headers.get("Pirate"), mistakes))
    figures = list(_hexes(headers.get("Figure"), mistakes))
    for name, hexes in (("Spiral", starts), ("Pirate", pirates), ("Figure", figures)):
        if len(hexes) > 1:
            mistakes.append(headers[name].mistaken(ONE_HEX))
    frame = _map(headers.get("Map"), mistakes) or frame_of(ruleset, (tile.name for tile in tiles))
    return Listing(
        frame=frame,
        tiles=with_the_sea(frame, tiles),
        harbours=ports,
        robbers=tuple(_hexes(headers.get("Robber"), mistakes)),
        start=starts[0] if starts else "",
        pirates=tuple(pirates[:1]),
        figures=tuple(figures[:1]),
        ruleset=ruleset,
        where=where,
    )


def _tile(name: str, found: re.Match[str]) -> Tile:
    """`O10`, `O2+12` with two numbers, `HW` for a special hex where a pasture was."""
    terrain, numbers, special, before = found.groups()
    if special:
        return Tile(name, LETTERS[special], replaced=LETTERS[before])
    *second, number = sorted(map(int, numbers.split("+"))) if numbers else (None,)
    return Tile(name, LETTERS[terrain], number, second=second[0] if second else None)


def frame_of(ruleset: str, names: Iterable[str] = ()) -> Frame:
    """The frame of a rule set such as `base+tour` or `base56`; without one, the frame that has
    most of the hexes named, the smaller one if both have as many."""
    if ruleset:
        return FIVE_SIX if is_extension(ruleset) else BASE
    named = set(names)
    small, large = (frame.grid.hex_named.keys() & named for frame in (BASE, FIVE_SIX))
    return FIVE_SIX if len(large) > len(small) else BASE


def _map(key: Written | None, mistakes: list[RecordError]) -> Frame | None:
    if key is None:
        return None
    frame = FRAMES.get(key.text.strip())
    if frame is None:
        mistakes.append(key.mistaken(A_MAP))
    return frame


def _headers(text: str, mistakes: list[RecordError]) -> Iterator[tuple[str, Written]]:
    line, begins = 1, 0
    for part in PARTS.finditer(text):
        if part["name"]:
            yield part["name"], Written(part["value"], line, part.start("value") - begins + 1)
        elif part["other"]:
            mistakes.append(RecordError(line, part.start() - begins + 1, A_HEADER))
        if len(mistakes) >= MOST_MISTAKES:
            break
        if breaks := part[0].count("\n"):
            line, begins = line + breaks, text.rindex("\n", 0, part.end()) + 1


def _pairs(
    value: Written | None, form: Form, where: dict[str, str], mistakes: list[RecordError]
) -> Iterator[tuple[str, re.Match[str]]]:
    """Places and what lies there, as in `a1 O10 a2 W2`."""
    words = deque(islice(value.words(), 2 * MOST_PLACES + 1) if value else ())
    if value and len(words) > 2 * MOST_PLACES:
        mistakes.append(value.mistaken(FEWER))
        words.pop()
    while words and len(mistakes) < MOST_MISTAKES:
        word = words.popleft()
        place = written(word.text)
        if not form.place.fullmatch(place):
            mistakes.append(word.mistaken(form.a_place))
            continue
        thing = words[0] if words else word.end
        if found := form.thing.fullmatch(thing.text):
            words.popleft()
            where[place] = word.place
            yield place, found
            continue
        capitals = thing.text.upper()
        likely = capitals if form.thing.fullmatch(capitals) else ""
        mistakes.append(thing.mistaken(form.a_thing, likely))
        # It is the next place already if it could be one, and a thing to lie there follows.
        following = words[1].text if len(words) > 1 else ""
        forgotten = form.place.fullmatch(written(thing.text)) and form.thing.fullmatch(following)
        if words and not forgotten:
            words.popleft()


def _hexes(value: Written | None, mistakes: list[RecordError]) -> Iterator[str]:
    words = list(islice(value.words(), MOST_PLACES + 1) if value else ())
    if value and len(words) > MOST_PLACES:
        mistakes.append(value.mistaken(FEWER))
    for word in words:
        name = written(word.text)
        if TILES.place.fullmatch(name):
            yield name
        else:
            mistakes.append(word.mistaken(TILES.a_place))
