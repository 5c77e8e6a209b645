"""Whoever is signed in finds the desks they belong to and the events they play."""

import datetime as dt

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from tests import factories as make
from tournaments.models.entry import Role
from tournaments.models.office import SeriesRole
from tournaments.models.tournament import State

pytestmark = pytest.mark.django_db


def test_an_organiser_finds_the_desk_of_a_draft_that_nobody_else_sees():
    tournament = make.make_tournament(state=State.DRAFT, name="Catan Jeseník")
    organiser = make.signed_in(tournament, Role.ORGANISER)

    page = organiser.get("/en/my/").content.decode()

    assert "Catan Jeseník" in page
    assert f"/en/t/{tournament.slug}/desk/" in page


def test_who_may_write_events_finds_the_button_and_everybody_else_where_to_ask():
    organiser, player = Client(), Client()
    user = make.make_user()
    make.give_office(user)
    organiser.force_login(user)
    player.force_login(make.make_user())

    theirs, others = (one.get("/en/my/").content.decode() for one in (organiser, player))

    assert ("/en/new/" in theirs, "/en/organise/" in theirs) == (True, False)
    assert ("/en/new/" in others, "/en/organise/" in others) == (False, True)


@pytest.mark.parametrize("by_office", [True, False])
def test_an_administrator_finds_who_waits_for_an_office(by_office):
    make.make_request()
    administrator, user = Client(), make.make_user(staff=not by_office)
    if by_office:
        make.give_office(user, SeriesRole.ADMINISTRATOR)
    administrator.force_login(user)

    page = administrator.get("/en/my/").content.decode()

    assert "/en/series/offices/" in page
    assert "1 request" in page
    series = administrator.get("/en/series/").content.decode()
    assert ("/en/admin/" in series) == (not by_office)


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


def test_what_runs_stands_before_what_comes():
    later = make.make_tournament(name="Catan Later", date=make.DAY + dt.timedelta(days=30))
    running = make.make_tournament(name="Catan Now", state=State.RUNNING)
    organiser = make.signed_in(later, Role.ORGANISER)
    user = later.officials.get(role=Role.ORGANISER).user
    make.make_official(running, Role.REFEREE, "Olga Organiser", user=user)
    person = make.make_entry(later, "Anna Nováková").person
    person.user = user
    person.save()
    make.make_entry(running, person)

    page = organiser.get("/en/my/").content.decode()

    assert page.index(f"/t/{running.slug}/desk/") < page.index(f"/t/{later.slug}/desk/")
    assert page.index(f"/t/{running.slug}/my/") < page.index(f"/t/{later.slug}/my/")


@pytest.mark.parametrize("act", ["accept_office", "decline_office", "lay_down_office"])
def test_nobody_learns_from_offices_whether_there_is_a_draft(act):
    draft = make.make_tournament(state=State.DRAFT)
    client = Client()
    client.force_login(make.make_user("stranger"))

    told = [
        client.post(reverse(act, args=[slug, 1]), follow=True)
        for slug in (draft.slug, "no-such-event")
    ]

    first, second = ((answer.status_code, answer.redirect_chain) for answer in told)
    assert first == second
    there, not_there = (strip_tags(answer.content.decode()) for answer in told)
    assert there == not_there
