"""From the announcement of an event until its results are sent (T-001, T-002, T-068 to T-076)."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.domain.conditions import (
    Announcement,
    check_announcement,
    check_local_change,
    check_opening,
    check_school_player,
    days_left_to_send,
    few_players_note,
    last_day_to_send,
    late_sending,
    latest_announcement,
    to_be_confirmed,
)
from tournaments.domain.timetable import PlannedRound, default_timetable
from tournaments.domain.values import EventKind, Refused

SEASON, FINAL, SCHOOL, OTHER = EventKind
DAY = date(2026, 6, 15)
PLAN = default_timetable(datetime(2026, 6, 15, 10, tzinfo=UTC))

SOUND = Announcement(
    kind=SEASON,
    day=DAY,
    announced_on=date(2026, 5, 1),
    plan=PLAN,
    club="Meeple Brno",
    organiser="Olga",
    referee="Radim",
)


def refused(**changes):
    return [r.rule_id for r in check_announcement(replace(SOUND, **changes)).refusals]


def cautioned(**changes):
    return [c.rule_id for c in check_announcement(replace(SOUND, **changes)).cautions]


@pytest.mark.rule("T-001", "T-002", "T-070", "T-071", "T-072", "T-073")
def test_a_sound_event_is_announced_without_a_word():
    findings = check_announcement(SOUND)

    assert (findings.refusals, findings.cautions, findings.marks) == ((), (), ())
    findings.check()
    assert refused(target=10) == []


@pytest.mark.parametrize(
    ("changes", "rule_id"),
    [
        pytest.param({"ruleset": "five-six"}, "T-001", marks=pytest.mark.rule("T-001")),
        pytest.param({"plan": PLAN[:3]}, "T-002", marks=pytest.mark.rule("T-002")),
        pytest.param(
            {"plan": default_timetable(datetime(2026, 6, 15, 10, tzinfo=UTC), 5)},
            "T-002",
            marks=pytest.mark.rule("T-002"),
        ),
        pytest.param({"drawn_by_standings": True}, "T-016", marks=pytest.mark.rule("T-016")),
        pytest.param({"target": 12}, "T-068", marks=pytest.mark.rule("T-068")),
        pytest.param({"club": ""}, "T-070", marks=pytest.mark.rule("T-070")),
        pytest.param(
            {"club_events": [date(2026, 1, 10)]}, "T-070", marks=pytest.mark.rule("T-070")
        ),
        pytest.param({"organiser": None}, "T-072", marks=pytest.mark.rule("T-072")),
        pytest.param({"referee": ""}, "T-073", marks=pytest.mark.rule("T-073")),
        pytest.param(
            {"plan": [PlannedRound(p.start, 74) for p in PLAN]},
            "T-058",
            marks=pytest.mark.rule("T-058"),
        ),
    ],
)
def test_an_event_that_breaks_a_condition_is_refused(changes, rule_id):
    assert set(refused(**changes)) == {rule_id}
    with pytest.raises(Refused) as refusal:
        check_announcement(replace(SOUND, **changes)).check()
    assert refusal.value.rule_id == rule_id
    assert str(refusal.value)


@pytest.mark.rule("T-070")
def test_a_club_s_events_of_other_years_do_not_count():
    assert refused(club_events=[date(2025, 12, 31), date(2027, 1, 1)]) == []


def test_every_fault_is_told_at_once():
    assert refused(organiser=None, referee=None, ruleset="base") == ["T-072", "T-073", "T-001"]


@pytest.mark.parametrize("kind", [FINAL, SCHOOL, OTHER])
def test_conditions_of_local_tournaments_hold_for_season_events_only(kind):
    findings = check_announcement(
        replace(
            SOUND,
            kind=kind,
            club="",
            organiser=None,
            referee=None,
            announced_on=DAY,
            club_events=[DAY - timedelta(days=30)],
        )
    )

    assert (findings.refusals, findings.cautions, findings.marks) == ((), (), ())


@pytest.mark.rule("T-002", "T-093")
def test_a_school_tour_plays_a_game_by_its_rules_in_as_many_rounds_as_it_likes():
    assert refused(kind=SCHOOL, plan=PLAN[:2]) == []
    assert refused(kind=SCHOOL, ruleset="dice", target=0) == []
    assert refused(kind=SCHOOL, ruleset="card-game") == []
    assert refused(kind=SCHOOL, ruleset="card-game", target=8) == ["T-068"]
    assert refused(kind=SCHOOL, target=8) == ["T-068"]


@pytest.mark.rule("T-001", "T-002", "T-016", "T-068")
def test_a_day_that_is_past_is_asked_about():
    day_after = SOUND.day + timedelta(days=1)
    findings = check_announcement(replace(SOUND, kind=OTHER, announced_on=day_after))

    assert any("is past" in str(caution) for caution in findings.cautions)


def test_an_event_outside_the_tour_sets_its_own_format():
    changes = {"ruleset": "base", "target": 13, "drawn_by_standings": True, "plan": PLAN[:2]}

    assert refused(kind=OTHER, **changes) == []
    assert set(refused(kind=FINAL, **changes)) == {"T-001", "T-002", "T-016", "T-068"}


@pytest.mark.rule("T-073")
def test_one_person_for_both_offices_is_a_caution():
    assert cautioned(referee="Olga") == ["T-073"]
    assert cautioned(referee_plays=True) == ["T-073"]


@pytest.mark.rule("T-071")
@pytest.mark.parametrize(
    ("event", "latest"),
    [
        ("2026-06-15", "2026-05-15"),
        ("2026-03-31", "2026-02-28"),
        ("2024-03-31", "2024-02-29"),
        ("2026-03-28", "2026-02-28"),
        ("2026-05-31", "2026-04-30"),
        ("2026-01-05", "2025-12-05"),
        ("2026-01-31", "2025-12-31"),
    ],
)
def test_an_event_is_announced_by_the_same_day_of_the_month_before(event, latest):
    assert latest_announcement(date.fromisoformat(event)) == date.fromisoformat(latest)


@given(day=st.dates(date(2000, 1, 1), date(2100, 1, 1)))
@pytest.mark.rule("T-071")
def test_the_latest_announcement_is_in_the_month_before(day):
    latest = latest_announcement(day)

    assert (day.replace(day=1) - timedelta(days=1)).replace(day=1) == latest.replace(day=1)
    assert 28 <= (day - latest).days <= 31


@pytest.mark.rule("T-071", "T-076")
@pytest.mark.parametrize(("announced_on", "late"), [("2026-05-15", False), ("2026-05-16", True)])
def test_a_late_announcement_is_a_caution_and_marks_the_event(announced_on, late):
    findings = check_announcement(replace(SOUND, announced_on=date.fromisoformat(announced_on)))

    assert [c.rule_id for c in findings.cautions] == ["T-071"] * late
    assert [m.rule_id for m in findings.marks] == ["T-071"] * late


@pytest.mark.rule("T-050", "T-065")
def test_round_1_opens_with_a_chief_referee_and_all_starts():
    check_opening(SEASON, PLAN, chief_referee="Radim")
    check_opening(OTHER, [PlannedRound(None, None)], chief_referee=None)

    with pytest.raises(Refused) as refusal:
        check_opening(SEASON, PLAN, chief_referee=None)
    assert refusal.value.rule_id == "T-050"
    with pytest.raises(Refused) as refusal:
        check_opening(SEASON, [*PLAN[:3], PlannedRound(None, 75)], chief_referee="Radim")
    assert refusal.value.rule_id == "T-065"


@pytest.mark.rule("T-074")
@pytest.mark.parametrize(("players", "noted"), [(11, True), (12, False), (3, True)])
def test_below_twelve_players_the_organiser_is_told(players, noted):
    assert (few_players_note(SEASON, players) is not None) is noted
    assert few_players_note(SCHOOL, players) is None


@pytest.mark.rule("T-068")
def test_a_small_change_in_words_is_accepted():
    check_local_change("Only water at the tables.", round_one_opened=False)

    with pytest.raises(Refused) as refusal:
        check_local_change("  ", round_one_opened=False)
    assert refusal.value.rule_id == "T-068"


@pytest.mark.rule("T-069")
def test_a_change_after_round_1_was_opened_is_refused():
    with pytest.raises(Refused) as refusal:
        check_local_change("Only water at the tables.", round_one_opened=True)

    assert refusal.value.rule_id == "T-069"


@pytest.mark.rule("T-093")
def test_a_school_tour_is_for_children_only():
    check_school_player(date(2012, 6, 16), DAY)

    for birth_date in (date(2012, 6, 15), None):
        with pytest.raises(Refused) as refusal:
            check_school_player(birth_date, DAY)
        assert refusal.value.rule_id == "T-093"


@pytest.mark.rule("T-075")
@pytest.mark.parametrize(
    ("sent", "left", "words"),
    [
        ("2026-06-15", 5, None),
        ("2026-06-18", 2, None),
        ("2026-06-19", 1, "Send the results"),
        ("2026-06-20", 0, "Send the results"),
        ("2026-06-21", -1, "Late"),
    ],
)
def test_results_are_sent_by_the_fifth_day(sent, left, words):
    today = date.fromisoformat(sent)

    note = late_sending(SEASON, DAY, today)

    assert last_day_to_send(DAY) == date(2026, 6, 20)
    assert days_left_to_send(DAY, today) == left
    assert (note is None) if words is None else str(note).startswith(words)
    assert late_sending(SCHOOL, DAY, today) is None


@pytest.mark.rule("T-076", "T-075", "T-071")
@pytest.mark.parametrize(
    ("announced_on", "sent_on", "expected"),
    [
        ("2026-05-15", "2026-06-20", []),
        ("2026-05-16", "2026-06-20", ["T-071"]),
        ("2026-05-15", "2026-06-21", ["T-075"]),
        ("2026-05-16", "2026-06-21", ["T-071", "T-075"]),
    ],
)
def test_places_of_an_event_that_broke_a_condition_are_to_be_confirmed(
    announced_on, sent_on, expected
):
    marks = to_be_confirmed(
        SEASON,
        DAY,
        announced_on=date.fromisoformat(announced_on),
        last_day=DAY,
        sent_on=date.fromisoformat(sent_on),
    )

    assert [mark.rule_id for mark in marks] == expected
