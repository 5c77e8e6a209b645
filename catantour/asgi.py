"""The ASGI entry: requests are taken in here, by one loop that does not mind how many wait, and
only whole ones are given to a thread with Django in it."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import re
import secrets
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from io import BytesIO
from threading import Thread
from typing import Any, NamedTuple, Protocol

from django.core.wsgi import get_wsgi_application

from catantour.bodies import LATE, Bodies, Gone, Receive, Send, TooLarge
from catantour.channels import Channels, slug_of
from catantour.watchdog import ALIVE

Scope = dict[str, Any]
Environment = dict[str, Any]

THREADS = 6
"""For whatever somebody does, and for pages that somebody opens."""

THREADS_OF_LOOKERS = 2
"""For phones and screens that look whether something is new: a hall of them asks at once, and is
quick; fewer would be held up by a single slow one, and more would slow down who acts."""

OWN_PAGE = re.compile(r"/t/[^/]+/my/[^/]+/$")

SECONDS_TO_LINGER = 10
"""So long a body that was refused is read on and thrown away: a browser that is cut off while it
sends never shows the answer."""


class Parts(Protocol):
    """What Django answers: it tells by `close` that a request is over."""

    def __iter__(self) -> Iterator[bytes]: ...

    def close(self) -> None: ...


WSGI = Callable[..., Parts]


class Answer(NamedTuple):
    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


class Site:
    """A WSGI application behind ASGI. An answer leaves its thread whole, too, so that somebody who
    reads slowly holds none."""

    def __init__(
        self,
        application: WSGI,
        *,
        threads: int = THREADS,
        lookers: int = THREADS_OF_LOOKERS,
        begin: Callable[[], None] = lambda: None,
        channels: Channels | None = None,
    ) -> None:
        self._application = application
        self._begin = begin
        self._channels = channels
        self._bodies = Bodies()
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="page")
        self._for_lookers = ThreadPoolExecutor(lookers, thread_name_prefix="look")
        # All others may wait for a database that is frozen, which is no fault of this process.
        self._for_watchers = ThreadPoolExecutor(1, thread_name_prefix="alive")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._run(receive, send)
        elif self._channels and (slug := slug_of(scope)):
            await self._channels.serve(slug, receive, send, self._threads)
        else:
            await self._serve(scope, receive, send)

    async def _run(self, receive: Receive, send: Send) -> None:
        await receive()
        _end_with_the_server()
        self._begin()
        if self._channels:
            self._channels.start()
            _when_stopped(self._channels.end)
        await send({"type": "lifespan.startup.complete"})
        await receive()
        for threads in (self._threads, self._for_lookers):
            await asyncio.to_thread(threads.shutdown)
        await send({"type": "lifespan.shutdown.complete"})

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        environment = environment_of(scope)
        length, chunked = _told(scope)
        if not length and not chunked:
            await _give(send, await self._answer(environment))
            return
        try:
            async with self._bodies.taken_in(receive, scope["path"], length) as body:
                environment |= {"CONTENT_LENGTH": str(len(body)), "wsgi.input": BytesIO(body)}
                await _give(send, await self._answer(environment))
        except TooLarge as refused:
            environment["CONTENT_LENGTH"] = str(refused.size)
            await _give(send, await self._answer(environment))
            await _linger(receive)
        except TimeoutError:
            await _give(send, await self._answer(environment | {LATE: True}))
        except Gone:
            pass

    async def _answer(self, environment: Environment) -> Answer:
        loop = asyncio.get_running_loop()
        threads = self._threads
        if _is_of_a_watcher(environment):
            threads = self._for_watchers
        elif _is_a_look(environment):
            threads = self._for_lookers
        return await loop.run_in_executor(threads, whole_answer, self._application, environment)


def _end_with_the_server() -> None:
    """A worker whose server was killed would keep the port, and nobody would know of it."""
    server = multiprocessing.parent_process()
    if server:
        asyncio.get_running_loop().add_reader(server.sentinel, os._exit, 1)


def _when_stopped(end: Callable[[], None]) -> None:
    """Call `end` as soon as a worker is told to stop: its server waits for open answers before it
    says so itself."""
    if not multiprocessing.parent_process():
        return
    loop = asyncio.get_running_loop()
    told: set[int] = set()

    def stop(number: int) -> None:
        end()
        # The loop's own handler, which stays as it is, misses a signal that finds it overwhelmed.
        signal.raise_signal(number)

    def handle(number: int, _frame: object) -> None:
        if number not in told:
            told.add(number)
            loop.call_soon_threadsafe(stop, number)

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, handle)


def environment_of(scope: Scope) -> Environment:
    """What WSGI calls the same, with an empty body."""
    host, port = scope.get("server") or ("localhost", 80)
    environment = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode("utf-8", "surrogateescape").decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "CONTENT_LENGTH": "",
        "SERVER_NAME": host,
        "SERVER_PORT": str(port),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": scope["client"][0] if scope.get("client") else "",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": BytesIO(),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in scope["headers"]:
        # With an underscore it would pass for another one, such as that of the proxy.
        if b"_" in name or name in {b"content-length", b"transfer-encoding"}:
            continue
        key = name.decode("latin-1").upper().replace("-", "_")
        key = key if key == "CONTENT_TYPE" else f"HTTP_{key}"
        text = value.decode("latin-1")
        environment[key] = f"{environment[key]},{text}" if key in environment else text
    return environment


def whole_answer(application: WSGI, environment: Environment) -> Answer:
    started: list[tuple[str, list[tuple[str, str]]]] = []
    answer = application(environment, lambda status, headers: started.append((status, headers)))
    with closing(answer) as parts:
        body = b"".join(parts)
    [(status, headers)] = started
    lines = [(name.lower().encode("latin-1"), text.encode("latin-1")) for name, text in headers]
    return Answer(int(status[:3]), lines, body)


def _is_of_a_watcher(environment: Environment) -> bool:
    """Whether it is answered without asking anybody, see catantour/health.py."""
    return environment["PATH_INFO"] == ALIVE and environment["REQUEST_METHOD"] in ("GET", "HEAD")


def _is_a_look(environment: Environment) -> bool:
    """Whether it is one of the many that a hall of phones and screens asks for together. Desks do
    not wait behind them."""
    path = environment["PATH_INFO"]
    if environment["REQUEST_METHOD"] != "GET" or "/desk/" in path:
        return False
    is_poll = "HTTP_HX_REQUEST" in environment and "v=" in environment["QUERY_STRING"]
    return is_poll or OWN_PAGE.search(path) is not None


def _told(scope: Scope) -> tuple[int | None, bool]:
    """The length of the body, if its sender tells it, and whether it comes in pieces instead."""
    headers = dict(scope["headers"])
    length = headers.get(b"content-length", b"")
    return int(length) if length.isdigit() else None, b"transfer-encoding" in headers


async def _give(send: Send, answer: Answer) -> None:
    start = {"type": "http.response.start", "status": answer.status, "headers": answer.headers}
    await send(start)
    await send({"type": "http.response.body", "body": answer.body})


async def _linger(receive: Receive) -> None:
    try:
        async with asyncio.timeout(SECONDS_TO_LINGER):
            while (await receive()).get("more_body"):
                pass
    except TimeoutError:
        pass


def _begin() -> None:
    # They read what Django sets up at the end of this file.
    from catantour import beat
    from tournaments.services import timeline

    # In a thread, since the loop may not wait for a database by itself.
    asking = Thread(target=timeline.ask, name="ask for the timeline")
    asking.start()
    asking.join()
    beat.start()


def _channels() -> Channels:
    """Those of this process, which looks at once for what it has saved itself."""
    from tournaments.services.acts import versions_raised
    from tournaments.services.following import news_of
    from tournaments.services.listening import tell_listeners

    channels = Channels(news_of, tell=partial(tell_listeners, secrets.token_hex(8)))
    versions_raised.connect(
        lambda **_kwargs: channels.look_now(), weak=False, dispatch_uid="look-now"
    )
    return channels


os.environ.setdefault("DJANGO_SETTINGS_MODULE", "catantour.settings")
application = Site(get_wsgi_application(), begin=_begin, channels=_channels())
