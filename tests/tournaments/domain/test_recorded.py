"""What a record says of its end, and where a result differs from it."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.core import Action
from tests.games.played import record
from tests.games.rulesets import cities_table
from tests.games.rulesets.dice_game.table import read
from tests.games.rulesets.test_best_friends_at_random import finished
from tournaments.domain.games import GAMES
from tournaments.domain.recorded import At, Entered, disagreements, recorded, remarks
from tournaments.domain.records import at_the_table

NAMES = {1: "Anna", 2: "Ben", 3: "Cyril", 4: "Dana"}
AT = At(3, NAMES, 10)
WHOLE = at_the_table(record("j-classic-4p-11"), [2, 3, 4, 1], [1, 2, 3, 4])
GAME = recorded(WHOLE)
RESULT = Entered({2: 10, 3: 5, 4: 6, 1: 6}, 2, breakdowns=GAME.breakdowns)


def told(game, result, at=AT):
    return [str(doubt) for doubt in disagreements(game, result, at)]


def played(*more, drop=0):
    actions = WHOLE.actions[: len(WHOLE.actions) - drop] + more
    return recorded(WHOLE._replace(actions=actions))


def test_a_record_tells_points_parts_winner_and_who_started():
    assert GAME.points == {2: 10, 3: 5, 4: 6, 1: 6}
    assert (GAME.first, GAME.winner, GAME.over, GAME.broken) == (2, 2, True, 0)
    assert GAME.is_certain
    assert GAME.breakdowns[2] == {
        "settlements": 1,
        "cities": 2,
        "longest_road": 1,
        "largest_army": 1,
        "victory_point_cards": 1,
    }


def test_the_same_result_agrees():
    assert told(GAME, RESULT) == []


def test_points_without_their_parts_agree():
    assert told(GAME, replace(RESULT, breakdowns={})) == []


@pytest.mark.rule("B-181")
@given(st.integers(1, 4), st.integers(-3, 13))
def test_every_other_number_of_points_is_told(position, points):
    result = Entered({**RESULT.points, position: points}, 2)

    doubts = told(GAME, result)

    same = points == GAME.points[position]
    assert [NAMES[position] in doubt for doubt in doubts] == ([] if same else [True])


@pytest.mark.rule("T-033")
def test_points_are_compared_up_to_the_target():
    more = replace(GAME, points={**GAME.points, 2: 11})

    assert told(more, replace(RESULT, breakdowns={})) == []


def test_unseen_cards_leave_room():
    unseen = replace(GAME, maybe={**GAME.maybe, 3: 2})

    assert not unseen.is_certain
    assert told(unseen, Entered({**RESULT.points, 3: 7}, 2)) == []
    assert told(unseen, Entered({**RESULT.points, 3: 8}, 2)) == [
        "Table 3, Cyril: points in the result 8, recorded 5 to 7."
    ]


@pytest.mark.rule("B-178")
@pytest.mark.parametrize(
    ("by_record", "by_result", "expected"),
    [
        (2, 4, "Table 3: Ben won by the record, Dana by the result."),
        (2, None, "Table 3: Ben won by the record, nobody by the result."),
        (None, 4, "Table 3: Dana won by the result, nobody by the record."),
    ],
)
def test_another_winner_is_told(by_record, by_result, expected):
    assert told(replace(GAME, winner=by_record), replace(RESULT, winner=by_result)) == [expected]


def test_a_game_by_score_has_no_winner_to_compare():
    assert told(GAME, replace(RESULT, winner=None), At(3, NAMES, None)) == []


@pytest.mark.rule("B-175")
def test_other_parts_of_the_same_points_are_told():
    parts = {**RESULT.breakdowns, 4: {"settlements": 4, "cities": 1}}

    assert told(GAME, replace(RESULT, breakdowns=parts)) == [
        "Table 3, Dana: the record makes the points up of other parts."
    ]


@pytest.mark.rule("D-102")
def test_who_is_missing_in_one_of_them_alone_is_told():
    points = {at: n for at, n in RESULT.points.items() if at != 4}

    assert told(GAME, Entered(points, 2, missing=frozenset({4}))) == [
        "Table 3, Dana: missing in the result or in the record alone."
    ]


@pytest.mark.rule("D-123")
def test_who_gave_up_in_the_record_left_by_the_result():
    left = played(Action(2, "concede"), Action(1, "concede"), drop=2)
    points = {position: left.points[position] for position in left.points}

    assert left.left == {3, 4}
    assert "Table 3, Dana: gave up in the record, not in the result." in told(
        replace(left, over=True), Entered(points, left.winner)
    )
    assert told(replace(left, over=True), Entered(points, left.winner, frozenset({3, 4}))) == []


def test_a_record_that_stops_too_soon_says_only_that():
    assert told(played(drop=60), RESULT) == ["Table 3: the record stops before the game is over."]


def test_a_game_broken_off_is_not_over():
    assert not played(Action(0, "abandon"), drop=2).over


def test_starter_board_and_broken_rules_are_remarked():
    broken = replace(GAME, broken=3)

    assert list(remarks(GAME, first=2, board=GAME.board, names=NAMES)) == []
    assert list(remarks(GAME, first=None, board="", names=NAMES)) == []
    assert [r.rule_id for r in remarks(broken, first=3, board="another", names=NAMES)] == [
        *("T-005", "T-004", "")
    ]


def dice(*lines):
    return at_the_table(read(*lines, players=1), [1], [1])


TURNS = [
    "1 Anna (BBBLLL) R1 R2 R3 =3",
    "2 Anna (OOOGGA) C7 =7",
    "3 Anna (GWOGWO) K1 K2 =3",
    *(f"{turn} Anna (AAAAAA) =X" for turn in range(4, 15)),
]


@pytest.mark.parametrize(
    ("last", "parts"),
    [
        ("15 Anna (BLGWAA) S3 =3", {"roads": 3, "settlements": 1, "cities": 1, "knights": 2}),
        ("15 Anna (BLGWAA) S3 S4 =7", {"roads": 3, "settlements": 2, "cities": 1, "knights": 2}),
    ],
)
def test_a_sheet_of_the_dice_game_is_counted_as_on_the_form(last, parts):
    report = recorded(dice(*TURNS, last))

    assert report.breakdowns == {1: parts | {"crosses": 11}}
    assert (
        sum(GAMES["dice"].points(found) for found in report.breakdowns.values())
        == (report.points[1])
    )


def test_a_symbol_out_of_order_is_in_no_count_of_the_form():
    report = recorded(dice(*TURNS, "15 Anna (BLGWAA) S4 =4"))

    assert report.broken
    assert report.breakdowns == {}


@pytest.mark.rule("BF-091")
def test_victory_point_tokens_are_counted_as_on_the_form():
    game, state = finished(4)

    report = recorded(at_the_table(game, [1, 2, 3, 4], [1, 2, 3, 4]))

    assert any(state.merits)
    for seat, tokens in enumerate(state.merits):
        parts = report.breakdowns[seat + 1]
        assert parts.get("tokens", 0) == tokens
        assert GAMES["best-friends"].points(parts) == report.points[seat + 1]
    assert GAMES["best-friends"].target == state.target


@pytest.mark.rule("CK-181", "CK-207", "CK-220")
def test_metropolises_and_reduced_cities_are_counted_as_on_the_form():
    state = cities_table.after(
        "1 Anna 3+6b",
        levels={"Anna": (0, 4, 0)},
        metropolises={"Anna": "e1n=b"},
        reduced={"Ben": "a3s"},
        defenders=[0, 2, 0],
    )
    game = GAMES["cities-knights"]

    anna, ben, _cyril = (game.breakdown(state.make_up(seat)) for seat in state.seats)

    assert anna == {"settlements": 1, "cities": 1, "metropolises": 1}
    assert ben == {"settlements": 1, "reduced_cities": 1, "defender": 2}
    assert [game.points(anna), game.points(ben)] == [
        sum(state.make_up(seat).values()) for seat in (0, 1)
    ]
