"""The result that a table wrote down is held against the boxes of its sheets."""

from __future__ import annotations

import pytest

from tests.games.rulesets.dice_game.table import found, turns, verdict


def case(rule, breaks, keeps):
    """A result that breaks the rule, and one of the same game that does not, each with the first
    entries of the players; all the others are crosses."""
    return pytest.param(rule, breaks, keeps, id=f"{rule} {breaks[0]}", marks=pytest.mark.rule(rule))


def played(result: str, *entries: str) -> set[str]:
    """The rules that the game breaks."""
    lines = list(turns(30, players=2))
    for seat, entry in enumerate(entries):
        lines[seat] = lines[seat].replace("=X", entry)
    return found(verdict(*lines, head=f'[Result "{result}"]'))


@pytest.mark.rule("DG-042")
def test_jokers_of_turns_that_were_not_written_down_may_be_used():
    lines = ["1 Anna K1 =1", "2 Anna =3", *turns(15)[2:]]

    assert "DG-042" not in found(verdict(*lines, players=1, head='[Result "Anna -21*"]'))
    assert "DG-076" in found(verdict(*lines, players=1, head='[Result "Anna -21*"]'))


CASES = [
    case(
        "DG-042",
        ("Anna -26*, Ben -30", "(=WGOBLA) K1 =1"),
        ("Anna -27*, Ben -30", "(=WGOBLA) K1 =1"),
    ),
    case(
        "DG-042",
        ("Anna -28*, Ben -30", "(=WGOBLA) K1 =1"),
        ("Anna -27*, Ben -30", "(=WGOBLA) K1 J K1 B>O =1"),
    ),
    case("DG-074", ("Anna -11, Ben -25*", "=3"), ("Anna -25*, Ben -30", "=3")),
    case("DG-074", ("Anna 3*, Ben -30", "=3"), ("Anna -25*, Ben -30", "=3")),
    case("DG-076", ("Anna 4*, Ben -30", "=3"), ("Anna -25*, Ben -30", "=3")),
    case("DG-078", ("Anna -25, Ben -30*", "=3"), ("Anna -25*, Ben -30", "=3")),
    case("DG-079", ("Anna -30*, Ben -30",), ("Anna -30*, Ben -30*",)),
]


@pytest.mark.parametrize(("rule", "breaks", "keeps"), CASES)
def test_a_result_that_breaks_the_rule_and_one_that_does_not(rule, breaks, keeps):
    assert rule in played(*breaks)
    assert played(*keeps) == set()
