"""How the pure rooms speak: in English that the pages translate."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


def marked(text: str) -> str:
    """Mark an English template for translation without translating it here."""
    return text


class Heap(NamedTuple):
    """Things as a fact of a detail: how many of each kind, by the English words of the kinds, and
    what is said of none at all."""

    piles: tuple[tuple[int, str], ...]
    none: str

    def __str__(self) -> str:
        return ", ".join(f"{count}× {word}" for count, word in self.piles) or self.none


class Listed(NamedTuple):
    """Several facts of a detail that stand in one place of it."""

    each: tuple[object, ...]
    between: str = ", "

    def __str__(self) -> str:
        return self.between.join(map(str, self.each))


def listed(each: Iterable[object], between: str = ", ") -> Listed:
    return Listed(tuple(each), between)


class Counted(NamedTuple):
    """A number of something as a fact of a detail, in the words for one and for several."""

    one: str
    several: str
    number: int

    def __str__(self) -> str:
        return (self.one if self.number == 1 else self.several).format(count=self.number)


def counted(one: str, several: str, number: int) -> Counted:
    """Mark both words for translation; they are literal texts."""
    return Counted(one, several, number)


def in_points(number: int) -> Counted:
    return counted("{count} point", "{count} points", number)


class Term(str):
    """A word that one game says otherwise than the others: `context` names the game."""

    context: str

    def __new__(cls, word: str, context: str = "") -> Term:
        self = super().__new__(cls, word)
        self.context = context
        return self


def term(context: str, word: str) -> Term:
    """Mark a word of one game for translation; both are literal texts."""
    return Term(word, context)
