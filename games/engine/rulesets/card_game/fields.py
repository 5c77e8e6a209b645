"""The facts of actions of the card game by name, for JSON and for a recorder."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from games.engine.core import Detail, says
from games.engine.document import Field
from games.engine.record import Table
from games.engine.rulesets.base.fields import (
    MOST,
    cards_field,
    maybe,
    read_number,
    seat_field,
    write_number,
)
from games.engine.rulesets.card_game.cards import KINDS, CardSet
from games.engine.words import marked


def names_field(name: str, of: Callable[[CardSet], Sequence[Any]]) -> Field:
    """A card of the card set by its name."""

    def read(table: Table, value: Any) -> tuple[int, ...] | None:
        names = [card.id for card in of(table.places)]
        return (names.index(value),) if isinstance(value, str) and value in names else None

    def named(table: Table) -> Sequence[tuple[str, Detail]]:
        return [(card.id, says("{card}", card=card.name)) for card in of(table.places)]

    def write(table: Table, facts: tuple[int, ...]) -> str:
        return str(of(table.places)[facts[0]].id)

    return Field(name, write, read, asked="word", named=named)


def word_field(name: str, words: Mapping[str, int], said: Mapping[str, str] | None = None) -> Field:
    """One of the words for small numbers; what is `said` for them to a person, where they are
    English."""
    said = said or {}

    def read(table: Table, value: Any) -> tuple[int, ...] | None:
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


def seen_field(name: str) -> Field:
    field = cards_field(name)

    def read(table: Table, value: Any) -> tuple[int, ...] | None:
        found = field.read(table, value)
        return None if found is None or found[0] >> 40 else found

    return field._replace(read=read, words=field.words[:-1])


def counts_field(name: str, width: int) -> Field:
    """Small whole numbers in a list."""

    def read(table: Table, value: Any) -> tuple[int, ...] | None:
        if not isinstance(value, list) or len(value) != width:
            return None
        if not all(type(number) is int and 0 <= number <= MOST for number in value):
            return None
        return tuple(value)

    return Field(name, lambda table, facts: list(facts), read, width=width)


def read_size(table: Table, value: Any) -> tuple[int, ...] | None:
    return (value,) if type(value) is int and 0 <= value <= 999 else None


def number_field(name: str) -> Field:
    return Field(name, write_number, read_number, asked="number")


PAID: Final = seen_field("paid")
FROM: Final = maybe(seat_field("from"))
SIDE: Final = maybe(word_field("side", {"A": 0, "B": 1}))
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
CARD: Final = names_field("card", lambda cards: cards.expansions)
EVENT: Final = maybe(names_field("event", lambda cards: cards.events))
GIVEN, TAKEN = cards_field("given"), cards_field("taken")
AS_MANY: Final = TAKEN._replace(as_many="given")
WITH_PARTNER: Final = (seat_field("partner"), seat_field("receiver"), GIVEN, AS_MANY)
SCORED: Final = ("settlements", "cities", "expansions", "roads", "knights", "others")
"""Parts of a score, which only the notation tells."""

FIELDS: Final[Mapping[str, Sequence[Field]]] = {
    "box": tuple(counts_field(kind, 3) for kind in KINDS),
    "lay_market": (cards_field("cards"),),
    "hand": (cards_field("cards"),),
    "first_road": (word_field("side", {"A": 0, "B": 1}),),
    "destiny": (UP, DIRECTION),
    "deck": (GIVEN, AS_MANY),
    "market": (GIVEN, seen_field("taken")._replace(as_many="given")),
    "swap": WITH_PARTNER,
    "library": WITH_PARTNER,
    "deal": (seat_field("partner"), GIVEN, TAKEN),
    "settle": (PAID, FROM),
    "city": (PAID, EVENT),
    "expand": (PAID, FROM, CARD, maybe(number_field("points"))),
    "road": (PAID, FROM, SIDE),
    "knight": (PAID, FROM, SIDE),
    "lose": (cards_field("cards"),),
    "gain": (cards_field("cards"),),
    "flip": (DIRECTION,),
    "use": (CARD, maybe(seat_field("from")), cards_field("taken")),
    "draw": (cards_field("cards"),),
    "reshuffle": (Field("size", write_number, read_size),),
    "score": (
        number_field("points"),
        *(maybe(number_field(part))._replace(asked="") for part in SCORED),
    ),
}

LABELS: Final = {
    "box": marked("Cards in play"),
    "lay_market": marked("Cards of the market"),
    "hand": marked("First cards"),
    "first_settlement": marked("First settlement"),
    "first_road": marked("First road"),
    "destiny": marked("Destiny card"),
    "deck": marked("Exchange with the deck"),
    "market": marked("Exchange with the market"),
    "swap": marked("Exchange with a player"),
    "library": marked("Choose by the Library"),
    "deal": marked("Deal"),
    "shuffle": marked("Shuffles"),
    "no_shuffle": marked("Could not shuffle"),
    "show": marked("Had to show the hand"),
    "road": marked("Road"),
    "knight": marked("Knight"),
    "settle": marked("Settlement"),
    "city": marked("City"),
    "expand": marked("Expansion"),
    "event": marked("Event read aloud"),
    "lose": marked("Loses cards"),
    "gain": marked("Gains cards"),
    "flip": marked("Turn the destiny card"),
    "use": marked("Use an expansion"),
    "peek": marked("Looked at a city side"),
    "draw": marked("Draw cards"),
    "reshuffle": marked("New deck"),
    "score": marked("Points"),
    "end_turn": marked("End of turn"),
    "claim": marked("Claims the win"),
    "concede": marked("Gives up"),
    "abandon": marked("Broken off"),
}

SELDOM: Final = frozenset(
    (
        *("box", "hand", "first_settlement", "first_road", "deal"),
        *("shuffle", "no_shuffle", "show"),
        *("peek", "reshuffle", "score", "concede", "abandon"),
    )
)
