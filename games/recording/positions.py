"""A photographed table as a page has it: fields in and out, a question, what it is answered."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.drawing.boards import Knight, board_svg
from games.drawing.boards import Position as Picture
from games.drawing.looks import PAINTS
from games.engine import questions, rulesets
from games.engine.board.boards import Board
from games.engine.core import NOBODY, Broken, Header, Record, Ruleset, Seat, as_called
from games.engine.files import read_text
from games.engine.headers import HEADER, Written
from games.engine.questions import BOUNDS, CARDS, TOO_MUCH, Answer, Doable
from games.engine.record import Table, table_of, write
from games.engine.rulesets.base.marks import SWITCH, Mark
from games.engine.rulesets.base.packed import LETTERS
from games.engine.rulesets.base.position import DUE_WORDS, Form, Held, More, Position, counted
from games.engine.rulesets.base.sorts import CARDS as CARD_LETTERS
from games.engine.rulesets.cities_knights.laying import KNIGHTS, METROPOLISES
from games.wording.actions import facts_in_words
from games.wording.engine import detail_words, game_words

LONGEST = 8000
"""Letters of a position as text; one of a whole game has a thousand."""

LONGEST_LINK = 3000
"""The same, packed into an address."""

LONGEST_QUESTION = 300
"""Letters of the action that is asked about."""

OFFERED = tuple(ruleset for ruleset in rulesets.RULESETS if ruleset.notation.position is not None)
"""The games whose tables can be asked about."""

# The link


def packed(text: str) -> str:
    """The position in letters of an address."""
    return base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def unpacked(letters: str) -> str | None:
    """The position in an address; None if there is none that can be read."""
    if not letters or len(letters) > LONGEST_LINK:
        return None
    try:
        data = base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
        text = zlib.decompressobj().decompress(data, 4 * LONGEST).decode()
    except (ValueError, zlib.error):
        return None
    return text if len(text) <= LONGEST else None


# The fields

COLOURS = ("red", "blue", "white", "orange", "green", "purple")
"""Of the players of a new table, who are called by them in the reader's language."""

MARKS = {
    "settlements": "S",
    "cities": "C",
    "roads": "R",
    "hand": "H",
    "cards": "D",
    "knights": "N",
}
"""The fields of a player, and their marks."""

OF_THE_TABLE = {
    "robber": "K",
    "bank": "BANK",
    "aside": "ASIDE",
    "deck": "DECK",
    "route": "ROAD",
    "army": "ARMY",
    "turn": "TURN",
    "part": "PART",
    "rolled": "",
    "played": "",
    "bought": "BOUGHT",
    "due": "NOW",
}
"""The same of the table and the moment."""


def form_of(key: str) -> Form:
    """The words of a position in the game."""
    form: Form = rulesets.by_key(key).notation.position.form
    return form


def marks_of_a_seat(form: Form) -> dict[str, str]:
    """The fields of a player, and their marks."""
    return {
        **{name: mark for name, mark in MARKS.items() if mark not in form.without},
        **{mark.name: mark.word for added in form.added for mark in added.of_a_seat},
    }


def marks_of_the_table(form: Form) -> dict[str, str]:
    """The same of the table and the moment; what has no mark is one by itself."""
    return {
        **{
            name: mark
            for name, mark in OF_THE_TABLE.items()
            if not {mark, name.upper()} & form.without
        },
        **{
            mark.name: "" if mark.kind is SWITCH else mark.word
            for added in form.added
            for mark in (*added.of_the_table, *added.of_the_moment)
        },
    }


def text_of(fields: Mapping[str, str]) -> str:
    """The head of a record, of what stands in the fields; those of the player with the seat 2 end
    with `2`."""
    lines = [f'[Ruleset "{fields["ruleset"]}"]', f'[Seats "{fields["seats"]}"]']
    lines.append(fields["board"].strip())
    position = "\n".join(_position_words(fields)).replace('"', "").replace("[", "(")
    return "\n".join([*lines, f'[Position "{position}"]', ""])


def _position_words(fields: Mapping[str, str]) -> Iterator[str]:
    form = form_of(fields["ruleset"])
    for seat in range(len(seats_of(fields["seats"]))):
        marks = [
            f"{mark} {told}"
            for field, mark in marks_of_a_seat(form).items()
            if (told := fields.get(f"{field}{seat}", "").strip())
        ]
        if marks:
            yield f"@{seat + 1}: {'  '.join(marks)}"
    words = [
        f"{mark} {told}".strip()
        for field, mark in marks_of_the_table(form).items()
        if (told := fields.get(field, "").strip())
    ]
    yield "  ".join(words)


def seats_of(text: str) -> list[str]:
    """The names of the players, as the header of the seats has them."""
    words = text.split(",") if "," in text else text.split()
    return [word.partition("=")[0].strip() for word in words][: len(COLOURS)]


def fields_of(header: Header) -> dict[str, str]:
    """What the fields say of a position."""
    ruleset = rulesets.by_key(header.ruleset)
    table = table_of(header, ruleset.notation)
    position: Position = header.position
    told: dict[str, str] = {
        "ruleset": header.ruleset,
        "seats": _seats(header),
        "board": "\n".join(ruleset.notation.ground.write(header.board)),
        "turn": f"@{position.turn + 1}",
        "part": str(position.part) if position.part != 1 else "",
        "robber": _named(table.places.hex_names, position.robber),
        "bank": _cards(position.bank, LETTERS),
        "aside": _cards(position.aside, CARD_LETTERS),
        "deck": "" if position.deck is None else str(position.deck),
        "route": _seat(position.route),
        "army": _seat(position.army),
        "rolled": _yes(position.rolled, "ROLLED"),
        "played": _yes(position.played, "PLAYED"),
        "bought": _cards(position.bought, CARD_LETTERS),
        "due": "" if position.due is None else DUE_WORDS[position.due],
    }
    if position.owing:
        told["due"] += "".join(f" @{seat + 1}" for seat in position.owing)
    form: Form = ruleset.notation.position.form
    for added in form.added:
        told |= _more(table, position.more, (*added.of_the_table, *added.of_the_moment))
    for seat, held in enumerate(position.held):
        theirs = _held(table, held)
        for added in form.added:
            theirs |= _more(table, held.more, added.of_a_seat)
        told |= {f"{name}{seat}": words for name, words in theirs.items()}
    return told


def _more(table: Table, told: More, marks: Sequence[Mark]) -> dict[str, str]:
    """What games add, as it stands in the fields."""
    known = dict(told)
    return {
        mark.name: mark.written(table, known[mark.name])
        if mark.kind is SWITCH
        else mark.kind.write(table, known[mark.name])
        for mark in marks
        if mark.name in known
    }


def _seats(header: Header) -> str:
    words = [f"{name}={colour}" if colour else name for name, colour in header.players]
    return (", " if any(" " in word for word in words) else " ").join(words)


def _named(names: Sequence[str], number: int | None) -> str:
    return "" if number is None else names[number]


def _cards(cards: int | None, letters: str) -> str:
    return "" if cards is None else counted(cards, letters)


def _seat(seat: Seat | None) -> str:
    if seat is None:
        return ""
    return "0" if seat == NOBODY else f"@{seat + 1}"


def _yes(told: bool | None, mark: str) -> str:
    if told is None:
        return ""
    return mark if told else f"NOT-{mark}"


def _held(table: Table, held: Held) -> dict[str, str]:
    names = table.places

    def listed(of: Sequence[str], numbers: Sequence[int]) -> str:
        return " ".join(of[number] for number in sorted(numbers))

    return {
        "settlements": listed(names.intersection_names, held.settlements),
        "cities": listed(names.intersection_names, held.cities),
        "roads": listed(names.path_names, held.roads),
        "hand": "" if held.hand is None else counted(held.hand, LETTERS),
        "cards": counted(held.cards, CARD_LETTERS) if held.cards else "",
        "knights": str(held.knights) if held.knights else "",
    }


def new_table(ruleset: Ruleset, board: str, players: int) -> dict[str, str]:
    """The fields of an empty table; its board is drawn if none is told."""
    seats = " ".join(f"{_(colour).capitalize()}={colour}" for colour in COLOURS[:players])
    board = ruleset.notation.ground.headers(board, "a photographed table", players=players)
    told = {"ruleset": ruleset.key, "seats": seats, "board": board, "turn": "@1"}
    return told | usual_of(ruleset.key)


def usual_of(key: str) -> dict[str, str]:
    """What stands in the fields of a new table besides."""
    return {
        mark.name: mark.usual
        for added in form_of(key).added
        for mark in added.of_the_table
        if mark.usual
    }


# The picture


def board_of(fields: Mapping[str, str]) -> Board | None:
    """The board in the fields; None if it cannot be read."""
    ruleset = rulesets.by_key(fields["ruleset"])
    headers = {
        found["name"].capitalize(): Written(found["value"], 1, 1)
        for found in HEADER.finditer(fields["board"])
    }
    board: Board | None = ruleset.notation.ground.read(headers, [])
    return board


def fits(key: str, board: Board | None) -> bool:
    """Whether the game is played on the map of the board."""
    maps = rulesets.by_key(key).notation.ground.maps
    return board is not None and board.frame.key in {one.key for one in maps}


def colours_in(text: str) -> list[str]:
    """The colour of each player in the header of the seats; a free one where none is told."""
    words = text.split(",") if "," in text else text.split()
    told = [word.partition("=")[2].strip().casefold() for word in words][: len(COLOURS)]
    free = [colour for colour in PAINTS if colour not in told]
    return [colour if colour in PAINTS else free.pop(0) for colour in told]


def picture_of(fields: Mapping[str, str], board: Board) -> SafeString:
    """The board with the pieces that the fields name; other words are left out."""
    colours = colours_in(fields["seats"])
    grid = board.frame.grid

    def pieces(name: str, named: Mapping[str, int]) -> dict[int, str]:
        return {
            named[word]: colour
            for seat, colour in enumerate(colours)
            for word in fields.get(f"{name}{seat}", "").split()
            if word in named
        }

    spots, paths, hexes = grid.intersection_named, grid.path_named, grid.hex_named
    metropolises: dict[int, str] = {}
    for name in METROPOLISES:
        metropolises |= pieces(name, spots)
    active = pieces("active", spots)
    standing = Picture(
        settlements=pieces("settlements", spots),
        cities=_without(pieces("cities", spots), metropolises),
        roads=pieces("roads", paths),
        robber=hexes.get(fields.get("robber", "").strip()),
        ships=pieces("ships", paths),
        pirate=hexes.get(fields.get("pirate", "").strip()),
        figure=hexes.get(fields.get("figure", "").strip()),
        metropolises=metropolises,
        reduced=pieces("lying", spots),
        walls=pieces("walls", spots),
        knights={
            spot: Knight(colour, rank, spot in active)
            for rank, name in enumerate(KNIGHTS, start=1)
            for spot, colour in pieces(name, spots).items()
        },
        merchant=pieces("merchant", hexes),
    )
    return board_svg(board, standing, title=_("The table"), legend=False, key="table")


def _without(pieces: Mapping[int, str], others: Mapping[int, str]) -> dict[int, str]:
    return {place: colour for place, colour in pieces.items() if place not in others}


# The answer


class Row(NamedTuple):
    """A broken rule: its id, its words, what happened."""

    rule: str
    words: str
    detail: str


@dataclass(frozen=True)
class Told:
    """The verdict on one action, `legal`, `broken` or `open`, in words."""

    words: str
    verdict: str
    rows: Sequence[Row]
    depends: Sequence[str]


class Way(NamedTuple):
    """What an action is about, and how it is asked about; `words` is empty if there is nothing to
    add to its kind and nothing to ask."""

    words: str
    question: str


@dataclass(frozen=True)
class Kind:
    """What a player may do of a kind; why not, if there is nothing."""

    player: str
    label: str
    legal: Sequence[Way]
    open_: Sequence[Way]
    depends: Sequence[str]
    rows: Sequence[Row]
    near: str

    @property
    def possible(self) -> bool:
        return bool(self.legal or self.open_)


@dataclass(frozen=True)
class Asked:
    """A position that was read, and a question about it."""

    record: Record
    question: str

    @property
    def ruleset(self) -> Ruleset:
        return rulesets.by_key(self.record.header.ruleset)

    @property
    def text(self) -> str:
        """The position as it is passed on, without the question."""
        return write(Record(self.record.header, ()), self.ruleset.notation)

    @property
    def behind(self) -> str:
        """The actions behind the position, as they are written."""
        if not self.record.actions:
            return ""
        whole = write(self.record, self.ruleset.notation)
        return " ".join(whole.removeprefix(self.text.rstrip()).split())

    @property
    def alone(self) -> Asked:
        """The position without them."""
        return Asked(Record(self.record.header, ()), "")

    @property
    def actor(self) -> str:
        return str(self.record.header.players[_acting(self.record.header)].name)


def read(text: str, question: str = "") -> Asked:
    """The position with the question about it. Raises `NotARecord`."""
    record = read_text(text)
    if question.strip() and record.header.position is not None:
        line = f"1 @{_acting(record.header) + 1} {' '.join(question.split())}"
        record = read_text(f"{text.rstrip()}\n{line}\n")
    return Asked(record, " ".join(question.split()))


def _acting(header: Header) -> Seat:
    """Who has the turn, or its second part."""
    position: Position = header.position
    if position.part == 1:
        return position.turn
    state = rulesets.by_key(header.ruleset).notation.position.ways(header, "")[0][1]
    return int(state.turn)


def judged(asked: Asked) -> tuple[str, list[Told]]:
    """The verdict on all that was asked, and on each action of it."""
    found = questions.judge(asked.ruleset, asked.record)
    ruleset = asked.ruleset
    table = table_of(asked.record.header, ruleset.notation)
    told = [
        Told(
            words=_told_in_words(ruleset, table, action),
            verdict=answer.verdict,
            rows=rows_of(answer.broken, asked.record.header, action.line),
            depends=depends_in_words(asked, answer),
        )
        for action, answer in zip(asked.record.actions, found.answers, strict=False)
    ]
    return found.verdict, told


def _told_in_words(ruleset: Ruleset, table: Table, action: Any) -> str:
    """What was done and what it is about."""
    deed = game_words(ruleset.deeds.get(action.verb, action.verb), ruleset.key)
    facts = facts_in_words(ruleset, table, action)
    return f"{deed}: {facts}" if facts else deed


def _written(notation: Any, table: Table, action: Any) -> str:
    if action.verb == notation.ender:
        return "/"
    words: str = notation.write[action.verb](table, [action], 0)[0]
    return words


def rows_of(broken: Sequence[Broken], header: Header, line: int = 0) -> list[Row]:
    return [
        Row(
            rule.id,
            game_words(rule.text, header.ruleset),
            detail_words(as_called(detail, header, line), header.ruleset),
        )
        for rule, detail in broken
    ]


def depends_in_words(asked: Asked, answer: Answer | Doable) -> list[str]:
    opens = asked.ruleset.notation.position.open_
    return [
        str(BEYOND[at]) if at in BEYOND else _(opens[at]).format(player=asked.actor)
        for at in answer.depends
    ]


BEYOND = {
    CARDS: gettext_lazy("which cards they are that nobody saw"),
    TOO_MUCH: gettext_lazy("more than was checked: too much of the table is not told"),
    BOUNDS: gettext_lazy(
        "which of the possible hands they hold, of which there are more than were followed: cards "
        "are judged by the least and the most that a player can have, so that a broken rule may be "
        "missed"
    ),
}
"""What a verdict may depend on besides what a position leaves open."""


def doable(asked: Asked) -> list[Kind]:
    """What may be done in the position, kind by kind; what is possible stands first."""
    asked = replace(asked, record=Record(asked.record.header, ()))
    kinds = [_kind(asked, one) for one in questions.possible(asked.ruleset, asked.record.header)]
    return sorted(kinds, key=lambda kind: not kind.possible)


def _kind(asked: Asked, one: Doable) -> Kind:
    notation = asked.ruleset.notation
    header = asked.record.header
    table = table_of(header, notation)
    width = sum(field.width for field in notation.fields.get(one.verb, ()))
    label = _(notation.labels.get(one.verb, one.verb))

    def way(facts: Sequence[int]) -> Way:
        if len(facts) < width:
            return Way(_partner(header, one.verb, facts), "")
        action = questions.Action(one.seat, one.verb, tuple(facts))
        words = facts_in_words(asked.ruleset, table, action)
        return Way(words or str(label), _written(notation, table, action))

    return Kind(
        player=header.players[one.seat].name,
        label=label,
        legal=[way(facts) for facts in one.legal],
        open_=[way(facts) for facts in one.open_],
        depends=depends_in_words(asked, one),
        rows=rows_of(one.broken, header),
        near=way(one.near).words if one.near and one.verb in NAMED else "",
    )


NAMED = frozenset(
    {
        *(
            "road",
            "free_road",
            "settle",
            "city",
            "robber",
            "bank",
            "ship",
            "free_ship",
            "move_ship",
        ),
        *("pirate", "figure", "wall", "recruit", "activate", "promote", "move_knight", "displace"),
        *("chase", "improve"),
    }
)
"""The verbs of which an example says more than their name."""


def _partner(header: Header, verb: str, facts: Sequence[int]) -> str:
    return header.players[facts[0]].name if verb == "deal" and facts else ""
