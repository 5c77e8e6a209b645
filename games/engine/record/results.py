"""The header of the result that the table wrote down: `Ben 10*, Anna 8`."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import replace

from games.engine.core import Header, RecordError, Seat
from games.engine.headers import Written
from games.engine.record.notation import MOST_MISTAKES, MOST_SUGGESTIONS, Table, closest
from games.engine.words import listed, marked

A_RESULT = marked("a result such as Ben 10*, Anna 8")
A_PLAYER = marked("a name of the header Seats ({names}), not {name}")
EVERYBODY = marked("the points of everybody; missing: {names}")
STAR_BEHIND = marked("the * of the winner behind the points: {name} {points}*")
NAMED_ONCE = marked("each player once ({name} stands twice)")

POINTS = re.compile(r"(-?\d{1,3})(\*?)")

WINNER = re.compile(r"[^\d,*]+\*\s*")

SEVERAL = re.compile(r"\d\*?\s")
"""Points in the middle of a name: no comma stands between two players."""


def read_result(table: Table, written: Written) -> Header | Sequence[RecordError]:
    """The header of the game with the result, or all that is wrong with it."""
    header = table.header
    text = written.text
    if (winner := _winner_alone(table, text)) is not None:
        return replace(header, winners=(winner,))
    points: dict[Seat, int] = {}
    winners: list[Seat] = []
    mistakes: list[RecordError] = []
    alone = bool(WINNER.fullmatch(text))
    for part in _parts(written):
        read = _read_part(table, part, points, alone=alone)
        if isinstance(read, RecordError):
            suggests = len(mistakes) < MOST_SUGGESTIONS
            mistakes.append(_suggested(table, read) if suggests else read)
            if len(mistakes) == MOST_MISTAKES:
                break
            continue
        seat, points[seat], won = read
        winners += [seat] * won
    if mistakes:
        return mistakes
    missing = [one.name for seat, one in enumerate(header.players) if seat not in points]
    if missing:
        return (replace(written.mistaken(EVERYBODY), facts={"names": listed(missing)}),)
    scores = tuple(points[seat] for seat in range(len(header.players)))
    return replace(header, winners=tuple(sorted(winners)), points=scores)


def _read_part(
    table: Table, part: Written, before: Container[Seat], *, alone: bool
) -> tuple[Seat, int, bool] | RecordError:
    """Who has how many points, and whether the player won; `alone`: only a winner is named."""
    name, found = _name_and_points(part.text)
    if found is None and alone:
        return _unknown(table, part)
    if found is None or SEVERAL.search(name):
        return part.mistaken(A_RESULT)
    seat = table.seats.get(name.casefold())
    if seat is None:
        starred = _winner_alone(table, name)
        if starred is not None:
            return _star_before(table, part, starred, found[1])
        return _unknown(table, part._replace(text=name))
    if seat in before:
        name = table.header.players[seat].name
        return replace(part.mistaken(NAMED_ONCE), facts={"name": name})
    return seat, int(found[1]), bool(found[2])


def _name_and_points(text: str) -> tuple[str, re.Match[str] | None]:
    """The words of a part up to the last one, and that one as points; None if it is none."""
    name, *points = text.rsplit(maxsplit=1) or [""]
    found = POINTS.fullmatch(points[0]) if points and "\n" not in name else None
    return name, found


def _winner_alone(table: Table, text: str) -> Seat | None:
    """The winner of a result that names nobody else and no points: `Ben*`."""
    name = text.strip()
    return table.seats.get(name[:-1].rstrip().casefold()) if name.endswith("*") else None


def _parts(written: Written) -> Iterator[Written]:
    """What stands between the commas, each with its place in the line."""
    before = 0
    for text in written.text.split(","):
        shift = len(text) - len(text.lstrip())
        if "\n" in written.text:
            before = shift = 0
        yield Written(text.strip(), written.line, written.column + before + shift)
        before += len(text) + 1


def _star_before(table: Table, part: Written, seat: Seat, points: str) -> RecordError:
    name = table.header.players[seat].name
    mistake = replace(part.mistaken(STAR_BEHIND), facts={"name": name, "points": points})
    return replace(mistake, suggestion=f"{name} {points}*")


def _unknown(table: Table, part: Written) -> RecordError:
    facts = {"names": listed(_names(table)), "name": part.text.rstrip("*").strip()}
    return replace(part.mistaken(A_PLAYER), facts=facts)


def _suggested(table: Table, mistake: RecordError) -> RecordError:
    """The mistake with the name that was probably meant, if a name is the mistake."""
    if mistake.expected != A_PLAYER:
        return mistake
    told = str(mistake.facts["name"])
    return replace(mistake, suggestion=closest(told, {name: name for name in _names(table)}))


def _names(table: Table) -> Sequence[str]:
    return [one.name for one in table.header.players]
