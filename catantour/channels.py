"""The live channel: open pages hear within a moment that their event has something new.

`/live/<slug>/` is a stream of server-sent events. The loop that takes requests in answers it, since
each would hold a thread for hours. What is new is found by one thread of the process, for all of
its streams together and in the database: whichever process an act ran in, and with or without
Redis. An act of this process is looked for at once (`look_now`).
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
import time
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import Executor
from threading import Event, Thread
from typing import Any

from django.db import Error, close_old_connections
from django.http import HttpRequest, HttpResponse

from catantour.bodies import Receive, Send
from tournaments.domain.news import News

ADDRESS = re.compile(r"/live/(?P<slug>[-\w]+)/", re.ASCII)

SECONDS_BETWEEN_LOOKS = 0.25
SECONDS_OF_SILENCE = 20
"""Then a line is sent that says nothing, so that a dead line is noticed at both ends."""

SECONDS_BETWEEN_COUNTS = 5
"""How often it is told how many listen."""

SECONDS_OF_TROUBLE = 2
"""How long the database is left alone that did not answer."""

READERS_A_SECOND = 40
"""So many pages a process makes anew beside everything else that it does."""

SLOWEST_PACE = 15
"""Seconds: as often as pages ask by themselves where nothing is heard."""

MOST_STREAMS = 8_000
"""Half of the connections of a process; the other half is for whoever asks for something."""

HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    # A proxy that gathers an answer before it passes it on would keep all of it.
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]

log = logging.getLogger(__name__)


Look = Callable[[Mapping[str, News | None]], Mapping[str, News]]
"""What there is of these events, by slug, given what was known of each. Others are missing."""

Tell = Callable[[Mapping[str, int]], None]
"""Takes note of how many pages listen to each event, by slug."""


def slug_of(scope: Mapping[str, Any]) -> str:
    """The event that a request asks to follow; empty for any other request."""
    found = ADDRESS.fullmatch(scope["path"]) if scope["method"] == "GET" else None
    return found["slug"] if found else ""


class Channels:
    """The open streams of this process, by the slug of their event."""

    def __init__(
        self,
        look: Look,
        *,
        tell: Tell = lambda _counts: None,
        pause: float = SECONDS_BETWEEN_LOOKS,
    ) -> None:
        self._look = look
        self._tell_counts = tell
        self._counts_due = 0.0
        self._pause = pause
        self._open: Counter[str] = Counter()
        self._known: dict[str, News] = {}
        self._seats: dict[str, str] = {}
        """Of what is known, as it is sent: written once, however many hear it."""
        self._next: dict[str, asyncio.Future[None]] = {}
        self._wanted = Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ending: asyncio.Future[None] | None = None

    def start(self) -> None:
        """Begin to look, from the loop that the streams are of."""
        self._loop = asyncio.get_running_loop()
        self._ending = self._loop.create_future()
        Thread(target=self._go_round, name="live channel", daemon=True).start()

    def end(self) -> None:
        """Let everybody go, from that loop: a server that stops would wait for its streams."""
        if self._ending and not self._ending.done():
            self._ending.set_result(None)

    def look_now(self) -> None:
        """Something was saved just now. From any thread."""
        self._wanted.set()

    async def serve(self, slug: str, receive: Receive, send: Send, threads: Executor) -> None:
        """Answer one page for as long as it listens; 404 for an event that is not public, 204 where
        too many listen."""
        if self._open.total() >= MOST_STREAMS:
            # It asks again in a while, and goes on by itself meanwhile.
            await _refuse(send, 204)
            return
        if slug not in self._known:
            loop = asyncio.get_running_loop()
            try:
                found = await loop.run_in_executor(threads, self._first_look, slug)
            except Error:
                await _refuse(send, 503)
                return
            if slug in found:
                self._learn(slug, found[slug])
        if slug not in self._known:
            await _refuse(send, 404)
            return
        gone = asyncio.ensure_future(_until_gone(receive))
        self._open[slug] += 1
        self._wanted.set()
        try:
            await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
            await self._tell(slug, send, gone)
        finally:
            gone.cancel()
            self._left(slug)

    async def _tell(self, slug: str, send: Send, gone: asyncio.Future[None]) -> None:
        shown: News | None = None
        ends = [end for end in (gone, self._ending) if end]
        while not any(end.done() for end in ends):
            news = self._known[slug]
            text = b":\n\n" if news == shown else self._text(slug, news, shown)
            await send({"type": "http.response.body", "body": text, "more_body": True})
            shown = news
            if self._known[slug] != news:
                continue
            change = self._next.setdefault(slug, asyncio.get_running_loop().create_future())
            await asyncio.wait(
                {change, *ends},
                timeout=SECONDS_OF_SILENCE,
                return_when=asyncio.FIRST_COMPLETED,
            )
        if not gone.done():
            await send({"type": "http.response.body", "body": b""})

    def _text(self, slug: str, news: News, shown: News | None) -> bytes:
        """One event. Seats go along when they are new to this page, how many seconds the pages that
        hear it should spread what they fetch over, and at which tables something was said."""
        pace = min(round(self._open[slug] / READERS_A_SECOND, 1), SLOWEST_PACE)
        told: dict[str, Any] = {"version": news.version, "draw": news.draw, "pace": pace}
        if shown and (talking := news.talking_since(shown)):
            told["said"] = talking
        seats = self._seats[slug] if shown is None or shown.draw != news.draw else ""
        return f"data: {json.dumps(told)[:-1]}{seats}}}\n\n".encode()

    def _learn(self, slug: str, news: News) -> None:
        self._known[slug] = news
        seats = {"round": news.round, "tables": news.tables}
        self._seats[slug] = f", {json.dumps(seats, separators=(',', ':'))[1:-1]}"

    def _first_look(self, slug: str) -> Mapping[str, News]:
        try:
            return self._look({slug: None})
        finally:
            close_old_connections()

    def _left(self, slug: str) -> None:
        self._open[slug] -= 1
        if not self._open[slug]:
            del self._open[slug]
            self._known.pop(slug, None)
            self._seats.pop(slug, None)
            self._next.pop(slug, None)

    def _go_round(self) -> None:
        answers = True
        while True:
            self._wanted.wait(self._pause if self._open else None)
            self._wanted.clear()
            self._count()
            known = dict(self._known)
            if not known or self._loop is None:
                continue
            try:
                found = self._look(known)
            except Error:
                if answers:
                    log.warning("The live channel waits for the database.", exc_info=True)
                answers = False
                self._wanted.wait(SECONDS_OF_TROUBLE)
            else:
                answers = True
                self._loop.call_soon_threadsafe(self._spread, found, known)
            finally:
                close_old_connections()

    def _count(self) -> None:
        now = time.monotonic()
        if now >= self._counts_due:
            self._counts_due = now + SECONDS_BETWEEN_COUNTS
            self._tell_counts(dict(self._open))

    def _spread(self, found: Mapping[str, News], known: Collection[str]) -> None:
        """Let everybody know who listens. An event that is gone keeps its streams, in silence."""
        for slug in known:
            news = found.get(slug)
            before = self._known.get(slug)
            if slug not in self._open or news is None or news is before:
                continue
            self._learn(slug, news)
            if news == before:
                continue
            if change := self._next.pop(slug, None):
                change.set_result(None)


def no_channel(_request: HttpRequest, slug: str) -> HttpResponse:
    """For a server that knows no streams: 204 lets a browser ask no more."""
    return HttpResponse(status=204)


async def _refuse(send: Send, status: int) -> None:
    await send({"type": "http.response.start", "status": status, "headers": HEADERS[1:]})
    await send({"type": "http.response.body", "body": b""})


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
