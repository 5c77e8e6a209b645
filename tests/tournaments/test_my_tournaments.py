"""Whoever is signed in finds the desks they belong to and the events they play."""

import pytest
from django.test import Client

from tests import factories as make
from tournaments.models.entry import Role
from tournaments.models.tournament import State

pytestmark = pytest.mark.django_db


def test_an_organiser_finds_the_desk_of_a_draft_that_nobody_else_sees():
    tournament = make.make_tournament(state=State.DRAFT, name="Catan Jeseník")
    organiser = make.signed_in(tournament, Role.ORGANISER)

    page = organiser.get("/en/my/").content.decode()

    assert "Catan Jeseník" in page
    assert f"/en/t/{tournament.slug}/desk/" in page
    assert "/en/new/" in page


def test_a_desk_of_somebody_else_is_not_listed():
    make.make_tournament(state=State.DRAFT, name="Catan Jeseník")
    organiser = make.signed_in(make.make_tournament(), Role.ORGANISER)

    assert "Catan Jeseník" not in organiser.get("/en/my/").content.decode()


def test_an_administrator_finds_every_desk():
    make.make_tournament(state=State.DRAFT, name="Catan Jeseník")

    page = make.signed_in(None, "administrator").get("/en/my/").content.decode()

    assert "Catan Jeseník" in page


def test_a_player_with_an_account_finds_their_own_page():
    tournament = make.make_tournament()
    entry = make.make_entry(tournament, "Anna Nováková")
    client = Client()
    entry.person.user = make.make_user()
    entry.person.save()
    client.force_login(entry.person.user)

    page = client.get("/en/my/").content.decode()

    assert f"/en/t/{tournament.slug}/my/{entry.token}/" in page
