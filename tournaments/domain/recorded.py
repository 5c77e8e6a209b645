"""What a written game says of its result, and where the result that was entered differs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from games.engine import rulesets
from games.engine.board.boards import Board
from games.engine.board.listing import board_text
from games.engine.border import judging
from games.engine.core import BELL, CONCEDED, WON, Header, Record
from games.engine.replay import Report, replay

from .breakdown import Breakdown
from .games import GAMES, TOUR, TableGame
from .records import positions_in
from .values import Caution, marked


@dataclass(frozen=True, slots=True)
class Recorded:
    """The end of a kept game, by position at the table; `first` is who started.

    Points are those that are certain: up to `maybe` more lie in cards that nobody saw. `winner`
    is None where nobody won by points. A game that is not `over` was broken off, or its record
    stops too soon. `broken` counts broken rules. There are no `breakdowns` where points are
    counted in other pieces than on the result form.
    """

    first: int
    points: Mapping[int, int]
    maybe: Mapping[int, int]
    breakdowns: Mapping[int, Breakdown]
    winner: int | None
    left: frozenset[int]
    over: bool
    broken: int
    board: str

    @property
    def is_certain(self) -> bool:
        """Whether a result follows from it as it is."""
        return self.over and not any(self.maybe.values())

    def most(self, position: int) -> int:
        return self.points[position] + self.maybe[position]


@dataclass(frozen=True, slots=True)
class Entered:
    """A result as it was entered, by position: `points` of all who played or left, up to the
    target (T-033), `winner` None if time ran out, and who was `missing` from the start."""

    points: Mapping[int, int]
    winner: int | None
    left: frozenset[int] = frozenset()
    missing: frozenset[int] = frozenset()
    breakdowns: Mapping[int, Breakdown] = field(default_factory=lambda: MappingProxyType({}))


@judging()
def recorded(record: Record) -> Recorded:
    """What a kept record says of its end. Raises `Unjudged` if the checker fails at it."""
    report = replay(rulesets.by_key(record.header.ruleset), record)
    positions = positions_in(record)
    board = record.header.board
    certain = report.ended in (WON, BELL, CONCEDED) and report.lost is None
    return Recorded(
        first=positions[0],
        points={at: sum(made.values()) for at, made in zip(positions, report.points, strict=True)},
        maybe=dict(zip(positions, report.hidden_points, strict=True)),
        breakdowns=_breakdowns(record.header, report, positions),
        winner=None if report.winner is None else positions[report.winner],
        left=frozenset(positions[a.seat] for a in record.actions if a.verb == "concede"),
        over=certain,
        broken=len(report.violations) + len(report.at_the_start),
        board=board_text(board) if isinstance(board, Board) else "",
    )


def _breakdowns(header: Header, report: Report, positions: list[int]) -> dict[int, Breakdown]:
    game = _game_of(header)
    found = (game.breakdown(made) for made in report.points)
    pairs = zip(positions, found, strict=True)
    return {position: parts for position, parts in pairs if parts is not None}


def _game_of(header: Header) -> TableGame:
    """The game that is played like that; one that no event is of counts as the base game does."""
    listed = (game for game in GAMES.values() if game.ruleset == header.ruleset)
    return next(listed, TOUR).on(header)


@dataclass(frozen=True, slots=True)
class At:
    """The table of a game: its number, its players' names by position, the points to win, None
    where the game goes by score."""

    table: int
    names: Mapping[int, str]
    target: int | None


def disagreements(game: Recorded, result: Entered, at: At) -> Iterator[Caution]:
    """Where the result of a table is not that of its record. Nothing is changed by it: either of
    the two may be wrong."""
    if not game.over:
        yield Caution.of(
            "", marked("Table {table}: the record stops before the game is over."), table=at.table
        )
        return
    for position in sorted(at.names):
        yield from _of_player(game, result, at, position)
    yield from _of_winner(game, result, at)
    for position in sorted(result.points.keys() & game.points.keys()):
        yield from _of_points(game, result.points[position], at, position)
    for position, parts in sorted(result.breakdowns.items()):
        if not game.maybe.get(position) and game.breakdowns.get(position, parts) != parts:
            yield Caution.of(
                "B-175",
                marked("Table {table}, {player}: the record makes the points up of other parts."),
                table=at.table,
                player=at.names[position],
            )


def _of_player(game: Recorded, result: Entered, at: At, position: int) -> Iterator[Caution]:
    facts = {"table": at.table, "player": at.names[position]}
    if (position in game.points) == (position in result.missing):
        yield Caution.of(
            "D-102",
            marked("Table {table}, {player}: missing in the result or in the record alone."),
            **facts,
        )
    elif position in (game.left & result.points.keys()) - result.left:
        yield Caution.of(
            "D-123",
            marked("Table {table}, {player}: gave up in the record, not in the result."),
            **facts,
        )


def _of_winner(game: Recorded, result: Entered, at: At) -> Iterator[Caution]:
    if game.winner == result.winner or at.target is None:
        return
    if game.winner is None:
        message = marked("Table {table}: {entered} won by the result, nobody by the record.")
    elif result.winner is None:
        message = marked("Table {table}: {recorded} won by the record, nobody by the result.")
    else:
        message = marked("Table {table}: {recorded} won by the record, {entered} by the result.")
    winners = {"entered": result.winner, "recorded": game.winner}
    named = {key: at.names[winner] for key, winner in winners.items() if winner is not None}
    yield Caution.of("B-178", message, table=at.table, **named)


def _of_points(game: Recorded, points: int, at: At, position: int) -> Iterator[Caution]:
    least, most = game.points[position], game.most(position)
    if at.target is not None:
        least, most = min(least, at.target), min(most, at.target)
    if least <= points <= most:
        return
    facts = {"table": at.table, "player": at.names[position], "points": points, "least": least}
    if least == most:
        message = marked(
            "Table {table}, {player}: points in the result {points}, recorded {least}."
        )
    else:
        message = marked(
            "Table {table}, {player}: points in the result {points}, recorded {least} to {most}."
        )
        facts["most"] = most
    yield Caution.of("B-181", message, **facts)


def remarks(
    game: Recorded, *, first: int | None, board: str, names: Mapping[int, str]
) -> Iterator[Caution]:
    """What else in a record is not as the tournament knows it. `first` is who was noted to have
    started, `board` that of the round; None and empty where nobody knows."""
    if first is not None and first != game.first:
        yield Caution.of(
            "T-005",
            marked("{noted} was noted to have started, by the record it was {recorded}."),
            noted=names[first],
            recorded=names[game.first],
        )
    if board and game.board and board != game.board:
        yield Caution.of("T-004", marked("The board is not the one of the round."))
    if game.broken:
        yield Caution.of("", marked("Rules broken in the record: {count}"), count=game.broken)
