"""The matrix of what is played together: each cell is played to its end, or refused by its row."""

from __future__ import annotations

import random

import pytest
from django.utils import translation

from games.engine import record, rulesets
from games.engine.core import NotARecord, RuledOut
from games.engine.document import read_document, write_document
from games.engine.replay import replay
from games.wording.engine import expected_words
from tests.games.rulesets.table import BOARD, SIX
from tests.games.rulesets.test_every_ruleset import played
from tests.rules import matrix

CELLS = matrix()

PLAYED = ["+".join(filter(None, cell)) for cell, rule in CELLS.items() if not rule]

REFUSED = {"+".join(filter(None, cell)): rule for cell, rule in CELLS.items() if rule}

ISLANDS = [key for key in PLAYED if rulesets.by_key(key).viewer == "island"]
"""The dice game and the card game come to their end in tests of their own."""

SEATS = '[Seats "Anna=red Ben=blue Cyril=white"]'


def test_what_is_played_has_its_rule_set_and_nothing_else_has():
    assert {frozenset(key.split("+")) for key in PLAYED} == {
        frozenset(ruleset.key.split("+")) for ruleset in rulesets.RULESETS
    }
    assert all(rulesets.by_key(ruleset.key) is ruleset for ruleset in rulesets.RULESETS)


@pytest.mark.parametrize("key", PLAYED)
def test_the_parts_are_named_in_any_order(key):
    parts = key.split("+")
    random.Random(key).shuffle(parts)

    assert rulesets.by_key("+".join(parts)) is rulesets.by_key(key)


@pytest.mark.rule("EB-002", "SC-002")
@pytest.mark.parametrize("key", ISLANDS)
def test_a_random_legal_game_of_the_parts_comes_to_its_end(key):
    plays_to_its_end(key, seed=1)


@pytest.mark.prove
@pytest.mark.parametrize("key", ISLANDS)
@pytest.mark.parametrize("seed", range(2, 12))
def test_more_games_of_the_parts_come_to_their_end(key, seed):
    plays_to_its_end(key, seed)


def plays_to_its_end(key, seed):
    ruleset = rulesets.by_key(key)

    game, state = played(ruleset, seed, most=8000)

    assert state.ended == "won"
    assert replay(ruleset, game).valid
    read = record.parse(record.write(game, ruleset.notation), rulesets.by_key)
    assert tuple(action._replace(line=0) for action in read.actions) == game.actions
    assert read_document(write_document(game, ruleset.notation), rulesets.by_key) == game


@pytest.mark.rule("CK-021", "EB-002", "SC-002")
@pytest.mark.parametrize(("key", "rule"), REFUSED.items())
def test_what_the_documents_rule_out_is_refused_with_the_row(key, rule):
    with pytest.raises(RuledOut) as ruling:
        rulesets.by_key(key)

    assert ruling.value.rule == rule
    headers = {"Ruleset": key, "Seats": "Anna=red Ben=blue Cyril=white"}
    for refused in (
        lambda: record.parse(f'{SEATS}\n[Ruleset "{key}"]\n', rulesets.by_key),
        lambda: read_document({"headers": headers, "actions": []}, rulesets.by_key),
    ):
        with pytest.raises(NotARecord) as refusal:
            refused()
        (mistake,) = refusal.value.errors
        with translation.override("en"):
            assert f"({rule})" in expected_words(mistake)


def test_parts_that_nobody_knows_are_no_combination():
    with pytest.raises(KeyError) as unknown:
        rulesets.by_key("base+mittens")

    assert not isinstance(unknown.value, RuledOut)


@pytest.mark.parametrize(
    ("key", "near"),
    [
        ("santa", "base+santa"),
        ("BASE + Santa", "base+santa"),
        ("base,santa", "base+santa"),
        ("base+santa+santa", "base+santa"),
        ("base+base56", "base56"),
        ("base+seafarers+cities-knights", "cities-knights+seafarers"),
        ("best-friends", "base+best-friends"),
        ("cities-and-knights", "cities-knights"),
        ("bunny", "base+easter-bunny"),
    ],
)
def test_a_rule_set_that_is_written_otherwise_is_told(key, near):
    with pytest.raises(NotARecord) as refusal:
        record.parse(f'{SEATS}\n[Ruleset "{key}"]\n', rulesets.by_key)

    (mistake,) = refusal.value.errors
    assert mistake.suggestion.split(", ")[0] == near


@pytest.mark.rule("CK-021", "BF-001", "BF-002", "CG-005")
@pytest.mark.parametrize(
    ("key", "count", "expected"),
    [
        ("base", 2, "3 to 4 players, not 2"),
        ("base+best-friends", 5, "3 to 4 players, not 5 (BF-001, BF-002)"),
        ("cities-knights", 5, "3 to 4 players, not 5 (CK-021)"),
        ("card-game", 7, "2 to 6 players, not 7 (CG-005)"),
    ],
)
def test_too_many_or_too_few_players_are_told_how_many_play(key, count, expected):
    seats = " ".join(SIX[:count]) if count < 7 else " ".join((*SIX, "Gita"))
    text = f'[Ruleset "{key}"]\n[Seats "{seats}"]\n{BOARD if key != "card-game" else ""}'

    with pytest.raises(NotARecord) as refusal:
        record.parse(text, rulesets.by_key)

    (mistake,) = refusal.value.errors
    with translation.override("en"):
        assert expected_words(mistake) == expected
