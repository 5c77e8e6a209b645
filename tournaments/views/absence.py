"""Whether this process has waited for the database in vain, so that not everybody has to."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Event, Lock, Thread

from django.db import OperationalError, connection, connections

from tournaments.services.locks import is_away

log = logging.getLogger(__name__)

PAUSE = 1.0
"""Seconds between two looks whether it is back."""


def answers() -> bool:
    try:
        connection.ensure_connection()
    except OperationalError as trouble:
        if not is_away(trouble):
            raise
        return False
    finally:
        # A thread's connections are its own, and nobody else closes them.
        connections.close_all()
    return True


class Absence:
    """Begun by whoever waited in vain, over as soon as a thread of its own was answered."""

    def __init__(self, answers: Callable[[], bool]) -> None:
        self._answers = answers
        self._lock = Lock()
        self._over = Event()
        self._over.set()

    def __bool__(self) -> bool:
        return not self._over.is_set()

    def begin(self) -> None:
        with self._lock:
            if self:
                return
            self._over.clear()
        log.error("The database does not answer, visitors see what was kept of its pages.")
        Thread(target=self._look, name="look for the database", daemon=True).start()

    def _look(self) -> None:
        never = Event()
        try:
            while not self._answers():
                never.wait(PAUSE)
        finally:
            self._over.set()
        log.warning("The database is back.")


of_database = Absence(answers)
