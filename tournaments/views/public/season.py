"""A season: who is in the final and by what, the points, the juniors, and the tournaments."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from django.core.cache import caches
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from tournaments.domain.bounds import FIRST_EVENT, YEARS_AHEAD
from tournaments.domain.names import sort_key
from tournaments.domain.qualification import Award, SeasonTotal, season_order, season_totals
from tournaments.models import Person, Season, Tournament
from tournaments.models.event import Event, read_event
from tournaments.models.tournament import State
from tournaments.views.access import series_act

AWARDS_SECONDS = 7 * 24 * 3600
"""How long the awards of a tournament are kept; a new version of it replaces them at once."""


class Prize(NamedTuple):
    """What a place in the final standings brought, by keys, so that it can be kept."""

    person: int
    number: int
    rank: int
    award: Award


@dataclass(frozen=True, slots=True)
class Won:
    """A prize with the tournament it comes from."""

    tournament: Tournament
    prize: Prize


@dataclass(slots=True)
class Qualifier:
    """A person with all that the season brought."""

    person: Person
    total: SeasonTotal
    won: list[Won] = field(default_factory=list)


@series_act
def season(request: HttpRequest, year: int | None = None) -> HttpResponse:
    today = timezone.localdate()
    if year is not None and not FIRST_EVENT.year <= year <= today.year + YEARS_AHEAD:
        raise Http404
    years = [day.year for day in Tournament.objects.public().dates("date", "year", order="DESC")]
    year = year or next((y for y in years if y <= today.year), today.year)
    tournaments = list(Tournament.objects.public().of_year(year).select_related("club"))
    tournaments.sort(key=lambda tournament: tournament.date)
    settings = Season.objects.filter(year=year).first()
    needed = settings.points_for_final if settings else None
    main, juniors = _prizes(tournaments)
    context = {
        "section": "season",
        "season": settings or Season(year=year),
        "years": sorted({*years, year}, reverse=True),
        "needed": needed,
        "main": qualifiers(main, needed),
        "juniors": qualifiers(juniors, None),
        "unconfirmed": _unconfirmed(tournaments, today),
        "tournaments": tournaments,
    }
    return render(request, "tournaments/season.html", context)


def qualifiers(won: Sequence[Won], needed: int | None) -> list[Qualifier]:
    """Everybody who won something, those with a direct place first, then by points (D-139)."""
    totals = season_totals(((w.prize.person, w.prize.award) for w in won), needed=needed)
    persons = Person.objects.in_bulk(totals)
    by_name = sorted(totals, key=lambda key: sort_key(persons[key].name))
    found = {
        key: Qualifier(persons[key], totals[key])
        for key in season_order({key: totals[key] for key in by_name})
    }
    for one in won:
        found[one.prize.person].won.append(one)
    return list(found.values())


def _prizes(tournaments: Iterable[Tournament]) -> tuple[list[Won], list[Won]]:
    """Places and points of the finished tournaments, and apart from them those of juniors."""
    main: list[Won] = []
    juniors: list[Won] = []
    for tournament in tournaments:
        if tournament.state in (State.FINISHED, State.SENT):
            won, won_by_juniors = _kept_prizes(tournament)
            main += (Won(tournament, prize) for prize in won)
            juniors += (Won(tournament, prize) for prize in won_by_juniors)
    return main, juniors


def _kept_prizes(tournament: Tournament) -> tuple[list[Prize], list[Prize]]:
    """The prizes of a tournament, worked out once for each of its versions."""
    key = f"awards:{tournament.pk}:{tournament.public_version}"
    kept = caches["worked-out"].get(key)
    if kept is None:
        event = read_event(tournament)
        ranks = {row.player: row.rank for row in event.standings().rows}
        junior_ranks = {row.player: row.rank for row in event.junior_standings()}
        kept = (
            _as_prizes(event, event.awards, ranks),
            _as_prizes(event, event.junior_awards, junior_ranks),
        )
        caches["worked-out"].set(key, kept, AWARDS_SECONDS)
    return kept


def _as_prizes(event: Event, awards: dict[int, Award], ranks: dict[int, int]) -> list[Prize]:
    entries = event.entries
    return [
        Prize(entries[key].person_id, entries[key].number, ranks[key], award)
        for key, award in awards.items()
    ]


def _unconfirmed(tournaments: Iterable[Tournament], today: dt.date) -> set[int]:
    """Keys of the tournaments whose places the series has yet to confirm (D-136)."""
    return {t.pk for t in tournaments if t.to_be_confirmed(today)}
