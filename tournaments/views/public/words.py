"""What decided a place, in the reader's language."""

from __future__ import annotations

from fractions import Fraction

from django.utils.formats import time_format
from django.utils.translation import gettext as _

from tournaments.domain.criteria import LOT, STAGE, Criterion, Figure, Shown
from tournaments.domain.standings import Decision
from tournaments.models import Tournament
from tournaments.wording import NO_BREAK, figure_words, percent_words, weekday_words


def about(tournament: Tournament) -> str:
    """An event in a line: what it is, when and where."""
    kind, start = tournament.get_kind_display(), time_format(tournament.start, "H:i")
    where = ", ".join(filter(None, (tournament.venue, tournament.town)))
    day = weekday_words(tournament.date)
    return f"{kind[:1].upper()}{kind[1:]}: {day}, {start}, {where}"


def decision_words(decision: Decision | None) -> str:
    """What put one player ahead of another, with what each of them has of it."""
    if decision is None:
        return _("level: shares the place")
    if decision.criterion == STAGE:
        return _("got further")
    if decision.criterion == LOT:
        return _("decided by lot")
    above, below = (_value(figure, decision) for figure in (decision.above, decision.below))
    if above == below:
        # Shares are compared exactly, so what parts them may lie behind the decimals (D-117).
        above, below = str(decision.above), str(decision.below)
    figures = f"{above} : {below}".replace(" ", NO_BREAK)
    return f"{_(decision.criterion.label)} {figures}"


def _value(value: Figure, decision: Decision) -> str:
    criterion = decision.criterion
    if isinstance(criterion, Criterion) and criterion.shown is Shown.PERCENT:
        return percent_words(Fraction(value))
    return str(figure_words(value))
