"""What must hold in every rule set, whatever is played."""

from __future__ import annotations

import inspect
import random
import re
from types import FunctionType

import pytest

from games.engine import record, rulesets
from games.engine.core import Action, Record
from games.engine.replay import replay
from games.engine.rulesets.base.packed import PLACE, UNKNOWN
from games.engine.rulesets.base.places import bits
from games.engine.rulesets.base.state import BaseState
from tests.games.rulesets import mutations
from tests.games.rulesets.chance import any_action, legal_action, new_game
from tests.games.rulesets.steered import Players

every_ruleset = pytest.mark.parametrize(
    "ruleset", rulesets.RULESETS, ids=[ruleset.key for ruleset in rulesets.RULESETS]
)

ISLANDS = [ruleset for ruleset in rulesets.RULESETS if ruleset.viewer == "island"]

on_every_island = pytest.mark.parametrize(
    "ruleset", ISLANDS, ids=[ruleset.key for ruleset in ISLANDS]
)

LEAVING = {"abandon", "concede", "bell"}


def played(ruleset, seed, most=700):
    """A legal game: its record, and the last state."""
    chance = random.Random(seed)
    state = new_game(ruleset, chance)
    actions = []
    while len(actions) < most:
        action = legal_action(ruleset, state, chance)
        if action is None:
            break
        assert ruleset.play(state, action) == (), action
        actions.append(action)
    return Record(state.header, tuple(actions)), state


@on_every_island
@pytest.mark.parametrize("seed", range(3))
def test_a_game_of_listed_actions_is_legal_and_conserves_its_cards(ruleset, seed):
    game, state = played(ruleset, seed)

    report = replay(ruleset, game)

    assert report.valid
    total = ruleset.setup(game.header).bank_counts()
    kinds = [kind for kind in range(9) if kind != UNKNOWN][: len(total)]
    hands = [sum(hand >> 8 * kind & PLACE for hand in state.hands) for kind in kinds]
    assert tuple(a + b for a, b in zip(hands, state.bank_counts(), strict=True)) == total
    assert [sum(state.make_up(seat).values()) for seat in state.seats] == state.points


@on_every_island
@pytest.mark.parametrize("seed", range(3))
def test_its_text_is_read_back(ruleset, seed):
    game, _ = played(ruleset, seed)

    text = record.write(game, ruleset.notation)
    read = record.parse(text, rulesets.by_key)

    assert tuple(action._replace(line=0) for action in read.actions) == game.actions
    assert len(text) < 40 * 1024


@pytest.mark.rule("B-080")
@on_every_island
@pytest.mark.parametrize("seed", range(8))
def test_the_quick_test_says_no_exactly_if_a_check_says_why(ruleset, seed):
    """Actions of any kind in positions of any kind: those that break a rule are played, too."""
    chance = random.Random(seed)
    state = new_game(ruleset, chance)
    for step in range(250):
        for _ in range(4):
            action = any_action(ruleset, state, chance)
            broken = ruleset.broken(state, action)
            allowed = ruleset.verbs[action.verb].allowed(state, action)
            assert allowed == (not broken), (action, broken)
        if step % 7 == seed % 7 and action.verb not in LEAVING:
            ruleset.play(state, action)
        following = legal_action(ruleset, state, chance)
        if following is None:
            break
        assert ruleset.play(state, following) == (), following


@on_every_island
def test_the_quick_test_says_the_same_of_a_game_with_an_action_changed(ruleset):
    """The game goes on after what was changed, in positions that no legal game comes to."""
    legal = mutations.played(ruleset, 11, 120)
    for seed in range(4):
        game, _at = mutations.changed(ruleset, legal, seed)
        state = ruleset.setup(game.header)
        for action in game.actions:
            broken = ruleset.broken(state, action)
            allowed = ruleset.verbs[action.verb].allowed(state, action)
            assert allowed == (not broken), (action, broken)
            if any(one.detail.impossible for one in broken):
                break
            ruleset.play(state, action)


IN_EVERY_TURN = {
    *("roll", "end_turn", "robber", "bank", "road", "settle", "city", "deal", "discard", "buy"),
    *("knight", "produce", "draw", "free_road", "found", "found_road", "ship", "move_ship"),
}


@every_ruleset
def test_only_verbs_that_are_met_in_every_turn_say_quickly_what_their_checks_say(ruleset):
    quick = {name for name, verb in ruleset.verbs.items() if verb.quick is not None}

    assert quick <= IN_EVERY_TURN


@on_every_island
@pytest.mark.parametrize("seed", range(2))
def test_whoever_left_the_game_is_told_which_rule_an_action_breaks(ruleset, seed):
    chance = random.Random(seed)
    state = new_game(ruleset, chance)
    players = Players(ruleset, chance)
    for step in range(900):
        seat = chance.randrange(state.n)
        if step == 200 and ruleset.play(state, Action(seat, "concede", ())):
            break
        action = players.next_action(state)
        if action is None:
            break
        for gone in bits(state.out):
            theirs = action._replace(seat=gone)
            broken = ruleset.broken(state, theirs)
            allowed = ruleset.verbs[theirs.verb].allowed(state, theirs)
            assert allowed == (not broken), theirs
        assert ruleset.play(state, action) == ()


@on_every_island
def test_a_copy_of_a_state_goes_its_own_way(ruleset):
    chance = random.Random(7)
    _, state = played(ruleset, 7, most=200)
    twin = state.copy()
    before = str(vars_of(state))

    for _ in range(60):
        action = legal_action(ruleset, twin, chance)
        if action is not None:
            ruleset.play(twin, action)

    assert str(vars_of(state)) == before


def vars_of(state):
    names = [name for kind in type(state).__mro__ for name in getattr(kind, "__slots__", ())]
    return {name: getattr(state, name) for name in sorted(names)}


@every_ruleset
def test_every_rule_that_is_checked_is_in_the_book(ruleset):
    ids = {check.rule for verb in ruleset.verbs.values() for check in verb.checks}

    assert ids <= ruleset.rules.keys()


OF_THE_BASE_GAME_ALONE = frozenset(
    f"B-{number:03}"
    for first, last in (
        *((11, 16), (22, 22), (24, 24), (49, 49), (51, 53), (56, 62), (74, 75), (86, 89)),
        *((92, 92), (94, 94), (97, 97), (99, 99), (103, 113), (155, 179), (181, 181)),
    )
    for number in range(first, last + 1)
)
"""Rows that Cities & Knights drops or says anew (CKD-67)."""

NOT_IN_FORCE = {
    "X-": lambda parts: "base56" not in parts,
    "TG": lambda parts: "tour" not in parts,
    "CK": lambda parts: "cities-knights" not in parts,
    "SF": lambda parts: "seafarers" not in parts,
    "BF": lambda parts: "best-friends" not in parts,
    "EB": lambda parts: "easter-bunny" not in parts,
    "SC": lambda parts: "santa" not in parts,
    "B-": lambda parts: not parts.isdisjoint({"dice", "card-game"}),
}


@every_ruleset
def test_a_rule_that_is_not_in_force_is_never_named(ruleset):
    parts = set(ruleset.key.split("+"))
    named = {check.rule for verb in ruleset.verbs.values() for check in verb.checks}

    named = {rule for rule in named if not rule.startswith("CKD")}
    astray = {rule for rule in named if NOT_IN_FORCE.get(rule[:2], lambda parts: False)(parts)}
    assert not astray
    if "cities-knights" in parts:
        assert not named & OF_THE_BASE_GAME_ALONE
    if not {"cities-knights", "seafarers"} <= parts:
        assert not {rule for rule in named if rule.startswith("CKS")}


@every_ruleset
def test_what_breaks_a_rule_is_told_by_one_rule(ruleset):
    """Where a game says a rule of the box again, its own id stands for both."""
    for name, verb in ruleset.verbs.items():
        asks = [check.ask for check in verb.checks]
        twice = {check.rule for check in verb.checks if asks.count(check.ask) > 1}
        assert not twice, name


@every_ruleset
def test_every_verb_can_be_written(ruleset):
    assert ruleset.notation.write.keys() | {ruleset.notation.ender} == ruleset.verbs.keys()


@on_every_island
def test_what_two_games_note_of_a_state_has_two_names(ruleset):
    state = new_game(ruleset, random.Random(1))
    common = {name for kind in BaseState.__mro__ for name in getattr(kind, "__slots__", ())}
    owners = {}
    for kind in type(state).__mro__:
        for name in names_put_by(kind) - common:
            owners.setdefault(name, []).append(kind)

    assert {name for name, kinds in owners.items() if not is_a_line(kinds)} == set()


def is_a_line(kinds):
    """Whether each class has the others as its bases."""
    first, *others = kinds
    return all(issubclass(first, kind) for kind in others) and (not others or is_a_line(others))


def names_put_by(kind):
    """What the methods of the class itself put into a state."""
    methods = (one for one in vars(kind).values() if isinstance(one, FunctionType))
    return {
        found[1]
        for method in methods
        for found in re.finditer(r"self\.(\w+)(?:: [^=\n]+)? = ", inspect.getsource(method))
    }
