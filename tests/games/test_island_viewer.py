"""The viewer of an island tells of a moment of Cities & Knights what the base game has not."""

from __future__ import annotations

from django.utils import translation

from games.viewers.island import dice, hands_of, held
from games.viewers.viewer import Scene
from tests.games.rulesets.cities_table import FOUNDED, RULES, after, lines

LINE = "1 Anna 3+6b"


def scene(**given):
    game = lines(*FOUNDED, LINE)
    return Scene(RULES, game.header, game.actions, after(LINE, **given), len(game.actions))


def test_the_two_dice_that_produce_are_shown():
    pictures, total = dice(scene())

    assert (len(pictures), total) == (2, "9")


def test_commodities_and_progress_cards_are_named():
    with translation.override("en"):
        anna, *_ = hands_of(scene(hands={"Anna": "LLMP"}, progress={"Anna": "Mi Mi Sp"}))

    assert [(pile.name, pile.count) for pile in anna.resources if pile.count] == [
        ("lumber", 2),
        ("coin", 1),
        ("paper", 1),
    ]
    assert [(pile.name, pile.count) for pile in anna.development] == [("Spy", 1), ("Mining", 2)]
    assert anna.cards == 4


def test_the_recorder_is_told_of_commodities():
    anna, *_ = held(after(hands={"Anna": "LMM"}))

    assert (anna["lumber"], anna["coin"]) == (1, 2)
