"""A written game and the table where it was played: who sat where.

A kept record names no people. Its players are called for their position at the table, `seat1`,
and named when it is shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from games.engine.core import Player, Record
from games.engine.record import NAME
from games.looks import PAINTS

from .names import given_name, matches
from .values import Refused, marked

SEAT = "seat"


def at_the_table(record: Record, positions: Sequence[int], seated: Sequence[int]) -> Record:
    """The record as it is kept: its players, in their order, called for these positions.

    Texts in which people could be named are left out, colours that are in no box among them.
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
    players = tuple(
        Player(f"{SEAT}{position}", colour if colour in PAINTS else "")
        for (_name, colour), position in zip(header.players, positions, strict=True)
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


def with_names(record: Record, names: Mapping[int, str]) -> Record:
    """A kept record with the names of people by position."""
    players = tuple(
        player._replace(name=names[position])
        for player, position in zip(record.header.players, positions_in(record), strict=True)
    )
    return record._replace(header=replace(record.header, players=players))


def called(names: Mapping[int, str]) -> dict[int, str]:
    """By position the shortest clear name that can stand in a line of a record."""
    given = {position: _in_a_line(given_name(name)) for position, name in names.items()}
    often = [name.casefold() for name in given.values()]
    return {
        position: name if name and often.count(name.casefold()) == 1 else f"{SEAT}{position}"
        for position, name in given.items()
    }


def _in_a_line(name: str) -> str:
    found = NAME.match(name)
    return found[0] if found else ""


def recognised(players: Sequence[str], names: Mapping[int, str]) -> list[int] | None:
    """The positions of the players of a record by what it calls them; None if one of them could
    be nobody at the table, or several."""
    found = []
    for player in players:
        meant = [position for position, name in names.items() if _is_called(player, name, position)]
        if len(meant) != 1:
            return None
        found += meant
    return found


def _is_called(player: str, name: str, position: int) -> bool:
    return player == f"{SEAT}{position}" or matches(player, name)
