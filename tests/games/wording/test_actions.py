"""What an action is about, in words."""

from pathlib import Path

import pytest
from django.utils import translation

import games
from games.engine import rulesets
from games.engine.record import parse, table_of
from games.wording.actions import facts_in_words


@pytest.fixture(autouse=True)
def _in_english():
    with translation.override("en"):
        yield


SAMPLES = Path(games.__file__).parent / "samples"


@pytest.mark.parametrize(
    ("sample", "verb", "words"),
    [
        ("kept", "bank", "4× grain → 1× wool"),
        ("kept", "deal", "Anna, 1× lumber → 1× grain"),
        ("kept", "buy", "not seen"),
        ("kept", "robber", "b3, Ben, not seen"),
        ("cities", "roll", "4+3, ship"),
        ("cities", "improve", "science, 1"),
        ("cities", "move_knight", "b2s → d1se"),
        ("cities-at-sea", "deserter", "e4se"),
        ("dice", "roll", "3× grain, 3× ore"),
        ("dice", "exchange", "1× wool ← 2× gold"),
        ("dice", "build", "Knight 1"),
        ("cards", "swap", "Anna, 1× not seen → 1× not seen"),
        ("cards", "city", "2× grain, 3× ore, Thief attack"),
        ("best-friends", "tokens", "Anna"),
        ("best-friends", "traders", "1× wagon, 1× ore → 1× wool"),
        ("easter-bunny", "exchange_tokens", "2 → 1× grain"),
    ],
)
def test_the_first_action_of_a_kind_is_told_in_words(sample, verb, words):
    game = parse((SAMPLES / f"{sample}.txt").read_text(encoding="utf-8"), rulesets.by_key)
    ruleset = rulesets.by_key(game.header.ruleset)
    action = next(one for one in game.actions if one.verb == verb)

    assert facts_in_words(ruleset, table_of(game.header, ruleset.notation), action) == words
