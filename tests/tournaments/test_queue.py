"""Who came first is counted, whatever the clocks of the servers say."""

import datetime as dt

import pytest

from tests.factories import at, doer, make_entry, make_tournament
from tournaments.models.entry import EntryState
from tournaments.services import entering
from tournaments.services.acts import acting
from tournaments.services.entering import SignUp, next_in
from tournaments.views.personal.personal import _waiting_before

pytestmark = pytest.mark.django_db

AHEAD = dt.timedelta(minutes=5)


def added(tournament, name, now):
    return entering.add_entry(tournament, SignUp(name=name), doer(now=now))


@pytest.fixture
def tournament():
    tournament = make_tournament(capacity=3)
    for _ in range(3):
        make_entry(tournament)
    return tournament


def test_a_server_whose_clock_is_ahead_puts_nobody_behind_those_who_came_later(tournament):
    first = added(tournament, "First", at(9) + AHEAD)
    later = added(tournament, "Later", at(9, 1))

    tournament.capacity = 4

    assert (first.state, later.state) == (EntryState.WAITING, EntryState.WAITING)
    assert list(tournament.entries.waiting()) == [first, later]
    assert next_in(tournament, at(9, 2)) == (first.pk,)
    assert [_waiting_before(entry) for entry in (first, later)] == [0, 1]


def test_whoever_comes_back_waits_behind_all_others_even_by_a_clock_that_is_behind(tournament):
    back = added(tournament, "Back", at(9))
    waiting = added(tournament, "Waiting", at(9, 1))
    back.state = EntryState.CANCELLED
    back.save()

    with acting(tournament, "add_entry", doer(now=at(9, 2) - AHEAD)) as act:
        entering.sign_up_again(act, back)

    assert list(tournament.entries.waiting()) == [waiting, back]


def test_places_in_the_queue_are_those_of_one_event():
    numbers = [
        [make_entry(tournament).queue_number for _ in range(3)]
        for tournament in (make_tournament(), make_tournament())
    ]

    assert numbers == [[1, 2, 3], [1, 2, 3]]
