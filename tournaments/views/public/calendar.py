"""The calendar: what runs now, what comes next, and what was."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from tournaments.domain.entering import places_left
from tournaments.models import Entry, Tournament
from tournaments.models.entry import NOBODY
from tournaments.models.tournament import State
from tournaments.permissions import Who
from tournaments.services import clock
from tournaments.services.first_account import nobody_administers
from tournaments.services.series import steps_of_site
from tournaments.views.access import series_act
from tournaments.views.cached import kept_for_need

NOW = (State.CHECK_IN, State.RUNNING)


@dataclass(frozen=True, slots=True)
class Announced:
    """A tournament with its places: those left, and how many people wait for one."""

    tournament: Tournament
    left: int
    waiting: int


@kept_for_need
@series_act
def calendar(request: HttpRequest) -> HttpResponse:
    tournaments = announced()
    empty = not tournaments and not Tournament.objects.exists()
    leads = empty and Who.ADMINISTRATOR in request.roles
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
    }
    return render(request, "tournaments/public/calendar.html", context)


def announced() -> list[Tournament]:
    """Every event that everybody may see, the earliest first."""
    return list(Tournament.objects.public().select_related("club").order_by("date", "name"))


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
