"""Somebody signs off by the personal link, and the waiting list moves up."""

import pytest
from django.urls import reverse
from django.utils import translation

from tests.factories import doer, make_entry, make_person, make_tournament
from tests.threads import all_at_once
from tournaments.models import Act, Entry, Mail
from tournaments.models.entry import EntryState
from tournaments.models.tournament import State
from tournaments.services import signing_up

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def with_mail(name):
    return make_person(name, email=f"{name}@example.org")


def test_looking_changes_nothing_and_the_button_signs_off(client):
    tournament = make_tournament()
    entry = make_entry(tournament)
    address = reverse("cancel_registration", args=[tournament.slug, entry.token])

    assert "Sign me off" in client.get(address).content.decode()
    assert Entry.objects.get().state == EntryState.CONFIRMED

    answer = client.post(address, follow=True)
    assert Entry.objects.get().state == EntryState.CANCELLED
    assert "is signed off" in answer.content.decode()


@pytest.mark.parametrize("waits", [True, False])
def test_a_place_goes_to_the_waiting_list_only_where_somebody_waits(client, waits):
    tournament = make_tournament()
    entry = make_entry(tournament)
    if waits:
        make_entry(tournament, state=EntryState.WAITING)

    page = client.get(reverse("cancel_registration", args=[tournament.slug, entry.token]))

    assert ("the first of the waiting list gets it" in page.content.decode()) is waits


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (EntryState.UNCONFIRMED, "is not confirmed yet; it is cancelled"),
        (EntryState.WAITING, "taken off the waiting list"),
        (EntryState.CONFIRMED, "give your place up"),
    ],
)
def test_it_says_what_is_given_up(client, state, words):
    entry = make_entry(make_tournament(), state=state)

    html = client.get(reverse("cancel_registration", args=[entry.tournament.slug, entry.token]))

    assert words in html.content.decode()


def test_the_first_of_the_waiting_list_gets_the_place_and_an_e_mail():
    tournament = make_tournament(capacity=3)
    leaving = make_entry(tournament)
    make_entry(tournament)
    make_entry(tournament)
    first = make_entry(tournament, with_mail("anna"), state=EntryState.WAITING, language="pl")
    second = make_entry(tournament, with_mail("bara"), state=EntryState.WAITING)

    signing_up.cancel_registration(tournament, leaving.token, doer())

    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.state, second.state) == (EntryState.CONFIRMED, EntryState.WAITING)
    mails = Mail.objects.filter(key__startswith="moved_up")
    assert [mail.to for mail in mails] == ["anna@example.org"]
    assert f"/pl/t/{tournament.slug}/" in mails[0].body
    assert Act.objects.get(name="move_up").told == str(first)


def test_whoever_is_checked_in_tells_the_desk(client):
    tournament = make_tournament(state=State.CHECK_IN)
    entry = make_entry(tournament, state=EntryState.CHECKED_IN)

    answer = client.post(reverse("cancel_registration", args=[tournament.slug, entry.token]))

    assert answer.status_code == 409
    assert "please tell the desk" in answer.content.decode()
    assert Entry.objects.get().state == EntryState.CHECKED_IN


@pytest.mark.django_db(transaction=True)
def test_one_free_place_goes_to_one_person_although_two_sign_off_at_once():
    tournament = make_tournament(capacity=3)
    leaving = [make_entry(tournament) for _number in range(3)]
    for name in ("anna", "bara", "cyril"):
        make_entry(tournament, with_mail(name), state=EntryState.WAITING)

    all_at_once(
        *[
            lambda entry=entry: signing_up.cancel_registration(tournament, entry.token, doer())
            for entry in leaving[:2]
        ]
    )

    assert tournament.entries.filter(state=EntryState.CONFIRMED).count() == 3
    told = Mail.objects.filter(key__startswith="moved_up").values_list("to", flat=True)
    assert sorted(told) == ["anna@example.org", "bara@example.org"]
