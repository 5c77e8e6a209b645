"""The header of the result that the table wrote down: `Ben 10*, Anna 8`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from difflib import get_close_matches

from games.engine.core import Header, RecordError, Seat
from games.engine.headers import Written
from games.engine.record.notation import Table
from games.engine.words import listed, marked

A_RESULT = marked("a result such as Ben 10*, Anna 8")
A_PLAYER = marked("a name of the header Seats ({names}), not {name}")
EVERYBODY = marked("the points of everybody; missing: {names}")
NAMED_ONCE = marked("each player once ({name} stands twice)")

PART = re.compile(r"\s*(?P<name>.+?)\s+(?P<points>-?\d{1,3})(?P<won>\*?)\s*")

WINNER = re.compile(r"[^\d,*]+\*\s*")

SEVERAL = re.compile(r"\d\*?\s")
"""Points in the middle of a name: no comma stands between two players."""

LONGEST = 40
"""Letters of a word for which a name like it is looked for."""


def read_result(table: Table, written: Written) -> Header | RecordError:
    """The header of the game with the result, or what is wrong with it."""
    header = table.header
    text = written.text
    if (winner := _winner_alone(table, text)) is not None:
        return replace(header, winners=(winner,))
    points: dict[Seat, int] = {}
    winners = []
    for part in _parts(written):
        found = PART.fullmatch(part.text)
        if found is None and WINNER.fullmatch(text):
            return _unknown(table, part)
        if found is None or SEVERAL.search(found["name"]):
            return part.mistaken(A_RESULT)
        seat = table.seats.get(found["name"].casefold())
        if seat is None:
            return _unknown(table, part._replace(text=found["name"]))
        if seat in points:
            return replace(part.mistaken(NAMED_ONCE), facts={"name": header.players[seat].name})
        points[seat] = int(found["points"])
        if found["won"]:
            winners.append(seat)
    missing = [one.name for seat, one in enumerate(header.players) if seat not in points]
    if missing:
        return replace(written.mistaken(EVERYBODY), facts={"names": listed(missing)})
    scores = tuple(points[seat] for seat in range(len(header.players)))
    return replace(header, winners=tuple(sorted(winners)), points=scores)


def _winner_alone(table: Table, text: str) -> Seat | None:
    """The winner of a result that names nobody else and no points: `Ben*`."""
    name = text.strip()
    return table.seats.get(name[:-1].casefold()) if name.endswith("*") else None


def _parts(written: Written) -> Iterator[Written]:
    """What stands between the commas, each with its place in the line."""
    before = 0
    for text in written.text.split(","):
        shift = len(text) - len(text.lstrip())
        if "\n" in written.text:
            before = shift = 0
        yield Written(text.strip(), written.line, written.column + before + shift)
        before += len(text) + 1


def _unknown(table: Table, part: Written) -> RecordError:
    names: Sequence[str] = [one.name for one in table.header.players]
    name = part.text.rstrip("*").strip()
    alike = {one.casefold(): one for one in names}
    close = get_close_matches(name.casefold()[:LONGEST], alike, n=1, cutoff=0.5)
    facts = {"names": listed(names), "name": name}
    return replace(part.mistaken(A_PLAYER, alike[close[0]] if close else ""), facts=facts)
