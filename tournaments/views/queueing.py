"""Whoever waits for one event leaves threads for everybody else.

A process answers with a few threads. Acts at one event queue up for its lock, so a transaction that
is stuck there would soon hold all of them, and nobody would read the calendar. Only half of them
may wait for as long as the settings allow; whoever comes after those waits for a moment, and for
another one as long as somebody ahead was served meanwhile.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from threading import Lock
from typing import Any

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse

from tournaments.models import Tournament

PATIENT = 4
"""So many acts at one event wait for as long as the settings allow: half of the threads."""

A_MOMENT = "500ms"

MOMENTS = 20
"""Then the queue is too long, although it moves."""

SERVER_ERROR = 500

_there: Counter[str] = Counter()
_served: Counter[str] = Counter()
_counting = Lock()


class Turn:
    """One of those who wait for a moment at a time."""

    def __init__(self, event: str) -> None:
        self._event = event
        self._seen = self._state()
        self.moments = MOMENTS

    def moves_on(self) -> bool:
        return self._state() != self._seen

    def wait_on(self) -> None:
        self._seen = self._state()
        self.moments -= 1

    def _state(self) -> tuple[int, int | None]:
        """Who was served here, and by the version of the event who was in other processes."""
        version = Tournament.objects.filter(slug=self._event).values_list("version", flat=True)
        return _served[self._event], version.first()


class Queue:
    """Middleware; counts what this process does at each event, by its address."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.queued_at = ""
        served = False
        try:
            response = self.get_response(request)
            served = response.status_code < SERVER_ERROR
            return response
        finally:
            if request.queued_at:
                _leave(request.queued_at, served=served)
            if request.attempt.turn:
                _wait_as_long_as_others()

    def process_view(
        self, request: HttpRequest, _view: Any, _args: Any, kwargs: dict[str, Any]
    ) -> None:
        slug = kwargs.get("slug")
        if slug and request.method not in ("GET", "HEAD", "OPTIONS"):
            with _counting:
                _there[slug] += 1
                late = _there[slug] > PATIENT
            request.queued_at = slug
            # SQLite has one lock for everything.
            if late and connection.vendor == "postgresql":
                request.attempt.turn = Turn(slug)
                _tell(f"SET lock_timeout = '{A_MOMENT}'")


def _leave(event: str, *, served: bool) -> None:
    with _counting:
        _there[event] -= 1
        _served[event] += served
        if not _there[event]:
            del _there[event], _served[event]


def _wait_as_long_as_others() -> None:
    try:
        _tell("RESET lock_timeout")
    except DatabaseError:
        # The next request gets another connection.
        connection.close()


def _tell(sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql)
