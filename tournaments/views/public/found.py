"""What search engines and other sites find of the public pages: where they are in each language,
and an event as data."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse, translate_url
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe

from tournaments.domain.formats.presets import presets
from tournaments.models import Series, Tournament
from tournaments.models.event import Event
from tournaments.models.tournament import State
from tournaments.services.mailing import absolute
from tournaments.views.public.calendar import Announced, years_of_events
from tournaments.views.public.guide import page_keys

ADDRESSES_IN_A_FILE = 1000

ALONE = ("calendar", "rules", "formats", "interface", "guide", "tell_of_school")
"""Pages whose address has no place to fill in."""

SAID_IN_EACH_LANGUAGE = frozenset(
    {
        *ALONE,
        *(
            "series_page",
            "season",
            "format_page",
            "guide_page",
            "tournament",
            "players",
            "player",
            "newest_round",
        ),
        *("round", "results", "standings", "junior_standings", "register"),
    }
)
"""Pages that say where they are in the other languages."""

ESCAPED = {ord(letter): f"\\u{ord(letter):04x}" for letter in "<>&"}


class Alternate(NamedTuple):
    """A page in a language."""

    language: str
    address: str


def alternates(request: HttpRequest | None) -> list[Alternate]:
    """Where the page is in each language; nothing of one that is for nobody else to find."""
    match = request and request.resolver_match
    if not match or match.url_name not in SAID_IN_EACH_LANGUAGE:
        return []
    site = settings.SITE_URL.rstrip("/")
    return [
        Alternate(code, site + translate_url(request.path, code))
        for code, _name in settings.LANGUAGES
    ]


def robots(request: HttpRequest) -> HttpResponse:
    """What is behind a sign-in. Personal pages say "noindex" themselves, so they may be asked
    for."""
    context = {"sitemap": settings.SITE_URL.rstrip("/") + reverse("sitemap_index")}
    return render(request, "robots.txt", context, content_type="text/plain")


class _Pages(Sitemap):
    i18n = alternates = x_default = True
    limit = ADDRESSES_IN_A_FILE


class SitePages(_Pages):
    """What there is besides events."""

    def items(self) -> list[tuple[str, dict[str, Any]]]:
        return [
            *((name, {}) for name in ALONE),
            *_addresses_of_series(),
            *(("format_page", {"key": key}) for key in presets()),
            *(("guide_page", {"key": key}) for key in page_keys()),
        ]

    def location(self, item: tuple[str, dict[str, Any]]) -> str:
        name, at = item
        return reverse(name, kwargs=at)


def _addresses_of_series() -> Iterator[tuple[str, dict[str, Any]]]:
    """Pages and seasons of each series; of the only one the calendar is the page."""
    found = Series.objects.side_by_side()
    for series in found:
        named = {} if series.is_oldest else {"series": series.key}
        if len(found) > 1:
            yield "series_page", {"series": series.key}
        for year in years_of_events(series):
            yield "season", {**named, "year": year}


class EventPages(_Pages):
    """Every event that was announced."""

    def items(self) -> Any:
        return Tournament.objects.public().order_by("pk").only("slug")


SITEMAPS = {"site": SitePages, "events": EventPages}


def event_data(event: Event, places: Announced) -> SafeString:
    """The event as a block of data (schema.org), which is no script; of people it says nothing."""
    told = json.dumps(_event(event, places), ensure_ascii=False)
    return mark_safe(told.translate(ESCAPED))  # noqa: S308 - nothing in it ends the block


def _event(event: Event, places: Announced) -> dict[str, Any]:
    tournament = event.tournament
    cancelled = tournament.state == State.CANCELLED
    bells = [played.times.bell for played in event.rounds if played.times and played.times.bell]
    club = tournament.club
    told = {
        "@context": "https://schema.org",
        "@type": "Event",
        "name": tournament.name,
        "url": absolute("tournament", tournament.slug),
        "startDate": start_of(tournament).isoformat(),
        "endDate": timezone.localtime(max(bells)).isoformat("T", "seconds") if bells else None,
        "eventStatus": f"https://schema.org/Event{'Cancelled' if cancelled else 'Scheduled'}",
        "eventAttendanceMode": "https://schema.org/OfflineEventAttendanceMode",
        "location": {
            "@type": "Place",
            "name": tournament.venue or tournament.town,
            "address": ", ".join(filter(None, (tournament.venue, tournament.town))),
        },
        "organizer": club and {"@type": "Organization", "name": club.name, "url": club.website},
        "maximumAttendeeCapacity": tournament.capacity,
        "remainingAttendeeCapacity": places.left if tournament.takes_sign_ups else None,
    }
    return {key: value for key, value in told.items() if value is not None}


def start_of(tournament: Tournament) -> dt.datetime:
    """When the check-in opens."""
    return timezone.make_aware(dt.datetime.combine(tournament.date, tournament.start))
