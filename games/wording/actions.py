"""What an action of a game is about, in the reader's language: no letters of the notation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any

from games.engine.core import Action, Ruleset
from games.engine.document import Field, write_facts
from games.engine.record import Table
from games.wording.booklets import as_printed
from games.wording.engine import ASKS, detail_words, word_in_words

BETWEEN = {
    ("dice", "face"): " → ",
    ("faces", "dice"): " ← ",
    ("from", "to"): " → ",
    ("give", "get"): " → ",
    ("give", "take"): " → ",
    ("given", "taken"): " → ",
    ("kept", "rolled"): " + ",
    ("path", "to"): " → ",
    ("returned", "taken"): " → ",
}
"""What stands between two facts of an action where the one is given for the other or becomes it;
between all others a comma."""


NOT_WORTH_A_WORD = (("crane", "no"), ("strength", 0))
"""Facts that say that something else was not done."""


def facts_in_words(ruleset: Ruleset, table: Table, action: Action) -> str:
    """What an action is about, as far as a person tells it: cards, players and all else in the
    words of the game, places by the names that the board has."""
    notation = ruleset.notation
    facts = write_facts(table, notation, action.verb, action.facts)
    said, before, last = "", "", ""
    for field in notation.fields.get(action.verb, ()):
        words = _fact_in_words(table, field, facts.get(field.name)) if field.asked else ""
        # A swap is with the player who gets the cards, if it says no other.
        if words and not (field.asked == "seat" and words == last):
            between = BETWEEN.get((before, field.name), ", ")
            said, before, last = f"{said}{between}{words}" if said else words, field.name, words
    return said


def _fact_in_words(table: Table, field: Field, value: Any) -> str:
    if value is None or (field.name, value) in NOT_WORTH_A_WORD:
        return ""
    names: list[str] = [player.name for player in table.header.players]
    word = partial(_word_of, table, field)
    match field.asked:
        case "seat":
            return names[value]
        case "seats":
            return ", ".join(names[seat] for seat in value)
        case "thefts":
            pairs = zip(names, value, strict=True)
            return ", ".join(f"{name}: {word(card)}" for name, card in pairs if card)
        case "cards":
            return ", ".join(f"{count}× {word(kind)}" for kind, count in Counter(value).items())
        case "dice" | "pair":
            return "+".join(map(str, value)) if isinstance(value, Sequence) else str(value)
        case "intersections":
            return ", ".join(value)
    return word(value)


def _word_of(table: Table, field: Field, word: Any) -> str:
    key = table.header.ruleset
    named = dict(field.named(table))
    if word in named:
        return detail_words(named[word], key)
    said = as_printed(word_in_words(word), key) if word in field.words else str(word)
    return f"{ASKS[field.name]} {said}" if word == "yes" else said
