"""The recorder: a game is written down at the table by taps, and the server judges each of them."""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.drawing.looks import PAINTS, colours_of
from games.engine.border import Unjudged
from games.recording.recorder import (
    Misread,
    Stand,
    Unfit,
    asked,
    ending_of,
    lines_of,
    refusals_in_words,
    verbs_of,
)
from games.wording.engine import NOT_JUDGED
from tournaments.domain.values import Refused
from tournaments.forms.recording import SentForm, StartRecordForm
from tournaments.models import Table, Tournament
from tournaments.models.event import SeatedTable, read_table
from tournaments.services import recording, records
from tournaments.services.recording import AnotherWrites, NoSuchRuling, Sheet
from tournaments.services.records import WrittenMeanwhile
from tournaments.views.access import act, doer, series_act
from tournaments.views.desk.results import TABLE
from tournaments.views.outcome import submit
from tournaments.views.posting import Sent, posted
from tournaments.wording import in_words


@act
def recorder(
    request: HttpRequest, tournament: Tournament, number: int, table_number: int
) -> HttpResponse:
    """The board to tap on; before that who starts and on which board, afterwards how it ended."""
    table = _table(tournament, number, table_number)
    if table.draw.published_at is None:
        raise Http404
    seated = read_table(table)
    if table.record is None:
        if tournament.is_over:
            # The page of the table says so, and why.
            return redirect("enter_result", tournament.slug, number, table_number)
        return _start_page(request, tournament, seated, _form(tournament, seated))
    record = recording.named(table, table.record.record())
    stand = recording.stand_of(record)
    sheet = _shown(request, Sheet(stand, table.record.revision))
    context = {
        **_frame(tournament, seated),
        "kept": table.record,
        "look": stand.ruleset.viewer,
        "game": json.dumps({"game": _game(tournament, seated, stand), "texts": _texts()}),
        "sheet": sheet,
        "asked": json.dumps({"ask": sheet["ask"], "revision": sheet["revision"]}),
    }
    return render(request, "tournaments/desk/recorder.html", context)


@series_act
def recorder_worker(request: HttpRequest) -> HttpResponse:
    """The script that keeps the page for a lost connection; it must come from above that page."""
    script = settings.BASE_DIR / "static" / "js" / "recorder" / "worker.js"
    return HttpResponse(script.read_bytes(), content_type="text/javascript; charset=utf-8")


@act
@require_POST
def start_record(
    request: HttpRequest, tournament: Tournament, number: int, table_number: int
) -> HttpResponse:
    """Begin the record; asked to `show`, say first on which board it would begin."""
    table = _table(tournament, number, table_number)
    seated = read_table(table)
    form = _form(tournament, seated, request.POST)
    if "show" in request.POST:
        context = {**_frame(tournament, seated), "form": form}
        return render(request, "tournaments/desk/_start_board.html", context)
    return submit(
        request,
        form,
        lambda who: records.start_record(tournament, table, form.header, form.positions, who),
        back=reverse("recorder", args=[tournament.slug, number, table_number]),
        again=lambda: _start_page(request, tournament, seated, form),
    )


@act
@require_POST
def take_pen(
    request: HttpRequest, tournament: Tournament, number: int, table_number: int
) -> HttpResponse:
    """A tablet asks whether it may write; `over` takes the pen from another one."""
    table = _table(tournament, number, table_number)
    tablet = request.POST.get("tablet", "")[:40]
    if not tablet:
        return JsonResponse({"state": "misread"}, status=422)
    try:
        pen, sheet = recording.take_pen(table, tablet, doer(request), over="over" in request.POST)
    except AnotherWrites as other:
        return _held(request, other)
    except Refused as refusal:
        return JsonResponse({"state": "closed", "why": in_words(refusal)})
    return JsonResponse({"state": "yours", "number": pen.number, "sheet": _shown(request, sheet)})


@act
@require_POST
def write_record(
    request: HttpRequest, tournament: Tournament, number: int, table_number: int
) -> HttpResponse:
    """One tap. The answer is how the game stands, or why the tap was not written down."""
    table = _table(tournament, number, table_number)
    form = SentForm(request.POST)
    if not form.is_valid():
        return JsonResponse({"state": "misread", "why": str(form.errors)}, status=422)
    try:
        sheet = recording.write_sent(table, form.sent(), doer(request))
    except Unfit as unfit:
        found = refusals_in_words(unfit.findings, unfit.ruleset)
        why = render_to_string(
            "tournaments/desk/recorder/_unfit.html", {"findings": found}, request
        )
        state = "impossible" if unfit.impossible else "unfit"
        return JsonResponse({"state": state, "why": why})
    except Misread as misread:
        words = _("Expected: {what}").format(what=misread)
        return JsonResponse({"state": "misread", "why": words})
    except Unjudged:
        return JsonResponse({"state": "misread", "why": str(NOT_JUDGED)})
    except AnotherWrites as other:
        return _held(request, other)
    except NoSuchRuling as refusal:
        return JsonResponse({"state": "unruled", "why": in_words(refusal)})
    except WrittenMeanwhile as meanwhile:
        return JsonResponse({"state": "meanwhile", "why": in_words(meanwhile)})
    except Refused as refusal:
        return JsonResponse({"state": "closed", "why": in_words(refusal)})
    return JsonResponse({"state": "saved", "sheet": _shown(request, sheet)})


@act
@posted(TABLE)
def close_record(sent: Sent, tournament: Tournament, number: int, table_number: int) -> str:
    records.close_record(tournament, _table(tournament, number, table_number), sent.doer)
    return _("The record of table %(number)s is closed.") % {"number": table_number}


def _table(tournament: Tournament, number: int, table_number: int) -> Table:
    """The table of the current draw."""
    tables = Table.objects.select_related("draw__round__tournament", "record")
    return get_object_or_404(
        tables,
        draw__round__tournament=tournament,
        draw__round__number=number,
        draw__withdrawn_at=None,
        number=table_number,
    )


def _form(tournament: Tournament, seated: SeatedTable, *args: Any) -> StartRecordForm:
    return StartRecordForm(seated, *args, ruleset=seated.plays.ruleset)


def _held(request: HttpRequest, other: AnotherWrites) -> JsonResponse:
    """Somebody else has the pen, or nobody: who, since when, and how the game stands by now."""
    pen = other.pen
    since = f"{timezone.localtime(pen.since):%H:%M}" if pen else ""
    words = _("{who} has been writing this game on another tablet since {time}.")
    why = words.format(who=pen.by, time=since) if pen else in_words(other)
    return JsonResponse({"state": "held", "why": why, "sheet": _shown(request, other.sheet)})


def _start_page(
    request: HttpRequest, tournament: Tournament, seated: SeatedTable, form: StartRecordForm
) -> HttpResponse:
    context = {**_frame(tournament, seated), "form": form}
    return render(request, "tournaments/desk/start_record.html", context)


def _frame(tournament: Tournament, seated: SeatedTable) -> dict[str, Any]:
    draw = seated.table.draw
    return {"tournament": tournament, "round": draw.round, "draw": draw, "seated": seated}


def _game(tournament: Tournament, seated: SeatedTable, stand: Stand) -> dict[str, Any]:
    """What stays the same for the whole game, for the script of the page."""
    header, notation = stand.record.header, stand.ruleset.notation
    place = [tournament.slug, seated.table.draw.round.number, seated.number]
    return {
        "key": f"recorder-{seated.table.record_id}",
        "take": reverse("take_pen", args=place),
        "write": reverse("write_record", args=place),
        "worker": reverse("recorder_worker"),
        "players": [
            {"name": player.name, "fill": PAINTS[colour].fill if colour in PAINTS else "#4a4a4a"}
            for player, colour in zip(header.players, colours_of(header), strict=True)
        ],
        "verbs": verbs_of(header),
        "typed": _("Or in the notation, {what}:").format(what=_(notation.an_action)),
        "places": stand.viewer.places(header),
    }


def _texts() -> dict[str, str]:
    """What the script of the page says; the answers of the server by their state."""
    return {
        "saved": _("Saved on the server"),
        "sending": _("Sending …"),
        "lost": _("No connection"),
        "onlyHere": _("Only on this tablet: {n}"),
        "forgets": _("Not saved: this browser keeps nothing. Leave the page open."),
        "unchecked": _("Not checked yet: everything may be tapped."),
        "onTurn": _("is on turn"),
        "tapPlace": _("Tap the place on the board."),
        "tapPlaces": _("Tap each of them on the board; none of them is an answer, too."),
        "back": _("Back"),
        "nobody": _("Nobody"),
        "none": _("None of these"),
        "unknown": _("Not known"),
        "die": _("Die"),
        "sum": _("The sum"),
        "bothDice": _("Both dice"),
        "ok": _("Done"),
        "clear": _("Clear"),
        "more": _("More"),
        "undo": _("Undo"),
        "onlyTyped": _("This can only be typed, under More."),
        "otherwise": _("Something else happened:"),
        "who": _("Who"),
        "what": _("What"),
        "go": _("Go on"),
        "write": _("Write it down"),
        "unfit": _("By the rules this may not happen:"),
        "impossible": _("This cannot have happened:"),
        "unruled": _("Which decision lets it stand?"),
        "misread": _("This was not understood."),
        "held": _("Another tablet writes this game."),
        "tab": _("This game has been opened in another window of this browser. Go on there."),
        "closed": _("The record is closed."),
        "refused": _("You are not signed in any more, or may not do this. Nothing is lost."),
        "anyway": _("It happened anyway"),
        "ruling": _("Number of the ruling, if there is one"),
        "leaveOut": _("Leave it out"),
        "leaveAll": _("Leave out what follows it as well ({n})"),
        "takeOver": _("Write here from now on"),
        "throwAway": _("Throw away what is only here"),
        "again": _("Load the page again"),
    }


def _shown(request: HttpRequest, sheet: Sheet) -> dict[str, Any]:
    """How the game stands, for the script of the page: what to show, and what to ask."""
    stand = sheet.stand
    count = len(stand.record.actions)
    viewer = stand.viewer
    dice, rolled = viewer.dice(stand.scene)
    context = {
        "hands": viewer.hands(stand.scene),
        "beside": viewer.beside(stand.scene),
        "viewer": viewer,
        "lines": lines_of(stand),
    }
    return {
        "revision": sheet.revision,
        "count": count,
        "picture": viewer.picture(
            stand.scene, key="board", title=str(viewer.title).format(number=count)
        ),
        "dice": render_to_string("games/_dice.html", {"dice": dice, "rolled": rolled}, request),
        "hands": render_to_string("tournaments/desk/recorder/_hands.html", context, request),
        "lines": render_to_string("tournaments/desk/recorder/_lines.html", context, request),
        "ending": ending_of(stand),
        "ask": asked(stand),
    }
