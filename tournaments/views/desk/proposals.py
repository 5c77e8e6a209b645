"""What players entered, at the desk: accepted by one key, or set aside."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.models import Tournament
from tournaments.services import proposing
from tournaments.views.access import act, doer
from tournaments.views.desk.results import Asked, missing_results
from tournaments.views.outcome import Outcome, answered, outcome


@act
@require_POST
def accept_proposal(
    request: HttpRequest, tournament: Tournament, number: int, pk: int
) -> HttpResponse:
    came = outcome(lambda: proposing.accept_proposal(tournament, pk, doer(request)))
    done = _("Table %(number)s is saved.")
    return _answer(request, tournament, number, pk, came=came, done=done)


@act
@require_POST
def decline_proposal(
    request: HttpRequest, tournament: Tournament, number: int, pk: int
) -> HttpResponse:
    came = outcome(lambda: proposing.decline_proposal(tournament, pk, doer(request)))
    done = _("What was entered for table %(number)s is set aside; its players see it.")
    return _answer(request, tournament, number, pk, came=came, done=done)


def _answer(
    request: HttpRequest, tournament: Tournament, number: int, pk: int, *, came: Outcome, done: str
) -> HttpResponse:
    """To a script the list of what waits alone, so that what is typed in the grid stays."""
    proposal = came.made
    asked = Asked(
        pk, came.cautions, proposal.table.number if proposal and proposal.result_id else None
    )
    if proposal:
        came = came.saying(done % {"number": proposal.table.number})
    return answered(
        request,
        came,
        back=reverse("results_desk", args=[tournament.slug, number]),
        row=lambda _cautions: missing_results(request, tournament, number, asked=asked),
    )
