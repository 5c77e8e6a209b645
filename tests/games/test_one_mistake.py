"""One mistake in a legal record is one finding; what else is found is marked as following from it.

A referee who reads the verdict counts the findings that are not marked.
"""

from __future__ import annotations

import random

import pytest

from games.engine import rulesets
from games.engine.core import Record
from games.engine.replay import replay
from tests.games.rulesets import mutations, test_card_game_mutations
from tests.games.rulesets.dice_game import test_mutations as dice_mutations

ISLANDS = [ruleset.key for ruleset in rulesets.RULESETS if ruleset.viewer == "island"]


def unmarked(key, record):
    """The findings that do not follow from another one."""
    found = replay(rulesets.by_key(key), record).violations
    return [(one.at, one.rule.id, str(one.detail)) for one in found if not one.follows]


def check_islands(key, games, changes, most):
    """Of so many changes of so many games; how many are findings."""
    rules, found = rulesets.by_key(key), 0
    for seed in range(games):
        game = mutations.played(rules, seed, most)
        for number in range(changes):
            record, _at = mutations.changed(rules, game, 1000 * seed + number)
            told = unmarked(key, record)
            assert len(told) <= 1, told
            found += len(told)
    return found


@pytest.mark.parametrize("key", ISLANDS)
def test_one_change_of_an_island_game_is_at_most_one_finding(key):
    assert check_islands(key, games=1, changes=12, most=150) > 5


@pytest.mark.prove
@pytest.mark.parametrize("key", ISLANDS)
def test_the_same_of_many_island_games(key):
    assert check_islands(key, games=4, changes=60, most=400) > 150


def changed_cards(seed):
    record, _at = test_card_game_mutations.changed(seed)
    return "card-game", record


def changed_sheets(seed):
    chance = random.Random(seed)
    legal = dice_mutations.played(chance.randrange(40), 3)
    while True:
        verb, mutate = chance.choice(dice_mutations.ALL)
        at = chance.choice([at for at, one in enumerate(legal.actions) if one.verb == verb])
        instead = mutate(chance, legal.actions[at])
        if instead is not None:
            actions = (*legal.actions[:at], instead, *legal.actions[at + 1 :])
            return "dice", Record(legal.header, actions)


@pytest.mark.parametrize("changed", [changed_cards, changed_sheets])
@pytest.mark.parametrize(
    "seeds",
    [
        range(40),
        pytest.param(range(40, 200), marks=pytest.mark.prove),
        pytest.param(range(200, 600), marks=[pytest.mark.prove, pytest.mark.long]),
    ],
)
def test_one_change_of_cards_or_sheets_is_at_most_one_finding(changed, seeds):
    found = [unmarked(*changed(seed)) for seed in seeds]

    assert [told for told in found if len(told) > 1] == []
    assert sum(map(bool, found)) > len(seeds) / 2


def test_a_result_that_does_not_fit_a_game_with_a_mistake_follows_from_that():
    """Here the mistake is the last thing that was done."""
    rules = rulesets.by_key("base")
    for seed in range(6):
        game = mutations.played(rules, seed, 120)
        wrong = game.header.points[0] + 1, *game.header.points[1:]
        header = type(game.header)(**{**vars(game.header), "points": wrong})
        twice = Record(header, (*game.actions, game.actions[0]))

        assert len(unmarked("base", twice)) == 1
