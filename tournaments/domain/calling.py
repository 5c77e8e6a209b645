"""Calls of the referee from a table: where they stand, and who hears of them when (T-050)."""

from __future__ import annotations

import datetime as dt
from enum import StrEnum

from .values import Refused, marked

UNANSWERED = dt.timedelta(minutes=2)
"""So long a call may wait for any referee, then it goes to the chief referee and the desk."""

LONGEST_CALL = 200
"""Letters that a player writes into a call: one line, the rest is said at the table."""


class CallState(StrEnum):
    """A call waits, a referee is on the way, or it is over."""

    OPEN = "open"
    TAKEN = "taken"
    CLOSED = "closed"


def call_state(*, taken: bool, closed: bool) -> CallState:
    if closed:
        return CallState.CLOSED
    return CallState.TAKEN if taken else CallState.OPEN


def has_risen(state: CallState, *, at: dt.datetime, now: dt.datetime) -> bool:
    """Whether nobody answered a call in time, so that chief referee and desk see to it."""
    return state is CallState.OPEN and now - at >= UNANSWERED


def rings(state: CallState, *, risen: bool, is_chief: bool, has_others: bool) -> bool:
    """Whether the phone of a referee rings: that of the chief at once where there is no other
    referee, else for what the others did not answer."""
    if state is not CallState.OPEN:
        return False
    return risen or not is_chief or not has_others


def minutes_waiting(at: dt.datetime, now: dt.datetime) -> int:
    """Whole minutes since a table called."""
    return max(0, int((now - at).total_seconds()) // 60)


def check_answer(answer: str) -> None:
    """Refuse a ruling that does not say what was decided (T-050)."""
    if not answer.strip():
        raise Refused("T-050", marked("Write down the decision."))
