"""Photographed tables with so many unseen cards that only bounds of them are kept."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import pytest

from games.engine import branches, hands, parting, rulesets, worlds
from games.engine.replay import replay
from games.engine.rulesets.base import laying
from games.engine.rulesets.base.packed import ONE, UNKNOWN, kinds, pack_cards
from tests.games.rulesets.filled_tables import fillings
from tests.games.rulesets.large_hands import face_down, long_game, without_gains
from tests.games.rulesets.mutations import changed
from tests.games.rulesets.possibilities import all_states, hands_may_be
from tests.samples import at_length

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


# Small ones, held against every way to fill them in


def partly_face_down(game, most):
    """The table with up to so many cards of each of two hands unseen."""
    position = game.header.position
    held = [
        replace(one, hand=hidden_of(one.hand, most if seat < 2 else 0))
        for seat, one in enumerate(position.held)
    ]
    return game._replace(header=replace(game.header, position=replace(position, held=tuple(held))))


def hidden_of(hand, most):
    some = kinds(hand)[:most]
    return hand - pack_cards(some) + len(some) * ONE[UNKNOWN]


def first_broken(ruleset, game):
    """Where the game breaks a rule first; behind the last action if it breaks none."""
    found = replay(ruleset, game, first=True).violations
    return found[0].at if found else len(game.actions)


@cache
def with_hands_face_down(key, most, seed):
    """A game, and where the last way to fill in its hands breaks a rule."""
    ruleset = rulesets.by_key(key)
    game = long_game(ruleset, seed, 5, 16)
    if seed % 3:
        game, _where = changed(ruleset, game, seed)
    game = partly_face_down(without_gains(game) if seed % 2 else game, most)
    return game, max(first_broken(ruleset, one) for one in fillings(ruleset, game))


@pytest.mark.parametrize("key", ["base", "cities-knights"])
@pytest.mark.parametrize("most", [1, 2])
@pytest.mark.parametrize("seed", at_length(range(12), after=4))
@pytest.mark.parametrize("bounds", [False, True])
def test_a_game_is_accused_where_the_last_way_to_fill_it_in_ends(
    key, most, seed, bounds, monkeypatch
):
    """Where only bounds are kept it may be later, or not at all."""
    game, due = with_hands_face_down(key, most, seed)
    if bounds:
        for module in (branches, worlds):
            monkeypatch.setattr(module, "MOST", 1)
        monkeypatch.setattr(hands, "FEW", 0)
        monkeypatch.setattr(parting, "SEVERAL", 0)
        monkeypatch.setattr(laying, "KEPT", 1)
    elif most == 1:
        monkeypatch.setattr(laying, "KEPT", 10**6)

    accused = first_broken(rulesets.by_key(key), game)

    assert accused == due if most == 1 and not bounds else accused >= due
