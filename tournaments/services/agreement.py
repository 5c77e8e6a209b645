"""Results and records of the same games: whether they agree, and one taken over from the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from django.core.cache import caches

from games.engine.board.listing import board_text
from games.engine.border import Unjudged
from games.engine.core import Record
from games.models import GameRecord
from tournaments.domain.recorded import At, Entered, Recorded, disagreements, recorded, remarks
from tournaments.domain.records import at_the_table
from tournaments.domain.values import Caution, marked
from tournaments.models.event import SeatedTable
from tournaments.models.result import Ending, Presence
from tournaments.services.entered import EnteredResult, EnteredScore, as_entered

KEPT_SECONDS = 3600


def recorded_in(kept: GameRecord) -> Recorded | None:
    """What a record says of its end, None if the checker fails at it; it is played through once
    for each revision."""
    key = f"recorded:{kept.pk}:{kept.revision}"
    try:
        return caches["worked-out"].get_or_set(key, lambda: recorded(kept.record()), KEPT_SECONDS)
    except Unjudged:
        return None


def doubts_of_round(tables: Iterable[SeatedTable]) -> Iterator[Caution]:
    """Where results differ from the records of their tables, table by table, and which games are
    still being written down."""
    for seated in with_records(tables):
        if seated.table.record.is_open:
            yield Caution.of(
                "",
                marked("The game of table {table} is still being written down."),
                table=seated.number,
            )
        yield from doubts(seated)


def with_records(tables: Iterable[SeatedTable]) -> list[SeatedTable]:
    """Those of the tables that carry a record, read in one query."""
    carrying = [seated for seated in tables if seated.table.record_id is not None]
    found = GameRecord.objects.in_bulk([seated.table.record_id for seated in carrying])
    for seated in carrying:
        seated.table.record = found[seated.table.record_id]
    return carrying


def doubts(seated: SeatedTable) -> list[Caution]:
    """Where the result of a table differs from its record; nothing while one of them is open, and
    nothing of a void game, which counts for nobody."""
    kept = seated.table.record
    if kept is None or kept.is_open or not _is_to_be_compared(seated):
        return []
    game = recorded_in(kept)
    if game is None:
        message = marked(
            "Table {table}: the checker failed at the record, so nobody has compared it with the "
            "result."
        )
        return [Caution.of("", message, table=seated.number)]
    return _doubts(seated, game)


def doubts_of_keeping(
    seated: SeatedTable, record: Record, positions: Sequence[int]
) -> list[Caution]:
    """What would be said against a record once it is kept for the table, its players at these
    positions; broken rules, which its verdict counts, are left out. Raises `Refused` if nobody can
    have sat like that."""
    at_table = at_the_table(record, positions, sorted(_names(seated)))
    game = replace(recorded(at_table), broken=0)
    against_result = _doubts(seated, game) if _is_to_be_compared(seated) else []
    return [*against_result, *_remarks(seated, game)]


def _is_to_be_compared(seated: SeatedTable) -> bool:
    return seated.result is not None and seated.result.ending != Ending.VOID


def _doubts(seated: SeatedTable, game: Recorded) -> list[Caution]:
    at = At(seated.number, _names(seated), seated.plays.target)
    return list(disagreements(game, _entered(as_entered(seated.result)), at))


def _entered(entered: EnteredResult) -> Entered:
    scores = entered.scores.items()
    return Entered(
        points={at: s.game_points for at, s in scores if s.counts and s.game_points is not None},
        winner=entered.winner,
        left=frozenset(at for at, s in scores if s.presence == Presence.LEFT),
        missing=frozenset(at for at, s in scores if s.presence == Presence.MISSING),
        breakdowns={at: s.breakdown for at, s in scores if s.breakdown},
    )


def remarks_on(seated: SeatedTable) -> list[Caution]:
    """What else in the record of a table is not as the tournament knows it."""
    kept = seated.table.record
    if kept is None or kept.is_open or (game := recorded_in(kept)) is None:
        return []
    return _remarks(seated, game)


def _remarks(seated: SeatedTable, game: Recorded) -> list[Caution]:
    board = seated.table.draw.round.board_on(game.board)
    return list(
        remarks(
            game,
            first=seated.table.first_position,
            board="" if board is None else board_text(board),
            names=_names(seated),
        )
    )


def as_recorded(seated: SeatedTable) -> EnteredResult | None:
    """The result that the record of the table makes; None if it leaves anything open."""
    kept = seated.table.record
    if kept is None or kept.is_open:
        return None
    game = recorded_in(kept)
    if game is None or not game.is_certain:
        return None
    target = seated.plays.target
    return EnteredResult(
        {seat.position: _score(game, seat.position, target) for seat in seated.seats},
        None if target is None else game.winner,
    )


def _score(game: Recorded, position: int, target: int | None) -> EnteredScore:
    if position not in game.points:
        return EnteredScore(presence=Presence.MISSING)
    points = game.points[position]
    return EnteredScore(
        points if target is None else min(points, target),
        Presence.LEFT if position in game.left else Presence.PLAYED,
        game.breakdowns.get(position) or None,
    )


def _names(seated: SeatedTable) -> dict[int, str]:
    return {seat.position: seat.entry.full_name for seat in seated.seats}
