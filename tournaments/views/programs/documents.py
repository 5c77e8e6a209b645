"""Tournaments as programs read them, by the keys of archives and commands (docs/schemas).

People stand in it by the number on their badge, as text, and their public name; of officials there
is the public name alone. Nothing of a draft or of a draw that is not published is told.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Mapping
from itertools import zip_longest
from typing import Any

from django.conf import settings
from django.utils import timezone, translation

from tournaments.domain.criteria import Standing
from tournaments.domain.qualification import Award
from tournaments.domain.standings import deciding
from tournaments.domain.told_figures import exact, told_decision, told_figures
from tournaments.models import Entry, Series
from tournaments.models.event import Event, PlayedRound, SeatedTable
from tournaments.models.result import Presence
from tournaments.services.mailing import absolute
from tournaments.views.public.calendar import Announced
from tournaments.views.public.qualifiers import Qualifier, Won
from tournaments.views.public.season import (
    events_of,
    qualifiers,
    season_of,
    unconfirmed_of,
    won_in,
)
from tournaments.views.public.tournament import offices_shown, people, timetable

Document = dict[str, Any]


def series_row(series: Series) -> Document:
    """A series, with what is needed to ask for what is its own."""
    return {
        "key": series.key,
        "name": series.name,
        "country": series.country or None,
        "language": series.language,
        "pages": _pages("series_page", series.key),
    }


def event_row(announced: Announced) -> Document:
    """What the calendar tells of an event."""
    tournament = announced.tournament
    return {
        "slug": tournament.slug,
        "name": tournament.name,
        "series": tournament.series_key,
        "kind": tournament.kind,
        "state": tournament.state,
        "club": tournament.club.name if tournament.club else None,
        "town": tournament.town,
        "venue": tournament.venue,
        "date": tournament.date.isoformat(),
        "start": f"{tournament.start:%H:%M}",
        "capacity": tournament.capacity,
        "places_left": announced.left,
        "waiting": announced.waiting,
        "fee": tournament.fee,
        "ruleset": tournament.ruleset,
        "version": tournament.public_version,
        "pages": _pages("tournament", tournament.slug),
    }


def event_document(announced: Announced, event: Event) -> Document:
    """An event, as its page tells it."""
    tournament, commitment = event.tournament, event.commitment
    return event_row(announced) | {
        "text": tournament.text,
        "contact": tournament.contact,
        "target_points": tournament.target,
        "format": tournament.format or None,
        "two_extra_rounds": tournament.two_extra_rounds,
        "announced_at": _moment(tournament.announced_at),
        "finished_at": _moment(tournament.finished_at),
        "cancelled_reason": tournament.cancelled_reason,
        "rule_changes": [
            {"text": change.words, "published_at": _moment(change.published_at)}
            for change in tournament.rule_changes.all()
        ],
        "officials": [
            {"role": office.role, "name": office.public_name}
            for office in offices_shown(tournament)
        ],
        "players": len(event.shown),
        "rounds_played": event.rounds_played,
        "commitment": {"end": commitment.published, "at": _moment(commitment.at)}
        if commitment
        else None,
    }


def players_document(event: Event) -> Document:
    """Who is coming, or has played, by surname."""
    return {
        "players": [
            {
                **_who(entry),
                "club": entry.club.name if entry.club else None,
                "state": entry.state,
                "first_round": entry.first_round,
                "left_after": entry.left_after,
            }
            for entry in people(event)
        ]
    }


def rounds_document(event: Event) -> Document:
    rows = {row.played.number: row for row in timetable(event)}
    return {
        "rounds": [
            {
                "number": played.number,
                "starts_at": _moment(rows[played.number].start),
                "bell_at": _moment(rows[played.number].bell),
                "limit_minutes": played.round.limit_minutes,
                "cut": played.stage.cut,
                "started_at": _moment(played.round.started_at),
                "paused_at": _moment(played.round.paused_at),
                "closed_at": _moment(played.round.closed_at),
                "draw": _published(played),
                "missing": len(played.missing) if played.is_published else None,
            }
            for played in event.rounds
        ]
    }


def _published(played: PlayedRound) -> Document | None:
    """Which draw of the round everybody may see, if any."""
    if not played.is_published:
        return None
    return {
        "attempt": played.draw.attempt,
        "published_at": _moment(played.draw.published_at),
        "tables": len(played.tables),
    }


def results_document(event: Event, played: PlayedRound) -> Document:
    """The games of a published round; `points` and `winner` are what `manage.py standings` reads,
    `scores` what the game brought."""
    return {"round": played.number, "tables": [_table(event, table) for table in played.tables]}


def _table(event: Event, table: SeatedTable) -> Document:
    result = table.result
    ids = {seat.pk: str(seat.entry.number) for seat in table.seats}
    return {
        "number": table.number,
        "seats": [_who(entry) for entry in table.entries],
        "ending": result.ending if result else None,
        "version": result.number if result else 0,
        "corrected": result is not None and result.number > 1,
        "winner": ids.get(result.winner_id) if result else None,
        "points": {
            ids[seat]: score.game_points
            for seat, score in table.entered.items()
            if score.game_points is not None
        },
        "presence": {
            ids[seat]: score.presence
            for seat, score in table.entered.items()
            if score.presence != Presence.PLAYED
        },
        **({"further": further} if (further := _further(table)) else {}),
        "scores": _scores(event, table),
    }


def _further(table: SeatedTable) -> Document:
    """What parts level players, by player; nothing where nobody had to be parted."""
    numbers = {seat.pk: str(seat.entry.number) for seat in table.seats}
    return {numbers[seat]: score.further for seat, score in table.entered.items() if score.further}


def _scores(event: Event, table: SeatedTable) -> list[Document]:
    """What the game brought each player, best first; of what counts for nothing here nothing."""
    tournament = event.tournament
    rows = []
    for key, score in event.scores(table).items():
        row = {**_who(event.entries[key]), "place": score.place, "game_points": score.game_points}
        if tournament.brings_points:
            row["points"] = exact(score.points)
        if not tournament.game.by_score:
            row["success"] = f"{score.success.numerator}/{score.success.denominator}"
        rows.append(row)
    return sorted(rows, key=lambda row: row["place"])


def standings_document(event: Event, number: int) -> Document:
    """The standings after a round; only the latest ones bring awards."""
    tournament, found = event.tournament, event.standings(after_round=number)
    latest = number == event.rounds_played
    waits = latest and bool(event.prizes.zones) and tournament.to_be_confirmed(timezone.localdate())
    return {
        "after": number,
        "final": latest and tournament.is_played_out,
        "order": [criterion.name for criterion in event.criteria],
        "standings": _rows(event, found.rows, event.awards if latest else {}),
        "juniors": _juniors(event, number) if event.has_junior_category else [],
        "undecided": [
            [str(event.entries[key].number) for key in group] for group in found.undecided
        ],
        "excluded": [_who(event.entries[key]) for key in sorted(event.excluded)],
        "to_be_confirmed": bool(waits),
    }


def _rows(event: Event, rows: tuple[Standing, ...], awards: Mapping[int, Award]) -> list[Document]:
    format_, told = event.tournament.format_kept, []
    for row, following in zip_longest(rows, rows[1:]):
        entry = event.entries[row.player]
        decision = deciding(row, following, event.ranking.order) if following else None
        told.append(
            {
                "rank": row.rank,
                **_who(entry),
                "club": entry.club.name if entry.club else None,
                **told_figures(row, event.criteria, format_),
                "games": row.games,
                "award": awards.get(row.player),
                "why": told_decision(decision),
                **({"stage": row.stage} if event.has_cuts else {}),
            }
        )
    return told


def _juniors(event: Event, number: int) -> list[Document]:
    prizes = event.junior_awards if number == event.rounds_played else {}
    return [
        {"rank": row.rank, **_who(event.entries[row.player]), "award": prizes.get(row.player)}
        for row in event.junior_standings(after_round=number)
    ]


def season_document(series: Series, year: int, today: dt.date) -> Document:
    """Who is on the way to the finals, and by which events."""
    tournaments, season = events_of(series, year), season_of(series, year)
    main, juniors = won_in(season, tournaments)
    unconfirmed = unconfirmed_of(tournaments, today)
    needed = season.points_for_final
    return {
        "series": series.key,
        "year": season.year,
        "name": season.name,
        "points_for_final": needed,
        "events": [tournament.slug for tournament in tournaments],
        "qualifiers": _qualifiers(qualifiers(main, needed, unconfirmed), unconfirmed),
        "juniors": _qualifiers(qualifiers(juniors, None, unconfirmed), unconfirmed),
        "pages": _pages("season", *series.place, season.year),
    }


def _qualifiers(found: Iterable[Qualifier], unconfirmed: Collection[int]) -> list[Document]:
    return [
        {
            "name": one.public_name,
            "direct": one.total.direct,
            "points": one.total.points,
            "in_final": one.total.in_final,
            "certain": one.certain,
            "won": [_won(won, unconfirmed) for won in one.won if won.prize.award],
        }
        for one in found
    ]


def _won(won: Won, unconfirmed: Collection[int]) -> Document:
    return {
        "event": won.tournament.slug,
        "rank": won.prize.rank,
        "award": won.prize.award,
        "to_be_confirmed": won.tournament.pk in unconfirmed,
    }


def _who(entry: Entry) -> Document:
    return {"id": str(entry.number), "name": entry.public_name}


def _pages(name: str, *args: Any) -> dict[str, str]:
    """The address of a page in each language of the site."""
    found = {}
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            found[code] = absolute(name, *args)
    return found


def _moment(moment: dt.datetime | None) -> str | None:
    """By the clock in the hall, to the second."""
    return timezone.localtime(moment).isoformat(timespec="seconds") if moment else None
