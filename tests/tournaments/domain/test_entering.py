"""Names, ages and places, without a database."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.domain.entering import (
    Age,
    age_on,
    check_age,
    most_reserved,
    name_key,
    next_number,
    places_left,
    share_places,
    tidy_name,
)
from tournaments.domain.values import Refused

DAY = dt.date(2026, 6, 15)


@given(st.text(min_size=1, max_size=130))
def test_any_text_is_kept_tidy_or_refused(typed):
    try:
        name = tidy_name(typed)
    except Refused:
        return

    assert tidy_name(name) == name
    assert name == " ".join(name.split())
    assert 0 < len(name) <= 120


@pytest.mark.parametrize("typed", ["", "   ", "\u200b\u202e", "\x00"])
def test_a_name_of_nothing_is_refused(typed):
    with pytest.raises(Refused, match="Write the name"):
        tidy_name(typed)


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("Anna Nováková", "novakova ANNA", True),
        ("Łukasz Żak", "Lukasz Zak", True),
        ("Anna Nováková", "Anna Novák", False),
        ("***", "---", False),
    ],
)
def test_spellings_of_one_name_are_alike(one, other, alike):
    assert (name_key(one) == name_key(other)) is alike


@pytest.mark.rule("T-085")
def test_a_junior_turns_14_after_the_day():
    check_age(Age.JUNIOR, dt.date(2012, 6, 16), DAY)

    with pytest.raises(Refused) as refusal:
        check_age(Age.JUNIOR, dt.date(2012, 6, 15), DAY)
    assert refusal.value.rule_id == "T-085"


@pytest.mark.rule("T-085")
@pytest.mark.parametrize(
    ("birth_date", "group"),
    [
        (dt.date(2012, 6, 15), "14 to 17"),
        (dt.date(2008, 6, 16), "14 to 17"),
        (dt.date(2008, 6, 15), "18 or older"),
    ],
)
def test_whoever_is_no_junior_reads_of_their_own_group(birth_date, group):
    with pytest.raises(Refused, match=f"choose {group}"):
        check_age(Age.JUNIOR, birth_date, DAY)


@pytest.mark.rule("T-085")
def test_a_junior_without_a_birth_date_is_refused():
    with pytest.raises(Refused):
        check_age(Age.JUNIOR, None, DAY)


@pytest.mark.rule("T-093")
@pytest.mark.parametrize(
    ("age", "birth_date"), [(Age.ADULT, None), (Age.MINOR, None), (Age.MINOR, dt.date(2010, 1, 1))]
)
def test_nobody_but_children_plays_at_a_school(age, birth_date):
    check_age(Age.JUNIOR, dt.date(2014, 1, 1), DAY, school=True)

    with pytest.raises(Refused) as refusal:
        check_age(age, birth_date, DAY, school=True)
    assert refusal.value.rule_id == "T-093"


@pytest.mark.parametrize("birth_date", [DAY, dt.date(2030, 1, 1)])
def test_nobody_is_born_after_the_event(birth_date):
    with pytest.raises(Refused, match="future"):
        check_age(Age.JUNIOR, birth_date, DAY)


@pytest.mark.parametrize(
    ("birth_date", "age"),
    [
        (dt.date(2012, 6, 16), Age.JUNIOR),
        (dt.date(2012, 6, 15), Age.MINOR),
        (dt.date(2008, 6, 16), Age.MINOR),
        (dt.date(2008, 6, 15), Age.ADULT),
        (dt.date(2008, 2, 29), Age.ADULT),
    ],
)
def test_age_on_a_day(birth_date, age):
    assert age_on(birth_date, DAY) is age


def test_places_go_to_the_first_of_the_queue():
    queue = [("anna", True), ("bara", True), ("cyril", True)]

    assert share_places(12, 10, queue) == ("anna", "bara")


def test_somebody_who_has_yet_to_confirm_keeps_a_place_reserved():
    queue = [("anna", False), ("bara", True), ("cyril", True)]

    assert share_places(12, 10, queue) == ("bara",)


def test_nobody_waits_for_a_place_that_is_called_free():
    late = [(f"late {number}", False) for number in range(3)]
    queue = [*late, *((f"ready {number}", True) for number in range(14))]

    given_out = share_places(16, 0, queue)

    assert len(given_out) == 14
    assert places_left(16, holding=14, unconfirmed=3, waiting=0) == 1


@given(
    capacity=st.integers(3, 40),
    holding=st.integers(0, 45),
    queue=st.lists(st.booleans(), max_size=40),
)
def test_asked_again_at_once_nobody_more_gets_a_place(capacity, holding, queue):
    people = list(enumerate(queue))
    given_out = share_places(capacity, holding, people)

    left = [one for one in people if one[0] not in given_out]
    assert share_places(capacity, holding + len(given_out), left) == ()


def test_a_tournament_that_is_too_full_gives_nothing_out():
    assert share_places(12, 14, [("anna", True)]) == ()


@given(
    capacity=st.integers(3, 40),
    holding=st.integers(0, 45),
    queue=st.lists(st.booleans(), max_size=20),
)
def test_no_more_places_than_there_are(capacity, holding, queue):
    given_out = share_places(capacity, holding, list(enumerate(queue)))

    assert len(given_out) <= max(capacity - holding, 0)
    assert all(queue[player] for player in given_out)


def test_no_more_than_a_quarter_is_kept_for_those_who_have_yet_to_confirm():
    queue = [*((f"made up {number}", False) for number in range(17)), ("bara", True)]

    assert share_places(24, 22, queue) == ("bara",)
    assert share_places(24, 23, queue) == ()


@pytest.mark.parametrize(("free", "kept"), [(0, 1), (3, 1), (4, 1), (7, 1), (8, 2), (100, 25)])
def test_a_quarter_is_rounded_down_but_is_one_at_least(free, kept):
    assert most_reserved(free) == kept


@pytest.mark.parametrize(
    ("holding", "unconfirmed", "waiting", "left"),
    [(5, 0, 0, 19), (5, 2, 0, 17), (5, 17, 0, 15), (19, 17, 0, 4), (20, 1, 3, 0), (30, 0, 0, 0)],
)
def test_places_left_are_those_that_somebody_new_could_get(holding, unconfirmed, waiting, left):
    counts = {"holding": holding, "unconfirmed": unconfirmed, "waiting": waiting}

    assert places_left(24, **counts) == left


def test_numbers_follow_the_highest():
    assert (next_number([]), next_number([1, 7, 3])) == (1, 8)
