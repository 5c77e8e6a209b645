"""Games that are played out by the rule of thumb, to guess what a sheet is worth."""

import pytest

from games.engine.rulesets.dice_game.calculator.playing import Playing
from games.engine.rulesets.dice_game.calculator.value import Values
from games.engine.rulesets.dice_game.sheet import STANDARD

FULL = (1 << len(STANDARD.symbols)) - 1


def test_the_same_seed_plays_the_same_games():
    one, other = (Playing(STANDARD).estimate(STANDARD.start, 0, 4, games=5) for _ in range(2))

    assert one == other


def test_a_full_sheet_gets_a_cross_each_turn():
    assert Playing(STANDARD).estimate(FULL, 0, 6, games=3).points == pytest.approx(-12)


def test_no_turn_is_worth_nothing():
    assert Playing(STANDARD).estimate(STANDARD.start, 0, 0, games=3).points == 0


def test_what_is_played_out_is_near_to_best_play_and_not_above_it():
    marks = STANDARD.start | 0b111
    exact = Values(STANDARD).of(marks, 0, 3)

    estimate = Playing(STANDARD).estimate(marks, 0, 3, games=300)

    assert exact - 2 < estimate.points < exact + 4 * estimate.error
