"""How far days, numbers and letters go."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.domain.bounds import check_birth_date, check_event_day, check_marks
from tournaments.domain.entering import tidy_name
from tournaments.domain.values import Refused

TODAY = date(2026, 5, 16)


@pytest.mark.parametrize(
    ("day", "allowed"),
    [
        (date.min, False),
        (date(1989, 12, 31), False),
        (date(1990, 1, 1), True),
        (date(2026, 5, 16), True),
        (date(2036, 5, 16), True),
        (date(2036, 5, 17), False),
        (date.max, False),
    ],
)
def test_an_event_is_after_1990_and_at_most_ten_years_ahead(day, allowed):
    assert _is_allowed(check_event_day, day) == allowed


def test_ten_years_after_a_leap_day_is_the_end_of_february():
    leap = date(2028, 2, 29)

    check_event_day(date(2038, 2, 28), leap)
    with pytest.raises(Refused):
        check_event_day(date(2038, 3, 1), leap)


@pytest.mark.parametrize(
    ("day", "allowed"),
    [
        (date.min, False),
        (date(1899, 12, 31), False),
        (date(1900, 1, 1), True),
        (date(2026, 5, 16), True),
        (date(2026, 5, 17), False),
        (date.max, False),
    ],
)
def test_who_plays_was_born_after_1900_and_before_tomorrow(day, allowed):
    assert _is_allowed(check_birth_date, day) == allowed


def _is_allowed(check, day):
    try:
        check(day, TODAY)
    except Refused:
        return False
    return True


@pytest.mark.parametrize(
    "name",
    [
        "Đỗ Ngọc Ánh",
        "Nguyễn Thị Ngọc Ánh",
        "Łukasz Żółć",
        "Příšerně Žluťoučký Kůň",
        "مُحَمَّد بن سَلْمَان",
        "पढ़ूँगा शर्मा",
        "श्रीमती ज़ूँ",
        "สิทธิ์ชัย ที่รัก",
        "မြို့ အောင်",
        "བསྒྲུབས",
        "דָּוִד",
        "Jose\u0301 Nu\u0303ez",
        "e\u0302\u0323 ở",
        "👩\u200d👩\u200d👧 ❤\ufe0f",
        "x\u0300\u0323",
    ],
)
def test_names_of_every_script_pass(name):
    assert tidy_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "Z" + "\u0301" * 112,
        "x\u0300\u0301\u0302",
        "a\u0323\u0323\u0323\u0323",
        "\u0301\u0301\u0301",
        "Anna \u0301\u0301\u0301",
        "x\u20dd\u20dd\u20dd",
        "ก" + "\u0e34" * 5,
        "ก" + "\u0e48" * 3,
        "क" + "\u0901" * 5,
    ],
)
def test_letters_with_a_pile_of_marks_are_refused(name):
    with pytest.raises(Refused, match="marks at most"):
        tidy_name(name)


@given(text=st.text())
def test_any_text_is_judged_and_whatever_passes_has_no_piles(text):
    try:
        check_marks(text)
    except Refused:
        return
    assert not any(mark * 5 in text for mark in "\u0301\u0e34\u20dd")
