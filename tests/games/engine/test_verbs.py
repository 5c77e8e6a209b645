"""What a verb allows, and how a rule set says it anew when it builds on another."""

from __future__ import annotations

import pytest

from games.engine.core import Action, Check, Group, Verb, says, unless


def breaks(rule, word):
    """A check of a state that is a set of words: one of them breaks the rule."""

    def ask(state, action):
        return says(word) if word in state else None

    return Check(rule, ask)


EARLY, FAR, DEAR, WET = (
    breaks(rule, word)
    for rule, word in (("T-1", "early"), ("T-2", "far"), ("T-3", "dear"), ("T-4", "wet"))
)

ACTION = Action(0, "build")


def build(state, action):
    state.add("built")


def named(verb, *words):
    """The rules that the action breaks, and whether the verb allows it, which must agree."""
    state = set(words)
    rules = [check.rule for check in verb.checks if check(state, ACTION) is not None]
    assert verb.allowed(state, ACTION) == (not rules)
    return rules


def never(state, action):
    raise AssertionError("nobody need ask")


def test_without_a_quick_way_a_verb_is_allowed_where_no_check_answers():
    verb = Verb((EARLY, FAR), build)

    assert named(verb) == []
    assert named(verb, "far") == ["T-2"]
    assert named(verb, "early", "far") == ["T-1", "T-2"]


def test_a_quick_way_is_asked_in_place_of_the_checks():
    verb = Verb((Check("T-1", never),), build, lambda state, action: True)

    assert verb.allowed(set(), ACTION)


def test_a_group_is_asked_only_where_it_does_not_fit():
    asked = Verb.of((Group(lambda state, action: True, (Check("T-1", never),)), FAR), build)
    verb = Verb.of((Group(lambda state, action: not state, (EARLY, DEAR)), FAR), build)

    assert asked.allowed(set(), ACTION)
    assert not asked.allowed({"far"}, ACTION)
    assert named(verb, "dear") == ["T-3"]
    assert [check.rule for check in verb.checks] == ["T-1", "T-3", "T-2"]


@pytest.mark.parametrize(
    "verb",
    [
        pytest.param(Verb((EARLY, FAR), build), id="asked"),
        pytest.param(
            Verb.of((Group(lambda state, action: not state, (EARLY, FAR)),), build), id="in a group"
        ),
        pytest.param(
            Verb((EARLY, FAR), build, lambda state, action: not state & {"early", "far"}),
            id="quick",
        ),
    ],
)
class TestEveryKindOfVerb:
    def test_it_may_break_more_rules(self, verb):
        assert named(verb.also(DEAR), "dear") == ["T-3"]
        assert named(verb.also(DEAR), "far", "dear") == ["T-2", "T-3"]

    def test_a_more_pressing_rule_is_named_first(self, verb):
        assert named(verb.after(DEAR), "far", "dear") == ["T-3", "T-2"]
        assert named(verb.after(DEAR)) == []

    def test_a_check_stands_for_another(self, verb):
        ours = verb.instead({FAR: WET}).quickly(None)

        assert named(ours, "far") == []
        assert named(ours, "wet") == ["T-4"]
        assert named(ours, "early") == ["T-1"]

    def test_several_stand_for_one_or_none(self, verb):
        assert named(verb.instead({FAR: (DEAR, WET)}).quickly(None), "wet") == ["T-4"]
        assert named(verb.instead({FAR: ()}).quickly(None), "far") == []

    def test_it_keeps_its_rules_when_it_does_something_else(self, verb):
        state = set()
        ours = verb.doing(lambda state, action: state.add("done"))

        ours.apply(state, ACTION)

        assert state == {"done"}
        assert named(ours, "far") == ["T-2"]

    def test_what_is_broken_may_be_told_by_a_case_of_it(self, verb):
        case = breaks("T-9", "far")
        ours = verb.reported((EARLY, case, unless((case,), FAR)))

        assert named(ours, "far") == ["T-9"]
        assert named(ours, "early") == ["T-1"]


def test_a_check_under_another_id_is_still_that_check():
    verb = Verb((EARLY, FAR), build).under({"T-2": "U-2"})

    assert verb.asks(FAR)
    assert not verb.asks(DEAR)
    assert named(verb, "far") == ["U-2"]
    assert named(verb.instead({FAR: WET}), "wet") == ["U-2"]


def test_a_check_that_nobody_replaces_stays():
    verb = Verb((EARLY, FAR), build, lambda state, action: not state)

    assert verb.instead({DEAR: WET}) is verb
