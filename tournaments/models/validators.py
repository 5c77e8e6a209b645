"""The bounds of domain/bounds.py as validators of columns: forms, admin and archives ask them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.exceptions import ValidationError
from django.utils import timezone

from tournaments.domain import bounds, rich_text
from tournaments.domain.values import Refused
from tournaments.wording import told


def _validating(check: Callable[[Any], object]) -> Callable[[Any], None]:
    """The check with its refusal in the reader's language."""

    @wraps(check)
    def validate(value: Any) -> None:
        try:
            check(value)
        except Refused as refusal:
            raise ValidationError(told(refusal)) from refusal

    return validate


@_validating
def event_day(day: dt.date) -> None:
    bounds.check_event_day(day, timezone.localdate())


@_validating
def event_moment(moment: dt.datetime) -> None:
    # Not as local time: the first and the last year have hours that no other zone has.
    bounds.check_event_day(moment.date(), timezone.localdate())


@_validating
def birth_date(day: dt.date) -> None:
    bounds.check_birth_date(day, timezone.localdate())


@_validating
def few_marks(text: str) -> None:
    bounds.check_marks(text)


@_validating
def markdown(text: str) -> None:
    rich_text.rendered(text)
