"""When a backup that should come every night is missing."""

from __future__ import annotations

import datetime as dt

LATE_AFTER = dt.timedelta(hours=26)
"""A night's backup, an hour of grace for it, and the hour that October has twice."""


def is_late(newest: dt.datetime | None, now: dt.datetime) -> bool:
    """Whether the newest backup is from before last night, or there is none."""
    return newest is None or now - newest > LATE_AFTER


def hours_old(newest: dt.datetime, now: dt.datetime) -> int:
    """Whole hours; a file from a clock that was ahead is as new as can be."""
    return max(now - newest, dt.timedelta()) // dt.timedelta(hours=1)
