"""What lets the own page stand on a home screen, and open without a connection."""

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse

from tests import factories as make

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


@pytest.fixture
def entry():
    return make.make_entry(make.make_tournament(), "Anna Nováková")


def test_the_own_page_stands_on_the_home_screen_under_the_name_of_its_event(entry):
    slug = entry.tournament.slug
    page = Client().get(reverse("my_page", args=[slug, entry.token])).content.decode()
    address = reverse("own_manifest", args=[slug, entry.token])
    assert f'<link rel="manifest" href="{address}">' in page

    answer = Client().get(address)

    manifest = answer.json()
    assert answer["Content-Type"] == "application/manifest+json"
    assert (manifest["name"], manifest["display"]) == (entry.tournament.name, "standalone")
    assert manifest["start_url"] == reverse("my_page", args=[slug, entry.token])
    for icon in manifest["icons"]:
        assert finders.find(icon["src"].removeprefix("/static/"))


def test_the_name_of_a_player_is_not_in_it(entry):
    address = reverse("own_manifest", args=[entry.tournament.slug, entry.token])

    assert "Nov" not in Client().get(address).content.decode()


def test_a_link_that_nobody_has_leads_to_none(entry):
    answer = Client().get(reverse("own_manifest", args=[entry.tournament.slug, "x" * 32]))

    assert answer.status_code in (404, 410)


def test_the_worker_comes_from_above_the_page_and_keeps_that_page_alone():
    answer = Client().get(reverse("own_page_worker"))

    assert answer["Content-Type"] == "text/javascript; charset=utf-8"
    assert "self.registration.scope" in answer.content.decode()
