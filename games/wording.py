"""Rules, findings, mistakes and actions of the engine, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine.core import (
    ABANDONED,
    BELL,
    CONCEDED,
    OPEN,
    WON,
    Detail,
    RecordError,
)

TERMS = frozenset({"card", "resource", "terrain", "what", "winner"})
"""Facts whose values are words of the games, not names of people or places."""

ENDINGS = {
    WON: _("won by points"),
    BELL: _("time was over"),
    CONCEDED: _("all but one gave up"),
    ABANDONED: _("broken off"),
    OPEN: _("not ended yet"),
}


def detail_words(detail: Detail) -> str:
    """What happened here and now."""
    return _filled(detail.text, detail.facts)


def expected_words(mistake: RecordError) -> str:
    """What was expected in the text."""
    return _filled(mistake.expected, mistake.facts)


def _filled(text: str, facts: Mapping[str, object]) -> str:
    known = {name: _fact(name, value) for name, value in facts.items()}
    return printable(gettext(text).format(**known))


def _fact(name: str, value: object) -> object:
    if isinstance(value, str) and value and (name in TERMS or isinstance(value, StrEnum)):
        return gettext(str(value))
    return value


def printable(text: str) -> str:
    """The text without halves of surrogate pairs, which JSON may hold and a page cannot."""
    return text.encode("utf-8", "replace").decode()
