"""Whole games, replayed by the rules and held against the books of the programs they come from."""

from __future__ import annotations

import re

import pytest

from games.engine import rulesets
from games.engine.core import OPEN, WON, Broken, says
from games.engine.document import read_document, write_document
from games.engine.importers.interchange import RESOURCES
from games.engine.record import parse
from games.engine.replay import Report, moments, replay
from games.engine.rulesets.base.packed import PLACE, size
from games.engine.verdicts import verdict_of
from tests.games.played import LEGAL, WON_UNSEEN, document, record
from tests.games.rulesets.table import BOARD

BASE = rulesets.by_key("base")


@pytest.mark.parametrize("name", LEGAL)
def test_a_game_without_a_mistake_has_no_finding(name):
    report = replay(BASE, record(name))

    assert report.violations == []
    assert report.ended == WON
    assert report.winner == document(name)["result"]["winner"]


@pytest.mark.parametrize("name", [name for name in LEGAL if name.startswith("c-")])
def test_the_end_is_as_the_printed_rules_give_it(name):
    by_rules = document(name)["rules_view"]

    report = replay(BASE, record(name))

    assert [sum(points.values()) for points in report.points] == by_rules["vp"]
    assert report.state.lengths() == by_rules["longest_road_length"]
    assert report.titles["longest_road"] == by_rules["longest_road"]


@pytest.mark.parametrize("name", LEGAL)
def test_cards_in_hand_agree_after_every_action(name):
    cards = {check[0]: check[2] for check in document(name)["checks"]}

    for number, state in enumerate(moments(BASE, record(name))):
        if number in cards:
            assert [size(hand) for hand in state.hands] == cards[number]


@pytest.mark.parametrize("name", [name for name in LEGAL if name.startswith("c-")])
def test_bank_and_hands_agree_at_the_end(name):
    result = document(name)["result"]

    state = replay(BASE, record(name)).state

    bank = dict(zip(RESOURCES, state.bank_counts(), strict=True))
    assert bank == result["bank"]
    for hand, player in zip(state.hands, result["players"], strict=True):
        counted = {name: hand >> 8 * kind & PLACE for name, kind in RESOURCES.items()}
        assert counted == player["hand"]
    assert state.deck == result["dev_deck"]


@pytest.mark.rule("B-180", "B-178")
def test_a_game_that_went_on_after_it_was_won_is_found():
    report = replay(BASE, record(WON_UNSEEN))

    found = [(violation.at, violation.rule.id) for violation in report.violations]
    assert found == [(641, "B-180"), (872, "B-178")]
    assert report.winner == document(WON_UNSEEN)["rules_view"]["first_win"]["seat"]
    assert [sum(points.values()) for points in report.points] == [11, 8, 8]


def test_findings_after_the_first_are_marked_as_maybe_following_from_it():
    report = replay(BASE, record(WON_UNSEEN))

    assert [violation.follows for violation in report.violations] == [False, True]


def test_the_first_finding_is_the_only_one_if_that_is_asked_for():
    report = replay(BASE, record(WON_UNSEEN), first=True)

    assert [violation.at for violation in report.violations] == [641]


@pytest.mark.parametrize("name", [*LEGAL, WON_UNSEEN])
def test_cards_are_conserved_and_points_counted_as_they_stand(name):
    """B-080 over a whole game, and the points kept are those of the board."""
    for state in moments(BASE, record(name)):
        hands = [sum(hand >> 8 * kind & PLACE for hand in state.hands) for kind in range(5)]
        assert [a + b for a, b in zip(hands, state.bank_counts(), strict=True)] == [19] * 5
        assert [sum(state.make_up(seat).values()) for seat in state.seats] == state.points


def test_a_token_that_two_dice_cannot_roll_brings_nothing_but_a_game_is_read():
    """A board typed with a slip has its own finding; the game on it is judged all the same."""
    legal = record(LEGAL[0])
    file = write_document(legal, BASE.notation)
    file["headers"]["Board"] = re.sub(r"(?<=[A-Z])(\d+)\b", "99", file["headers"]["Board"])

    report = replay(BASE, read_document(file, rulesets.by_key))

    assert report.state.yields == [[0] * len(legal.header.players)] * 13


def test_a_replay_ends_where_nobody_waits_any_longer():
    game = record("j-classic-4p-11")
    asked = iter(range(len(game.actions)))

    report = replay(rulesets.by_key("base"), game, patience=lambda: next(asked) < 100)

    assert report.halted == report.unchecked_from == 100
    assert not report.whole
    assert not report.stopped
    assert report.ended == OPEN
    assert verdict_of(report)["not_checked_from"] == {"action": 100, "line": None}


def test_a_finding_does_not_look_through_those_before_it():
    """Five thousand of them took millions of looks."""

    class Unlooked(list):
        def __iter__(self):
            raise AssertionError("somebody looks through all findings")

    report = Report(DICE, dice("1 Anna S3 =3"), None, violations=Unlooked())
    action = report.record.actions[0]
    for at in range(3):
        report.add(at, action, [Broken(DICE.rules["DG-006"], says("twice"))])

    assert len(report.violations) == 3
    assert [report.violations[at].follows for at in range(3)] == [False, True, True]


@pytest.mark.parametrize("most", [3, 4, 5, 6])
def test_a_verdict_with_more_findings_than_are_told_says_that_it_is_not_whole(most, monkeypatch):
    """Turns without a roll are found when the last one has one, all at once."""
    monkeypatch.setattr("games.engine.replay.MOST_FINDINGS", most)
    game = dice(*(f"{turn} Anna =X" for turn in range(1, 7)), "7 Anna (BBLWGA) =X")

    report = replay(DICE, game)

    assert len(report.violations) == min(6, most + 1)
    assert report.whole == (most >= 5)
    assert ("not_checked_from" in verdict_of(report)) == (most < 5)


@pytest.mark.parametrize(
    ("key", "result", "rules"),
    [
        ("base", '[Result "Anna 10*, Ben 3, Cyril 0"]', ["B-178", "B-181"]),
        ("base+tour", '[Result "Anna*"]', ["TG-14"]),
        (
            "card-game",
            '[Options "oldest=1"][Result "Anna 5, Ben 3, Cyril 1"]',
            ["CG-063", "CG-106"],
        ),
        ("base", "", []),
    ],
)
def test_a_result_of_a_game_of_which_nothing_was_written_is_not_checkable(key, result, rules):
    board = "" if key == "card-game" else BOARD
    text = f'[Ruleset "{key}"][Seats "Anna Ben Cyril"]\n{board}{result}'

    report = replay(rulesets.by_key(key), parse(text, rulesets.by_key))

    assert report.valid
    assert [rule.id for rule, _ in report.unproved] == rules


DICE = rulesets.by_key("dice")


def dice(*lines):
    head = '[Ruleset "dice"]\n[Seats "Anna"]\n[Sheet "standard"]\n'
    return parse(head + "\n".join(lines), rulesets.by_key)
