"""Events as appointments in somebody's calendar (RFC 5545)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.utils import timezone

from tournaments.models.event import Event
from tournaments.models.tournament import State

CALENDAR = "text/calendar; charset=utf-8"

LONGEST_LINE = 75
"""Octets of a line without its end (3.1); what is longer goes on in the next one."""

ESCAPED = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n", "\r": None})


@dataclass(frozen=True, slots=True)
class Appointment:
    """An event, of which the times alone have to be read, from the opening of the check-in to the
    last planned bell; `address` is that of its page. It may be `off` for somebody alone."""

    event: Event
    address: str
    off: bool = False

    @property
    def is_cancelled(self) -> bool:
        return self.off or self.event.tournament.state == State.CANCELLED


def write_appointments(
    appointments: Iterable[Appointment], now: dt.datetime, *, name: str = ""
) -> bytes:
    """A calendar of this name. One that has an event already, from whichever of these files, takes
    the newer one in its place."""
    lines = (part for line in _lines(appointments, now, name) for part in _folded(line))
    return "".join(f"{part}\r\n" for part in lines).encode()


def _lines(appointments: Iterable[Appointment], now: dt.datetime, name: str) -> Iterator[str]:
    yield from ("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//catantour//catantour//EN")
    if name:
        yield from (f"NAME:{_text(name)}", f"X-WR-CALNAME:{_text(name)}")
        yield from ("REFRESH-INTERVAL;VALUE=DURATION:PT6H", "X-PUBLISHED-TTL:PT6H")
    for appointment in appointments:
        yield from _appointment(appointment, now)
    yield "END:VCALENDAR"


def _appointment(appointment: Appointment, now: dt.datetime) -> Iterator[str]:
    event, address = appointment.event, appointment.address
    tournament = event.tournament
    start = timezone.make_aware(dt.datetime.combine(tournament.date, tournament.start))
    bells = [bell for played in event.rounds if (bell := played.times.bell)]
    yield from ("BEGIN:VEVENT", f"UID:event-{tournament.pk}@{urlsplit(address).hostname}")
    yield from (f"DTSTAMP:{_moment(now)}", f"SEQUENCE:{tournament.public_version}")
    yield f"DTSTART:{_moment(start)}"
    if bells and max(bells) > start:
        yield f"DTEND:{_moment(max(bells))}"
    yield f"SUMMARY:{_text(tournament.name)}"
    yield f"LOCATION:{_text(', '.join(filter(None, (tournament.venue, tournament.town))))}"
    yield f"URL:{address}"
    yield f"STATUS:{'CANCELLED' if appointment.is_cancelled else 'CONFIRMED'}"
    yield "END:VEVENT"


def _moment(moment: dt.datetime) -> str:
    return f"{moment.astimezone(dt.UTC):%Y%m%dT%H%M%SZ}"


def _text(text: str) -> str:
    return text.translate(ESCAPED)


def _folded(line: str) -> Iterator[str]:
    """The line in parts that are short enough; no letter is torn apart."""
    part = ""
    for letter in line:
        if len((part + letter).encode()) > LONGEST_LINE:
            yield part
            part = " "
        part += letter
    yield part
