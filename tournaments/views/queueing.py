"""Whoever waits for one event leaves threads for everybody else.

A process answers with a few threads. Acts at one event queue up for its lock, so a transaction that
is stuck there would soon hold all of them, and nobody would read the calendar. Only half of them
may wait for as long as the settings allow; whoever comes after those waits for a moment.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from threading import Lock
from typing import Any

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse

PATIENT = 4
"""So many acts at one event wait for as long as the settings allow: half of the threads."""

A_MOMENT = "500ms"
"""Enough for those ahead, unless one of them is stuck."""

_there: Counter[str] = Counter()
_counting = Lock()


class Queue:
    """Middleware; counts what this process does at each event, by its address."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.queued_at, request.in_a_hurry = "", False
        try:
            return self.get_response(request)
        finally:
            if request.queued_at:
                self._leave(request)

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
                request.in_a_hurry = True
                _tell(f"SET lock_timeout = '{A_MOMENT}'")

    def _leave(self, request: HttpRequest) -> None:
        with _counting:
            _there[request.queued_at] -= 1
            if not _there[request.queued_at]:
                del _there[request.queued_at]
        if request.in_a_hurry:
            try:
                _tell("RESET lock_timeout")
            except DatabaseError:
                # The next request gets another connection.
                connection.close()


def _tell(sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql)
