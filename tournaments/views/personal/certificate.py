"""A player's own certificate, once the standings are final."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.http import content_disposition_header

from tournaments.exports.kinds import parameters, write
from tournaments.models import Entry, Tournament
from tournaments.services import clock
from tournaments.views.access import act
from tournaments.views.links import behind_a_link, entry_of, link_gone
from tournaments.views.outcome import answered, outcome, refuse_too_many
from tournaments.views.site_address import site_address

PRINTED = "20/h"


@behind_a_link
@act
def my_certificate(request: HttpRequest, tournament: Tournament, token: str) -> HttpResponse:
    """The same sheet as the desk prints for this player."""
    entry = entry_of(tournament, token)
    if entry is None:
        return link_gone(request, tournament)
    came = outcome(lambda: _printed(request, tournament, entry))
    if came.refusal:
        return answered(request, came, back=reverse("my_page", args=[tournament.slug, token]))
    content, name = came.made
    answer = HttpResponse(content, content_type="application/pdf")
    answer["Content-Disposition"] = content_disposition_header(False, name)
    return answer


def _printed(request: HttpRequest, tournament: Tournament, entry: Entry) -> tuple[bytes, str]:
    refuse_too_many(request, "my-certificate", {f"{entry.pk}": PRINTED})
    given = parameters(site_address(request), players=[entry.number])
    return write("certificates", tournament, given, clock.now())
