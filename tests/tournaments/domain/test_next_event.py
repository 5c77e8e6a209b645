"""The next event after an earlier one: its day, its name, what is still to be looked at."""

import datetime as dt

import pytest

from tournaments.domain.next_event import (
    Earlier,
    TakenOver,
    next_day,
    next_name,
    still_to_check,
)

SATURDAY = dt.date(2026, 5, 16)
LAST_YEAR = Earlier("Catan Brno 2025", dt.date(2025, 5, 17))


@pytest.mark.parametrize(
    ("today", "day"),
    [
        (dt.date(2026, 5, 17), dt.date(2027, 5, 15)),
        (dt.date(2026, 1, 1), dt.date(2027, 5, 15)),
        (dt.date(2027, 5, 15), dt.date(2028, 5, 13)),
        (dt.date(2030, 1, 1), dt.date(2030, 5, 11)),
    ],
)
def test_the_next_one_is_on_the_same_day_of_the_week_and_still_to_come(today, day):
    assert next_day(SATURDAY, today) == day
    assert day > today
    assert day.weekday() == SATURDAY.weekday()


@pytest.mark.parametrize(
    ("name", "counted_on"),
    [
        ("Catan Brno 2026", "Catan Brno 2027"),
        ("Catan 2026/1", "Catan 2027/1"),
        ("Catan 12026", "Catan 12026"),
        ("Catan Brno", "Catan Brno"),
    ],
)
def test_the_year_in_a_name_is_counted_on(name, counted_on):
    assert next_name(name, old=2026, new=2027) == counted_on


def a_draft(**fields) -> TakenOver:
    return TakenOver(day=SATURDAY, texts=["Catan Brno 2026", "200 Kč"], **fields)


def acts(draft: TakenOver, earlier: Earlier = LAST_YEAR) -> list[str]:
    return [blocker.act for blocker in still_to_check(draft, earlier)]


def test_the_announcement_is_to_be_looked_at_until_it_is_saved():
    assert acts(a_draft()) == ["edit_tournament"]
    assert acts(a_draft(is_looked_at=True)) == []


@pytest.mark.parametrize("named", ["17. 5.", "17.5.", "2025"])
def test_a_text_that_names_the_earlier_day_is_told(named):
    draft = TakenOver(day=SATURDAY, texts=["Catan", f"The fee is paid by {named}"])

    facts = [dict(blocker.facts) for blocker in still_to_check(draft, LAST_YEAR)]

    assert facts[1] == {"named": named, "day": SATURDAY}


@pytest.mark.parametrize("other", ["117.5.", "17. 50 Kč", "12025"])
def test_figures_that_only_look_like_it_are_left_alone(other):
    draft = TakenOver(day=SATURDAY, texts=[other], is_looked_at=True)

    assert acts(draft) == []


def test_officials_who_have_not_answered_or_opened_their_link_are_named():
    draft = a_draft(is_looked_at=True, unanswered=["Olga"], with_links=["Radim"])

    told = [(one.act, dict(one.facts)["name"]) for one in still_to_check(draft, LAST_YEAR)]

    assert told == [("name_official", "Olga"), ("name_official", "Radim")]


@pytest.mark.rule("T-068")
def test_local_changes_of_the_rules_are_to_be_published_anew():
    earlier = Earlier("Catan Brno", LAST_YEAR.day, rule_changes=2)

    assert acts(a_draft(is_looked_at=True), earlier) == ["rule_changes_desk"]
    assert acts(a_draft(is_looked_at=True, rule_changes=1), earlier) == []
