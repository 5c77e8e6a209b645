"""What a player's points may be made of (B-013, B-017, B-018, B-020, B-175, B-182)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.domain.breakdown import Breakdown, check_breakdown, check_breakdowns
from tournaments.domain.scoring import MOST_POINTS
from tournaments.domain.values import Refused


def test_pieces_that_make_the_points_are_accepted():
    check_breakdown(Breakdown(3, 2, longest_road=True, victory_point_cards=1), 10)


@pytest.mark.rule("T-033")
@pytest.mark.parametrize("points", [10, 11])
def test_points_may_be_entered_before_or_after_the_cap(points):
    check_breakdown(Breakdown(2, 3, longest_road=True, victory_point_cards=1), points)


@pytest.mark.parametrize(
    ("breakdown", "points", "rule_id", "part"),
    [
        pytest.param(Breakdown(6, 1), 8, "B-017", "settlements", id="a sixth settlement"),
        pytest.param(Breakdown(0, 5), 10, "B-018", "cities", id="a fifth city"),
        pytest.param(
            Breakdown(2, 0, victory_point_cards=6),
            8,
            "B-013",
            "victory_point_cards",
            id="six cards",
        ),
        pytest.param(Breakdown(3, -1), 2, "B-018", "cities", id="fewer than none"),
        pytest.param(
            Breakdown(1, 0, longest_road=True), 3, "B-182", "settlements", id="a lost building"
        ),
        pytest.param(Breakdown(3, 2), 8, "B-175", "points", id="the sum is another"),
        pytest.param(Breakdown(3, 4), 9, "B-175", "points", id="the sum is above the cap"),
    ],
)
def test_pieces_that_cannot_be_are_refused_with_their_part(breakdown, points, rule_id, part):
    with pytest.raises(Refused) as refusal:
        check_breakdown(breakdown, points, player="Anna")

    assert (refusal.value.rule_id, refusal.value.facts["part"]) == (rule_id, part)
    assert "Anna" in str(refusal.value)


@pytest.mark.parametrize(
    ("one", "other", "rule_id"),
    [
        pytest.param(
            Breakdown(2, longest_road=True),
            Breakdown(2, longest_road=True),
            "B-020",
            id="two holders of Longest Road",
        ),
        pytest.param(
            Breakdown(2, largest_army=True),
            Breakdown(2, largest_army=True),
            "B-020",
            id="two holders of Largest Army",
        ),
        pytest.param(
            Breakdown(2, victory_point_cards=3),
            Breakdown(2, victory_point_cards=3),
            "B-013",
            id="six cards at the table",
        ),
    ],
)
def test_what_a_table_cannot_share_is_refused(one, other, rule_id):
    with pytest.raises(Refused) as refusal:
        check_breakdowns({"Anna": one, "Ben": other}, {"Anna": one.points, "Ben": other.points})

    assert refusal.value.rule_id == rule_id
    assert str(refusal.value)


def test_one_player_may_hold_both_tiles_and_all_cards():
    rich = Breakdown(2, 0, longest_road=True, largest_army=True, victory_point_cards=4)
    poor = Breakdown(2, 1, victory_point_cards=1)

    check_breakdowns({"Anna": rich, "Ben": poor}, {"Anna": 10, "Ben": 5})


@given(
    settlements=st.integers(0, 5),
    cities=st.integers(2, 4),
    cards=st.integers(0, 5),
    road=st.booleans(),
)
def test_whatever_the_box_allows_is_accepted_with_its_own_sum(settlements, cities, cards, road):
    pieces = Breakdown(settlements, cities, longest_road=road, victory_point_cards=cards)

    check_breakdown(pieces, pieces.points)


@pytest.mark.rule("T-035")
def test_all_the_pieces_together_make_the_most_points_there_are():
    assert Breakdown(5, 4, True, True, 5).points == MOST_POINTS
