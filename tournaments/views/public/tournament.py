"""The page of a tournament, and who plays in it."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from itertools import groupby

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.domain.formats.presets import presets
from tournaments.domain.names import sort_key, words_sought
from tournaments.models import Entry, Official, Tournament
from tournaments.models.entry import Role
from tournaments.models.event import Event, PlayedRound, read_event
from tournaments.models.tournament import State
from tournaments.services.corrections import corrections_shown
from tournaments.services.mailing import absolute
from tournaments.views.access import act
from tournaments.views.bell import next_start, said_by_the_clock
from tournaments.views.cached import cached
from tournaments.views.live import live_page
from tournaments.views.public.calendar import with_places
from tournaments.views.public.embed import frames_of
from tournaments.views.public.formats import format_of_event
from tournaments.views.public.found import event_data
from tournaments.views.public.frame import frame, last_published, told_apart
from tournaments.views.public.search import finds

ROLES_SHOWN = (Role.ORGANISER, Role.CHIEF_REFEREE, Role.REFEREE)


@dataclass(frozen=True, slots=True)
class TimetableRow:
    """The times of a round, and where it stands."""

    played: PlayedRound
    start: dt.datetime | None
    bell: dt.datetime | None
    latest_end: dt.datetime | None


@cached
@act
def tournament(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    event = read_event(tournament)
    rows = timetable(event)
    places = with_places([tournament])[0]
    published = last_published(event)
    context = {
        **frame(request, event, here="tournament"),
        "places": places,
        "data": event_data(event, places),
        "card": absolute("social_card", tournament.slug),
        "frames": frames_of(tournament),
        "current": event.current if tournament.state == State.RUNNING else None,
        "published": published,
        "said": said_by_the_clock(tournament, published) if published else (),
        "next_start": next_start(event),
        "first_three": _first_three(event),
        "timetable": rows,
        # Outside season events no game has to be over by a time (T-067).
        "ends_told": any(row.latest_end for row in rows),
        "overtaken": event.overtaken,
        "officials": officials(tournament),
        "format": _format(tournament),
        "commitment": event.commitment,
        "rule_changes": tournament.rule_changes.all(),
        "people": [(entry, told_apart(event, entry)) for entry in people(event)],
        "corrections": corrections_shown(tournament) if tournament.is_over else (),
    }
    return live_page(
        request,
        "tournaments/public/tournament.html",
        "tournaments/public/_tournament_now.html",
        context,
        over=tournament.is_over,
    )


@cached
@act
def players(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    event = read_event(tournament)
    query = request.GET.get("q", "").strip()
    sought = words_sought(query)
    found = [entry for entry in people(event) if finds(sought, entry.public_name)]
    context = {**frame(request, event, here="players"), "people": found, "query": query}
    return render(request, "tournaments/public/players.html", context)


def people(event: Event) -> list[Entry]:
    """Who is coming, or who has played once rounds are drawn; by surname, as far as it is shown:
    between the names of others the place of a minor would tell the rest of it."""
    return sorted(event.shown, key=lambda entry: sort_key(entry.public_name))


def timetable(event: Event) -> list[TimetableRow]:
    """All rounds with their times (T-065, T-066): as they are planned, and of those whose clock
    was started as they came; what is overtaken has none."""
    return [
        TimetableRow(played, times.start, times.bell, times.latest_end)
        for played in event.rounds
        if (times := played.times)
    ]


def officials(tournament: Tournament) -> list[tuple[str, list[str]]]:
    """Who leads the tournament: each role in words, with the public names of its holders."""
    return [
        (role, [office.public_name for office in holders])
        for role, holders in groupby(offices_shown(tournament), Official.get_role_display)
    ]


def offices_shown(tournament: Tournament) -> list[Official]:
    """The offices of whom everybody may read, those who lead first."""
    offices = tournament.officials.filter(role__in=ROLES_SHOWN)
    offices = offices.select_related("person", "joined_from")
    return sorted(offices, key=lambda office: ROLES_SHOWN.index(office.role))


def _format(tournament: Tournament) -> tuple[str, str] | None:
    """The key and the name of the format that the event keeps, no key of one that does not ship;
    None by the rules of the Tour."""
    if not tournament.format:
        return None
    key = tournament.format["preset"]
    return key if key in presets() else "", format_of_event(tournament)


def _first_three(event: Event) -> list[tuple[int, Entry, str]]:
    """The first three of a finished tournament: rank, entry, and the name nobody else has."""
    if not event.tournament.is_played_out:
        return []
    first = [(row.rank, event.entries[row.player]) for row in event.standings().rows[:3]]
    return [(rank, entry, told_apart(event, entry)) for rank, entry in first]
