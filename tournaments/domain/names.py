"""How people's names are shown, ordered and found."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from itertools import permutations
from typing import TypeAlias, TypeVar
from unicodedata import combining

from .bare_words import (
    bare_words,
    first_name_in,
    has_capitals,
    has_letters,
    split_inside,
    without_signs,
    words_in,
)
from .lookalikes import in_our_letters, in_strokes, outline, run_together
from .normal_forms import normal_form

TITLE = re.compile(
    r"arch|bca?|csc|dipl-ing|dipl|dis|doc|drsc|dr|hab|in[gż]|judr|jr|jun|llm|mag|mba|mga|mgr|ml|"
    r"mph|msc|mudr|mvdr|"
    r"paeddr|pharmdr|phdr|phd|prof|rndr|sen|sr|st|thdr|thd"
)
"""Academic degrees and the like, without their dots; no part of a name."""

GENERATION = re.compile(r"\b(?:jr|jun|ml|sen|sr|st)\b")
"""Those of them that tell a parent from a child."""

CARON = "\N{COMBINING CARON}"
POLISH_LETTER = re.compile("([acelnosz])[\u0301\u0307\u0328]")
LAST = "\uffff"
"""Sorts behind every letter, so that "c" + LAST is the letter right after C."""

# Letters that Unicode does not take apart into a letter and a mark.
PLAIN = str.maketrans({"ł": "l", "đ": "d", "ø": "o", "ħ": "h", "ŧ": "t", "ı": "i"}) | str.maketrans(
    {"æ": "ae", "œ": "oe", "þ": "th", "ð": "d"}
)

FIGURES = re.compile(r"x?\d+x?")
"""A number put beside a name, "x2" too; no part of it."""

LONGEST_QUERY = 120
"""Letters of a query that are looked for; no name has more."""

MOST_ORDERED = 4
"""Words of a name of which every order is looked at."""

LEAST_GLUED = (3, 7)
"""Letters of each name, and of all, put together of which one word is more than a first name: Jan
Ek is no Janek."""

LEADING_WORD = re.compile(
    r"aka|alias|aus|from|od|ode|of|pod|pri|przy|rec|recen[ay]|spod|u|ve?|von|we?|ze?|zvan[ay]|zwan[ay]"
)
"""What leads to a place or a by-name, which is put between two names; no name itself."""

MOST_LED = 2
"""Words that such a word leads to."""

MOST_LOOKED_THROUGH = 12
"""Words of a name in which they are looked for."""

LONGEST_RUN = 240
"""Letters of a name that is looked for in the middle of others, twice as many as anybody types:
more come of signs alone that stand for whole words, and are compared with all of a name."""

IN_BRACKETS = re.compile(r'[(\[{"„“»«][^()\[\]{}"„“”»«]*[)\]}"“”»«]')

SortKey: TypeAlias = tuple[str, ...]
Key = TypeVar("Key", bound=Hashable)


def public_name(name: str, *, minor: bool, guardian_agreed: bool = False) -> str:
    """The name that everybody may see: of minors the first name and an initial.

    The whole name of a minor only with a guardian's agreement. Two words are two whatever glues
    them (`bare_words`), but for a hyphen or an apostrophe in a first name. A single word stays as
    it is, if its alphabet has capitals that would show where a name begins; else it is a letter.
    """
    if not minor or guardian_agreed:
        return _tidy(name)
    given, surname = _first_and_last(name)
    if surname:
        return _with_initial_of(first_name_in(given) or _letter_of(given), surname)
    return _single(given)


def name_as_withdrawn(name: str, *, known_as: str = "") -> str:
    """The name of whom everybody may see no more than of somebody else, whose name is in it: one
    bare word and an initial; of a single word nothing but its letter, nor of a first word that is
    all of the name under which the person is known."""
    given, surname = _first_and_last(name)
    first = next(iter(bare_words(given)), "")
    if not surname:
        return _letter_of(first or given)
    whole = len(_bare_words(known_as)) > 1 and letters_of(first) in orders_of(known_as)
    return _with_initial_of(_letter_of(given) if whole or not first else first, surname)


def short_forms(name: str) -> frozenset[str]:
    """All forms in which somebody of this name is shown who is not shown in full."""
    return frozenset({public_name(name, minor=True), name_as_withdrawn(name)})


def with_initial(name: str) -> str:
    """The first name and an initial, for where little room is; of a single word that word."""
    given, surname = _parts(name)
    return f"{given[0]} {_initial(surname)}." if surname else given[0]


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
    folded = normal_form("NFD", text.casefold())
    letters = re.sub(f"([crsz]){CARON}", rf"\1{LAST}", folded)
    plain = _words(letters, keep=LAST).replace("ch", f"h{LAST}")
    return plain, folded


def words_key(text: str, language: str) -> SortKey:
    """Orders words of the site in the alphabet of their language: Ch behind H in Czech alone, Ł
    behind L in Polish; marks of the others count between words that are alike without them."""
    if language == "cs":
        return text_key(text)
    folded = normal_form("NFD", text.casefold())
    letters = POLISH_LETTER.sub(rf"\1{LAST}", folded.replace("ł", "l\u0301"))
    return _words(letters if language == "pl" else folded, keep=LAST), folded


def search_key(text: str) -> str:
    """The text as it is searched for: no marks, no capitals, single spaces."""
    return _words(normal_form("NFD", text.casefold()))


def plain_letters(text: str) -> str:
    """The text in small letters, each that has no mark to lose as what a reader takes it for, such
    as an l for an ł; so that an address made of it keeps them."""
    return text.casefold().translate(PLAIN)


def letters_of(name: str) -> str:
    """The outline of a name as one word, without what people put around it: degrees, "jr.", a
    figure. Alike for two spellings that a reader takes for the same, letters of other alphabets
    that look like ours among them."""
    return outline("".join(_bare_words(name)))


def orders_of(name: str) -> frozenset[str]:
    """`letters_of` the name with its words in any order, of long names in theirs and turned; and
    each behind a blank where it says who it is as one word among others (`LEAST_GLUED`)."""
    words = _bare_words(name)
    orders = permutations(words) if len(words) <= MOST_ORDERED else _turned(words)
    spellings = {outline("".join(order)) for order in orders}
    each, together = min(map(len, words)), sum(map(len, words))
    if len(words) > 1 and each >= LEAST_GLUED[0] and together >= LEAST_GLUED[1]:
        spellings |= {f" {spelling}" for spelling in spellings}
    return frozenset(spellings)


def is_same_name(name: str, other: str) -> bool:
    """Whether these two are one name in two spellings, with other degrees or with the words in
    another order; "ml." and "st." tell two persons apart."""
    alike = bool(name) and letters_of(name) in orders_of(other)
    return alike and _generation_in(name) == _generation_in(other)


def reads_as(name: str, spellings: Collection[str]) -> bool:
    """Whether the name is one of these spellings (`orders_of`), as far as a list can tell.

    That is: some of its words beside one another are it, initials left aside; or one word is, put
    together of all the names, if that is no first name (`LEAST_GLUED`); also with words put
    together by their capitals, with figures among the letters, with @ for a, without what stands
    in brackets or quotation marks, and, among `MOST_LOOKED_THROUGH` words, without one place or
    by-name of `MOST_LED` words that a preposition leads to (`LEADING_WORD`). Any other word put
    between stays a name: Eva Jana Malá is not Eva Malá, nor is Eva Brno Malá; and whoever shares
    a first name or a surname alone is somebody else.
    """
    apart = " ".join(bare for word in name.split() for bare in split_inside(word))
    readings = {
        name,
        apart,
        " ".join(words_in(name)),
        re.sub(r"\d+", " ", name),
        name.replace("@", "a"),
    }
    readings.add(IN_BRACKETS.sub(" ", name))
    ways = {
        tuple(words) for reading in readings for words in _without_what_is_led(_bare_words(reading))
    }
    return any(_reads_as(words, spellings) for words in ways)


def _without_what_is_led(words: list[str]) -> Iterator[list[str]]:
    """The words, and those that are left where one place or by-name is taken out between them."""
    yield words
    if len(words) > MOST_LOOKED_THROUGH:
        return
    for start in range(1, len(words) - 1):
        if LEADING_WORD.fullmatch(words[start]):
            for end in range(start + 1, min(start + MOST_LED + 2, len(words))):
                yield words[:start] + words[end:]


def _reads_as(words: Sequence[str], spellings: Collection[str]) -> bool:
    if outline("".join(words)) in spellings:
        return True
    if any(f" {outline(word)}" in spellings for word in words):
        return True
    whole = tuple(word for word in words if len(word) > 1)
    return any(run in spellings for some in {tuple(words), whole} for run in _runs(some, spellings))


def _runs(words: Sequence[str], spellings: Collection[str]) -> Iterator[str]:
    """The outlines of two and more words beside one another, as far as one of the spellings goes:
    a sign can stand for four words, and the runs of all words would be very many."""
    # Of two letters that are read as one, one is left.
    longest = 2 * min(max(map(len, spellings), default=0), LONGEST_RUN)
    strokes = [in_strokes(word) for word in words]
    for start, first in enumerate(strokes):
        run = first
        for stroke in strokes[start + 1 :]:
            run += stroke
            if len(run) > longest:
                break
            yield run_together(run)


def _turned(words: list[str]) -> list[list[str]]:
    return [words, words[1:] + words[:1], words[-1:] + words[:-1]]


def _bare_words(name: str) -> list[str]:
    name = in_our_letters(name)
    named = " ".join(word for word in _tidy(name).split() if not _is_title(word))
    words = [
        word for word in search_key(without_signs(named)).split() if not FIGURES.fullmatch(word)
    ]
    return words or [search_key(name) or name]


def namesakes(names: Mapping[Key, str]) -> frozenset[Key]:
    """Whose name reads like that of somebody else among them."""
    keys = {key: search_key(name) for key, name in names.items()}
    counts = Counter(keys.values())
    return frozenset(key for key, read in keys.items() if counts[read] > 1)


def matches(query: str, name: str) -> bool:
    """Whether every word of the query begins a word of the name, in any order."""
    words = search_key(name).split()
    return all(any(w.startswith(q) for w in words) for q in words_sought(query))


def words_sought(query: str) -> tuple[str, ...]:
    """The words of a query as they are compared with those of a `search_key`."""
    return tuple(search_key(query[:LONGEST_QUERY]).split())


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
    return " ".join(normal_form("NFC", name).split())


def _parts(name: str) -> tuple[tuple[str, ...], str]:
    """First names (at least one word, perhaps empty) and the surname, which may be missing."""
    tidy = _tidy(name)
    words = [word for word in tidy.split() if not _is_title(word)]
    if len(words) < 2:
        return (words[0].strip(",") if words else tidy,), ""
    return _divided(words)


def _divided(words: list[str]) -> tuple[tuple[str, ...], str]:
    """First names and the surname, of two words and more."""
    surnames = _surnames_in_front(words)
    if surnames:
        return tuple(words[surnames:]), " ".join(words[:surnames]).strip(",")
    return tuple(words[:-1]), words[-1].strip(",")


def _first_and_last(name: str) -> tuple[str, str]:
    """The word of the first name and that of the surname, which may be missing, with what may
    still be glued to them."""
    tidy = _tidy(name).replace(",", ", ")
    # Degrees first: some have dots inside.
    titled = [word.replace(".", ". ").split() for word in tidy.split() if not _is_title(word)]
    words = [word for parts in titled for word in parts if not _is_title(word)]
    words = words or tidy.split()
    words = [word for word in words if has_letters(word)] or words[:1]
    if len(words) == 1 and not _is_title(words[0]):
        words = words_in(words[0]) or words
        words = [word for word in words if not _is_title(word)] or words
    if len(words) < 2:
        return (words[0] if words else ""), ""
    given, surname = _divided(words)
    return given[0], surname


def _single(word: str) -> str:
    """All that is shown of a minor of whom nothing but this word is told."""
    if _is_title(word):
        return word
    parts = bare_words(word)
    if len(parts) > 1:
        return _with_initial_of(parts[0], parts[-1])
    return parts[0] if parts and has_capitals(parts[0]) else _letter_of(word)


def _with_initial_of(given: str, surname: str) -> str:
    """The given name and an initial; none where one sign is all of the surname: 王."""
    bare = bare_words(surname)
    letters = [letter for letter in surname if letter.isalpha()]
    if not bare and len(letters) == 1:
        return given
    return f"{given} {_initial(bare[0] if bare else surname)}."


def _letter_of(word: str) -> str:
    return f"{_initial(word)}." if word else ""


def _surnames_in_front(words: list[str]) -> int:
    """How many words are a surname written first: "Nováková, Anna" or "NOVÁKOVÁ Anna"."""
    for position, word in enumerate(words[:-1], start=1):
        if word.endswith(","):
            return position
    loud = [word.isupper() and len(word.strip(".")) > 1 for word in words]
    return 0 if all(loud) else loud.index(False)


def _is_title(word: str) -> bool:
    return TITLE.fullmatch(word.casefold().replace(".", "").strip(",")) is not None


def _generation_in(name: str) -> frozenset[str]:
    return frozenset(GENERATION.findall(name.casefold()))


def _initial(surname: str) -> str:
    """The first letter; Ch is one letter in Czech."""
    if surname.casefold().startswith("ch"):
        return "Ch"
    first = next((i for i, letter in enumerate(surname) if letter.isalnum()), 0)
    end = first + 1
    while end < len(surname) and combining(surname[end]):
        end += 1
    return surname[first:end].title()
