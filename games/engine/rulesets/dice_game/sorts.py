"""The sorts of facts of the dice game: rolls, dice, symbols of the sheet, entries."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from games.engine.core import NOBODY, Detail, says
from games.engine.document import Field
from games.engine.forms import Facts, Sort, Sorts, remembered
from games.engine.record import Table, Words
from games.engine.rulesets.base.sorts import read_gains, write_gains
from games.engine.rulesets.dice_game.faces import DICE, LETTERS, WORDS, listed, unlisted
from games.engine.rulesets.dice_game.sheet import JOKER_WORDS, Knight, Sheet
from games.engine.rulesets.dice_game.spending import BY_FACE
from games.engine.words import marked

ROLL = re.compile(rf"\(([{LETTERS}.]{{0,9}})(\+?)([{LETTERS}.]{{0,9}}\.?)\)")
RESULT = re.compile(rf"\(=([{LETTERS}]{{1,9}})\)")
DIE = rf"[{LETTERS}1-6]{{1,9}}"
TURNED = re.compile(rf"({DIE})>([{LETTERS}]{{1,3}})")
ENTRY = re.compile(r"=(X|-?\d{1,3})(?:@(\d{1,2}))?")

A_ROLL = marked("a roll such as (BBLWGA), or (BB+LGGO) with the dice kept first")
A_RESULT = marked("the result of the dice such as (=BBLWGO)")
AN_EXCHANGE = marked("an exchange of gold such as AA>O")
A_KNIGHT = marked("a knight of the sheet such as K1")
AN_ENTRY = marked("an entry such as =3, or =X for a cross")
A_SYMBOL = marked("a symbol of the sheet such as R1")
AN_ACTION = marked("an action such as R1, (BBLWGA) or =3")

# As JSON


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


def _read_kept(table: Table, value: Any) -> Facts | None:
    found = counts_of(value) if isinstance(value, dict) else in_order(value)
    return None if found is None or len(found) > MOST_DICE else (listed(found),)


def _read_rolled(table: Table, value: Any) -> Facts | None:
    """With their places, in a list, or without."""
    found = _read_kept(table, value)
    return None if found is None else (*found, int(isinstance(value, list)))


def _write_rolled(table: Table, facts: Facts) -> list[str | None] | dict[str, int]:
    rolled, exact = facts
    faces = unlisted(rolled)
    return in_places(faces) if exact else in_counts([face for face in faces if face >= 0])


def _read_result(table: Table, value: Any) -> Facts | None:
    found = counts_of(value) if isinstance(value, dict) else in_order(value)
    if not found or -1 in found or len(found) > MOST_DICE:
        return None
    return (listed(found),)


def read_wanted(table: Table, value: Any) -> Facts | None:
    found = counts_of(value)
    return None if not found or len(found) > MOST_WANTED else (listed(found),)


def write_counts(table: Table, facts: Facts) -> dict[str, int]:
    return in_counts(unlisted(facts[0]))


def dice_field(*, may_lack: bool = False) -> Field:
    """Dice by their numbers of faces, or in a list with places from 1 and faces; null where the
    record does not say."""

    def read(table: Table, value: Any) -> Facts | None:
        if value is None and may_lack:
            return (NOBODY,)
        if isinstance(value, dict):
            faces = counts_of(value)
            refs = None if faces is None else [BY_FACE + face for face in faces]
        else:
            refs = _refs(value)
        return None if not refs or len(refs) > MOST_DICE else (listed(refs),)

    def write(table: Table, facts: Facts) -> Any:
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


def _read_symbol(table: Table, value: Any) -> Facts | None:
    number = table.places.number_of.get(value) if isinstance(value, str) else None
    return None if number is None else (number,)


def _write_symbol(table: Table, facts: Facts) -> str:
    return str(table.places.symbols[facts[0]].id)


def _read_knight(table: Table, value: Any) -> Facts | None:
    ids = [knight.id for knight in table.places.in_order]
    return (ids.index(value),) if value in ids else None


def _write_knight(table: Table, facts: Facts) -> str:
    return str(table.places.in_order[facts[0]].id)


def _read_face(table: Table, value: Any) -> Facts | None:
    return (WORDS.index(value),) if isinstance(value, str) and value in WORDS else None


def _read_entry(table: Table, value: Any) -> Facts | None:
    if value == CROSS:
        return (1, 0)
    return (0, value) if type(value) is int and -MOST <= value <= MOST else None


def _read_box(table: Table, value: Any) -> Facts | None:
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


# As words


def faces(text: str) -> int:
    """Faces by their places; a dot stands for a place that is not meant."""
    return listed([LETTERS.find(letter) for letter in text])


def in_alphabet(text: str) -> str:
    """The letters of faces in the order of the faces."""
    return "".join(sorted(text, key=LETTERS.index))


def letters(packed: int) -> str:
    return "".join(LETTERS[face] if face >= 0 else "." for face in unlisted(packed))


def read_roll(words: Words, text: str, expected: str) -> Facts:
    found = ROLL.fullmatch(text)
    if found is None:
        raise words.wrong(expected)
    kept, plus, rolled = found.groups()
    if not plus:
        return (0, faces(kept), 1)
    if "." not in rolled:
        # They are told by their faces alone, and nobody knows which of them lies where.
        set_aside = kept.replace(".", "")
        return (faces(in_alphabet(set_aside)), faces(in_alphabet(rolled)), 0)
    return (faces(kept), faces(rolled), 1)


def write_roll(table: Table, facts: Facts) -> str:
    kept, rolled, exact = facts
    if exact and not kept and rolled:
        return f"({letters(rolled)})"
    before, after = letters(kept), letters(rolled)
    if exact and "." not in after:
        # Without a dot nobody could tell that these are the first places.
        after += "."
    return f"({before}+{after})"


def read_result(words: Words, text: str, expected: str) -> Facts:
    return (faces(text[2:-1]),)


def dice(text: str) -> int:
    """Dice by their places or their faces; told by faces alone, they have no order."""
    refs = [int(sign) - 1 if sign in "123456" else BY_FACE + LETTERS.index(sign) for sign in text]
    return listed(sorted(refs) if min(refs) >= BY_FACE else refs)


def signs(refs: int) -> str:
    return "".join(
        LETTERS[ref - BY_FACE] if ref >= BY_FACE else str(ref + 1) for ref in unlisted(refs)
    )


def read_exchange(words: Words, text: str, expected: str) -> Facts:
    found = TURNED.fullmatch(text)
    if found is None:
        raise words.wrong(expected)
    return (faces(found[2]), dice(found[1]))


def read_knight(words: Words, text: str, expected: str) -> Facts:
    sheet: Sheet = words.table.places
    names = {knight.id.casefold(): at for at, knight in enumerate(sheet.in_order)}
    knight = names.get(text.casefold())
    if knight is None:
        raise words.wrong(expected, [one.id for one in sheet.in_order])
    return (knight,)


def read_symbol(words: Words, text: str, expected: str) -> Facts:
    sheet: Sheet = words.table.places
    number = sheet.number_of.get(text)
    if number is None:
        alike = {id_.casefold(): at for id_, at in sheet.number_of.items()}
        number = alike.get(text.casefold())
    if number is None:
        raise words.wrong(AN_ACTION, (*sheet.number_of, "J", "E", "KEEP", "STOP"))
    return (number,)


def read_entry(words: Words, text: str, expected: str) -> Facts:
    entry = ENTRY.fullmatch(text)
    if entry is None:
        raise words.wrong(expected)
    cross = entry[1] == "X"
    box = int(entry[2]) if entry[2] else NOBODY
    return (int(cross), 0 if cross else int(entry[1]), box)


def write_entry(table: Table, facts: Facts) -> str:
    cross, number, box = facts
    return f"={'X' if cross else number}{'' if box == NOBODY else f'@{box}'}"


# All of them

SHOWN: dict[str, Any] = {"asked": "cards", "words": WORDS}

ROLLED = (
    Field("kept", lambda table, facts: in_places(unlisted(facts[0])), _read_kept, **SHOWN),
    Field("rolled", _write_rolled, _read_rolled, width=2, together=DICE, **SHOWN),
)

LAST = Field(
    "dice",
    lambda table, facts: in_places(unlisted(facts[0])),
    _read_result,
    together=DICE,
    **SHOWN,
)

FACE = Field(
    "face",
    lambda table, facts: WORDS[facts[0]],
    _read_face,
    asked="word",
    question=marked("What does it show now?"),
    words=WORDS,
)

ENTERED = (
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
)


def dice_sort(field: Field, within: str) -> Sort:
    return Sort(
        lambda words, text, expected: (dice(text),),
        lambda table, facts: signs(facts[0]),
        lambda name: (field,),
        within=within,
    )


SORTS = Sorts(
    {
        "rolled": Sort(
            remembered(read_roll, 60_000), write_roll, lambda name: ROLLED, A_ROLL, none=(0, 0, 0)
        ),
        "result": Sort(
            read_result,
            lambda table, facts: f"(={letters(facts[0])})",
            lambda name: (LAST,),
            A_ROLL,
            looks=RESULT,
        ),
        "knight": Sort(
            read_knight,
            _write_knight,
            lambda name: (Field(name, _write_knight, _read_knight, asked="word", named=_knights),),
            A_KNIGHT,
        ),
        "turned": dice_sort(
            dice_field()._replace(question=marked("Which die is turned?")), within=DIE
        ),
        "face": Sort(
            lambda words, text, expected: (LETTERS.index(text),),
            lambda table, facts: LETTERS[facts[0]],
            lambda name: (FACE,),
            within=f"[{LETTERS}]",
        ),
        "exchanged": Sort(
            read_exchange,
            lambda table, facts: f"{signs(facts[1])}>{letters(facts[0])}",
            lambda name: (Field("faces", write_counts, read_wanted, **SHOWN), dice_field()),
            AN_EXCHANGE,
            none=(0, NOBODY),
        ),
        "symbol": Sort(
            read_symbol,
            _write_symbol,
            lambda name: (Field(name, _write_symbol, _read_symbol, asked="word", named=_symbols),),
            A_SYMBOL,
        ),
        "paid": dice_sort(dice_field(may_lack=True), within=DIE),
        "entry": Sort(
            read_entry,
            write_entry,
            lambda name: ENTERED,
            AN_ENTRY,
            none=(0, 0, NOBODY),
            looks=re.compile("=.*"),
        ),
    },
    read_gains,
    write_gains,
)
