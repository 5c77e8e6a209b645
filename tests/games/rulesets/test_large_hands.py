"""Photographed tables with so many unseen cards that only bounds of them are kept."""

from __future__ import annotations

import random

import pytest

from games.engine import rulesets
from games.engine.replay import replay
from tests.games.rulesets.large_hands import face_down, long_game, without_gains
from tests.games.rulesets.possibilities import all_states, hands_may_be

KEYS = ("base", "base56", "seafarers", "cities-knights", "cities-knights+seafarers")

LONG = 1000
"""Actions, of some 250 turns."""


@pytest.mark.parametrize("cards", [9, 12, 15])
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("odds", [0.0, 0.5])
def test_cities_and_knights_is_followed_for_hundreds_of_turns(cards, seed, odds):
    ruleset = rulesets.by_key("cities-knights")
    game = long_game(ruleset, seed, cards, LONG)
    seen = face_down(game, random.Random(seed), odds)

    for record in (seen, without_gains(seen)):
        report = replay(ruleset, record)

        assert report.violations == []
        assert report.whole


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("cards", [3, 9, 13])
def test_what_is_kept_allows_the_cards_that_there_were(key, seed, cards):
    ruleset = rulesets.by_key(key)
    chance = random.Random(seed)
    game = long_game(ruleset, seed, cards, 250)
    told = face_down(game, chance, chance.choice((0.3, 1.0)))
    if seed % 2:
        game, told = without_gains(game), without_gains(told)
    truth, state = ruleset.setup(game.header), ruleset.setup(told.header)

    for action, seen in zip(game.actions, told.actions, strict=True):
        ruleset.play(truth, action)

        assert ruleset.play(state, seen) == (), seen
        if state.unseen.lost is not None:
            break
        assert any(hands_may_be(ruleset, branch, truth) for branch in all_states(state)), seen
