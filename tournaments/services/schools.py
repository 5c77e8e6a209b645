"""Schools that would like to take part (T-094)."""

from __future__ import annotations

import datetime as dt

from tournaments.models import SchoolTip


def tell_of_school(
    *, school: str, town: str, contact: str, text: str, now: dt.datetime
) -> SchoolTip:
    """Keep what somebody tells of a school; the same told twice is kept once."""
    tip, _ = SchoolTip.objects.get_or_create(
        school=school, town=town, contact=contact, text=text, defaults={"at": now}
    )
    return tip
