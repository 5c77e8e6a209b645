"""Names are kept back that events were told, never what somebody calls themselves."""

import datetime as dt

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import factories as make
from tournaments.domain.entering import Age
from tournaments.models import Entry, Person
from tournaments.models.entry import Role
from tournaments.services import entering, kept_back, persons, signing_up, unconfirmed
from tournaments.services.entering import SignUp
from tournaments.services.persons import Facts
from tournaments.services.proofs import key_of, proof_of

pytestmark = pytest.mark.django_db

SOON = timezone.localdate() + dt.timedelta(days=30)
NAME = "Eva Malá"


def gone_from_every_list(way: str, *, refuses: str = "before") -> Person:
    """Somebody who proved their mailbox and refused the full name, and whose sign-up is no more."""
    tournament, now = make.make_tournament(date=SOON), timezone.now()
    sign_up = SignUp(NAME, email="x@example.org", age=Age.MINOR, guardian_consent=True)
    entry = signing_up.register(tournament, sign_up, make.doer(now=now)).entry
    person = signing_up.prove_address(tournament, entry.token, proof_of(entry), make.doer(now=now))
    if refuses == "before":
        persons.change_facts(person, Facts(NAME, None, True, False), make.doer(now=now))
    if way == "lapsed":
        Entry.objects.update(registered_at=now - dt.timedelta(hours=60))
        entering.lapse_registrations(now)
    else:
        unconfirmed.drop_unconfirmed(tournament, [entry.pk], make.doer(now=now))
    if refuses == "after":
        persons.change_facts(person, Facts("Jan Novák", None, True, False), make.doer(now=now))
    assert not Entry.objects.exists()
    return Person.objects.get(pk=person.pk)


@pytest.mark.parametrize("way", ["lapsed", "dropped"])
@pytest.mark.parametrize("refuses", ["before", "after"])
def test_nobody_shortens_others_by_what_they_call_themselves_after_their_sign_up_is_gone(
    way, refuses
):
    person = gone_from_every_list(way, refuses=refuses)
    page = reverse("my_person", args=[key_of(person)])

    for name in ("Jan Novák", "Olga Organiser"):
        Client().post(page, {"name": name, "minor": "on"})
        assert Person.objects.get(pk=person.pk).name == name

        assert not kept_back.is_name_kept_back(name)
        assert kept_back.is_name_kept_back(NAME)


def test_a_refusal_that_is_said_after_the_sign_up_is_gone_reaches_minors_of_its_name_alone():
    listed = [
        make.make_entry(
            make.make_tournament(date=SOON),
            make.make_person(name, minor=True, full_name_public=True),
            full_name_public=True,
        )
        for name in (NAME, "Jan Novák")
    ]
    Entry.objects.update(email="other@example.org")
    keys = [entry.pk for entry in listed]
    person = make.make_person(NAME, email="x@example.org", address_at=timezone.now())

    persons.change_facts(person, Facts("Jan Novák", None, True, False), make.doer())

    shown = [Entry.objects.get(pk=key).public_name for key in keys]
    assert shown == ["Eva M.", "Jan Novák"]


def test_the_name_of_an_office_is_kept_back_like_that_of_a_player():
    tournament = make.make_tournament(date=SOON)
    official = make.make_person("Eva", email="x@example.org", address_at=timezone.now())
    make.make_official(tournament, Role.REFEREE, official, name=NAME)

    persons.change_facts(official, Facts("Jan Novák", None, True, False), make.doer())

    assert kept_back.is_name_kept_back(NAME)
    assert not kept_back.is_name_kept_back("Jan Novák")
