"""Calls of the referee: who hears of them when."""

import datetime as dt

import pytest

from tournaments.domain.calling import (
    UNANSWERED,
    CallState,
    call_state,
    check_answer,
    has_risen,
    minutes_waiting,
    rings,
)
from tournaments.domain.values import Refused

AT = dt.datetime(2026, 3, 7, 11, 0, tzinfo=dt.UTC)


def test_a_call_waits_until_somebody_comes_and_is_over_once_it_is_closed():
    assert call_state(taken=False, closed=False) is CallState.OPEN
    assert call_state(taken=True, closed=False) is CallState.TAKEN
    assert call_state(taken=True, closed=True) is CallState.CLOSED
    assert call_state(taken=False, closed=True) is CallState.CLOSED


@pytest.mark.parametrize(
    ("state", "after", "risen"),
    [
        (CallState.OPEN, UNANSWERED - dt.timedelta(seconds=1), False),
        (CallState.OPEN, UNANSWERED, True),
        (CallState.TAKEN, UNANSWERED, False),
        (CallState.CLOSED, UNANSWERED, False),
    ],
)
def test_it_goes_to_chief_referee_and_desk_after_two_minutes_without_anybody(state, after, risen):
    assert has_risen(state, at=AT, now=AT + after) is risen


@pytest.mark.parametrize(
    ("risen", "is_chief", "has_others", "ringing"),
    [
        (False, False, True, True),
        (False, True, True, False),
        (True, True, True, True),
        (False, True, False, True),
    ],
)
def test_the_phone_of_the_chief_referee_rings_for_what_the_others_did_not_answer(
    risen, is_chief, has_others, ringing
):
    heard = rings(CallState.OPEN, risen=risen, is_chief=is_chief, has_others=has_others)

    assert heard is ringing
    assert not rings(CallState.TAKEN, risen=False, is_chief=is_chief, has_others=has_others)


def test_waiting_is_told_in_whole_minutes_and_never_less_than_none():
    assert minutes_waiting(AT, AT + dt.timedelta(seconds=119)) == 1
    assert minutes_waiting(AT, AT - dt.timedelta(seconds=90)) == 0


@pytest.mark.rule("T-050")
def test_an_answer_says_what_was_decided():
    check_answer("It stays.")

    with pytest.raises(Refused):
        check_answer("  ")
