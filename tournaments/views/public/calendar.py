"""The calendar: what runs now, what comes next, and what was."""

from __future__ import annotations

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

NOW = (State.CHECK_IN, State.RUNNING)


@dataclass(frozen=True, slots=True)
class Announced:
    """A tournament with its places: those left, and how many people wait for one."""

    tournament: Tournament
    left: int
    waiting: int


@series_act
def calendar(request: HttpRequest) -> HttpResponse:
    tournaments = list(Tournament.objects.public().select_related("club").order_by("date", "name"))
    empty = not tournaments and not Tournament.objects.exists()
    leads = empty and Who.ADMINISTRATOR in request.roles
    ahead = [t for t in tournaments if t.state not in NOW and not t.is_over]
    today = timezone.localdate()
    over = sorted((t for t in tournaments if t.is_over), key=lambda t: t.date, reverse=True)
    context = {
        "section": "calendar",
        "running": [t for t in tournaments if t.state in NOW],
        "coming": with_places([t for t in ahead if t.date >= today]),
        "past_day": [t for t in ahead if t.date < today],
        "seasons": [
            (year, list(events)) for year, events in groupby(over, key=lambda t: t.date.year)
        ],
        "steps": steps_of_site(timezone.localdate().year) if leads else (),
        "unclaimed": empty and nobody_administers(),
    }
    return render(request, "tournaments/public/calendar.html", context)


def with_places(tournaments: list[Tournament]) -> list[Announced]:
    """The tournaments with their places, counted in one query."""
    entries = Entry.objects.filter(tournament__in=tournaments)
    counted = entries.counts_of_places(clock.now())
    return [_announced(one, counted.get(one.pk, NOBODY)) for one in tournaments]


def _announced(tournament: Tournament, counts: dict[str, int]) -> Announced:
    left = places_left(tournament.capacity, **counts)
    return Announced(tournament, left, counts["waiting"])
