"""The sorts of facts of the card game: cards, payments, building cards by name, arrows, points."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from games.engine.core import NOBODY, Detail, Seat, says
from games.engine.document import Field
from games.engine.forms import Facts, Sort, Sorts, maybe, remembered
from games.engine.record import Table, Words
from games.engine.rulesets.base.fields import (
    MOST,
    cards_field,
    number_field,
    seat_field,
    write_number,
)
from games.engine.rulesets.base.packed import LETTERS, in_words
from games.engine.rulesets.base.sorts import (
    COUNT,
    OF_CARDS,
    SEAT,
    SOME_CARDS,
    cards,
    letter_sort,
    read_gains,
    read_number,
    write_gains,
)
from games.engine.rulesets.card_game.building import COSTS
from games.engine.rulesets.card_game.cards import KINDS, CardSet
from games.engine.rulesets.card_game.costs import payments
from games.engine.words import marked

A_BOX: Final = marked("building cards in play such as R5,2,2 K2,2,1 S7,4,4 E5,2,2")
AN_EXCHANGE: Final = marked("an exchange such as W>O: what is given, what is taken")
ARROWS: Final = marked("where the arrows point now: cw, ccw or ?")
A_SCORE: Final = marked("points such as 9 or S2,C2,E3,R2,K1")
A_SIDE: Final = marked("one of the sides A, B")
A_CARD_NAME: Final = marked("the name of a card of the card set")
NO_UNSEEN: Final = marked("cards that all can see, without ?")

# Words by name


def word_field(name: str, words: Mapping[str, int], said: Mapping[str, str] | None = None) -> Field:
    """One of the words for small numbers; what is `said` for them to a person, where they are
    English."""
    said = said or {}

    def read(table: Table, value: Any) -> Facts | None:
        return (words[value],) if isinstance(value, str) and value in words else None

    numbers = {number: word for word, number in words.items()}

    def named(table: Table) -> Sequence[tuple[str, Detail]]:
        return [(word, says(text)) for word, text in said.items()]

    return Field(
        name,
        lambda table, facts: numbers[facts[0]],
        read,
        asked="word",
        words=tuple(word for word in words if word not in said),
        named=named,
    )


DIRECTION: Final = word_field(
    "arrows",
    {"clockwise": 1, "counter-clockwise": -1, "?": 0},
    {"clockwise": marked("clockwise"), "counter-clockwise": marked("counter-clockwise")},
)
UP: Final = word_field(
    "side",
    {"white": 0, "other": 1},
    {"white": marked("the white arrows are up"), "other": marked("the other arrows are up")},
)


def word_sort(words: Mapping[str, int], field: Field, expected: str, none: int = NOBODY) -> Sort:
    """One of the words."""
    written = {number: word for word, number in words.items()}
    within = "|".join(map(re.escape, words))
    return Sort(
        lambda _words, text, _expected: (words[text],),
        lambda table, facts: written[facts[0]],
        lambda name: (field,),
        expected,
        none=(none,),
        looks=re.compile(within),
        within=within,
    )


def named_sort(of: Callable[[CardSet], Sequence[Any]]) -> Sort:
    """A card of the card set by its name."""

    def read(words: Words, text: str, expected: str) -> Facts:
        names = [card.id for card in of(words.table.places)]
        if text not in names:
            raise words.wrong(A_CARD_NAME, names)
        return (names.index(text),)

    def write(table: Table, facts: Facts) -> str:
        return str(of(table.places)[facts[0]].id)

    def fields(name: str) -> tuple[Field, ...]:
        def read(table: Table, value: Any) -> Facts | None:
            names = [card.id for card in of(table.places)]
            return (names.index(value),) if isinstance(value, str) and value in names else None

        def named(table: Table) -> Sequence[tuple[str, Detail]]:
            return [(card.id, says("{card}", card=card.name)) for card in of(table.places)]

        return (Field(name, write, read, asked="word", named=named),)

    return Sort(read, write, fields, A_CARD_NAME, within="[^<=]+")


EXPANSION: Final = named_sort(lambda cards: cards.expansions)
EVENT: Final = named_sort(lambda cards: cards.events)


def read_event(words: Words, text: str, expected: str) -> Facts:
    return (NOBODY,) if text == "?" else EVENT.read(words, text, expected)


# Cards


def pile(packed: int) -> str:
    """Cards as the notation has them: `WWO`, `12W`, `0` for none."""
    text = in_words(packed)
    if len(text) > 6:
        return "".join(f"{text.count(kind)}{kind}" for kind in LETTERS if kind in text)
    return text or "0"


def seen_cards(words: Words, text: str, expected: str) -> int:
    """Packed cards, all of them seen. A plus between them is for the eye."""
    packed = cards(words, text.replace("+", ""), expected)
    if packed >> 40:
        raise words.wrong(NO_UNSEEN)
    return packed


def seen_field(name: str) -> Field:
    field = cards_field(name)

    def read(table: Table, value: Any) -> Facts | None:
        found = field.read(table, value)
        return None if found is None or found[0] >> 40 else found

    return field._replace(read=read, words=field.words[:-1])


def read_seen(words: Words, text: str, expected: str) -> Facts:
    packed = cards(words, text, expected)
    if packed >> 40:
        raise words.wrong(NO_UNSEEN)
    return (packed,)


def payment(verb: str) -> Sort:
    """What is paid for it, with the groups that stand for other cards shown."""

    def write(table: Table, facts: Facts) -> str:
        right = payments(COSTS[verb]).get(facts[0])
        return pile(facts[0]) if right is None else str(right)

    return Sort(
        remembered(lambda words, text, expected: (seen_cards(words, text, expected),)),
        write,
        lambda name: (seen_field(name),),
        within="[^<=]+",
    )


CARDS: Final = OF_CARDS["cards"]._replace(write=lambda table, facts: pile(facts[0]))

# Who, and what of them


def read_partners(words: Words, text: str, expected: str) -> Facts:
    """`Ben`, or `Ben/Cyril` if Cyril got the card back."""
    source, slash, target = text.partition("/")
    other = words.seat(source)
    return (other, words.seat(target) if slash else other)


def write_partners(table: Table, facts: Facts) -> str:
    other, receiver = map(table.handle, facts)
    return other if other == receiver else f"{other}/{receiver}"


def take_taking(words: Words, seat: Seat) -> Facts:
    """`Ben ?`; whom and what only if cards are taken."""
    if words.peek().casefold() not in words.table.seats:
        return (NOBODY, 0)
    return (words.seat(), cards(words, words.take(SOME_CARDS), SOME_CARDS))


def write_taking(table: Table, facts: Facts) -> str:
    other, taken = facts
    return "" if other == NOBODY else f"{table.handle(other)} {pile(taken)}"


# Numbers


def counts_field(name: str, width: int) -> Field:
    """Small whole numbers in a list."""

    def read(table: Table, value: Any) -> Facts | None:
        if not isinstance(value, list) or len(value) != width:
            return None
        if not all(type(number) is int and 0 <= number <= MOST for number in value):
            return None
        return tuple(value)

    return Field(name, lambda table, facts: list(facts), read, width=width)


COUNTS: Final = re.compile(r"([RKSE])(\d{1,2},\d{1,2},\d{1,2})")


def take_box(words: Words, seat: Seat) -> Facts:
    facts: list[int] = []
    for letter in "RKSE":
        found = COUNTS.fullmatch(words.take(A_BOX))
        if found is None or found[1] != letter:
            raise words.wrong(A_BOX)
        facts += map(int, found[2].split(","))
    return tuple(facts)


def write_box(table: Table, facts: Facts) -> str:
    rows = (facts[at : at + 3] for at in range(0, 12, 3))
    return " ".join(
        letter + ",".join(map(str, row)) for letter, row in zip("RKSE", rows, strict=True)
    )


PARTS: Final = "SCERKO"
PART: Final = re.compile(r"([SCERKO])(\d{1,2})")
SCORED: Final = ("settlements", "cities", "expansions", "roads", "knights", "others")
"""Parts of a score, which only the notation tells."""


def read_score(words: Words, text: str, expected: str) -> Facts:
    """All points, or by their parts: `9`, `S2,C2,E3,R1,K1`; `O2` are any others."""
    if text.isdecimal() and len(text) < 3:
        return (int(text), *(NOBODY,) * len(PARTS))
    parts = [0] * len(PARTS)
    for one in text.split(","):
        found = PART.fullmatch(one)
        if found is None:
            raise words.wrong(A_SCORE)
        parts[PARTS.index(found[1])] = int(found[2])
    return (sum(parts), *parts)


def write_score(table: Table, facts: Facts) -> str:
    total, *parts = facts
    if NOBODY in parts:
        return str(total)
    told = [f"{letter}{points}" for letter, points in zip(PARTS, parts, strict=True) if points]
    return ",".join(told) or "S0"


POINTS: Final = (
    number_field("points"),
    *(maybe(number_field(part))._replace(asked="") for part in SCORED),
)


def read_size(table: Table, value: Any) -> Facts | None:
    return (value,) if type(value) is int and 0 <= value <= 999 else None


# All of them

ARROW_WORDS: Final = {"cw": 1, "ccw": -1, "?": 0}
SIDES: Final = {"A": 0, "B": 1}


def as_many(field: Callable[[str], Field]) -> Callable[[str], tuple[Field]]:
    return lambda name: (field(name)._replace(as_many="given"),)


SORTS: Final = Sorts(
    {
        "cards": CARDS,
        "as_many": CARDS._replace(fields=as_many(cards_field)),
        "seen": CARDS._replace(read=read_seen, fields=as_many(seen_field)),
        "seat": SEAT._replace(within="[^<=]+"),
        "side": letter_sort("AB", tuple(SIDES), A_SIDE)._replace(
            fields=lambda name: (word_field(name, SIDES),), within="[^<=]+"
        ),
        "up": word_sort({"white": 0, "other": 1}, UP, ""),
        "arrows": word_sort(ARROW_WORDS, DIRECTION, ARROWS, none=0),
        "partners": Sort(
            read_partners,
            write_partners,
            lambda name: (seat_field("partner"), seat_field("receiver")),
            AN_EXCHANGE,
            none=(NOBODY, NOBODY),
        ),
        "taking": Sort(
            lambda words, text, expected: (NOBODY, 0),
            write_taking,
            lambda name: (maybe(seat_field("from")), cards_field("taken")),
            none=(NOBODY, 0),
            take=take_taking,
        ),
        "card": EXPANSION,
        "event": EVENT._replace(read=read_event),
        "points": COUNT._replace(none=(NOBODY,)),
        "box": Sort(
            lambda words, text, expected: (),
            write_box,
            lambda name: tuple(counts_field(kind, 3) for kind in KINDS),
            none=(0,) * 12,
            take=take_box,
        ),
        "size": COUNT._replace(
            read=lambda words, text, expected: read_number(words, text, expected, 3),
            fields=lambda name: (Field(name, write_number, read_size),),
        ),
        "score": Sort(
            read_score,
            write_score,
            lambda name: POINTS,
            A_SCORE,
            none=(NOBODY,) * 7,
        ),
        **{verb: payment(verb) for verb in COSTS},
    },
    read_gains,
    write_gains,
)
