"""A game from the middle: how the table stands, told by the header `Position`.

    Anna: S b2s e1n  C d1n  R b2sw e1nw  H BBL??  D N?  N 2
    Ben: S d3s  R d3sw  H ???
    TURN Anna  ROLLED  NOT-PLAYED  BOUGHT 0  NOW 0

What a photograph cannot show may be left out. Places are their numbers, cards are packed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from games.engine.core import NOBODY, Seat
from games.engine.record import Mistake, Table, Words
from games.engine.rulesets.base.island import A_HEX, hex_of, path_of, spot_of
from games.engine.rulesets.base.marks import NOT, SWITCH, Added, Mark, read_count
from games.engine.rulesets.base.packed import LETTERS, PLACE, UNKNOWN, kinds
from games.engine.rulesets.base.sorts import CARDS, SOME_CARDS, CardReader, card_reader, cards
from games.engine.words import marked

NOTHING, DISCARDS, BY_SEVEN, BY_KNIGHT, TWO_ROADS, ONE_ROAD, SHIFT, VOID = range(8)
"""What is due: nothing; discards; the robber has to move, after a 7 or by a Knight; two free roads
or one of Road Building may be laid. Nobody tells the others: the robber just placed may be shifted,
or a roll was void (Tour)."""

DUE = {"0": NOTHING, "X": DISCARDS, "K": BY_SEVEN, "N": BY_KNIGHT, "L2": TWO_ROADS, "L1": ONE_ROAD}
"""How it is written."""

DUE_WORDS = {due: word for word, due in DUE.items()}


def after_seven(due: object) -> bool:
    """Whether a 7 is still open: cards are to be discarded, by all who have too many or only by the
    seats in the mask `-due`, or the robber has to move."""
    return due in (DISCARDS, BY_SEVEN) or (isinstance(due, int) and due < 0)


A_MARK = marked("a mark of a position such as S, R, H, Anna: or TURN")
A_DUE = marked("what is due: 0, X, K, N, L2 or L1")
NEXT_TURN = marked("TURN and the player on turn")
SOME_DEVELOPMENT = marked("development cards such as NV? or 2N")
A_PART = marked("the part of the turn: 1 or 2")
OF_A_PLAYER = marked("whose it is before it, such as Anna:")

PLACE_WORD = re.compile(r"([A-Za-z]|\d{1,2}\.)\d{1,2}-?[A-Za-z]{1,2}")


More = tuple[tuple[str, Any], ...]
"""What other games add, by the names of their marks."""


@dataclass(frozen=True)
class Held:
    """What lies before a player. `hand` are resource cards, packed with those that nobody saw, None
    if nobody told how many; `cards` development cards, likewise packed; `knights` were played.
    `more` is what other games add, by name."""

    settlements: tuple[int, ...] = ()
    cities: tuple[int, ...] = ()
    roads: tuple[int, ...] = ()
    hand: int | None = None
    cards: int = 0
    knights: int = 0
    more: More = ()

    def told(self, name: str, usual: Any = None) -> Any:
        """What is told of something that another game adds."""
        return dict(self.more).get(name, usual)


@dataclass(frozen=True)
class Position:
    """How a table stands. None stands for what is not told.

    `robber` is its hex; `bank` the cards in it, `aside` the development cards that were played
    besides Knights, `deck` how many are left. `route` and `army` have the special tiles, `NOBODY`
    if they lie aside. Of the player who acts: `rolled`, `played` a development card in this turn,
    `bought` in it; `due` is one of the numbers above, `owing` are those who have to discard.
    `part` is that of a turn of two players. `more` is what other games add, by name.
    """

    held: tuple[Held, ...]
    turn: Seat
    robber: int | None = None
    bank: int | None = None
    aside: int | None = None
    deck: int | None = None
    route: Seat | None = None
    army: Seat | None = None
    rolled: bool | None = None
    played: bool | None = None
    bought: int | None = None
    due: int | None = None
    owing: tuple[Seat, ...] = ()
    part: int = 1
    more: More = ()

    def told(self, name: str) -> Any:
        """What is told of something that another game adds; None if nothing is."""
        return dict(self.more).get(name)


@dataclass(frozen=True)
class Form:
    """How the words of a position differ in a game: what is `added`, marks that it is `without`,
    and what reads the `cards` of a hand, in `letters`. `gap` says what cannot be laid out."""

    added: Sequence[Added] = ()
    without: frozenset[str] = frozenset()
    cards: CardReader = cards
    letters: str = LETTERS[: UNKNOWN + 1]
    gap: str = ""


development = card_reader(CARDS)

# Reading


@dataclass
class _Told:
    """What was read up to now."""

    held: list[Held]
    seat: Seat | None = None
    rest: dict[str, Any] = field(default_factory=dict)
    more: dict[str, Any] = field(default_factory=dict)

    def put(self, words: Words, name: str, value: Any) -> None:
        """Raises `Mistake` where it was told before."""
        _once(words, self.rest, name)
        self.rest[name] = value


def _once(words: Words, told: Mapping[str, Any], name: str) -> None:
    if name in told:
        raise words.wrong(ONLY_ONCE)


ONLY_ONCE = marked("each fact of a position only once")


def read_position(words: Words, form: Form) -> Position:
    """The position in the words of its header, those that games add among them. Raises
    `Mistake`."""
    told = _Told([Held() for _ in words.table.header.players])
    of_the_table = {mark: OF_THE_TABLE[mark] for mark in OF_THE_TABLE if mark not in form.without}
    of_a_seat = {mark: OF_A_SEAT[mark] for mark in OF_A_SEAT if mark not in form.without}
    of_a_seat["H"] = hand_into(form.cards)
    of_the_table["BANK"] = fact("bank", bank_of(form.cards))
    for addition in form.added:
        for mark in (*addition.of_the_table, *addition.of_the_moment):
            of_the_table |= dict(_table_mark(mark))
        of_a_seat |= {mark.word: _seat_mark(mark) for mark in addition.of_a_seat}
    end = len(words.words)
    while words.at < end:
        word = words.take(A_MARK)
        if word.endswith(":") and len(word) > 1:
            told.seat = words.seat(word[:-1])
        elif word in of_the_table:
            told.seat = None
            of_the_table[word](words, told)
        elif word in of_a_seat:
            if told.seat is None:
                raise words.wrong(OF_A_PLAYER)
            held = told.held[told.seat]
            told.held[told.seat] = of_a_seat[word](words, held)
        else:
            raise words.wrong(A_MARK, [*of_a_seat, *of_the_table])
    if "turn" not in told.rest:
        raise Mistake(end, NEXT_TURN)
    more = tuple(sorted(told.more.items()))
    return Position(held=tuple(told.held), more=more, **told.rest)


def _seat_mark(mark: Mark) -> Callable[[Words, Held], Held]:
    def read(words: Words, held: Held) -> Held:
        told = dict(held.more)
        _once(words, told, mark.name)
        told[mark.name] = mark.kind.read(words)
        return replace(held, more=tuple(sorted(told.items())))

    return read


def _table_mark(mark: Mark) -> Iterator[tuple[str, Callable[[Words, _Told], None]]]:
    """The words of the mark, each with what reads it."""
    if mark.kind is not SWITCH:
        yield mark.word, _telling(mark.name, mark.kind.read)
        return
    yield mark.word, _telling(mark.name, lambda words: True)
    yield f"{NOT}{mark.word}", _telling(mark.name, lambda words: False)


def _telling(name: str, read: Callable[[Words], Any]) -> Callable[[Words, _Told], None]:
    def reading(words: Words, told: _Told) -> None:
        _once(words, told.more, name)
        told.more[name] = read(words)

    return reading


Place = Callable[[Words, str], int]


def places_into(name: str, place: Place) -> Callable[[Words, Held], Held]:
    def read(words: Words, held: Held) -> Held:
        found = list(getattr(held, name))
        while PLACE_WORD.fullmatch(words.peek()):
            found.append(place(words, words.take(A_MARK)))
        changes: dict[str, Any] = {name: tuple(found)}
        return replace(held, **changes)

    return read


def hand_into(cards: CardReader) -> Callable[[Words, Held], Held]:
    def read(words: Words, held: Held) -> Held:
        if held.hand is not None:
            raise words.wrong(ONLY_ONCE)
        return replace(held, hand=cards(words, words.take(SOME_CARDS), SOME_CARDS))

    return read


def read_cards(words: Words, held: Held) -> Held:
    if held.cards:
        raise words.wrong(ONLY_ONCE)
    return replace(held, cards=_development(words))


def read_knights(words: Words, held: Held) -> Held:
    return replace(held, knights=read_count(words))


def _development(words: Words) -> int:
    return development(words, words.take(SOME_DEVELOPMENT), SOME_DEVELOPMENT)


OF_A_SEAT: Mapping[str, Callable[[Words, Held], Held]] = {
    "S": places_into("settlements", spot_of),
    "C": places_into("cities", spot_of),
    "R": places_into("roads", path_of),
    "H": hand_into(cards),
    "D": read_cards,
    "N": read_knights,
}
"""The marks of what lies before a player."""


def fact(name: str, read: Callable[[Words], Any]) -> Callable[[Words, _Told], None]:
    def reading(words: Words, told: _Told) -> None:
        told.put(words, name, read(words))

    return reading


def read_holder(words: Words) -> Seat:
    if words.peek() == "0":
        words.at += 1
        return NOBODY
    return words.seat()


def read_robber(words: Words) -> int:
    return hex_of(words, words.take(A_HEX))


def bank_of(cards: CardReader) -> Callable[[Words], int]:
    return lambda words: cards(words, words.take(SOME_CARDS), SOME_CARDS)


def read_part(words: Words) -> int:
    part = read_count(words)
    if part not in (1, 2):
        raise words.wrong(A_PART)
    return part


def read_due(words: Words, told: _Told) -> None:
    word = words.take(A_DUE)
    if word not in DUE:
        raise words.wrong(A_DUE, tuple(DUE))
    told.put(words, "due", DUE[word])
    owing = []
    while word == "X" and words.peek().casefold() in words.table.seats:
        owing.append(words.seat())
    told.rest["owing"] = tuple(owing)


OF_THE_TABLE: Mapping[str, Callable[[Words, _Told], None]] = {
    "TURN": fact("turn", Words.seat),
    "PART": fact("part", read_part),
    "K": fact("robber", read_robber),
    "BANK": fact("bank", bank_of(cards)),
    "ASIDE": fact("aside", _development),
    "DECK": fact("deck", read_count),
    "ROAD": fact("route", read_holder),
    "ARMY": fact("army", read_holder),
    "ROLLED": fact("rolled", lambda words: True),
    "NOT-ROLLED": fact("rolled", lambda words: False),
    "PLAYED": fact("played", lambda words: True),
    "NOT-PLAYED": fact("played", lambda words: False),
    "BOUGHT": fact("bought", _development),
    "NOW": read_due,
}
"""The marks of what lies on the table, and of the moment."""

# Writing


def write_position(table: Table, position: Position, form: Form) -> Iterator[str]:
    """The words of the header, a line for each player, one for the table, one for the turn."""
    of_a_seat = [mark for addition in form.added for mark in addition.of_a_seat]
    of_the_table = [mark for addition in form.added for mark in addition.of_the_table]
    of_the_moment = [mark for addition in form.added for mark in addition.of_the_moment]
    for seat, held in enumerate(position.held):
        marks = "  ".join((*_held(table, held), *_more(table, held.more, of_a_seat)))
        if marks:
            yield f"{table.handle(seat)}: {marks}"
    lying = (*_lying(table, position), *_more(table, position.more, of_the_table))
    if lying:
        yield "  ".join(lying)
    yield "  ".join((*_moment(table, position), *_more(table, position.more, of_the_moment)))


def _more(table: Table, more: More, marks: Sequence[Mark]) -> Iterator[str]:
    told = dict(more)
    return (mark.written(table, told[mark.name]) for mark in marks if mark.name in told)


def _held(table: Table, held: Held) -> Iterator[str]:
    names = table.places
    for mark, numbers, of in (
        ("S", held.settlements, names.intersection_names),
        ("C", held.cities, names.intersection_names),
        ("R", held.roads, names.path_names),
    ):
        if numbers:
            yield " ".join((mark, *(of[number] for number in sorted(numbers))))
    if held.hand is not None:
        yield f"H {counted(held.hand, LETTERS)}"
    if held.cards:
        yield f"D {counted(held.cards, CARDS)}"
    if held.knights:
        yield f"N {held.knights}"


def counted(packed: int, letters: str) -> str:
    """The cards as they are written: `2BL?`, `0` for none."""
    held = kinds(packed)
    words = [
        f"{held.count(kind) if held.count(kind) > 1 else ''}{letters[kind]}"
        for kind in sorted(set(held))
    ]
    return "".join(words) or "0"


def _lying(table: Table, position: Position) -> Iterator[str]:
    if position.robber is not None:
        yield f"K {table.places.hex_names[position.robber]}"
    if position.bank is not None:
        yield f"BANK {counted(position.bank, LETTERS)}"
    if position.aside is not None:
        yield f"ASIDE {counted(position.aside, CARDS)}"
    if position.deck is not None:
        yield f"DECK {position.deck}"
    for mark, holder in (("ROAD", position.route), ("ARMY", position.army)):
        if holder is not None:
            yield f"{mark} {'0' if holder == NOBODY else table.handle(holder)}"


def _moment(table: Table, position: Position) -> Iterator[str]:
    yield f"TURN {table.handle(position.turn)}"
    if position.part != 1:
        yield f"PART {position.part}"
    for mark, told in (("ROLLED", position.rolled), ("PLAYED", position.played)):
        if told is not None:
            yield mark if told else f"{NOT}{mark}"
    if position.bought is not None:
        yield f"BOUGHT {counted(position.bought, CARDS)}"
    if position.due is not None:
        yield " ".join(("NOW", DUE_WORDS[position.due], *map(table.handle, position.owing)))


def unseen(packed: int) -> int:
    """How many of the cards nobody saw."""
    return packed >> 8 * UNKNOWN & PLACE


def known(packed: int) -> int:
    """The cards without those."""
    return packed & ~(PLACE << 8 * UNKNOWN)
