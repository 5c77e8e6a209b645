"""A list of players out of a file: send it, look what it would do, save exactly that."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, ngettext

from games.views.limits import takes_file
from tournaments.domain.importing import PlannedRow, Verdict
from tournaments.domain.values import Refused
from tournaments.forms.importing import ImportForm, PreviewForm
from tournaments.forms.sheets import LARGEST_FILE
from tournaments.models import Tournament
from tournaments.services import importing
from tournaments.services.importing import ListChanged
from tournaments.services.mailing import sends_nothing
from tournaments.views.access import act, doer
from tournaments.wording import in_words, told


@takes_file(LARGEST_FILE)
@act
def import_entries(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    if request.method != "POST":
        return _upload(request, tournament, ImportForm())
    if "preview" in request.POST:
        return _save(request, tournament)
    form = ImportForm(request.POST, request.FILES)
    if not form.is_valid():
        return _upload(request, tournament, form)
    return _preview(request, tournament, importing.preview_entries(tournament, form.rows))


def _save(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = PreviewForm(request.POST, tournament=tournament)
    if not form.is_valid():
        for error in form.errors.get("preview", ()):
            messages.error(request, error)
        return _upload(request, tournament, ImportForm())
    try:
        saved = importing.import_entries(
            tournament,
            form.rows,
            form.outcomes,
            doer(request),
            language=get_language(),
            write_to_them=form.writes_to_them,
        )
    except ListChanged as changed:
        messages.warning(request, in_words(changed))
        planned = importing.preview_entries(tournament, form.rows)
        return _preview(request, tournament, planned, write=form.writes_to_them)
    except Refused as refusal:
        messages.error(request, told(refusal))
        return _preview(request, tournament, importing.preview_entries(tournament, form.rows))
    done = ngettext("%(n)s player signed up.", "%(n)s players signed up.", len(saved))
    messages.success(request, done % {"n": len(saved)})
    return redirect("entries", tournament.slug)


def _upload(request: HttpRequest, tournament: Tournament, form: ImportForm) -> HttpResponse:
    context = {"tournament": tournament, "form": form}
    return render(request, "tournaments/import_entries.html", context)


def _preview(
    request: HttpRequest,
    tournament: Tournament,
    planned: tuple[PlannedRow, ...],
    *,
    write: bool = True,
) -> HttpResponse:
    form = PreviewForm(initial={"write_to_them": write}, tournament=tournament)
    form.fields["preview"].initial = form.sealed(planned)
    counts = {verdict.value: 0 for verdict in Verdict}
    for row in planned:
        counts[row.verdict.value] += 1
    context = {
        "tournament": tournament,
        "planned": planned,
        "form": form,
        "upload": ImportForm(),
        "mails_off": sends_nothing(),
        "counts": counts,
        "to_save": counts["new"],
    }
    return render(request, "tournaments/import_preview.html", context)
