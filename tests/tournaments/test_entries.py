"""The organiser's list of players."""

import pytest
from django.urls import reverse
from django.utils import translation

from tests.factories import (
    at,
    checked_in,
    make_club,
    make_entry,
    make_junior,
    make_person,
    make_tournament,
    signed_in,
)
from tournaments.models import Mail, Tournament
from tournaments.models.entry import EntryState
from tournaments.models.tournament import State

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def look(tournament, query=""):
    address = reverse("entries", args=[tournament.slug])
    return signed_in(tournament).get(address + query).content.decode()


def in_order(page, *names):
    places = [page.index(f">{name}</a>") for name in names]
    return places == sorted(places)


def test_the_list_is_sorted_by_the_column_one_taps():
    tournament = make_tournament()
    make_entry(tournament, make_person("Zdeněk Adam"), club=make_club("Žatec"))
    make_entry(tournament, make_person("Adam Žák"), club=make_club("Aš"))

    assert in_order(look(tournament), "Zdeněk Adam", "Adam Žák")
    assert in_order(look(tournament, "?sort=name"), "Zdeněk Adam", "Adam Žák")
    assert in_order(look(tournament, "?sort=-name"), "Adam Žák", "Zdeněk Adam")
    assert in_order(look(tournament, "?sort=club"), "Adam Žák", "Zdeněk Adam")


@pytest.mark.parametrize("query", ["zdenek", "Žatec", "z@example.org", "2"])
def test_the_search_finds_name_club_address_and_number(query):
    tournament = make_tournament()
    make_entry(tournament, "Petr Černý")
    make_entry(
        tournament, make_person("Zdeněk Adam", email="z@example.org"), club=make_club("Žatec")
    )

    page = look(tournament, f"?q={query}")

    assert "Zdeněk Adam" in page
    assert "Petr Černý" not in page


def test_the_list_is_narrowed_by_state():
    tournament = make_tournament()
    make_entry(tournament, "Petr Černý")
    make_entry(tournament, "Wanda Nowak", state=EntryState.WAITING)

    page = look(tournament, "?show=waiting")

    assert "Wanda Nowak" in page
    assert "Petr Černý" not in page


def test_a_missing_consent_and_unsent_mails_are_shown():
    tournament = make_tournament()
    child = make_junior("Malý Bartosz")
    child.email = "rodic@example.org"
    child.save()
    entry = make_entry(tournament, child, guardian_consent=False)
    key = f"confirmed:{entry.pk}"
    Mail.objects.create(key=key, to="rodic@example.org", subject="x", body="x", at=at(8))

    page = look(tournament)

    assert "junior, no consent yet" in page
    assert "1 e-mail to Malý Bartosz never went out" in page


def test_the_number_of_queries_does_not_grow(django_assert_max_num_queries):
    tournament = make_tournament(capacity=60)
    checked_in(tournament, 50)
    desk = signed_in(tournament)

    with django_assert_max_num_queries(16):
        desk.get(reverse("entries", args=[tournament.slug]))


def test_a_scorekeeper_does_not_see_the_addresses():
    tournament = make_tournament()

    answer = signed_in(tournament, "scorekeeper").get(reverse("entries", args=[tournament.slug]))

    assert answer.status_code == 403


def test_an_event_that_is_over_offers_no_places():
    tournament = make_tournament(capacity=40)

    before = look(tournament)
    Tournament.objects.filter(pk=tournament.pk).update(state=State.SENT)
    after = look(tournament)

    assert "40 places left of 40." in before
    assert "Sign somebody up" in before
    assert "left of 40" not in after
    assert "Sign somebody up" not in after
