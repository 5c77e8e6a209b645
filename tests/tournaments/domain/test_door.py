"""What the number of players at the door means."""

import pytest

from tournaments.domain.door import at_the_door
from tournaments.domain.values import EventKind


@pytest.mark.rule("T-006", "T-007", "T-008", "T-009", "T-010", "T-011")
@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (16, "4 × 4"),
        (15, "3 × 4 + 1 × 3"),
        (18, "3 × 4 + 2 × 3"),
        (17, "2 × 4 + 3 × 3"),
        (3, "1 × 3"),
    ],
)
def test_table_sizes_are_shown_as_people_say_them(players, sizes):
    assert at_the_door(players, 0).sizes == sizes


@pytest.mark.rule("T-012")
@pytest.mark.parametrize("players", [0, 1, 2, 5])
def test_numbers_that_no_tables_can_seat_say_why(players):
    door = at_the_door(players, 0)

    assert door.sizes == ""
    assert door.refusal.rule_id == "T-012"


@pytest.mark.rule("T-074", "T-082")
def test_eleven_are_one_short_of_a_tournament_that_counts():
    door = at_the_door(11, 3)

    assert (door.missing, door.band, door.junior_band) == (1, None, None)
    assert not door.junior_category
    assert at_the_door(12, 0).missing == 0


@pytest.mark.rule("T-077", "T-078", "T-079", "T-080", "T-084")
@pytest.mark.parametrize(
    ("players", "direct", "points"),
    [
        (12, 1, (2, 4)),
        (20, 1, (2, 4)),
        (21, 2, (3, 8)),
        (30, 2, (3, 8)),
        (31, 4, (5, 12)),
        (40, 4, (5, 12)),
        (41, 6, (9, 16)),
    ],
)
def test_places_follow_the_band_of_the_present_number(players, direct, points):
    band = at_the_door(players, 0).band

    assert (band.direct_to, (band.points_from, band.points_to)) == (direct, points)


@pytest.mark.rule("T-081")
def test_from_41_on_places_7_and_8_are_asked_for():
    assert at_the_door(41, 0).left_out.rule_id == "T-081"
    assert at_the_door(40, 0).left_out is None


@pytest.mark.rule("T-087")
def test_three_juniors_make_a_category():
    assert not at_the_door(12, 2).junior_category
    three = at_the_door(12, 3)
    assert three.junior_category
    assert (three.junior_band.direct_to, three.junior_band.points_from) == (1, 2)


@pytest.mark.rule("T-093")
def test_a_school_event_has_no_places_to_win_and_needs_no_twelve():
    door = at_the_door(8, 8, kind=EventKind.SCHOOL)

    assert (door.band, door.junior_band, door.missing, door.left_out) == (None, None, 0, None)


@pytest.mark.rule("T-084", "T-082")
def test_tables_follow_who_is_here_and_places_who_counts():
    door = at_the_door(30, 2, counted=31)

    assert door.sizes == "6 × 4 + 2 × 3"
    assert (door.players, door.counted) == (30, 31)
    assert door.band == at_the_door(31, 2).band != at_the_door(30, 2).band


@pytest.mark.rule("T-074")
def test_nobody_is_missing_once_twelve_have_played():
    assert at_the_door(11, 0, counted=12).missing == 0
    assert at_the_door(11, 0).missing == 1
