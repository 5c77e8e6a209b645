"""The code on a badge opens the own page; an official at the door checks the player in there."""

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories as make
from tournaments.models.entry import EntryState, Role
from tournaments.models.tournament import State

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


@pytest.fixture
def tournament():
    return make.make_tournament(state=State.CHECK_IN)


@pytest.fixture
def entry(tournament):
    return make.make_entry(tournament, "Anna Nováková")


def scanned(client, entry):
    """The page that the code on the badge leads to."""
    return client.get(reverse("my_page", args=[entry.tournament.slug, entry.token]))


def test_an_official_checks_in_whose_badge_the_camera_saw(tournament, entry):
    client = make.signed_in(tournament, Role.SCOREKEEPER)
    address = reverse("check_in", args=[tournament.slug, entry.pk])
    assert address in scanned(client, entry).content.decode()

    client.post(address)

    entry.refresh_from_db()
    assert entry.state == EntryState.CHECKED_IN
    page = scanned(client, entry).content.decode()
    assert address not in page
    assert '<span class="badge good">checked in</span>' in page


def test_the_official_s_phone_does_not_become_the_player_s(tournament, entry):
    client = make.signed_in(tournament, Role.SCOREKEEPER)

    page = scanned(client, entry).content.decode()

    assert "data-own-page" not in page
    assert "data-own-worker" not in page
    assert "player-links" not in client.session


def test_a_player_is_offered_nothing_of_it(tournament, entry):
    client = Client()

    page = scanned(client, entry).content.decode()

    assert reverse("check_in", args=[tournament.slug, entry.pk]) not in page
    assert "data-own-page" in page
    assert client.session["player-links"] == [entry.token]


def test_an_official_of_another_event_is_a_visitor_here(tournament, entry):
    client = make.signed_in(make.make_tournament(state=State.CHECK_IN), Role.ORGANISER)

    page = scanned(client, entry).content.decode()

    assert reverse("check_in", args=[tournament.slug, entry.pk]) not in page


def test_an_official_who_plays_has_the_own_page(tournament, entry):
    client = make.signed_in(tournament, Role.SCOREKEEPER)
    entry.person.user_id = client.session["_auth_user_id"]
    entry.person.save()

    assert "data-own-page" in scanned(client, entry).content.decode()


@pytest.mark.parametrize("state", [State.SIGN_UP, State.RUNNING])
def test_before_and_after_the_check_in_the_page_is_as_ever(tournament, entry, state):
    client = make.signed_in(tournament)
    tournament.state = state
    tournament.save()

    assert "data-own-page" in scanned(client, entry).content.decode()
