"""Somebody under 18 who was named an official before they signed up to play."""

import datetime as dt

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import factories as make
from tournaments.models import Entry, Official, Person
from tournaments.models.entry import EntryState, Role
from tournaments.services import appointing, checking_in, kept_back, persons, signing_up
from tournaments.services.persons import Facts

pytestmark = pytest.mark.django_db

SOON = timezone.localdate() + dt.timedelta(days=30)
NAME = "Eva Malá"
REFUSAL = Facts(NAME, None, True, False)


def named_then_plays(name: str = NAME) -> Entry:
    """The desk knows of the official no more than a name, and of the child no mailbox."""
    tournament = make.make_tournament(date=SOON)
    appointing.name_official(tournament, name, Role.REFEREE, make.doer())
    child = make.make_person(NAME, minor=True, email="mum@example.org", address_at=timezone.now())
    return make.make_entry(tournament, child)


def officials_page(entry: Entry) -> str:
    return Client().get(reverse("tournament", args=[entry.tournament.slug])).content.decode()


def sign_off(entry: Entry) -> None:
    signing_up.cancel_registration(entry.tournament, entry.token, make.doer())


def withdraw(entry: Entry) -> None:
    checking_in.withdraw(entry.tournament, entry.pk, make.doer())


def delete(entry: Entry) -> None:
    persons.forget_person(entry.person, make.doer(), by_themselves=True)


@pytest.mark.parametrize("leave", [sign_off, withdraw, delete])
@pytest.mark.parametrize("refused", [False, True])
@pytest.mark.parametrize("name", [NAME, "Malá Eva st."])
def test_stays_short_when_they_leave_the_list(name, refused, leave):
    entry = named_then_plays(name)
    assert name not in officials_page(entry)
    if refused:
        persons.change_facts(entry.person, REFUSAL, make.doer())

    leave(Entry.objects.get(pk=entry.pk))

    assert Official.objects.get().public_name != name
    assert name not in officials_page(entry)


def test_a_refusal_holds_for_an_official_of_the_name_at_another_event():
    entry = named_then_plays()
    elsewhere = make.make_tournament(date=SOON)
    official = appointing.name_official(elsewhere, "Mgr. Eva Malá", Role.REFEREE, make.doer())
    before = type(elsewhere).objects.get(pk=elsewhere.pk).public_version

    persons.change_facts(entry.person, REFUSAL, make.doer())

    official = Official.objects.get(pk=official.pk)
    assert official.public_name == "Eva M."
    # Cached pages would go on showing the full name.
    assert official.tournament.public_version > before
    assert elsewhere.acts.get(name="keep_back_name").told == official.get_role_display()


@pytest.mark.parametrize("known", ["by a mailbox", "of age"])
def test_an_official_who_is_somebody_is_listed_for_the_series_and_stays(known):
    entry = named_then_plays()
    elsewhere = make.make_tournament(date=SOON)
    official = appointing.name_official(elsewhere, NAME, Role.REFEREE, make.doer())
    facts = {"email": "eva@example.org"} if known == "by a mailbox" else {}
    facts |= {"birth_date": dt.date(1980, 1, 1)} if known == "of age" else {}
    Person.objects.filter(pk=official.person_id).update(**facts)

    persons.change_facts(entry.person, REFUSAL, make.doer())

    assert Official.objects.get(pk=official.pk).public_name == NAME
    assert kept_back.shown_in_full() == [official]
    page = make.signed_in(None, "administrator").get(reverse("find_persons")).content.decode()
    assert reverse("person", args=[official.person_id]) in page


def test_no_sign_up_that_nobody_confirmed_shortens_an_official_once_it_is_gone():
    entry = named_then_plays()
    Entry.objects.all().delete()
    stranger = make.make_entry(
        entry.tournament,
        make.make_person(NAME, minor=True),
        state=EntryState.UNCONFIRMED,
        email="x@example.org",
    )

    sign_off(stranger)

    assert Official.objects.get().public_name == NAME


def test_an_agreement_of_the_child_who_signed_off_shows_the_official_again():
    entry = named_then_plays()
    sign_off(entry)
    assert Official.objects.get().public_name == "Eva M."

    Entry.objects.update(full_name_public=True)

    assert Official.objects.get().public_name == NAME


def test_the_account_that_takes_up_the_office_of_a_child_who_was_deleted_is_short_too():
    """The two may be the same; whoever is somebody else says so on their own page."""
    entry = named_then_plays()
    delete(entry)
    kid, office = make.make_user("kid"), Official.objects.get()

    def ask(who):
        appointing.name_official(entry.tournament, NAME, Role.REFEREE, who, user=kid, own=False)

    make.agreeing(ask)
    appointing.accept_office(entry.tournament, office.pk, kid, make.doer())

    assert Official.objects.get().owner.user == kid
    assert Official.objects.get().public_name == "Eva M."
    adult = Facts(NAME, dt.date(1990, 1, 1), False, False)
    persons.change_facts(Official.objects.get().owner, adult, make.doer())
    assert Official.objects.get().public_name == NAME
