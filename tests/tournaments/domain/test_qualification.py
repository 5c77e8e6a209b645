"""Places in the final, juniors and season points (T-074, T-076 to T-092)."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.domain.criteria import Standing
from tournaments.domain.qualification import (
    PRINTED_JUNIOR,
    PRINTED_MAIN,
    Award,
    Band,
    PlacesSevenEight,
    SeasonTotal,
    SlotKind,
    SlotTable,
    Zone,
    award,
    awards,
    band_change,
    check_slots,
    counted_players,
    has_junior_category,
    is_junior,
    junior_awards,
    left_out_note,
    prizes,
    season_order,
    season_totals,
    slots_on,
    turns,
)
from tournaments.domain.scoring import Game
from tournaments.domain.standings import junior_standings, standings
from tournaments.domain.values import Refused

DIRECT, POINT = Award.DIRECT, Award.POINT


@pytest.mark.parametrize(
    ("players", "last_direct", "points"),
    [
        pytest.param(0, 0, (), marks=pytest.mark.rule("T-082")),
        pytest.param(11, 0, (), marks=pytest.mark.rule("T-082", "T-074")),
        pytest.param(12, 1, range(2, 5), marks=pytest.mark.rule("T-077", "T-074")),
        pytest.param(20, 1, range(2, 5), marks=pytest.mark.rule("T-077")),
        pytest.param(21, 2, range(3, 9), marks=pytest.mark.rule("T-078")),
        pytest.param(30, 2, range(3, 9), marks=pytest.mark.rule("T-078", "T-084")),
        pytest.param(31, 4, range(5, 13), marks=pytest.mark.rule("T-079")),
        pytest.param(40, 4, range(5, 13), marks=pytest.mark.rule("T-079")),
        pytest.param(41, 6, range(9, 17), marks=pytest.mark.rule("T-080", "T-081")),
        pytest.param(400, 6, range(9, 17), marks=pytest.mark.rule("T-080", "T-081")),
    ],
)
@pytest.mark.rule("T-076", "T-083", "T-084")
def test_places_in_the_final_follow_the_printed_bands(players, last_direct, points):
    given_out = {rank: award(rank, players) for rank in range(1, players + 1)}

    assert [rank for rank, prize in given_out.items() if prize is DIRECT] == list(
        range(1, last_direct + 1)
    )
    assert [rank for rank, prize in given_out.items() if prize is POINT] == list(points)


@pytest.mark.parametrize(
    ("juniors", "last_direct", "points"),
    [
        pytest.param(2, 0, (), marks=pytest.mark.rule("T-087")),
        pytest.param(3, 1, [2], marks=pytest.mark.rule("T-090")),
        pytest.param(5, 1, [2], marks=pytest.mark.rule("T-090")),
        pytest.param(6, 2, [3, 4], marks=pytest.mark.rule("T-091")),
        pytest.param(8, 2, [3, 4], marks=pytest.mark.rule("T-091")),
        pytest.param(9, 3, [4, 5, 6], marks=pytest.mark.rule("T-092")),
        pytest.param(30, 3, [4, 5, 6], marks=pytest.mark.rule("T-092")),
    ],
)
@pytest.mark.rule("T-089")
def test_junior_places_follow_the_printed_bands(juniors, last_direct, points):
    rows = [Standing(rank, f"j{rank}") for rank in range(1, juniors + 1)]

    given_out = junior_awards(rows, juniors, players=40)

    assert [p for p, prize in given_out.items() if prize is DIRECT] == [
        f"j{rank}" for rank in range(1, last_direct + 1)
    ]
    assert [p for p, prize in given_out.items() if prize is POINT] == [
        f"j{rank}" for rank in points
    ]


@pytest.mark.rule("T-082")
def test_with_eleven_players_juniors_win_no_places_either():
    rows = [Standing(rank, rank) for rank in range(1, 6)]

    assert junior_awards(rows, 5, players=11) == {}
    assert junior_awards(rows, 5, players=12) == {1: DIRECT, 2: POINT}


@pytest.mark.rule("T-087")
@pytest.mark.parametrize(("juniors", "opened"), [(0, False), (2, False), (3, True), (9, True)])
def test_three_juniors_open_the_category(juniors, opened):
    assert has_junior_category(juniors) is opened


@pytest.mark.rule("T-081")
@pytest.mark.parametrize(
    ("setting", "seventh"),
    [
        (PlacesSevenEight.NOTHING, None),
        (PlacesSevenEight.POINT, POINT),
        (PlacesSevenEight.DIRECT, DIRECT),
    ],
)
def test_places_7_and_8_get_what_the_setting_says(setting, seventh):
    prizes = [award(rank, 41, places_7_8=setting) for rank in range(6, 10)]

    assert prizes == [DIRECT, seventh, seventh, POINT]


@pytest.mark.rule("T-081")
def test_the_setting_for_places_7_and_8_changes_no_smaller_tournament():
    assert award(9, 40, places_7_8=PlacesSevenEight.DIRECT) is POINT
    assert award(13, 40, places_7_8=PlacesSevenEight.DIRECT) is None
    assert award(5, 20, places_7_8=PlacesSevenEight.POINT) is None


@pytest.mark.rule("T-081")
def test_a_note_stands_from_41_players_on_until_the_setting_is_made():
    assert left_out_note(40) is None
    assert left_out_note(11) is None
    assert left_out_note(41, places_7_8=PlacesSevenEight.NOTHING) is None
    assert "7 to 8" in str(left_out_note(41))


@pytest.mark.rule("T-076")
def test_awards_name_the_players_of_the_places():
    rows = [Standing(rank, f"p{rank}") for rank in range(1, 13)]

    assert awards(rows, 12) == {"p1": DIRECT, "p2": POINT, "p3": POINT, "p4": POINT}


def ranked(*ranks: int) -> list[Standing]:
    return [Standing(rank, f"p{number}") for number, rank in enumerate(ranks, start=1)]


@pytest.mark.rule("T-047", "T-077")
def test_who_shares_the_last_place_that_brings_a_point_waits_for_the_lot():
    found = prizes(ranked(1, 2, 3, 4, 4, *range(6, 13)), 12)

    assert found.awards == {"p1": DIRECT, "p2": POINT, "p3": POINT}
    assert found.by_lot == {"p4", "p5"}
    assert found.zones == (Zone(1, 1, DIRECT, "p1", False), Zone(2, 4, POINT, "p5", True))


@pytest.mark.rule("T-077")
def test_who_shares_places_that_bring_the_same_waits_for_nothing():
    found = prizes(ranked(1, 2, 2, 2, *range(5, 13)), 12)

    assert found.awards == {"p1": DIRECT, "p2": POINT, "p3": POINT, "p4": POINT}
    assert found.by_lot == frozenset()
    assert found.zones[-1] == Zone(2, 4, POINT, "p4", False)


@pytest.mark.rule("T-047", "T-077")
def test_a_place_shared_by_all_leaves_everything_to_the_lot():
    found = prizes(ranked(*[1] * 12), 12)

    assert found.awards == {}
    assert len(found.by_lot) == 12
    assert [(zone.below, zone.by_lot) for zone in found.zones] == [("p12", True), ("p12", True)]


@pytest.mark.rule("T-077")
def test_places_are_told_whole_while_most_players_have_none():
    found = prizes(ranked(1, 2, 3), 15)

    assert found.zones == (Zone(1, 1, DIRECT, "p1", False), Zone(2, 4, POINT, "p3", False))
    assert prizes([], 15).zones == ()


@pytest.mark.rule("T-086", "T-089")
def test_a_junior_plays_among_all_and_may_win_both_places():
    games = [Game({f"p{4 * t + s}": 10 - s for s in range(4)}) for t in range(3)]
    rows = standings([games], ["p0", "p5"]).rows
    juniors = {"p0", "p5", "p11"}

    among_all = awards(rows, 12)
    among_juniors = junior_awards(junior_standings(rows, juniors), 3, 12)

    assert among_all["p0"] is DIRECT
    assert among_juniors == {"p0": DIRECT, "p5": POINT}


@pytest.mark.rule("T-084")
@pytest.mark.parametrize(
    ("before", "after", "rule_id"),
    [
        (19, 20, None),
        (20, 21, "T-084"),
        (21, 20, "T-084"),
        (12, 11, "T-082"),
        (11, 12, "T-084"),
        (40, 41, "T-084"),
        (41, 60, None),
    ],
)
def test_the_organiser_is_told_when_the_number_changes_band(before, after, rule_id):
    note = band_change(before, after)

    assert (note and note.rule_id) == rule_id
    assert note is None or str(after) in str(note)


def seated(*players, **facts):
    return Game(dict.fromkeys(players, 5), **facts).seated


@pytest.mark.rule("T-074")
def test_everyone_who_sat_once_counts_as_a_player():
    rounds = [
        [seated("a", "b", "c"), seated("d", "e", "f", void=True)],
        [seated("a", "b", "g", excluded={"x"})],
        [seated("a", "b", "c")],
        [seated("a", "b", "c")],
    ]

    assert counted_players(rounds) == set("abcdefgx")
    assert counted_players(rounds, half_of_rounds=True) == set("abc")


@pytest.mark.rule("T-074")
def test_half_of_three_rounds_are_two():
    rounds = [[seated("a", "b", "c")], [seated("a", "d", "e")], [seated("d", "e", "f")]]

    assert counted_players(rounds, half_of_rounds=True) == set("ade")


MAY = date(2026, 5, 1)
NEWER = SlotTable(SlotKind.MAIN, MAY, (Band(10, None, direct_to=3, points_from=5, points_to=6),))


@pytest.mark.rule("T-084")
def test_the_table_of_the_day_holds():
    assert slots_on(MAY, SlotKind.MAIN, [NEWER]) is NEWER
    assert slots_on(MAY - timedelta(days=1), SlotKind.MAIN, [NEWER]) is PRINTED_MAIN
    assert slots_on(MAY, SlotKind.JUNIOR, [NEWER]) is PRINTED_JUNIOR
    assert slots_on(MAY, SlotKind.MAIN) is PRINTED_MAIN


@pytest.mark.rule("T-083", "T-084")
def test_sound_tables_are_accepted():
    points_only = SlotTable(SlotKind.MAIN, MAY, (Band(5, 5, 0, 1, 1), Band(6, None, 0, 1, 2)))

    for table in (PRINTED_MAIN, PRINTED_JUNIOR, NEWER, points_only):
        check_slots(table)


@pytest.mark.parametrize(
    "bands",
    [
        pytest.param([Band(12, 20, 1, 2, 4), Band(22, 30, 2, 3, 8)], id="a gap"),
        pytest.param([Band(12, 20, 1, 2, 4), Band(20, 30, 2, 3, 8)], id="an overlap"),
        pytest.param([Band(12, None, 1, 2, 4), Band(21, 30, 2, 3, 8)], id="behind the open end"),
        pytest.param([Band(20, 12, 1, 2, 4)], id="backwards"),
        pytest.param([Band(12, 20, 2, 2, 4)], id="a place twice"),
        pytest.param([Band(12, 20, 1, 4, 2)], id="points backwards"),
    ],
)
@pytest.mark.rule("T-083", "T-084")
def test_unsound_tables_are_refused(bands):
    with pytest.raises(Refused):
        check_slots(SlotTable(SlotKind.MAIN, MAY, tuple(bands)))


@given(players=st.integers(12, 500))
@pytest.mark.rule("T-080", "T-084")
def test_better_ranks_never_win_less(players):
    worth = {DIRECT: 2, POINT: 1, None: 0}
    setting = PlacesSevenEight.POINT

    won = [worth[award(rank, players, places_7_8=setting)] for rank in range(1, players + 1)]

    assert won == sorted(won, reverse=True)


@pytest.mark.rule("T-085")
@pytest.mark.parametrize(
    ("born", "event", "junior"),
    [
        pytest.param("2012-06-16", "2026-06-15", True, id="13 years and 364 days"),
        pytest.param("2012-06-15", "2026-06-15", False, id="14 today"),
        pytest.param("2012-06-14", "2026-06-15", False, id="14 yesterday"),
        pytest.param("2012-02-29", "2026-02-28", True, id="29 February, on the 28th"),
        pytest.param("2012-02-29", "2026-03-01", False, id="29 February, on 1 March"),
        pytest.param("2010-03-01", "2024-02-29", True, id="1 March, on 29 February"),
        pytest.param("2010-03-01", "2024-03-01", False, id="1 March, 14 today"),
        pytest.param("2013-01-01", "2026-12-31", True, id="a year of 365 days"),
        pytest.param("9999-01-01", "9999-12-31", True, id="the end of the calendar"),
    ],
)
def test_a_junior_has_not_had_the_14th_birthday(born, event, junior):
    assert is_junior(date.fromisoformat(born), date.fromisoformat(event)) is junior


@pytest.mark.rule("T-085")
@pytest.mark.parametrize(
    ("born", "age", "birthday"),
    [
        ("2012-06-15", 14, "2026-06-15"),
        ("2012-02-29", 14, "2026-03-01"),
        ("2012-02-29", 16, "2028-02-29"),
        ("2008-02-29", 18, "2026-03-01"),
    ],
)
def test_birthdays_of_29_february_fall_on_1_march(born, age, birthday):
    assert turns(date.fromisoformat(born), age) == date.fromisoformat(birthday)


@given(
    born=st.dates(date(1950, 1, 1), date(2026, 1, 1)),
    event=st.dates(date(1970, 1, 1), date(2100, 1, 1)),
)
@pytest.mark.rule("T-085")
def test_a_junior_stays_one_until_the_day_of_the_14th_birthday(born, event):
    assert is_junior(born, event) == (event < turns(born, 14))


@pytest.mark.rule("T-083")
def test_points_of_a_season_are_added_up():
    totals = season_totals([("a", POINT), ("b", DIRECT), ("a", POINT), ("b", POINT), ("c", POINT)])

    assert totals == {
        "a": SeasonTotal(direct=0, points=2, in_final=None),
        "b": SeasonTotal(direct=1, points=1, in_final=True),
        "c": SeasonTotal(direct=0, points=1, in_final=None),
    }


@pytest.mark.rule("T-083")
def test_the_series_may_set_how_many_points_are_enough():
    totals = season_totals([("a", POINT), ("a", POINT), ("c", POINT)], needed=2)

    assert [totals[player].in_final for player in "ac"] == [True, False]


def test_a_season_lists_direct_places_first_then_points():
    totals = season_totals([("c", POINT), ("a", POINT), ("a", POINT), ("b", DIRECT)])

    assert season_order(totals) == ("b", "a", "c")
