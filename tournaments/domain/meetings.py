"""Who met whom before, by name and round, and what a swap by hand would change (T-018, T-019)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

from .values import Player, Refused, marked

Tables: TypeAlias = Sequence[Sequence[Player]]


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two or three players at one table who sat together before; `rounds` and `table` from 1."""

    players: tuple[Player, ...]
    table: int
    rounds: tuple[int, ...]


def repeated_pairs(tables: Tables, *, history: Sequence[Tables]) -> tuple[Meeting, ...]:
    """Pairs who meet again, in table order; `history` holds the tables of rounds 1, 2, ..."""
    return tuple(_repeated(tables, history, 2))


def repeated_trios(tables: Tables, *, history: Sequence[Tables]) -> tuple[Meeting, ...]:
    """Trios who meet again, in table order; `history` holds the tables of rounds 1, 2, ..."""
    return tuple(_repeated(tables, history, 3))


def _repeated(tables: Tables, history: Sequence[Tables], size: int) -> Iterator[Meeting]:
    sat: dict[Player, list[tuple[int, int]]] = {}
    for round_, earlier in enumerate(history, start=1):
        for place, table in enumerate(earlier):
            for player in table:
                sat.setdefault(player, []).append((round_, place))
    for number, table in enumerate(tables, start=1):
        for players in combinations(table, size):
            first, *others = (sat.get(player, []) for player in players)
            rounds = tuple(at[0] for at in first if all(at in other for other in others))
            if rounds:
                yield Meeting(players, number, rounds)


@dataclass(frozen=True, slots=True)
class Swap:
    """What two players changing seats would do: the tables after it, and repeats before and after.

    All repeats are those of the whole round.
    """

    tables: tuple[tuple[Player, ...], ...]
    pairs_before: tuple[Meeting, ...]
    pairs_after: tuple[Meeting, ...]
    trios_before: tuple[Meeting, ...]
    trios_after: tuple[Meeting, ...]

    @property
    def pairs_lost(self) -> tuple[Meeting, ...]:
        return _missing_from(self.pairs_after, self.pairs_before)

    @property
    def pairs_gained(self) -> tuple[Meeting, ...]:
        return _missing_from(self.pairs_before, self.pairs_after)

    @property
    def trios_lost(self) -> tuple[Meeting, ...]:
        return _missing_from(self.trios_after, self.trios_before)

    @property
    def trios_gained(self) -> tuple[Meeting, ...]:
        return _missing_from(self.trios_before, self.trios_after)


def swap(tables: Tables, first: Player, second: Player, *, history: Sequence[Tables]) -> Swap:
    """What would follow if `first` and `second` changed seats; nothing is decided here.

    Raises `Refused` for one and the same player, for a player without a seat (T-020) and for two
    who sit at one table. Whether the new tables keep the seating rules is for
    `seating.check_tables` to say.
    """
    seat_of = {player: table for table in tables for player in table}
    for player in (first, second):
        if player not in seat_of:
            raise Refused("T-020", marked("{player} has no seat."), player=player)
    if seat_of[first] is seat_of[second]:
        raise Refused("", marked("Choose two players of different tables."))
    other = {first: second, second: first}
    after = tuple(tuple(other.get(player, player) for player in table) for table in tables)
    return Swap(
        after,
        repeated_pairs(tables, history=history),
        repeated_pairs(after, history=history),
        repeated_trios(tables, history=history),
        repeated_trios(after, history=history),
    )


def _missing_from(those: Sequence[Meeting], these: Sequence[Meeting]) -> tuple[Meeting, ...]:
    """Which of `these` are not among `those`, whatever the order of their players."""
    known = {frozenset(meeting.players) for meeting in those}
    return tuple(meeting for meeting in these if frozenset(meeting.players) not in known)
