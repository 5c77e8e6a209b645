"""What breaks the rules of sheets (DG-060, DG-081 to DG-090)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from games.engine.core import Detail, Header, says
from games.engine.rulesets.dice_game.faces import GOLD
from games.engine.rulesets.dice_game.sheet import (
    ANY,
    BOXES,
    CITY,
    JOKER_WORDS,
    KNIGHT,
    SETTLEMENT,
    Sheet,
    Symbol,
)
from games.engine.words import marked

KNIGHTS = 6

Fault = tuple[str, Detail]


def check_sheet(header: Header) -> Iterator[Fault]:
    """Every rule that the sheet of a record breaks, and the players for whom it is too few."""
    sheet: Sheet = header.board.sheet
    yield from _faults(sheet)
    if header.options.get("rated") == "1":
        yield from _boxes(sheet)
        # A house variant was compared with no print.
        if not sheet.confirmed and sheet.boxes == BOXES:
            detail = says(marked("{sheet} has not been compared with a print"), sheet=sheet.id)
            yield "DG-090", detail
    most = header.options.get("max_players")
    if most is not None and len(header.players) > int(most):
        yield (
            "DG-008",
            says(
                marked("{count} players, the event allows {most}"),
                count=len(header.players),
                most=most,
            ),
        )
    if len(header.players) > 1 and header.board.start not in ("", LOT):
        yield "DG-009", says(marked("the record says “{words}”"), words=header.board.start)


LOT = "lot"
"""The word of a record for a starting player who was drawn by lot."""


def faults(sheet: Sheet) -> Iterator[Fault]:
    """Every rule of sheets that the sheet breaks, as for a rated game; for any other it may have
    more or fewer boxes."""
    yield from _faults(sheet)
    yield from _boxes(sheet)


def _faults(sheet: Sheet) -> Iterator[Fault]:
    yield from _names(sheet)
    yield from _roads(sheet)
    yield from _reach(sheet)
    yield from _values(sheet)
    yield from _knights(sheet)


def _boxes(sheet: Sheet) -> Iterator[Fault]:
    if sheet.boxes != BOXES:
        yield "DG-087", says(marked("there are {count}"), count=sheet.boxes)


def _names(sheet: Sheet) -> Iterator[Fault]:
    ids = [*(site.id for site in sheet.sites), *sheet.plain, *(road.id for road in sheet.roads)]
    ids += [knight.id for knight in sheet.knights]
    for id_ in _twice(ids):
        yield "DG-081", says(marked("{name} stands twice"), name=id_)


def _twice(things: Iterable[object]) -> list[object]:
    return [thing for thing, count in Counter(things).items() if count > 1]


def _roads(sheet: Sheet) -> Iterator[Fault]:
    places = {site.id for site in sheet.sites} | set(sheet.plain)
    for road in sheet.roads:
        if road.ends[0] == road.ends[1]:
            yield "DG-082", says(marked("{name} ends where it begins"), name=road.id)
        for end in dict.fromkeys(road.ends):
            if end not in places:
                yield (
                    "DG-082",
                    says(marked("{name} ends at {end}, which is no place"), name=road.id, end=end),
                )
    for ends in _twice(frozenset(road.ends) for road in sheet.roads):
        names = ", ".join(road.id for road in sheet.roads if frozenset(road.ends) == ends)
        yield "DG-082", says(marked("{names} join the same places"), names=names)
    starts = [road.id for road in sheet.roads if road.start]
    if not starts:
        yield "DG-083", says(marked("no road is printed as built"))
    elif len(starts) > 1:
        yield "DG-083", says(marked("{names} are printed as built"), names=", ".join(starts))


def _reach(sheet: Sheet) -> Iterator[Fault]:
    reached = reached_roads(sheet)
    for at, road in enumerate(sheet.roads):
        if sheet.start and not reached >> at & 1:
            yield "DG-084", says(marked("no roads lead to {name}"), name=road.id)
    for symbol in sheet.symbols:
        if symbol.kind in (SETTLEMENT, CITY) and not symbol.near & reached:
            yield "DG-084", says(marked("no roads lead to {name}"), name=symbol.id)
    lowest = _lowest(sheet)
    if lowest is not None and not lowest.near & sheet.start:
        yield (
            "DG-060",
            says(marked("{name} does not touch the road printed as built"), name=lowest.id),
        )


def reached_roads(sheet: Sheet) -> int:
    """The roads that may be built in the end, as bits."""
    reached, before = sheet.start, 0
    while reached != before:
        before = reached
        for at in range(len(sheet.roads)):
            if sheet.symbols[at].near & before:
                reached |= 1 << at
    return reached


def _lowest(sheet: Sheet) -> Symbol | None:
    return next((symbol for symbol in sheet.symbols if symbol.kind == SETTLEMENT), None)


def _values(sheet: Sheet) -> Iterator[Fault]:
    for kind in (SETTLEMENT, CITY, KNIGHT):
        symbols = [symbol for symbol in sheet.symbols if symbol.kind == kind]
        for symbol in symbols:
            if symbol.value < 1:
                yield (
                    "DG-085",
                    says(
                        marked("{name} has the number {value}"),
                        name=symbol.id,
                        value=symbol.value,
                    ),
                )
        for value in _twice(symbol.value for symbol in symbols):
            names = ", ".join(symbol.id for symbol in symbols if symbol.value == value)
            yield (
                "DG-085",
                says(marked("{names} have the same number {value}"), names=names, value=value),
            )
    first = [symbol.value for symbol in sheet.symbols if symbol.kind == SETTLEMENT][:2]
    if first != [3, 4]:
        found = ", ".join(map(str, first)) or "0"
        yield "DG-088", says(marked("the lowest numbers are {found}"), found=found)


def _knights(sheet: Sheet) -> Iterator[Fault]:
    knights = sheet.in_order
    if len(knights) != KNIGHTS:
        yield "DG-086", says(marked("there are {count} knights"), count=len(knights))
    for knight in knights[:-1]:
        if knight.joker in (ANY, GOLD):
            yield (
                "DG-086",
                says(
                    marked("{name} gives: {resource}"),
                    name=knight.id,
                    resource=JOKER_WORDS[knight.joker],
                ),
            )
    if knights and knights[-1].joker != ANY:
        yield (
            "DG-086",
            says(
                marked("{name} gives: {resource}"),
                name=knights[-1].id,
                resource=JOKER_WORDS[knights[-1].joker],
            ),
        )
    values = [knight.value for knight in knights]
    if values != list(range(1, KNIGHTS + 1)):
        found = ", ".join(map(str, values)) or "0"
        yield "DG-089", says(marked("they are worth {found}"), found=found)
