"""Details of findings in the words of the reader's language, never in letters of the notation."""

from __future__ import annotations

import re

import pytest
from django.utils import translation

from games.engine import rulesets
from games.engine.core import says
from games.engine.rulesets.base.packed import heap, pack
from games.engine.rulesets.best_friends.guilds import heap_of
from games.engine.rulesets.cities_knights.decks import SCIENCE, TRACK_NAMES
from games.engine.rulesets.dice_game import faces
from games.engine.rulesets.dice_game.sheet import STANDARD
from games.engine.words import in_points, listed
from games.wording.engine import detail_words

CARDS = heap(pack((1, 0, 2, 0, 0, 1)))


def words(language, text, **facts):
    with translation.override(language):
        return detail_words(says(text, **facts))


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "1× brick, 2× wool, 1× unseen card"),
        ("cs", "1× hlína, 2× vlna, 1× neviděná karta"),
        ("pl", "1× glina, 2× wełna, 1× niewidziana karta"),
    ],
)
def test_cards_are_counted_in_words(language, said):
    assert words(language, "{cards}", cards=CARDS) == said


def test_many_cards_are_counted_and_not_listed():
    assert str(heap(pack((99, 0, 0, 0, 0)))) == "99× brick"


@pytest.mark.parametrize(
    ("language", "said"), [("en", "0 cards"), ("cs", "0 karet"), ("pl", "0 kart")]
)
def test_no_cards_are_said_to_be_none(language, said):
    assert words(language, "{cards}", cards=heap(0)) == said


def test_dice_are_counted_in_words():
    dice = faces.heap(faces.pack((faces.BRICK, faces.GOLD)))

    assert words("cs", "{dice}", dice=dice) == "1× hlína, 1× zlato"
    assert words("pl", "{dice}", dice=dice) == "1× glina, 1× złoto"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("cs", "balíček (věda) je prázdný"),
        ("pl", "talia (nauka) jest pusta"),
        ("de", "der Stapel Wissenschaft ist leer"),
    ],
)
def test_a_track_is_said_in_words(language, said):
    assert words(language, "the deck of {track} is empty", track=TRACK_NAMES[SCIENCE]) == said


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("cs", "kostka 2 ukazovala: hlína, ne zlato"),
        ("pl", "kość 2 pokazywała: glina, a nie złoto"),
        ("de", "Würfel 2 zeigte Lehm, nicht Gold"),
    ],
)
def test_a_die_shows_words(language, said):
    facts = {"place": 2, "before": faces.WORDS[faces.BRICK], "face": faces.WORDS[faces.GOLD]}

    assert words(language, "die {place} showed {before}, not {face}", **facts) == said


def test_symbols_of_a_sheet_have_names():
    symbols = [STANDARD.symbols[STANDARD.number_of[name]].name for name in ("R8", "K1")]

    assert words("cs", "{symbols}", symbols=listed(symbols)) == "Cesta R8, Rytíř 1"


def test_tokens_are_counted_by_their_guilds():
    assert words("pl", "{laid}", laid=heap_of(2)) == "2× handlarz"


@pytest.mark.parametrize(
    ("language", "said"),
    [("cs", "hráč Anna už žeton vyměnil"), ("pl", "gracz Anna już wymienił żeton")],
)
def test_what_a_player_has_done_is_said_of_the_player_whatever_the_name(language, said):
    """A name alone has no gender that a verb in the past could agree with."""
    assert words(language, "{player} has exchanged a token", player="Anna") == said


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["1 point", "3 points", "5 points"]),
        ("cs", ["1 bod", "3 body", "5 bodů"]),
        ("pl", ["1 punkt", "3 punkty", "5 punktów"]),
    ],
)
def test_points_are_counted_in_the_forms_of_the_language(language, words):
    said = [
        says("{player} has {points}, {target} are needed", player="Eva", points=told, target=10)
        for told in map(in_points, (1, 3, 5))
    ]

    with translation.override(language):
        told = [detail_words(detail) for detail in said]

    assert all(word in sentence for word, sentence in zip(words, told, strict=True)), told
    assert str(said[0]) == "Eva has 1 point, 10 are needed"


def test_the_title_of_a_rule_speaks_of_no_other_one():
    """It is shown alone, beside what broke it."""
    leaning = re.compile(
        r"(It (?!does not)|That|They|This|These|Nor|All of them|Then)\b|.*\bby then\b"
    )

    found = {
        rule.id: rule.text
        for ruleset in rulesets.RULESETS
        for rule in ruleset.rules.values()
        if leaning.match(rule.text)
    }

    assert found == {}
