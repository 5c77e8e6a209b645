"""The rules of the games in short sentences, by book: what the pages link their rule ids to."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from django.utils.translation import gettext_lazy as _

from games.engine import rulesets
from games.engine.core import Rule, Ruleset

BOOKS = {
    "B": _("Base game"),
    "X": _("Base game for five or six players"),
    "TG": _("Clarifications of the Tour"),
    "CK": _("Cities & Knights"),
    "SF": _("Seafarers"),
    "BF": _("Best Friends"),
    "EB": _("Easter Bunny"),
    "SC": _("Santa Claus"),
    "DG": _("Dice game"),
    "CG": _("Fast card game"),
}
"""The names of the books by the letters that their rule ids begin with; a variant (CKV), a
combination (CKS) and decisions (CKD) stand in the book of their game."""


@cache
def book(letters: str) -> Mapping[str, Rule]:
    """The rules of a book by id, in the order of their series and numbers. Raises `KeyError`."""
    if letters not in BOOKS:
        raise KeyError(letters)
    rules = {
        id_: rule
        for ruleset in rulesets.RULESETS
        for id_, rule in in_force(ruleset).items()
        if _letters(id_) == letters
    }
    return MappingProxyType(dict(sorted(rules.items(), key=lambda item: _place(item[0]))))


def in_force(ruleset: Ruleset) -> dict[str, Rule]:
    """What people read of a game, by id: what can be broken, and who holds the special tiles."""
    return {**ruleset.rules, **ruleset.reckoned}


def book_of(rule_id: str) -> str:
    """The letters of the book in which the rule can be read; "" if there is none."""
    letters = _letters(rule_id)
    return letters if letters in BOOKS and rule_id in book(letters) else ""


def _letters(rule_id: str) -> str:
    return rule_id.partition("-")[0][:2]


def _place(rule_id: str) -> tuple[int, str, int]:
    series, number = rule_id.split("-")
    return len(series), series, int(number)
