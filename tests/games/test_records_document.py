"""docs/records.md and its translations: every game in them can be read, and they say the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings

from games.engine import record, rulesets
from games.engine.core import NotARecord
from games.engine.record import DICE, END, GAINED, OTHER
from games.engine.replay import replay
from games.engine.rulesets.cities_knights.decks import PLACES
from games.engine.rulesets.combinations import SCENARIOS

DOCS = Path(__file__).parents[2] / "docs"

ENGLISH = (DOCS / "records.md").read_text()

TRANSLATIONS = [DOCS / f"records.{code}.md" for code, _ in settings.LANGUAGES if code != "en"]

translations = pytest.mark.parametrize("path", TRANSLATIONS, ids=lambda path: path.name)

BLOCK = re.compile(r"^```\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def games(text):
    """Blocks without their comments."""
    return [re.sub(r" +# .*", "", block) for block in BLOCK.findall(text)]


WITH_HEADERS = [game for game in games(ENGLISH) if game.startswith("[Ruleset")]

FROM_THE_START = [game for game in WITH_HEADERS if "\n1 " in game]

by_ruleset = {"ids": lambda game: game.split('"')[1]}


@pytest.mark.parametrize("game", WITH_HEADERS, **by_ruleset)
def test_a_game_in_the_document_can_be_read(game):
    assert record.parse(game, rulesets.by_key).actions


@pytest.mark.parametrize("game", FROM_THE_START, **by_ruleset)
def test_a_game_that_is_told_from_the_start_keeps_the_rules(game):
    read = record.parse(game, rulesets.by_key)

    report = replay(rulesets.by_key(read.header.ruleset), read)

    assert report.at_the_start == []
    assert report.violations == []


@translations
def test_a_translation_has_the_same_games(path):
    assert games(path.read_text()) == games(ENGLISH)


@translations
def test_a_translation_has_the_same_headings_and_paragraphs(path):
    assert shape(path.read_text()) == shape(ENGLISH)


def shape(text):
    """Of each line outside of games, how it begins."""
    lines = BLOCK.sub("", text).splitlines()
    return [re.match(r"#* ?|\| ?|- ?", line).group() if line else None for line in lines]


@translations
def test_a_translation_explains_the_same_signs(path):
    assert signs(path.read_text()) == signs(ENGLISH)


def signs(text):
    """What stands in the first column of tables."""
    return [re.findall(r"`[^`]+`", cell) for cell in re.findall(r"^\| ([^|]+) \|", text, re.M)]


every_document = pytest.mark.parametrize(
    "path", [DOCS / "records.md", *TRANSLATIONS], ids=lambda path: path.name
)


@every_document
def test_a_document_explains_every_progress_card(path):
    explained = set(re.findall(r"`([A-Z][a-z])\b", chapter_with("`Al 3+4b`", path.read_text())))

    assert PLACES.keys() - explained == set()


def chapter_with(sign, text):
    return next(chapter for chapter in text.split("\n## ") if sign in chapter)


@every_document
@pytest.mark.parametrize("part", SCENARIOS)
def test_a_document_tells_by_which_part_of_the_rule_set_a_scenario_is_played(path, part):
    assert re.search(rf"`[a-z0-9-]+\+{part}`", path.read_text())


@every_document
def test_each_document_leads_to_the_others(path):
    linked = set(re.findall(r"\]\((records[.a-z]*)\)", path.read_text()))

    assert linked == {DOCS.joinpath("records.md").name, *(one.name for one in TRANSLATIONS)} - {
        path.name
    }


SECTIONS = {
    "base+tour": ("Lines",),
    "seafarers": ("Lines", "At sea"),
    "base+best-friends": ("Lines", "Best Friends"),
    "base+santa": ("Lines", "Easter Bunny and Santa Claus"),
    "cities-knights": ("Lines", "Cities & Knights"),
    "dice": ("Lines", "The dice game"),
    "card-game": ("The fast card game",),
}
"""Where the actions of a game are explained."""

every_game = pytest.mark.parametrize("key", SECTIONS)


def sections(key):
    parts = re.split(r"^## (.+)$", ENGLISH, flags=re.MULTILINE)
    texts = dict(zip(parts[1::2], parts[2::2], strict=True))
    return [texts[heading] for heading in SECTIONS[key]]


def examples(texts):
    return [example for text in texts for example in re.findall(r"`([^`\n]+)`", text)]


def headers(key):
    """Those of a new record of the game."""
    notation = rulesets.by_key(key).notation
    told = f'[Ruleset "{key}"]\n[Seats "Anna Ben Cyril"]'
    return told + "\n" + notation.ground.headers("", "examples", players=3)


def marks(key):
    """How actions begin that begin with a mark."""
    forms = rulesets.by_key(key).notation.forms.values()
    return {form.act.mark for form in forms} - {DICE, GAINED, OTHER, END}


@every_game
def test_every_action_of_a_game_is_explained(key):
    assert marks(key) - {example.split()[0] for example in examples(sections(key))} == set()


@every_game
def test_every_action_that_is_shown_can_be_read(key):
    own = signs(sections(key)[-1])
    told = [example.strip("`") for row in own for example in row]
    shown = [example for example in told if example.split()[0] in marks(key)]

    assert len(shown) >= 3
    for example in shown:
        assert is_read(key, f"1 Anna {example}") or is_read(key, f"Anna {example}"), example


def is_read(key, line):
    try:
        return bool(record.parse(f"{headers(key)}\n{line}", rulesets.by_key).actions)
    except NotARecord:
        return False
