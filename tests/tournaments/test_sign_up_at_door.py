"""While the check-in is open a hall signs up by itself, and the desk confirms it."""

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import (
    agreeing,
    doer,
    make_entry,
    make_tournament,
    play,
    ready_to_draw,
    signed_in,
)
from tournaments.domain.values import Refused
from tournaments.models import Entry, Mail
from tournaments.models.entry import EntryState
from tournaments.models.tournament import State
from tournaments.services import announcing, checking_in, signing_up
from tournaments.services.acts import AlreadyDone, Unconfirmed
from tournaments.services.entering import SignUp

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


@pytest.fixture
def hall():
    """The check-in was opened while people could sign up."""
    tournament = make_tournament(date=timezone.localdate())
    checking_in.open_check_in(tournament, doer(now=timezone.now()))
    tournament.refresh_from_db()
    return tournament


def sign_up(tournament, name, email="", client=None):
    typed = {"name": name, "email": email, "age": "adult"}
    address = reverse("register", args=[tournament.slug])
    return (client or Client()).post(address, typed, follow=True)


def test_somebody_in_the_hall_needs_no_mailbox(hall):
    page = sign_up(hall, "Anna Nováková").content.decode()
    entry = Entry.objects.get()
    before = entry.state

    row = signed_in(hall, "scorekeeper").post(reverse("check_in", args=[hall.slug, entry.pk]))

    entry.refresh_from_db()
    assert "Now come to the desk" in page
    assert "1. Anna Nováková" in page
    assert (before, entry.state) == (EntryState.UNCONFIRMED, EntryState.CHECKED_IN)
    assert row.status_code == 302
    assert (Mail.objects.count(), mail.outbox) == (0, [])


def test_a_hall_behind_one_address_signs_up(hall):
    """Of 61 from one address the last was told to wait an hour."""
    for number in range(80):
        assert sign_up(hall, f"Player {number}").status_code == 200

    assert Entry.objects.count() == 80


def test_whoever_gives_an_address_gets_the_links_all_the_same(hall):
    sign_up(hall, "Anna Nováková", "anna@example.org")

    assert "Then just come to the desk" in Mail.objects.get(to="anna@example.org").body


def test_a_form_that_was_sent_twice_signs_up_once(hall):
    sign_up(hall, "Anna Nováková")

    page = sign_up(hall, "anna novakova").content.decode()

    assert "Somebody of this name is signed up already" in page
    assert Entry.objects.count() == 1


def test_a_full_hall_is_told_so_and_the_desk_is_asked(hall):
    hall.capacity = 3
    hall.save()
    for _number in range(3):
        make_entry(hall)

    page = sign_up(hall, "Anna Nováková").content.decode()
    entry = Entry.objects.get(person__name="Anna Nováková")

    assert "All places are taken at the moment" in page
    with pytest.raises(Unconfirmed):
        checking_in.check_in(hall, entry.pk, doer())
    agreeing(lambda who: checking_in.check_in(hall, entry.pk, who))
    entry.refresh_from_db()
    assert entry.state == EntryState.CHECKED_IN


def test_the_screen_and_the_page_lead_a_hall_to_the_sign_up(hall):
    screen = Client().get(reverse("screen", args=[hall.slug])).content.decode()
    page = Client().get(reverse("tournament", args=[hall.slug])).content.decode()

    assert "Not signed up yet? Point your phone at the code." in screen
    assert f"/t/{hall.slug}/register/" in screen
    assert reverse("register", args=[hall.slug]) in page


def test_the_step_of_the_sign_up_is_done_once_it_is_closed(hall):
    desk = signed_in(hall)
    done = []
    for _moment in ("open", "closed"):
        steps = desk.get(reverse("desk", args=[hall.slug])).context["steps"]
        done.append([step.done for step in steps if step.label == "Sign-up"])
        desk.post(reverse("close_sign_up", args=[hall.slug]))

    assert done == [[False], [True]]


def test_the_organiser_closes_it_and_opens_it_again(hall):
    desk = signed_in(hall)
    page = desk.get(reverse("desk", args=[hall.slug])).content.decode()

    desk.post(reverse("close_sign_up", args=[hall.slug]))
    closed = sign_up(hall, "Anna Nováková").content.decode()
    with pytest.raises(AlreadyDone):
        announcing.close_sign_up(hall, doer())
    announcing.open_sign_up(hall, doer())
    sign_up(hall, "Bára Dvořáková")

    hall.refresh_from_db()
    assert reverse("close_sign_up", args=[hall.slug]) in page
    assert "The sign-up has moved to the door" in closed
    assert hall.state == State.CHECK_IN
    assert [entry.person.name for entry in Entry.objects.all()] == ["Bára Dvořáková"]


def test_a_sign_up_that_was_closed_before_stays_closed():
    tournament = make_tournament(state=State.ANNOUNCED, date=timezone.localdate())

    checking_in.open_check_in(tournament, doer(now=timezone.now()))

    tournament.refresh_from_db()
    assert not tournament.takes_sign_ups


def test_nobody_signs_up_once_round_1_is_drawn():
    tournament = ready_to_draw(8, sign_up_at_door=True)
    play(tournament)

    with pytest.raises(Refused, match="not open"):
        signing_up.register(tournament, SignUp(name="Anna"), doer())
