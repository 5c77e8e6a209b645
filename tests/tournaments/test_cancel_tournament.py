"""What the desk is told after a tournament was cancelled is what happened."""

import pytest
from django.urls import reverse
from django.utils import translation

from tests.factories import make_entry, make_tournament, signed_in
from tournaments.models import Mail
from tournaments.models.entry import EntryState
from tournaments.models.tournament import State
from tournaments.services import mailing

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def cancelled(tournament):
    address = reverse("cancel_tournament", args=[tournament.slug])
    sent = {"reason": "The hall is flooded."}
    desk = signed_in(tournament)
    answer = desk.post(address, sent, follow=True)
    if asked := [caution.key for caution in answer.context.get("cautions") or ()]:
        answer = desk.post(address, sent | {"cautions": asked}, follow=True)
    tournament.refresh_from_db()
    assert tournament.state == State.CANCELLED
    return answer.content.decode()


def test_the_desk_of_a_cancelled_event_expects_nobody():
    tournament = make_tournament()
    make_entry(tournament)
    desk = reverse("desk", args=[tournament.slug])
    assert "<dt>expected</dt>" in signed_in(tournament).get(desk).content.decode()

    page = cancelled(tournament)

    assert "<dt>expected</dt>" not in page


def test_everybody_with_an_address_is_mailed_and_the_page_says_so():
    tournament = make_tournament()
    make_entry(tournament, email="anna@example.org")
    make_entry(tournament, email="petr@example.org", state=EntryState.CANCELLED)

    page = cancelled(tournament)

    assert "The tournament is cancelled. The reason goes by e-mail to 1 player." in page
    assert "yourself" not in page
    assert Mail.objects.count() == 1


def test_whoever_gave_no_address_is_counted_for_the_organiser_to_tell():
    tournament = make_tournament()
    make_entry(tournament, email="anna@example.org")
    make_entry(tournament)
    make_entry(tournament, state=EntryState.WAITING)

    page = cancelled(tournament)

    assert "The reason goes by e-mail to 1 player." in page
    assert "2 players gave no e-mail address: tell them yourself." in page


@pytest.mark.parametrize("backend", mailing.SENDS_NOTHING[:1])
def test_without_a_mail_server_nobody_is_said_to_be_told(settings, backend):
    settings.EMAIL_BACKEND = backend
    tournament = make_tournament()
    make_entry(tournament, email="anna@example.org")

    page = cancelled(tournament)

    assert "everybody who signed up is told" not in page
    assert "no e-mail went out. Tell 1 player yourself." in page


@pytest.mark.parametrize("state", [State.DRAFT, State.ANNOUNCED])
def test_where_nobody_signed_up_nobody_has_to_be_told(state):
    page = cancelled(make_tournament(state=state))

    assert "The tournament is cancelled. Nobody had signed up." in page


def test_it_is_asked_once_more_before_anybody_hears_of_it():
    tournament = make_tournament()
    make_entry(tournament, email="anna@example.org")
    make_entry(tournament, email="petr@example.org", state=EntryState.CANCELLED)
    address = reverse("cancel_tournament", args=[tournament.slug])

    asked = signed_in(tournament).post(address, {"reason": "The hall is flooded."})

    page = asked.content.decode()
    assert "it cannot be taken back. Players who signed up: 1." in page
    assert 'value="The hall is flooded."' in page
    tournament.refresh_from_db()
    assert tournament.state != State.CANCELLED
    assert not Mail.objects.exists()
