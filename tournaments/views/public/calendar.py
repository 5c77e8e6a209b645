"""The calendar: what runs now, what comes next, and what was."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.models import Entry, Tournament
from tournaments.models.entry import EntryQuerySet
from tournaments.models.tournament import State
from tournaments.views.access import series_act

NOW = (State.CHECK_IN, State.RUNNING)


@dataclass(frozen=True, slots=True)
class Announced:
    """A tournament with its places: those left, and how many people wait for one."""

    tournament: Tournament
    taken: int
    waiting: int

    @property
    def left(self) -> int:
        return max(self.tournament.capacity - self.taken, 0)


@series_act
def calendar(request: HttpRequest) -> HttpResponse:
    tournaments = list(Tournament.objects.public().select_related("club").order_by("date", "name"))
    over = sorted((t for t in tournaments if t.is_over), key=lambda t: t.date, reverse=True)
    context = {
        "section": "calendar",
        "running": [t for t in tournaments if t.state in NOW],
        "coming": with_places([t for t in tournaments if t.state not in NOW and not t.is_over]),
        "seasons": [
            (year, list(events)) for year, events in groupby(over, key=lambda t: t.date.year)
        ],
    }
    return render(request, "tournaments/calendar.html", context)


def with_places(tournaments: list[Tournament]) -> list[Announced]:
    """The tournaments with their places, counted in two queries."""
    entries = Entry.objects.filter(tournament__in=tournaments)
    taken, waiting = _counted(entries.holding_a_place()), _counted(entries.waiting())
    return [Announced(t, taken.get(t.pk, 0), waiting.get(t.pk, 0)) for t in tournaments]


def _counted(entries: EntryQuerySet) -> dict[int, int]:
    """How many of these entries each tournament has, by its key."""
    return dict(entries.order_by().values_list("tournament").annotate(Count("pk")))
