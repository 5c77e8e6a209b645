"""How early each symbol may be marked, if every roll were the best one."""

from dataclasses import replace

import pytest

from games.engine.rulesets.dice_game.reach import earliest, first_turns, too_late
from games.engine.rulesets.dice_game.sheet import CITY, KNIGHT, SETTLEMENT, STANDARD
from tests.games.rulesets.dice_game.table import verdict

TURNS = first_turns(STANDARD)


@pytest.mark.parametrize(
    ("symbol", "turn"),
    [("R1", 1), ("R6", 2), ("R15", 3), ("S3", 1), ("S11", 7), ("C7", 2), ("C30", 8), ("K6", 3)],
)
def test_the_first_turn_of_a_symbol(symbol, turn):
    assert TURNS[symbol] == turn


def test_every_symbol_has_one_but_the_printed_road():
    assert TURNS.keys() == {symbol.id for symbol in STANDARD.symbols} - {"R0"}
    assert too_late(STANDARD) == {}


def test_the_last_city_is_built_in_the_turn_that_was_reckoned():
    report = verdict(
        "1 Anna (BBBLLL) R1 R2 R3 =3",
        "2 Anna (BBBLLL) R4 R5 R6 =3",
        "3 Anna (BBBLLL) R7 R12 R13 =3",
        "4 Anna (BBLLAA) R14 R15 =2",
        "5 Anna (OOOGGA) C7 =7",
        "6 Anna (OOOGGA) C12 =12",
        "7 Anna (OOOGGA) C20 =20",
        "8 Anna (OOOGGA) C30 =30",
        players=1,
    )

    assert report.valid
    assert TURNS["C30"] == 8


@pytest.mark.parametrize("kind", [SETTLEMENT, CITY, KNIGHT])
def test_no_turn_is_too_early_for_a_symbol_that_can_be_marked_in_it(kind):
    reckoned = [TURNS[one.id] for one in STANDARD.symbols if one.kind == kind]

    assert all(
        first <= turn for first, turn in zip(earliest(STANDARD, kind), reckoned, strict=True)
    )


def test_what_no_road_leads_to_has_no_turn():
    cut = replace(STANDARD, id="cut", roads=STANDARD.roads[:12])

    assert not {"C20", "C30"} & first_turns(cut).keys()
    assert "C12" in first_turns(cut)


def test_too_few_boxes_leave_symbols_out():
    short = replace(STANDARD, id="short", boxes=6)

    assert too_late(short) == {"C30": 8, "S11": 7}
