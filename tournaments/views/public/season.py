"""A season: who is in the final and by what, the points, the juniors, and the tournaments."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.core.cache import cache
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.domain.bounds import FIRST_EVENT, YEARS_AHEAD
from tournaments.domain.names import namesakes, sort_key
from tournaments.domain.passing_on import AlreadyIn, Finish, brought
from tournaments.domain.qualification import Award, season_order, season_totals
from tournaments.models import Entry, Person, Season, Series, Tournament
from tournaments.models.event import Event, read_events
from tournaments.models.tournament import State
from tournaments.views.access import series_act
from tournaments.views.cached import kept_for_need
from tournaments.views.in_series import first_in_its_language, of_series
from tournaments.views.listing import file_of, kept_fields
from tournaments.views.making import made_once
from tournaments.views.public.calendar import years_of_events
from tournaments.views.public.qualifiers import Prize, Qualifier, Won, qualifiers_table

AWARDS_SECONDS = 7 * 24 * 3600
"""How long the awards of a tournament are kept; a new version of it replaces them at once."""


AWARDS, STANDINGS, NOTHING = "awards", "finishes", ""
"""What is kept of a tournament: those whom it brought something, or its whole standings, in which
others got nothing."""

Rows = tuple[list[list[Any]], list[list[Any]]]
"""What places brought at a tournament, and to juniors, each as the fields of a `Prize`."""

OF_A_PRIZE = (int, int, int, str, bool)


@kept_for_need
@of_series
@first_in_its_language
@series_act
def season(request: HttpRequest, year: int | None = None) -> HttpResponse:
    today = timezone.localdate()
    if year is not None and not is_a_season(year, today):
        raise Http404
    series: Series = request.series
    years = years_of_events(series)
    year = year or next((y for y in years if y <= today.year), today.year)
    tournaments = events_of(series, year)
    settings = season_of(series, year)
    needed = settings.points_for_final
    main, juniors = won_in(settings, tournaments)
    unconfirmed = unconfirmed_of(tournaments, today)
    query = request.GET.get("q", "").strip()
    found = {
        "main": qualifiers_table(
            request,
            qualifiers(main, needed, unconfirmed),
            unconfirmed,
            caption=_("On the way to the final"),
            anchor="final",
            query=query,
        ),
        "juniors": qualifiers_table(
            request,
            qualifiers(juniors, None, unconfirmed),
            unconfirmed,
            caption=_("Junior championship"),
            anchor="junior-final",
            query=query,
        ),
    }
    about = settings.name or _("Season %(year)s") % {"year": year}
    if taken := file_of(request, *found.values(), about=about):
        return taken
    context = {
        "section": "season",
        "series": series,
        "all_series": request.all_series,
        "season": settings,
        "years": sorted({*years, year}, reverse=True),
        "needed": needed,
        **found,
        "anybody": bool(main),
        "any_junior": bool(juniors),
        "query": query,
        "kept": kept_fields(request),
        "unconfirmed": unconfirmed,
        "open_again": _open_again(tournaments),
        "tournaments": tournaments,
    }
    return render(request, "tournaments/public/season.html", context)


def _open_again(tournaments: Iterable[Tournament]) -> list[Tournament]:
    """Those that were finished and opened again, and whose places are withdrawn meanwhile."""
    running = [one for one in tournaments if one.state == State.RUNNING and one.gives_places]
    if not running:
        return []
    again = Tournament.objects.open_again().filter(pk__in=[one.pk for one in running])
    reopened = set(again.values_list("pk", flat=True))
    return [one for one in running if one.pk in reopened]


def is_a_season(year: int, today: dt.date) -> bool:
    """Whether there may be events of this year."""
    return FIRST_EVENT.year <= year <= today.year + YEARS_AHEAD


def season_of(series: Series, year: int) -> Season:
    """What the series has written of a season, or nothing yet."""
    written = Season.objects.filter(series=series.as_kept, year=year).first()
    return written or Season(year=year)


def events_of(series: Series, year: int) -> list[Tournament]:
    """The announced events of a season by their day, without those that count in none."""
    own = Tournament.objects.public().filter(series=series.as_kept)
    of_year = own.of_year(year).with_places()
    rows = of_year.select_related("club").prefetch_related("consents")
    found = [tournament for tournament in rows if not tournament.is_beside_another]
    return sorted(found, key=lambda tournament: tournament.date)


def qualifiers(
    won: Sequence[Won], needed: int | None, unconfirmed: Collection[int]
) -> list[Qualifier]:
    """Everybody who won something, those with a direct place first, then by points (D-139), then by
    the name that is shown.

    `unconfirmed` are keys of tournaments whose places wait for the series (D-136).
    """
    totals = season_totals(_awards(won), needed=needed)
    confirmed = [one for one in won if one.tournament.pk not in unconfirmed]
    certain = season_totals(_awards(confirmed), needed=needed)
    persons = Person.objects.in_bulk(totals)
    found = {
        key: Qualifier(persons[key], total, key in certain and bool(certain[key].in_final))
        for key, total in totals.items()
    }
    short = _short_names(won)
    for one in won:
        qualifier, place = found[one.prize.person], (one.tournament.pk, one.prize.number)
        qualifier.won.append(one)
        if name := short.get(place):
            qualifier.short_names.append(name)
    _tell_apart(found.values())
    by_name = sorted(found, key=lambda key: sort_key(found[key].public_name))
    return [found[key] for key in season_order({key: totals[key] for key in by_name})]


def _awards(won: Iterable[Won]) -> Iterator[tuple[int, Award]]:
    return ((one.prize.person, one.prize.award) for one in won if one.prize.award is not None)


def _tell_apart(qualifiers: Collection[Qualifier]) -> None:
    """Give namesakes, among them and where they won last, the club for which they won there, or
    their number there."""
    alike = namesakes({one.person.pk: one.public_name for one in qualifiers})
    last = {(one.won[-1].tournament.pk, one.won[-1].prize.number): one for one in qualifiers}
    told = {
        place: one
        for place, one in last.items()
        if one.person.pk in alike or one.won[-1].prize.shared_name
    }
    if not told:
        return
    events, numbers = ({place[at] for place in told} for at in (0, 1))
    entries = Entry.objects.filter(tournament__in=events, number__in=numbers)
    for entry in entries.select_related("club"):
        one = told.get((entry.tournament_id, entry.number))
        if one and entry.club:
            one.club = entry.club.name
        elif one and one.won[-1].prize.shared_name:
            one.number = entry.number


def _short_names(won: Iterable[Won]) -> dict[tuple[int, int], str]:
    """The names to be short, by tournament and number, of whom others joined to somebody and of
    who may be under 18: of them the person says nothing, or what was agreed for another event."""
    tournaments = {one.tournament.pk for one in won}
    maybe_minor = Q(minor=True) | Q(person__birth_date__isnull=False)
    entries = Entry.objects.filter(
        Q(joined_from__isnull=False) | maybe_minor, tournament__in=tournaments
    )
    return {
        (entry.tournament_id, entry.number): entry.short_name
        for entry in entries.select_related("joined_from", "person")
    }


def won_in(season: Season, tournaments: Iterable[Tournament]) -> tuple[list[Won], list[Won]]:
    """What the finished tournaments brought in the end, and apart from that to juniors: places of
    those who are in already are held, pass on or stay empty, as the season has it (FM-43)."""
    how = AlreadyIn(season.already_in)
    if how is AlreadyIn.HELD:
        return prizes(tournaments)
    main, juniors = prizes(tournaments, kind=STANDINGS)
    return _in_the_end(main, how, season.points_for_final), _in_the_end(juniors, how, None)


def _in_the_end(won: Iterable[Won], how: AlreadyIn, needed: int | None) -> list[Won]:
    """From the standings of the tournaments, in their order, what they bring in the end."""
    own: dict[Tournament, dict[int, Prize]] = {}
    for one in won:
        own.setdefault(one.tournament, {}).setdefault(one.prize.person, one.prize)
    finished = (
        (tournament, [Finish(key, prize.rank, prize.award) for key, prize in rows.items()])
        for tournament, rows in own.items()
    )
    return [
        Won(
            tournament,
            own[tournament][row.player]._replace(award=row.award),
            over=row.over,
            already=row.already,
            passes_on=how is AlreadyIn.NEXT,
        )
        for tournament, rows in brought(finished, how, needed=needed)
        for row in rows
    ]


def prizes(tournaments: Iterable[Tournament], *, kind: str = AWARDS) -> tuple[list[Won], list[Won]]:
    """Places and points of the finished tournaments, and apart from them those of juniors; of whole
    `STANDINGS` also whoever got nothing, best first."""
    over = [t for t in tournaments if t.is_played_out]
    kept = _kept_prizes(over, kind)
    if len(kept) < len(over):
        kept = made_once(
            f"making:{kind}:{over[0].series_id or 0}:{over[0].date.year}",
            lambda: found if len(found := _kept_prizes(over, kind)) == len(over) else None,
            lambda: _worked_out(over, kind),
        )
    main: list[Won] = []
    juniors: list[Won] = []
    for tournament in over:
        won, won_by_juniors = kept[tournament.pk]
        main += (Won(tournament, _as_prize(row)) for row in won)
        juniors += (Won(tournament, _as_prize(row)) for row in won_by_juniors)
    return main, juniors


def _kept_prizes(tournaments: Iterable[Tournament], kind: str) -> dict[int, Rows]:
    """The prizes of those of these tournaments that were worked out at their version."""
    keys = {_key(tournament, kind): tournament.pk for tournament in tournaments}
    return {keys[key]: rows for key, rows in cache.get_many(keys).items() if _is_rows(rows)}


def _is_rows(kept: object) -> bool:
    """Anybody who may write to Redis can have put something else there."""
    return _is_list(kept, 2) and all(
        _is_list(rows)
        and all(
            _is_list(row, len(OF_A_PRIZE)) and all(map(isinstance, row, OF_A_PRIZE)) for row in rows
        )
        and {row[3] for row in rows} <= {*Award, NOTHING}
        for rows in kept
    )


def _is_list(kept: object, length: int | None = None) -> bool:
    return isinstance(kept, list | tuple) and length in (None, len(kept))


def _worked_out(tournaments: Sequence[Tournament], kind: str) -> dict[int, Rows]:
    """The prizes of all of them; those that were not kept are kept from now on."""
    kept = _kept_prizes(tournaments, kind)
    new = {}
    for event in read_events([t for t in tournaments if t.pk not in kept]):
        ranks = {row.player: row.rank for row in event.standings().rows}
        junior_ranks = {row.player: row.rank for row in event.junior_standings()}
        awards, junior_awards = event.awards, event.junior_awards
        if kind == STANDINGS:
            awards, junior_awards = _of_all(ranks, awards), _of_all(junior_ranks, junior_awards)
        rows = (_as_rows(event, awards, ranks), _as_rows(event, junior_awards, junior_ranks))
        new[_key(event.tournament, kind)] = kept[event.tournament.pk] = rows
    cache.set_many(new, AWARDS_SECONDS)
    return kept


def _of_all(ranks: Mapping[int, int], awards: Mapping[int, Award]) -> dict[int, Award | str]:
    """What everybody in the standings got, best first."""
    return {key: awards.get(key, NOTHING) for key in ranks}


def _key(tournament: Tournament, kind: str) -> str:
    return f"{kind}:{tournament.pk}:{tournament.public_version}"


def _as_rows(
    event: Event, awards: Mapping[int, Award | str], ranks: dict[int, int]
) -> list[list[Any]]:
    """Plain enough for a cache that other processes read."""
    entries = event.entries
    return [
        [
            entries[key].person_id,
            entries[key].number,
            ranks[key],
            str(award),
            key in event.namesakes,
        ]
        for key, award in awards.items()
    ]


def _as_prize(row: Sequence[Any]) -> Prize:
    person, number, rank, award, shared = row
    return Prize(person, number, rank, Award(award) if award else None, shared)


def unconfirmed_of(tournaments: Iterable[Tournament], today: dt.date) -> set[int]:
    """Keys of the tournaments whose places the series has yet to confirm (D-136)."""
    return {t.pk for t in tournaments if t.to_be_confirmed(today)}
