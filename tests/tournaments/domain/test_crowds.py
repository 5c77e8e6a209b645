"""From where no more sign-ups are taken, by those that wait."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.domain.crowds import (
    MANY_FROM_ONE_PLACE,
    MOST_FROM_ONE_PLACE,
    MOST_STRAY,
    crowd_among,
    most_unconfirmed,
)

BOUND = most_unconfirmed(30)


def waiting(**places):
    """So many who wait from each place, all of them fresh."""
    return [(place, True) for place, count in places.items() for _ in range(count)]


def old(them):
    return [(place, False) for place, _fresh in them]


def scattered(count):
    return [(f"own{number}", True) for number in range(count)]


def crowd(them, *, in_the_hall=False):
    return crowd_among(30, them, in_the_hall=in_the_hall)


FOUR = waiting(a=60, b=60, c=60, d=60)


@pytest.mark.parametrize(
    ("them", "everywhere", "closed", "full"),
    [
        ([], False, False, ""),
        (waiting(a=59), False, False, ""),
        (waiting(a=60, b=2), False, False, "a"),
        (FOUR[1:], False, False, "bcd"),
        (FOUR, True, False, "abcd"),
        (FOUR + scattered(MOST_STRAY - 1), True, False, "abcd"),
        (FOUR + scattered(MOST_STRAY), True, True, "abcd"),
        (FOUR + old(scattered(MOST_STRAY)), True, False, "abcd"),
        (old(FOUR) + scattered(MOST_STRAY), True, True, "abcd"),
        (scattered(BOUND - 1), False, False, ""),
        (scattered(BOUND), True, True, ""),
        (old(scattered(BOUND)), True, False, ""),
    ],
)
def test_who_closes_the_sign_up_and_for_how_long(them, everywhere, closed, full):
    made = crowd(them)

    assert (made.everywhere, made.closed) == (everywhere, closed)
    assert made.full == frozenset(full)


def test_beyond_the_bound_a_place_has_its_share_once_several_of_it_wait():
    made = crowd([*FOUR, *waiting(family=2, club=3)])

    shares = {place: made.has_its_share(place) for place in ("a", "family", "club", "new", "")}
    assert shares == {"a": True, "family": False, "club": True, "new": False, "": True}


def test_below_the_bound_no_place_has_only_a_share():
    made = crowd(waiting(club=MANY_FROM_ONE_PLACE))

    assert not made.has_its_share("club")
    assert not made.has_its_share("")


def test_on_the_day_the_hall_has_room_for_everybody_in_it():
    assert crowd(waiting(hall=119), in_the_hall=True).full == frozenset()
    assert crowd(waiting(hall=120), in_the_hall=True).full == {"hall"}


@pytest.mark.parametrize(
    ("capacity", "places", "everywhere"),
    [
        (30, {"a": 120, "b": 120}, False),
        (30, {"a": 120, "b": 120, "c": 120}, False),
        (30, {"a": 120, "b": 120, "c": 120, "hall": 59}, False),
        (30, {"a": 120, "b": 120, "c": 120, "hall": 60}, True),
        (30, {"a": 120, "b": 60, "": 119}, False),
        (30, {"a": 120, "b": 60, "": 120}, True),
        (200, {"a": 400, "b": 400, "hall": 199}, False),
        (200, {"a": 400, "b": 400, "c": 400, "hall": 199}, False),
        (200, {"a": 400, "b": 400, "c": 400, "hall": 200}, True),
    ],
)
def test_on_the_day_too_it_takes_four_networks_to_reach_the_bound(capacity, places, everywhere):
    made = crowd_among(capacity, waiting(**places), in_the_hall=True)

    assert made.everywhere is everywhere
    assert made.has_its_share("hall") is (everywhere and "hall" in places)


@given(st.lists(st.integers(MANY_FROM_ONE_PLACE + 1, MOST_FROM_ONE_PLACE), max_size=60))
def test_no_number_of_networks_that_leave_many_keeps_a_new_one_out(counts):
    them = [(f"many{at}", True) for at, count in enumerate(counts) for _ in range(count)]

    made = crowd(them)

    assert not made.closed
    assert not made.has_its_share("new")
