"""What decided a place, in the reader's language."""

from __future__ import annotations

from fractions import Fraction

from django.utils.translation import gettext as _

from tournaments.domain.criteria import LOT, STAGE
from tournaments.domain.standings import Decision
from tournaments.wording import percent_words


def decision_words(decision: Decision | None) -> str:
    """What put one player ahead of another, with what each of them has of it."""
    if decision is None:
        return _("level: shares the place")
    if decision.criterion == STAGE:
        return _("got further")
    if decision.criterion == LOT:
        return _("decided by lot")
    above, below = _value(decision.above), _value(decision.below)
    if above == below:
        # Shares are compared exactly, so what parts them may lie behind the decimals (D-117).
        above, below = str(decision.above), str(decision.below)
    return f"{_(decision.criterion.label)} {above} : {below}"


def _value(value: int | Fraction) -> str:
    return percent_words(value) if isinstance(value, Fraction) else str(value)
