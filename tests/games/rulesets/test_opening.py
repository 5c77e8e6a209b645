"""Whether the board of a record keeps the rules, asked before the first action."""

import pytest
from django.core.management import call_command

from games.engine.verdicts import verdict_on
from tests.games.rulesets.table import BOARD, FOUNDED, head


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


@pytest.mark.rule("B-035", "B-009")
def test_a_board_of_the_tour_that_was_written_down_wrongly():
    wrong = BOARD.replace("e2 W10", "e2 W7")

    found = [rule for action, rule in findings(game("base+tour", wrong)) if action is None]

    assert found == ["B-009", "B-009", "B-035"]


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
