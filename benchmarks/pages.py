"""The standings from the database to the page, beside plainer pages behind the same middleware."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from io import BytesIO

from django.core.cache import cache
from django.core.wsgi import get_wsgi_application
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template import engines
from django.test.utils import CaptureQueriesContext, override_settings
from django.urls import path

from benchmarks.measure import Row, benchmark, side_by_side
from catantour.urls import urlpatterns as urls_of_the_site
from tournaments.models import Draw, Result, Score, Seat, Table, Tournament

PLAYERS = 400
QUERIES = 15


@benchmark("The standings page, 400 players after four rounds")
def standings_page() -> Iterator[Row]:
    """A visitor's phone asks; every request goes through the whole of the site's middleware."""
    from tests.factories import played_out

    tournaments = {players: played_out(players) for players in (12, PLAYERS)}
    with override_settings(ROOT_URLCONF=__name__):
        site = Site()
        for players, tournament in tournaments.items():
            cache.clear()
            with CaptureQueriesContext(connection) as captured:
                site.get(f"/t/{tournament.slug}/standings/")
            yield Row.count(f"queries with {players} players", len(captured), QUERIES)
        slug = tournaments[PLAYERS].slug
        standings, plain = f"/t/{slug}/standings/", f"/plain/{slug}/"
        ours, reading = side_by_side(
            lambda: (cache.clear(), site.get(standings)), lambda: site.get(plain)
        )
        yield Row.at_most("made anew", ours, reading, 3, of="reading and printing the same rows")
        ours, nothing = side_by_side(lambda: site.get(standings), lambda: site.get("/empty/"))
        yield Row.at_least("from the cache", 1 / ours, 1 / nothing, 0.6, of="an empty view")


class Site:
    """The site as a server calls it."""

    def __init__(self) -> None:
        self.application = get_wsgi_application()

    def get(self, address: str) -> bytes:
        status = []
        answer = self.application(
            {
                "REQUEST_METHOD": "GET",
                "PATH_INFO": address,
                "QUERY_STRING": "",
                "SERVER_NAME": "localhost",
                "SERVER_PORT": "8000",
                "HTTP_HOST": "localhost:8000",
                "HTTP_ACCEPT_ENCODING": "gzip",
                "REMOTE_ADDR": "127.0.0.1",
                "wsgi.url_scheme": "http",
                "wsgi.input": BytesIO(),
                "wsgi.errors": sys.stderr,
            },
            lambda line, _headers: status.append(line),
        )
        body = b"".join(answer)
        answer.close()
        if status != ["200 OK"]:
            raise ValueError(f"{address}: {status}")
        return body


def empty(_request: HttpRequest) -> HttpResponse:
    return HttpResponse("")


PLAIN = """{% extends "base.html" %}{% block content %}<h1>{{ tournament }}</h1>
<table>{% for entry, score in lines %}<tr>
<td>{{ entry.number }}</td><td>{{ entry.full_name }}</td><td>{{ entry.club.name }}</td>
<td>{{ score.game_points }}</td><td>{{ score.game_points }}</td><td>{{ score.game_points }}</td>
</tr>{% endfor %}</table>{% endblock %}"""


def plain(request: HttpRequest, slug: str) -> HttpResponse:
    """Reads every row that the standings are made from and prints a line for each player.

    It works nothing out: the figures of a line are those of any one game.
    """
    tournament = get_object_or_404(Tournament.objects.select_related("club"), slug=slug)
    entries = list(tournament.entries.select_related("person", "club"))
    draws = list(Draw.objects.filter(round__tournament=tournament, withdrawn_at__isnull=True))
    seated = [
        *tournament.rounds.all(),
        *tournament.lots.all(),
        *Table.objects.filter(draw__in=draws),
        *Seat.objects.filter(draw__in=draws),
        *Result.objects.filter(table__draw__in=draws),
    ]
    scores = list(Score.objects.filter(result__table__draw__in=draws))
    if not seated:
        raise ValueError("There is nothing to print.")
    lines = list(zip(entries, scores, strict=False))
    page = engines["django"].from_string(PLAIN)
    return HttpResponse(page.render({"tournament": tournament, "lines": lines}, request))


urlpatterns = [
    path("empty/", empty),
    path("plain/<slug:slug>/", plain),
    *urls_of_the_site,
]
