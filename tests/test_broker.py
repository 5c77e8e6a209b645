"""Redis as the task queue: what is let through to the workers."""

import pytest

from catantour.broker import has_limits_of_time


@pytest.mark.parametrize(
    ("limits", "can"),
    [
        (None, True),
        ([None, None], True),
        ([300, 240.5], True),
        (["x", None], False),
        ([None, 10**400], False),
        ([-1, None], False),
        ([300], False),
        (300, False),
        ({"hard": 1, "soft": 2}, False),
    ],
)
def test_a_worker_is_given_no_task_that_it_cannot_time(limits, can):
    assert has_limits_of_time({"headers": {"timelimit": limits}}) is can


def test_a_message_that_says_nothing_of_time_is_let_through():
    assert has_limits_of_time({"headers": {}})
    assert has_limits_of_time({"body": "", "headers": None})
