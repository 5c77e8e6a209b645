"""A game is written action by action: which tablet writes it, and what it sends, each once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext

from games.engine.core import Action, Record
from games.models import GameRecord, Pen
from games.recording.recorder import Stand, after, read_sent, read_typed, stand_of, without_last
from tournaments.domain.records import AS_READ, for_reading
from tournaments.domain.values import Refused, marked
from tournaments.models import Table
from tournaments.services.acts import Doer, refuse_who_left
from tournaments.services.records import decided_numbers, write_record


class AnotherWrites(Refused):
    """The record is written on another tablet now; `pen` is its, `sheet` how its game stands."""

    def __init__(self, pen: Pen | None, sheet: Sheet) -> None:
        super().__init__("", marked("The game is being written on another tablet."))
        self.pen = pen
        self.sheet = sheet


class NoSuchRuling(Refused):
    """The referee's book of the event has no such decision."""

    def __init__(self, number: int) -> None:
        text = marked(
            "No. {number} of the referee's book is no decision. Write the number of a matter that "
            "is decided, or none: it may have happened without one."
        )
        super().__init__("T-050", text, number=number)


@dataclass(frozen=True, slots=True)
class Sent:
    """What a tablet sends: one action, words typed in the notation for a seat, or how many of the
    last actions are to be undone.

    `number` counts what the tablet sends, `revision` is the newest that it knows. `happened` says
    that it was so at the table, whatever the rules say; `ruling` is the number of a ruling on all
    that is sent.
    """

    tablet: str
    number: int
    revision: int
    action: Mapping[str, Any] | None = None
    typed: str = ""
    seat: int = 0
    undo: int = 0
    happened: bool = False
    ruling: int = 0


@dataclass(frozen=True, slots=True)
class Sheet:
    """How the game stands, and the revision of the record that says so."""

    stand: Stand
    revision: int


def take_pen(table: Table, tablet: str, doer: Doer, *, over: bool = False) -> tuple[Pen, Sheet]:
    """Let the tablet write the game of the table. Raises `AnotherWrites` if one does already,
    unless it takes `over`, and `Refused` if nobody writes it any more."""
    with transaction.atomic():
        kept = _locked(table)
        refuse_who_left(doer)
        holder = kept.pens.filter(writes=True).first()
        if holder is not None and holder.tablet != tablet and not over:
            raise AnotherWrites(holder, _sheet(table, kept))
        if holder is not None and holder.tablet == tablet:
            return holder, _sheet(table, kept)
        kept.pens.update(writes=False)
        pen, _made = kept.pens.update_or_create(
            tablet=tablet, defaults={"by": doer.name, "since": doer.now, "writes": True}
        )
        return pen, _sheet(table, kept)


def write_sent(table: Table, sent: Sent, doer: Doer) -> Sheet:
    """Carry out what a tablet sent, once, however often it arrives.

    Raises `AnotherWrites`, `WrittenMeanwhile`, `Unfit` for what breaks a rule and did not happen or
    cannot have happened, `Misread` for what is no action, `NoSuchRuling` for what no decision of
    the event lets stand, and `Refused` if nobody writes the record any more.
    """
    with transaction.atomic():
        kept = _locked(table)
        refuse_who_left(doer)
        pen = kept.pens.filter(writes=True).first()
        if pen is None or pen.tablet != sent.tablet:
            raise AnotherWrites(pen, _sheet(table, kept))
        if sent.number <= pen.number:
            return _sheet(table, kept)
        record = kept.record()
        stand = _carried_out(named(table, record), sent)
        _must_be_decided(table, stand.record.actions[len(record.actions) :])
        longer = record._replace(actions=stand.record.actions)
        revision = write_record(table, longer, doer.now, revision=sent.revision)
        pen.number = sent.number
        pen.save(update_fields=["number"])
    return Sheet(stand, revision)


def _carried_out(record: Record, sent: Sent) -> Stand:
    if sent.undo:
        return stand_of(without_last(record, sent.undo))
    if sent.action is not None:
        actions = read_sent(record, sent.action)
    else:
        record, actions = read_typed(record, sent.seat, sent.typed)
    if sent.ruling:
        # What was typed may be several actions, and a ruling of its own may stand behind one.
        actions = [one._replace(ruling=one.ruling or sent.ruling) for one in actions]
    return after(record, actions, happened=sent.happened)


def _must_be_decided(table: Table, actions: Sequence[Action]) -> None:
    named = {action.ruling for action in actions} - {0}
    tournament = table.draw.round.tournament
    if named and (unknown := named - decided_numbers(tournament)):
        raise NoSuchRuling(min(unknown))


def named(table: Table, record: Record) -> Record:
    """The record with what people at the table are called."""
    seats = table.seats.select_related("entry")
    names = {seat.position: seat.entry.full_name for seat in seats}
    return for_reading(record, names, event="", table="", date="", nameless=gettext(AS_READ))


def _sheet(table: Table, kept: GameRecord) -> Sheet:
    return Sheet(stand_of(named(table, kept.record())), kept.revision)


def _locked(table: Table) -> GameRecord:
    """The record that is being written, locked to the end of the transaction."""
    kept = GameRecord.objects.select_for_update(of=("self",)).filter(table=table).first()
    if kept is None or not kept.is_open:
        raise Refused(
            "", marked("Nobody writes the game of table {table} any more."), table=table.number
        )
    return kept
