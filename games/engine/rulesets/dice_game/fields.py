"""The facts of actions of the dice game by name, for JSON and for a recorder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.core import NOBODY, Detail, says
from games.engine.document import Field
from games.engine.record import Table
from games.engine.rulesets.dice_game.faces import DICE, WORDS, listed, unlisted
from games.engine.rulesets.dice_game.sheet import JOKER_WORDS, Knight
from games.engine.rulesets.dice_game.spending import BY_FACE
from games.engine.words import marked


def counts_of(value: Any) -> list[int] | None:
    """Faces told by their numbers, such as `{"gold": 2}`; None for what cannot be meant."""
    if not isinstance(value, dict) or not value.keys() <= set(WORDS):
        return None
    if not all(type(count) is int and 0 <= count <= MOST_DICE for count in value.values()):
        return None
    return [face for face, word in enumerate(WORDS) for _ in range(value.get(word, 0))]


def in_counts(faces: Sequence[int]) -> dict[str, int]:
    return {WORDS[face]: faces.count(face) for face in sorted(set(faces))}


def in_order(value: Any) -> list[int] | None:
    """Faces by their places, null where none is meant."""
    if not isinstance(value, list) or len(value) > MOST_DICE:
        return None
    if not all(face is None or (isinstance(face, str) and face in WORDS) for face in value):
        return None
    return [-1 if face is None else WORDS.index(face) for face in value]


def in_places(faces: Sequence[int]) -> list[str | None]:
    return [WORDS[face] if face >= 0 else None for face in faces]


def _read_kept(table: Table, value: Any) -> tuple[int, ...] | None:
    found = counts_of(value) if isinstance(value, dict) else in_order(value)
    return None if found is None or len(found) > MOST_DICE else (listed(found),)


def _read_rolled(table: Table, value: Any) -> tuple[int, ...] | None:
    """With their places, in a list, or without."""
    found = _read_kept(table, value)
    return None if found is None else (*found, int(isinstance(value, list)))


def _write_rolled(table: Table, facts: tuple[int, ...]) -> list[str | None] | dict[str, int]:
    rolled, exact = facts
    faces = unlisted(rolled)
    return in_places(faces) if exact else in_counts([face for face in faces if face >= 0])


def _read_result(table: Table, value: Any) -> tuple[int, ...] | None:
    found = counts_of(value) if isinstance(value, dict) else in_order(value)
    if not found or -1 in found or len(found) > MOST_DICE:
        return None
    return (listed(found),)


def read_wanted(table: Table, value: Any) -> tuple[int, ...] | None:
    found = counts_of(value)
    return None if not found or len(found) > MOST_WANTED else (listed(found),)


def write_counts(table: Table, facts: tuple[int, ...]) -> dict[str, int]:
    return in_counts(unlisted(facts[0]))


def dice_field(*, may_lack: bool = False) -> Field:
    """Dice by their numbers of faces, or in a list with places from 1 and faces; null where the
    record does not say."""

    def read(table: Table, value: Any) -> tuple[int, ...] | None:
        if value is None and may_lack:
            return (NOBODY,)
        if isinstance(value, dict):
            faces = counts_of(value)
            refs = None if faces is None else [BY_FACE + face for face in faces]
        else:
            refs = _refs(value)
        return None if not refs or len(refs) > MOST_DICE else (listed(refs),)

    def write(table: Table, facts: tuple[int, ...]) -> Any:
        if facts[0] == NOBODY:
            return None
        refs = unlisted(facts[0])
        if min(refs) >= BY_FACE:
            return in_counts([ref - BY_FACE for ref in refs])
        return [WORDS[ref - BY_FACE] if ref >= BY_FACE else ref + 1 for ref in refs]

    return Field("dice", write, read, asked="cards", words=WORDS)


def _refs(value: Any) -> list[int] | None:
    if not isinstance(value, list):
        return None
    refs = []
    for die in value:
        if isinstance(die, str) and die in WORDS:
            refs.append(BY_FACE + WORDS.index(die))
        elif type(die) is int and 1 <= die <= 6:
            refs.append(die - 1)
        else:
            return None
    return refs


MOST = 999

MOST_DICE = 9
MOST_WANTED = 3
"""In a list of a record; more is a slip of the pen, and less is for the rules to say."""


def _read_symbol(table: Table, value: Any) -> tuple[int, ...] | None:
    number = table.places.number_of.get(value) if isinstance(value, str) else None
    return None if number is None else (number,)


def _write_symbol(table: Table, facts: tuple[int, ...]) -> str:
    return str(table.places.symbols[facts[0]].id)


def _read_knight(table: Table, value: Any) -> tuple[int, ...] | None:
    ids = [knight.id for knight in table.places.in_order]
    return (ids.index(value),) if value in ids else None


def _write_knight(table: Table, facts: tuple[int, ...]) -> str:
    return str(table.places.in_order[facts[0]].id)


def _read_face(table: Table, value: Any) -> tuple[int, ...] | None:
    return (WORDS.index(value),) if isinstance(value, str) and value in WORDS else None


def _read_truth(table: Table, value: Any) -> tuple[int, ...] | None:
    return (int(value),) if isinstance(value, bool) else None


def _read_entry(table: Table, value: Any) -> tuple[int, ...] | None:
    if value == CROSS:
        return (1, 0)
    return (0, value) if type(value) is int and -MOST <= value <= MOST else None


def _read_box(table: Table, value: Any) -> tuple[int, ...] | None:
    if value is None:
        return (NOBODY,)
    return (value,) if type(value) is int and 0 <= value < 100 else None


CROSS = marked("cross")


def _symbols(table: Table) -> Sequence[tuple[str, Detail]]:
    """By what stands on the sheet: roads have a name there, the others a number."""
    return [(symbol.id, symbol.name) for symbol in table.places.symbols]


def _knights(table: Table) -> Sequence[tuple[str, Detail]]:
    return [(knight.id, joker_of(knight)) for knight in table.places.in_order]


def joker_of(knight: Knight) -> Detail:
    """What the joker of the knight gives."""
    return says(JOKER_OF, number=knight.value, resource=JOKER_WORDS[knight.joker])


JOKER_OF = marked("Knight {number}: {resource}")


SYMBOL = Field("symbol", _write_symbol, _read_symbol, asked="word", named=_symbols)

FACES: Mapping[str, Any] = {"asked": "cards", "words": WORDS}

FIELDS: Mapping[str, Sequence[Field]] = {
    "marked": (SYMBOL,),
    "roll": (
        Field("kept", lambda table, facts: in_places(unlisted(facts[0])), _read_kept, **FACES),
        Field("rolled", _write_rolled, _read_rolled, width=2, together=DICE, **FACES),
    ),
    "result": (
        Field(
            "dice",
            lambda table, facts: in_places(unlisted(facts[0])),
            _read_result,
            together=DICE,
            **FACES,
        ),
    ),
    "joker": (
        Field("knight", _write_knight, _read_knight, asked="word", named=_knights),
        dice_field()._replace(question=marked("Which die is turned?")),
        Field(
            "face",
            lambda table, facts: WORDS[facts[0]],
            _read_face,
            asked="word",
            question=marked("What does it show now?"),
            words=WORDS,
        ),
    ),
    "exchange": (Field("faces", write_counts, read_wanted, **FACES), dice_field()),
    "build": (SYMBOL, dice_field(may_lack=True)),
    "enter": (
        Field(
            "entry",
            lambda table, facts: CROSS if facts[0] else facts[1],
            _read_entry,
            width=2,
            asked="number",
            question=marked("What is entered?"),
            words=(CROSS,),
        ),
        Field("box", lambda table, facts: None if facts[0] == NOBODY else facts[0], _read_box),
    ),
}

LABELS = {
    "roll": marked("Roll"),
    "result": marked("Last dice alone"),
    "keep": marked("Keep the result"),
    "joker": marked("Joker"),
    "exchange": marked("Gold"),
    "build": marked("Build"),
    "enter": marked("Fill the box"),
    "end_turn": marked("End of turn"),
    "abandon": marked("Break off"),
}
