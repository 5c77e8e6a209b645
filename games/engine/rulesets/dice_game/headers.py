"""The sheet in the head of a record: the name of one that is known, or all that is printed on it.

[Sheet "standard 3274bdf8b4cd"]

or, for any other sheet,

[Sheet "our-island"]
[Settlements "S3 3 S4 4"]
[Cities "C7 7"]
[Roads "R0* S3 n1 R1 n1 C7 R2 n1 S4"]
[Knights "K1 1 O K2 2 G K3 3 W K4 4 L K5 5 B K6 6 ?"]

Headers beside the name of a known sheet say what is otherwise on this one:

[Sheet "standard"]
[Boxes "12"]
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from games.engine.core import NotARecord, RecordError
from games.engine.headers import HEADER, Written, place_in
from games.engine.record import Ground as Headers
from games.engine.rulesets.dice_game.sheet import (
    BOXES,
    CITY,
    JOKERS,
    MOST,
    SETTLEMENT,
    SHEETS,
    STANDARD,
    Knight,
    NotASheet,
    Road,
    Sheet,
    Site,
    read_sheet,
)
from games.engine.rulesets.dice_game.state import Ground
from games.engine.words import marked

MAKING = ("Settlements", "Cities", "Roads", "Knights")
"""The parts of which each sheet has some."""

PARTS = (*MAKING, "Boxes")

SYMBOL = re.compile(r"[^\W\d_]{1,8}\d{1,4}", re.UNICODE)
"""What a symbol may be called: letters, then digits, so that no word of a line looks like it."""

PLACE = re.compile(r"[\w\-]{1,20}", re.UNICODE)

CONFIRMED = "confirmed"

A_SHEET = marked('the sheet: [Sheet "standard"], or its name and headers with all its parts')
ALL_PARTS = marked('a known sheet such as [Sheet "standard"], or all parts; missing: {parts}')
THIS_SHEET = marked("the sheet {name} as it is here, {hash}")
A_SYMBOL = marked("a symbol such as S3: letters, then a number")
A_PLACE = marked("the end of a road such as n1 or S3")
A_VALUE = marked("the number of the symbol, below 100")
A_JOKER = marked("the letter of a joker: B, L, W, G, O or ?")
FEWER = marked("fewer symbols")
A_COUNT = marked("the number of boxes, such as 15")


def read_ground(headers: Mapping[str, Written], mistakes: list[RecordError]) -> Ground | None:
    start = headers["Start"].text.strip() if "Start" in headers else ""
    before = len(mistakes)
    sheet = _sheet(headers, mistakes)
    return Ground(sheet, start) if sheet and len(mistakes) == before else None


def _sheet(headers: Mapping[str, Written], mistakes: list[RecordError]) -> Sheet | None:
    told = headers.get("Sheet")
    if told is None or not told.text.strip():
        mistakes.append(RecordError(0, 0, A_SHEET))
        return None
    name, *rest = told.text.split()
    known, parts = SHEETS.get(name), [part for part in PARTS if part in headers]
    if known is None and not parts:
        mistakes.append(told.mistaken(A_SHEET))
        return None
    if known is None:
        missing = ", ".join(part for part in MAKING if part not in parts)
        if missing:
            mistakes.append(replace(told.mistaken(ALL_PARTS), facts={"parts": missing}))
    elif rest and rest[0] != known.hash and not (parts and rest[0] == CONFIRMED):
        facts = {"name": known.id, "hash": known.hash}
        mistakes.append(RecordError(told.line, told.column, THIS_SHEET, facts=facts))
    return read_parts(headers, mistakes)


def read_parts(headers: Mapping[str, Written], mistakes: list[RecordError]) -> Sheet:
    """A sheet that is told part by part; mistakes are added to the list given.

    What is not told of a sheet that is known by its name is as on that one, and of any other
    nothing is printed but the usual boxes.
    """
    name, *rest = headers["Sheet"].text.split() if "Sheet" in headers else ("",)
    known = SHEETS.get(name) or Sheet(name, name, False, BOXES, (), (), (), ())
    sites = tuple(
        site
        for kind, part in ((SETTLEMENT, "Settlements"), (CITY, "Cities"))
        for site in (
            _sites(headers[part], kind, mistakes)
            if part in headers
            else (site for site in known.sites if site.kind == kind)
        )
    )
    roads = tuple(_roads(headers["Roads"], mistakes)) if "Roads" in headers else known.roads
    knights = known.knights
    if "Knights" in headers:
        knights = tuple(_knights(headers["Knights"], mistakes))
    boxes = _boxes(headers["Boxes"], mistakes) if "Boxes" in headers else known.boxes
    sheet = replace(known, sites=sites, roads=roads, knights=knights, boxes=boxes)
    if sheet == known:
        sheet = known
    else:
        # What was compared with a print is not what lies on this table.
        ids = {site.id for site in sites}
        ends = dict.fromkeys(end for road in roads for end in road.ends)
        plain = tuple(end for end in ends if end not in ids)
        sheet = replace(sheet, plain=plain, confirmed=False)
    return replace(sheet, confirmed=True) if CONFIRMED in rest else sheet


def _sites(value: Written, kind: int, mistakes: list[RecordError]) -> Iterator[Site]:
    for word, number in _groups(value, 2, mistakes):
        if _is_symbol(word, mistakes):
            yield Site(word.text, kind, _number(number, mistakes))


def _roads(value: Written, mistakes: list[RecordError]) -> Iterator[Road]:
    for word, one, other in _groups(value, 3, mistakes):
        start = word.text.endswith("*")
        bare = word._replace(text=word.text.removesuffix("*"))
        for end in (one, other):
            if not PLACE.fullmatch(end.text):
                mistakes.append(end.mistaken(A_PLACE))
        if _is_symbol(bare, mistakes):
            yield Road(bare.text, (one.text, other.text), start)


def _knights(value: Written, mistakes: list[RecordError]) -> Iterator[Knight]:
    for word, number, joker in _groups(value, 3, mistakes):
        if _is_symbol(word, mistakes):
            yield Knight(word.text, _number(number, mistakes), _joker(joker, mistakes))


def _groups(value: Written, size: int, mistakes: list[RecordError]) -> Iterator[Sequence[Written]]:
    """Words by twos or threes; a group that is not whole is a mistake."""
    words = list(islice(value.words(), size * MOST + 1))
    if len(words) > size * MOST:
        mistakes.append(value.mistaken(FEWER))
        return
    for at in range(0, len(words), size):
        group = words[at : at + size]
        if len(group) == size:
            yield group
        else:
            mistakes.append(group[-1].mistaken((A_SYMBOL, A_VALUE, A_JOKER)[len(group) % 3]))


def _is_symbol(word: Written, mistakes: list[RecordError]) -> bool:
    if SYMBOL.fullmatch(word.text):
        return True
    mistakes.append(word.mistaken(A_SYMBOL))
    return False


def _number(word: Written, mistakes: list[RecordError]) -> int:
    if word.text.isdecimal() and len(word.text) < 3:
        return int(word.text)
    mistakes.append(word.mistaken(A_VALUE))
    return 0


def _joker(word: Written, mistakes: list[RecordError]) -> int:
    if len(word.text) == 1 and word.text in JOKERS:
        return JOKERS.index(word.text)
    mistakes.append(word.mistaken(A_JOKER))
    return 0


def _boxes(word: Written, mistakes: list[RecordError]) -> int:
    text = word.text.strip()
    if text.isdecimal() and len(text) < 3 and int(text):
        return int(text)
    mistakes.append(word.mistaken(A_COUNT))
    return BOXES


def write_ground(ground: Ground) -> Iterator[str]:
    sheet = ground.sheet
    if SHEETS.get(sheet.id) == sheet:
        yield f'[Sheet "{sheet.id} {sheet.hash}"]'
    else:
        yield from write_parts(sheet)
    if ground.start:
        yield f'[Start "{ground.start}"]'


def write_parts(sheet: Sheet) -> Iterator[str]:
    yield f'[Sheet "{sheet.id}{f" {CONFIRMED}" if sheet.confirmed else ""}"]'
    for kind, part in ((SETTLEMENT, "Settlements"), (CITY, "Cities")):
        words = " ".join(f"{site.id} {site.value}" for site in sheet.sites if site.kind == kind)
        yield f'[{part} "{words}"]'
    roads = " ".join(
        f"{road.id}{'*' if road.start else ''} {' '.join(road.ends)}" for road in sheet.roads
    )
    yield f'[Roads "{roads}"]'
    knights = " ".join(
        f"{knight.id} {knight.value} {JOKERS[knight.joker]}" for knight in sheet.knights
    )
    yield f'[Knights "{knights}"]'
    if sheet.boxes != SHEETS.get(sheet.id, STANDARD).boxes:
        yield f'[Boxes "{sheet.boxes}"]'


def players_of(ground: Ground) -> Sequence[int]:
    """Any number of them (DGD-01)."""
    return range(1, 10**6)


def places_of(ground: Ground) -> Sheet:
    return ground.sheet


HEADERS = Headers(
    names=("Sheet", *PARTS, "Start"),
    read=read_ground,
    write=write_ground,
    players=players_of,
    places=places_of,
    usual=f'[Sheet "{STANDARD.id}"]',
)


# A sheet by itself


def parse_sheet(text: str) -> Sheet:
    """The sheet in a text: its headers, or its file. Raises `NotARecord` with every mistake."""
    if text.lstrip()[:1] == "{":
        return _from_file(text)
    mistakes: list[RecordError] = []
    headers: dict[str, Written] = {}
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    at = 0
    for header in HEADER.finditer(text):
        _nothing_else(text, at, header.start(), mistakes)
        at = header.end()
        name = header["name"].capitalize()
        line, column = place_in(text, header.start("value"))
        if name not in ("Sheet", *PARTS) or name in headers:
            mistakes.append(RecordError(*place_in(text, header.start("name")), A_PART))
        headers.setdefault(name, Written(header["value"], line, column))
    _nothing_else(text, at, len(text), mistakes)
    told = headers.get("Sheet")
    if told is None or not SHEET_NAME.fullmatch(told.text):
        mistakes.append(told.mistaken(A_NAME) if told else RecordError(0, 0, A_NAME))
        raise NotARecord(mistakes)
    sheet = read_parts(headers, mistakes)
    if mistakes:
        raise NotARecord(mistakes[:100])
    return sheet


def _nothing_else(text: str, start: int, end: int, mistakes: list[RecordError]) -> None:
    between = text[start:end]
    if between.strip():
        place = start + len(between) - len(between.lstrip())
        mistakes.append(RecordError(*place_in(text, place), A_PART))


def _from_file(text: str) -> Sheet:
    try:
        sheet = read_sheet(json.loads(text))
    except (ValueError, RecursionError) as error:
        raise NotARecord([RecordError(0, 0, marked("JSON"))]) from error
    except NotASheet as refusal:
        facts = {"what": refusal.expected, "place": refusal.place}
        mistake = RecordError(0, 0, marked("{what} at {place}"), facts=facts)
        raise NotARecord([mistake]) from refusal
    # What a record could not tell is no sheet either.
    return parse_sheet("\n".join(write_parts(sheet)))


SHEET_NAME = re.compile(r"[\w.\-]{1,40}( confirmed)?", re.UNICODE)

A_NAME = marked('the name of the sheet in one word: [Sheet "our-island"]')
A_PART = marked('a part of the sheet, each once: [Settlements "S3 3 S4 4"], Cities, Roads, Knights')
