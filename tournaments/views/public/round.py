"""The draw of a round: who sits where, who meets again, and how it came about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _

from tournaments.domain.meetings import Meeting, repeated_pairs, repeated_trios
from tournaments.models import Draw, Entry, Tournament
from tournaments.models.event import Event, PlayedRound, read_event
from tournaments.views.access import act
from tournaments.views.cached import cached
from tournaments.views.live import live_page
from tournaments.views.public.frame import draw_line, frame
from tournaments.views.public.search import finds


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """A table as it is shown: its people by public name, and in words who meets again."""

    number: int
    people: Sequence[str]
    meetings: Sequence[str] = ()

    @property
    def of_three(self) -> bool:
        return len(self.people) == 3


@cached
@act
def round(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    event = read_event(tournament)
    played = event.round(number)
    if played is None:
        raise Http404
    query = request.GET.get("q", "").strip()
    tables = drawn_tables(event, played) if played.is_published else []
    context = frame(request, event, here="round")
    line = draw_line(played) if played.is_published else ""
    context |= {
        "version_line": line or context["version_line"],
        "played": played,
        "rounds": [r for r in event.rounds if r.is_published],
        "draw_line": line,
        "tables": tables,
        "query": query,
        "found": list(_found(query, tables)),
        "edits": _edits(event, played),
        "earlier": _earlier(played) if played.is_published else (),
    }
    return live_page(
        request,
        "tournaments/round.html",
        "tournaments/_round_tables.html",
        context,
        over=tournament.is_over,
    )


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
    tables = [
        DrawnTable(table.number, [event.entries[s.entry_id].public_name for s in table.seats.all()])
        for table in draw.tables.prefetch_related("seats")
    ]
    context = {
        **frame(request, event, here="round"),
        "played": played,
        "draw": draw,
        "tables": tables,
    }
    return render(request, "tournaments/earlier_draw.html", context)


@act
def draw_inputs(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """What the draw was made from, as `manage.py draw` reads it; players by their numbers."""
    draw = get_object_or_404(
        Draw,
        round__tournament=tournament,
        round__number=number,
        withdrawn_at__isnull=True,
        published_at__isnull=False,
    )
    answer = JsonResponse({**draw.inputs, "seed": draw.seed}, json_dumps_params={"indent": 2})
    answer.headers["Content-Disposition"] = f'attachment; filename="draw-round-{number}.json"'
    return answer


def drawn_tables(event: Event, played: PlayedRound) -> list[DrawnTable]:
    seated = [table.entry_ids for table in played.tables]
    history = event.history(before_round=played.number)
    trios = repeated_trios(seated, history=history)
    known = {(meeting.table, frozenset(meeting.players)) for meeting in trios}
    pairs = [
        pair
        for pair in repeated_pairs(seated, history=history)
        if not any(table == pair.table and trio.issuperset(pair.players) for table, trio in known)
    ]
    return [
        DrawnTable(
            table.number,
            [seat.entry.public_name for seat in table.seats],
            list(_in_words(event, (m for m in (*trios, *pairs) if m.table == place))),
        )
        for place, table in enumerate(played.tables, start=1)
    ]


def _in_words(event: Event, meetings: Iterable[Meeting]) -> Iterator[str]:
    for meeting in meetings:
        yield _("%(players)s met in round %(rounds)s") % {
            "players": ", ".join(event.entries[player].public_name for player in meeting.players),
            "rounds": ", ".join(str(number) for number in meeting.rounds),
        }


def _found(query: str, tables: Iterable[DrawnTable]) -> Iterator[tuple[str, DrawnTable, list[str]]]:
    """Who is meant by the query: the name, the table, and the others at it."""
    if not query:
        return
    for table in tables:
        for name in table.people:
            if finds(query, name):
                yield name, table, [other for other in table.people if other is not name]


def _edits(event: Event, played: PlayedRound) -> list[tuple[Entry, Entry, str]]:
    """Swaps by hand in the published draw, with their reasons."""
    if not played.is_published:
        return []
    return [
        (event.entries[edit.first_id], event.entries[edit.second_id], edit.reason)
        for edit in played.draw.edits.all()
    ]


def _earlier(played: PlayedRound):
    return played.round.draws.filter(withdrawn_at__isnull=False)
