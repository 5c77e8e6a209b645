"""A list of players out of a file: send it, look what it would do, save exactly that."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games.views.limits import takes_file
from tournaments.domain.importing import PlannedRow, Verdict, new_clubs, with_known_clubs
from tournaments.forms.importing import ImportForm, PreviewForm
from tournaments.forms.sheets import LARGEST_FILE
from tournaments.models import Club, Entry, Tournament
from tournaments.models.entry import EntryState
from tournaments.services import clock, importing
from tournaments.services.entering import free_places
from tournaments.services.importing import ListChanged
from tournaments.services.mailing import sends_nothing
from tournaments.views.access import act, doer
from tournaments.views.outcome import Outcome, answered, outcome
from tournaments.wording import in_words

MOST_CORRECTED = 80
"""So many wrong rows can be corrected on the page at once; of more the file is."""


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
    planned = importing.preview_entries(tournament, form.rows)
    return _preview(request, tournament, planned, left_out=form.left_out)


def _save(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = PreviewForm(request.POST, tournament=tournament)
    if not form.is_valid():
        for error in form.errors.get("preview", ()):
            messages.error(request, error)
        return _upload(request, tournament, ImportForm())
    rows = form.rows_meant()
    again = partial(
        _preview, request, tournament, left_out=form.left_out, write=form.writes_to_them
    )
    if "look" in request.POST:
        return again(importing.preview_entries(tournament, rows))
    who = doer(request)
    came = outcome(
        lambda: importing.import_entries(
            tournament,
            rows,
            form.outcomes,
            who,
            language=get_language(),
            write_to_them=form.writes_to_them,
        )
    )
    if came.refusal:
        _tell_why_not(request, came)
        return again(importing.preview_entries(tournament, rows))
    back = reverse("entries", args=[tournament.slug])
    unpaid = paid_in_list_alone(tournament, importing.preview_entries(tournament, rows))
    said = " ".join([_done(came.made or ()), *_of_payments(unpaid)])
    return answered(request, came.saying(said), back=back)


def paid_in_list_alone(tournament: Tournament, planned: Iterable[PlannedRow]) -> set[int]:
    """Keys of those whom the list calls paid and who are signed up already without it: an import
    changes nothing of them."""
    said = [row.entry for row in planned if row.verdict is Verdict.ALREADY and row.paid]
    if not tournament.fee:
        return set()
    return set(tournament.entries.filter(pk__in=said, paid=False).values_list("pk", flat=True))


def _of_payments(unpaid: Collection[int]) -> Iterator[str]:
    """What is said of those whose payment is not taken over."""
    if unpaid:
        yield ngettext(
            "By the list %(n)s player who is signed up already has paid, and is not noted so. An "
            "import changes nothing of those who are signed up: note it beside the name on the "
            "page of the check-in.",
            "By the list %(n)s players who are signed up already have paid, and are not noted so. "
            "An import changes nothing of those who are signed up: note it beside the names on "
            "the page of the check-in.",
            len(unpaid),
        ) % {"n": len(unpaid)}


def _done(entries: Sequence[Entry]) -> str:
    """What is said of those whom an import signed up."""
    count, waiting = len(entries), sum(e.state == EntryState.WAITING for e in entries)
    done = ngettext("%(n)s player signed up.", "%(n)s players signed up.", count) % {"n": count}
    if not waiting:
        return done
    listed = _("On the waiting list of them: %(waiting)s.") % {"waiting": waiting}
    return f"{done} {listed}"


def _tell_why_not(request: HttpRequest, came: Outcome) -> None:
    """A list that changed meanwhile is no fault of what was typed."""
    if isinstance(came.refusal, ListChanged):
        messages.warning(request, in_words(came.refusal))
    else:
        came.tell(request)


def _upload(request: HttpRequest, tournament: Tournament, form: ImportForm) -> HttpResponse:
    context = {"tournament": tournament, "form": form}
    return render(request, "tournaments/desk/import_entries.html", context)


def _preview(
    request: HttpRequest,
    tournament: Tournament,
    planned: tuple[PlannedRow, ...],
    *,
    left_out: Sequence[str] = (),
    write: bool = True,
) -> HttpResponse:
    form = PreviewForm(initial={"write_to_them": write}, tournament=tournament)
    form.fields["preview"].initial = form.sealed(planned, left_out)
    if left_out:
        words = _("Nothing is read of these columns: %(columns)s.")
        messages.warning(request, words % {"columns": ", ".join(left_out)})
    unpaid = paid_in_list_alone(tournament, planned)
    for words in _of_payments(unpaid):
        messages.warning(request, words)
    counts = {verdict.value: 0 for verdict in Verdict}
    for row in planned:
        counts[row.verdict.value] += 1
    wrong = [row for row in planned if row.verdict is Verdict.WRONG]
    right = [row for row in planned if row not in wrong[:MOST_CORRECTED]]
    clubs = list(Club.objects.values_list("name", flat=True))
    context = {
        "tournament": tournament,
        "planned": with_known_clubs(right, clubs),
        "wrong": wrong[:MOST_CORRECTED],
        "new_clubs": new_clubs(planned, clubs),
        "form": form,
        "upload": ImportForm(),
        "mails_off": sends_nothing(),
        "counts": counts,
        "unpaid": unpaid,
        "to_save": counts["new"],
        "to_wait": max(counts["new"] - free_places(tournament, clock.now()), 0),
    }
    return render(request, "tournaments/desk/import_preview.html", context)
