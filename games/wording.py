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
from games.engine.rulesets.base.packed import KINDS

TERMS = frozenset({"card", "resource", "terrain", "what", "winner"})
"""Facts whose values are words of the games, not names of people or places."""

ENDINGS = {
    WON: _("won by points"),
    BELL: _("time was over"),
    CONCEDED: _("all but one gave up"),
    ABANDONED: _("broken off"),
    OPEN: _("not ended yet"),
}

ASKS = {
    "arrows": _("Where do the arrows point?"),
    "back": _("How many tokens are put back?"),
    "card": _("Which card?"),
    "cards": _("Which cards?"),
    "count": _("How many?"),
    "dice": _("The roll"),
    "drawn": _("How many tokens are drawn?"),
    "draws": _("Who takes a token, one after the other?"),
    "face": _("Which resource?"),
    "faces": _("What for?"),
    "event": _("Which event?"),
    "from": _("From whom?"),
    "get": _("What for?"),
    "give": _("What is given?"),
    "given": _("What is given?"),
    "hex": _("Which hex?"),
    "intersection": _("Where?"),
    "kept": _("Which dice were set aside?"),
    "knight": _("Which knight?"),
    "paid": _("What is paid?"),
    "partner": _("With whom?"),
    "path": _("Where?"),
    "points": _("How many points?"),
    "receiver": _("To whom?"),
    "resource": _("Which resource?"),
    "rolled": _("The dice that were rolled"),
    "symbol": _("What was built?"),
    "side": _("Which side?"),
    "take": _("What for?"),
    "taken": _("What is taken?"),
    "tokens": _("Which tokens are laid?"),
    "victim": _("From whom?"),
    "with": _("With whom?"),
}
"""What a recorder asks for a fact of an action, by the name of the fact."""


def word_in_words(word: str) -> str:
    """A word of a record, such as a resource or a development card."""
    if word == "?":
        return gettext("not seen")
    return gettext(CARDS.get(word, word))


CARDS = {kind.lower(): kind for kind in KINDS}


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
