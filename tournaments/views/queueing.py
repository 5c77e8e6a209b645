"""Whoever waits for one event leaves threads for everybody else.

A process answers with a few threads. Acts at one event queue up for its lock, so a transaction that
is stuck there would soon hold all of them, and nobody would read the calendar. Only half of them
may ask for it at a time and wait for as long as the settings allow. Whoever comes after those waits
here, first come first served, without a statement to the database: many who ask again and again
would only keep those ahead from being served. As long as the queue moves nobody is sent away; where
it has not moved for a moment, whoever waits goes in all the same, since not every act needs the
lock, but waits for no more than another moment.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Event, Lock
from typing import Any

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse

from tournaments.models import Tournament
from tournaments.services.versions import current_versions

PATIENT = 4
"""So many acts at one event ask for it at a time: half of the threads."""

MOMENT = 0.5
"""Seconds."""

LONGEST = 30
"""Seconds after which the queue is too long, although it moves."""

SERVER_ERROR = 500


@dataclass
class Line:
    """Those of this process who act at one event."""

    there: int = 0
    inside: set[Turn] = field(default_factory=set)
    """Those who may ask for it and be patient."""
    behind: deque[Turn] = field(default_factory=deque)
    served: int = 0
    steps: int = 0
    """Statements of those inside that the database has answered."""

    def has_moved(self, *, steps: int) -> bool:
        """Whether somebody inside is at work here, not at the database, or was answered by it since
        there were so many steps: on a slow machine nobody has to be served within a moment."""
        with _counting:
            return self.steps != steps or any(not turn.asks for turn in self.inside)


_lines: dict[str, Line] = {}
_counting = Lock()


class Turn:
    """Where a request stands among those at its event."""

    def __init__(self, event: str) -> None:
        self.asks = False
        self._event = event
        self._room = Event()
        self._hurried = False
        self._too_long_at = time.monotonic() + LONGEST
        self._too_long = False
        versions = current_versions(event)
        with _counting:
            self._line = _lines.setdefault(event, Line())
            self._line.there += 1
        self._seen = self._line.served, versions and versions.latest

    def moves_on(self) -> bool:
        """Whether anybody ahead was served since it was looked last, here or, by the version of the
        event, in another process."""
        return not self._too_long and self._state() != self._seen

    def wait_on(self) -> None:
        """Wait once more, or for room among those who are patient."""
        self._look()
        if self._hurried:
            self.wait_for_room(again=True)

    def wait_for_room(self, *, again: bool = False) -> None:
        """Go in when there is room; whoever waits in vain is hurried from now on."""
        with _counting:
            if len(self._line.inside) < PATIENT:
                self._go_in()
            elif again:
                self._line.behind.appendleft(self)
            else:
                self._line.behind.append(self)
        steps = self._line.steps
        while not self._room.wait(MOMENT):
            if self._too_long or not (self._line.has_moved(steps=steps) or self.moves_on()):
                self._give_up_waiting()
                break
            steps = self._line.steps
            self._look()
        self._hurry(not self._room.is_set())

    def watch(self, execute: Callable[..., Any], *args: Any) -> Any:
        """Carry out a statement; know when it is answered."""
        self.asks = True
        try:
            answer = execute(*args)
        finally:
            self.asks = False
        self._line.steps += self._room.is_set()
        return answer

    def leave(self, *, served: bool) -> None:
        with _counting:
            self._line.there -= 1
            self._line.served += served
            self._line.inside.discard(self)
            with suppress(ValueError):
                # An error came while it waited.
                self._line.behind.remove(self)
            if self._line.behind and len(self._line.inside) < PATIENT:
                self._line.behind.popleft()._go_in()
            if not self._line.there:
                del _lines[self._event]
        self._hurry(False)

    def _go_in(self) -> None:
        self._line.inside.add(self)
        self._room.set()

    def _give_up_waiting(self) -> None:
        with _counting:
            if not self._room.is_set():
                self._line.behind.remove(self)

    def _look(self) -> None:
        self._seen = self._state()
        self._too_long = time.monotonic() > self._too_long_at

    def _state(self) -> tuple[int, int | None]:
        version = Tournament.objects.filter(slug=self._event).values_list("version", flat=True)
        return self._line.served, version.first()

    def _hurry(self, hurried: bool) -> None:
        if hurried != self._hurried:
            self._hurried = hurried
            if hurried:
                _tell(f"SET lock_timeout = '{round(MOMENT * 1000)}ms'")
            else:
                _wait_as_long_as_others()


class Queue:
    """Middleware; counts what this process does at each event, by its address."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        served = False
        try:
            response = self.get_response(request)
            served = response.status_code < SERVER_ERROR
            return response
        finally:
            if turn := request.attempt.turn:
                turn.leave(served=served)

    def process_view(
        self, request: HttpRequest, _view: Any, _args: Any, kwargs: dict[str, Any]
    ) -> None:
        slug = kwargs.get("slug")
        # SQLite has one lock for everything.
        queues = slug and connection.vendor == "postgresql"
        if queues and request.method not in ("GET", "HEAD", "OPTIONS"):
            request.attempt.turn = turn = Turn(slug)
            turn.wait_for_room()


def _wait_as_long_as_others() -> None:
    try:
        _tell("RESET lock_timeout")
    except DatabaseError:
        # The next request gets another connection.
        connection.close()


def _tell(sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql)
