"""Words that the booklet of a game has of its own."""

from __future__ import annotations

import pytest
from django.utils.translation import gettext, override

from games.engine import rulesets
from games.engine.core import Record, says
from games.engine.rulesets.best_friends.guilds import heap_of
from games.engine.rulesets.cities_knights.decks import name_of
from games.engine.words import marked
from games.recording.recorder import Misread, read_typed, verbs_of
from games.recording.replays import Unreadable, read
from games.wording.booklets import as_printed
from games.wording.engine import detail_words, game_words
from tests.games.rulesets import cities_table, table

CITIES = "cities-knights+seafarers"


@pytest.mark.parametrize(
    ("said", "printed"),
    [
        ("Cesta stojí po jedné kartě.", "Silnice stojí po jedné kartě."),
        ("nemá u vesnice cestu", "nemá u vesnice silnici"),
        ("vede po vlastních cestách a lodích", "vede po vlastních silnicích a lodích"),
        ("Stavba cest", "Stavba silnic"),
        ("přesune se po obchodní cestě", "přesune se po obchodní cestě"),
        ("Nejdelší obchodní cesta", "Nejdelší obchodní cesta"),
        ("cestuje", "cestuje"),
    ],
)
def test_cities_and_knights_says_silnice_in_czech(said, printed):
    with override("cs"):
        assert as_printed(said, "cities-knights") == printed
        assert as_printed(said, CITIES) == printed


@pytest.mark.parametrize(("language", "ruleset"), [("cs", "base"), ("cs", ""), ("pl", CITIES)])
def test_other_games_and_languages_keep_their_words(language, ruleset):
    with override(language):
        assert as_printed("cesta", ruleset) == "cesta"


def test_names_of_players_are_no_words_of_a_booklet():
    told = says(marked("{player} has no road left"), player="Cesta")

    with override("cs"):
        words = detail_words(told, "cities-knights")

    assert "Cesta" in words
    assert "silnic" in words


def test_no_text_of_cities_and_knights_says_cesta_alone_in_czech():
    rules = rulesets.by_key("cities-knights")
    texts = [rule.text for rule in rules.rules.values()]
    texts += [*rules.deeds.values(), *rules.notation.labels.values()]
    with override("cs"):
        said = [game_words(text, rules.key).casefold() for text in texts]

    assert [text for text in said if "cest" in text.replace("obchodní cest", "")] == []


def test_tokens_are_counted_in_czech_and_polish():
    told = says(marked("{laid} was laid, the price is {price}"), laid=heap_of(1), price=heap_of(2))

    with override("cs"):
        assert "1× kupec" in detail_words(told) or "1× obchodník" in detail_words(told)
    with override("pl"):
        assert gettext("traders") not in detail_words(told)


def test_a_progress_card_that_nobody_saw_has_words():
    assert name_of(0, 10_000) == "unseen card"


def test_what_is_asked_and_expected_is_in_the_words_of_the_booklet():
    """The recorder's questions, and errors of reading a record."""
    header = cities_table.lines("1 Anna 3+3y").header
    with override("cs"):
        asked = [field["label"] for verb in verbs_of(header).values() for field in verb["fields"]]
        with pytest.raises(Misread) as misread:
            read_typed(Record(header, ()), 0, "R")

    said = " ".join((*asked, str(misread.value))).casefold()
    assert "silnic" in said
    assert "cest" not in said.replace("obchodní cest", "")


def test_a_mistake_in_a_text_is_told_in_the_words_of_the_booklet():
    text = table.head("cities-knights") + "Anna S b2s R"
    with override("cs"), pytest.raises(Unreadable) as refused:
        read(text.encode())

    said = " ".join(one.expected for one in refused.value.mistakes)
    assert said
    assert "cest" not in said
