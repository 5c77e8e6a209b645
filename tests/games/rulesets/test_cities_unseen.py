"""Cards of Cities & Knights that nobody saw: a legal game stays legal, what is proved is true."""

from __future__ import annotations

import random

import pytest

from games.engine.core import Action, Record
from games.engine.hands import HiddenCards
from games.engine.replay import replay
from games.engine.rulesets.base.packed import ONE, PLACE, UNKNOWN
from games.engine.rulesets.cities_knights import improvements
from games.engine.rulesets.cities_knights.decks import OPEN, one
from games.engine.rulesets.cities_knights.hand import KINDS
from games.engine.rulesets.cities_knights.politics.bishop import thefts
from games.engine.rulesets.cities_knights.unseen import sorted_
from tests.games.rulesets.chance import drawn, new_game
from tests.games.rulesets.chance_cities import hidden
from tests.games.rulesets.cities_table import RULES, after, lines
from tests.games.rulesets.table import broken


def played(seed, most=400):
    """A legal game of listed actions, of each verb as often."""
    chance = random.Random(seed)
    state = new_game(RULES, chance)
    actions = []
    while len(actions) < most:
        listed = list(RULES.legal(state))
        if not listed:
            break
        verb = chance.choice(sorted({action.verb for action in listed}))
        action = drawn(
            state, chance.choice([action for action in listed if action.verb == verb]), chance
        )
        assert RULES.play(state, action) == (), action
        actions.append(action)
    return Record(state.header, tuple(actions))


def unseen_in(veil, action):
    """The cards that went unseen, in the order in which a pile has them."""
    facts = action.facts
    if action.verb == "bishop":
        unseen = {victim for victim, kind in thefts(veil) if kind == UNKNOWN}
        return [sorted_(ONE[kind]) for victim, kind in thefts(action) if victim in unseen]
    if action.verb in {"robber", "exchange"}:
        return [sorted_(ONE[facts[2]])]
    if action.verb in {"draw", "give_back", "spy"}:
        return [one(facts[-1])]
    seen = veil.facts[-1] & ~(PLACE << 8 * UNKNOWN)
    return [sorted_(facts[-1] - seen)]


@pytest.mark.parametrize("odds", [0.1, 0.5, 1.0])
@pytest.mark.parametrize("seed", range(6))
def test_a_legal_game_with_unseen_cards_is_legal(seed, odds):
    chance = random.Random(seed)
    game = played(seed)
    less = game._replace(actions=tuple(hidden(action, chance, odds) for action in game.actions))

    report = replay(RULES, less)

    assert [str(found.detail) for found in report.violations] == []
    for known in report.deduced:
        action = game.actions[known.at]
        cards = [card for card in unseen_in(less.actions[known.at], action) if card]
        assert known.detail == RULES.hidden.tell(report.state, action, cards)


@pytest.mark.parametrize("seed", range(4))
def test_what_is_certain_of_hands_is_what_was_played(seed):
    chance = random.Random(seed)
    game = played(seed, 250)
    less = game._replace(actions=tuple(hidden(action, chance, 0.4) for action in game.actions))

    state, known = replay(RULES, game).state, replay(RULES, less).state

    # A monopoly of which nobody wrote down what it brought leaves several states open.
    others = [] if known.unseen is None else known.unseen.others
    assert any(may_be(branch, state) for branch in (known, *others))
    assert known.points == state.points


def may_be(known, state):
    return all(
        hand % 255 == sure % 255
        and all(sure >> 8 * kind & PLACE <= hand >> 8 * kind & PLACE for kind in KINDS)
        for hand, sure in zip(state.hands, known.hands, strict=True)
    )


# Proved backwards


def said(given, *text):
    """What is proved of the unseen cards in the lines, none of which breaks a rule."""
    state = after("1 Anna 1+1y", **given)
    actions = lines(*text).actions
    for action in actions:
        assert RULES.play(state, action) == (), action
    return [str(known.detail) for known in RULES.hidden.proved(state, actions)]


@pytest.mark.rule("CK-060", "CK-054")
def test_a_card_played_is_one_that_was_drawn():
    given = {"levels": {"Anna": (0, 1, 0)}}
    state = after(**given, then="1 Anna 1+1b D Anna b?")

    assert RULES.hidden.proved(state, lines("1 Anna 1+1b D Anna b?").actions) == []
    assert said_after(given, "1 Anna 1+1b D Anna b? Wa") == [
        "the progress card of Anna was Warlord"
    ]


def said_after(given, text):
    state = after(**given)
    actions = lines(text).actions
    for action in actions:
        assert RULES.play(state, action) == (), action
    return [str(known.detail) for known in RULES.hidden.proved(state, actions)]


def test_a_card_of_another_colour_was_not_drawn():
    state = after(levels={"Anna": (0, 1, 0)}, then="1 Anna 1+1b D Anna b?")

    assert "CK-061" in [found.rule.id for found in RULES.play(state, Action(0, "mining"))]


@pytest.mark.rule("CK-059")
def test_an_unseen_card_is_never_an_open_one():
    given = {"levels": {"Anna": (0, 1, 0)}, "decks": [0, one_constitution(), 0]}

    assert broken_with(given, "1 Anna 1+1b D Anna b?") != []


def one_constitution():
    colour, kind = next(place for place in OPEN if place[0] == 1)
    assert colour == 1
    return 1 << 8 * kind


def broken_with(given, text):
    state = after(**given)
    found = []
    for action in lines(text).actions:
        found += RULES.play(state, action)
    return found


def test_a_stolen_commodity_is_proved_by_an_improvement():
    given = {"hands": {"Anna": "", "Ben": "PC"}, "attacked": True}

    assert said_after(given, "1 Anna 3+4y K a3<Ben:? I g1") == [
        "the unseen cards that Anna took from Ben were 1× paper"
    ]


def test_cards_that_the_bishop_takes_are_proved_of_each_who_had_them():
    given = {
        "hands": {"Anna": "", "Ben": "B", "Cyril": "L"},
        "progress": {"Anna": "Bi"},
        "attacked": True,
    }

    assert said_after(given, "1 Anna 1+1y Bi b4<Ben:?<Cyril:?") == [
        "the unseen cards that Anna took from Ben, Cyril were 1× brick | 1× lumber"
    ]


@pytest.mark.rule("CK-233")
@pytest.mark.parametrize(("level", "crane", "due"), [(0, 0, 0), (0, 1, 0), (1, 1, 0), (5, 1, 4)])
def test_a_crane_takes_one_commodity_off_but_never_more_than_there_is(level, crane, due):
    """Of unseen cards, one less than none was looked for at a level that there is not."""
    assert sum(improvements.price(0, level, crane).to_bytes(16, "little")) == due


@pytest.mark.rule("CK-283")
def test_an_unseen_commodity_of_who_has_none_is_told_as_that_alone():
    state = after("1 Anna 1+1y", hands={"Anna": "L", "Ben": "WW"}, harbours=1)
    (action,) = lines("1 Anna J Ben L<>?").actions

    assert [found.rule.id for found in RULES.play(state, action)] == ["CK-283"]


@pytest.mark.parametrize("line", ["P Ben L<>?", "Ch J Ben L<>?"])
def test_an_unseen_card_of_a_deal_is_proved_of_whoever_gave_it(line):
    given = {"hands": {"Anna": "L", "Ben": "C"}, "progress": {"Anna": "Ch"}}

    assert said_after(given, f"1 Anna 1+1y {line}") == [
        "the unseen cards that Ben gave were 1× cloth"
    ]


@pytest.mark.rule("CK-280", "CK-283")
def test_who_gives_no_commodity_had_none():
    given = {
        "hands": {"Anna": "L", "Ben": "OC", "Cyril": ""},
        "progress": {"Anna": "Ch", "Cyril": "Ch"},
        "attacked": True,
    }
    text = "1 Anna 3+4y K a3<Ben:? Ch J Ben L<>0"

    assert said_after(given, text) == ["the unseen cards that Anna took from Ben were 1× cloth"]


def test_a_monopoly_tells_what_others_had():
    given = {
        "hands": {"Anna": "", "Ben": "OC"},
        "progress": {"Anna": "Cm"},
        "attacked": True,
    }

    assert said_after(given, "1 Anna 3+4y K a3<Ben:? Cm C -Ben:C") == [
        "the unseen cards that Anna took from Ben were 1× ore"
    ]


def test_the_rule_set_tells_of_its_hidden_cards():
    assert isinstance(RULES.hidden, HiddenCards)
    assert broken(after(), "1 Anna 1+1y") == []
