"""What a numbered line says by itself: the turn before it is over, whatever ended it."""

from __future__ import annotations

import pytest

from games.engine import record, rulesets
from games.engine.replay import replay
from games.engine.rulesets.base.packed import KNIGHT
from tests.games.rulesets import card_table, cities_table, table
from tests.games.rulesets.table import FOUNDED, head, play


def report_on(*lines, ruleset="base", founded=FOUNDED, options=""):
    text = "\n".join((head(ruleset), options, *founded, *lines))
    game = record.parse(text, rulesets.by_key)
    return replay(rulesets.by_key(ruleset), game), text.split("\n")


def found(report, text):
    """The rules that are named, with the words of their line and whether they follow."""
    return [
        (one.rule.id, text[one.action.line - 1], one.follows)
        for one in (*report.violations, *report.let_stand)
    ]


@pytest.mark.rule("B-070", "B-067")
@pytest.mark.parametrize("leaving", ["GIVES-UP", "GIVES-UP /", "2 GIVES-UP", "GIVES-UP Cyril: 2"])
def test_whoever_gives_up_in_the_own_turn_has_ended_it(leaving):
    lines = ["1 Anna 2", f"2 Ben {leaving}"]
    if "Cyril" not in leaving:
        lines.append("3 Cyril 2")

    report, _ = report_on(*lines, "4 Anna 2")

    assert report.valid
    assert report.state.turn == 0


@pytest.mark.rule("CK-030", "CK-032")
def test_the_same_in_cities_and_knights():
    report, _ = report_on(
        *("1 Anna 6+6y", "2 Ben 6+6y GIVES-UP", "3 Cyril 6+6y", "4 Anna 6+6y"),
        ruleset="cities-knights",
        founded=cities_table.FOUNDED,
    )

    assert report.valid


def test_a_concession_in_the_own_turn_is_written_and_read_back():
    game = table.actions_of(*FOUNDED, "1 Anna 2", "2 Ben 2 GIVES-UP", "3 Cyril 2", "4 Anna 2")

    text = record.write(game, rulesets.by_key("base").notation)

    again = record.parse(text, rulesets.by_key)
    assert "2 Ben  2  GIVES-UP\n3 Cyril  2\n" in text
    assert [one[:4] for one in again.actions] == [one[:4] for one in game.actions]


@pytest.mark.rule("B-070")
def test_whoever_leaves_in_the_turn_of_another_does_not_end_it():
    report, text = report_on("1 Anna 2 Ben: GIVES-UP", "2 Anna R b2se", "3 Cyril 2")

    assert "B-070" in {rule for rule, _line, follows in found(report, text) if not follows}


# A bell, and the turns behind it


@pytest.mark.rule("T-059")
@pytest.mark.parametrize("ruleset", ["base", "base+tour"])
@pytest.mark.parametrize(
    ("behind", "open_"),
    [
        (["2 Ben 2"], True),
        (["2 Ben 2 STOP"], False),
        ([f"{turn} {name} 2" for turn, name in enumerate(("Ben", "Cyril", "Anna") * 2, 2)], False),
        (
            [f"{turn} {name} 2" for turn, name in enumerate(("Ben", "Cyril", "Anna", "Ben"), 2)],
            True,
        ),
    ],
)
def test_a_result_behind_too_few_turns_after_the_bell_is_not_checkable(ruleset, behind, open_):
    lines = (*FOUNDED, "1 Anna 2 BELL", *behind)
    text = f'{table.head(ruleset)}[Result "Anna 2, Ben 2, Cyril 2"]\n' + "\n".join(lines)

    report = replay(rulesets.by_key(ruleset), record.parse(text, rulesets.by_key))

    assert report.valid
    assert ("T-059" in {one.rule.id for one in report.unproved}) == open_


# Play after the end

WON = '[Options "target=2"]'


@pytest.mark.rule("B-094", "B-170", "B-178", "D-25", "SF-17")
@pytest.mark.parametrize("ruleset", ["base", "base+tour", "seafarers"])
@pytest.mark.parametrize("line", ["N", "N {new}", "N {here}", "N {new}<Ben", "N {new}<Ben:L"])
def test_the_knight_that_wins_takes_no_card_any_more(ruleset, line):
    """Nothing is due from it, neither a move nor a theft; both may be told."""
    sea = ruleset == "seafarers"
    state = table.after(
        ruleset=ruleset,
        players=4 if sea else 3,
        army=[2, 0, 0, 0][: 4 if sea else 3],
        points=[8, 2, 2, 2][: 4 if sea else 3],
        hands={"Ben": "L"},
        cards={"Anna": (KNIGHT,)},
        target=10,
        then="1 Anna 12",
    )
    where = {"here": state.hex_name(state.robber), "new": "g5" if sea else "d3"}

    play(state, "1 Anna " + line.format(**where))

    assert (state.winner, state.ended) == (0, "won")


@pytest.mark.rule("B-180")
def test_play_after_the_win_is_told_where_it_goes_on():
    report, text = report_on("1 Anna *", "2 Ben 2", "3 Cyril 2", options=WON)

    assert found(report, text) == [("B-180", "2 Ben 2", False)]


@pytest.mark.rule("B-180")
@pytest.mark.parametrize("last", ["1 Anna", "1 Anna *", "1 Anna * /", "1 Anna /"])
def test_the_turn_that_won_is_over_as_others_are(last):
    report, _ = report_on(last, options=WON)

    assert report.valid
    assert (report.ended, report.winner) == ("won", 0)


@pytest.mark.rule("B-180")
def test_a_game_that_was_broken_off_does_not_go_on():
    report, text = report_on("1 Anna 2 STOP", "2 Ben 2")

    assert found(report, text) == [("B-180", "2 Ben 2", False)]
    assert report.ended == "abandoned"


@pytest.mark.rule("CK-221")
def test_in_cities_and_knights_one_rule_names_what_is_played_after_the_win():
    report, text = report_on(
        *("1 Anna", "2 Ben 6+6y"),
        ruleset="cities-knights",
        founded=cities_table.FOUNDED,
        options='[Options "target=3"]',
    )

    assert [finding[:2] for finding in found(report, text)] == [("CK-221", "2 Ben 6+6y")]


@pytest.mark.rule("CG-103")
def test_the_card_game_names_the_line_after_the_win():
    text = (
        '[Ruleset "card-game"]\n[Seats "Ann Ben"]\n[Options "oldest=1 target=1"]\n'
        "Ann  M LWOOO\n1 Ann D ?? *\n2 Ben D ??\n"
    )
    game = record.parse(text, rulesets.by_key)

    report = replay(rulesets.by_key("card-game"), game)

    found = [(one.rule.id, one.action.line) for one in report.violations]
    assert found == [("CG-103", 6)]


@pytest.mark.rule("DG-080")
def test_the_dice_game_names_the_line_after_it_was_broken_off():
    text = (
        '[Ruleset "dice"]\n[Seats "Ann Ben"]\n[Sheet "standard"]\n[Start "lot"]\n'
        "1 Ann (BLWGOA) =X STOP\n2 Ben (BLWGOA) =X\n"
    )
    game = record.parse(text, rulesets.by_key)

    report = replay(rulesets.by_key("dice"), game)

    assert {(one.rule.id, one.action.line) for one in report.violations} == {("DG-080", 6)}


# Lines without an action


@pytest.mark.rule("B-070")
def test_an_empty_last_line_of_who_is_not_on_turn_is_told_with_both_names():
    report, text = report_on("1 Anna 2", "3 Cyril")

    assert found(report, text) == [("B-070", "3 Cyril", False)]
    assert str(report.violations[0].detail) == "Ben is on turn, not Cyril"


def test_an_empty_last_line_of_who_is_on_turn_is_nothing():
    assert report_on("1 Anna 2", "2 Ben")[0].valid
    assert report_on("1 Anna")[0].valid


@pytest.mark.rule("B-070")
def test_an_empty_line_of_who_is_not_on_turn_is_one_finding():
    """Nobody says of Ben, whose turn was left out, that he has not rolled."""
    report, text = report_on("1 Anna 2", "3 Cyril /")

    assert found(report, text) == [("B-070", "3 Cyril /", False)]


@pytest.mark.rule("CG-025")
def test_the_same_in_the_card_game():
    text = card_table.head(2) + "1 Anna D ??\n3 Anna"

    report = replay(card_table.rules(), record.parse(text, rulesets.by_key))

    assert found(report, text.split("\n")) == [("CG-025", "3 Anna", False)]
