"""Which signs of a name make words: what a reader takes for one word, whatever stands around it."""

from __future__ import annotations

import re
from itertools import pairwise
from unicodedata import category, combining

from .normal_forms import normal_form

MARKS = "\u0300-\u0314\u031b\u0323-\u0331\u0342\u0345"
"""Accents above and below letters; none that strikes through one, stands beside it or ties two."""

ALPHABETS = (
    "A-Za-zÆæÐðØøÞþßẞĐđĦħıĲĳŁłŊŋŒœŦŧƏəƐɛƆɔƁɓƊɗƎǝƘƙƳƴɣƔ",  # Latin
    "\u0391-\u03a1\u03a3-\u03a9\u03b1-\u03c9",  # Greek
    "\u0400-\u045f\u048a-\u04bf\u04c1-\u04ce\u04d0-\u052f",  # Cyrillic, without a mere stroke
    "\u0531-\u0556\u0561-\u0587",  # Armenian
    "\u10d0-\u10fa",  # Georgian
    "\u05d0-\u05ea\u05b0-\u05bd\u05bf\u05c1\u05c2\u05c7",  # Hebrew, with points
    "\u0620-\u063f\u0641-\u0655\u0671-\u06d3",  # Arabic, with points and without the long stroke
)
"""The letters, taken apart from their accents, of the alphabets that put blanks between the names
of a person. One word is of one of them: anything else divides words, also what Unicode calls a
letter."""

WORD = re.compile("|".join(f"(?:[{letters}][{MARKS}]*)+" for letters in ALPHABETS))

HYPHENS = "-\u2010\u2011"

APOSTROPHES = "'\u2019\u02bb\u02bc"

FIRST_NAMES = re.compile(
    r"ann|anna|anne|antoine|baptiste|barbora|beata|christine|christophe|claire|claude|dieter|"
    r"elena|elisabeth|ester|eva|ewa|françois|hans|heinz|helena|ida|irena|ivana|jacques|jana|jane|"
    r"jean|jeanne|joachim|johana|josef|julia|julie|jürgen|karin|karl|karolína|kateřina|klára|"
    r"laura|laure|lena|louise|luc|lucie|luisa|magdalena|maria|marie|marta|małgorzata|mária|"
    r"natálie|paula|philippe|pierre|rose|sofia|sofie|sophie|tereza|terezie|veronika|viktorie|"
    r"yves|zofia|zuzana|łucja"
)
"""First names of which a hyphen makes one of two: all that is known to be no surname. Of anything
else behind or before a hyphen a surname might be."""

SIGN = re.compile(rf"[^\d\s{''.join(ALPHABETS)}{MARKS}]+")


def words_in(text: str) -> list[str]:
    """The words of a text without anything around them. A dot stays behind a single letter."""
    plain = normal_form("NFD", text)
    return [_with_its_dot(one, plain) for one in WORD.finditer(plain)]


def bare_words(text: str) -> list[str]:
    """The same, divided also where a capital begins another one: "EvaMalá"."""
    return [part for word in words_in(text) for part in split_inside(word)]


def without_signs(text: str) -> str:
    """The text with blanks for whatever is neither a letter nor a figure, in words that have
    letters of ours; other words stay."""
    words = normal_form("NFD", text).split()
    return " ".join(SIGN.sub(" ", word) if WORD.search(word) else word for word in words)


def first_name_in(text: str) -> str:
    """The first of the bare words, with what a hyphen or an apostrophe makes one first name with
    it: Anna-Marie, N'Golo. Empty where there is none."""
    first, *others = bare_words(text) or [""]
    if not others:
        return first
    joiner = re.match(f"{re.escape(first)}([{HYPHENS}{APOSTROPHES}]){re.escape(others[0])}", text)
    if joiner is None:
        return first
    both = all(FIRST_NAMES.fullmatch(word.casefold()) for word in (first, others[0]))
    held = both if joiner[1] in HYPHENS else len(first) == 1
    return joiner[0] if held else first


def has_capitals(word: str) -> bool:
    """Whether the word is of an alphabet in which a name begins with a capital."""
    return word.title() != word.lower()


def has_letters(text: str) -> bool:
    return any(category(letter).startswith("L") for letter in text)


def split_inside(word: str) -> list[str]:
    """The words that were put together with nothing but their capitals: "EvaMalá", "EVAmalá"."""
    letters = [at for at, letter in enumerate(word) if not combining(letter)]
    loud = [word[at].isupper() for at in letters]
    starts = [
        at
        for place, (before, at) in enumerate(pairwise(letters))
        if (word[before].islower() and loud[place + 1])
        or (place and loud[place - 1] and loud[place] and word[at].islower())
    ]
    return [word[a:b] for a, b in zip([0, *starts], [*starts, len(word)], strict=True)]


def _with_its_dot(found: re.Match[str], text: str) -> str:
    word = normal_form("NFC", found[0])
    return f"{word}." if len(word) == 1 and text.startswith(".", found.end()) else word
