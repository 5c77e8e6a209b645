"""What a rule set says of its notation, and the words of a line as its readers take them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from games.engine.core import Action, Header, RecordError, Ruleset, Seat
from games.engine.headers import HEADER, Written, with_header
from games.engine.words import marked


class Map(NamedTuple):
    """What boards are drawn on: its key and name, how many may play there, what makes a board out
    of a seed. `lacks` says why the game cannot be played there, None if it can."""

    key: str
    name: str
    players: Sequence[int]
    drawn: Callable[[str], Any]
    lacks: str | None = None


MAP = "Map"
"""The header that names a map."""

USUAL_TABLE = 4
"""How many play where nothing is known of the table."""


@dataclass(frozen=True)
class Ground:
    """What a game is played on: a board, a sheet, a deck; and the headers that tell it.

    `names` are these headers. `read` answers what they mean, or adds to the mistakes and answers
    None; it is given the other headers as well. `write` gives them as lines, `players` how many
    may play on it, the fewest first, `players_rule` the rule that says so, empty if none does.
    `places` is where readers and writers of actions look names of places up (`Table.places`).
    `usual` are the headers of a new record of which nothing else is told; `maps` are those on
    which what is played on is drawn instead, the usual one of each number of players first.
    """

    names: tuple[str, ...]
    read: Callable[[Mapping[str, Written], list[RecordError]], Any]
    write: Callable[[Any], Iterator[str]]
    players: Callable[[Any], Sequence[int]]
    players_rule: str = ""
    places: Callable[[Any], Any] = lambda board: None
    usual: str = ""
    maps: tuple[Map, ...] = ()

    def headers(self, told: str, seed: str, *, players: int = USUAL_TABLE, chosen: str = "") -> str:
        """The headers of a new record: those that are told, and what is played on if they do not
        say that, drawn on the map that they name, else on the one of the key `chosen`."""
        drawn_on = self.map_of(told, players=players, chosen=chosen)
        if drawn_on is None or self.is_told(told):
            return told if told.strip() else self.usual
        return "\n".join((with_header(told, MAP, ""), *self.write(drawn_on.drawn(seed))))

    def is_told(self, told: str) -> bool:
        """Whether headers say more of what is played on than its map."""
        return not (_named(told).keys() - {MAP}).isdisjoint(self.names)

    def offered(self, players: int) -> list[Map]:
        """The maps to choose from for a number of players."""
        return [one for one in self.maps if players in one.players and one.lacks is None]

    def map_of(self, told: str, *, players: int = USUAL_TABLE, chosen: str = "") -> Map | None:
        """The map that headers name, else the chosen one, else the usual one for these `players`;
        None where there is none such."""
        named = _named(told)
        if MAP in named or chosen:
            key = named.get(MAP, chosen)
            return next((one for one in self.maps if one.key == key), None)
        return next(iter((*self.offered(players), *self.maps)), None)


def _named(told: str) -> dict[str, str]:
    found = HEADER.finditer(told)
    return {header["name"].capitalize(): header["value"].strip() for header in found}


class Turns:
    """Whose turns the numbered lines of a record end without saying so: the next one does.

    Whoever gives up in a turn of their own has ended it with that, and `/` behind it says so
    again. What others do behind it in the same line belongs to the turn that follows; what they
    still owed in the turn before is no beginning of it.

    `under_way`: whoever is on turn has done something in it.
    """

    def __init__(self, players: int) -> None:
        self.players = players
        self.open: Seat | None = None
        self.line = 0
        self.left = False
        self.resumed = False
        self.under_way = False

    def resume(self, seat: Seat, part: int) -> None:
        """The record begins within a turn of the seat, in that part of it: a line of whoever acts
        goes on with it, one of anybody else ends it."""
        self.open, self.resumed, self.under_way = seat, True, True

    def begin(self, seat: Seat, line: int, *, rolls: bool) -> list[tuple[Seat, int]]:
        """A numbered line begins, in which somebody rolls or nobody does: who ends a turn with
        that, and in which line it stands."""
        goes_on = self.resumed and seat == self.open
        ends = [] if self.open is None or goes_on else [(self.open, self.line or line)]
        self.open, self.line, self.left, self.resumed = seat, line, False, False
        self.under_way = goes_on
        return ends

    def leave(self) -> None:
        """A line follows that cannot be read: nothing is implied."""
        self.open, self.left = None, False

    def interrupt(self) -> None:
        """A line of the beginning follows. Behind a turn that is under way it does not end it, and
        a line of whoever is on turn goes on with that; before one nothing is implied."""
        self.left = False
        if self.under_way:
            self.resumed = self.open is not None
        else:
            self.open = None

    def note(self, action: Action, notation: Notation) -> None:
        """An action that stands in the line."""
        beside = notation.seldom | notation.openers
        if action.seat == self.open and action.verb not in beside:
            self.under_way = True
        if action.verb == notation.ender:
            self.leave()
        elif action.verb == notation.leaver and action.seat == self.open:
            self.open, self.left = None, True
        elif self.left and action.verb not in notation.seldom | notation.named:
            self.open, self.left = action.seat, False

    def stays(self, action: Action) -> bool:
        """Whether an action is written behind the end that was noted last, in its line: one of its
        own would be read as more than that."""
        return False


@dataclass(frozen=True)
class Positions:
    """Games that begin in the middle, as they stand on a photographed table.

    `read` takes the words of the header `Position`; `write` gives them, one line for each. `ways`
    are the states in which the game may be then, if an action of the verb is asked about, each with
    answers to what the header leaves open; `open_` says what that is, by the index of the answer.
    `sure`: whether an action is legal in the state whatever the unseen cards are, given that it may
    be. `besides`: whether an action of somebody else belongs to the turn of the position. `verbs`
    are those that a player may ask about, and `nearest` actions of one that may come near to a
    legal one, to be told why none is. `asks_before`: whether an action goes back on one just
    before, which must be told. `form` says how the words differ from those of the box.
    """

    read: Callable[[Words], Any]
    write: Callable[[Table, Any], Iterator[str]]
    ways: Callable[[Header, str], Sequence[tuple[tuple[Any, ...], Any]]]
    open_: Sequence[str]
    sure: Callable[[Ruleset, Any, Action], bool]
    besides: Callable[[Any, Action], bool]
    verbs: Sequence[str]
    nearest: Callable[[Any, Seat, str], Iterable[Action]]
    asks_before: Callable[[Any, Action], bool]
    form: Any


@dataclass(frozen=True)
class Notation:
    """The words of a rule set.

    `ground` tells the headers of what is played on, `options` the settings in the header of
    options, with the numbers that each may have. `an_action` and `a_turn` are what is expected in
    a line, with an example.
    `opening` reads what stands in lines without a number, `turn` in those with one: by the word
    that begins an action, a function that reads the rest of it. Words that begin with a digit or a
    bracket are read by the function of `DICE`, those that begin with `+` by that of `GAINED` if
    there is one, and all that is no mark by that of `OTHER`. `write` gives the words of an action
    by verb. `openers` are the verbs of the opening; those in `joined` stay in the line of the same
    player's action before. `ender` is the verb that ends a turn, `leaver` the one with which a
    player leaves the game; `turns` makes, by the number of players, what follows the turns that a
    line ends. Actions of the verbs in `behind` tell what the one before them brought, and a ruling
    on them is one on it. Actions of the verbs in `named` say themselves whose they are. `fields`
    and `gained` hold the facts of a verb, and cards gained, by name for JSON (`document.Field`);
    `besides` is, by verb, a fact that may stand behind those of `fields`: nobody is asked for it.

    For a recorder: `deeds` are what a player does, in English, by verb, and `labels` short names of
    verbs on buttons; the deeds of the verbs in `of_nobody` are whole sentences, since no player
    does them, whoever is on turn. `seldom` are those verbs that stand behind the others, `closers`
    those after which nothing but the end of the turn may follow, and `leads` tells which verb comes
    next by itself after another one; `because` says what happened that a verb is due. `idle` are
    verbs that keep no turn open: where nothing else may be done any more, the turn is over. None
    where a turn is over only when somebody says so.

    `position` tells how a game begins in the middle, None where it cannot. `forms` are those of the
    actions by verb, and `sorts` the sorts of facts in them (`forms.Form`, `forms.Sorts`).
    """

    ground: Ground
    an_action: str
    a_turn: str
    gained: Any
    opening: Mapping[str, Reader] = field(default_factory=lambda: MappingProxyType({}))
    turn: Mapping[str, Reader] = field(default_factory=lambda: MappingProxyType({}))
    write: Mapping[str, Writer] = field(default_factory=lambda: MappingProxyType({}))
    openers: frozenset[str] = frozenset()
    fields: Mapping[str, Sequence[Any]] = field(default_factory=lambda: MappingProxyType({}))
    besides: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    joined: frozenset[str] = frozenset()
    named: frozenset[str] = frozenset()
    ender: str = "end_turn"
    leaver: str = "concede"
    behind: frozenset[str] = frozenset()
    turns: Callable[[int], Turns] = Turns
    options: Mapping[str, Setting] = field(default_factory=lambda: MappingProxyType({}))
    labels: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    deeds: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    seldom: frozenset[str] = frozenset()
    of_nobody: frozenset[str] = frozenset()
    closers: frozenset[str] = frozenset()
    leads: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    because: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    idle: frozenset[str] | None = None
    position: Positions | None = None
    forms: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    sorts: Any = None


MOST_MISTAKES = 100
"""A text with more of them is something else than a record."""

MOST_SUGGESTIONS = 20
"""Mistakes of a text for which is looked what was meant."""

LONGEST_ALIKE = 40
"""Letters of a word, and of those that it may have been meant for, that are compared."""

MOST_ALIKE = 60
"""Words with which one is compared, those with its first letter before all others: to compare two
takes time with the square of their length, and some games have hundreds of players."""

SWITCH = range(2)
"""The numbers of an option: off and on."""

ANY_NUMBER = range(1, 100)

A_SEAT: Literal["seat"] = "seat"
"""The numbers of an option: those of the seats."""

Setting = range | Literal["seat"]


def numbers_of(setting: Setting, players: int) -> range:
    """The numbers that an option may have where so many play; any, as long as nobody is known."""
    if setting != A_SEAT:
        return setting
    return range(1, players + 1) if players else ANY_NUMBER


DICE = "1"
GAINED = "+"
OTHER = ""
END = "/"
RULING = "!"


Gains = tuple[int, ...] | None


Known = Sequence[str] | Mapping[str, str]
"""Words that could have been meant, each with what is to be written if that is another one."""


def closest(told: str, known: Mapping[str, str]) -> str:
    """What is to be written if the known word is meant that is most like this one; "" if none is.
    Capitals do not count."""
    word = told.casefold()[:LONGEST_ALIKE]
    alike = {name.casefold()[:LONGEST_ALIKE]: meant for name, meant in known.items()}
    likely = sorted(alike, key=lambda name: name[:1] != word[:1])[:MOST_ALIKE]
    close = get_close_matches(word, likely, n=1, cutoff=0.5)
    return alike[close[0]] if close else ""


class Mistake(Exception):
    """A word that was not expected; `at` is its number in the line, from 0."""

    def __init__(self, at: int, expected: str, known: Known = ()) -> None:
        super().__init__(at, expected)
        self.at = at
        self.expected = expected
        self.known = known


class Table(NamedTuple):
    """What a line needs to be understood: the header, players by what they are called, where the
    rule set looks its places up, and what places were called so far (`Header.called`)."""

    header: Header
    seats: Mapping[str, Seat]
    places: Any
    called: dict[tuple[type, str], list[tuple[int, str]]]

    def handle(self, seat: Seat) -> str:
        """The shortest of a player's names that is clear in a line."""
        name = self.header.players[seat].name
        clear = NAME.fullmatch(name) and self.seats.get(name.casefold()) == seat
        return name if clear else f"@{seat + 1}"


NAME = re.compile(r"[^\W\d_]{2}[\w.\-]*|[^\W\d_][^\W\d_]+", re.UNICODE)
"""Names that can stand in a line as they are: two letters or more, so never those of an action."""


class Words:
    """The words of one line, taken one by one from the left; `done` are the actions that were read,
    in this line and earlier ones."""

    __slots__ = ("at", "done", "line", "table", "text", "words")

    def __init__(self, table: Table, line: int, text: str) -> None:
        self.table = table
        self.line = line
        self.text = text
        self.words = text.split()
        self.at = 0
        self.done: Sequence[Action] = ()

    def action(
        self, seat: Seat, verb: str, facts: tuple[int, ...] = (), gains: Gains = None
    ) -> Action:
        return Action(seat, verb, facts, gains, self.line)

    def peek(self) -> str:
        """The next word; empty at the end of the line."""
        return self.words[self.at] if self.at < len(self.words) else ""

    def take(self, expected: str) -> str:
        """The next word. Raises `Mistake` at the end of the line."""
        if self.at >= len(self.words):
            raise Mistake(self.at, expected)
        self.at += 1
        return self.words[self.at - 1]

    def wrong(self, expected: str, known: Known = ()) -> Mistake:
        """A mistake in the word taken last; `known` are words that it may have been meant for."""
        return Mistake(self.at - 1, expected, known)

    def call(self, place: str, name: str) -> None:
        """Note that the line names the place so."""
        names = self.table.called.setdefault((type(place), place), [])
        if not names or names[-1][1] != name:
            names.append((self.line, name))

    def seat(self, name: str | None = None) -> Seat:
        """The player that the next word, or the name in the last one, means."""
        if name is None:
            name = self.take(A_PLAYER)
        seat = self.table.seats.get(name.casefold())
        if seat is None:
            players = enumerate(self.table.header.players)
            # A name with a blank is no word: the way to write it is what helps.
            known = {player.name: self.table.handle(seat) for seat, player in players}
            raise self.wrong(A_PLAYER, known)
        return seat


A_PLAYER = marked("the name of a player")

Reader = Callable[[Words, Seat], Sequence[Action]]
Writer = Callable[[Table, Sequence[Action], int], tuple[str, int]]
"""Of the actions from the one with the index on: their words, and how many actions they are."""


def table_of(header: Header, notation: Notation) -> Table:
    seats: dict[str, Seat] = {}
    for names in (
        # A seat is what it says even where somebody is called like another one.
        [f"@{seat + 1}" for seat in range(len(header.players))],
        [player.name for player in header.players],
        [player.colour for player in header.players],
    ):
        for seat, name in enumerate(names):
            seats.setdefault(name.casefold(), seat)
    seats.pop("", None)
    return Table(header, seats, notation.ground.places(header.board), {})
