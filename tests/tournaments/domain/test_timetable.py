"""Round times, the bell and what comes after it (T-057 to T-067)."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.domain.timetable import (
    LATE,
    PlannedRound,
    begins_later,
    behind_plan,
    bell,
    check_new_limit,
    check_starts_set,
    check_timetable,
    check_turn_limit,
    default_timetable,
    end_is_near,
    extra_turns,
    late_from,
    latest_end,
    left_on_clock,
    played_on,
    round_times,
    starts_ahead,
    starts_moved,
    timetable_faults,
    turns_left,
)
from tournaments.domain.values import EventKind, Refused

PRAGUE = ZoneInfo("Europe/Prague")
SEASON, FINAL, SCHOOL, OTHER = EventKind


def at(clock, day=16, month=5):
    hours, minutes = clock.split(":")
    return datetime(2026, month, day, int(hours), int(minutes), tzinfo=PRAGUE)


def plan(*starts, limit=75):
    return [PlannedRound(start and at(start), limit) for start in starts]


PRINTED = plan("10:00", "11:30", "13:00", "14:30")


def broken(planned, kind=SEASON):
    return [(fault.rule_id, fault.facts["round"]) for fault in timetable_faults(planned, kind)]


@pytest.mark.rule("T-063", "T-064", "T-065")
def test_the_printed_timetable_follows_from_its_start():
    assert default_timetable(at("10:00")) == tuple(PRINTED)
    check_timetable(PRINTED, SEASON)


@pytest.mark.rule("T-066")
def test_the_printed_timetable_has_the_printed_bells_and_latest_ends():
    assert [
        (times.number, times.start, times.bell, times.latest_end)
        for times in round_times(PRINTED, SEASON)
    ] == [
        (1, at("10:00"), at("11:15"), at("11:25")),
        (2, at("11:30"), at("12:45"), at("12:55")),
        (3, at("13:00"), at("14:15"), at("14:25")),
        (4, at("14:30"), at("15:45"), None),
    ]


def begun(*times, closed=None):
    """The printed plan of which the first rounds began at these times."""
    began = [at(time) for time in times] + [None] * (len(PRINTED) - len(times))
    shut = at(closed) if closed else None
    return [
        PlannedRound(planned.start, 75, started, shut if started else None)
        for planned, started in zip(PRINTED, began, strict=True)
    ]


@pytest.mark.rule("T-066")
@pytest.mark.parametrize(
    ("began", "latest", "next_start"),
    [
        ("10:00", at("11:25"), at("11:30")),
        ("10:09", at("11:25"), at("11:30")),
        ("10:10", None, None),
        ("20:04", None, None),
    ],
)
def test_a_bell_at_the_latest_end_or_after_it_overtakes_it_and_the_next_start(
    began, latest, next_start
):
    first, second, *_later = round_times(begun(began), SEASON)

    assert (first.start, first.latest_end, second.start) == (at(began), latest, next_start)


@pytest.mark.rule("T-066")
def test_a_round_that_began_very_late_overtakes_all_starts_before_its_bell():
    times = round_times(begun("12:00"), SEASON)

    assert [row.start for row in times] == [at("12:00"), None, None, at("14:30")]
    assert [row.latest_end for row in times] == [None, None, None, None]


@pytest.mark.rule("T-065")
def test_a_round_closed_before_its_bell_leaves_the_next_start_as_it_is():
    assert round_times(begun("10:12", closed="11:10"), SEASON)[1].start == at("11:30")
    assert starts_moved(begun("10:12", closed="11:10"), SEASON, at("11:10")) == {}


@pytest.mark.parametrize(("began", "next_start"), [("10:14", at("11:30")), ("10:15", None)])
def test_without_a_latest_end_the_next_start_is_overtaken_by_a_bell_at_it(began, next_start):
    assert round_times(begun(began), OTHER)[1].start == next_start


@pytest.mark.rule("T-064", "T-065")
@pytest.mark.parametrize(
    ("began", "now", "starts"),
    [
        (["10:00"], "10:30", []),
        (["10:10"], "10:30", ["11:40", "13:10", "14:40"]),
        (["10:12"], "10:30", ["11:45", "13:15", "14:45"]),
        (["10:12"], "11:52", ["11:55", "13:25", "14:55"]),
        (["10:00", "11:41"], "11:50", ["13:15", "14:45"]),
        (["10:00", "11:30", "13:00", "15:30"], "15:31", []),
        ([], "12:00", []),
    ],
)
def test_the_rounds_that_follow_a_late_one_move_by_the_same_span(began, now, starts):
    moved = starts_moved(begun(*began), SEASON, at(now))

    first = len(began) + 1
    assert moved == {first + place: at(start) for place, start in enumerate(starts)}


@pytest.mark.rule("T-064")
@given(late=st.integers(10, 600))
def test_moved_starts_are_no_longer_overtaken_and_keep_the_breaks(late):
    plan_ = begun("10:00")
    plan_[0] = PlannedRound(at("10:00"), 75, at("10:00") + timedelta(minutes=late))
    moved = starts_moved(plan_, SEASON, at("10:00"))
    new = [plan_[0], *(PlannedRound(moved[number], 75) for number in (2, 3, 4))]

    assert starts_moved(new, SEASON, at("10:00")) == {}
    assert broken(new) == []
    assert all(start.minute % 5 == 0 for start in moved.values())


def of_two_days(*began):
    """Two rounds on the 16th and two on the 17th, of which the first began at these moments."""
    starts = [at("10:00"), at("11:30"), at("10:00", 17), at("11:30", 17)]
    began += (None,) * (len(starts) - len(began))
    return [PlannedRound(s, 75, b) for s, b in zip(starts, began, strict=True)]


@pytest.mark.rule("T-065")
@pytest.mark.parametrize(
    ("began", "now", "behind", "ahead"),
    [
        ([at("10:12")], at("10:15"), 12, [2]),
        ([at("10:12"), at("12:44")], at("12:50"), 0, [3, 4]),
        ([at("10:12"), at("12:44")], at("10:20", 17), 20, [3, 4]),
        ([at("10:12"), at("12:44"), at("10:08", 17)], at("10:20", 17), 8, [4]),
        ([at("10:12")], at("9:00", 17), 0, [2]),
        ([], at("10:00", 20), 0, [1, 2]),
    ],
)
def test_a_day_that_is_late_keeps_nobody_waiting_on_another(began, now, behind, ahead):
    plan_ = of_two_days(*began)

    assert behind_plan(plan_, now) == behind
    assert list(starts_ahead(plan_)) == ahead


@pytest.mark.rule("T-065")
def test_a_start_is_told_as_long_as_the_desk_calls_nothing_late():
    assert late_from(at("10:00")) == at("10:05")
    assert behind_plan(PRINTED, at("10:05")) == LATE


@pytest.mark.rule("T-064", "T-065")
def test_rounds_of_another_day_do_not_move_with_an_overtaken_one():
    assert starts_moved(of_two_days(at("10:22")), SEASON, at("11:00")) == {2: at("11:55")}


@pytest.mark.rule("T-065")
def test_an_evening_that_crosses_midnight_is_one_day():
    starts = (at("21:30"), at("23:00"), at("0:30", 17))
    plan_ = [PlannedRound(start, 75) for start in starts]

    assert list(starts_ahead(plan_)) == [1, 2, 3]
    assert behind_plan(plan_, at("21:40")) == 10
    assert behind_plan([PlannedRound(starts[0], 75, starts[0]), *plan_[1:]], at("0:10", 17)) == 70


@pytest.mark.rule("T-067")
def test_the_final_has_no_latest_ends():
    assert [times.latest_end for times in round_times(PRINTED, FINAL)] == [None] * 4


@pytest.mark.rule("T-063")
def test_times_that_are_not_set_stay_open():
    times = round_times([PlannedRound(None, 75), PlannedRound(at("11:30"), None)], OTHER)

    assert [(t.start, t.bell) for t in times] == [(None, None), (at("11:30"), None)]
    assert round_times([], SEASON) == ()


@pytest.mark.parametrize(
    ("planned", "expected"),
    [
        pytest.param(
            plan("10:00", limit=74), [("T-058", 1)], marks=pytest.mark.rule("T-058"), id="74"
        ),
        pytest.param(plan("10:00", limit=75), [], marks=pytest.mark.rule("T-058"), id="75"),
        pytest.param(
            plan("10:00", limit=None), [("T-063", 1)], marks=pytest.mark.rule("T-063"), id="none"
        ),
        pytest.param(plan("10:00", limit=80), [], marks=pytest.mark.rule("T-063"), id="80"),
        pytest.param(
            plan("10:00", "11:29"),
            [("T-064", 2)],
            marks=pytest.mark.rule("T-064"),
            id="break of 14",
        ),
        pytest.param(plan("10:00", "11:30"), [], marks=pytest.mark.rule("T-064"), id="break of 15"),
        pytest.param(
            plan("10:00", "12:30"), [], marks=pytest.mark.rule("T-064"), id="a long lunch"
        ),
        pytest.param(
            plan("10:00", "09:00"), [("T-065", 2)], marks=pytest.mark.rule("T-065"), id="backwards"
        ),
        pytest.param(
            plan("10:00", "10:00"), [("T-065", 2)], marks=pytest.mark.rule("T-065"), id="at once"
        ),
        pytest.param(
            plan("10:00", None, "09:00"),
            [("T-065", 3)],
            marks=pytest.mark.rule("T-065"),
            id="backwards over a gap",
        ),
        pytest.param(
            plan("10:00", None, "11:00"),
            [],
            marks=pytest.mark.rule("T-065"),
            id="a start still to be set",
        ),
    ],
)
def test_a_season_timetable_keeps_limit_break_and_order(planned, expected):
    assert broken(planned) == expected


@pytest.mark.rule("T-067", "T-058")
@pytest.mark.parametrize(
    ("planned", "expected"),
    [
        pytest.param(plan("10:00", "11:00", limit=None), [], id="no limit and no break"),
        pytest.param(plan("10:00", "11:20", limit=75), [], id="a short break"),
        pytest.param(plan("10:00", limit=60), [("T-058", 1)], id="a short limit"),
    ],
)
def test_the_final_is_free_of_the_season_timetable_but_not_of_the_75_minutes(planned, expected):
    assert broken(planned, FINAL) == expected


def test_an_event_outside_the_tour_sets_its_own_limit():
    assert broken(plan("10:00", limit=45), OTHER) == []


def test_the_first_fault_is_raised():
    with pytest.raises(Refused) as refusal:
        check_timetable(plan("10:00", "11:20"), SEASON)

    assert refusal.value.rule_id == "T-064"
    assert refusal.value.facts["earliest"] == at("11:30")
    assert "11:30" in str(refusal.value)


@pytest.mark.rule("T-065")
def test_round_1_stays_closed_while_a_start_is_missing():
    with pytest.raises(Refused) as refusal:
        check_starts_set(plan("10:00", "11:30", None, "14:30"), SEASON)

    assert refusal.value.facts["round"] == 3
    check_starts_set(PRINTED, SEASON)
    check_starts_set(plan("10:00", None), OTHER)


@pytest.mark.rule("T-057")
def test_a_limit_is_announced_before_the_round_starts_only():
    check_new_limit(90, SEASON, round_number=2, started=None)

    with pytest.raises(Refused) as refusal:
        check_new_limit(90, SEASON, round_number=2, started=at("11:30"))

    assert refusal.value.rule_id == "T-057"


@pytest.mark.rule("T-058", "T-063")
@pytest.mark.parametrize(("limit", "rule_id"), [(74, "T-058"), (None, "T-063")])
def test_a_new_limit_is_long_enough(limit, rule_id):
    with pytest.raises(Refused) as refusal:
        check_new_limit(limit, SEASON, round_number=2, started=None)

    assert refusal.value.rule_id == rule_id


def test_the_bell_of_a_round_counts_from_its_real_start():
    assert bell(at("10:04"), 75) == at("11:19")
    assert bell(None, 75) is None
    assert bell(at("10:04"), None) is None


def test_a_clock_that_stood_rings_later_and_one_that_stands_has_no_bell():
    minutes = timedelta(minutes=1)
    running = PlannedRound(at("10:00"), 75, at("10:04"), stood=3 * minutes)
    standing = PlannedRound(at("10:00"), 75, at("10:04"), stood=3 * minutes, stands=True)

    (times, *_after) = round_times([running, PlannedRound(at("11:45"), 75)], SEASON)
    (unknown, following) = round_times([standing, PlannedRound(at("11:45"), 75)], SEASON)

    assert (times.bell, times.latest_end) == (at("11:22"), at("11:40"))
    assert (unknown.bell, unknown.latest_end) == (None, None)
    assert following.start == at("11:45")
    assert left_on_clock(at("10:04"), 75, 3 * minutes, at("10:30")) == 52 * minutes


def test_a_night_event_crosses_midnight():
    night = default_timetable(at("22:30"), limit=75, break_=15)

    assert [planned.start for planned in night] == [
        at("22:30"),
        at("00:00", day=17),
        at("01:30", day=17),
        at("03:00", day=17),
    ]
    check_timetable(night, SEASON)


@pytest.mark.parametrize(("day", "month", "bell_at"), [(29, 3, "04:00"), (25, 10, "02:00")])
def test_the_bell_is_not_moved_by_the_night_when_clocks_change(day, month, bell_at):
    started = at("01:45", day=day, month=month)

    rung = bell(started, 75)

    assert rung.astimezone(UTC) - started.astimezone(UTC) == timedelta(minutes=75)
    assert rung.strftime("%H:%M") == bell_at


@pytest.mark.rule("T-059")
def test_after_the_bell_everybody_has_two_turns_and_whoever_was_on_turn_plays_last():
    assert extra_turns(["a", "b", "c", "d"], on_turn="b") == tuple("cdabcdab")
    assert extra_turns(["a", "b", "c"], on_turn="c") == tuple("abcabc")


@pytest.mark.rule("T-059")
def test_turns_left_count_down_to_none_and_no_further():
    seats = ["a", "b", "c"]

    assert turns_left(seats, "c", taken=4) == ("b", "c")
    assert turns_left(seats, "c", taken=6) == ()
    with pytest.raises(Refused) as refusal:
        turns_left(seats, "c", taken=7)
    assert refusal.value.rule_id == "T-059"


@pytest.mark.rule("T-061")
def test_a_win_ends_the_extra_rounds_at_once():
    assert turns_left(["a", "b", "c"], "c", taken=2, won=True) == ()


@pytest.mark.rule("T-062")
def test_a_limit_per_turn_waits_for_the_bell():
    check_turn_limit(at("11:15"), bell_at=at("11:15"))

    for bell_at in (at("11:16"), None):
        with pytest.raises(Refused) as refusal:
            check_turn_limit(at("11:15"), bell_at=bell_at)
        assert refusal.value.rule_id == "T-062"


@pytest.mark.rule("T-066")
def test_games_are_over_five_minutes_before_the_next_start():
    assert latest_end(at("11:30"), SEASON, begins=at("10:00")) == at("11:25")
    assert latest_end(None, SEASON, begins=at("10:00")) is None


@pytest.mark.rule("T-066")
def test_no_game_is_over_by_the_start_of_another_day():
    planned = [times.latest_end for times in round_times(of_two_days(), SEASON)]
    late = [
        times.latest_end for times in round_times(of_two_days(at("10:00"), at("12:44")), SEASON)
    ]

    assert planned == late == [at("11:25"), None, at("11:25", 17), None]


@pytest.mark.rule("T-066")
def test_a_round_after_midnight_bounds_the_one_before_it():
    began = at("22:50").astimezone(UTC)
    evening = [PlannedRound(at("22:50"), 75, began), PlannedRound(at("0:30", 17), 75)]

    assert round_times(evening, SEASON)[0].latest_end == at("0:25", 17)


@pytest.mark.rule("T-066")
@pytest.mark.parametrize(
    ("now", "called"), [("11:14", False), ("11:15", True), ("11:24", True), ("11:25", False)]
)
def test_the_latest_end_is_called_ten_minutes_before(now, called):
    assert (end_is_near(at(now), at("11:25")) is not None) is called
    assert end_is_near(at(now), None) is None


@pytest.mark.rule("T-066")
def test_a_result_is_early_until_the_clock_runs_or_the_published_start_comes():
    planned = PlannedRound(at("10:00"), 75)

    early = begins_later(at("9:59"), 2, planned)

    assert early.rule_id == "T-065"
    assert dict(early.facts) == {"round": 2}
    assert begins_later(at("10:00"), 2, planned) is None
    assert begins_later(at("9:59"), 2, replace(planned, started=at("9:58"))) is None
    assert begins_later(at("9:59"), 2, PlannedRound(None, None)) is None


def test_a_game_played_on_after_the_latest_end_is_flagged():
    assert played_on(at("11:25"), at("11:25")) is None
    assert played_on(at("11:26"), at("11:25")).rule_id == "T-066"
    assert played_on(at("23:00"), None) is None


@given(seats=st.permutations("abcd"), on_turn=st.sampled_from("abcd"), size=st.integers(3, 4))
@pytest.mark.rule("T-059")
def test_extra_rounds_go_twice_round_the_table(seats, on_turn, size):
    table = [on_turn, *(s for s in seats if s != on_turn)][:size]

    turns = extra_turns(table, on_turn)

    assert turns[:size] == turns[size:]
    assert sorted(turns[:size]) == sorted(table)
    assert turns[-1] == on_turn


@given(
    start=st.datetimes(datetime(2020, 1, 1), datetime(2040, 1, 1), timezones=st.just(PRAGUE)),
    rounds=st.integers(1, 8),
    limit=st.integers(75, 200),
    break_=st.integers(15, 90),
)
@pytest.mark.rule("T-064")
def test_a_timetable_by_the_formula_is_always_accepted(start, rounds, limit, break_):
    check_timetable(default_timetable(start, rounds, limit=limit, break_=break_), SEASON)
