"""A second bookkeeping, slow and obvious, to hold the engine against.

It is written from the rules alone: dictionaries and sets of names, one page for each game. A book
judges nothing but that cards, pieces and leave for what is done are there; it reckons what
everybody has.
"""

from __future__ import annotations

from tests.games.plain_book.base import Book, FiveSix
from tests.games.plain_book.cities import Cities
from tests.games.plain_book.festive import Festive
from tests.games.plain_book.friends import BestFriends
from tests.games.plain_book.sea import AtSea, Sea


class CitiesAtSea(AtSea, Cities):
    """Cities & Knights with Seafarers."""

    beyond = 2

    def see_gold(self, total):
        """Whom gold pays is not empty-handed (CKD-18)."""
        super().see_gold(total)
        self.dry = [seat for seat in self.dry if not self.gold_due[seat]]


BOOKS = {
    frozenset({"base"}): Book,
    frozenset({"base", "tour"}): Book,
    frozenset({"base56"}): FiveSix,
    frozenset({"base56", "tour"}): FiveSix,
    frozenset({"seafarers"}): Sea,
    frozenset({"cities-knights"}): Cities,
    frozenset({"cities-knights", "seafarers"}): CitiesAtSea,
}
"""By the parts of the rule set's name."""

PAGES = {"best-friends": BestFriends, "easter-bunny": Festive, "santa": Festive}
"""What a scenario adds to a book, by its part of the name."""


def open_book(header):
    """A book in which nothing is written yet."""
    parts = header.ruleset.split("+")
    pages = [PAGES[part] for part in parts if part in PAGES]
    land = BOOKS[frozenset(parts).difference(PAGES)]
    return type("BookOfParts", (*pages, land), {})(header)
