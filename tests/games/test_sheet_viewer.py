"""The sheet that is shown of a dice game: whose it is, and what stands on it."""

from __future__ import annotations

import pytest

from games.engine import rulesets
from games.engine.record import parse
from games.recording import recorder

HEAD = '[Ruleset "dice"]\n[Seats "Anna Ben Cyril"]\n[Sheet "standard"]\n'


def shown(*lines):
    stand = recorder.stand_of(parse(HEAD + "\n".join(lines) + "\n", rulesets.by_key))
    return stand.viewer.picture(stand.scene, key="sheet", title="")


@pytest.mark.parametrize(
    ("lines", "owner"),
    [
        ((), "Anna"),
        (("1 Anna (BLWGOA) R1 =1",), "Anna"),
        (("1 Anna (BLWGOA) R1 =1 /",), "Ben"),
        (("1 Anna (BLWGOA) R1 =1", "2 Ben (BLWGOA)"), "Ben"),
    ],
)
def test_the_sheet_is_that_of_the_player_on_turn_under_the_name(lines, owner):
    names = [name for name in ("Anna", "Ben", "Cyril") if f">{name}</text>" in shown(*lines)]

    assert names == [owner]


def test_the_entry_stands_on_the_sheet_of_the_one_who_made_it_alone():
    before, after = shown("1 Anna (BLWGOA) R1 R2 =2"), shown("1 Anna (BLWGOA) R1 R2 =2 /")

    assert before.count(">2</text>") == after.count(">2</text>") + 1


def test_everything_that_may_be_tapped_lies_where_it_is_drawn():
    stand = recorder.stand_of(parse(HEAD, rulesets.by_key))
    sheet = stand.record.header.board.sheet

    places = stand.viewer.places(stand.record.header)

    assert {place[0] for place in places["symbol"]} == {symbol.id for symbol in sheet.symbols}
    assert [place[0] for place in places["knight"]] == [knight.id for knight in sheet.in_order]
    assert [place[0] for place in places["entry"]] == [str(number) for number in range(1, 16)]
    assert all((len(place) == 5) == (place[0][0] == "R") for place in places["symbol"])
    assert 'data-next="1"' in shown()
    assert 'data-next="2"' in shown("1 Anna (BLWGOA) R1 =1")
