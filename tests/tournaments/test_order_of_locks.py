"""Persons are locked before events, or without waiting: two who act at once never wait for each
other."""

import datetime as dt

import pytest
from django.db import transaction
from django.db.models import QuerySet

from tests import factories as make
from tournaments.models import Person, Tournament
from tournaments.models.entry import Role
from tournaments.models.tournament import State
from tournaments.services import (
    appointing,
    bare_persons,
    entering,
    joining,
    signing_up,
    unconfirmed,
)

pytestmark = [pytest.mark.django_db, pytest.mark.every_case]


@pytest.fixture
def locks(monkeypatch):
    """The rows that were locked so far: P for a person, p for one that was not waited for, E for
    an event."""
    taken = []
    lock = QuerySet.select_for_update

    def noted(rows, *, skip_locked=False, **options):
        signs = {Person: "p" if skip_locked else "P", Tournament: "E"}
        taken.append(signs.get(rows.model, ""))
        return lock(rows, skip_locked=skip_locked, **options)

    monkeypatch.setattr(QuerySet, "select_for_update", noted)
    return taken


def eva(**fields):
    return entering.SignUp("Eva Malá", "eva@example.org", **fields)


def signed_up():
    tournament = make.make_tournament(state=State.SIGN_UP)
    make.make_entry(make.make_tournament(), "Ota Velký")
    return tournament, signing_up.register(tournament, eva(), make.doer()).entry


def confirm(tournament, entry):
    version = entry.versions[0]["key"]
    signing_up.confirm_registration(tournament, entry.token, make.doer(), version=version)


def sign_up_again(tournament, entry):
    signing_up.register(tournament, eva(language="en"), make.doer())


def drop(tournament, entry):
    unconfirmed.drop_unconfirmed(tournament, [entry.pk], make.doer())


def edit(tournament, entry):
    entering.edit_entry(tournament, entry.pk, eva(), make.doer())


def lapse(tournament, entry):
    entering.lapse_registrations(make.doer().now + dt.timedelta(days=60))


def accept(tournament, entry):
    user = make.make_user("karel")
    office = appointing.name_official(
        tournament, "Karel", Role.SCOREKEEPER, make.doer(), user=user, own=False
    )
    appointing.accept_office(tournament, office.pk, user, make.doer("Karel"))


def join(tournament, entry):
    other = Person.objects.get(name="Ota Velký")
    joining.join_persons(entry.person_id, other.pk, make.doer())


@pytest.mark.parametrize("act", [confirm, sign_up_again, drop, edit, lapse, accept, join])
def test_nobody_who_has_an_event_waits_for_a_person(locks, act):
    tournament, entry = signed_up()
    locks.clear()

    act(tournament, entry)

    order = "".join(locks)
    assert "E" in order
    assert "P" not in order[order.index("E") :]


def _lock(person):
    list(Person.objects.select_for_update().filter(pk=person.pk))


@transaction.atomic
def _wait_with_an_event(tournament, wait_for, person):
    Tournament.objects.select_for_update().get(pk=tournament.pk)
    wait_for(person)


@transaction.atomic
def _lock_before(tournament, wait_for, person):
    _lock(person)
    _wait_with_an_event(tournament, wait_for, person)


@pytest.mark.parametrize("wait_for", [_lock, Person.save])
def test_any_test_fails_whose_act_waits_for_a_person_while_it_has_an_event(wait_for):
    tournament, person = make.make_tournament(), make.make_person()

    with pytest.raises(AssertionError, match="Whoever has an event"):
        _wait_with_an_event(tournament, wait_for, person)
    _lock_before(tournament, wait_for, person)


def _lock_event(tournament):
    list(Tournament.objects.select_for_update().filter(pk=tournament.pk))


@transaction.atomic
def _lock_in_this_order(*tournaments):
    for tournament in tournaments:
        _lock_event(tournament)


def test_any_test_fails_whose_act_waits_for_an_event_while_it_has_a_later_one():
    first, second = make.make_tournament(), make.make_tournament()

    with pytest.raises(AssertionError, match="none of a higher key"):
        _lock_in_this_order(second, first)
    _lock_in_this_order(first, second, first)


@pytest.mark.parametrize("act", [confirm, sign_up_again, edit])
def test_a_person_is_locked_before_it_is_written(locks, act):
    tournament, entry = signed_up()
    locks.clear()

    act(tournament, entry)

    assert "p" in "".join(locks).lower()


def test_a_person_who_is_locked_by_another_is_deleted_once_the_event_is_free(
    monkeypatch, django_capture_on_commit_callbacks
):
    tournament, entry = signed_up()
    monkeypatch.setattr(bare_persons, "free_persons", lambda *_keys: Person.objects.none())

    with django_capture_on_commit_callbacks(execute=True):
        drop(tournament, entry)
        assert Person.objects.filter(pk=entry.person_id).exists()

    assert not Person.objects.filter(pk=entry.person_id).exists()
    assert not Person.history.filter(id=entry.person_id).exists()


def test_what_a_confirmed_sign_up_did_not_tell_of_the_person_stays():
    tournament, entry = signed_up()
    first = entry.versions[0]["key"]
    Person.objects.filter(pk=entry.person_id).update(email="eva@example.org")

    signing_up.confirm_registration(tournament, entry.token, make.doer(), version=first)

    entry.refresh_from_db()
    assert entry.person.email == "eva@example.org"
