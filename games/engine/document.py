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
    return words


# Reading


def read_action(header: Header, ruleset: Ruleset, action: Any) -> Action:
    """One action as JSON has it. Raises `NotARecord`."""
    found = _read(table_of(header, ruleset.notation), ruleset.notation, ruleset, action)
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
    read, mistakes = [], []
    for number, action in enumerate(actions):
        found = _read(table, ruleset.notation, ruleset, action)
        if isinstance(found, str):
            mistakes.append(_mistake(found, f"actions[{number}]"))
        else:
            read.append(found)
    if mistakes:
        raise NotARecord(mistakes[:100])
    if goes_back(table.header, ruleset.notation, read):
        raise NotARecord([_mistake(DONE_BEFORE, "actions[0]")])
    return Record(table.header, tuple(read))


def _mistake(expected: str, place: str) -> RecordError:
    return RecordError(0, 0, marked("{what} at {place}"), facts={"what": expected, "place": place})


def _read(table: Table, notation: Notation, ruleset: Ruleset, action: Any) -> Action | str:
    """The action, or what was expected of it."""
    if not isinstance(action, dict):
        return marked("an object")
    seat, verb = action.get("seat"), action.get("verb")
    if type(seat) is not int or not 0 <= seat < len(table.header.players):
        return marked("a seat of the game")
    if not isinstance(verb, str) or verb not in ruleset.verbs:
        return marked("an action of the game")
    facts: tuple[int, ...] = ()
    for field in notation.fields.get(verb, ()):
        found = field.read(table, action.get(field.name))
        if found is None:
            return str(field.name)
        facts += found
    gains = _gains(table, notation, action.get("gains"))
    ruling = action.get("ruling", 0)
    if gains == () or type(ruling) is not int or not 0 <= ruling < 1_000_000:
        return marked("cards gained by seat, and the number of a ruling")
    return Action(seat, verb, facts, gains, 0, ruling)


def _gains(table: Table, notation: Notation, gains: Any) -> tuple[int, ...] | None:
    """Empty for what cannot be meant."""
    if gains is None:
        return None
    if not isinstance(gains, list) or len(gains) != len(table.header.players):
        return ()
    found = [notation.gained.read(table, cards) for cards in gains]
    return tuple(cards[0] for cards in found if cards) if all(found) else ()
