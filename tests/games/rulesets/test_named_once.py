"""A progress card is named where it is declared, and where its own rules are, and nowhere else."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from games.engine.rulesets.cities_knights.words import CARD_OF, NAMES

ROOMS = [Path(__file__).parents[3] / room for room in ("games", "tournaments")]

RULES = ("rules.py", "card_rules.py", "narrower.py")
"""The book, and which row of it tells a breach."""

CARDS = {
    "spy": "politics/spy.py",
    "deserter": "politics/knight_cards.py",
    "resource_monopoly": "commerce.py",
}
"""The verb of a card, and the module of its own rules."""


@pytest.mark.parametrize("verb", CARDS)
def test_a_progress_card_is_named_in_three_places_outside_its_rules(verb):
    letters = CARD_OF[verb]
    names = {verb, letters, NAMES[letters]}

    places = {
        (path.name, line)
        for room in ROOMS
        for path in room.rglob("*.py")
        if not own(path, verb)
        for line in lines_that_say(path, names)
    }

    assert {name for name, _line in places} == {"decks.py", "words.py", *registers(verb)}
    assert len(places) <= 3


def registers(verb):
    """Where the blue cards are put together."""
    return {"__init__.py"} if CARDS[verb].startswith("politics") else set()


def own(path, verb):
    """Whether the module has rules of the card, of this game or of one that builds on it."""
    return (
        path.as_posix().endswith(f"cities_knights/{CARDS[verb]}")
        or path.name in RULES
        or path.parent.name == "cities_at_sea"
    )


def lines_that_say(path, names):
    source = path.read_text(encoding="utf-8")
    if any(name in source for name in names):
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Constant) and node.value in names:
                yield node.lineno
