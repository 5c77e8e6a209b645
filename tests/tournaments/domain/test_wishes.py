"""Wishes in the form of the draw, always the same, and which of them tables break."""

from itertools import permutations

import pytest

from tournaments.domain.wishes import Wish, WishKind, broken, for_the_draw, places_at_odds

EVERYBODY = range(1, 21)


def test_wishes_stand_in_the_input_as_the_draw_reads_them():
    wishes = [
        Wish(WishKind.APART, (12, 3)),
        Wish(WishKind.TOGETHER, (4, 5, 6)),
        Wish(WishKind.RATHER_APART, (7, 8)),
        Wish(WishKind.FIXED_TABLE, (11, 9), table=2),
        Wish(WishKind.LOCKED_SEAT, (10,), table=1, seat=4),
        Wish(WishKind.NEAR_DESK, (20, 3)),
    ]

    assert for_the_draw(wishes, 1, EVERYBODY) == {
        "apart": [["3", "12"]],
        "together": [["4", "5", "6"]],
        "rather_apart": [["7", "8"]],
        "tables": {"9": 2, "11": 2},
        "locked": {"10": {"table": 1, "seat": 4}},
        "near_desk": ["3", "20"],
    }


def test_the_order_of_wishes_and_of_their_players_changes_nothing():
    pairs = [(12, 3), (2, 11), (2, 3)]

    found = {
        str(for_the_draw([Wish(WishKind.APART, pair) for pair in order], 1, EVERYBODY))
        for order in permutations([*pairs, (3, 12)])
    }

    assert found == {"{'apart': [['2', '3'], ['2', '11'], ['3', '12']]}"}


def test_a_wish_holds_in_its_rounds_only():
    wishes = [Wish(WishKind.APART, (1, 2), rounds=(2, 3)), Wish(WishKind.NEAR_DESK, (4,))]

    found = [sorted(for_the_draw(wishes, number, EVERYBODY)) for number in (1, 2, 3, 4)]

    assert found == [["near_desk"], ["apart", "near_desk"], ["apart", "near_desk"], ["near_desk"]]


def test_whoever_is_not_there_is_passed_over():
    wishes = [
        Wish(WishKind.APART, (1, 2)),
        Wish(WishKind.TOGETHER, (1, 3, 4)),
        Wish(WishKind.FIXED_TABLE, (1,), table=1),
        Wish(WishKind.NEAR_DESK, (1,)),
    ]

    assert for_the_draw(wishes, 1, range(2, 9)) == {"together": [["3", "4"]]}


def test_a_place_for_named_rounds_goes_before_one_for_every_round():
    wishes = [
        Wish(WishKind.FIXED_TABLE, (1, 2), table=1),
        Wish(WishKind.LOCKED_SEAT, (1,), table=4, seat=2, rounds=(3,)),
    ]

    assert for_the_draw(wishes, 2, EVERYBODY) == {"tables": {"1": 1, "2": 1}}
    assert for_the_draw(wishes, 3, EVERYBODY) == {
        "tables": {"2": 1},
        "locked": {"1": {"table": 4, "seat": 2}},
    }


@pytest.mark.parametrize(
    ("one", "other", "at_odds"),
    [
        (Wish(WishKind.FIXED_TABLE, (1,), 2), Wish(WishKind.FIXED_TABLE, (1, 3), 4), [1]),
        (Wish(WishKind.FIXED_TABLE, (1,), 2), Wish(WishKind.FIXED_TABLE, (3,), 4), []),
        (Wish(WishKind.FIXED_TABLE, (1,), 2), Wish(WishKind.LOCKED_SEAT, (1,), 2, 1), []),
        (Wish(WishKind.LOCKED_SEAT, (1,), 2, 3), Wish(WishKind.LOCKED_SEAT, (1,), 2, 1), [1]),
        (
            Wish(WishKind.FIXED_TABLE, (1,), 2, rounds=(1, 2)),
            Wish(WishKind.FIXED_TABLE, (1,), 4, rounds=(3,)),
            [],
        ),
        (
            Wish(WishKind.FIXED_TABLE, (1,), 2, rounds=(1, 2)),
            Wish(WishKind.FIXED_TABLE, (1,), 4, rounds=(2,)),
            [1],
        ),
        (Wish(WishKind.FIXED_TABLE, (1,), 2), Wish(WishKind.NEAR_DESK, (1,)), []),
        (
            Wish(WishKind.FIXED_TABLE, (1,), 2),
            Wish(WishKind.FIXED_TABLE, (1,), 4, rounds=(3,)),
            [],
        ),
    ],
)
def test_a_player_wanted_at_two_places_of_one_round_is_found(one, other, at_odds):
    assert [player for player, _, _ in places_at_odds([one, other])] == at_odds


TABLES = [["1", "2", "3", "4"], ["5", "6", "7", "8"], ["9", "10", "11"]]


@pytest.mark.parametrize(
    ("wanted", "sentences"),
    [
        ({"apart": [["1", "5", "9"]]}, []),
        (
            {"apart": [["1", "2", "9"]]},
            ["A wish is broken: 1, 2 are to sit apart, and both sit at table 1."],
        ),
        (
            {"rather_apart": [["6", "7"]]},
            ["A wish is broken: 6, 7 are to sit apart, and both sit at table 2."],
        ),
        ({"together": [["5", "8"]]}, []),
        (
            {"together": [["1", "5", "8"]]},
            ["A wish is broken: 1, 5, 8 are to sit together, and sit at tables 1, 2."],
        ),
        ({"tables": {"1": 1, "9": 3}}, []),
        (
            {"tables": {"1": 2}},
            ["A wish is broken: 1 is to sit at table 2, and sits at table 1."],
        ),
        ({"locked": {"6": {"table": 2, "seat": 2}}}, []),
        (
            {"locked": {"6": {"table": 2, "seat": 1}}},
            ["A wish is broken: 6 is to sit at table 2, seat 1, and sits at table 2, seat 2."],
        ),
        # Table 3 is the nearest of three players, and both of four may be near the desk.
        ({"near_desk": ["9", "1", "5"]}, []),
        (
            {"near_desk": ["5"]},
            ["A wish is broken: 5 is to sit near the desk, and sits at table 2."],
        ),
    ],
)
def test_what_tables_break_is_said_of_each_wish(wanted, sentences):
    assert [str(caution) for caution in broken(TABLES, wanted)] == sentences
