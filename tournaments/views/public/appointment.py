"""The event for everybody's own calendar."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.http import content_disposition_header

from tournaments.exports.appointment import CALENDAR, write_appointment
from tournaments.exports.kinds import file_name
from tournaments.models import Tournament
from tournaments.models.event import read_event
from tournaments.services import clock
from tournaments.services.mailing import absolute
from tournaments.views.access import act


@act
def appointment(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    page = absolute("tournament", tournament.slug)
    content = write_appointment(read_event(tournament), page, clock.now())
    name = file_name(tournament, str(tournament.date), "ics")
    # Not as a download: a phone opens its calendar then.
    shown = content_disposition_header(False, name)
    return HttpResponse(content, CALENDAR, headers={"Content-Disposition": shown})
