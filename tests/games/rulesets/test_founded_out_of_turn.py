"""A founding out of turn that a ruling lets stand: whose it is then, and what it brings."""

import pytest

from games.engine.verdicts import verdict_on
from tests.games.rulesets import cities_table
from tests.games.rulesets.table import FOUNDED, SEA_FOUNDED, head

TABLES = {
    "base": (3, FOUNDED, "8"),
    "cities-knights": (3, cities_table.FOUNDED, "1+3y"),
    "seafarers": (4, SEA_FOUNDED, "8"),
}


def ruled(line):
    """The founding with a ruling behind its building."""
    building, *piece = line.partition(" ~ " if " ~ " in line else " R ")
    return "".join((building, " !1", *piece))


def told(ruleset, *lines):
    """The rules broken that no ruling lets stand."""
    text = head(ruleset, TABLES[ruleset][0]) + "\n".join(lines) + "\n"
    return [found["rule"] for found in verdict_on(text.encode())["findings"]]


@pytest.mark.rule("B-056", "B-057", "B-064", "CK-022", "CK-028")
@pytest.mark.parametrize(
    ("ruleset", "order", "out_of_turn", "starter"),
    [
        ("base", [0, 2, 1, 4, 3, 5], 2, "Anna"),
        ("base", [0, 1, 2, 4, 3, 5], 4, "Anna"),
        ("base", [0, 1, 2, 5, 3, 4], 5, "Anna"),
        ("cities-knights", [0, 2, 1, 4, 3, 5], 2, "Anna"),
        ("cities-knights", [0, 1, 2, 4, 3, 5], 4, "Anna"),
        ("cities-knights", [0, 1, 2, 5, 3, 4], 5, "Ben"),
        ("seafarers", [0, 2, 1, 3, 4, 5, 6, 7], 2, "Anna"),
        ("seafarers", [0, 1, 3, 2, 5, 4, 6, 7], 3, "Anna"),
    ],
)
def test_whoever_was_passed_over_by_a_ruling_founds_next(ruleset, order, out_of_turn, starter):
    """Those who came late were told to be out of turn, though the ruling was on who came early."""
    _players, founded, roll = TABLES[ruleset]
    lines = [founded[at] for at in order]
    let_stand = [ruled(line) if line is founded[out_of_turn] else line for line in lines]

    assert told(ruleset, *let_stand, f"1 {starter} {roll}") == []
    assert told(ruleset, *lines)[:1] in (["B-056"], ["B-057"], ["CK-022"])


@pytest.mark.rule("B-056", "B-061", "B-062", "B-064")
def test_whoever_founds_in_place_of_another_has_the_cards_and_the_other_founds_twice():
    """What is one's second settlement brings cards, not what is founded in the second round."""
    before = (*FOUNDED[:2], ruled("Ben S b4s +BLO R b4sw"))
    first, second = "Cyril S d1n R d1ne", "Cyril S a3s +BLW R a3sw"

    assert told("base", *before, first, second, FOUNDED[-1], "1 Anna 8") == []
    assert told("base", *before, first.replace("d1n", "d1n +WGL", 1)) == ["B-062"]
    assert told("base", *before, "1 Anna 8") == ["B-064"]


@pytest.mark.rule("CK-022", "CK-023", "CK-024")
def test_the_second_piece_is_a_city_in_whichever_round():
    before = cities_table.FOUNDED[:2]
    settlement, city = "Cyril S d1n R d1ne", "Cyril C b4s R b4sw"
    bens = ruled("Ben C a3s R a3sw")

    assert told("cities-knights", *before, bens, settlement, city, cities_table.FOUNDED[-1]) == []
    assert told("cities-knights", *before, bens, city) == ["CK-023"]
    assert told("cities-knights", *before, "Ben S a3s R a3sw")[1:] == ["CK-024"]
