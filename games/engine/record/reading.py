"""From text to record: headers, lines, players, and every mistake with its place."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from games.engine.core import (
    Action,
    Header,
    NoSuchRuleset,
    NotARecord,
    Player,
    Record,
    RecordError,
    RuledOut,
    Ruleset,
    Seat,
    Untenable,
)
from games.engine.headers import HEADER, Written
from games.engine.record.notation import (
    DICE,
    END,
    GAINED,
    LONGEST_ALIKE,
    MOST_MISTAKES,
    MOST_SUGGESTIONS,
    OTHER,
    RULING,
    Known,
    Mistake,
    Notation,
    Reader,
    Table,
    Turns,
    Words,
    closest,
    numbers_of,
    table_of,
)
from games.engine.record.results import read_result
from games.engine.words import listed, marked

NO_FACTS: Mapping[str, object] = MappingProxyType({})

LONGEST = 20_000
"""Lines of a record, and actions; a long game has 2,000."""

WIDEST = 20_000
"""Letters in a line, or in a header."""

LONGEST_NAME = 100
"""Letters; a name is said again in many findings."""

COMMENT = re.compile(r"(?:^|\s)[#;].*")

POSITION = "Position"
"""The header of a game that begins in the middle."""

NAMES = ("Ruleset", "Seats", "Options", POSITION, "Event", "Table", "Date", "Result")
"""The headers of every game. Those of what it is played on come after the seats."""

A_HEADER = marked("a header such as [Table 3] with quotation marks round its text")
LINES_OF_THEIR_OWN = marked("headers and actions in lines of their own")
A_RULING = marked("the number of a ruling such as !3")
A_RULESET = marked("a rule set such as base+tour")
OTHER_PARTS = marked("parts that are played together: {what} ({rule})")
SEATS_HEADER = marked('the header of the players: [Seats "Anna=red Ben=blue Cyril=white"]')
FEWER_LINES = marked("fewer lines")
SHORTER = marked("a shorter line")
SHORTER_HEADER = marked("at most {letters} letters in the header {name}")
AN_OPTION = marked("an option such as target=10; there are: {options}")
ONE_OF_AN_OPTION = marked("each option only once")
APART_BY_BLANKS = marked("options parted by blanks such as {example}")
A_SETTING = marked("for {option} a number from {least} to {most}")
AN_UNKNOWN = re.compile(r"^([^\d=:]*)[=:]?(\d{0,2})", re.ASCII)
"""An option that there is not, and its number."""
ONCE = marked("each header only once")
PLAYERS = marked("{least} to {most} players, not {count}")
PLAYERS_BY_RULE = marked("{least} to {most} players, not {count} ({rule})")
A_NAME = marked("a name for each player, before the = of its colour: Anna=red")
OTHER_NAMES = marked("different names of the players ({name} stands twice)")
OTHER_COLOURS = marked("a colour of its own for each player ({colour} stands twice)")
FROM_THE_START = marked("a game from its beginning: no start position is read for these rules")
A_TABLE = marked("a position that a table can show: {what} ({rule})")
DONE_BEFORE = marked(
    "the action before it in the same line: a position does not tell what that was"
)
SHORTER_NAMES = marked("names of at most {letters} letters")


def parse(text: str, by_key: Callable[[str], Ruleset]) -> Record:
    """The record in a text. Raises `NotARecord` with every mistake in it.

    `by_key` finds the rule set that the header names.
    """
    return _Reading(text, by_key).record()


def read_headers_of(
    headers: Mapping[str, Written], by_key: Callable[[str], Ruleset]
) -> tuple[Table, Ruleset]:
    """The header of a record and its rule set. Raises `NotARecord` with every mistake."""
    reading = _Reading("", by_key)
    reading.headers.update(headers)
    table, ruleset = reading.table()
    if table is None or ruleset is None or reading.mistakes:
        raise reading.refusal()
    return table, ruleset


def goes_back(header: Header, notation: Notation, actions: Sequence[Action]) -> bool:
    """Whether the first action goes back on what a position does not tell."""
    if header.position is None or notation.position is None or not actions:
        return False
    return notation.position.asks_before(header.position, actions[0])


def _is_besides(notation: Notation, position: Any, done: Sequence[Action]) -> bool:
    """Whether what somebody else has done belongs to the turn of the position."""
    told = notation.position
    return told is not None and any(told.besides(position, one) for one in done[:1])


class _Reading:
    def __init__(self, text: str, by_key: Callable[[str], Ruleset]) -> None:
        self.mistakes: list[RecordError] = []
        self.headers: dict[str, Written] = {}
        self.places: dict[str, tuple[int, int]] = {}
        self.lines: list[tuple[int, str]] = []
        self.actions: list[Action] = []
        self.begun: tuple[Seat, int] | None = None
        self.turns: dict[int, Seat] = {}
        self.by_key = by_key
        self._split(text)

    def _split(self, text: str) -> None:
        """Headers and lines apart. A header may go over several lines."""
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        if len(lines) > LONGEST:
            self.mistakes.append(RecordError(LONGEST + 1, 1, FEWER_LINES))
            raise NotARecord(self.mistakes)
        number = 0
        while number < len(lines):
            line = lines[number]
            number += 1
            if not line.lstrip().startswith("["):
                if "#" in line or ";" in line:
                    line = COMMENT.sub("", line)
                header = HEADER.search(line) if "[" in line else None
                if len(line) > WIDEST:
                    self._mistake((number, WIDEST + 1), SHORTER)
                elif header is not None:
                    self._mistake((number, header.start() + 1), LINES_OF_THEIR_OWN)
                elif line and not line.isspace():
                    self.lines.append((number, line))
                continue
            first = number
            while line.count('"') % 2 and number < len(lines) and number - first < 50:
                line += "\n" + lines[number]
                number += 1
            if len(line) > WIDEST:
                self._mistake((first, 1), SHORTER)
            else:
                self._headers(line, first)

    def _headers(self, text: str, line: int) -> None:
        at = 0
        for header in HEADER.finditer(text):
            if not _blank(text[at : header.start()]):
                self._mistake((line, at + 1), A_HEADER)
            at = header.end()
            name, value = header.groups()
            name = name.capitalize()
            written = Written(value, line, header.start(2) + 1)
            if name in self.headers:
                self._mistake((line, header.start(1) + 1), ONCE)
            else:
                self.headers[name] = written
                self.places[name] = line, header.start(1) + 1
        if not _blank(text[at:]):
            behind = at > 0 and "[" not in text[at:]
            self._mistake((line, at + 1), LINES_OF_THEIR_OWN if behind else A_HEADER)

    def record(self) -> Record:
        table, ruleset = self.table()
        if table is not None and ruleset is not None:
            self._read_lines(table, ruleset.notation)
            self._check_first(table, ruleset.notation)
            if not self.mistakes:
                header = replace(
                    table.header, called=table.called, begun=self.begun, lines=self.turns
                )
                return Record(header, tuple(self.actions))
        raise self.refusal()

    # Headers

    def _value(self, name: str) -> str:
        return self.headers[name].text.strip() if name in self.headers else ""

    def table(self) -> tuple[Table | None, Ruleset | None]:
        self._bound_headers()
        ruleset = self._ruleset()
        players = self._players()
        if ruleset is None:
            return None, None
        notation: Notation = ruleset.notation
        self._know(notation)
        options = self._options(notation, len(players))
        board = notation.ground.read(self.headers, self.mistakes)
        if board is None or not players:
            return None, None
        ground = notation.ground
        seats = ground.players(board)
        if len(players) not in seats:
            facts: dict[str, object] = {
                "least": seats[0],
                "most": seats[-1],
                "count": len(players),
            }
            if ground.players_rule:
                facts["rule"] = ground.players_rule
            expected = PLAYERS_BY_RULE if ground.players_rule else PLAYERS
            self.mistakes.append(replace(self.headers["Seats"].mistaken(expected), facts=facts))
            return None, None
        header = Header(
            ruleset=ruleset.key,
            players=players,
            board=board,
            options=options,
            event=self._value("Event"),
            table=self._value("Table"),
            date=self._value("Date"),
        )
        table = table_of(header, notation)
        table = table._replace(header=self._result(table))
        if POSITION in self.headers:
            table = table._replace(header=self._begun(table, notation))
        return table, ruleset

    def _bound_headers(self) -> None:
        """Refuse headers longer than any line of a text, before anything reads them."""
        long = [
            name for name, told in self.headers.items() if max(len(name), len(told.text)) > WIDEST
        ]
        for name in long:
            facts = {"letters": WIDEST, "name": name[:LONGEST_NAME]}
            written = self.headers[name]
            self._mistake((written.line, written.column), SHORTER_HEADER, facts=facts)
        if long:
            raise self.refusal()

    def _know(self, notation: Notation) -> None:
        """Name the headers that the game does not have."""
        names = (*NAMES[:2], *notation.ground.names, *NAMES[2:])
        for name in self.headers:
            if name not in names:
                self._mistake(self.places.get(name, (0, 0)), A_HEADER, names, name)

    def _ruleset(self) -> Ruleset | None:
        key = self._value("Ruleset") or "base"
        try:
            return self.by_key(key)
        except RuledOut as ruling:
            written, facts = self.headers["Ruleset"], {"what": ruling.reason, "rule": ruling.rule}
            self.mistakes.append(
                RecordError(written.line, written.column, OTHER_PARTS, facts=facts)
            )
            return None
        except NoSuchRuleset as unknown:
            near = ", ".join(unknown.near)
            self.mistakes.append(self.headers["Ruleset"].mistaken(A_RULESET, near))
            return None

    def _players(self) -> tuple[Player, ...]:
        seats = self.headers.get("Seats")
        if seats is None:
            self.mistakes.append(RecordError(0, 0, SEATS_HEADER))
            return ()
        text = seats.text
        words = text.split(",") if "," in text else text.split()
        players = tuple(
            Player(name.strip(), colour.strip())
            for name, _, colour in (word.partition("=") for word in words)
        )
        if any(len(text) > LONGEST_NAME for player in players for text in player):
            facts = {"letters": LONGEST_NAME}
            self.mistakes.append(RecordError(seats.line, seats.column, SHORTER_NAMES, facts=facts))
            return ()
        if not all(player.name for player in players) or not players:
            self.mistakes.append(seats.mistaken(A_NAME))
            return ()
        for expected, fact, words in (
            (OTHER_NAMES, "name", [player.name for player in players]),
            (OTHER_COLOURS, "colour", [player.colour for player in players if player.colour]),
        ):
            if (twice := _twice(words)) is not None:
                self.mistakes.append(
                    RecordError(seats.line, seats.column, expected, facts={fact: twice})
                )
                players = ()
        return players

    def _options(self, notation: Notation, players: int) -> dict[str, str]:
        options = {}
        known = {name: numbers_of(setting, players) for name, setting in notation.options.items()}
        if "Options" in self.headers:
            for word in self.headers["Options"].words():
                name, _equals, value = word.text.partition("=")
                allowed = known.get(name)
                if allowed is None:
                    self._unknown_option(word, known)
                elif value.rstrip(";,") != value and value.rstrip(";,").isdecimal():
                    shown = {"example": "target=10 oldest=1"}
                    self.mistakes.append(replace(word.mistaken(APART_BY_BLANKS), facts=shown))
                elif not value.isdecimal() or len(value) > 2 or int(value) not in allowed:
                    facts = {"option": name, "least": allowed[0], "most": allowed[-1]}
                    self.mistakes.append(replace(word.mistaken(A_SETTING), facts=facts))
                elif name in options:
                    self.mistakes.append(word.mistaken(ONE_OF_AN_OPTION))
                else:
                    options[name] = str(int(value))
        return options

    def _unknown_option(self, word: Written, known: Mapping[str, range]) -> None:
        """What was probably meant has the number that was written, where it may have that."""
        name, value = AN_UNKNOWN.findall(word.text)[0]
        number = int(value or 10)
        shown = {
            own: f"{own}={number if number in some else some[0]}" for own, some in known.items()
        }
        options = listed(sorted(known))
        self._mistake((word.line, word.column), AN_OPTION, shown, name, {"options": options})

    def _result(self, table: Table) -> Header:
        """The header with the result that the table wrote down."""
        header = table.header
        result = self.headers.get("Result")
        if result is None or not result.text.strip():
            return header
        read = read_result(table, result)
        if isinstance(read, Header):
            return read
        self.mistakes += read
        return header

    def _begun(self, table: Table, notation: Notation) -> Header:
        """The header with the position in which the record begins."""
        written = self.headers[POSITION]
        if notation.position is None:
            self.mistakes.append(written.mistaken(FROM_THE_START))
            return table.header
        told = list(written.words()) or [written]
        try:
            position = notation.position.read(Words(table, written.line, written.text))
            header = replace(table.header, position=position)
            notation.position.ways(header, "")
        except Mistake as mistake:
            word = told[mistake.at] if mistake.at < len(told) else told[-1].end
            place = word.line, word.column
            self._mistake(place, mistake.expected, mistake.known, word.text)
        except Untenable as fault:
            facts = {"what": fault.detail, "rule": fault.rule}
            self.mistakes.append(replace(written.mistaken(A_TABLE), facts=facts))
        else:
            return header
        return table.header

    # Lines

    def _read_lines(self, table: Table, notation: Notation) -> None:
        turns = notation.turns(len(table.header.players))
        within = table.header.position
        if within is not None:
            turns.resume(within.turn, within.part)
        for number, text in self.lines:
            words = Words(table, number, text)
            numbered = words.words[0].isdecimal() and len(words.words[0]) < 6
            words.at = int(numbered)
            self.begun = None
            try:
                seat = words.seat()
            except Mistake as mistake:
                turns.leave()
                self._note(mistake, words, notation.a_turn)
                continue
            if numbered:
                self.turns[number] = seat
                rolls = any(map(A_ROLL.fullmatch, words.words[words.at :]))
                ended = [
                    Action(ending, notation.ender, (), None, line)
                    for ending, line in turns.begin(seat, number, rolls=rolls)
                ]
                self.actions += ended
                if words.at == len(words.words):
                    self.begun = seat, number
            else:
                turns.interrupt()
            if len(self.actions) > LONGEST:
                self._mistake((number, 1), FEWER_LINES)
                return
            marks = notation.turn if numbered else notation.opening
            first = len(self.actions)
            self._read_line(words, seat, marks, notation, turns)
            if within is None or not numbered:
                continue
            if ended and not rolls and _is_besides(notation, within, self.actions[first:]):
                # What others do in the turn of the position begins none of theirs.
                del self.actions[first - len(ended) : first]
                turns.resume(within.turn, within.part)
            else:
                within = None

    def _check_first(self, table: Table, notation: Notation) -> None:
        if goes_back(table.header, notation, self.actions):
            self._mistake((self.actions[0].line, 1), DONE_BEFORE)

    def _read_line(
        self,
        words: Words,
        seat: Seat,
        marks: Mapping[str, Reader],
        notation: Notation,
        turns: Turns,
    ) -> None:
        """Read the actions of a line."""
        actions = self.actions
        end = len(words.words)
        noted = told = before = len(actions)
        while words.at < end:
            for action in actions[noted:]:
                turns.note(action, notation)
            noted = len(actions)
            words.done = actions
            word = words.words[words.at]
            words.at += 1
            if word[0] != RULING:
                before, told = told, len(actions)
            try:
                if word in marks:
                    actions += marks[word](words, seat)
                elif word == END:
                    self._end(words, seat, notation, turns)
                elif word[-1] == ":":
                    seat = words.seat(word[:-1])
                elif word[0] == RULING:
                    self._ruling(words, word, notation, (before, told))
                elif (mark := _mark_of(word, marks)) is not None:
                    words.at -= 1
                    actions += marks[mark](words, seat)
                else:
                    known = [mark for mark in marks if mark != DICE]
                    raise words.wrong(notation.an_action, known)
            except Mistake as mistake:
                self._note(mistake, words)
                # Go on with the next word that may begin an action.
                words.at = max(words.at, mistake.at + 1)
                while words.at < end and words.words[words.at] not in marks:
                    words.at += 1
        for action in actions[noted:]:
            turns.note(action, notation)

    def _end(self, words: Words, seat: Seat, notation: Notation, turns: Turns) -> None:
        if not turns.left:
            self.actions.append(words.action(seat, notation.ender))

    def _ruling(self, words: Words, word: str, notation: Notation, firsts: tuple[int, int]) -> None:
        """It is of all that the word before it told: a Knight and the robber's move, a road and the
        tokens taken for it. `firsts` are the indices of the first actions of the last two words."""
        before, told = firsts
        if not word[1:].isdecimal() or len(word) > 7 or not int(word[1:]):
            raise words.wrong(A_RULING)
        if len(self.actions) == told:
            raise words.wrong(notation.an_action)
        number = int(word[1:])
        if self.actions[told].verb in notation.behind and not self.actions[before].ruling:
            told = before
        self.actions[told:] = [done._replace(ruling=number) for done in self.actions[told:]]

    def _note(self, mistake: Mistake, words: Words, expected: str = "") -> None:
        text = words.text
        spans = [found.span() for found in re.finditer(r"\S+", text)]
        start, end = spans[mistake.at] if mistake.at < len(spans) else (len(text), len(text))
        place = words.line, start + 1
        self._mistake(place, expected or mistake.expected, mistake.known, text[start:end])

    def _mistake(
        self,
        place: tuple[int, int],
        expected: str,
        known: Known = (),
        word: str = "",
        facts: Mapping[str, object] = NO_FACTS,
    ) -> None:
        suggestion = ""
        if known and word and len(self.mistakes) < MOST_SUGGESTIONS and len(word) < LONGEST_ALIKE:
            shown = known if isinstance(known, Mapping) else dict(zip(known, known, strict=True))
            suggestion = closest(word, shown)
        if not suggestion and len(word) < LONGEST_ALIKE and word.translate(LOOK_ALIKE) != word:
            suggestion = word.translate(LOOK_ALIKE)
        self.mistakes.append(RecordError(*place, expected, suggestion, facts))
        if len(self.mistakes) >= MOST_MISTAKES:
            raise self.refusal()

    def refusal(self) -> NotARecord:
        found = sorted(self.mistakes, key=lambda one: (one.line, one.column))
        return NotARecord(found[:MOST_MISTAKES])


LOOK_ALIKE = str.maketrans(
    "АВЕЅІЈКМНОРСТУХасеіјорѕухΑΒΕΖΗΙΚΜΝΟΡΤΥΧο", "ABESIJKMHOPCTYXaceijopsyxABEZHIKMNOPTYXo"
)
"""Letters of other alphabets that look like those of the notation."""

DIGITS = "0123456789("

A_ROLL = re.compile(r"[1-9]\d?(\+[1-6])?[bgsy]?")
"""The dice of a turn with two of them, with the event die or without."""


def _mark_of(word: str, marks: Mapping[str, Reader]) -> str | None:
    """What stands for all words of a kind: those of dice, of gains, or any others."""
    if word[0] in DIGITS and DICE in marks:
        return DICE
    if word[0] == GAINED and GAINED in marks:
        return GAINED
    return OTHER if OTHER in marks else None


def _blank(text: str) -> bool:
    return not COMMENT.sub("", text).strip()


def _twice(words: Sequence[str]) -> str | None:
    """The first word that stands there again."""
    seen: set[str] = set()
    for word in words:
        if word.casefold() in seen:
            return word
        seen.add(word.casefold())
    return None
