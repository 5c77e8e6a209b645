"""How a dice game is written: `1 Anna (BBLWGA) (BB+LGGO) R1 J K1 W>O K2 E AA>B =3`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from games.engine.core import NOBODY, Action, Seat
from games.engine.document import Field
from games.engine.record import ANY_NUMBER, DICE, OTHER, SWITCH, Mistake, Notation, Table, Words
from games.engine.rulesets.dice_game.faces import LETTERS, listed, unlisted
from games.engine.rulesets.dice_game.fields import FIELDS, LABELS, read_wanted, write_counts
from games.engine.rulesets.dice_game.headers import HEADERS
from games.engine.rulesets.dice_game.sheet import Sheet
from games.engine.rulesets.dice_game.spending import BY_FACE
from games.engine.words import marked

ROLL = re.compile(rf"\(([{LETTERS}.]{{0,9}})(\+?)([{LETTERS}.]{{0,9}})\)")
RESULT = re.compile(rf"\(=([{LETTERS}]{{1,9}})\)")
DIE = re.compile(rf"[{LETTERS}1-6]{{1,9}}")
TURNED = re.compile(rf"([{LETTERS}1-6]{{1,9}})>([{LETTERS}]{{1,3}})")
ENTRY = re.compile(r"=(X|-?\d{1,3})(?:@(\d{1,2}))?")

A_ROLL = marked("a roll such as (BBLWGA), or (BB+LGGO) with the dice kept first")
A_RESULT = marked("the result of the dice such as (=BBLWGO)")
A_TURN = marked("a die that is turned such as W>O")
AN_EXCHANGE = marked("an exchange of gold such as AA>O")
A_KNIGHT = marked("a knight of the sheet such as K1")
SOME_DICE = marked("dice that pay such as BL, or their places such as 13")
AN_ENTRY = marked("an entry such as =3, or =X for a cross")
A_SYMBOL = marked("a symbol of the sheet such as R1")


def faces(text: str) -> int:
    """Faces by their places; a dot stands for a place that is not meant."""
    packed = _faces.get(text)
    if packed is None:
        packed = listed([LETTERS.find(letter) for letter in text])
        if len(_faces) < 60_000:
            _faces[text] = packed
    return packed


_faces: dict[str, int] = {}


def in_alphabet(text: str) -> str:
    """The letters of faces in the order of the faces."""
    return "".join(sorted(text, key=LETTERS.index))


def dice(text: str) -> int:
    """Dice by their places or their faces; told by faces alone, they have no order."""
    refs = [int(sign) - 1 if sign in "123456" else BY_FACE + LETTERS.index(sign) for sign in text]
    return listed(sorted(refs) if min(refs) >= BY_FACE else refs)


# Reading


def read_roll(words: Words, seat: Seat) -> Sequence[Action]:
    text = words.take(A_ROLL)
    found = ROLL.fullmatch(text)
    if found is not None:
        kept, plus, rolled = found.groups()
        if not plus:
            return [words.action(seat, "roll", (0, faces(kept), 1))]
        if kept and "." not in text:
            # Told by their faces, they have no order.
            facts = (faces(in_alphabet(kept)), faces(in_alphabet(rolled)), 0)
            return [words.action(seat, "roll", facts)]
        return [words.action(seat, "roll", (faces(kept), faces(rolled), 1))]
    result = RESULT.fullmatch(text)
    if result is None:
        raise words.wrong(A_ROLL)
    return [words.action(seat, "result", (faces(result[1]),))]


def read_keep(words: Words, seat: Seat) -> Sequence[Action]:
    return [words.action(seat, "keep")]


def read_joker(words: Words, seat: Seat) -> Sequence[Action]:
    sheet: Sheet = words.table.places
    names = {knight.id.casefold(): at for at, knight in enumerate(sheet.in_order)}
    knight = names.get(words.take(A_KNIGHT).casefold())
    if knight is None:
        raise words.wrong(A_KNIGHT, [one.id for one in sheet.in_order])
    found = TURNED.fullmatch(words.take(A_TURN))
    if found is None or len(found[2]) != 1:
        raise words.wrong(A_TURN)
    return [words.action(seat, "joker", (knight, dice(found[1]), LETTERS.index(found[2])))]


def read_exchange(words: Words, seat: Seat) -> Sequence[Action]:
    found = TURNED.fullmatch(words.take(AN_EXCHANGE))
    if found is None:
        raise words.wrong(AN_EXCHANGE)
    return [words.action(seat, "exchange", (faces(found[2]), dice(found[1])))]


def read_other(words: Words, seat: Seat) -> Sequence[Action]:
    """A symbol, which is built, or an entry."""
    text = words.take(A_SYMBOL)
    if text[0] == "=":
        entry = ENTRY.fullmatch(text)
        if entry is None:
            raise words.wrong(AN_ENTRY)
        cross = entry[1] == "X"
        box = int(entry[2]) if entry[2] else NOBODY
        return [words.action(seat, "enter", (int(cross), 0 if cross else int(entry[1]), box))]
    name, colon, paid = text.partition(":")
    if colon and not DIE.fullmatch(paid):
        raise words.wrong(SOME_DICE)
    return [words.action(seat, "build", (_symbol(words, name), dice(paid) if colon else NOBODY))]


def _symbol(words: Words, name: str) -> int:
    sheet: Sheet = words.table.places
    number = sheet.number_of.get(name)
    if number is None:
        alike = {id_.casefold(): at for id_, at in sheet.number_of.items()}
        number = alike.get(name.casefold())
    if number is None:
        raise Mistake(words.at - 1, AN_ACTION, (*sheet.number_of, "J", "E", "KEEP", "STOP"))
    return number


def read_marked(words: Words, seat: Seat) -> Sequence[Action]:
    return [words.action(seat, "marked", (_symbol(words, words.take(A_SYMBOL)),))]


def read_stop(words: Words, seat: Seat) -> Sequence[Action]:
    return [words.action(seat, "abandon")]


# Writing


def letters(packed: int, *, empty: str = ".") -> str:
    return "".join(LETTERS[face] if face >= 0 else empty for face in unlisted(packed))


def write_roll(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    kept, rolled, exact = actions[at].facts
    if not kept and rolled:
        return f"({letters(rolled)})", 1
    before, after = letters(kept), letters(rolled)
    if exact and kept and "." not in before + after:
        # Without a dot nobody could tell that these are the first places.
        before += "."
    return f"({before}+{after})", 1


def write_result(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    return f"(={letters(actions[at].facts[0])})", 1


def write_joker(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    knight, refs, face = actions[at].facts
    return f"J {table.places.in_order[knight].id} {signs(refs)}>{LETTERS[face]}", 1


def write_exchange(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    wanted, refs = actions[at].facts
    return f"E {signs(refs)}>{letters(wanted)}", 1


def signs(refs: int) -> str:
    return "".join(
        LETTERS[ref - BY_FACE] if ref >= BY_FACE else str(ref + 1) for ref in unlisted(refs)
    )


def write_build(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    symbol, refs = actions[at].facts
    name = table.places.symbols[symbol].id
    return name if refs == NOBODY else f"{name}:{signs(refs)}", 1


def write_entry(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    cross, number, box = actions[at].facts
    return f"={'X' if cross else number}{'' if box == NOBODY else f'@{box}'}", 1


def write_marked(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    return table.places.symbols[actions[at].facts[0]].id, 1


def word(mark: str) -> Any:
    return lambda table, actions, at: (mark, 1)


AN_ACTION = marked("an action such as R1, (BBLWGA) or =3")

NOTATION = Notation(
    ground=HEADERS,
    an_action=AN_ACTION,
    a_turn=marked("a turn such as 1 Anna (BBLWGA), or a header"),
    options={"joker_same_turn": SWITCH, "max_players": ANY_NUMBER, "rated": SWITCH},
    opening={OTHER: read_marked},
    turn={
        DICE: read_roll,
        "KEEP": read_keep,
        "J": read_joker,
        "E": read_exchange,
        "STOP": read_stop,
        OTHER: read_other,
    },
    write={
        "marked": write_marked,
        "roll": write_roll,
        "result": write_result,
        "keep": word("KEEP"),
        "joker": write_joker,
        "exchange": write_exchange,
        "build": write_build,
        "enter": write_entry,
        "abandon": word("STOP"),
    },
    openers=frozenset({"marked"}),
    joined=frozenset({"marked"}),
    fields=FIELDS,
    gained=Field("gains", write_counts, read_wanted),
    labels=LABELS,
    seldom=frozenset({"marked", "keep", "abandon"}),
    idle=frozenset({"abandon"}),
    leads={"end_turn": "roll"},
)

DEEDS = {
    "marked": marked("has a mark before the first turn"),
    "roll": marked("rolls"),
    "result": marked("has a result"),
    "keep": marked("keeps the result"),
    "joker": marked("uses a joker"),
    "exchange": marked("exchanges gold"),
    "build": marked("builds"),
    "enter": marked("fills a box"),
    "end_turn": marked("ends the turn"),
    "abandon": marked("breaks the game off"),
}
"""What a player does, by verb; the name of the player stands in front."""
