"""The list by which a board is built and read aloud."""

from dataclasses import replace

import pytest

from games.engine.board.boards import (
    Board,
    Harbour,
    HarbourLine,
    HexLine,
    harbour_lines,
    hex_lines,
    lay_tokens,
    letters,
    numbers_of,
)
from games.engine.board.frames import BASE
from games.engine.board.generate import random_board
from games.engine.board.terrain import Resource, Terrain

GRID = BASE.grid


def printed_board(start="c5"):
    """A board without chance: tiles in reading order, so that e3 is the desert."""
    spot = GRID.hex_named[start]
    return Board(
        frame=BASE,
        terrain=BASE.tiles,
        numbers=numbers_of(lay_tokens(BASE, BASE.tiles, BASE.spirals[spot])),
        harbours=(
            Harbour(GRID.path_named["a2nw"], Resource.ORE),
            Harbour(GRID.path_named["d1sw"], None),
        ),
        robber=GRID.hex_named["e3"],
        start=spot,
    )


@pytest.mark.rule("B-035", "B-041", "B-042")
def test_the_list_names_every_hex_with_its_terrain_and_token():
    lines = {line.name: line for line in hex_lines(printed_board())}

    assert list(lines) == list(GRID.hex_names)
    assert lines["c5"] == HexLine("c5", Terrain.FIELDS, 5, "A", robber=False)
    assert lines["b4"] == HexLine("b4", Terrain.FOREST, 2, "B", robber=False)
    assert lines["e3"] == HexLine("e3", Terrain.DESERT, None, "", robber=True)


@pytest.mark.rule("B-039")
def test_the_desert_has_no_letter_and_the_next_hex_has_the_next_one():
    board = printed_board(start="e1")

    letter = letters(board)

    assert [letter.get(GRID.hex_named[name]) for name in ("e1", "e2", "e3", "d4")] == [
        "A",
        "B",
        None,
        "C",
    ]


def test_without_a_known_start_the_list_has_no_letters():
    board = replace(printed_board(), start=None)

    assert letters(board) == {}
    assert {line.letter for line in hex_lines(board)} == {""}


@pytest.mark.rule("B-043", "B-044")
def test_the_list_names_every_harbour_by_hex_and_side():
    assert harbour_lines(printed_board()) == (
        HarbourLine("a2", "north-west", "2:1", Resource.ORE),
        HarbourLine("d1", "south-west", "3:1", None),
    )


def test_a_drawn_board_lists_nine_harbours_counter_clockwise():
    lines = harbour_lines(random_board("7"))

    assert [line.hex for line in lines] in (
        ["a1", "b1", "d1", "e1", "e2", "d4", "c5", "b4", "a2"],
        ["b1", "c1", "d1", "e2", "e3", "d4", "b4", "a3", "a2"],
    )


def test_boards_are_the_same_wherever_their_spiral_began():
    assert replace(printed_board(), start=None) == printed_board()


@pytest.mark.rule("B-034")
def test_a_board_with_another_order_of_harbours_is_another_board():
    one = random_board("7")
    paths = [harbour.path for harbour in one.harbours]
    turned = tuple(map(Harbour, paths[1:] + paths[:1], (kind for _, kind in one.harbours)))

    assert replace(one, harbours=turned) != one
    assert replace(one, harbours=one.harbours) == random_board("7")


def test_numbers_out_of_order_have_no_letters():
    board = random_board("7")

    assert letters(replace(board, numbers=board.numbers[::-1])) == {}
