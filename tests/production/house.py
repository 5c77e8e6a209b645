"""All parts of the production site as processes of their own, which somebody kills.

A supervisor starts again what died, as `deploy/` does; nobody else lends a hand.
"""

from __future__ import annotations

import datetime as dt
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import Any

import psycopg
from django.conf import settings
from django.db import connection, connections
from django.utils import timezone

from tests import services
from tests.production.servers import answer, free_port

SECONDS_TO_COME_BACK = 600
"""A bound for what never comes back; on a busy machine all of it takes its time."""

PAUSE = 0.5
"""Seconds between death and new life."""


@dataclass(slots=True)
class Part:
    """A part of the site, with all processes that it starts."""

    command: Sequence[str | Path]
    log: Path
    answers: Callable[[], object]
    """Raises an `OSError` or an error of the database as long as it does not."""
    options: dict[str, Any]
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command, stdout=log, stderr=log, start_new_session=True, **self.options
            )

    def is_dead(self) -> bool:
        return self.process is not None and self.process.poll() is not None

    def kill(self) -> None:
        """All of it at once, as by a lack of memory or a hand on the wrong switch."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def wait_until_it_answers(self) -> None:
        deadline = time.monotonic() + SECONDS_TO_COME_BACK
        while not self._answers():
            assert time.monotonic() < deadline, self.log.read_text()
            time.sleep(0.05)

    def _answers(self) -> bool:
        """Whether it runs, again if it was killed, and answers."""
        if self.is_dead():
            return False
        try:
            self.answers()
        except (OSError, psycopg.Error):
            return False
        return True


@dataclass
class House:
    """The site on two machines: two web servers and two workers on one PostgreSQL and Redis."""

    folder: Path
    database: services.NewPostgreSQL
    ports: list[int]
    parts: dict[str, Part] = field(default_factory=dict)
    killed: list[str] = field(default_factory=list)
    work_fell_at: dt.datetime = field(default_factory=timezone.now)
    """When something was killed that ends the work of a worker."""
    _closed: threading.Event = field(default_factory=threading.Event)

    def supervise(self) -> None:
        """Start again what died, until the house is closed."""
        while not self._closed.wait(PAUSE):
            for part in self.parts.values():
                if part.is_dead():
                    part.start()

    def close(self) -> None:
        self._closed.set()

    def kill(self, name: str) -> None:
        """Kill a part, and wait until it answers again."""
        self.killed.append(name)
        self.parts[name].kill()
        if name.startswith(("worker", "postgresql")):
            self.work_fell_at = timezone.now()
        self.parts[name].wait_until_it_answers()

    def last_tracebacks(self) -> str:
        """The last one in the log of each web server."""
        logs = [part.log for name, part in self.parts.items() if name.startswith("server")]
        return "\n".join(log.read_text().rpartition("Traceback")[2] for log in logs)

    def ask(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """What stands in the database, once it answers."""
        deadline = time.monotonic() + SECONDS_TO_COME_BACK
        while True:
            try:
                with psycopg.connect(
                    host=str(self.database.home), user="postgres", dbname="catantour"
                ) as asking:
                    rows = asking.execute(sql, values)
                    return rows.fetchall() if rows.description else []
            except psycopg.OperationalError:
                assert time.monotonic() < deadline
                time.sleep(0.05)

    @contextmanager
    def own_models(self) -> Iterator[None]:
        """The models of this process read and write the database of the house."""
        usual = connection.settings_dict
        here = {"NAME": "catantour", "USER": "postgres", "HOST": str(self.database.home)}
        _connect_models(usual | here)
        try:
            yield
        finally:
            _connect_models(usual)


def _connect_models(chosen: dict[str, Any]) -> None:
    connection.close()
    connections.settings["default"] = chosen
    del connections["default"]


@contextmanager
def standing_house(folder: Path) -> Iterator[House]:
    """The house, with everything in it at work."""
    # What is committed is with the machine, which nobody kills here.
    database = services.new_postgresql(folder, synchronous_commit="on")
    house = House(folder, database, [free_port(), free_port()])
    environment = _environment(house)
    here = {"cwd": settings.BASE_DIR, "env": environment}

    def add(name: str, command: Sequence[str | Path], answers: Callable[[], object], **options):
        house.parts[name] = Part(command, folder / f"{name}.log", answers, options)
        house.parts[name].start()

    try:
        add("postgresql", database.command, lambda: _connect(database), **database.options)
        house.parts["postgresql"].wait_until_it_answers()
        database.create_database()
        migrate = [sys.executable, "manage.py", "migrate", "--verbosity=0"]
        subprocess.run(migrate, check=True, **here)
        add("redis", services.redis_command(folder), int, cwd=folder)
        for number, port in enumerate(house.ports, start=1):
            server = ["catantour.server", "--port", str(port), "--workers", "2"]
            add(f"server {number}", _python(*server), partial(_is_ready, port), **here)
            name = ["--hostname", f"worker-{number}@%h", "--concurrency", "2"]
            worker = ["celery", "--quiet", "--app", "catantour", "worker", *name]
            add(f"worker {number}", _python(*worker), int, **here)
        beat = ["celery", "--quiet", "--app", "catantour", "beat", "--pidfile="]
        beat += ["--max-interval", "1"]
        add("beat", _python(*beat), int, **here)
        for part in house.parts.values():
            part.wait_until_it_answers()
        supervisor = threading.Thread(target=house.supervise)
        supervisor.start()
        try:
            yield house
        finally:
            house.close()
            supervisor.join()
    finally:
        for part in reversed(house.parts.values()):
            part.kill()


def _connect(database: services.NewPostgreSQL) -> None:
    psycopg.connect(host=str(database.home), user="postgres", dbname="postgres").close()


def _is_ready(port: int) -> None:
    if answer(port, "/health/ready/") != HTTPStatus.OK:
        raise ConnectionError


def _python(*words: str) -> list[str]:
    return [sys.executable, "-m", *words]


def _environment(house: House) -> dict[str, str]:
    return {
        "PATH": os.environ["PATH"],
        "DJANGO_SETTINGS_MODULE": "tests.production.hurried_settings",
        "DATABASE_URL": house.database.address,
        "REDIS_URL": f"unix://{house.folder / services.REDIS_SOCKET}",
        "SECRET_KEY": settings.SECRET_KEY,
        "SITE_URL": "http://127.0.0.1:1",
        "VAR_DIR": str(house.folder / "var"),
    }
