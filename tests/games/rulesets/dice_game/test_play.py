"""What must hold in every dice game, whatever is rolled."""

from __future__ import annotations

import json
import random

import pytest

from games.engine import record, rulesets
from games.engine.core import Record
from games.engine.document import read_document, write_document
from games.engine.replay import replay
from games.engine.rulesets.dice_game import RULESET
from tests.games.rulesets.dice_game.chance import any_action, game, legal_action, new_game

SEEDS = range(12)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_of_listed_actions_is_legal_and_its_points_add_up(seed):
    played, state = game(seed)

    report = replay(RULESET, played)

    assert report.valid, report.violations
    assert report.ended == "won"
    for seat in state.seats:
        entries = state.sheet.points(state.marks[seat])
        crosses = state.boxes[seat].count(None)
        assert sum(report.points[seat].values()) == entries - 2 * crosses == state.total(seat)
        assert report.points[seat]["other entries"] == 0


@pytest.mark.parametrize("seed", SEEDS)
def test_its_text_and_its_json_are_read_back(seed):
    played, _ = game(seed)

    text = record.write(played, RULESET.notation)
    document = json.loads(json.dumps(write_document(played, RULESET.notation)))

    for read in (
        record.parse(text, rulesets.by_key),
        read_document(document, rulesets.by_key),
    ):
        assert tuple(action._replace(line=0) for action in read.actions) == played.actions
        assert read.header == played.header
    assert record.write(record.parse(text, rulesets.by_key), RULESET.notation) == text


@pytest.mark.parametrize("seed", SEEDS)
def test_the_quick_test_says_no_exactly_if_a_check_says_why(seed):
    """Actions of any kind in positions of any kind: those that break a rule are played, too."""
    chance = random.Random(seed)
    state = new_game(chance)
    for step in range(200):
        for _ in range(6):
            action = any_action(state, chance)
            broken = RULESET.broken(state, action)
            allowed = RULESET.verbs[action.verb].allowed(state, action)
            assert allowed == (not broken), (action, broken)
        if step % 3 == seed % 3 and action.verb != "abandon":
            RULESET.play(state, action)
        following = legal_action(state, chance)
        if following is None:
            break
        RULESET.play(state, following)


@pytest.mark.parametrize("seed", SEEDS)
def test_any_actions_at_all_have_a_text_that_is_read_back(seed):
    chance = random.Random(seed)
    state = new_game(chance)
    actions = []
    for _ in range(60):
        action = any_action(state, chance)
        if action.verb not in ("abandon", "marked"):
            RULESET.play(state, action)
            actions.append(action)
    played = Record(state.header, tuple(actions))

    document = json.loads(json.dumps(write_document(played, RULESET.notation)))

    assert read_document(document, rulesets.by_key).actions == played.actions
    text = record.write(played, RULESET.notation)
    again = record.parse(text, rulesets.by_key)
    assert record.write(again, RULESET.notation) == text


def test_a_copy_of_a_state_goes_its_own_way():
    chance = random.Random(7)
    state = new_game(chance, players=2)
    for _ in range(60):
        RULESET.play(state, legal_action(state, chance))
    twin, before = state.copy(), vars_of(state)

    for _ in range(40):
        action = legal_action(twin, chance)
        if action is not None:
            RULESET.play(twin, action)

    assert vars_of(state) == before
    assert vars_of(twin) != before


def vars_of(state):
    names = [name for name in type(state).__slots__ if name != "dice"]
    dice = {name: str(getattr(state.dice, name)) for name in type(state.dice).__slots__}
    return {name: str(getattr(state, name)) for name in names} | dice
