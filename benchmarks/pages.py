"""Pages from the database to the browser, beside plainer pages behind the same middleware."""

from __future__ import annotations

import gzip
import re
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.cookies import SimpleCookie
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
from tournaments.services import checking_in

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
        told = f"/api/v1/events/{slug}/standings/"
        ours, page = side_by_side(lambda: site.get(told), lambda: site.get(standings))
        yield Row.at_most("for programs", ours, page, 1.2, of="the page from the cache")


@benchmark("After a change, 400 players after four rounds")
def after_a_change() -> Iterator[Row]:
    """Eight browsers at once ask for a page that has to be made anew; and what makes none anew."""
    from tests.factories import doer, played_out

    tournament = played_out(PLAYERS)
    site = Site()
    standings = f"/t/{tournament.slug}/standings/"

    def all_ask() -> None:
        list(browsers.map(site.get, [standings] * 8))

    with ThreadPoolExecutor(8) as browsers:
        eight, one = side_by_side(
            lambda: (cache.clear(), all_ask()), lambda: (cache.clear(), site.get(standings))
        )
        yield Row.at_most("8 browsers at once", eight, one, 2, of="one browser")
    site.get(standings)
    entry = tournament.entries.first()
    checking_in.mark_paid(tournament, entry.pk, True, doer())
    with CaptureQueriesContext(connection) as captured:
        site.get(standings)
    yield Row.count("queries of a page after an act that visitors do not see", len(captured), 0)


@benchmark("A player's own page, 400 players after four rounds")
def own_page() -> Iterator[Row]:
    """Phones with personal links, in which nobody is signed in, beside a page for everybody."""
    from tests.factories import played_out

    tournament = played_out(PLAYERS)
    Tournament.objects.filter(pk=tournament.pk).update(state="running")
    site = Site()
    slug = tournament.slug
    phone = Phone(site, f"/t/{slug}/my/{tournament.entries.first().token}/")
    standings = f"/t/{slug}/standings/"
    for _ in range(2):
        phone.get()
    site.get(standings)
    own, cached = side_by_side(phone.get, lambda: site.get(standings))
    yield Row.at_most("nothing changed", own, cached, 8, of="the standings from the cache")
    version = re.search(rb"[?]v=(\w+)", gzip.decompress(phone.get()))[1].decode()
    phone.get(version)
    own, cached = side_by_side(lambda: phone.get(version), lambda: site.get(standings))
    yield Row.at_most("asked whether it is new", own, cached, 8, of="the standings from the cache")
    # After a draw is published the tournament is read once for the whole hall.
    own, anew = side_by_side(
        lambda: (cache.clear(), phone.get()), lambda: (cache.clear(), site.get(standings))
    )
    yield Row.at_most("made anew, one of many", own, anew, 0.3, of="the standings made anew")


class Site:
    """The site as a server calls it."""

    def __init__(self) -> None:
        self.application = get_wsgi_application()

    def get(self, address: str) -> bytes:
        status, _headers, body = self.ask(address)
        if status != "200 OK":
            raise ValueError(f"{address}: {status}")
        return body

    def ask(
        self, address: str, query: str = "", **headers: str
    ) -> tuple[str, list[tuple[str, str]], bytes]:
        said = []
        answer = self.application(
            {
                "REQUEST_METHOD": "GET",
                "PATH_INFO": address,
                "QUERY_STRING": query,
                "SERVER_NAME": "localhost",
                "SERVER_PORT": "8000",
                "HTTP_HOST": "localhost:8000",
                "HTTP_ACCEPT_ENCODING": "gzip",
                "REMOTE_ADDR": "127.0.0.1",
                "wsgi.url_scheme": "http",
                "wsgi.input": BytesIO(),
                "wsgi.errors": sys.stderr,
                **headers,
            },
            lambda *line: said.extend(line),
        )
        body = b"".join(answer)
        answer.close()
        return said[0], said[1], body


class Phone:
    """A browser that keeps its cookies and opens one personal link, or lets its page ask again."""

    def __init__(self, site: Site, address: str) -> None:
        self.site, self.address = site, address
        self.cookies = SimpleCookie()

    def get(self, version: str = "") -> bytes:
        poll = {"HTTP_HX_REQUEST": "true"} if version else {}
        carried = "; ".join(f"{name}={one.value}" for name, one in self.cookies.items())
        status, headers, body = self.site.ask(
            self.address, f"v={version}" if version else "", HTTP_COOKIE=carried, **poll
        )
        if status != ("204 No Content" if version else "200 OK"):
            raise ValueError(f"{self.address}: {status}")
        for name, value in headers:
            if name == "Set-Cookie":
                self.cookies.load(value)
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
