"""What comes round by itself on the embedded site, which has no Celery beat and no worker.

One thread of the process that serves looks at CELERY_BEAT_SCHEDULE and starts what is due, each
task in a thread of its own and never twice at once: a mail server that does not answer holds up
nothing else, and a task that fails is told of on standard error and comes round again. Everything
is due at the start, so e-mails that an earlier process left go out without a visitor's doing.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from threading import Event, Lock, Thread
from typing import Any

from celery import Celery
from django.conf import settings
from django.db import connections

from catantour.celery import app
from tournaments.services.mailing import end_pauses, mail_written

SEND_MAIL = "tournaments.tasks.send_mail"


class Beat:
    """The tasks of a schedule (seconds between two runs, by name), each in its turn."""

    def __init__(
        self,
        schedule: Mapping[str, float],
        tasks: Mapping[str, Callable[[], object]],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.schedule, self.tasks, self.clock = schedule, tasks, clock
        self._due = dict.fromkeys(schedule, clock())
        self._busy: set[str] = set()
        self._changing = Lock()
        self._look = Event()

    def start(self) -> None:
        Thread(target=self._go_round, name="beat", daemon=True).start()

    def wake(self, name: str) -> None:
        """Run a task now, or once more as soon as it is done if it runs already."""
        with self._changing:
            self._due[name] = self.clock()
        self._look.set()

    def turn(self) -> list[Thread]:
        """Start what is due and not under way; the threads of it."""
        now = self.clock()
        with self._changing:
            names = [n for n, at in self._due.items() if at <= now and n not in self._busy]
            self._busy.update(names)
            self._due.update({name: now + self.schedule[name] for name in names})
        threads = [
            Thread(target=self._run, args=(name,), name=f"beat {name}", daemon=True)
            for name in names
        ]
        for thread in threads:
            thread.start()
        return threads

    def seconds_to_next(self) -> float:
        """How long there is nothing to start, unless somebody wakes us."""
        with self._changing:
            due = [at for name, at in self._due.items() if name not in self._busy]
        return max(min(due, default=60) - self.clock(), 0)

    def _go_round(self) -> None:
        while True:
            self._look.clear()
            self.turn()
            self._look.wait(self.seconds_to_next())

    def _run(self, name: str) -> None:
        try:
            self.tasks[name]()
        finally:
            # A thread's connections are its own, and nobody else closes them.
            connections.close_all()
            with self._changing:
                self._busy.discard(name)
            self._look.set()


def beat_of(app: Celery, entries: Mapping[str, Mapping[str, Any]]) -> Beat:
    """The beat of a schedule as Celery has it, with seconds."""
    app.loader.import_default_modules()
    every = {entry["task"]: entry["schedule"] for entry in entries.values()}
    return Beat(every, {name: app.tasks[name] for name in every})


def start() -> None:
    """Begin, in the process that serves; where there are workers they have a beat of their own."""
    if not settings.JOBS_IN_THREADS:
        return
    beat = beat_of(app, settings.CELERY_BEAT_SCHEDULE)
    mail_written.connect(
        lambda **_kwargs: beat.wake(SEND_MAIL), weak=False, dispatch_uid="send-mail-in-this-process"
    )
    beat.start()
    Thread(target=_try_again, args=(beat,), name="beat end-pauses", daemon=True).start()


def _try_again(beat: Beat) -> None:
    try:
        end_pauses()
    finally:
        connections.close_all()
    beat.wake(SEND_MAIL)
