"""An event as an appointment in somebody's calendar (RFC 5545)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from urllib.parse import urlsplit

from django.utils import timezone

from tournaments.models.event import Event
from tournaments.models.tournament import State

CALENDAR = "text/calendar; charset=utf-8"

LONGEST_LINE = 75
"""Octets of a line without its end (3.1); what is longer goes on in the next one."""

ESCAPED = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n", "\r": None})


def write_appointment(event: Event, address: str, now: dt.datetime) -> bytes:
    """From the opening of the check-in to the last planned bell; `address` is that of the page.

    A calendar that has it already takes the newer one in its place.
    """
    lines = (part for line in _lines(event, address, now) for part in _folded(line))
    return "".join(f"{part}\r\n" for part in lines).encode()


def _lines(event: Event, address: str, now: dt.datetime) -> Iterator[str]:
    tournament = event.tournament
    start = timezone.make_aware(dt.datetime.combine(tournament.date, tournament.start))
    bells = [bell for played in event.rounds if (bell := played.times.bell)]
    yield from ("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//catantour//catantour//EN")
    yield from ("BEGIN:VEVENT", f"UID:event-{tournament.pk}@{urlsplit(address).hostname}")
    yield from (f"DTSTAMP:{_moment(now)}", f"SEQUENCE:{tournament.public_version}")
    yield f"DTSTART:{_moment(start)}"
    if bells and max(bells) > start:
        yield f"DTEND:{_moment(max(bells))}"
    yield f"SUMMARY:{_text(tournament.name)}"
    yield f"LOCATION:{_text(', '.join(filter(None, (tournament.venue, tournament.town))))}"
    yield f"URL:{address}"
    yield f"STATUS:{'CANCELLED' if tournament.state == State.CANCELLED else 'CONFIRMED'}"
    yield from ("END:VEVENT", "END:VCALENDAR")


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
