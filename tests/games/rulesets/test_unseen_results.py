"""Results and proofs under unseen cards: what is certain of all zones together counts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.engine import rulesets
from games.engine.core import Action, Broken
from games.engine.rulesets.base.packed import KNIGHT, ONE, VICTORY_POINT, pack
from games.engine.verdicts import verdict_on
from tests.games.played import RECORDS
from tests.games.rulesets.table import actions_of, after

UNSEEN = RECORDS / "unseen"

BASE = rulesets.by_key("base")


def verdict(name, *, result=None):
    text = (UNSEEN / f"{name}.txt").read_text()
    if result is not None:
        text = text.replace('"Ann 10*, Ben 2, Cid 2, Dora 2"', f'"{result}"')
    return verdict_on(text.encode())


def test_a_win_with_a_card_of_before_and_one_of_this_turn_is_a_win():
    found = verdict("hidden-win")

    assert found["findings"] == []
    assert (found["winner"], found["points"]) == (0, [10, 2, 2, 2])
    assert found["hidden"]["points_more"] == [0, 0, 0, 0]


@pytest.mark.rule("TG-15", "B-180")
@pytest.mark.parametrize(
    ("result", "rules"),
    [
        ("Ann 8, Ben 2, Cid 2, Dora 2", []),
        ("Ann 9, Ben 2, Cid 2, Dora 2", []),
        ("Ann 10*, Ben 2, Cid 2, Dora 2", []),
        ("Ann 10, Ben 2, Cid 2, Dora 2", []),
        # Eleven take all three cards, and with two of them the game had ended (D-31).
        ("Ann 11*, Ben 2, Cid 2, Dora 2", ["B-180"]),
        ("Ann 9*, Ben 2, Cid 2, Dora 2", ["TG-14"]),
        ("Ann 7, Ben 2, Cid 2, Dora 2", ["TG-15"]),
        ("Ann 10*, Ben 3, Cid 2, Dora 2", ["TG-15"]),
    ],
)
def test_a_result_is_true_exactly_if_some_cards_make_it_so(result, rules):
    found = verdict("hidden-win", result=result)

    assert [finding["rule"] for finding in found["findings"]] == rules


THREE_LEFT = {"stock": pack((1, 2, 0, 0, 0)), "deck": 3}
"""A Knight and two Victory Points."""


def bought(*turns, **given):
    """The state after these purchases of cards that nobody saw."""
    state = after(**given)
    for turn in turns:
        for action in actions_of(turn).actions:
            assert BASE.play(state, action) == (), action
    return state


def closed(state, more):
    """The rules that a result breaks by which the players have so many points more."""
    header = state.header
    points = tuple(have + some for have, some in zip(state.points, more, strict=True))

    def asked(part):
        result = replace(header, points=points)
        found = [pair for check in BASE.closing for pair in check(part, result)]
        return [Broken(BASE.rules[rule], detail) for rule, detail in found]

    found = BASE.hidden.close(state, replace(header, points=points), asked)
    return [broken.rule.id for broken in found]


def of_two_turns():
    """One card is of before, the other of this turn."""
    turns = ("1 Anna 12 D ? /", "2 Ben 12 /", "3 Cyril 12 /", "4 Anna 12 D ?")
    return bought(*turns, hands={"Anna": "WWGGOO"}, **THREE_LEFT)


def test_points_that_are_certain_of_all_zones_together_count():
    """Of three cards two are points: one is among any two that a player has."""
    state = of_two_turns()

    hidden = BASE.hidden
    assert (hidden.least_points(state, 0), hidden.most_points(state, 0)) == (1, 2)


@pytest.mark.rule("B-181")
@pytest.mark.parametrize(
    ("more", "rules"), [(0, ["B-181"]), (1, []), (2, []), (3, ["B-181"]), (4, ["B-181"])]
)
def test_cards_of_two_turns_are_counted_together(more, rules):
    assert closed(of_two_turns(), (more, 0, 0)) == rules


def test_a_result_proves_cards_of_two_turns():
    state = of_two_turns()

    assert closed(state, (2, 0, 0)) == []

    assert state.unseen.others == []
    assert state.cards[0] == 2 * ONE[VICTORY_POINT]


@pytest.mark.rule("B-181")
@pytest.mark.parametrize(
    ("more", "rules"),
    [((0, 0, 0), ["B-181"]), ((1, 0, 0), []), ((0, 1, 0), []), ((1, 1, 0), ["B-181"])],
)
def test_points_of_two_players_are_held_against_the_same_cards(more, rules):
    """One of both has bought the one point that there was."""
    hands = {"Anna": "WGO", "Ben": "WGO"}
    state = bought(
        "1 Anna 12 D ? /", "2 Ben 12 D ?", hands=hands, stock=pack((1, 1, 0, 0, 0)), deck=2
    )

    assert closed(state, more) == rules


@pytest.mark.rule("B-181", "T-059")
def test_a_card_bought_in_the_last_turn_of_all_is_its_owners():
    state = bought("1 Anna 12 D ?", hands={"Anna": "WGO"}, turns_left=1)

    assert BASE.play(state, Action(0, "end_turn")) == ()

    assert [BASE.hidden.most_points(state, seat) for seat in state.seats] == [1, 0, 0]
    assert closed(state.copy(), (0, 1, 0)) == ["B-181"]
    assert closed(state, (1, 0, 0)) == []


@pytest.mark.rule("CK-064")
@pytest.mark.parametrize(
    ("name", "proved"),
    [
        ("card-under-the-deck", ["Blue was Commodity Monopoly", "White was Inventor"]),
        ("card-under-the-deck-mining", ["Blue was Commodity Monopoly", "White was Mining"]),
    ],
)
def test_a_card_put_under_the_deck_by_name_is_known_when_it_is_drawn_unseen(name, proved):
    found = verdict(name)

    assert found["findings"] == []
    assert [known["detail"] for known in found["hidden"]["proved"]] == [
        f"the progress card of {what}" for what in proved
    ]


def test_actions_that_were_not_played_leave_the_proofs_where_they_belong():
    """A card that nobody can have taken is none; the one after it is proved, not the first."""
    state = after(hands={"Anna": "WGO"}, stock=ONE[KNIGHT], deck=1)
    (roll, purchase) = actions_of("1 Anna 12 D ?").actions
    actions = (roll, purchase._replace(seat=1), purchase)

    broken = [bool(BASE.play(state, action)) for action in actions]

    assert broken == [False, True, False]
    assert [known.at for known in BASE.hidden.proved(state, actions)] == [2]


def test_the_first_hidden_action_is_played_as_a_hidden_one():
    """A verb may find nothing wrong with a card that is not named."""
    found = verdict("card-under-the-deck-first")

    assert [known["detail"] for known in found["hidden"]["proved"]] == [
        "the progress card of Player 3 was Spy"
    ]
