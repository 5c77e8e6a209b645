"""Words that the booklet of one game has for what the others call by another name.

The catalogue of a language has one word for a thing. Where the booklet of a game says another, the
sentences stay the same and only the word is put in its place, in the case in which it stands.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import get_language


class Booklet(NamedTuple):
    """What a part of a rule set calls otherwise: a pattern, whose first group stays, and by its
    second group the word instead, in small letters."""

    pattern: re.Pattern[str]
    words: Mapping[str, str]

    def instead(self, found: re.Match[str]) -> str:
        word = self.words[found[2].lower()]
        return word.capitalize() if found[1].isupper() else word


ROADS = Booklet(
    re.compile(r"(?<!obchodní )\b(c)(est(?:ami|ách|ám|ou|a|o|u|y|ě|))\b", re.IGNORECASE),
    {
        "esta": "silnice",
        "esty": "silnice",
        "esto": "silnice",
        "estě": "silnici",
        "estu": "silnici",
        "estou": "silnicí",
        "est": "silnic",
        "estám": "silnicím",
        "estách": "silnicích",
        "estami": "silnicemi",
    },
)
"""The Czech booklet of Cities & Knights calls a road a *silnice*, and *obchodní cesta* what the
longest of them make up."""

BOOKLETS: Mapping[tuple[str, str], Booklet] = {("cs", "cities-knights"): ROADS}
"""By language and part of a rule set."""


def as_printed(text: str, ruleset: str) -> str:
    """A translated text in the words of the rule set's own booklet."""
    language = (get_language() or "").partition("-")[0]
    for part in ruleset.split("+"):
        booklet = BOOKLETS.get((language, part))
        if booklet is not None:
            text = booklet.pattern.sub(booklet.instead, text)
    return text
