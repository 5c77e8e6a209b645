"""Records of games: kept for the table where they were played, or written while it is."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence

from django.db.models.signals import post_delete
from django.dispatch import receiver

from games.engine import rulesets
from games.engine.border import Unjudged, judging
from games.engine.core import OPEN, Header, Record
from games.engine.replay import replay
from games.models import LARGEST_KEPT, GameRecord, canonical, packed
from tournaments.domain.records import at_the_table
from tournaments.domain.values import Caution, Refused, marked
from tournaments.models import Table, Tournament
from tournaments.models.tournament import State
from tournaments.services.acts import AlreadyDone, Doer, acting
from tournaments.services.guards import must_have_reason, must_run, published_table


class WrittenMeanwhile(Refused):
    """Somebody else has written the record since it was read."""

    def __init__(self) -> None:
        super().__init__(
            "", marked("Somebody else has written this record meanwhile. Nothing was overwritten.")
        )


def keep_record(
    tournament: Tournament,
    table: Table,
    record: Record,
    positions: Sequence[int],
    doer: Doer,
    *,
    seen: int = 0,
) -> GameRecord:
    """Keep a whole game that was written down, for the table where it was played.

    `positions` are those at the table of the record's players in their order. `seen` is the
    revision that was on the screen (0: none); raises `WrittenMeanwhile` if it is another by now.
    What was kept before goes once that is confirmed. Results are left as they are.
    """
    number = table.draw.round.number
    with acting(tournament, "keep_record", doer, round_number=number) as act:
        _must_have_begun(act.tournament)
        table = published_table(act.tournament, table)
        text = _text(table, record, positions)
        before = table.record
        if before is not None and before.text == text:
            raise AlreadyDone(
                "", marked("This game is kept for table {table} already."), table=table.number
            )
        if (before.revision if before else 0) != seen:
            raise WrittenMeanwhile
        act.heed(_cautions_of_rulings(table, record))
        act.heed(_cautions_of_replacing(table))
        act.detail = str(table.number)
        return _put(table, before, text, doer)


def start_record(
    tournament: Tournament, table: Table, header: Header, positions: Sequence[int], doer: Doer
) -> GameRecord:
    """Begin to write the game of a table while it is played.

    The players of the header sit at these positions, the one who starts first.
    """
    number = table.draw.round.number
    with acting(tournament, "start_record", doer, round_number=number) as act:
        must_run(act.tournament)
        table = published_table(act.tournament, table)
        if table.record is not None:
            raise AlreadyDone("", marked("Table {table} has a record already."), table=table.number)
        act.detail = str(table.number)
        kept = GameRecord.objects.create(
            text=_text(table, Record(header, ()), positions),
            created_at=doer.now,
            changed_at=doer.now,
        )
        _hang(table, kept)
        return kept


def write_record(table: Table, record: Record, now: dt.datetime, *, revision: int) -> int:
    """Write the next revision of a record that is being written, and say its number.

    `record` holds the whole game so far, its players called as they are kept. It is an action of a
    game, not an act of the tournament: it has no line in the logbook. Raises `WrittenMeanwhile` if
    `revision` is not the newest, and `Refused` if nobody writes the record any more.
    """
    standing = GameRecord.objects.filter(table=table, table__draw__withdrawn_at=None)
    kept = standing.defer("text").first()
    if kept is None or not kept.is_open:
        raise Refused(
            "", marked("Nobody writes the game of table {table} any more."), table=table.number
        )
    text = _small_enough(canonical(record))
    if not kept.write(text, now, revision=revision):
        raise WrittenMeanwhile
    return revision + 1


def close_record(tournament: Tournament, table: Table, doer: Doer) -> None:
    """End the writing of a game; from now on it can only be replaced whole, so a game that is not
    over by the rules is asked about."""
    number = table.draw.round.number
    with acting(tournament, "close_record", doer, round_number=number) as act:
        table = published_table(act.tournament, table)
        kept = _record_of(table)
        if not kept.is_open:
            raise AlreadyDone(
                "", marked("The record of table {table} is closed."), table=table.number
            )
        act.heed(_cautions_of_closing(table, kept))
        act.detail = str(table.number)
        kept.closed_at = doer.now
        kept.save(update_fields=["closed_at"])


def _cautions_of_closing(table: Table, kept: GameRecord) -> Iterator[Caution]:
    try:
        is_over = _is_over(kept.record())
    except Unjudged:
        # Nobody can go on with such a record, and nobody can say whether it is over.
        return
    if not is_over:
        yield Caution.of(
            "",
            marked(
                "Table {table}: the record stops before the game is over. Closed, it shows "
                "everybody all that was written down, also the cards in the hands."
            ),
            table=table.number,
        )


@judging()
def _is_over(record: Record) -> bool:
    return replay(rulesets.by_key(record.header.ruleset), record).ended != OPEN


def drop_record(tournament: Tournament, table: Table, doer: Doer, reason: str) -> None:
    """Remove the record of a table for good, for a reason."""
    number = table.draw.round.number
    with acting(tournament, "drop_record", doer, round_number=number, reason=reason) as act:
        table = Table.objects.select_related("draw__round").get(pk=table.pk)
        kept = _record_of(table)
        must_have_reason(reason, "", marked("Removing a record needs a reason."))
        act.detail = str(table.number)
        kept.delete()


@receiver(post_delete, sender=Table, dispatch_uid="drop-records-of-tables")
def drop_record_of(instance: Table, **_kwargs: object) -> None:
    """Nothing leads to a record any more once its table is gone."""
    GameRecord.objects.filter(pk=instance.record_id).delete()


def _must_have_begun(tournament: Tournament) -> None:
    """A game may be typed when the day is over: it changes no result."""
    if tournament.state not in (State.RUNNING, State.FINISHED, State.SENT):
        raise Refused("", marked("The tournament is not running yet."))


def _text(table: Table, record: Record, positions: Sequence[int]) -> str:
    seated = list(table.seats.order_by("position").values_list("position", flat=True))
    return _small_enough(canonical(at_the_table(record, positions, seated)))


def _small_enough(text: str) -> str:
    if len(packed(text)) > LARGEST_KEPT:
        raise Refused("", marked("The record is longer than a game can be."))
    return text


def _record_of(table: Table) -> GameRecord:
    if table.record is None:
        raise AlreadyDone("", marked("Table {table} has no record."), table=table.number)
    return table.record


def _cautions_of_rulings(table: Table, record: Record) -> Iterator[Caution]:
    named = {action.ruling for action in record.actions} - {0}
    if named and (unknown := named - decided_numbers(table.draw.round.tournament)):
        yield Caution.of(
            "T-050",
            marked(
                "The game says that a referee let something stand by decisions that the referee's "
                "book of the event does not have: {numbers}."
            ),
            numbers=", ".join(map(str, sorted(unknown))),
        )


def decided_numbers(tournament: Tournament) -> set[int]:
    """The numbers of the matters in the book of the event that are decided and not protested."""
    matters = tournament.rulings.numbered()
    return {matter.number for matter in matters if not matter.is_open}


def _cautions_of_replacing(table: Table) -> list[Caution]:
    if table.record is None:
        return []
    if table.record.is_open:
        return [
            Caution.of(
                "",
                marked("The game of table {table} is being written right now. That will end."),
                table=table.number,
            )
        ]
    return [
        Caution.of(
            "", marked("The record that table {table} has will be replaced."), table=table.number
        )
    ]


def _put(table: Table, before: GameRecord | None, text: str, doer: Doer) -> GameRecord:
    if before is None:
        kept = GameRecord.objects.create(
            text=text, created_at=doer.now, changed_at=doer.now, closed_at=doer.now
        )
        _hang(table, kept)
        return kept
    seen = GameRecord.objects.filter(pk=before.pk, revision=before.revision)
    revision = before.revision + 1
    # Whoever writes the game right now does not wait for the lock of the tournament.
    if not seen.update(text=text, revision=revision, changed_at=doer.now, closed_at=doer.now):
        raise WrittenMeanwhile
    before.refresh_from_db()
    return before


def _hang(table: Table, kept: GameRecord) -> None:
    table.record = kept
    table.save(update_fields=["record"])
