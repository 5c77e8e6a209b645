"""Refusals and cautions of the pure rooms, in the language of the page."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format, time_format
from django.utils.translation import gettext

from tournaments.domain.values import Caution, Refused


def told(word: Refused | Caution) -> str:
    """The sentence for a person, with the id of its rule behind it."""
    facts = {name: _in_words(value) for name, value in dict(word.facts).items()}
    sentence = gettext(word.message).format(**facts)
    return f"{sentence} ({word.rule_id})" if word.rule_id else sentence


def _in_words(fact: Any) -> Any:
    if isinstance(fact, dt.datetime):
        return date_format(timezone.localtime(fact), "j. E H:i")
    if isinstance(fact, dt.date):
        return date_format(fact, "j. E Y")
    if isinstance(fact, dt.time):
        return time_format(fact, "H:i")
    if isinstance(fact, list | tuple):
        return ", ".join(str(_in_words(part)) for part in fact)
    return fact
