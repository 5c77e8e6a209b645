"""Records of games at the desk: pasted or uploaded for the table where they were played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.drawing.looks import colours_of
from games.drawing.plots import piece_svg
from games.engine.border import Unjudged
from games.forms.records import LARGEST
from games.recording.replays import Played, Unreadable, read
from games.viewers import VIEWERS
from games.views.limits import takes_file
from games.views.validate import checked
from games.wording.engine import NOT_JUDGED
from tournaments.domain.values import Caution, Refused
from tournaments.forms.announcing import ReasonForm
from tournaments.forms.records import KeptRecordForm
from tournaments.models import Tournament
from tournaments.models.event import SeatedTable, read_table
from tournaments.permissions import may
from tournaments.services import records
from tournaments.services.agreement import doubts_of_keeping
from tournaments.services.records import WrittenMeanwhile
from tournaments.views.access import act, doer
from tournaments.views.desk.results import TABLE, asked_table
from tournaments.views.outcome import outcome
from tournaments.views.posting import Sent, posted


@dataclass(frozen=True, slots=True)
class Recognised:
    """A player of a record and who that was at the table."""

    called: str
    piece: SafeString
    name: str


@takes_file(LARGEST)
@act
def keep_record(
    request: HttpRequest, tournament: Tournament, number: int, table_number: int
) -> HttpResponse:
    """Look at a record beside its verdict, and keep it. What was typed stays on the page, and so
    does what a file had in it."""
    table = asked_table(request, tournament, number, table_number)
    seated = read_table(table)
    if request.method != "POST":
        return _page(request, tournament, KeptRecordForm(seated))
    form = KeptRecordForm(seated, request.POST.copy(), request.FILES)
    if not form.is_valid():
        return _page(request, tournament, form)
    try:
        played = read(form.given)
        form.data["text"] = played.text
        positions = form.positions(played.record)
        if positions is None or "keep" not in request.POST:
            return _page(request, tournament, form, **_look(seated, played, positions))
        return _keep(request, tournament, form, played, positions)
    except Unreadable as unreadable:
        form.data["text"] = unreadable.text
        return _page(request, tournament, form, mistakes=unreadable.mistakes)
    except Unjudged:
        form.add_error(None, NOT_JUDGED)
        return _page(request, tournament, form)


def _keep(
    request: HttpRequest,
    tournament: Tournament,
    form: KeptRecordForm,
    played: Played,
    positions: Sequence[int],
) -> HttpResponse:
    table = form.seated.table
    looked = _look(form.seated, played, positions)
    seen = form.cleaned_data["seen"]
    who = doer(request)
    came = outcome(
        lambda: records.keep_record(tournament, table, played.record, positions, who, seen=seen)
    )
    came.onto(form)
    if isinstance(came.refusal, WrittenMeanwhile):
        table.refresh_from_db(fields=["record"])
        form.data["seen"] = table.record.revision if table.record else 0
    if came.stays_open:
        return _page(request, tournament, form, cautions=came.cautions, **looked)
    came.saying(_("The game of table %(number)s is kept.") % {"number": table.number}).tell(request)
    return redirect("enter_result", tournament.slug, table.draw.round.number, table.number)


def _look(seated: SeatedTable, played: Played, positions: Sequence[int] | None) -> dict[str, Any]:
    """The verdict on the record, who is who in it, and what speaks against keeping it."""
    return {
        **checked(played),
        "recognised": _recognised(seated, played, positions or ()),
        "doubts": _doubts(seated, played, positions) if positions else [],
    }


def _doubts(
    seated: SeatedTable, played: Played, positions: Sequence[int]
) -> Sequence[Caution | Refused]:
    try:
        return doubts_of_keeping(seated, played.record, positions)
    except Refused as refusal:
        return refusal.each


def _recognised(seated: SeatedTable, played: Played, positions: Sequence[int]) -> list[Recognised]:
    """Nobody where others sat there than the record says."""
    header = played.record.header
    if len(positions) != len(header.players):
        return []
    names = {seat.position: seat.entry.full_name for seat in seated.seats}
    return [
        Recognised(player.name, piece_svg(colour), names[position])
        for player, colour, position in zip(
            header.players, colours_of(header), positions, strict=True
        )
    ]


def _page(
    request: HttpRequest, tournament: Tournament, form: KeptRecordForm, **looked: Any
) -> HttpResponse:
    table = form.seated.table
    context = {
        **looked,
        "tournament": tournament,
        "round": table.draw.round,
        "table": table,
        "kept": table.record,
        "form": form,
        "viewers": VIEWERS.values(),
        "drop_form": ReasonForm(auto_id="drop_%s"),
        "may": {name for name in ("drop_record",) if may(request.roles, name)},
    }
    return render(request, "tournaments/desk/keep_record.html", context)


@act
@posted(TABLE)
def drop_record(sent: Sent, tournament: Tournament, number: int, table_number: int) -> str:
    table = asked_table(sent.request, tournament, number, table_number)
    records.drop_record(tournament, table, sent.doer, sent.reason)
    return _("The record of table %(number)s is removed.") % {"number": table_number}
