"""A record that begins in the middle of a turn goes on with it or, as its next line, ends it."""

import pytest

from games.engine import rulesets
from games.engine.core import NotARecord
from games.engine.files import read_text
from games.engine.record import write
from games.engine.replay import replay
from games.recording import positions
from tests.games.rulesets.filled_tables import table
from tests.games.rulesets.table import head

TABLE = """Anna: S b2s d3se R d3e c2e H 0
Ben: S e1s d2s R e1e e1se H 8L
Cyril: S a1se b3s R b3se a1se H 0
"""

SIX = """Anna: S b2s R b2sw H 4W
Ben: S d3s R d3sw H 4W
Cyril: S b4s R b4sw H 4W
Dana: S e1n R e1nw H 4W
Emil: S a3s R a3sw H 4W
"""


def game(moment, *lines, key="base", lying=TABLE, players=3):
    at = f'[Position "{lying}{moment}"]'
    return read_text("\n".join((f"{head(key, players)}{at}", *lines, "")))


def broken(*told, **rest):
    """The rules that are broken, and how it is said."""
    record = game(*told, **rest)
    found = replay(rulesets.by_key(record.header.ruleset), record).violations
    return [(one.rule.id, str(one.detail)) for one in found]


def broken_by_six(*told):
    return broken(*told, key="base56", lying=SIX, players=5)


@pytest.mark.rule("B-065")
@pytest.mark.parametrize("moment", ["ROLLED", "ROLLED NOT-PLAYED BOUGHT 0 NOW 0", ""])
@pytest.mark.parametrize("line", ["2 Anna 3+3", "2 Anna 3+3 STOP", "2 Anna", "2 Anna STOP"])
def test_the_next_line_ends_a_turn_that_may_be_over(moment, line):
    assert broken(f"TURN Cyril {moment}", line) == []


@pytest.mark.rule("B-065")
def test_the_game_goes_on_from_turn_to_turn():
    assert broken("TURN Cyril ROLLED", "2 Anna 3+3", "3 Ben 3+3", "4 Cyril 3+3", "5 Anna") == []
    assert broken("TURN Cyril ROLLED", "2 Ben 3+3")[0] == ("B-065", "Anna is next")


@pytest.mark.rule("B-067")
@pytest.mark.parametrize("line", ["2 Anna 3+3", "2 Anna"])
def test_a_turn_without_its_roll_is_not_ended_by_the_next_line(line):
    assert broken("TURN Cyril NOT-ROLLED", line) == [("B-067", "Cyril has not rolled yet")]


@pytest.mark.rule("B-086", "B-092")
@pytest.mark.parametrize(("due", "rule"), [("K", "B-092"), ("X", "B-086")])
def test_a_turn_with_a_seven_open_is_not_ended_by_the_next_line(due, rule):
    assert broken(f"TURN Cyril ROLLED NOW {due}", "2 Anna 3+3")[0][0] == rule


def test_a_line_of_whoever_is_on_turn_goes_on_with_the_turn():
    assert broken("TURN Cyril NOT-ROLLED", "1 Cyril 3+3", "2 Anna 3+3") == []
    assert broken("TURN Cyril ROLLED", "1 Cyril", "2 Anna 3+3") == []
    assert broken("TURN Cyril ROLLED", "1 Cyril /", "2 Anna 3+3") == []
    assert broken("TURN Cyril ROLLED", "1 Cyril 3+3")[0][0] == "B-067"


@pytest.mark.rule("B-086", "B-091")
def test_what_somebody_owes_is_paid_in_the_turn_of_the_position_whoever_has_the_line():
    lines = ("1 Ben X Ben 4L", "1 Cyril K e2<Ben:L", "2 Anna 3+3")

    assert broken("TURN Cyril ROLLED NOW X", *lines) == []


@pytest.mark.rule("B-100")
def test_a_deal_that_the_other_side_tells_is_one_of_the_turn_of_the_position():
    rich = TABLE.replace("a1se H 0", "a1se H O")
    lines = ("1 Ben P Cyril L<>O", "2 Anna 3+3")

    assert broken("TURN Cyril ROLLED NOW 0", *lines, lying=rich) == []


def test_whoever_gives_up_before_the_roll_of_somebody_else_ends_no_turn():
    assert broken("TURN Cyril NOT-ROLLED", "1 Ben GIVES-UP", "1 Cyril 3+3", "2 Anna 3+3") == []
    assert broken("TURN Cyril ROLLED", "2 Anna GIVES-UP", "3 Ben 3+3") == []


@pytest.mark.rule("X-032", "X-037")
@pytest.mark.parametrize(
    ("moment", "lines"),
    [
        ("ROLLED", ["1 Dana T 4W>O", "2 Ben 3+3", "2 Emil T 4W>O", "3 Cyril 3+3"]),
        ("ROLLED", ["1 Anna T 4W>O", "2 Ben 3+3", "3 Cyril 3+3"]),
        ("ROLLED", ["2 Ben 3+3", "2 Emil T 4W>O"]),
        ("PART 2 ROLLED", ["1 Dana T 4W>O", "2 Ben 3+3", "2 Emil T 4W>O"]),
        ("PART 2 ROLLED", ["2 Ben 3+3", "2 Emil T 4W>O", "3 Cyril 3+3"]),
        ("", ["2 Ben 3+3"]),
    ],
)
def test_both_parts_of_a_turn_of_two_are_ended_by_the_lines_behind_them(moment, lines):
    assert broken_by_six(f"TURN Anna {moment}", *lines) == []


@pytest.mark.rule("X-032")
def test_no_part_of_a_turn_of_two_is_ended_without_the_roll():
    assert broken_by_six("TURN Anna NOT-ROLLED", "2 Ben 3+3")[0][0] == "B-067"


@pytest.mark.rule("X-041")
def test_a_question_in_the_second_part_is_asked_of_who_acts_in_it():
    text = f'{head("base56", 5)}[Position "{SIX}TURN Anna PART 2 ROLLED NOW 0"]\n'

    verdict, told = positions.judged(positions.read(text, "T 4W>O"))

    assert (verdict, [one.verdict for one in told]) == ("legal", ["legal"])


@pytest.mark.parametrize("key", ["base", "cities-knights"])
def test_a_turn_ended_by_the_next_line_is_written_and_read_again(key):
    first = table(key, ("0", "0", "0"), "2 Ben 3+5y STOP" if "cities" in key else "2 Ben 8 STOP")
    ruleset = rulesets.by_key(key)

    again = read_text(write(first, ruleset.notation))

    assert [one[:3] for one in again.actions] == [one[:3] for one in first.actions]
    assert first.actions[0].verb == "end_turn"
    assert replay(ruleset, again).valid


@pytest.mark.rule("B-065", "B-070")
@pytest.mark.parametrize("aside", ["Ben: GIVES-UP", "Ben: BELL", "BELL", "X Ben 0"])
def test_what_others_do_first_is_written_into_the_line_of_who_is_on_turn(aside):
    first = table("base", ("BL", "0", "0"), f"1 Anna {aside} Anna: R b2se\n2 Cyril 8")
    ruleset = rulesets.by_key("base")

    again = read_text(write(first, ruleset.notation))

    assert [one[:3] for one in again.actions] == [one[:3] for one in first.actions]


@pytest.mark.rule("B-086")
def test_a_hand_of_which_nothing_is_told_is_not_empty_where_cards_are_due_to_be_discarded():
    untold = TABLE.replace("H 8L", "").replace("H 0", "H 3?")
    due = "TURN Anna NOW X"

    assert broken(due, "1 Anna X Ben ????", lying=untold) == []
    assert broken(due, "1 Anna X Cyril LL X Ben ????", lying=untold)[0][0] == "B-086"


@pytest.mark.rule("B-153", "B-172")
@pytest.mark.parametrize(
    ("tile", "said"),
    [
        ("ROAD Cyril", "the most are 2, those of Ben, and 5 are needed (B-153)"),
        ("ARMY Ben", "the most are 0, those of Anna, Ben, Cyril, and 3 are needed (B-172)"),
    ],
)
def test_who_holds_a_tile_that_nobody_can_have_reads_how_many_are_needed(tile, said):
    with pytest.raises(NotARecord) as refusal:
        game(f"{tile} TURN Anna")

    assert said in str(refusal.value)
