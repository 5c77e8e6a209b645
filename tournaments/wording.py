"""Refusals and cautions in the reader's language."""

from __future__ import annotations

from django.utils.translation import gettext

from tournaments.domain.values import Caution, Refused


def in_words(ruling: Refused | Caution) -> str:
    """The ruling's template translated, its facts filled in; without its rule id."""
    return gettext(ruling.message).format(**dict(ruling.facts))
