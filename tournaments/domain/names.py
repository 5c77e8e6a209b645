"""How people's names are shown, ordered and found."""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import permutations
from typing import TypeAlias
from unicodedata import combining, normalize

from .lookalikes import in_our_letters, outline

TITLE = re.compile(
    r"arch|bca?|csc|dis|doc|drsc|dr|hab|in[gż]|judr|jr|jun|llm|mba|mga|mgr|ml|mph|msc|mudr|mvdr|"
    r"paeddr|pharmdr|phdr|phd|prof|rndr|sen|sr|st|thdr|thd"
)
"""Academic degrees and the like, without their dots; no part of a name."""

CARON = "\N{COMBINING CARON}"
LAST = "\uffff"
"""Sorts behind every letter, so that "c" + LAST is the letter right after C."""

# Letters that Unicode does not take apart into a letter and a mark.
PLAIN = str.maketrans({"ł": "l", "đ": "d", "ø": "o", "ħ": "h", "ŧ": "t", "ı": "i"}) | str.maketrans(
    {"æ": "ae", "œ": "oe", "þ": "th", "ð": "d"}
)

MOST_ORDERED = 4
"""Words of a name of which every order is looked at."""

SortKey: TypeAlias = tuple[str, ...]


def public_name(name: str, *, minor: bool, guardian_agreed: bool = False) -> str:
    """The name that everybody may see: of minors the first name and an initial.

    The whole name of a minor only with a guardian's agreement. A single word stays as it is.
    """
    if not minor or guardian_agreed:
        return _tidy(name)
    given, surname = _parts(name)
    return f"{given[0]} {_initial(surname)}." if surname else given[0]


def initial_of_one_word(name: str) -> str:
    """The first letter of a name that is a single word but for what people put around it; "" of any
    other."""
    return f"{_initial(_tidy(name))}." if len(_bare_words(name)) == 1 else ""


def given_name(name: str) -> str:
    """The first of somebody's first names, for where little room is."""
    return _parts(name)[0][0]


def sort_key(name: str) -> SortKey:
    """Orders people by surname, then first names, in the Czech alphabet.

    C, Č, D ... H, Ch, I ... R, Ř, S, Š ... Z, Ž; every other mark, Polish ones too, counts only
    between names that are alike without it. For every list of names, on every database.
    """
    given, surname = _parts(name)
    last, first = (surname, given) if surname else (given[0], ())
    return (*text_key(last), *text_key(" ".join(first)), name)


def text_key(text: str) -> SortKey:
    """Orders clubs, towns and other plain texts in the same alphabet."""
    folded = normalize("NFD", text.casefold())
    letters = re.sub(f"([crsz]){CARON}", rf"\1{LAST}", folded)
    plain = _words(letters, keep=LAST).replace("ch", f"h{LAST}")
    return plain, folded


def search_key(text: str) -> str:
    """The text as it is searched for: no marks, no capitals, single spaces."""
    return _words(normalize("NFD", text.casefold()))


def letters_of(name: str) -> str:
    """The outline of a name as one word, without what people put around it: degrees, "jr.", a
    figure. Alike for two spellings that a reader takes for the same, letters of other alphabets
    that look like ours among them."""
    return outline("".join(_bare_words(name)))


def orders_of(name: str) -> frozenset[str]:
    """`letters_of` the name with its words in any order, of long names in theirs and turned."""
    words = _bare_words(name)
    orders = permutations(words) if len(words) <= MOST_ORDERED else _turned(words)
    return frozenset(outline("".join(order)) for order in orders)


def reads_as(name: str, spellings: Collection[str]) -> bool:
    """Whether the name is one of these spellings (`orders_of`), or some of its words beside one
    another are, initials left aside."""
    words = _bare_words(name)
    runs = [words[a:b] for a in range(len(words)) for b in range(a + 2, len(words) + 1)]
    whole = [word for word in words if len(word) > 1]
    runs += [whole[a:b] for a in range(len(whole)) for b in range(a + 2, len(whole) + 1)]
    return any(outline("".join(run)) in spellings for run in [words, *runs])


def _turned(words: list[str]) -> list[list[str]]:
    return [words, words[1:] + words[:1], words[-1:] + words[:-1]]


def _bare_words(name: str) -> list[str]:
    name = in_our_letters(name)
    named = " ".join(word for word in _tidy(name).split() if not _is_title(word))
    words = [word for word in search_key(named).split() if not word.isdigit()]
    return words or [search_key(name) or name]


def matches(query: str, name: str) -> bool:
    """Whether every word of the query begins a word of the name, in any order."""
    words = search_key(name).split()
    return all(any(w.startswith(q) for w in words) for q in search_key(query).split())


def _words(folded: str, keep: str = "") -> str:
    """Letters and digits without their marks, everything else as single spaces."""
    plain = folded.translate(PLAIN)
    kept = "".join(
        letter if letter.isalnum() or letter == keep else " "
        for letter in plain
        if not combining(letter)
    )
    return " ".join(kept.split())


def _tidy(name: str) -> str:
    return " ".join(normalize("NFC", name).split())


def _parts(name: str) -> tuple[tuple[str, ...], str]:
    """First names (at least one word, perhaps empty) and the surname, which may be missing."""
    tidy = _tidy(name)
    words = [word for word in tidy.split() if not _is_title(word)]
    if len(words) < 2:
        return (words[0].strip(",") if words else tidy,), ""
    surnames = _surnames_in_front(words)
    if surnames:
        return tuple(words[surnames:]), " ".join(words[:surnames]).strip(",")
    return tuple(words[:-1]), words[-1].strip(",")


def _surnames_in_front(words: list[str]) -> int:
    """How many words are a surname written first: "Nováková, Anna" or "NOVÁKOVÁ Anna"."""
    for position, word in enumerate(words[:-1], start=1):
        if word.endswith(","):
            return position
    loud = [word.isupper() and len(word.strip(".")) > 1 for word in words]
    return 0 if all(loud) else loud.index(False)


def _is_title(word: str) -> bool:
    return TITLE.fullmatch(word.casefold().replace(".", "").strip(",")) is not None


def _initial(surname: str) -> str:
    """The first letter; Ch is one letter in Czech."""
    if surname.casefold().startswith("ch"):
        return "Ch"
    first = next((i for i, letter in enumerate(surname) if letter.isalnum()), 0)
    end = first + 1
    while end < len(surname) and combining(surname[end]):
        end += 1
    return surname[first:end].upper()
