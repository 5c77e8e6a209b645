"""Rules, findings, mistakes and actions of the engine, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from django.utils.translation import gettext, ngettext, pgettext
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
from games.engine.words import Counted, Heap, Listed, Term
from games.wording.booklets import as_printed

TERMS = frozenset({"before", "card", "face", "resource", "terrain", "track", "what", "winner"})
"""Facts whose values are words of the games, not names of people or places."""

ENDINGS = {
    WON: _("won by points"),
    BELL: _("time was over"),
    CONCEDED: _("all but one gave up"),
    ABANDONED: _("broken off"),
    OPEN: _("no end recorded"),
}

ASKS = {
    "arrows": _("Where do the arrows point?"),
    "card": _("Which card?"),
    "cards": _("Which cards?"),
    "count": _("How many?"),
    "crane": _("With the Crane?"),
    "dice": _("The roll"),
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
    "kind": _("Which kind?"),
    "knights": _("Which knights fight?"),
    "level": _("Which level?"),
    "paid": _("What is paid?"),
    "partner": _("With whom?"),
    "path": _("Where?"),
    "points": _("How many points?"),
    "receiver": _("To whom?"),
    "resource": _("Which resource?"),
    "returned": _("How many tokens?"),
    "robber": _("Where does the robber go?"),
    "rolled": _("The dice that were rolled"),
    "symbol": _("What was built?"),
    "side": _("Which side?"),
    "stolen": _("From whom is a card taken?"),
    "strength": _("How strong is the new knight?"),
    "take": _("What for?"),
    "taken": _("What is taken?"),
    "tokens": _("Which tokens are laid?"),
    "track": _("Which improvement?"),
    "victim": _("From whom?"),
    "with": _("With whom?"),
}
"""What a recorder asks for a fact of an action, by the name of the fact."""


PLACE_ASKS = {
    "displaced_to": _("Where is the knight driven off to? Tap the place on the board."),
    "from": _("Which knight? Tap its place on the board."),
    "knight": _("Which knight? Tap its place on the board."),
    "laid": _("Where is the road laid again? Tap the place on the board."),
    "metropolis": _("Which city becomes a metropolis? Tap it on the board."),
    "other": _("Which one is the second? Tap it on the board."),
    "placed": _("Where is the new knight placed? Tap the place on the board."),
    "to": _("Where to? Tap the place on the board."),
}
"""The same for a place; where its kind says enough, nothing."""


NOT_JUDGED = _(
    "The checker failed at this game. That is a fault of the program, not of the record, and no "
    "verdict on it; whoever keeps this site finds it in the log. The record is as it was: let a "
    "referee judge what matters by the rules."
)


def word_in_words(word: str) -> str:
    """A word of a record, such as a resource or a development card."""
    if word == "?":
        return gettext("not seen")
    if word.endswith(" ?"):
        return gettext("{colour}, not seen").format(colour=gettext(word.removesuffix(" ?")))
    return term_words(CARDS.get(word, word))


CARDS = {kind.lower(): kind for kind in KINDS}


def detail_words(detail: Detail, ruleset: str = "") -> str:
    """What happened here and now, in the words of the game whose key is `ruleset`."""
    return _filled(detail.text, detail.facts, ruleset)


def expected_words(mistake: RecordError, ruleset: str = "") -> str:
    """What was expected in the text."""
    return _filled(mistake.expected, mistake.facts, ruleset)


def game_words(text: str, ruleset: str) -> str:
    """A text of the engine, such as a rule or a deed, in the words of the game."""
    return as_printed(gettext(text), ruleset)


def _filled(text: str, facts: Mapping[str, object], ruleset: str) -> str:
    known = {name: _fact(name, value, ruleset) for name, value in facts.items()}
    return printable(game_words(text, ruleset).format(**known))


def _fact(name: str, value: object, ruleset: str) -> object:
    if isinstance(value, Detail):
        return detail_words(value, ruleset)
    if isinstance(value, Heap):
        return _heap_words(value)
    if isinstance(value, Counted):
        return ngettext(value.one, value.several, value.number).format(count=value.number)
    if isinstance(value, Listed):
        return value.between.join(str(_fact(name, one, ruleset)) for one in value.each)
    if isinstance(value, str) and value and (name in TERMS or isinstance(value, StrEnum)):
        return as_printed(term_words(value), ruleset)
    return value


def _heap_words(heap: Heap) -> str:
    piles = ", ".join(f"{count}× {term_words(word)}" for count, word in heap.piles)
    return piles or gettext(heap.none)


def term_words(word: str) -> str:
    """A word of the games, as the game says it that it belongs to."""
    return pgettext(word.context, word) if isinstance(word, Term) else gettext(word)


def printable(text: str) -> str:
    """The text without halves of surrogate pairs, which JSON may hold and a page cannot."""
    return text.encode("utf-8", "replace").decode()
