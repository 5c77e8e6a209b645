"""Refusals, cautions and figures of the pure rooms, in the reader's language."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format, get_format, time_format
from django.utils.translation import gettext, ngettext, pgettext
from django.utils.translation import gettext as _

from tournaments.domain.criteria import LOT, Criterion, Order, Shown, Standing
from tournaments.domain.stages import Stage
from tournaments.domain.standings import percent
from tournaments.domain.values import Caution, Player, Refused, Term


def in_words(ruling: Refused | Caution) -> str:
    """The ruling's template translated, its facts filled in; without its rule id."""
    facts = {name: _fact(value) for name, value in dict(ruling.facts).items()}
    return gettext(ruling.message).format(**facts)


def told(ruling: Refused | Caution) -> str:
    """The same with the rule id behind it, for places that can show plain text only."""
    return f"{in_words(ruling)} ({ruling.rule_id})" if ruling.rule_id else in_words(ruling)


def stage_words(stage: Stage) -> str:
    """What a semi-final or a final is called; empty for the rounds that everybody plays."""
    return gettext(stage.name).format(cut=stage.cut) if stage.name else ""


def round_words(number: int, stage: Stage) -> str:
    """A round as a heading, with what it is called besides."""
    name = _("Round %(number)s") % {"number": number}
    return f"{name} · {stage_words(stage)}" if stage.name else name


def stage_headings(stages: Sequence[Stage], rows: Sequence[Standing]) -> dict[Player, str]:
    """What stands above the first row of each stage, by that row's player (stages.py).

    Empty as long as nobody has played behind a cut.
    """
    if not any(row.stage for row in rows):
        return {}
    first_rows = {row.stage: row.player for row in reversed(rows)}
    return {player: _stage_heading(stages[stage]) for stage, player in first_rows.items()}


def _stage_heading(stage: Stage) -> str:
    rounds = f"{stage.first}" if stage.first == stage.last else f"{stage.first}–{stage.last}"
    played = ngettext(
        "only round %(rounds)s counts",
        "rounds %(rounds)s count",
        stage.last - stage.first + 1,
    )
    name = stage_words(stage) or _("Out after round %(round)s") % {"round": stage.last}
    return f"{name}: {played % {'rounds': rounds}}"


def figure_of(row: Standing, criterion: Criterion) -> str | int:
    """What a player has of it, as it is shown."""
    value = criterion.value(row)
    if criterion.shown is Shown.PERCENT:
        return percent_words(Fraction(value))
    return value if isinstance(value, int) else str(value)


def order_words(order: Order) -> str:
    """What players are compared by, in this order, and the lot at last."""
    return ", ".join(_(parting.label) for parting in (*order, LOT))


def percent_words(share: Fraction) -> str:
    """A share with two decimals: 31,25 % (T-040)."""
    figure = str(percent(share)).replace(".", get_format("DECIMAL_SEPARATOR"))
    return _("%(figure)s %%") % {"figure": figure}


def day_words(date: dt.date) -> str:
    """A day of any year: 16 May 2026; Czech alone has a stop behind its number."""
    return date_format(date, pgettext("a day as in django.utils.dateformat", "j E Y"))


def moment_words(moment: dt.datetime) -> str:
    """A moment of about now, by the clock in the hall: 16 May 9:30."""
    pattern = pgettext("a day as in django.utils.dateformat", "j E H:i")
    return date_format(timezone.localtime(moment), pattern)


def _fact(fact: Any) -> Any:
    if isinstance(fact, Term):
        return gettext(fact)
    if isinstance(fact, dt.datetime):
        return moment_words(fact)
    if isinstance(fact, dt.date):
        return day_words(fact)
    if isinstance(fact, dt.time):
        return time_format(fact, "H:i")
    if isinstance(fact, list | tuple):
        return ", ".join(str(_fact(part)) for part in fact)
    return fact
