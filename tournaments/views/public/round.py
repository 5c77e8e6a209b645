"""The draw of a round: who sits where, who meets again, and how it came about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _

from games.drawing.boards import board_svg
from games.engine.board.boards import Board
from tournaments.domain.names import words_sought
from tournaments.exports.record import round_record
from tournaments.models import Entry, Tournament
from tournaments.models.event import Event, PlayedRound, SeatedTable, read_event
from tournaments.services.rounds.inputs import moved_up
from tournaments.views.access import act
from tournaments.views.cached import cached
from tournaments.views.draw_account import (
    Again,
    DrawAccount,
    chance,
    draw_account,
    rounds_at_threes,
    swaps_made,
)
from tournaments.views.live import live_page
from tournaments.views.public.frame import beside_name, draw_line, frame, last_published
from tournaments.views.public.search import finds
from tournaments.wording import figure_words, play_order_words


@dataclass(frozen=True, slots=True)
class DrawnSeat:
    """Somebody by public name and number; at a table of three from round 2 on with what put them
    there: points so far, and the number of rounds at such a table, this one included. `beside`
    stands behind the name of whoever shares it."""

    name: str
    number: int | None = None
    points: str | int | None = None
    at_threes: int = 0
    beside: str = ""

    @property
    def shown(self) -> str:
        return f"{self.name} {self.beside}".rstrip()


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """A table as it is shown, and who meets again there. Its game is `recorded` if there is a
    record, and `live` while that is being written."""

    number: int
    seats: Sequence[DrawnSeat]
    again: Again | None = None
    recorded: bool = False
    live: bool = False

    @property
    def of_three(self) -> bool:
        return len(self.seats) == 3


@cached
@act
def newest_round(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The draw that was published last, whichever that is by now: a page that stays open goes on
    to the next one by itself."""
    event = read_event(tournament)
    return _round(request, event, last_published(event) or event.round(1), goes_on=True)


@cached
@act
def round(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    event = read_event(tournament)
    return _round(request, event, event.round(number))


def _round(
    request: HttpRequest, event: Event, played: PlayedRound | None, *, goes_on: bool = False
) -> HttpResponse:
    if played is None:
        raise Http404
    return live_page(
        request,
        "tournaments/public/round.html",
        "tournaments/public/_round_tables.html",
        shown_draw(request, event, played, goes_on=goes_on),
        over=event.tournament.is_over,
    )


def shown_draw(
    request: HttpRequest, event: Event, played: PlayedRound, *, goes_on: bool = False
) -> dict[str, Any]:
    """What the page of a round shows; it `goes_on` where it is that of whichever is the newest."""
    newest = last_published(event)
    query = request.GET.get("q", "").strip()
    account = draw_account(event, played) if played.is_published else None
    tables = drawn_tables(event, played, account) if account else []
    context = frame(request, event, here="round")
    line = draw_line(played) if played.is_published else ""
    context |= {
        "version_line": line or context["version_line"],
        "played": played,
        "goes_on": goes_on,
        "newer": newest if newest and newest.number > played.number else None,
        "rounds": [r for r in event.rounds if r.is_published],
        "draw_line": line,
        "before_cut": played.stage.first - 1,
        "tables": tables,
        "account": account,
        "winners": _is_of_winners(event, played),
        "moved_up": _moved_up(event, played) if account else None,
        "play_order": play_order_words(event.play_order_of(played)),
        **chance(event, played),
        "ended": None if played.is_published else event.ended_chain_for(played.number),
        "query": query,
        "found": list(_found(query, tables)),
        "swaps": swaps_made(event, played.draw) if played.is_published else [],
        "earlier": _earlier(played) if played.is_published else (),
        "board": published_board(played),
    }
    return context


def _is_of_winners(event: Event, played: PlayedRound) -> bool:
    stage = event.format_stage_of(played.number)
    return stage is not None and stage.winners


def _moved_up(event: Event, played: PlayedRound) -> dict[str, str] | None:
    """Who plays in place of whom, by public names; None if all play who were through."""
    come, gone = moved_up(event, played)
    if not come:
        return None
    names = {"come": come, "gone": gone}
    return {key: ", ".join(entry.public_name for entry in of) for key, of in names.items()}


@cached
@act
def earlier_draw(
    request: HttpRequest, tournament: Tournament, number: int, attempt: int
) -> HttpResponse:
    """A draw that was withdrawn, for everybody to read once the round has a published one."""
    event = read_event(tournament)
    played = event.round(number)
    if played is None or not played.is_published:
        raise Http404
    draw = get_object_or_404(_earlier(played), attempt=attempt)

    def beside(key: int) -> str:
        return beside_name(event, event.entries[key])

    tables = [
        DrawnTable(
            table.number,
            [
                DrawnSeat(event.entries[seat.entry_id].public_name, beside=beside(seat.entry_id))
                for seat in table.seats.all()
            ],
        )
        for table in draw.tables.prefetch_related("seats")
    ]
    context = {
        **frame(request, event, here="round"),
        "played": played,
        "draw": draw,
        "tables": tables,
    }
    return render(request, "tournaments/public/earlier_draw.html", context)


@cached
@act
def round_board(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The picture of the round's board, which a phone fetches only where it is looked at."""
    played = read_event(tournament).round(number)
    board = published_board(played) if played else None
    if board is None:
        raise Http404
    title = _("Board of round %(number)s") % {"number": number}
    if name := played.round.map_name:
        title = f"{title}: {name}"
    svg = board_svg(board, title=title, labels=True, legend=False)
    return HttpResponse(svg, content_type="image/svg+xml")


@cached
@act
def draw_record(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The record of the round, with which anybody can check its draw (docs/draw.md)."""
    event = read_event(tournament)
    played = event.round(number)
    if played is None or not played.is_published:
        raise Http404
    written = {"indent": 1, "ensure_ascii": False}
    answer = JsonResponse(round_record(event, played), json_dumps_params=written)
    name = f"{tournament.slug}-round-{number}.json"
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def published_board(played: PlayedRound) -> Board | None:
    """The one board of all tables (T-004), which everybody sees with the draw."""
    return played.round.board if played.is_published else None


def drawn_tables(event: Event, played: PlayedRound, account: DrawAccount) -> list[DrawnTable]:
    points = event.points(after_round=played.number - 1)
    rounds = rounds_at_threes(event, before_round=played.number)
    games = played.draw.games()

    def seat(table: SeatedTable, entry: Entry) -> DrawnSeat:
        drawn = DrawnSeat(entry.public_name, entry.number, beside=beside_name(event, entry))
        if played.number == 1 or not table.is_three:
            return drawn
        times = len(rounds.get(entry.pk, ())) + 1
        return replace(drawn, points=figure_words(points.get(entry.pk, 0)), at_threes=times)

    return [
        DrawnTable(
            table.number,
            [seat(table, entry) for entry in event.in_play_order(played, table)],
            account.again.get(table.number),
            recorded=table.number in games,
            live=games.get(table.number, False),
        )
        for table in played.tables
    ]


def _found(query: str, tables: Iterable[DrawnTable]) -> Iterator[tuple[str, DrawnTable, list[str]]]:
    """Who is meant by the query: the name, the table, and the others at it."""
    if not query:
        return
    sought = words_sought(query)
    for table in tables:
        for seat in table.seats:
            if finds(sought, seat.name):
                others = [other.shown for other in table.seats if other is not seat]
                yield seat.shown, table, others


def _earlier(played: PlayedRound):
    return played.round.draws.filter(withdrawn_at__isnull=False)
