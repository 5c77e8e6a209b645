"""The site's help for the games without a board: every link leads somewhere."""

import re

import pytest
from django.utils import translation

from tests.factories import make_tournament, make_user, signed_in

pytestmark = pytest.mark.django_db


def test_everybody_finds_the_help_and_every_link_of_it_leads_somewhere(client):
    with translation.override("en"):
        assert 'href="/en/help/"' in client.get("/en/").content.decode()
        page = client.get("/en/help/").content.decode()

    links = set(re.findall(r'href="([^"]+)"', page.split("<main")[1].split("</main>")[0]))
    client.force_login(make_user())
    for link in links:
        if link.startswith("#"):
            assert f'id="{link[1:]}"' in page
        else:
            assert client.get(link).status_code == 200


@pytest.mark.parametrize(
    ("ruleset", "shown"), [("dice", True), ("card-game", True), ("tour", False)]
)
def test_the_desk_of_such_a_game_leads_to_it(ruleset, shown):
    tournament = make_tournament(kind="school", ruleset=ruleset)

    with translation.override("en"):
        desk = signed_in(tournament).get(f"/en/t/{tournament.slug}/desk/").content.decode()

    assert ("Help for this game" in desk) == shown
