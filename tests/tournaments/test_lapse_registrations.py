"""Sign-ups that nobody confirms."""

import datetime as dt

import pytest

from tests.factories import at, doer, make_entry, make_person, make_tournament
from tournaments.models import Entry, Mail, Person
from tournaments.models.entry import EntryState
from tournaments.services import entering, signing_up
from tournaments.services.entering import SignUp
from tournaments.tasks import lapse_registrations

pytestmark = pytest.mark.django_db

TWO_DAYS = dt.timedelta(hours=48)


def unconfirmed(tournament, now):
    sign_up = SignUp(name="Anna Nováková", email="anna@example.org")
    return signing_up.register(tournament, sign_up, doer(now=now)).entry


def test_nothing_of_somebody_who_never_confirmed_is_kept():
    tournament = make_tournament()
    unconfirmed(tournament, at(9))

    assert entering.lapse_registrations(at(8, 59) + TWO_DAYS) == 0
    assert entering.lapse_registrations(at(9) + TWO_DAYS) == 1

    for kept in (Entry, Person, Person.history, Mail):
        assert not getattr(kept, "objects", kept).exists()


def test_a_lapsed_sign_up_gives_its_place_to_the_waiting_list(time_machine):
    tournament = make_tournament(capacity=3)
    make_entry(tournament)
    make_entry(tournament)
    unconfirmed(tournament, at(9))
    waiting = make_entry(
        tournament,
        make_person("Jan", email="jan@example.org"),
        state=EntryState.WAITING,
        registered_at=at(10),
    )
    time_machine.move_to(at(9, 1) + TWO_DAYS)

    lapse_registrations.delay()

    waiting.refresh_from_db()
    assert waiting.state == EntryState.CONFIRMED
    assert Mail.objects.get().to == "jan@example.org"


def test_a_place_that_is_needed_is_taken_from_a_lapsed_sign_up_at_once():
    tournament = make_tournament(capacity=3)
    make_entry(tournament)
    make_entry(tournament)
    unconfirmed(tournament, at(9))
    later = at(10) + TWO_DAYS

    sign_up = SignUp(name="Jan", email="jan@example.org")
    entry = signing_up.register(tournament, sign_up, doer(now=later)).entry
    entry = signing_up.confirm_registration(tournament, entry.token, doer(now=later))

    assert entry.state == EntryState.CONFIRMED
