"""A sheet is drawn from its file: all of its symbols, along the sides of hexes if they fit."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.utils import translation

from games.drawing.looks import PAINTS
from games.drawing.sheet_layout import layout_of
from games.drawing.sheets import Marks, sheet_svg
from games.engine.rulesets.dice_game.sheet import STANDARD, Road, Sheet

LOOSE = replace(STANDARD, id="loose", roads=STANDARD.roads[:3])
STAR = replace(
    STANDARD,
    id="star",
    roads=tuple(Road(f"R{at}", ("n1", f"S{at}"), at == 0) for at in range(6)),
)
EMPTY = Sheet("empty", "", False, 15, (), (), (), ())


def drawn(sheet, marks=None):
    return sheet_svg(sheet, marks, paint=PAINTS["red"], title="A & B")


def test_the_roads_of_the_sheet_lie_along_the_sides_of_seven_hexes():
    layout = layout_of(STANDARD)

    assert len(layout.hexes) == 7
    assert len(set(layout.places.values())) == len(layout.places) == 17
    for road in STANDARD.roads:
        (x1, y1), (x2, y2) = (layout.places[end] for end in road.ends)
        assert (x1 - x2) ** 2 + (y1 - y2) ** 2 == pytest.approx(1, abs=0.01)


def test_the_name_of_an_upright_road_lies_along_it_and_any_other_stands_upright():
    page = drawn(STANDARD)
    places = layout_of(STANDARD).places

    for road in STANDARD.roads:
        (x1, _), (x2, _) = (places[end] for end in road.ends)
        (turn,) = re.findall(rf"<text([^>]*)>{road.id}</text>", page)
        assert ("rotate(-90 " in turn) == (x1 == pytest.approx(x2)), road.id
        assert ("rotate" in turn) == (x1 == pytest.approx(x2)), road.id


@pytest.mark.parametrize("sheet", [STAR, LOOSE, EMPTY], ids=lambda sheet: sheet.id)
def test_any_other_sheet_is_drawn_too(sheet):
    page = drawn(sheet)

    for road in sheet.roads:
        assert f">{road.id}</text>" in page
    assert set(layout_of(sheet).places) >= {end for road in sheet.roads for end in road.ends}


def test_each_symbol_stands_there_with_its_number_and_each_box_with_its_own():
    page = drawn(STANDARD)

    numbers = re.findall(r">(\d+)</text>", page)
    assert sorted(map(int, numbers)) == sorted(
        [3, 4, 5, 7, 9, 11, 7, 12, 20, 30, *range(1, 7), *range(1, 16)]
    )
    assert "A &amp; B" in page


def test_what_is_built_is_filled_and_entries_stand_in_their_boxes():
    empty = drawn(STANDARD)
    marks = Marks(STANDARD.start | 1 << 16, used=1, boxes=(3, None), lit=16)

    page = drawn(STANDARD, marks)

    assert page.count(PAINTS["red"].fill) == 1
    assert PAINTS["red"].fill not in empty
    assert page.count(">3</text>") == empty.count(">3</text>") + 1
    assert page.count("M-11 -11L11 11") == 1
    assert page.count("M-13 -13L13 13") == 1


def test_a_sheet_that_nobody_compared_with_a_print_says_so():
    words = "Not yet compared with a printed sheet"

    with translation.override("en"):
        assert words in drawn(STANDARD)
        assert words not in drawn(replace(STANDARD, confirmed=True))
