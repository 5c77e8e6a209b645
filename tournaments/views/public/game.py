"""The game of a table, written down: replayed and judged, or followed while it is played."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string

from games.models import canonical
from games.recording.replays import lines_of, show, verdict_on
from games.views.limits import place_of, too_many
from tournaments.models import Table, Tournament
from tournaments.models.event import read_event, read_table
from tournaments.permissions import may
from tournaments.views.access import act
from tournaments.views.live import is_poll, live_part, unchanged
from tournaments.views.public.frame import frame
from tournaments.views.table_games import KeptGame

SECONDS = 3
"""How often a page asks for the next action of a game that is being played."""

MOMENTS = "600/m"
"""How often one address may step through a game."""


@act
def game(
    request: HttpRequest, tournament: Tournament, number: int, table_number: int
) -> HttpResponse:
    """The game. While it is being written the page follows it, unless a moment is asked for."""
    tables = tables_with_record(tournament, number, table_number)
    asked = _asked(request.GET)
    if asked is None and (answer := _as_it_stands(request, tournament, tables)):
        return answer
    if asked is not None and too_many(request, "moment", {place_of(request): MOMENTS}):
        return HttpResponse(status=429)
    found = _found(tables)
    if is_poll(request) and not found.is_live:
        # It has come to its end, and there is more to see than was followed, or nothing more.
        return HttpResponse(headers={"HX-Refresh": "true"})
    return _part(request, found, asked) if request.htmx else _page(request, found, asked)


def _as_it_stands(
    request: HttpRequest, tournament: Tournament, tables: QuerySet[Table]
) -> HttpResponse | None:
    """The answer to whoever has seen everything already: a hall of phones asks again and again,
    and the record itself is read once it has changed."""
    revision = get_object_or_404(tables.values_list("record__revision", flat=True))
    return unchanged(request, f"{tournament.public_version}.{revision}")


def _part(request: HttpRequest, found: KeptGame, asked: int | None) -> HttpResponse:
    """The moment alone, with its address if it was asked for."""
    seconds = _seconds(found, asked)
    response = live_part(request, found.moment(asked), found.version, "", seconds=seconds)
    if asked is not None:
        response.headers["HX-Replace-Url"] = f"{request.path}?at={asked}"
    return response


def _page(request: HttpRequest, found: KeptGame, asked: int | None) -> HttpResponse:
    draw = found.seated.table.draw
    tournament = draw.round.tournament
    live = {
        "inner": found.moment(asked),
        "version": found.version,
        "seconds": _seconds(found, asked),
    }
    context = {
        **frame(request, read_event(tournament), here="round"),
        **({} if found.kept.is_open else found.worked_out("whole", lambda: _whole(found))),
        "found": found,
        "number": draw.round.number,
        "table_number": found.seated.number,
        "may_enter": bool(tournament.game.prints) and may(request.roles, "edit_printed"),
        "live": render_to_string("_live.html", live, request),
    }
    return render(request, "tournaments/public/game.html", context)


def _seconds(found: KeptGame, asked: int | None) -> int:
    """How often the page asks; 0 if it shows a moment that stays."""
    return SECONDS if found.is_live and asked is None else 0


@act
def game_file(
    request: HttpRequest, tournament: Tournament, number: int, table_number: int, kind: str
) -> HttpResponse:
    """The whole record to take along, as text or as JSON."""
    found = written_down(tables_with_record(tournament, number, table_number))
    if kind == "txt":
        response: HttpResponse = HttpResponse(
            canonical(found.readable()), content_type="text/plain; charset=utf-8"
        )
    elif kind == "json":
        written = {"indent": 1, "ensure_ascii": False}
        response = JsonResponse(found.document(), json_dumps_params=written)
    else:
        raise Http404
    name = f"{tournament.slug}-round-{number}-table-{table_number}.{kind}"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def tables_with_record(tournament: Tournament, number: int, table_number: int) -> QuerySet[Table]:
    """The table with a record that everybody may see, if there is one."""
    return Table.objects.filter(
        draw__round__tournament=tournament,
        draw__round__number=number,
        draw__withdrawn_at=None,
        draw__published_at__isnull=False,
        number=table_number,
        record__isnull=False,
    )


def written_down(tables: QuerySet[Table]) -> KeptGame:
    """The game once nothing more is written; until then there is none to take along."""
    found = _found(tables)
    if found.kept.is_open:
        raise Http404
    return found


def _found(tables: QuerySet[Table]) -> KeptGame:
    table = get_object_or_404(tables.select_related("draw__round__tournament", "record"))
    return KeptGame(read_table(table), table.record)


def _asked(data: Mapping[str, str]) -> int | None:
    """The moment that a link, a button or the slider asks for; None for the newest."""
    asked = data.get("at") or data.get("slide") or ""
    return int(asked) if asked.isdecimal() and len(asked) < 7 else None


def _whole(found: KeptGame) -> dict[str, str]:
    """What there is to say of a whole game, as HTML."""
    played = found.played()
    verdict = verdict_on(played)
    shown = show(played, None, verdict.findings)
    marked = {finding.line for finding in verdict.findings}
    lines = [(text, number in marked) for number, text in enumerate(lines_of(played.text), 1)]
    context = {
        "verdict": verdict,
        "moment": shown.moment,
        "lines": lines,
        "statistics": shown.statistics,
    }
    parts = {"verdict": "games/_verdict.html", "text": "games/_text.html"}
    if played.viewer.statistics:
        parts["statistics"] = played.viewer.statistics
    return {name: render_to_string(template, context) for name, template in parts.items()}
