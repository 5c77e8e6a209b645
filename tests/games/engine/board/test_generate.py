"""Boards drawn at random: what always holds, and that no arrangement is preferred."""

import os
import subprocess
import sys
from collections import Counter
from itertools import chain, combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.board.boards import lay_tokens, letters, numbers_of
from games.engine.board.frames import BASE, FIVE_SIX
from games.engine.board.generate import random_board
from games.engine.board.terrain import RED, Resource, Terrain

from .worked import ISLANDS, NUMBERS, named

every_frame = pytest.mark.parametrize("frame", ISLANDS.values(), ids=ISLANDS)
boards = st.builds(random_board, st.text(), st.sampled_from(list(ISLANDS.values())))


@given(board=boards)
@pytest.mark.rule("B-001", "B-031", "X-002", "X-019")
def test_every_tile_is_laid_once(board):
    assert Counter(board.terrain) == Counter(board.frame.tiles)


@given(board=boards)
@pytest.mark.rule("B-009", "B-041", "X-003")
def test_every_producing_hex_has_one_number_and_every_token_is_used(board):
    numbers = [number for number in board.numbers if number]

    assert Counter(numbers) == Counter(token.number for token in board.frame.tokens)
    assert [number is None for number in board.numbers] == [
        terrain is Terrain.DESERT for terrain in board.terrain
    ]


@given(board=boards)
@pytest.mark.rule("B-035", "B-036", "B-039", "X-022", "X-025")
def test_letters_follow_one_another_along_the_spiral_with_the_desert_skipped(board):
    grid = board.frame.grid
    letter = letters(board)

    along = [letter.get(hex_) for hex_ in grid.spiral(board.start)]

    assert board.start in board.frame.spirals
    assert [one for one in along if one] == [token.letter for token in board.frame.tokens]
    assert {hex_: dict(board.frame.tokens)[one] for hex_, one in letter.items()} == {
        hex_: number for hex_, number in enumerate(board.numbers) if number
    }


@given(board=boards)
@pytest.mark.rule("B-021", "B-042", "X-027")
def test_the_robber_stands_on_a_desert(board):
    assert board.terrain[board.robber] is Terrain.DESERT


@given(board=boards)
@pytest.mark.rule("B-043", "B-044", "B-045", "B-047", "X-021")
def test_harbours_lie_on_every_second_harbour_place_and_share_no_intersection(board):
    grid = board.frame.grid
    places = tuple(harbour.path for harbour in board.harbours)
    ends = [set(grid.ends[harbour.path]) for harbour in board.harbours]

    assert places in board.frame.patterns
    assert not any(one & other for one, other in combinations(ends, 2))
    assert Counter(harbour.kind for harbour in board.harbours) == Counter(board.frame.harbours)


@given(seed=st.text())
def test_the_same_seed_gives_the_same_board(seed):
    assert random_board(seed) == random_board(seed)


@pytest.mark.rule("B-033", "T-003")
def test_another_seed_gives_another_board():
    assert len({random_board(f"round {number}") for number in range(50)}) == 50


@pytest.mark.rule("B-034", "T-004")
@pytest.mark.parametrize(
    ("seed", "frame", "rows", "harbours"),
    [
        pytest.param(
            "7",
            BASE,
            ["P9 P10 I8", "P12 F6 M5 H3", "I11 P3 F11 M4 I6", "I4 D* H9 M2", "F8 F10 H5"],
            "b1nw:? c1w:? d1sw:G e2sw:L e3se:W d4e:? b4e:? a3ne:B a2nw:O",
            id="base 7",
        ),
        pytest.param(
            "Brno 2026, 1. kolo",
            BASE,
            ["P8 I3 M6", "M10 D* H4 F2", "I9 I5 I11 P9 P5", "P12 H6 F3 F10", "H11 F4 M8"],
            "a1nw:W b1w:B d1w:G e1sw:? e2se:? d4se:? c5e:L b4ne:O a2ne:?",
            id="base Brno 2026, 1. kolo",
        ),
        pytest.param(
            "7",
            FIVE_SIX,
            [
                "P11 H11 M8",
                "I10 H4 H5 M9",
                "P6 F9 F2 I10 D*",
                "P3 M5 F6 H3 H12 P3",
                "P8 F9 M12 F11 I6",
                "I4 I8 P10 M4",
                "F2 I5 D",
            ],
            "b1nw:? c1w:G e1w:W f1sw:W g2sw:? g3se:O e5se:? d6e:? c5ne:? a3ne:L a2nw:B",
            id="five-six 7",
        ),
    ],
)
def test_a_stored_seed_gives_the_same_board_for_ever(seed, frame, rows, harbours):
    board = random_board(seed, frame)

    assert as_rows(board) == rows
    assert as_harbours(board) == harbours


@pytest.mark.rule("B-034", "T-004")
def test_a_board_does_not_depend_on_the_hash_seed_of_python():
    program = (
        "from games.engine.board.generate import random_board; board = random_board('7');"
        "print(board.terrain, board.numbers, board.harbours, board.robber, board.start)"
    )

    answers = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1")
    }

    assert len(answers) == 1


@pytest.mark.rule("B-035", "B-038", "B-039", "B-040", "X-024", "X-025", "X-026")
@pytest.mark.parametrize(
    ("frame", "start", "deserts", "expected"),
    [
        pytest.param(*case, id=f"{case[0].key} from {case[1]}, desert at {case[2]}")
        for case in NUMBERS
    ],
)
def test_tokens_lie_as_on_the_worked_boards(frame, start, deserts, expected):
    grid = frame.grid
    terrain = with_deserts(frame, {grid.hex_named[named(hex_)] for hex_ in deserts.split()})

    numbers = numbers_of(lay_tokens(frame, terrain, frame.spirals[grid.hex_named[named(start)]]))

    assert ["-" if number is None else str(number) for number in numbers] == (
        expected.replace("/", "").split()
    )


@pytest.mark.rule("B-040", "X-026")
@pytest.mark.parametrize(
    ("frame", "deserts", "cases"), [(BASE, 1, 114), (FIVE_SIX, 2, 2610)], ids=ISLANDS
)
def test_no_red_number_lies_beside_another(frame, deserts, cases):
    grid = frame.grid
    places = list(combinations(range(len(grid.hexes)), deserts))
    beside = [set(around) - {None} for around in grid.beside]

    boards_laid = [
        numbers_of(lay_tokens(frame, with_deserts(frame, set(place)), frame.spirals[spot]))
        for spot, place in product(frame.spirals, places)
    ]

    assert len(boards_laid) == cases
    for numbers in boards_laid:
        red = {hex_ for hex_, number in enumerate(numbers) if number in RED}
        assert not any(beside[hex_] & red for hex_ in red)


@pytest.fixture(scope="module")
def many():
    return [random_board(f"board {number}") for number in range(10_000)]


# Chi-square bounds are those that one good generator in a thousand fails; the seeds are fixed.


@pytest.mark.rule("B-031", "B-032", "T-003")
def test_no_hex_prefers_a_terrain(many):
    seen = Counter(chain.from_iterable(enumerate(board.terrain) for board in many))
    tiles = Counter(BASE.tiles)
    expected = {
        (hex_, terrain): len(many) * count / 19
        for hex_ in range(19)
        for terrain, count in tiles.items()
    }

    assert chi_square(seen, expected) < 137.2  # 18 * 5 degrees of freedom


@pytest.mark.rule("B-036")
def test_no_corner_is_preferred_by_the_spiral(many):
    seen = Counter(board.start for board in many)

    assert chi_square(seen, dict.fromkeys(BASE.spirals, len(many) / 6)) < 20.5


@pytest.mark.rule("B-043", "B-046")
def test_no_sea_position_prefers_a_kind_of_harbour(many):
    seen = Counter(harbour for board in many for harbour in board.harbours)
    expected = {
        (path, kind): len(many) / 18 * count
        for path in chain.from_iterable(BASE.patterns)
        for kind, count in Counter(BASE.harbours).items()
    }

    assert chi_square(seen, expected) < 137.2  # (9 - 1) * 5 for each pattern, and 1 for which
    patterns = Counter(board.harbours[0].path for board in many)
    assert chi_square(patterns, dict.fromkeys(patterns, len(many) / 2)) < 10.8


@pytest.mark.rule("X-027")
def test_either_desert_of_the_extension_may_hold_the_robber():
    drawn = [random_board(f"board {number}", FIVE_SIX) for number in range(200)]

    on_the_first = sum(board.terrain.index(Terrain.DESERT) == board.robber for board in drawn)

    assert 70 < on_the_first < 130


def chi_square(seen, expected):
    assert set(seen) <= set(expected)
    return sum((seen[case] - count) ** 2 / count for case, count in expected.items())


def with_deserts(frame, deserts):
    return [
        Terrain.DESERT if hex_ in deserts else Terrain.FOREST
        for hex_ in range(len(frame.grid.hexes))
    ]


MARKS = dict(zip(Terrain, "HFPIMD", strict=False))  # I for fields, F is the forest


def as_rows(board):
    """Rows such as `F5 H10 D*`: letter of the terrain, number, `*` for the robber."""
    rows = {}
    for hex_, cube in enumerate(board.frame.grid.hexes):
        number = board.numbers[hex_] or ""
        robber = "*" if board.robber == hex_ else ""
        rows.setdefault(cube.row, []).append(f"{MARKS[board.terrain[hex_]]}{number}{robber}")
    return [" ".join(row) for row in rows.values()]


def as_harbours(board):
    kinds = dict(zip(Resource, "BLWGO", strict=True)) | {None: "?"}
    return " ".join(
        f"{board.frame.grid.path_names[harbour.path]}:{kinds[harbour.kind]}"
        for harbour in board.harbours
    )
