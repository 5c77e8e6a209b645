"""Boards as text and as JSON: what is written is read back, and every mistake has its place."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.board.checking import check
from games.engine.board.frames import BASE, FIVE_SIX, FRAMES
from games.engine.board.generate import generate
from games.engine.board.listing import (
    board_document,
    board_text,
    listing_of,
    listing_of_document,
)
from games.engine.board.reading import MOST_MISTAKES, read_board
from games.engine.board.terrain import Resource, Terrain
from games.engine.core import NotARecord

BOARD = generate(BASE, "7")
TEXT = """\
[Board "a1 W9 a2 W10 a3 G8 b1 W12 b2 L6 b3 O5 b4 B3 c1 G11 c2 W3 c3 L11 c4 O4 c5 G6 \
d1 G4 d2 D d3 B9 d4 O2 e1 L8 e2 L10 e3 B5"]
[Harbours "b1nw 3:1 c1w 3:1 d1sw G e2sw L e3se W d4e 3:1 b4e 3:1 a3ne B a2nw O"]
[Spiral "e3"]
"""

boards = st.builds(generate, st.sampled_from(list(FRAMES.values())), st.text())


def mistakes(text):
    with pytest.raises(NotARecord) as refused:
        read_board(text)
    return [str(error) for error in refused.value.errors]


def test_a_board_is_written_as_a_person_would():
    assert board_text(BOARD) == TEXT


@given(board=boards)
def test_a_written_board_is_read_back(board):
    listing = read_board(board_text(board))

    assert listing.board() == board
    assert listing.board().start == board.start
    assert listing_of(listing.board()) == listing_of(board)


@given(board=boards)
def test_a_board_in_json_is_read_back(board):
    listing = listing_of_document(board_document(board))

    assert listing == listing_of(board)
    assert listing.board() == board


def test_the_robber_is_written_only_where_it_could_be_meant_otherwise():
    away = replace(BOARD, robber=0)

    assert "[Robber" not in board_text(BOARD)
    assert '[Robber "a1"]' in board_text(away)
    assert read_board(board_text(away)).board() == away
    assert "[Robber" in board_text(generate(FIVE_SIX, "7"))


def test_a_board_over_several_lines_with_other_headers_and_comments():
    text = TEXT.replace(" b1 W12", "\n    b1 W12").replace("\n", "\r\n")
    text = f'# round 2\n[Ruleset "base"] [Seats "Anna=red"]\n; drawn by hand\n{text}'

    listing = read_board(text)

    assert listing.board() == BOARD
    assert listing.ruleset == "base"
    assert listing.where["a1"] == "line 4, column 9"
    assert listing.where["b1"] == "line 5, column 5"
    assert listing.where["c1w"] == "line 6, column 21"


def test_names_of_the_rule_book_are_read_too():
    text = TEXT.replace("a1 W9", "1.1 W9").replace("c1w", "3.1-W").replace("e3 B5", "E3 B5")

    assert read_board(text).board() == BOARD


def test_the_frame_is_that_of_the_rule_set_or_else_of_the_hexes():
    large = board_text(generate(FIVE_SIX, "7"))

    assert read_board(large).frame is FIVE_SIX
    assert read_board(TEXT).frame is BASE
    assert read_board(f'[Ruleset "base56"]{TEXT}').frame is FIVE_SIX
    assert read_board(f'[Ruleset "base+tour"]{large}').frame is BASE
    assert read_board(TEXT, "base56").frame is FIVE_SIX
    assert read_board(f'[Map "base"]{large}', "base56").frame is BASE


def test_a_map_of_its_own_is_written_and_read_by_its_key(monkeypatch):
    lagoon = replace(BASE, key="lagoon")
    monkeypatch.setitem(FRAMES, "lagoon", lagoon)
    board = generate(lagoon, "7")

    assert board_text(board) == f'[Map "lagoon"]\n{TEXT}'
    assert read_board(board_text(board)).board() == board
    assert listing_of_document(board_document(board)).frame is lagoon


def test_a_board_with_a_hole_is_read_and_is_no_board():
    listing = read_board(TEXT.replace("a1 W9 ", ""))

    assert listing.board() is None
    assert listing.tiles[0].name == "a2"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(TEXT.replace("a1 W9", "a1 W9 a1 W9"), id="a hex twice"),
        pytest.param(TEXT.replace("e3 B5", "f3 B5"), id="a hex outside"),
        pytest.param(TEXT.replace("c1w", "c3w"), id="a harbour inland"),
        pytest.param(TEXT + '[Robber "z9"]', id="a robber outside"),
        pytest.param(TEXT + '[Robber "a1 a2"]', id="two robbers"),
        pytest.param(TEXT.replace("d2 D", "d2 L2"), id="nowhere for the robber"),
    ],
)
def test_what_cannot_lie_on_a_table_is_no_board(text):
    listing = read_board(text)

    assert listing.board() is None
    assert check(listing)


def test_a_hex_without_a_number_is_still_a_board():
    board = read_board(TEXT.replace("a1 W9", "a1 W")).board()

    assert (board.terrain[0], board.numbers[0]) == (Terrain.PASTURE, None)
    assert board.harbours[2].kind is Resource.GRAIN


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "",
            ['expected the header of the hexes: [Board "a1 O10 a2 W2 ..."]'],
            id="nothing",
        ),
        pytest.param(
            TEXT.replace("a2 W10", "a2 w10"),
            [
                "line 1, column 18: expected a terrain with its number such as O10, or D; "
                "did you mean W10?"
            ],
            id="a small letter",
        ),
        pytest.param(
            TEXT.replace("a2 W10", "a2"),
            ["line 1, column 18: expected a terrain with its number such as O10, or D"],
            id="a tile left out",
        ),
        pytest.param(
            '[Board "a1"]',
            ["line 1, column 11: expected a terrain with its number such as O10, or D"],
            id="the last tile left out",
        ),
        pytest.param(
            TEXT.replace("d2 D", "d2"),
            [
                "line 1, column 94: expected a terrain with its number such as O10, or D; "
                "did you mean D3?"
            ],
            id="a desert left out",
        ),
        pytest.param(
            TEXT.replace("a2 W10", "?? W10 x"),
            [
                "line 1, column 15: expected a hex such as c2",
                "line 1, column 22: expected a terrain with its number such as O10, or D",
            ],
            id="no names",
        ),
        pytest.param(
            TEXT.replace("c1w 3:1", "c1w 4:1 c1s"),
            [
                "line 2, column 25: expected 3:1 or the letter of a resource: B, L, W, G, O",
                "line 2, column 29: expected a path such as c1w",
            ],
            id="harbours",
        ),
        pytest.param(
            TEXT + "1 Anna 3+5\n[Robber c3]",
            [
                'line 4, column 1: expected a header such as [Robber "c3"]',
                'line 5, column 1: expected a header such as [Robber "c3"]',
            ],
            id="lines that are no headers",
        ),
        pytest.param(
            TEXT + '[Spiral "e1"]\n[Robber "desert"]',
            [
                "line 4, column 10: expected each header only once",
                "line 5, column 10: expected a hex such as c2",
            ],
            id="a header twice and a robber nowhere",
        ),
        pytest.param(
            TEXT.replace('"e3"', '"e3 e1"'),
            ["line 3, column 10: expected one hex"],
            id="two starts",
        ),
    ],
)
def test_every_mistake_is_named_with_its_place(text, expected):
    assert mistakes(text) == [
        line if line.startswith("line") else f"line 0, column 0: {line}" for line in expected
    ]


def test_a_thousand_places_are_read_and_no_more():
    many, more = "a1 W9 " * 1000, "a1 W9 " * 1001

    assert len(read_board(f'[Board "{many}"]').tiles) == 1000
    assert mistakes(f'[Board "{more}"]') == ["line 1, column 9: expected at most 1000 places"]
    assert len(read_board(f'{TEXT}[Robber "{"a1 " * 1000}"]').robbers) == 1000
    assert mistakes(f'{TEXT}[Robber "{"a1 " * 1001}"]') == [
        "line 4, column 10: expected at most 1000 places"
    ]


def test_without_a_robber_it_stands_on_the_first_desert():
    board = generate(FIVE_SIX, "7")
    text = re.sub(r"\[Robber.*\n", "", board_text(board))

    assert read_board(text).board().robber == board.terrain.index(Terrain.DESERT)


def test_a_text_that_is_no_board_at_all_is_not_read_to_its_end():
    assert len(mistakes("moře\n" * 10_000)) == MOST_MISTAKES
    assert len(mistakes(f'[Board "{"x " * 100_000}"]')) == MOST_MISTAKES


@given(text=st.text() | st.text(alphabet='[]"BoardHrbus a1c2W3:D\n#'))
def test_any_text_is_read_or_refused(text):
    try:
        listing = read_board(text)
    except NotARecord:
        return
    check(listing)


@given(
    words=st.lists(
        st.sampled_from(["a1", "c3", "W9", "w9", "D", "d", "3:1", "c1w", "C1NE", "3.1", "?", "б1"])
    )
)
def test_any_words_in_the_headers_are_read_or_refused(words):
    text = " ".join(words)
    try:
        listing = read_board(f'[Board "{text}"][Harbours "{text}"][Robber "{text}"]')
    except NotARecord:
        return
    check(listing)
