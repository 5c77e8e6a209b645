"""A written game and the table where it was played: who sat where.

A kept record names no people. Its players are called for their position at the table, `seat1`,
and named when it is shown.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from games.drawing.looks import PAINTS
from games.engine.core import Player, Record
from games.engine.record import NAME

from .names import given_name, matches, with_initial
from .values import Refused, marked

SEAT = "seat"

AS_KEPT = f"{SEAT}{{position}}"

AS_READ = marked("player{position}")
"""What somebody is called whose name cannot stand in a line of a record: at least two letters and
no blank, in any language."""


def at_the_table(record: Record, positions: Sequence[int], seated: Sequence[int]) -> Record:
    """The record as it is kept: its players, in their order, called for these positions.

    Texts in which people could be named are left out, among them colours that are in no box; and
    a colour that another one has.
    `seated` are the positions of all who sit at the table, clockwise. Whoever was missing from the
    start may be left out (D-102). Raises `Refused` if nobody can have sat like that.
    """
    header = record.header
    if len(positions) != len(header.players):
        raise Refused(
            "T-020",
            marked("The record has {written} players, the table {seated}."),
            written=len(header.players),
            seated=len(seated),
        )
    if not _clockwise(positions, seated):
        raise Refused(
            "", marked("The players of the record do not sit clockwise in this order at the table.")
        )
    colours = [player.colour for player in header.players]
    players = tuple(
        Player(
            f"{SEAT}{position}",
            colour if colour in PAINTS and colour not in colours[:at] else "",
        )
        for at, (colour, position) in enumerate(zip(colours, positions, strict=True))
    )
    return record._replace(header=replace(header, players=players, event="", table="", date=""))


def _clockwise(positions: Sequence[int], seated: Sequence[int]) -> bool:
    left = [position for position in seated if position in positions]
    return bool(left) and list(positions) == clockwise_from(positions[0], left)


def clockwise_from(first: int, seated: Sequence[int]) -> list[int]:
    """All positions in their order, from one of them on."""
    at = seated.index(first)
    return [*seated[at:], *seated[:at]]


def positions_in(record: Record) -> list[int]:
    """Where the players of a kept record sat, the one who started first."""
    return [int(player.name.removeprefix(SEAT)) for player in record.header.players]


def for_reading(
    record: Record,
    names: Mapping[int, str],
    *,
    event: str,
    table: str,
    date: str,
    nameless: str = AS_KEPT,
) -> Record:
    """A kept record as people read it: with short names by position, and where it was played.
    `nameless` is what people without such a name are called, in the language of the reader."""
    short = called(names, nameless)
    players = tuple(
        player._replace(name=short[position])
        for player, position in zip(record.header.players, positions_in(record), strict=True)
    )
    # Nothing else would end the text of a header.
    event = event.replace('"', "'")
    header = replace(record.header, players=players, event=event, table=table, date=date)
    return record._replace(header=header)


def called(names: Mapping[int, str], nameless: str = AS_KEPT) -> dict[int, str]:
    """By position the shortest clear name that can stand in a line of a record: the first name,
    with the initial of the surname where two share it, or the number of the position."""
    short = {position: _in_a_line(given_name(name)) for position, name in names.items()}
    longer = {
        position: _in_a_line(with_initial(name).replace(" ", "."))
        for position, name in names.items()
    }
    clear = _clear(short)
    clear |= _clear({position: longer[position] for position in names.keys() - clear.keys()})
    seats = {position: nameless.format(position=position) for position in names}
    chosen = seats | clear
    # People whose names are made like ours.
    return chosen if len(_clear(chosen)) == len(chosen) else seats


def _clear(names: Mapping[int, str]) -> dict[int, str]:
    """Those of the names that only one has."""
    folded = [name.casefold() for name in names.values()]
    return {
        position: name
        for position, name in names.items()
        if name and folded.count(name.casefold()) == 1
    }


def _in_a_line(name: str) -> str:
    found = NAME.match(name)
    return found[0].rstrip(".") if found else ""


def recognised(
    players: Sequence[str], names: Mapping[int, str], nameless: Collection[str] = ()
) -> list[int] | None:
    """The positions of the players of a record by what it calls them; None if one of them could
    be nobody at the table, or several. `nameless` is what people without a name that can stand
    in a record are called, in every language."""
    found = []
    for player in players:
        meant = [
            position
            for position, name in names.items()
            if matches(player, name)
            or player in (word.format(position=position) for word in (AS_KEPT, *nameless))
        ]
        if len(meant) != 1:
            return None
        found += meant
    return found
