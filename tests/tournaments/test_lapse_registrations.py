"""Sign-ups that nobody confirms."""

import datetime as dt
import re

import pytest

from tests.factories import DAY, at, doer, make_entry, make_person, make_tournament, signed_in
from tournaments.domain.entering import MOST_LAPSE_AT_ONCE
from tournaments.models import Entry, Mail, Person
from tournaments.models.entry import EntryState
from tournaments.models.tournament import State
from tournaments.services import entering, signing_up
from tournaments.services.entering import SignUp
from tournaments.tasks import lapse_registrations

pytestmark = pytest.mark.django_db

DAYS = dt.timedelta(days=1)
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


MANY = MOST_LAPSE_AT_ONCE + 1


def many_unconfirmed(tournament, count=MANY):
    """All signed up in one hour, as when a post on the internet tells of the event."""
    return [
        make_entry(tournament, state=EntryState.UNCONFIRMED, registered_at=at(9))
        for _ in range(count)
    ]


def test_a_clock_that_has_jumped_makes_nobody_lapse_in_bulk():
    tournament = make_tournament(date=DAY + 10 * DAYS)
    entries = many_unconfirmed(tournament)

    entering.lapse_registrations(at(9) + 3 * DAYS)

    assert tournament.entries.count() == MANY
    assert entering.late_in_bulk(tournament, at(9) + 3 * DAYS) == entries
    assert entering.late_in_bulk(tournament, at(9)) == []


def test_a_few_lapse_by_themselves_beside_many_of_another_event():
    few, many = (make_tournament(date=DAY + 10 * DAYS) for _ in range(2))
    many_unconfirmed(few, MOST_LAPSE_AT_ONCE)
    many_unconfirmed(many)

    assert entering.lapse_registrations(at(9) + 3 * DAYS) == 1

    assert not few.entries.exists()
    assert many.entries.count() == MANY


def test_many_of_an_event_that_is_over_lapse_by_themselves():
    tournament = make_tournament(state=State.FINISHED, finished_at=at(18))
    many_unconfirmed(tournament)

    entering.lapse_registrations(at(9) + 3 * DAYS)

    assert not tournament.entries.exists()


def test_the_desk_says_that_many_wait_and_drops_them_with_one_act(time_machine):
    tournament = make_tournament(date=DAY + 10 * DAYS)
    entries = many_unconfirmed(tournament)
    desk = signed_in(tournament)
    time_machine.move_to(at(9) + 3 * DAYS)

    pages = [
        desk.get(f"/en/t/{tournament.slug}/desk/{page}").content.decode()
        for page in ("", "players/")
    ]
    said = f"{MANY} sign-ups were not confirmed in time."

    assert [said in page for page in pages] == [True, True]
    late = pages[1].partition('id="late"')[2].partition("</details>")[0]
    (keys,) = re.findall(r'name="entry" value="([^"]+)"', late)
    assert {int(key) for key in keys.split(",")} == {entry.pk for entry in entries}
    desk.post(f"/en/t/{tournament.slug}/desk/players/drop/", {"entry": keys})
    assert not tournament.entries.exists()
