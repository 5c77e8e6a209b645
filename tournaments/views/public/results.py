"""Results by round and table, with the points that follow from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import Entry, Tournament
from tournaments.models.event import Event, PlayedRound, SeatedTable, read_event
from tournaments.models.result import Ending, Presence, Score
from tournaments.views.access import act
from tournaments.views.cached import cached
from tournaments.views.live import live_page
from tournaments.views.public.frame import frame, last_published, told_apart
from tournaments.wording import figure_words, further_words, percent_words


@dataclass(frozen=True, slots=True)
class SeatResult:
    """What a game brought one player; `note` says it where it brought nothing."""

    entry: Entry
    name: str
    place: int | None = None
    points: str | int | None = None
    game_points: int | None = None
    success: str = ""
    share: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class TableResult:
    """A table's result by place; `ending` says how a game ended that nobody won, or that it has
    not ended. Its game is `recorded` if it was written down, and `live` while it is."""

    number: int
    ending: str
    seats: Sequence[SeatResult]
    missing: bool = False
    corrected: bool = False
    recorded: bool = False
    live: bool = False


@cached
@act
def results(
    request: HttpRequest, tournament: Tournament, number: int | None = None
) -> HttpResponse:
    event = read_event(tournament)
    published = [played for played in event.rounds if played.is_published]
    played = last_published(event) if number is None else event.round(number)
    if number is not None and (played is None or not played.is_published):
        raise Http404
    context = {
        **frame(request, event, here="results"),
        "played": played,
        "rounds": published,
        "tables": table_results(event, played) if played else [],
        "players": reverse("players", args=[tournament.slug]),
    }
    return live_page(
        request,
        "tournaments/public/results.html",
        "tournaments/public/_results.html",
        context,
        over=tournament.is_over,
    )


def table_results(event: Event, played: PlayedRound) -> list[TableResult]:
    games = played.draw.games() if played.draw else {}
    return [
        replace(
            table_result(event, table),
            recorded=table.number in games,
            live=games.get(table.number, False),
        )
        for table in played.tables
    ]


def table_result(event: Event, table: SeatedTable) -> TableResult:
    """The table's players, best first; those whom the game brought nothing at the end."""
    scores = event.scores(table)
    total = sum(score.game_points for score in scores.values())
    seats = []
    for seat in table.seats:
        score = scores.get(seat.entry_id)
        name, note = told_apart(event, seat.entry), _note(table.entered.get(seat.pk))
        if score is None:
            seats.append(SeatResult(seat.entry, name, note=note))
            continue
        seats.append(
            SeatResult(
                seat.entry,
                name,
                place=score.place,
                points=figure_words(score.points),
                game_points=score.game_points,
                success=percent_words(score.success),
                share=f"{score.game_points}/{total}",
                note=note,
            )
        )
    seats.sort(key=lambda seat: (seat.place is None, seat.place or 0))
    return TableResult(
        table.number,
        _ending(table),
        seats,
        missing=table.result is None,
        corrected=table.result is not None and table.result.number > 1,
    )


def _ending(table: SeatedTable) -> str:
    if table.result is None:
        return _("no result yet")
    return {
        # Who won stands beside it; beside a player who did not, "won" would be read as theirs.
        Ending.WON: "",
        Ending.TIME: _("time ran out"),
        Ending.SCORE: _("played to the end"),
        Ending.VOID: _("void: counts for nobody"),
    }[Ending(table.result.ending)]


def _note(entered: Score | None) -> str:
    """How the player took part, if not to the end, and what parted the player from level ones."""
    if entered is None:
        return ""
    took_part = {
        Presence.LEFT: _("left during the game"),
        Presence.EXCLUDED: _("excluded during the game"),
        Presence.MISSING: _("missing from the start"),
    }.get(entered.presence)
    return ", ".join([*([took_part] if took_part else []), *further_words(entered.further)])
