"""The list for the door: who is expected, who has paid, and room for signatures.

It stays at the desk, so names are whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _

from tournaments.domain.names import sort_key
from tournaments.exports.asked import Asked
from tournaments.exports.pdf.columns import (
    Cell,
    Column,
    Heading,
    Row,
    Title,
    empty_rows,
    table_pages,
    tick_box,
    ticked_box,
)
from tournaments.exports.pdf.page import Page, version, write_pages
from tournaments.models import Entry
from tournaments.models.entry import EntryState
from tournaments.wording import brief_date

EXPECTED = {EntryState.UNCONFIRMED, EntryState.CONFIRMED, EntryState.CHECKED_IN}
LISTED = EXPECTED | {EntryState.NO_SHOW}
STEP = 8.0
WALK_INS = 8
"""At least so many lines are left for people who have not signed up."""


def check_in_list(asked: Asked) -> bytes:
    return write_pages(asked, _("Check-in list"), pages(asked))


def pages(asked: Asked) -> list[Page]:
    """Everybody expected in Czech order, then the waiting list as it came, who did not come, who
    left without paying, and empty lines."""
    entries = asked.event.entries.values()
    expected = sorted(
        (entry for entry in entries if entry.state in EXPECTED),
        key=lambda entry: sort_key(entry.full_name),
    )
    waiting = sorted(
        (entry for entry in entries if entry.state == EntryState.WAITING),
        key=lambda entry: (entry.queue_number, entry.pk),
    )
    rows: list[Row] = list(_lines(expected, asked))
    if waiting:
        rows += [Heading(_("Waiting list")), *_lines(waiting, asked)]
    if absent := [entry for entry in entries if entry.state == EntryState.NO_SHOW]:
        # Whoever comes after all has the number of the badge, and no other one.
        rows += [Heading(_("Did not come")), *_lines(absent, asked)]
    if left := [e for e in entries if e.owes and e.state not in LISTED and asked.tournament.fee]:
        rows += [Heading(_("Have left and not paid")), *_lines(left, asked)]
    next_number = max((entry.number for entry in entries), default=0) + 1
    rows.append(Heading(_("Without sign-up")))
    lines = empty_rows(len(rows), least=WALK_INS, step=STEP)
    for number in range(next_number, next_number + lines):
        rows.append([str(number), "", "", *_boxes(asked), ""])
    fee = asked.tournament.fee
    columns = [
        Column(_("No."), 12, "right", 10),
        Column(_("Name"), 62, size=11.5, bold=True, lines=2),
        Column(_("Club or note"), 37 if fee else 55, size=9, lines=2),
        *([Column(_("paid"), 18, "centre")] if fee else []),
        Column(_("here"), 13, "centre"),
        Column(_("Signature"), 40),
    ]
    return table_pages(_title(asked), columns, rows, version(asked), step=STEP, ruled=True)


def _title(asked: Asked) -> Title:
    tournament = asked.tournament
    day = brief_date(tournament.date)
    counted = asked.event.head_count
    facts = [tournament.name, day]
    if counted["checked_in"]:
        facts.append(_("checked in: %(count)s") % {"count": counted["checked_in"]})
    facts.append(_("expected: %(count)s") % {"count": counted["expected"]})
    if counted["unconfirmed"]:
        facts.append(_("not confirmed: %(count)s") % {"count": counted["unconfirmed"]})
    if tournament.fee:
        facts.append(_("fee: %(fee)s") % {"fee": tournament.fee})
    return Title(_("Check-in list"), " · ".join(facts))


def _lines(entries: Iterable[Entry], asked: Asked) -> Iterable[Row]:
    for entry in entries:
        club = entry.club.name if entry.club else ""
        yield [
            str(entry.number),
            entry.full_name,
            " · ".join(part for part in (club, entry.note) if part),
            *_boxes(asked, paid=entry.paid, here=entry.state == EntryState.CHECKED_IN),
            "",
        ]


def _boxes(asked: Asked, *, paid: bool = False, here: bool = False) -> Iterator[Cell]:
    """What is ticked at the door; nobody pays where there is no fee."""
    if asked.tournament.fee:
        yield ticked_box if paid else tick_box
    yield ticked_box if here else tick_box
