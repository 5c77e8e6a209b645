"""The pictures of the README show the hours of a day."""

import datetime as dt
from zoneinfo import ZoneInfo

import pytest

from tests.browser.screenshots import zone_at


@pytest.mark.parametrize("hour", range(24))
def test_it_is_the_hour_of_the_pictures_whenever_they_are_taken(hour):
    now = dt.datetime(2026, 11, 24, hour, 18, tzinfo=dt.UTC)

    there = now.astimezone(ZoneInfo(zone_at(now, 13)))

    assert (there.hour, there.minute) == (13, 18)
