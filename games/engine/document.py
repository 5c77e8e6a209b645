"""The same record as JSON: headers as in the text, actions with their facts by name.

docs/schemas/record.json describes it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from games.engine.core import Action, Detail, Header, NotARecord, Record, RecordError, Ruleset
from games.engine.headers import HEADER, Written
from games.engine.record import (
    DONE_BEFORE,
    LONGEST,
    Notation,
    Table,
    goes_back,
    header_lines,
    read_headers_of,
    table_of,
)
from games.engine.words import marked

FORMAT = "catantour-record/1"


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
    if isinstance(found, str):
        raise NotARecord([_mistake(found, "action")])
    return found


def read_document(document: Mapping[str, Any], by_key: Callable[[str], Ruleset]) -> Record:
    """The record in a JSON document. Raises `NotARecord` with every mistake in it."""
    headers, actions = document.get("headers"), document.get("actions")
    if not isinstance(headers, dict) or not isinstance(actions, list) or len(actions) > LONGEST:
        raise NotARecord([_mistake(marked("headers and actions"), "")])
    if not all(isinstance(text, str) for text in headers.values()):
        raise NotARecord([_mistake(marked("the headers of a record"), "headers")])
    table, ruleset = read_headers_of(
        {name: Written(text, 1, 1) for name, text in headers.items()}, by_key
    )
    found = list(map(_reader(table, ruleset), actions))
    read = [action for action in found if type(action) is Action]
    if len(read) < len(found):
        wrong = [(at, expected) for at, expected in enumerate(found) if isinstance(expected, str)]
        raise NotARecord([_mistake(expected, f"actions[{at}]") for at, expected in wrong[:100]])
    if goes_back(table.header, ruleset.notation, read):
        raise NotARecord([_mistake(DONE_BEFORE, "actions[0]")])
    return Record(table.header, tuple(read))


def _mistake(expected: str, place: str) -> RecordError:
    return RecordError(0, 0, marked("{what} at {place}"), facts={"what": expected, "place": place})


def _reader(table: Table, ruleset: Ruleset) -> Callable[[Any], Action | str]:
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
    read_gains = _gains_reader(table, ruleset.notation)

    def read(action: Any) -> Action | str:
        if type(action) is not dict:
            return marked("an object")
        seat, verb = action.get("seat"), action.get("verb")
        if type(seat) is not int or seat not in seats:
            return marked("a seat of the game")
        if type(verb) is not str or verb not in fields:
            return marked("an action of the game")
        facts: tuple[int, ...] = ()
        for name, of in fields[verb]:
            found = of(table, action.get(name))
            if found is None:
                return str(name)
            facts += found
        if verb in besides and besides[verb][0] in action:
            name, of = besides[verb]
            found = of(table, action[name])
            if found is None:
                return str(name)
            facts += found
        gains, ruling = action.get("gains"), action.get("ruling", 0)
        if gains is not None:
            gains = read_gains(gains)
        if gains == () or type(ruling) is not int or not 0 <= ruling < 1_000_000:
            return marked("cards gained by seat, and the number of a ruling")
        return Action(seat, verb, facts, gains, 0, ruling)

    return read


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
