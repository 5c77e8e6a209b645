"""How the facts of actions of the base game are asked for, read and written as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.engine.document import Field
from games.engine.record import Table
from games.engine.rulesets.base.packed import ONE, RESOURCES, kinds

RESOURCE_WORDS = (*map(str, RESOURCES), "?")

CARD_WORDS = ("knight", "victory point", "road building", "invention", "monopoly", "?")

MOST = 99


def place_field(name: str, names: str, named: str) -> Field:
    """A place by its name; `names` and `named` are tables of the grid."""

    def read(table: Table, value: Any) -> tuple[int, ...] | None:
        place = getattr(table.places, named).get(value) if type(value) is str else None
        return None if place is None else (place,)

    def write(table: Table, facts: tuple[int, ...]) -> str:
        return str(getattr(table.places, names)[facts[0]])

    return Field(name, write, read, asked=names.removesuffix("_names"))


def kind_field(name: str, kinds: Sequence[str]) -> Field:
    """One of the kinds by its word."""

    def read(table: Table, value: Any) -> tuple[int, ...] | None:
        return (kinds.index(value),) if isinstance(value, str) and value in kinds else None

    return Field(name, lambda table, facts: kinds[facts[0]], read, asked="word", words=kinds)


def cards_field(name: str, words: Sequence[str] = RESOURCE_WORDS) -> Field:
    """Packed cards as numbers by the words of their kinds."""

    one_of = {word: ONE[kind] for kind, word in enumerate(words)}

    def read(table: Table, value: Any) -> tuple[int, ...] | None:
        if type(value) is not dict:
            return None
        packed = 0
        for kind, count in value.items():
            if kind not in one_of or type(count) is not int or not 0 <= count <= MOST:
                return None
            packed += count * one_of[kind]
        return (packed,)

    def write(table: Table, facts: tuple[int, ...]) -> dict[str, int]:
        held = kinds(facts[0])
        return {word: held.count(kind) for kind, word in enumerate(words) if kind in held}

    return Field(name, write, read, asked="cards", words=words)


def seat_field(name: str) -> Field:
    return Field(name, write_number, read_seat_number, asked="seat")


def number_field(name: str) -> Field:
    return Field(name, write_number, read_number, asked="number")


def read_number(table: Table, value: Any) -> tuple[int, ...] | None:
    return (value,) if type(value) is int and 0 <= value <= MOST else None


def read_seat_number(table: Table, value: Any) -> tuple[int, ...] | None:
    seats = len(table.header.players)
    return (value,) if type(value) is int and 0 <= value < seats else None


def write_number(table: Table, facts: tuple[int, ...]) -> int:
    return facts[0]


def read_dice(table: Table, value: Any) -> tuple[int, ...] | None:
    if type(value) is int and 0 <= value <= MOST:
        return (value, 0, 0)
    if type(value) is not list or len(value) != 2:
        return None
    one, other = value
    if type(one) is not int or type(other) is not int:
        return None
    fits = 0 <= one <= MOST and 0 <= other <= MOST
    return (one + other, one, other) if fits else None


def write_dice(table: Table, facts: tuple[int, ...]) -> int | list[int]:
    total, one, other = facts
    return [one, other] if one or other else total


PATH_FIELD = place_field("path", "path_names", "path_named")
HEX_FIELD = place_field("hex", "hex_names", "hex_named")
ROLLED = Field("dice", write_dice, read_dice, width=3, asked="dice")
