"""Verdicts on records with unseen cards are what all ways to fill them in say.

`python -m tests.games.oracle` asks for many more, with any seed.
"""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from itertools import islice

import pytest

from games.engine import rulesets
from games.engine.core import Action
from games.engine.replay import replay
from games.engine.rulesets.base.packed import ONE, UNKNOWN
from games.engine.verdicts import verdict_of
from tests.games.oracle.comparing import differences
from tests.games.oracle.families import COMBINATIONS, FAMILIES, disagreements, games_of
from tests.games.oracle.judging import FILLINGS, TooMany, judge
from tests.games.oracle.short_games import kit_of
from tests.games.rulesets import card_table, cities_table
from tests.games.rulesets.table import actions_of, after

CELLS = [*(cell for cells in FAMILIES.values() for cell in cells), *COMBINATIONS]

in_every_cell = pytest.mark.parametrize("cell", CELLS, ids="+".join)

FAMILY, COMBINATION = 150, 16
"""Records of the sample."""


@pytest.mark.parametrize("family", FAMILIES)
def test_a_few_verdicts_are_those_of_the_oracle(family):
    assert list(map(str, disagreements(FAMILIES[family][0], 1, 8))) == []


@pytest.mark.prove
@in_every_cell
@pytest.mark.parametrize("seed", [2])
def test_verdicts_are_those_of_the_oracle(cell, seed):
    count = COMBINATION if cell in COMBINATIONS else FAMILY
    assert list(map(str, disagreements(cell, seed, count))) == []


@pytest.mark.prove
@pytest.mark.parametrize("family", FAMILIES)
def test_about_half_of_the_short_games_are_illegal(family):
    """A sample that is legal, or illegal, nearly always would prove little."""
    games = games_of(FAMILIES[family][0], 3)

    truths = list(islice(judged(games), 32))

    assert 6 <= sum(truth.at is None for truth in truths) <= 26


def judged(games):
    """What is true of each game of which the oracle can say it."""
    for game in games:
        with suppress(TooMany):
            yield judge(game.ruleset, game.start, game.header, game.tail)


@pytest.mark.prove
@pytest.mark.parametrize("cell", [cell for cell in CELLS if cell != ("dice",)], ids="+".join)
@pytest.mark.parametrize("seed", [4])
def test_long_games_with_every_card_hidden_are_never_accused(cell, seed):
    assert hidden_game_is_legal(cell, seed)


def hidden_game_is_legal(cell, seed):
    """Of up to 900 actions; where too much is open, the verdict says from where on."""
    ruleset = rulesets.by_key(cell[0])
    kit, dice = kit_of(ruleset), random.Random(seed)
    game = kit.long_game(cell, seed)
    actions = tuple(kit.veiled(action, dice, 1) for action in game.actions[:900])
    fillings = FILLINGS[ruleset.viewer]
    assert any(map(fillings.hides, actions))

    report = replay(ruleset, game._replace(actions=actions))

    verdict = verdict_of(report)
    assert ("not_checked_from" in verdict) == (report.lost is not None)
    return verdict["valid"]


# The oracle itself


def test_records_that_leave_too_many_ways_open_are_counted_with_why(monkeypatch):
    monkeypatch.setattr("tests.games.oracle.judging.MOST_LOOKED_THROUGH", 1)
    skipped = Counter()

    assert list(disagreements(("dice",), 1, 8, skipped)) == []

    assert set(skipped) == {"more than 1 ways before dice that nobody saw"}
    assert 0 < sum(skipped.values()) <= 8


BASE = rulesets.by_key("base")


def told(given, *lines):
    """What the oracle says of lines at a table."""
    state = after(**given)
    return judge(BASE, state, state.header, actions_of(*lines).actions)


def test_a_theft_may_be_of_any_card_that_the_victim_has():
    state = after(hands={"Anna": "L", "Ben": "BO"})
    theft = Action(0, "robber", (0, 1, UNKNOWN))

    kinds = [filled.facts[2] for filled in FILLINGS["island"].of(state, theft)]

    assert kinds == [0, 4]


def test_a_discard_may_be_of_any_cards_of_the_hand():
    state = after(hands={"Anna": "LLOOOOOO"})
    discard = Action(0, "discard", (3 * ONE[UNKNOWN] + ONE[4],))

    ways = {filled.facts[0] for filled in FILLINGS["island"].of(state, discard)}

    assert ways == {
        2 * ONE[1] + 2 * ONE[4],
        ONE[1] + 3 * ONE[4],
        4 * ONE[4],
    }


def test_what_is_the_same_in_all_legal_ways_is_proved():
    truth = told({"hands": {"Anna": "L", "Ben": "BO"}}, "1 Anna 7 K a3<Ben:? R e1w")

    assert truth.at is None
    assert truth.proved == {1: (ONE[0],)}


def test_what_no_way_allows_is_illegal_at_that_action():
    truth = told({"hands": {"Anna": "L", "Ben": "OO"}}, "1 Anna 7 K a3<Ben:? R e1w")

    assert (truth.at, truth.rules) == (2, {"B-122"})


@pytest.mark.parametrize(("behind", "at"), [("GIVES-UP", None), ("STOP", None), ("/", 1)])
def test_a_theft_is_not_asked_for_where_the_game_is_broken_off_behind_it(behind, at):
    given = {"hands": {"Anna": "L", "Ben": "OO"}}

    assert told(given, f"1 Anna 7 K a3 {behind}").at == at


def test_points_are_those_of_the_best_and_of_the_worst_way():
    truth = told({"hands": {"Anna": "WGO"}}, "1 Anna 12 D ?")

    assert (truth.least, truth.most) == ([2, 2, 2], [3, 2, 2])


def test_unseen_cards_that_do_not_pay_are_told_as_the_price_and_by_a_guess_as_commodities():
    """What Anna gets is a commodity in any way, and never brick."""
    cities = rulesets.by_key("cities-knights")
    state = cities_table.after("1 Anna 1+1y", hands={"Anna": "LO", "Ben": "CP"})
    actions = cities_table.lines("1 Anna P Ben O<>? R e1w").actions

    truth = judge(cities, state, state.header, actions)

    assert truth.rules == {"CK-034", "CK-296"}
    assert differences(cities, state, state.header, actions) == []


@pytest.mark.parametrize("told", [Action(0, "show", (1,)), Action(0, "claim")])
@pytest.mark.parametrize("later", [(), ("2 Ben 12", "3 Cyril 12", "4 Anna 12")])
def test_a_win_shown_too_late_was_one_before_the_game_went_on(later, told):
    """The card that Anna bought and tells of turns later was her third point of three."""
    state = after(hands={"Anna": "WGO"})
    state.target = 3
    actions = actions_of("1 Anna 12 D ?", *later).actions

    truth = judge(BASE, state, state.header, (*actions, told))

    assert (truth.at is None) == (not later)
    assert bool(truth.shown_late) == bool(later)
    assert differences(BASE, state, state.header, (*actions, told)) == []


def test_a_win_is_shown_too_late_whatever_others_did_before():
    """Without the win it is Ben who breaks the first rule, and Anna could not show the card."""
    state = after(hands={"Anna": "WGO"})
    state.target = 3
    bought = actions_of("1 Anna 12 D ?").actions
    actions = (*bought, Action(0, "bell"), Action(1, "end_turn"), Action(0, "show", (1,)))

    truth = judge(BASE, state, state.header, actions)

    assert truth.at == len(bought) + 1
    assert truth.shown_late == {len(bought)}
    assert differences(BASE, state, state.header, actions) == []


def test_a_result_that_tells_of_a_win_is_late_when_the_game_went_on():
    state = after(hands={"Anna": "WGO"})
    state.target = 3
    actions = actions_of("1 Anna 12 D ?", "2 Ben 12").actions
    header = replace(state.header, points=(3, 2, 2))

    truth = judge(BASE, state, header, actions)

    assert truth.shown_late == {3}
    assert differences(BASE, state, header, actions) == []


def test_the_engine_is_held_to_account(monkeypatch):
    """An engine that lets everything pass is found out."""
    state = after(hands={"Anna": "L", "Ben": "OO"})
    actions = actions_of("1 Anna 7 K a3<Ben:? R e1w").actions

    assert differences(BASE, state, state.header, actions) == []

    monkeypatch.setattr("games.engine.hands.HiddenCards.play", lambda *_all: ())
    assert differences(BASE, state, state.header, actions) != []


def test_an_engine_of_the_card_game_that_proves_nothing_is_found_out():
    cards = rulesets.by_key("card-game")
    state = card_table.after(players=2, hands={"Anna": "WL", "Ben": "BG"})
    actions = card_table.record_of("1 Anna P Ben W>? R BL", players=2).actions
    silent = replace(cards, proved=lambda state, actions: ())

    assert differences(cards, state, state.header, actions) == []
    assert differences(silent, state, state.header, actions) != []
