"""What a sign-up that nobody has confirmed yet is told of its place, on each page and by e-mail."""

import datetime as dt

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests.factories import at, doer, make_entry, make_tournament, signed_in
from tournaments.domain.entering import Prospect, prospect
from tournaments.models import Entry, Mail
from tournaments.models.entry import EntryState
from tournaments.services import mailing, signing_up
from tournaments.services.entering import SignUp

pytestmark = pytest.mark.django_db

KEPT = "place is kept for"
TAKEN = "All places are taken"
NOW = at(9)


@pytest.fixture(autouse=True)
def _english(time_machine):
    time_machine.move_to(NOW)
    with translation.override("en"):
        yield


@pytest.fixture
def full():
    tournament = make_tournament(capacity=3)
    for _number in range(3):
        make_entry(tournament)
    return tournament


def sign_up(client, tournament):
    typed = {"name": "Anna Nováková", "email": "anna@example.org", "age": "adult"}
    answer = client.post(reverse("register", args=[tournament.slug]), typed, follow=True)
    return answer.content.decode()


def page(name, entry):
    address = reverse(name, args=[entry.tournament.slug, entry.token])
    return Client().get(address).content.decode()


@pytest.mark.parametrize(
    ("holding", "queue", "told"),
    [
        (2, [("anna", False)], Prospect.KEPT),
        (3, [("anna", False)], Prospect.LIST),
        (2, [("bara", True), ("anna", False)], Prospect.LIST),
        (0, [("bara", False), ("anna", False)], Prospect.FREE),
    ],
)
def test_a_place_is_kept_or_free_or_there_is_only_the_list(holding, queue, told):
    assert prospect(3, holding, queue, "anna", fresh=True) is told


def test_an_old_sign_up_keeps_nothing_and_gets_a_place_while_there_is_one():
    assert prospect(3, 2, [("anna", False)], "anna", fresh=False) is Prospect.FREE


@pytest.mark.parametrize("backend", [None, *mailing.SENDS_NOTHING])
def test_a_sign_up_for_the_waiting_list_is_promised_no_place(client, settings, full, backend):
    settings.EMAIL_BACKEND = backend or settings.EMAIL_BACKEND

    last_page = sign_up(client, full)
    told = Mail.objects.get().body

    for words in (last_page, told):
        assert KEPT not in words
        assert TAKEN in words
        assert "waiting list" in words


def test_where_a_place_is_left_it_is_kept_on_the_page_and_in_the_e_mail(client):
    last_page = sign_up(client, make_tournament())

    assert KEPT in last_page
    assert KEPT in Mail.objects.get().body
    assert TAKEN not in last_page


def test_after_its_hour_nothing_is_said_to_be_kept(client, time_machine):
    tournament = make_tournament()
    sign_up(client, tournament)
    time_machine.move_to(NOW + dt.timedelta(hours=2))

    again = client.get(reverse("register", args=[tournament.slug]) + "?done=1").content.decode()

    assert KEPT not in again
    assert TAKEN not in again


def test_the_page_that_confirms_says_what_the_click_brings(client, full):
    sign_up(client, full)
    entry = Entry.objects.get(name="Anna Nováková")

    asked = page("confirm_registration", entry)

    assert "One click and you are signed up." not in asked
    assert "Yes, I will come" not in asked
    assert TAKEN in asked
    assert "Join the waiting list</button>" in asked
    full.entries.filter(number=1).update(state=EntryState.CANCELLED)
    assert "One click and you are signed up." in page("confirm_registration", entry)


def test_the_own_page_of_who_has_to_confirm_names_the_list_where_it_is_full(client, full):
    sign_up(client, full)
    entry = Entry.objects.get(name="Anna Nováková")

    own = page("my_page", entry)

    assert TAKEN in own
    assert "you get a place if one is left" not in own


def test_the_first_of_the_waiting_list_is_told_so(full):
    entry = make_entry(full, state=EntryState.WAITING)

    own = page("my_page", entry)

    assert "You are the first on it." in own
    assert "0 people" not in own


def test_the_desk_is_told_that_who_was_signed_up_waits(full):
    desk = signed_in(full)

    answer = desk.post(
        reverse("add_entry", args=[full.slug]),
        {"name": "Anna Nováková", "age": "adult", "language": "en"},
        follow=True,
    )

    assert "Anna Nováková is on the waiting list: all places are taken." in answer.content.decode()


@pytest.mark.parametrize("state", [EntryState.CONFIRMED, EntryState.UNCONFIRMED])
@pytest.mark.parametrize("backend", mailing.SENDS_NOTHING[:1])
def test_who_signs_up_again_reads_nothing_that_is_not_so(client, settings, state, backend):
    settings.EMAIL_BACKEND = backend
    tournament = make_tournament()
    typed = SignUp(name="Anna Nováková", email="anna@example.org")
    entry = signing_up.register(tournament, typed, doer(now=NOW)).entry
    entry.state = state
    entry.save()

    again = sign_up(client, tournament)

    # The same for a stranger's name whatever its state, which is nobody else's business.
    assert "waits for the organiser" not in again
    assert "the organiser confirms the sign-up" not in again
    assert "This sign-up is there already" in again
    assert "nothing has changed" in again


@pytest.mark.parametrize(("left", "shown"), [(1, "?show=unconfirmed"), (0, "")])
def test_after_the_last_is_confirmed_the_desk_is_led_to_no_empty_tab(left, shown):
    tournament = make_tournament()
    entry = make_entry(tournament, state=EntryState.UNCONFIRMED)
    for _number in range(left):
        make_entry(tournament, state=EntryState.UNCONFIRMED)

    confirm = reverse("confirm_entry", args=[tournament.slug, entry.pk])
    answer = signed_in(tournament).post(confirm, {"show": "unconfirmed"})

    assert answer.url == reverse("entries", args=[tournament.slug]) + shown


def test_the_page_that_asks_names_the_tournament_and_leads_back_to_its_desk():
    tournament = make_tournament()
    make_entry(tournament, "Anna Nováková")

    answer = signed_in(tournament).post(
        reverse("add_entry", args=[tournament.slug]),
        {"name": "Anna Nováková", "age": "adult", "language": "en"},
    )

    page = answer.content.decode()
    assert "Is this really somebody else?" in page
    assert f'<p class="meta">{tournament.name}</p>' in page
    assert reverse("desk", args=[tournament.slug]) in page
