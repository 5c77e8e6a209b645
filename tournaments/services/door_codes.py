"""The number on the large screen by which players check themselves in: who reads it is there."""

from __future__ import annotations

import datetime as dt

from django.utils.crypto import constant_time_compare, salted_hmac

from tournaments.models import Tournament

_SALT = "tournaments.code-at-the-door"

MINUTES = 5
"""How long a number stands on the screen. It opens as long again, for whoever walks away with it;
who is sent a picture of it at home has no more time than that."""

FIGURES = 6


def code_at(tournament: Tournament, moment: dt.datetime) -> str:
    """Six figures; nothing of them is stored."""
    return _code(tournament, _window(moment))


def is_code(tournament: Tournament, code: str, moment: dt.datetime) -> bool:
    """Whether the figures, with blanks or without, are those of now or of just before."""
    window, typed = _window(moment), "".join(code.split())
    known = [_code(tournament, one) for one in (window, window - 1)]
    return any(constant_time_compare(typed, one) for one in known)


def changes_at(moment: dt.datetime) -> dt.datetime:
    """When the number of this moment leaves the screen."""
    return dt.datetime.fromtimestamp((_window(moment) + 1) * MINUTES * 60, moment.tzinfo)


def _window(moment: dt.datetime) -> int:
    return int(moment.timestamp()) // (MINUTES * 60)


def _code(tournament: Tournament, window: int) -> str:
    mac = salted_hmac(_SALT, f"{tournament.pk}:{window}", algorithm="sha256")
    return f"{int(mac.hexdigest()[:15], 16) % 10**FIGURES:0{FIGURES}}"
