"""What time it is for all servers and workers of the site: that of their common database.

Clocks of machines differ, by minutes where nobody looks after them. Each process notes how late it
was by the clock of the database when it connected, and counts on from there by itself.
"""

from __future__ import annotations

import datetime as dt
import time
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import DatabaseError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.dispatch import receiver
from django.utils import timezone

ASKED_AGAIN_AFTER = 60
"""Seconds. Neither clock goes wrong by much in a minute."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What the clock of the database showed, and what our stopwatch did."""

    time: dt.datetime
    stopwatch: float


_last: Reading | None = None


def now() -> dt.datetime:
    """The time of the database; of this machine where it has no other, or was not asked yet."""
    if _last is None:
        return timezone.now()
    return _last.time + dt.timedelta(seconds=time.monotonic() - _last.stopwatch)


@receiver(connection_created, dispatch_uid="read-clock")
def read(connection: BaseDatabaseWrapper, **_kwargs: Any) -> None:
    """Read the clock of the database, unless that was done a moment ago."""
    global _last  # noqa: PLW0603 - one database, so one clock for the process
    if not settings.CLOCK_OF_DATABASE or connection.vendor != "postgresql":
        return
    if _last is not None and time.monotonic() - _last.stopwatch < ASKED_AGAIN_AFTER:
        return
    try:
        # By this very connection: it is the one that works.
        with connection.cursor() as cursor:
            cursor.execute("SELECT clock_timestamp()")
            (said,) = cursor.fetchone()
    except DatabaseError:
        return
    _last = Reading(said, time.monotonic())
