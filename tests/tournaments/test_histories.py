"""What histories, and all other tables, keep of people who are gone."""

import datetime as dt

import pytest
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.urls import reverse

from tests.factories import (
    DAY,
    at,
    doer,
    make_club,
    make_entry,
    make_official,
    make_person,
    make_tournament,
    make_user,
)
from tests.traces import traces
from tournaments.domain.entering import Age
from tournaments.models import Entry, Official, Person
from tournaments.models.entry import EntryState, Role
from tournaments.services import (
    announcing,
    entering,
    joining,
    persons,
    signing_up,
    unconfirmed,
)
from tournaments.services.entering import SignUp
from tournaments.tasks import clear_lapsed, empty_histories

pytestmark = pytest.mark.django_db

DAYS = dt.timedelta(days=1)
NAME, MAIL = "Žofie Výjimečná", "zofie@example.org"
WORDS = ("Žofie", "Výjimečná", "zofie", "asthma")
ZOFIE = SignUp(NAME, MAIL, age=Age.JUNIOR, birth_date=dt.date(2014, 3, 1), guardian_consent=True)


@pytest.fixture
def tournament():
    return make_tournament(date=DAY + 20 * DAYS, capacity=3)


def signed_up(tournament):
    """A sign-up that says all that one can, with a desk that looked at it twice."""
    entry = signing_up.register(tournament, ZOFIE, doer(now=at(9))).entry
    entry.refresh_from_db()
    entry.note, entry.club, entry.shown_as = "asthma", make_club(), ""
    entry.save()
    persons.ask_new_address(entry.owner, "zofie@example.net", doer(now=at(9)))
    return entry


def test_nothing_of_a_dropped_sign_up_is_left_in_any_table(tournament):
    entry = signed_up(tournament)

    unconfirmed.drop_unconfirmed(tournament, [entry.pk], doer())

    assert traces(*WORDS) == []
    assert {row.club_id for row in Entry.history.filter(id=entry.pk)} == {None}


def test_nothing_of_a_lapsed_sign_up_is_left_in_any_table_after_a_week(tournament, time_machine):
    signed_up(tournament)
    entering.lapse_registrations(at(9) + 2 * DAYS)
    assert {row.partition(".")[0] for row in traces(*WORDS)} == {"tournaments_lapsedsignup"}

    time_machine.move_to(at(10) + 9 * DAYS)
    clear_lapsed()

    assert traces(*WORDS) == []


def test_nobody_gets_the_number_of_a_dropped_sign_up(tournament):
    entry = signed_up(tournament)

    unconfirmed.drop_unconfirmed(tournament, [entry.pk], doer())
    after = signing_up.register(tournament, SignUp("Jan Malý", "jan@example.org"), doer()).entry

    assert (entry.number, after.number) == (1, 2)


def test_whoever_was_dropped_once_and_is_deleted_later_leaves_nothing(tournament):
    unconfirmed.drop_unconfirmed(tournament, [signed_up(tournament).pk], doer())
    entry = signed_up(tournament)
    entering.confirm_entry(tournament, entry.pk, doer(now=at(10)))

    persons.forget_person(Entry.objects.get(pk=entry.pk).owner, doer(now=at(11)))

    assert traces(*WORDS) == []


def test_nothing_is_left_of_an_entry_that_made_way_for_another():
    tournament = make_tournament()
    gone = make_entry(tournament, NAME, note="asthma", state=EntryState.CANCELLED)
    make_entry(make_tournament(), gone.person)
    other = make_entry(tournament, NAME)

    joining.join_persons(gone.person_id, other.person_id, doer())

    assert not Entry.objects.filter(pk=gone.pk).exists()
    rows = Entry.history.filter(id=gone.pk)
    assert {(row.name, row.note, row.number) for row in rows} == {("", "", gone.number)}


def test_nothing_is_left_of_who_is_deleted_in_the_administration(client):
    staff = make_user("root", staff=True)
    staff.is_superuser = True
    staff.save()
    client.force_login(staff)
    entry = make_entry(make_tournament(), make_person(NAME, email=MAIL), note="asthma")
    for model, row in (("entry", entry), ("person", entry.person)):
        address = reverse(f"admin:tournaments_{model}_delete", args=[row.pk])
        assert client.post(address, {"post": "yes"}).status_code == 302

    assert traces(*WORDS) == []
    assert LogEntry.objects.count() == 2


def test_nothing_is_left_of_whom_an_office_was_offered_and_who_was_nobody_else(tournament):
    account = make_user("petr")
    office = make_official(tournament, Role.REFEREE, NAME, token=None, asked=account)

    announcing.accept_office(tournament, office.pk, account, doer("Petr Malý"))
    announcing.lay_down_office(tournament, office.pk, account, doer("Petr Malý"))

    assert not Person.objects.filter(name=NAME).exists()
    left = Official.history.filter(name=NAME)
    assert {row.person_id for row in left} == {account.person.pk}


def left_by_a_release_before():
    """Rows that a release left that did not empty histories, and of whom is still there."""
    stays = make_entry(make_tournament(), "Jan Malý", note="tall")
    gone = make_entry(stays.tournament, make_person(NAME, email=MAIL), note="asthma")
    office = make_official(stays.tournament, Role.REFEREE, gone.person)
    told = {
        model: list(model.history.filter(id=row.pk))
        for model, row in ((Entry, gone), (Official, office), (Person, gone.person))
    }
    for row in (office, gone, gone.person):
        row.delete()
    for model, rows in told.items():
        model.history.filter(pk__in=[row.pk for row in rows]).delete()
        model.history.bulk_create(rows)
    return stays


def test_what_a_release_before_left_is_emptied_by_itself_and_of_nobody_else():
    stays = left_by_a_release_before()
    assert traces(*WORDS)

    assert empty_histories() == 2
    assert empty_histories() == 0

    assert traces(*WORDS) == []
    told = Entry.history.filter(id=stays.pk).values_list("name", "note")
    assert set(told) == {("Jan Malý", "tall")}
    assert Person.history.filter(name="Jan Malý").exists()


def test_it_comes_round_by_itself():
    tasks = {row["task"] for row in settings.CELERY_BEAT_SCHEDULE.values()}

    assert empty_histories.name in tasks
