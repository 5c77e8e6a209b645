"""The sorts of facts of Cities & Knights: cards, progress cards, the event die, knights."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from games.engine.core import NOBODY, Seat
from games.engine.document import Field
from games.engine.forms import Facts, Sort, maybe
from games.engine.record import Table, Words
from games.engine.rulesets.base import fields
from games.engine.rulesets.base import sorts as base
from games.engine.rulesets.base.island import hex_of, spot_of, take_spot
from games.engine.rulesets.base.packed import LETTERS, PLACE, UNKNOWN
from games.engine.rulesets.base.places import bits
from games.engine.rulesets.cities_knights.decks import (
    COLOURS,
    DECKS,
    OPEN,
    PLACES,
    TRACK_NAMES,
    unseen_kind,
)
from games.engine.rulesets.cities_knights.draws import WAIVED
from games.engine.rulesets.cities_knights.hand import NAMES
from games.engine.words import marked

FACES = f"{COLOURS}s"
"""The faces of the event die: the gates by colour, the ship."""

FACE_WORDS = (
    marked("yellow gate"),
    marked("blue gate"),
    marked("green gate"),
    marked("ship"),
)

COLOUR_WORDS = (marked("yellow"), marked("blue"), marked("green"))

DICE_WORDS = (marked("red die"), marked("yellow die"))

KNOWN = LETTERS.replace(LETTERS[UNKNOWN], " ")
"""The letters of kinds that are not the unknown one, in their places."""

ROLL = re.compile(rf"(\d)\+(\d)([{FACES}])")
LEVEL = re.compile(rf"([{COLOURS}])(\d)(-?)")

A_ROLL = marked("a roll of the red, yellow and event die such as 3+5b")
A_LEVEL = marked("a level of an improvement such as y3")
A_CARD = marked("a progress card such as Cr, or b? for a blue one that was not seen")
A_PLACE = marked("an intersection such as c2n, or 0")
SOME_CARDS = marked("cards such as BLWGO, MPC or 4W")
NAMED_KINDS = marked("one of the kinds B, L, W, G, O, M, P, C")
A_COMMODITY = marked("one of the commodities M, P, C (CK-290)")
ONE_CARD_EACH = marked("one card from each opponent (CK-252)")
NO_CARD_THERE = marked("c3<Anna without a card, where an opponent has none (CK-251)")

cards = base.card_reader(LETTERS)

# The roll


def read_roll(words: Words, text: str, expected: str) -> Facts:
    found = ROLL.fullmatch(text)
    if found is None:
        raise words.wrong(expected)
    red, yellow = int(found[1]), int(found[2])
    return (red + yellow, red, yellow, FACES.index(found[3]))


def write_roll(table: Table, facts: Facts) -> str:
    _sum, red, yellow, event = facts
    return f"{red}+{yellow}{FACES[event]}"


ROLLED = (
    fields.ROLLED._replace(asked="pair", words=DICE_WORDS),
    fields.kind_field("event", FACE_WORDS),
)
"""Red and yellow die, then the event die."""

# Progress cards


def card(words: Words) -> tuple[int, int]:
    """Colour and kind."""
    colour, kind = read_card(words, words.take(A_CARD), A_CARD)
    return colour, kind


def read_card(words: Words, text: str, expected: str) -> Facts:
    if text in PLACES:
        return PLACES[text]
    if len(text) == 2 and text[1] == "?" and text[0] in COLOURS:
        colour = COLOURS.index(text[0])
        return (colour, unseen_kind(colour))
    raise words.wrong(expected, tuple(PLACES))


def read_drawn(words: Words, text: str, expected: str) -> Facts:
    """The same, or none."""
    return WAIVED if text == "0" else read_card(words, text, expected)


def card_word(colour: int, kind: int) -> str:
    if colour == NOBODY:
        return "0"
    if kind == unseen_kind(colour):
        return f"{COLOURS[colour]}?"
    return DECKS[colour][kind].letters


def card_field(name: str) -> Field:
    def read(table: Table, value: Any) -> Facts | None:
        if value is None:
            return WAIVED
        if value in HIDDEN_WORDS:
            colour = HIDDEN_WORDS.index(value)
            return (colour, unseen_kind(colour))
        places = {card.name: PLACES[card.letters] for deck in DECKS for card in deck}
        return places.get(value) if isinstance(value, str) else None

    def write(table: Table, facts: Facts) -> str | None:
        colour, kind = facts
        if colour == NOBODY:
            return None
        return HIDDEN_WORDS[colour] if kind == unseen_kind(colour) else DECKS[colour][kind].name

    return Field(name, write, read, width=2, asked="word", words=CARD_WORDS)


HIDDEN_WORDS = tuple(f"{colour} ?" for colour in COLOUR_WORDS)

CARD_WORDS = (*HIDDEN_WORDS, *(card.name for deck in DECKS for card in deck))


def card_unseen(facts: Facts) -> bool:
    colour, kind = facts
    return colour != NOBODY and kind == unseen_kind(colour)


def veiled_card(facts: Facts) -> Facts:
    """Printer and Constitution lie open."""
    seen = facts == WAIVED or facts in OPEN
    return facts if seen else (facts[0], unseen_kind(facts[0]))


CARD = Sort(
    read_card,
    lambda table, facts: card_word(*facts),
    lambda name: (card_field(name),),
    A_CARD,
    none=WAIVED,
    hides=card_unseen,
    veiled=veiled_card,
)

# Intersections


def read_spot_or_nobody(words: Words, text: str, expected: str) -> Facts:
    return (NOBODY if text == "0" else spot_of(words, text),)


def maybe_spot(table: Table, facts: Facts) -> str:
    return "0" if facts[0] == NOBODY else base.PLACES["spot"].write(table, facts)


def take_spots(words: Words, seat: Seat) -> Facts:
    """Several as a mask, `0` for none."""
    if words.peek() == "0":
        words.take(A_PLACE)
        return (0,)
    spots = 1 << take_spot(words)
    while base.SPOT.fullmatch(words.peek()):
        spots |= 1 << take_spot(words)
    return (spots,)


def spots_field(name: str) -> Field:
    """Several intersections by their names, as a mask."""

    def read(table: Table, value: Any) -> Facts | None:
        if not isinstance(value, list):
            return None
        mask = 0
        for spot in value:
            place = table.places.intersection_named.get(spot) if isinstance(spot, str) else None
            if place is None:
                return None
            mask |= 1 << place
        return (mask,)

    def write(table: Table, facts: Facts) -> list[str]:
        return [table.places.intersection_names[spot] for spot in bits(facts[0])]

    return Field(name, write, read, asked="intersections")


def write_spots(table: Table, facts: Facts) -> str:
    return " ".join(table.places.intersection_names[spot] for spot in bits(facts[0])) or "0"


# Kinds of cards


def named_kind_field(name: str) -> Field:
    """A kind that is not the unknown one."""
    field = fields.kind_field(name, NAMES)
    return field._replace(
        read=lambda table, value: None if value == "?" else field.read(table, value),
        words=[word for word in NAMES if word != "?"],
    )


def kind_sort(expected: str) -> Sort:
    sort = base.letter_sort(LETTERS, NAMES, expected, KNOWN)
    return sort._replace(fields=lambda name: (named_kind_field(name),))


GOT = base.letter_sort(LETTERS, NAMES, base.A_RESOURCE)._replace(hides=base.kind_unseen)


def read_got(words: Words, text: str, expected: str) -> Facts:
    return (NOBODY,) if text == "0" else GOT.read(words, text, expected)


def write_got(table: Table, facts: Facts) -> str:
    return "0" if facts[0] == NOBODY else LETTERS[facts[0]]


def got_fields(name: str) -> tuple[Field, ...]:
    return (maybe(fields.kind_field(name, NAMES)),)


# A card from each opponent at a hex


def read_thefts(words: Words, text: str, expected: str) -> Facts:
    """`c3<Ben:O<Cyril:?`; `c3<Ben` says that Ben is there without a card."""
    place, *victims = text.split("<")
    hex_, stolen = hex_of(words, place), 0
    named: set[Seat] = set()
    for victim in victims:
        name, colon, letter = victim.partition(":")
        other = words.seat(name)
        if other in named or (len(letter) > 1 and set(letter) <= {*LETTERS}):
            raise words.wrong(ONE_CARD_EACH)
        if letter == "0":
            raise words.wrong(NO_CARD_THERE)
        named.add(other)
        if colon:
            stolen += base.letter(words, letter, LETTERS) + 1 << 8 * other
    return (hex_, stolen)


def write_thefts(table: Table, facts: Facts) -> str:
    hex_, stolen = facts
    place = str(table.places.hex_names[hex_])
    return place + "".join(
        f"<{table.handle(seat)}:{LETTERS[place - 1]}"
        for seat, place in enumerate(stolen.to_bytes(8, "little"))
        if place
    )


def read_stolen(table: Table, value: Any) -> Facts | None:
    """Kinds by seat, null for those from whom nothing was taken."""
    if not isinstance(value, list) or len(value) != len(table.header.players):
        return None
    stolen = 0
    for seat, word in enumerate(value):
        if word is not None:
            if not isinstance(word, str) or word not in NAMES:
                return None
            stolen += NAMES.index(word) + 1 << 8 * seat
    return (stolen,)


def write_stolen(table: Table, facts: Facts) -> list[str | None]:
    seats = range(len(table.header.players))
    places = [facts[0] >> 8 * seat & PLACE for seat in seats]
    return [NAMES[place - 1] if place else None for place in places]


STOLEN = (
    fields.HEX_FIELD,
    Field("stolen", write_stolen, read_stolen, asked="thefts", words=NAMES),
)


def thefts_unseen(facts: Facts) -> bool:
    return UNKNOWN + 1 in facts[1].to_bytes(8, "little")


def veiled_thefts(facts: Facts) -> Facts:
    places = enumerate(facts[1].to_bytes(8, "little"))
    return (facts[0], sum(UNKNOWN + 1 << 8 * seat for seat, place in places if place))


# Improvements


def read_level(words: Words, text: str, expected: str) -> Facts:
    """Track, level, and whether a Crane made it cheaper."""
    found = LEVEL.fullmatch(text)
    if found is None:
        raise words.wrong(expected)
    return (COLOURS.index(found[1]), int(found[2]), int(bool(found[3])))


LEVEL_FIELDS = (
    fields.kind_field("track", TRACK_NAMES),
    fields.number_field("level"),
    maybe(fields.place_field("metropolis", "intersection_names", "intersection_named")),
    fields.kind_field("crane", (marked("no"), marked("yes"))),
)

# All of them

OF_CARDS = base.sorts_of_cards(LETTERS, NAMES, cards)

HAND = partial(fields.cards_field, words=NAMES)

SORTS = base.sorts(
    cards,
    {
        **OF_CARDS,
        "dealt": OF_CARDS["cards"],
        "hand": OF_CARDS["cards"]._replace(expected=SOME_CARDS),
        "rolled": Sort(read_roll, write_roll, lambda name: ROLLED, A_ROLL, none=(0, 0, 0, 0)),
        "card": CARD,
        "drawn": CARD._replace(read=read_drawn),
        "away": Sort(
            read_spot_or_nobody,
            maybe_spot,
            lambda name: tuple(map(maybe, base.PLACES["spot"].fields(name))),
        ),
        "spots": Sort(
            *(read_spot_or_nobody, write_spots, lambda name: (spots_field(name),)),
            take=take_spots,
        ),
        "rank": base.COUNT._replace(none=(0,), within="[123]"),
        "kind": kind_sort(NAMED_KINDS),
        "commodity": kind_sort(A_COMMODITY),
        "chosen": kind_sort(NAMED_KINDS)._replace(expected=base.A_RESOURCE),
        "got": GOT._replace(read=read_got, write=write_got, fields=got_fields),
        "thefts": Sort(
            read_thefts,
            write_thefts,
            lambda name: STOLEN,
            base.A_THEFT,
            none=(NOBODY, 0),
            hides=thefts_unseen,
            veiled=veiled_thefts,
        ),
    },
)
