"""Refusals, cautions and figures of the pure rooms, in the reader's language."""

from __future__ import annotations

import datetime as dt
from fractions import Fraction
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format, get_format, time_format
from django.utils.translation import gettext
from django.utils.translation import gettext as _

from tournaments.domain.standings import percent
from tournaments.domain.values import Caution, Refused


def in_words(ruling: Refused | Caution) -> str:
    """The ruling's template translated, its facts filled in; without its rule id."""
    facts = {name: _fact(value) for name, value in dict(ruling.facts).items()}
    return gettext(ruling.message).format(**facts)


def told(ruling: Refused | Caution) -> str:
    """The same with the rule id behind it, for places that can show plain text only."""
    return f"{in_words(ruling)} ({ruling.rule_id})" if ruling.rule_id else in_words(ruling)


def percent_words(share: Fraction) -> str:
    """A share with two decimals: 31,25 % (T-040)."""
    figure = str(percent(share)).replace(".", get_format("DECIMAL_SEPARATOR"))
    return _("%(figure)s %%") % {"figure": figure}


def _fact(fact: Any) -> Any:
    if isinstance(fact, dt.datetime):
        return date_format(timezone.localtime(fact), "j. E H:i")
    if isinstance(fact, dt.date):
        return date_format(fact, "j. E Y")
    if isinstance(fact, dt.time):
        return time_format(fact, "H:i")
    if isinstance(fact, list | tuple):
        return ", ".join(str(_fact(part)) for part in fact)
    return fact
