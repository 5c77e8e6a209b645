"""What an administrator of the series wrote ends with the office, or is another's to say."""

import datetime as dt
import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from tests import factories as make
from tournaments.domain.values import Refused
from tournaments.models import Mail, Person
from tournaments.models.entry import Role
from tournaments.models.office import SeriesRole
from tournaments.models.tournament import State
from tournaments.services import (
    appointing,
    closed_accounts,
    offices,
    persons,
    whose_entry,
)
from tournaments.services.offices import Administrator

pytestmark = pytest.mark.django_db
SOON = timezone.localdate() + dt.timedelta(days=40)
THIEF = "thief@example.org"


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


@pytest.fixture
def office():
    return make.give_office(make.make_user(), SeriesRole.ADMINISTRATOR)


def played(**fields):
    return make.make_entry(
        make.make_tournament(date=SOON), make.make_person("Vera Victim", minor=True, **fields)
    )


def written(entry, office, address=THIEF):
    """An administrator writes an address on the page of the person."""
    desk = Client()
    desk.force_login(office.user)
    page = reverse("change_address", args=[entry.person_id])
    return desk.post(page, {"address": address}, follow=True)


def opened(address=THIEF):
    """Whoever reads the mailbox opens the link and says yes."""
    body = Mail.objects.filter(to=address, key__startswith="address_asked").latest("at").body
    link = re.search(r"https?://[^/]+(/\S+)", body).group(1)
    return Client().post(link, {"also_to_come": "on"}, follow=True)


def withdraw(office):
    boss = make.make_user(staff=True)
    make.agreeing(lambda who: offices.withdraw_office(office.pk, Administrator(boss, who)))


def address_of(entry):
    return Person.objects.get(pk=entry.person_id).email


@pytest.mark.parametrize("before", ["", "vera@example.org"])
def test_an_address_counts_once_its_link_was_opened_there(office, before):
    entry = played(email=before)

    answer = written(entry, office)

    assert "Once it is opened there, it counts." in answer.content.decode()
    assert address_of(entry) == before
    opened()
    assert address_of(entry) == THIEF


def test_a_link_of_somebody_who_administers_no_more_is_worthless(office):
    entry = played()
    written(entry, office)
    withdraw(office)

    opened()

    assert address_of(entry) == ""


@pytest.mark.parametrize("before", ["", "vera@example.org"])
def test_what_an_administrator_wrote_ends_with_the_office(office, before):
    entry = played(email=before)
    token = entry.token
    written(entry, office)
    opened()
    withdraw(office)

    entry.refresh_from_db()
    assert address_of(entry) == ""
    assert entry.token != token
    assert not Mail.objects.filter(to=THIEF, body__contains=entry.token).exists()


def test_the_page_of_the_person_says_that_the_former_address_has_to_be_written_again(office):
    entry = played(email="vera@example.org")
    boss = Client()
    boss.force_login(make.make_user(staff=True))
    page = reverse("person", args=[entry.person_id])
    told = "the one before is not put back by itself"
    written(entry, office)
    opened()
    assert told not in boss.get(page).content.decode()

    withdraw(office)

    assert told in boss.get(page).content.decode()


@pytest.mark.parametrize("how", ["deleted", "deactivated", "by the clock"])
def test_it_ends_with_the_account_too(office, how):
    entry = played()
    written(entry, office)
    opened()

    user = office.user
    if how == "deleted":
        user.delete()
    elif how == "deactivated":
        user.is_active = False
        user.save()
    else:
        type(user).objects.filter(pk=user.pk).update(is_active=False)
        closed_accounts.end_what_was_left(timezone.now())

    assert address_of(entry) == ""


def test_and_so_does_an_address_that_was_asked_for_by_its_reader(office):
    entry = played()
    written(entry, office)
    opened()
    known = Person.objects.get(pk=entry.person_id)
    persons.ask_new_address(known, "second@example.org", make.doer(now=timezone.now()))
    opened("second@example.org")
    assert address_of(entry) == "second@example.org"

    withdraw(office)

    assert address_of(entry) == ""


def test_another_administrator_who_writes_the_same_confirms_it(office):
    entry = played()
    written(entry, office)
    opened()

    assert "noted already" in written(entry, office).content.decode()
    other = make.give_office(make.make_user(), SeriesRole.ADMINISTRATOR)
    assert "Confirmed." in written(entry, other).content.decode()
    withdraw(office)
    withdraw(other)

    assert address_of(entry) == THIEF


def test_an_address_of_ones_own_stays(office):
    entry = played(email="vera@example.org")
    known = Person.objects.get(pk=entry.person_id)
    persons.ask_new_address(known, "new@example.org", make.doer(now=timezone.now()))
    opened("new@example.org")

    withdraw(office)

    assert address_of(entry) == "new@example.org"


def waiting(entry):
    """The desk wrote the address, and somebody who reads it says that they are the player."""
    entry.email = entry.proved_address = THIEF
    entry.address_by_desk = True
    entry.save()
    return entry


def believe(entry, user):
    return whose_entry.believe_proof(entry.pk, THIEF, Administrator(user, make.doer()))


def test_a_proof_is_not_believed_by_who_wrote_addresses_there_as_an_administrator(office):
    entry = played()
    desk = Client()
    desk.force_login(office.user)
    desk.post(reverse("add_entry", args=[entry.tournament.slug]), {"name": ""})

    with pytest.raises(Refused, match="written addresses there"):
        believe(waiting(entry), office.user)

    assert believe(entry, make.make_user(staff=True)).email == THIEF


def test_nor_by_who_held_an_office_there(office):
    entry = played()
    make.make_official(entry.tournament, Role.ORGANISER, user=make.make_user())
    held = make.make_official(entry.tournament, Role.ORGANISER, user=office.user)
    make.agreeing(lambda who: appointing.dismiss_official(entry.tournament, held.pk, who))

    with pytest.raises(Refused, match="or held one"):
        believe(waiting(entry), office.user)


def test_no_event_that_is_over_is_touched(office):
    entry = make.make_entry(make.make_tournament(state=State.SENT), "Vera Victim")
    written(entry, office)
    opened()

    assert not office.user.sights.exists()


@pytest.mark.parametrize("way", ["before it is opened", "while it is opened"])
def test_a_refused_address_opens_nothing_of_the_person(office, way, monkeypatch):
    entry = played(email="mum@example.org", birth_date=dt.date(2014, 5, 1))
    written(entry, office)
    if way == "before it is opened":
        withdraw(office)
    else:
        found = persons.offered_address
        monkeypatch.setattr(
            persons, "offered_address", lambda proof: (found(proof), withdraw(office))[0]
        )

    answer = opened()

    assert (answer.status_code, answer.redirect_chain) == (404, [])
    assert "Vera" not in answer.content.decode()
    assert address_of(entry) == "mum@example.org"


def test_an_administrator_with_a_link_of_an_office_believes_no_proof_of_their_own(office):
    entry = played()
    organiser = make.make_official(entry.tournament, Role.ORGANISER, token="organisers-link")
    desk = Client()
    desk.force_login(office.user)
    desk.get(reverse("official_link", args=[organiser.token]), follow=True)

    desk.post(reverse("renew_entry_link", args=[entry.tournament.slug, entry.pk]))

    assert entry.tournament.sights.filter(user=office.user).exists()
