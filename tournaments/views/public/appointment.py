"""Events for everybody's own calendar: one, or those of a season."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _

from tournaments.exports.appointment import CALENDAR, Appointment, write_appointments
from tournaments.exports.kinds import file_name
from tournaments.models import Tournament
from tournaments.models.event import Event, read_event, read_times
from tournaments.services import clock
from tournaments.services.mailing import absolute
from tournaments.views.access import act, series_act
from tournaments.views.cached import cached
from tournaments.views.in_series import of_series
from tournaments.views.public.season import events_of, is_a_season


@cached
@act
def appointment(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    content = write_appointments([appointment_of(read_event(tournament))], clock.now())
    return _shown(content, file_name(tournament, str(tournament.date), "ics"))


@of_series
@series_act
def season_appointments(request: HttpRequest, year: int) -> HttpResponse:
    if not is_a_season(year, timezone.localdate()):
        raise Http404
    name = _("Season %(year)s") % {"year": year}
    events = events_of(request.series, year)
    found = [appointment_of(event) for event in read_times(events)]
    return calendar_of(found, name)


def calendar_of(appointments: Sequence[Appointment], name: str) -> HttpResponse:
    """What a calendar program may follow."""
    return _shown(write_appointments(appointments, clock.now(), name=name), f"{name}.ics")


def appointment_of(event: Event, *, off: bool = False) -> Appointment:
    return Appointment(event, absolute("tournament", event.tournament.slug), off=off)


def _shown(content: bytes, name: str) -> HttpResponse:
    # Not as a download: a phone opens its calendar then.
    shown = content_disposition_header(False, name)
    return HttpResponse(content, CALENDAR, headers={"Content-Disposition": shown})
