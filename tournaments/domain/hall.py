"""The hall while a round is on: how each table stands, by what was entered and by the clock."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum


class TableState(StrEnum):
    """A table of a published round. Before the clock runs its players only know their seats."""

    SEATED = "seated"
    PLAYING = "playing"
    LATE = "late"
    IN = "in"
    DISPUTED = "disputed"
    RULED = "ruled"
    CONTESTED = "contested"


def table_state(
    now: datetime,
    *,
    started: datetime | None,
    bell: datetime | None,
    has_result: bool,
    disputed: bool = False,
    ruled: bool = False,
    contested: bool = False,
) -> TableState:
    """How a table stands: without a result after the bell it is late; a result is in unless one of
    its players said that it is wrong, or a matter of the table was decided since. Contested is
    what players entered, but do not agree on."""
    if has_result:
        if disputed:
            return TableState.DISPUTED
        return TableState.RULED if ruled else TableState.IN
    if contested:
        return TableState.CONTESTED
    if started is None:
        return TableState.SEATED
    return TableState.LATE if late_for(now, bell) is not None else TableState.PLAYING


def late_for(now: datetime, bell: datetime | None) -> int | None:
    """Whole minutes since the bell; None before it, and where there is none."""
    if bell is None or now < bell:
        return None
    return int((now - bell).total_seconds()) // 60
