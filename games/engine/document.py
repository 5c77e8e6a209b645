"""The same record as JSON: headers as in the text, actions with their facts by name.

docs/schemas/record.json describes it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

from games.engine.core import (
    Action,
    Detail,
    Header,
    NotARecord,
    Record,
    RecordError,
    Ruleset,
    says,
)
from games.engine.headers import HEADER, Written
from games.engine.record import (
    DONE_BEFORE,
    LONGEST,
    MOST_MISTAKES,
    Notation,
    Table,
    closest,
    goes_back,
    header_lines,
    read_headers_of,
    table_of,
)
from games.engine.words import listed, marked

FORMAT = "catantour-record/1"

PARTS = ("format", "headers", "actions")
"""The keys of the whole."""

OF_EVERY_ACTION = ("seat", "verb", "ruling")

PLACES = ("intersection", "path", "hex")

ASKED = (
    *PLACES,
    *("intersections", "dice", "pair", "seat", "seats", "cards", "thefts", "word", "number"),
)
"""How a person is asked for a fact: three kinds of places, several intersections, two dice or
their sum, two dice that are told apart, a player, players one after the other, some cards, who
lost a card, one of several words, a number."""


class Field(NamedTuple):
    """A fact of an action by its name: `width` numbers, written and read.

    `read` answers None for what cannot be meant. `asked` is how a person is asked for it, one of
    `ASKED`, empty if only the notation tells it, and `question` what is asked, where the name of
    the fact does not say it; `words` are what cards and words may be, or
    what two dice are called; `named` the words that depend on what is played on, each with its
    name for people. Of cards: `as_many` is the name of a fact before with the same number of
    them, `together` how many there are with those of the facts before.
    """

    name: str
    write: Callable[[Table, tuple[int, ...]], Any]
    read: Callable[[Table, Any], tuple[int, ...] | None]
    width: int = 1
    asked: str = ""
    question: str = ""
    words: Sequence[str] = ()
    named: Callable[[Table], Sequence[tuple[str, Detail]]] = lambda table: ()
    as_many: str = ""
    together: int = 0


# Writing


def write_document(record: Record, notation: Notation) -> dict[str, Any]:
    table = table_of(record.header, notation)
    lines = "\n".join(header_lines(table, notation))
    return {
        "format": FORMAT,
        "headers": {header[1]: header[2] for header in HEADER.finditer(lines)},
        "actions": [_written(table, notation, action) for action in record.actions],
    }


def _written(table: Table, notation: Notation, action: Action) -> dict[str, Any]:
    words: dict[str, Any] = {"seat": action.seat, "verb": action.verb}
    words |= write_facts(table, notation, action.verb, action.facts)
    if action.gains is not None:
        words["gains"] = [notation.gained.write(table, (cards,)) for cards in action.gains]
    if action.ruling:
        words["ruling"] = action.ruling
    return words


def write_facts(
    table: Table, notation: Notation, verb: str, facts: Sequence[int]
) -> dict[str, Any]:
    """The facts by name; only the first ones if the rest is still open."""
    words = {}
    at = 0
    for field in notation.fields.get(verb, ()):
        if at + field.width > len(facts):
            break
        words[field.name] = field.write(table, tuple(facts[at : at + field.width]))
        at += field.width
    if at < len(facts) and verb in notation.besides:
        last = notation.besides[verb]
        words[last.name] = last.write(table, tuple(facts[at:]))
    return words


# Reading


def read_action(header: Header, ruleset: Ruleset, action: Any) -> Action:
    """One action as JSON has it. Raises `NotARecord`."""
    found = _reader(table_of(header, ruleset.notation), ruleset)(action)
    if isinstance(found, Amiss):
        raise NotARecord([found.mistake("action")])
    return found


def read_document(document: Mapping[str, Any], by_key: Callable[[str], Ruleset]) -> Record:
    """The record in a JSON document. Raises `NotARecord` with every mistake in it."""
    if strange := [key for key in document if key not in PARTS]:
        wrong = (_not_one_of(PARTS, key) for key in strange[:MOST_MISTAKES])
        raise NotARecord([one.mistake() for one in wrong])
    headers, actions = document.get("headers"), document.get("actions")
    if not isinstance(headers, dict) or not isinstance(actions, list) or len(actions) > LONGEST:
        raise NotARecord([mistake_at("", marked("headers and actions"))])
    if not all(isinstance(text, str) for text in headers.values()):
        raise NotARecord([mistake_at("headers", marked("the headers of a record"))])
    table, ruleset = read_headers_of(
        {name: Written(text, 1, 1) for name, text in headers.items()}, by_key
    )
    found = list(map(_reader(table, ruleset), actions))
    read = [action for action in found if type(action) is Action]
    if len(read) < len(found):
        amiss = [(at, one) for at, one in enumerate(found) if isinstance(one, Amiss)]
        raise NotARecord([one.mistake("actions", at) for at, one in amiss[:MOST_MISTAKES]])
    if goes_back(table.header, ruleset.notation, read):
        raise NotARecord([mistake_at("actions[0]", DONE_BEFORE)])
    if ruleset.notation.behind:
        read = rulings_carried(read, ruleset.notation.behind)
    return Record(table.header, tuple(read))


def rulings_carried(actions: Sequence[Action], behind: Collection[str]) -> list[Action]:
    """The actions; one by the same player that tells `behind` it what it brought gives it its
    ruling."""
    found = list(actions)
    for at, action in enumerate(actions[1:]):
        before = actions[at]
        if action.verb in behind and action.seat == before.seat and not before.ruling:
            found[at] = before._replace(ruling=action.ruling)
    return found


Step = str | int
"""A key of an object, or an index of a list, from 0."""


def place_of(steps: Sequence[Step]) -> str:
    """The place in a JSON document to which they lead, such as `actions[3].dice`: on one line
    whatever the keys are, and of steps deeper than a record has none."""
    text = ""
    for step in steps[:DEEPEST]:
        text += f"[{step}]" if isinstance(step, int) else f".{_shown(step)}"
    return text.removeprefix(".")


DEEPEST = 5
"""Steps to a place: `actions[3].gains[0].ore`."""

LONGEST_KEY = 60
"""Letters of a key that are shown."""


def _shown(key: str) -> str:
    key = key[:LONGEST_KEY]
    return key if key.isprintable() else json.dumps(key)


def mistake_at(place: str, expected: str | Detail, suggestion: str = "") -> RecordError:
    """The mistake of a JSON document at such a place."""
    facts = {"what": expected, "place": place}
    return RecordError(0, 0, marked("{what} at {place}"), suggestion, facts)


class Amiss(NamedTuple):
    """What was expected of an action, or of a key of it, and which key was probably meant."""

    expected: str | Detail
    key: str = ""
    suggestion: str = ""

    def mistake(self, *action: Step) -> RecordError:
        place = (*action, self.key) if self.key else action
        return mistake_at(place_of(place), self.expected, self.suggestion)


def _not_one_of(known: Collection[str], key: str) -> Amiss:
    expected = says(marked("one of the keys {keys}"), keys=listed(known))
    return Amiss(expected, key, closest(key, {one: one for one in known}))


def _reader(table: Table, ruleset: Ruleset) -> Callable[[Any], Action | Amiss]:
    """What reads an action, or answers what was expected of it.

    Reading is the larger part of a verdict, so whatever is the same for all actions is looked up
    once, and most actions have neither gains nor a ruling.
    """
    seats = range(len(table.header.players))
    fields = {
        verb: [(field.name, field.read) for field in ruleset.notation.fields.get(verb, ())]
        for verb in ruleset.verbs
    }
    besides = {verb: (field.name, field.read) for verb, field in ruleset.notation.besides.items()}
    keys = {verb: _keys(ruleset.notation, verb) for verb in ruleset.verbs}
    read_gains = _gains_reader(table, ruleset.notation)

    def read(action: Any) -> Action | Amiss:
        if type(action) is not dict:
            return Amiss(marked("an object"))
        seat, verb = action.get("seat"), action.get("verb")
        if type(seat) is not int or seat not in seats:
            return Amiss(marked("a seat of the game"))
        if type(verb) is not str or verb not in fields:
            return Amiss(marked("an action of the game"))
        if not keys[verb].issuperset(action):
            return _strange(action, keys[verb])
        facts: tuple[int, ...] = ()
        for name, of in fields[verb]:
            found = of(table, action.get(name))
            if found is None:
                return Amiss(name)
            facts += found
        if verb in besides and besides[verb][0] in action:
            name, of = besides[verb]
            found = of(table, action[name])
            if found is None:
                return Amiss(name)
            facts += found
        gains, ruling = action.get("gains"), action.get("ruling", 0)
        if gains is not None:
            gains = read_gains(gains)
        if gains == () or type(ruling) is not int or not 0 <= ruling < 1_000_000:
            return Amiss(marked("cards gained by seat, and the number of a ruling"))
        return Action(seat, verb, facts, gains, 0, ruling)

    return read


def _keys(notation: Notation, verb: str) -> frozenset[str]:
    """What an object may have that tells such an action."""
    names = [field.name for field in notation.fields.get(verb, ())]
    if verb in notation.besides:
        names.append(notation.besides[verb].name)
    if notation.gained is not None and notation.forms[verb].gains:
        names.append("gains")
    return frozenset((*OF_EVERY_ACTION, *names))


def _strange(action: Mapping[str, Any], keys: Collection[str]) -> Amiss:
    strange, *_others = [key for key in action if key not in keys]
    return _not_one_of(sorted(keys), strange)


def _gains_reader(table: Table, notation: Notation) -> Callable[[Any], tuple[int, ...]]:
    """What reads the cards gained by each seat; empty for what cannot be meant."""
    if notation.gained is None:
        return lambda gains: ()
    seats, of = len(table.header.players), notation.gained.read
    nothing = of(table, {})

    def read(gains: Any) -> tuple[int, ...]:
        if type(gains) is not list or len(gains) != seats:
            return ()
        found: tuple[int, ...] = ()
        for cards in gains:
            one = nothing if cards == {} else of(table, cards)
            if one is None:
                return ()
            found += one
        return found

    return read
