"""The calendar of each series: what runs now, what comes next, and what was."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from tournaments.domain.entering import places_left
from tournaments.models import Entry, Season, Series, Tournament
from tournaments.models.entry import NOBODY
from tournaments.models.tournament import State
from tournaments.permissions import Who
from tournaments.services import clock
from tournaments.services.first_account import nobody_administers
from tournaments.services.series import steps_of_site
from tournaments.views.access import series_act
from tournaments.views.cached import kept_for_need
from tournaments.views.in_series import first_in_its_language, of_series

NOW = (State.CHECK_IN, State.RUNNING)


@dataclass(frozen=True, slots=True)
class Announced:
    """A tournament with its places: those left, and how many people wait for one."""

    tournament: Tournament
    left: int
    waiting: int


@dataclass(frozen=True, slots=True)
class Beside:
    """A series among others, with what of its events is nearest."""

    series: Series
    running: list[Tournament]
    coming: list[Announced]
    more: int


COMING_OF_EACH = 3
"""Events to come that the page of all series shows of each."""


@kept_for_need
@of_series
@series_act
def calendar(request: HttpRequest) -> HttpResponse:
    """The events of the only series, or what of each series is nearest."""
    if len(request.all_series) > 1:
        return _side_by_side(request)
    return _calendar_of(request, announced())


@kept_for_need
@of_series
@first_in_its_language
@series_act
def series_page(request: HttpRequest) -> HttpResponse:
    series: Series = request.series
    written = Season.objects.filter(series=series.as_kept).values_list("year", flat=True)
    return _calendar_of(
        request,
        announced(series),
        series=series,
        all_series=request.all_series,
        years=sorted({*years_of_events(series), *written}, reverse=True),
    )


def _calendar_of(
    request: HttpRequest, tournaments: list[Tournament], **of_series: Any
) -> HttpResponse:
    empty = not tournaments and not Tournament.objects.exists()
    leads = empty and not of_series and Who.ADMINISTRATOR in request.roles
    today = timezone.localdate()
    ahead = coming(tournaments, today)
    past = [t for t in tournaments if t.is_over and t not in ahead]
    over = sorted(past, key=lambda t: t.date, reverse=True)
    context = {
        "section": "calendar",
        "running": running(tournaments),
        "coming": with_places(ahead),
        "past_day": [
            t for t in tournaments if t.date < today and t.state not in NOW and not t.is_over
        ],
        "seasons": [
            (year, list(events)) for year, events in groupby(over, key=lambda t: t.date.year)
        ],
        "steps": steps_of_site(timezone.localdate().year) if leads else (),
        "unclaimed": empty and nobody_administers(),
        **of_series,
    }
    return render(request, "tournaments/public/calendar.html", context)


def _side_by_side(request: HttpRequest) -> HttpResponse:
    tournaments, today = announced(), timezone.localdate()
    ahead = with_places(coming(tournaments, today))
    under_way = running(tournaments)
    found = []
    for series in request.all_series:
        own = [one for one in ahead if one.tournament.series_id == series.pk_as_kept]
        now = [one for one in under_way if one.series_id == series.pk_as_kept]
        more = max(0, len(own) - COMING_OF_EACH)
        found.append(Beside(series, now, own[:COMING_OF_EACH], more))
    context = {"section": "calendar", "beside": found}
    return render(request, "tournaments/public/all_series.html", context)


def announced(series: Series | None = None) -> list[Tournament]:
    """Every event that everybody may see, or those of one series; the earliest first."""
    found = Tournament.objects.public().select_related("club").order_by("date", "name")
    return list(found if series is None else found.filter(series=series.as_kept))


def years_of_events(series: Series) -> list[int]:
    """The years with an event of the series that was announced, the last one first."""
    own = Tournament.objects.public().filter(series=series.as_kept)
    return [day.year for day in own.dates("date", "year", order="DESC")]


def running(tournaments: Iterable[Tournament]) -> list[Tournament]:
    return [tournament for tournament in tournaments if tournament.state in NOW]


def coming(tournaments: Iterable[Tournament], today: dt.date) -> list[Tournament]:
    """Those to come. Whoever looks for a cancelled event looks where it was, as long as its day has
    not passed."""
    return [
        tournament
        for tournament in tournaments
        if tournament.date >= today
        and tournament.state not in NOW
        and (not tournament.is_over or tournament.state == State.CANCELLED)
    ]


def with_places(tournaments: list[Tournament]) -> list[Announced]:
    """The tournaments with their places, counted in one query."""
    entries = Entry.objects.filter(tournament__in=tournaments)
    counted = entries.counts_of_places(clock.now())
    return [_announced(one, counted.get(one.pk, NOBODY)) for one in tournaments]


def _announced(tournament: Tournament, counts: dict[str, int]) -> Announced:
    left = places_left(tournament.capacity, **counts)
    return Announced(tournament, left, counts["waiting"])
