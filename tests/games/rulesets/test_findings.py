"""What is said of broken rules: each of them alone, with the players, places and cards meant."""

from __future__ import annotations

import pytest

from games.engine import rulesets
from games.engine.core import Action
from games.engine.rulesets.base.packed import KNIGHT, ONE
from tests.games.rulesets.table import actions_of, after
from tests.games.rulesets.test_base import FOUR, FULL_HAND, having, laid_out, rolled, seven

BASE = rulesets.by_key("base")


def findings(state, line):
    """Rule and sentence of what the last action of the line breaks; `!` if it cannot have been."""
    *before, last = actions_of(line).actions
    for action in before:
        assert BASE.play(state, action) == (), action
    return [
        f"{broken.rule.id} {broken.detail}{'!' if broken.detail.impossible else ''}"
        for broken in BASE.broken(state, last)
    ]


@pytest.mark.parametrize(
    ("given", "line", "said"),
    [
        # The roll
        ({}, "1 Anna 13", ["B-022 two dice do not show 13!"]),
        ({}, "1 Anna 7+1", ["B-022 two dice do not show 7+1!"]),
        ({}, "1 Anna 0+8", ["B-022 two dice do not show 0+8!"]),
        ({"lines": ("1 Anna 8 /",)}, "2 Cyril 8", ["B-065 Ben is next"]),
        (rolled(), "1 Anna 8", ["B-067 Anna has rolled already"]),
        (rolled(), "1 Ben 8", ["B-067 Anna has not ended the turn"]),
        (
            rolled(),
            "1 Cyril 8",
            ["B-065 Ben is next", "B-067 Anna has not ended the turn"],
        ),
        # What it brings
        (
            {},
            "1 Anna 4 +Anna:GG +Ben:L +Cyril:LG",
            ["B-074 Anna took 2 of grain, due is 1"],
        ),
        (
            {"bank": {"G": 1}},
            f"1 Anna 4 {FOUR}",
            ["B-082 Anna took 1 of grain, due is 0"],
        ),
        (
            {"bank": {"G": 0, "L": 2}},
            "1 Anna 4 +Anna:G +Ben:L +Cyril:L",
            ["B-082 Anna took 1 of grain, due is 0"],
        ),
        # Discards
        (
            seven(hands=FULL_HAND),
            "1 Anna X Ben BBB K d4",
            ["B-087 cards are still to be discarded: Ben (1)"],
        ),
        (
            seven(hands=FULL_HAND),
            "1 Anna X Ben BBB X Ben LL",
            ["B-087 Ben discards 2, still due are 1"],
        ),
        (seven(hands=FULL_HAND), "1 Anna X Ben BBBBL", ["B-087 Ben discards 5, due are 4"]),
        (seven(hands=FULL_HAND), "1 Anna X Ben 0", ["B-087 Ben discards 0, due are 4"]),
        (
            seven(hands=FULL_HAND),
            "1 Anna X Ben WWWW",
            ["B-088 Ben holds 4× brick, 4× lumber, not 4× wool!"],
        ),
        (
            seven(hands=FULL_HAND),
            "1 Anna X Anna L",
            ["B-086 Anna discards 1, due are none; cards in the hand: 3"],
        ),
        (rolled(), "1 Anna X Ben L", ["B-090 no discards are due"]),
        # The robber
        (
            seven(hands=FULL_HAND),
            "1 Anna K d4",
            ["B-091 cards are still to be discarded: Ben (4)"],
        ),
        (rolled(), "1 Anna K d4", ["B-092 nothing moves the robber now"]),
        (seven(), "1 Anna K c3", ["B-092 the robber stands on c3 already"]),
        (having(KNIGHT), "1 Anna N c3", ["B-170 the robber stands on c3 already"]),
        (seven(), "1 Ben K d4", ["B-092 Anna moves the robber"]),
        (having(KNIGHT), "1 Anna N Ben: K d4", ["B-170 Anna moves the robber"]),
        (seven(), "1 Anna K c1", ["B-094 nobody is named; beside the robber are: Cyril"]),
        (seven(), "1 Anna K b4", ["B-094 nobody is named; beside the robber are: Ben, Cyril"]),
        (seven(), "1 Anna K c1<Cyril", ["B-094 Cyril has cards, and none is taken"]),
        (seven(), "1 Anna K d4<Cyril:W", ["B-096 Cyril has no building at d4"]),
        (
            seven(),
            "1 Anna K b2<Anna:W",
            ["B-096 Anna is named as the one who takes the card and as the one who loses it"],
        ),
        (seven(hands={"Cyril": ""}), "1 Anna K c1<Cyril:W", ["B-097 Cyril has no cards!"]),
        (
            seven(),
            "1 Anna K c1<Cyril:O",
            ["B-094 Cyril holds 1× lumber, 1× wool, 1× grain, not 1× ore!"],
        ),
    ],
)
def test_a_finding_names_players_places_and_cards(given, line, said):
    assert findings(laid_out(given), line) == said


@pytest.mark.rule("B-080")
@pytest.mark.parametrize(("cards", "told"), [(100, {"B-074": False}), (101, {"B-080": True})])
def test_a_hundred_cards_more_than_the_bank_has_are_not_found_under_a_table(cards, told):
    state = after(bank={"B": 0})
    roll = Action(0, "roll", (2, 0, 0), gains=(ONE[0] * cards, 0, 0))

    found = {broken.rule.id: broken.detail.impossible for broken in BASE.broken(state, roll)}

    assert found == told
