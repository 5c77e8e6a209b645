"""What must be so whatever was asked at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from games.models import GameRecord
from tournaments.models import Call, Entry, Person, Tournament
from tournaments.models.call import CallOutcome
from tournaments.models.entry import EntryState
from tournaments.models.event import read_event

OF_PLAY = {"draw_round", "publish_draw", "close_round", "reopen_round", "enter_result", "void_game"}
"""Acts that only an event has that is not over."""

BESIDE = {"move_up", "join_queue"}
"""Lines of those whom another act moved in the queue; each has the version of that act."""


def broken_invariants() -> list[str]:
    """What must be so and is not, in words."""
    broken = [
        f"{event}: {what}"
        for event in Tournament.objects.all()
        for look in (_in_the_list, _in_the_rounds, _at_the_tables, _in_the_logbook)
        for what in look(event)
    ]
    if Entry.objects.filter(person__forgotten_at__isnull=False).exclude(name="").exists():
        broken.append("a name of somebody who is deleted")
    if Person.objects.filter(forgotten_at__isnull=False).exclude(name="").exists():
        broken.append("somebody deleted who has a name")
    for record in GameRecord.objects.exclude(table__isnull=True):
        if record.revision != len(record.record().actions) + 1:
            broken.append(f"{record}: a tap that is there twice, or counted and not there")
    return broken


def _in_the_list(event: Tournament) -> Iterator[str]:
    numbers = list(event.entries.values_list("number", flat=True))
    persons = list(event.entries.exclude(name="").values_list("person", flat=True))
    addressed = Counter(event.entries.exclude(email="").values_list("name", "email"))
    if len(numbers) != len(set(numbers)):
        yield "a number twice"
    if len(persons) != len(set(persons)):
        yield "a person twice"
    if any(count > 1 for count in addressed.values()):
        yield "a name with its address twice"
    if event.entries.filter(state=EntryState.CONFIRMED).count() > event.capacity:
        yield "more than there are places"


def _in_the_rounds(event: Tournament) -> Iterator[str]:
    for played in read_event(event).rounds:
        if played.round.draws.filter(withdrawn_at=None).count() > 1:
            yield "two draws of one round"
        if len(played.entry_ids) != len(set(played.entry_ids)):
            yield "a player at two places"
        for table in played.tables:
            kept = list(table.table.results.values_list("number", flat=True))
            if kept != list(range(1, len(kept) + 1)):
                yield "results of a table"
            if kept and table.table.proposals.open().exists():
                yield "a proposal that waits beside the result of its table"
            if played.round.closed_at and not kept:
                yield "a closed round with a table without a result"


def _at_the_tables(event: Tournament) -> Iterator[str]:
    for call in Call.objects.filter(table__draw__round__tournament=event):
        if (call.outcome == CallOutcome.RULING) != (call.ruling_id is not None):
            yield "a ruling of no call, or a call without its ruling"
        if event.rulings.filter(table=call.table).count() > 1:
            yield "two rulings of one call"


def _in_the_logbook(event: Tournament) -> Iterator[str]:
    """What was done one after the other, in an order in which it cannot be done."""
    versions = list(event.acts.exclude(name__in=BESIDE).values_list("version", flat=True))
    if len(versions) != len(set(versions)) or max(versions, default=0) > event.version:
        yield "versions of acts"
    if event.acts.filter(name__in=BESIDE).exclude(version__in=versions).exists():
        yield "a line beside no act"
    over, sent = False, False
    for name in event.acts.order_by("version").values_list("name", flat=True):
        if over and name in OF_PLAY:
            yield f"{name} after the end"
        if sent and name == "send_results":
            yield "sent twice"
        over = (over or name == "finish") and name != "reopen_tournament"
        sent = (sent or name == "send_results") and name != "reopen_tournament"
