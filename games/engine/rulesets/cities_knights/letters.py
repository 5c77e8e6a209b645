"""Words that turns and cards share: cards, progress cards, places that may be none."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from games.engine.core import NOBODY
from games.engine.document import Field
from games.engine.record import Table, Words
from games.engine.rulesets.base import fields
from games.engine.rulesets.base import words as base
from games.engine.rulesets.base.island import spot_of
from games.engine.rulesets.base.packed import LETTERS, UNKNOWN
from games.engine.rulesets.cities_knights.decks import DECKS, PLACES, unseen_kind
from games.engine.rulesets.cities_knights.draws import WAIVED
from games.engine.rulesets.cities_knights.hand import NAMES
from games.engine.rulesets.cities_knights.state import SHIP
from games.engine.words import marked

FACES = "ybgs"
"""The faces of the event die: the gates by colour, the ship."""

COLOURS = FACES[:SHIP]

COLOUR_WORDS = (marked("yellow"), marked("blue"), marked("green"))

DICE_WORDS = (marked("red die"), marked("yellow die"))

A_CARD = marked("a progress card such as Cr, or b? for a blue one that was not seen")
A_PLACE = marked("an intersection such as c2n, or 0")
SOME_CARDS = marked("cards such as BLWGO, MPC or 4W")
NAMED_KINDS = marked("one of the kinds B, L, W, G, O, M, P, C")

SPOT = re.compile(r"([A-Za-z]|\d{1,2}\.)\d{1,2}-?(?:n|ne|se|s|sw|nw|N|NE|SE|S|SW|NW)")

cards = base.card_reader(LETTERS)


def kind_of(words: Words, text: str, expected: str = NAMED_KINDS) -> int:
    """A kind that is not the unknown one."""
    known = LETTERS.replace(LETTERS[UNKNOWN], " ")
    return base.letter(words, text.strip() or "?", known, expected)


def card(words: Words, *, waiver: bool = False) -> tuple[int, int]:
    """Colour and kind."""
    text = words.take(A_CARD)
    if text in PLACES:
        return PLACES[text]
    if len(text) == 2 and text[1] == "?" and text[0] in COLOURS:
        colour = COLOURS.index(text[0])
        return (colour, unseen_kind(colour))
    if waiver and text == "0":
        return WAIVED
    raise words.wrong(A_CARD, tuple(PLACES))


def spot_or_nobody(words: Words, name: str) -> int:
    return NOBODY if name == "0" else spot_of(words, name)


def card_word(colour: int, kind: int) -> str:
    if colour == NOBODY:
        return "0"
    if kind == unseen_kind(colour):
        return f"{COLOURS[colour]}?"
    return DECKS[colour][kind].letters


def maybe_spot(table: Table, spot: int) -> str:
    return "0" if spot == NOBODY else base.spot_name(table, spot)


def read_card(table: Table, value: Any) -> tuple[int, ...] | None:
    if value is None:
        return WAIVED
    if value in HIDDEN_WORDS:
        colour = HIDDEN_WORDS.index(value)
        return (colour, unseen_kind(colour))
    places = {card.name: PLACES[card.letters] for deck in DECKS for card in deck}
    return places.get(value) if isinstance(value, str) else None


def write_card(table: Table, facts: tuple[int, ...]) -> str | None:
    colour, kind = facts
    if colour == NOBODY:
        return None
    return HIDDEN_WORDS[colour] if kind == unseen_kind(colour) else DECKS[colour][kind].name


HIDDEN_WORDS = tuple(f"{colour} ?" for colour in COLOUR_WORDS)


def spot_field(name: str) -> Field:
    return fields.place_field(name, "intersection_names", "intersection_named")


CARD_WORDS = (*HIDDEN_WORDS, *(card.name for deck in DECKS for card in deck))

CARD = Field("card", write_card, read_card, width=2, asked="word", words=CARD_WORDS)
HAND = partial(fields.cards_field, words=NAMES)
