"""A progress card or a scenario is named where it is declared and where its own rules are."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from games.engine.rulesets import combinations
from games.engine.rulesets.cities_knights.words import CARD_OF, NAMES
from games.views.validate import SAMPLES

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


SCENARIOS = {"easter-bunny": "festive", "santa": "festive", "best-friends": "best_friends"}
"""The part of the key that a scenario is, and its room."""


def test_these_are_all_scenarios():
    assert SCENARIOS.keys() == combinations.SCENARIOS.keys()


@pytest.mark.parametrize("part", SCENARIOS)
def test_there_is_a_sample_of_each_scenario(part):
    samples = [ROOMS[0] / "samples" / f"{name}.txt" for name in SAMPLES]

    played = [re.findall(r'\[Ruleset "(.+)"\]', sample.read_text())[0] for sample in samples]

    assert any(part in key.split("+") for key in played)


@pytest.mark.parametrize("part", SCENARIOS)
def test_a_scenario_is_named_in_few_files_outside_its_room(part):
    files = {
        path.relative_to(ROOMS[0].parent).as_posix()
        for room in ROOMS
        for path in room.rglob("*.py")
        if path.parent.name != SCENARIOS[part]
        if any(part in parts for parts in keys_in(path))
    }

    assert "games/engine/rulesets/combinations.py" in files
    assert files <= {
        "games/engine/rulesets/combinations.py",  # with what it is played
        "games/engine/rulesets/__init__.py",  # how it begins in the middle
        "games/engine/board/rules.py",  # what it changes on a board
        "tournaments/domain/games.py",  # points and parts of its own
        "games/views/validate.py",  # its sample
    }


def keys_in(path):
    """The parts of each text that may be the key of a rule set."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value.split("+")
