"""The hall: how each table stands."""

from datetime import UTC, datetime, timedelta

import pytest

from tournaments.domain.hall import TableState, late_for, table_state

START = datetime(2026, 5, 16, 8, 0, tzinfo=UTC)
BELL = START + timedelta(minutes=75)


@pytest.mark.parametrize(
    ("minutes", "facts", "state"),
    [
        (-5, {"started": None}, TableState.SEATED),
        (0, {}, TableState.PLAYING),
        (74, {}, TableState.PLAYING),
        (75, {}, TableState.LATE),
        (500, {"bell": None}, TableState.PLAYING),
        (10, {"has_result": True}, TableState.IN),
        (99, {"has_result": True}, TableState.IN),
        (99, {"has_result": True, "disputed": True}, TableState.DISPUTED),
        (99, {"started": None, "bell": None, "has_result": True}, TableState.IN),
    ],
)
def test_a_table_stands_as_its_result_and_the_clock_say(minutes, facts, state):
    given = {"started": START, "bell": BELL, "has_result": False, "disputed": False, **facts}

    assert table_state(START + timedelta(minutes=minutes), **given) == state


@pytest.mark.parametrize(
    ("seconds", "late"), [(-1, None), (0, 0), (59, 0), (60, 1), (12 * 60 + 30, 12)]
)
def test_late_is_counted_in_whole_minutes_from_the_bell(seconds, late):
    assert late_for(BELL + timedelta(seconds=seconds), BELL) == late


def test_without_a_limit_nobody_is_late():
    assert late_for(BELL, None) is None
