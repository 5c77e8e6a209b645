"""Table sizes, who sits at a table of three, and hand-made draws (T-006 to T-015, T-020)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import comb, prod
from typing import Literal

from .criteria import Figure
from .values import Player, Refused, marked

SIZE_ROWS = {0: "T-008", 1: "T-011", 2: "T-010", 3: "T-009"}
"""The row that sets the number of tables of three, by the remainder of players over four."""

TOO_FEW = marked("A round needs at least three players. Players here: {players}.")
ONE_MORE_OR_LESS = marked(
    "Tables of 4 and 3 cannot seat this number of players: {players}. "
    "Find one more player or leave one out."
)


Sizes = Literal["fours", "threes", "only_fours"]
"""As few tables of three as possible, as many as possible, or none at all (FM-10)."""


def table_sizes(players: int, wanted: Sizes = "fours") -> tuple[int, ...]:
    """Sizes of the tables in table order: fours first (T-014), as few threes as possible (T-006)
    unless something else is wanted (FM-10).

    Raises `Refused` (T-012) for 1, 2 and 5 players, and for none; where only fours are wanted, for
    every number that does not fill them.
    """
    if wanted == "threes":
        fours = players % 3
        threes = (players - 4 * fours) // 3
    else:
        threes = -players % 4
        fours = (players - 3 * threes) // 4
    if players < 3 or min(fours, threes) < 0:
        raise Refused("T-012", TOO_FEW if players < 3 else ONE_MORE_OR_LESS, players=players)
    if wanted == "only_fours" and threes:
        raise _no_fours(players)
    return (4,) * fours + (3,) * threes


def _no_fours(players: int) -> Refused:
    """What would help where a format knows tables of four alone (FM-10)."""
    missing, over = -players % 4, players % 4
    template = (
        marked(
            "Only tables of 4 are wanted, and this number of players does not fill them: "
            "{players}. Missing: {missing}; or left over: {over}."
        )
        if players > 4
        else marked(
            "Only tables of 4 are wanted, and this number of players does not fill one: "
            "{players}. Missing: {missing}."
        )
    )
    return Refused("FM-10", template, players=players, missing=missing, over=over)


def seats_at_threes(players: int) -> int:
    """How many seats are at tables of three: 0, 3, 6 or 9 (T-008 to T-011).

    From round 2 on the last of the standings sit there (T-013). Raises as `table_sizes`.
    """
    return sum(size for size in table_sizes(players) if size == 3)


def seatings(fours: int, threes: int, level: int = 0, chosen: int = 0) -> int:
    """How many seatings the rules allow, whatever the numbers of the tables.

    `fours` and `threes` are numbers of tables; `chosen` of the players `level` at the border sit at
    tables of three, and of all others it is certain (T-013).
    """
    return comb(level, chosen) * _divided(fours, 4) * _divided(threes, 3)


def _divided(tables: int, size: int) -> int:
    """In how many ways as many players as have seats sit at tables of this size: the first one
    chooses the others of a table, then the first of those left, and so on."""
    return prod(comb(size * left - 1, size - 1) for left in range(1, tables + 1))


def check_tables(
    tables: Sequence[Collection[Player]],
    players: Collection[Player],
    *,
    points: Mapping[Player, Figure],
    round_number: int,
    drawn_threes: Collection[Player] | None = None,
    reason: str = "",
    sizes: Sizes = "fours",
    by_points: bool = True,
) -> None:
    """Refuse a hand-made draw that breaks the seating rules; raises the first of `table_faults`."""
    for fault in table_faults(
        tables,
        players,
        points=points,
        round_number=round_number,
        drawn_threes=drawn_threes,
        reason=reason,
        sizes=sizes,
        by_points=by_points,
    ):
        raise fault


def table_faults(
    tables: Sequence[Collection[Player]],
    players: Collection[Player],
    *,
    points: Mapping[Player, Figure],
    round_number: int,
    drawn_threes: Collection[Player] | None = None,
    reason: str = "",
    sizes: Sizes = "fours",
    by_points: bool = True,
) -> Iterator[Refused]:
    """Everything a hand-made draw does against the rules.

    `tables` come in table order, `players` are the active ones, and `points` their tournament
    points so far (missing means none). In round 1 `drawn_threes` are those whom the lot put at
    tables of three: putting others there needs a `reason` (T-015). A format may want other `sizes`
    (FM-10), and may say who sits at tables of three otherwise than `by_points` (FM-11).
    """
    wanted = table_sizes(len(players), sizes)
    yield from _faults_of_seats(tables, players)
    yield from _faults_of_sizes([len(table) for table in tables], wanted, len(players))
    threes = [player for table in tables if len(table) == 3 for player in table]
    fours = [player for table in tables if len(table) == 4 for player in table]
    if round_number > 1 and not by_points:
        return
    if round_number > 1:
        yield from _faults_of_points(threes, fours, points)
    elif drawn_threes is not None and set(threes) != set(drawn_threes) and not reason.strip():
        yield Refused(
            "T-015",
            marked("In round 1 the lot decides who sits at a table of 3; a change needs a reason."),
        )


@dataclass(frozen=True, slots=True)
class Border:
    """The points on both sides of the border of the tables of three (T-013).

    `level` are the players of both sides who have the same points as somebody beyond it: they may
    be swapped across it (D-105).
    """

    most_at_threes: Figure
    fewest_at_fours: Figure
    level: tuple[Player, ...]


def border(tables: Sequence[Collection[Player]], points: Mapping[Player, Figure]) -> Border | None:
    """Where the border runs in a drawn round; None if all tables are of one size."""
    threes = [player for table in tables if len(table) == 3 for player in table]
    fours = [player for table in tables if len(table) == 4 for player in table]
    if not threes or not fours:
        return None
    most = max(points.get(player, 0) for player in threes)
    fewest = min(points.get(player, 0) for player in fours)
    level = [p for p in (*fours, *threes) if points.get(p, 0) == most == fewest]
    return Border(most, fewest, tuple(level))


def _faults_of_seats(
    tables: Sequence[Collection[Player]], players: Collection[Player]
) -> Iterator[Refused]:
    active = set(players)
    table_of: dict[Player, int] = {}
    for number, table in enumerate(tables, start=1):
        for player in table:
            if player not in active:
                yield Refused(
                    "T-020",
                    marked("{player} at table {table} is not an active player."),
                    player=player,
                    table=number,
                )
            elif player in table_of:
                yield Refused(
                    "T-020",
                    marked("{player} sits twice: at table {first} and at table {second}."),
                    player=player,
                    first=table_of[player],
                    second=number,
                )
            table_of.setdefault(player, number)
    for player in players:
        if player not in table_of:
            yield Refused("T-020", marked("{player} has no seat."), player=player)


def _faults_of_sizes(
    sizes: Sequence[int], wanted: Sequence[int], players: int
) -> Iterator[Refused]:
    odd = [number for number, size in enumerate(sizes, start=1) if size not in (3, 4)]
    for number in odd:
        yield Refused(
            "T-007",
            marked("Seats at table {table}: {size}. A table has 4 or 3 players."),
            table=number,
            size=sizes[number - 1],
        )
    if odd:
        return
    if sorted(sizes) != sorted(wanted):
        yield Refused(
            SIZE_ROWS[players % 4],
            marked("{players} players sit at {fours} × 4 + {threes} × 3."),
            players=players,
            fours=wanted.count(4),
            threes=wanted.count(3),
        )
    elif tuple(sizes) != tuple(wanted):
        yield Refused("T-014", marked("Tables of 3 are the last tables."))


def _faults_of_points(
    threes: Sequence[Player], fours: Sequence[Player], points: Mapping[Player, Figure]
) -> Iterator[Refused]:
    """Only players level on points may be swapped across the border (D-105)."""
    if not threes or not fours:
        return
    highest = max(threes, key=lambda player: points.get(player, 0))
    lowest = min(fours, key=lambda player: points.get(player, 0))
    if points.get(highest, 0) > points.get(lowest, 0):
        yield Refused(
            "T-013",
            marked(
                "{player} at a table of 3 has more points ({points}) "
                "than {other} at a table of 4 ({other_points})."
            ),
            player=highest,
            points=points.get(highest, 0),
            other=lowest,
            other_points=points.get(lowest, 0),
        )
