"""The rules in the pocket: those of one event, with what was decided there beside them."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.wording.rulebooks import book
from tests import factories as make
from tournaments.models.entry import Role
from tournaments.models.tournament import Kind, State
from tournaments.services import refereeing
from tournaments.views.access import PLAYER_LINKS

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    tournament = make.make_tournament(state=State.RUNNING)
    make.make_official(tournament, Role.CHIEF_REFEREE, "Chief Nová")
    return tournament


@pytest.fixture
def players(tournament):
    return make.checked_in(tournament, 4)


def decided(tournament, question, *, rule_id, players=(), decision="It does not move."):
    ruling = refereeing.open_ruling(
        tournament, question, make.doer(), players=players, rule_id=rule_id
    )
    refereeing.decide(tournament, ruling.pk, decision, make.doer("Chief Nová"))
    return ruling


def page_of(tournament, client):
    return client.get(f"/en/t/{tournament.slug}/rules/").content.decode()


def row_of(page, rule_id):
    return re.search(rf'<li id="{rule_id}".*?</li>', page, re.DOTALL)[0]


def phone_of(tournament, entry):
    client = Client()
    client.get(f"/en/t/{tournament.slug}/my/{entry.token}/")
    assert client.session[PLAYER_LINKS] == [entry.token]
    return client


def test_all_books_that_hold_are_looked_through_at_once(tournament):
    page = page_of(tournament, Client())

    assert row_of(page, "T-059")
    assert row_of(page, "D-102")
    assert row_of(page, "B-094")
    assert row_of(page, "TG-08")
    assert 'id="CK-001"' not in page


def test_a_game_outside_the_tour_has_the_rules_of_its_own_books():
    tournament = make.make_tournament(state=State.RUNNING, kind=Kind.OTHER, ruleset="dice")

    page = page_of(tournament, Client())

    assert set(re.findall(r'<li id="(\w+-\d+)"', page)) == set(book("DG"))


@pytest.mark.rule("T-050")
def test_a_decision_stands_beside_its_rule_for_those_whom_it_concerns(tournament, players):
    decided(tournament, "Robber to the desert?", rule_id="TG-08", players=players[:2])
    decided(tournament, "A late one.", rule_id="", players=players[:2], decision="Let it be.")

    theirs = page_of(tournament, phone_of(tournament, players[0]))

    row = row_of(theirs, "TG-08")
    assert "No. 1" in row
    assert "Robber to the desert?" in row
    assert "It does not move." in row
    assert "Let it be." in theirs
    for client in (Client(), phone_of(tournament, players[2])):
        page = page_of(tournament, client)
        assert "It does not move." not in page
        assert "Let it be." not in page


def test_officials_see_all_that_was_decided_and_open_it(tournament, players):
    ruling = decided(tournament, "Robber to the desert?", rule_id="TG-08", players=players[:1])

    page = page_of(tournament, make.signed_in(tournament))

    assert f'href="/en/t/{tournament.slug}/desk/book/{ruling.pk}/"' in row_of(page, "TG-08")


def test_what_waits_for_a_decision_stands_nowhere(tournament, players):
    refereeing.open_ruling(tournament, "Who knows?", make.doer(), players=players, rule_id="TG-08")

    assert "Who knows?" not in page_of(tournament, phone_of(tournament, players[0]))


def test_the_own_page_leads_there(tournament, players):
    page = Client().get(f"/en/t/{tournament.slug}/my/{players[0].token}/").content.decode()

    assert f'href="/en/t/{tournament.slug}/rules/"' in page


def test_an_event_outside_the_season_says_that_the_rows_of_the_tour_are_not_its_own(
    client, in_english
):
    other, own = make.make_tournament(kind=Kind.OTHER), make.make_tournament()

    pages = [
        client.get(reverse(name, args=[event.slug])).content.decode()
        for event in (other, own)
        for name in ("rules_of_event", "tournament")
    ]

    assert ["is not one of the season" in page for page in pages] == [True, False, False, False]
    assert ["hold as they are" in page for page in pages] == [False, False, False, True]
    assert "what this page does not say otherwise" in pages[1]
