"""Whether the board of a record keeps the rules, asked before the first action."""

import pytest
from django.core.management import call_command

from games.engine.verdicts import verdict_on
from tests.games.rulesets.table import BOARD, FOUNDED, LARGE, LARGE_FOUNDED, SEA, head


def findings(text):
    return [(found["action"], found["rule"]) for found in verdict_on(text.encode())["findings"]]


def game(ruleset, board=BOARD, *lines):
    return head(ruleset).replace(BOARD, board) + "\n".join((*FOUNDED, *lines))


NEAR = BOARD.replace("b1w B", "c1nw B")


@pytest.mark.rule("B-047")
def test_the_harbours_of_a_board_of_the_tour_face_the_longest_lines():
    assert (None, "B-047") in findings(game("base+tour", NEAR))
    assert (None, "B-047") not in findings(game("base+tour"))
    assert (None, "B-047") not in findings(game("base", NEAR))


ON_THE_BASE_BOARD = ("base", "base+best-friends", "base+easter-bunny", "base+santa")


def laid(ruleset, board):
    """The board with what the scenario of the rule set changes on it."""
    special = {"easter-bunny": "EG", "santa": "HG"}.get(ruleset.partition("+")[2])
    if special is None:
        return board
    return board.replace("b1 G2", f"b1 {special}").replace("d4 O12", "d4 O2+12")


def rules_of_the_board(ruleset, board):
    text = game("base", laid(ruleset, board)).replace('"base"', f'"{ruleset}"')
    return {rule for action, rule in findings(text) if action is None}


@pytest.mark.parametrize("ruleset", ON_THE_BASE_BOARD)
@pytest.mark.rule("B-043")
def test_every_game_on_the_board_of_the_box_has_its_nine_harbours(ruleset):
    assert rules_of_the_board(ruleset, BOARD) == set()
    assert rules_of_the_board(ruleset, BOARD.replace("b1w B", "b1w O")) == {"B-043"}
    assert rules_of_the_board(ruleset, BOARD.replace("b1w B ", "")) == {"B-043"}


@pytest.mark.parametrize("ruleset", ON_THE_BASE_BOARD)
@pytest.mark.rule("B-045")
def test_no_game_on_the_board_of_the_box_has_two_harbours_at_one_intersection(ruleset):
    assert rules_of_the_board(ruleset, BOARD.replace("b1w B", "a1w B")) == {"B-045"}


@pytest.mark.parametrize("ruleset", [*ON_THE_BASE_BOARD, "cities-knights"])
@pytest.mark.rule("B-043", "CKD-67")
def test_harbours_that_nobody_told_are_not_missing(ruleset):
    told, _harbours, _rest = BOARD.partition("[Harbours")

    assert rules_of_the_board(ruleset, told) == set()


@pytest.mark.rule("X-021")
def test_harbours_of_a_large_board_that_nobody_told_are_not_missing():
    told, _harbours, _rest = LARGE.partition("[Harbours")
    begun = head("base56", 5)

    assert findings(begun.replace(LARGE, told) + LARGE_FOUNDED[0]) == []
    assert findings(begun.replace("b1nw 3:1 ", "") + LARGE_FOUNDED[0]) == [(None, "X-021")]


@pytest.mark.parametrize("ruleset", ["seafarers", "cities-knights+seafarers"])
@pytest.mark.rule("CKD-67")
def test_harbours_at_sea_that_nobody_told_are_not_missing(ruleset):
    told, _harbours, _rest = SEA.partition("[Harbours")
    begun = head(ruleset, 4) + "Anna S f4sw\n"

    assert SEA in begun
    assert findings(begun.replace(SEA, told)) == []
    assert findings(begun.replace("c2se 3:1 ", "")) == [(None, "CKD-67")]


@pytest.mark.rule("B-043")
def test_the_tour_asks_for_harbours_that_nobody_told():
    told, _harbours, _rest = BOARD.partition("[Harbours")

    assert "B-043" in rules_of_the_board("base+tour", told)


@pytest.mark.parametrize("ruleset", ["base", "base+tour", "base+best-friends", "cities-knights"])
@pytest.mark.rule("B-008", "B-009", "B-041")
def test_a_second_number_breaks_the_board_of_every_game_without_a_scenario(ruleset):
    doubled = BOARD.replace("d4 O12", "d4 O2+12")

    assert rules_of_the_board(ruleset, doubled) == {"B-008", "B-009", "B-041"}


@pytest.mark.parametrize("ruleset", ["base", "base+tour", "base+best-friends", "cities-knights"])
@pytest.mark.rule("B-039")
def test_a_token_on_the_desert_is_the_first_fault_of_the_board_that_has_it(ruleset):
    verdict = verdict_on(game(ruleset, BOARD.replace("c3 D", "c3 D4")).encode())

    told = [(found["rule"], found["follows"]) for found in verdict["findings"]]
    assert told[:3] == [("B-039", False), ("B-008", True), ("B-009", True)]


@pytest.mark.rule("B-035", "B-009")
def test_a_board_of_the_tour_that_was_written_down_wrongly():
    wrong = BOARD.replace("e2 W10", "e2 W7")

    found = [rule for action, rule in findings(game("base+tour", wrong)) if action is None]

    assert found == ["B-009", "B-035"]


TOLD_FROM_A1 = BOARD + '[Spiral "a1"]\n'


@pytest.mark.parametrize("ruleset", [*ON_THE_BASE_BOARD, "base+tour", "cities-knights"])
@pytest.mark.parametrize("start", ["a2", "b1", "c3"])
@pytest.mark.rule("B-036")
def test_a_spiral_told_to_begin_at_no_corner_is_refused_by_every_game(ruleset, start):
    assert rules_of_the_board(ruleset, TOLD_FROM_A1) == set()
    assert rules_of_the_board(ruleset, TOLD_FROM_A1.replace('"a1"', f'"{start}"')) == {"B-036"}


@pytest.mark.rule("X-023")
def test_a_spiral_of_the_large_island_told_to_begin_at_no_corner():
    begun = head("base56", 5)

    assert findings(begun.replace(LARGE, LARGE + '[Spiral "b1"]\n')) == [(None, "X-023")]


@pytest.mark.parametrize("ruleset", [*ON_THE_BASE_BOARD, "base+tour", "cities-knights"])
@pytest.mark.rule("B-035", "B-051")
def test_who_tells_where_the_spiral_begins_has_laid_the_tokens_along_it(ruleset):
    assert rules_of_the_board(ruleset, TOLD_FROM_A1.replace('"a1"', '"a3"')) == {"B-035"}


OF_THE_BOX = [*ON_THE_BASE_BOARD, "cities-knights", "seafarers", "cities-knights+seafarers"]


@pytest.mark.parametrize("ruleset", [*OF_THE_BOX, "cities-knights+santa", "seafarers+santa"])
@pytest.mark.rule("B-035", "B-051", "CK-020", "EB-006", "SC-006")
def test_the_tokens_of_a_beginner_layout_may_lie_in_any_order(ruleset):
    other = BOARD.replace("a1 B5 a2 L10", "a1 B10 a2 L5")

    assert rules_of_the_board(ruleset, other) == set()
    assert rules_of_the_board(ruleset, other + '[Spiral "a1"]\n') == {"B-035"}


@pytest.mark.parametrize("ruleset", ["base56", "base56+best-friends"])
@pytest.mark.rule("X-022", "X-028")
def test_the_tokens_of_a_beginner_layout_of_the_large_island_may_lie_in_any_order(ruleset):
    begun = head(ruleset, 5) + LARGE_FOUNDED[0]
    other = begun.replace("a2 B11 a3 O8", "a2 B8 a3 O11")

    assert other != begun
    assert findings(other) == []
    assert findings(other.replace("[Harbours", '[Spiral "a1"]\n[Harbours')) == [(None, "X-022")]
    assert findings(other.replace(ruleset, "base56+tour"))[0] == (None, "X-022")


def test_a_wrong_board_does_not_make_what_comes_later_doubtful():
    text = game("base+tour", NEAR, "1 Anna 8", "2 Ben 5 R a1nw")

    verdict = verdict_on(text.encode())

    assert not verdict["valid"]
    board, *others = verdict["findings"]
    assert (board["action"], board["follows"]) == (None, False)
    assert others[0]["follows"] is False


def test_the_board_is_named_among_the_findings_of_the_command(tmp_path, capsys):
    file = tmp_path / "game.txt"
    file.write_text(game("base+tour", NEAR))

    with pytest.raises(SystemExit) as end:
        call_command("validate_game", str(file))

    assert end.value.code == 1
    assert "  board: B-047 Every harbour faces" in capsys.readouterr().out
