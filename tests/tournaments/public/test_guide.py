"""The site's help: a chapter for each moment of the day, in the words of the buttons."""

import re
from pathlib import Path

import pytest
from django.utils import translation

from tests import factories as make
from tournaments.models.tournament import State
from tournaments.views.desk import CHAPTERS

pytestmark = pytest.mark.django_db

GUIDES = ("/en/help/", "/en/help/games/")


@pytest.fixture(autouse=True)
def _in_english():
    with translation.override("en"):
        yield


@pytest.mark.parametrize("guide", GUIDES)
def test_everybody_finds_the_help_and_every_link_of_it_leads_somewhere(client, guide):
    assert 'href="/en/help/"' in client.get("/en/").content.decode()
    assert 'href="/en/help/games/"' in client.get("/en/help/").content.decode()
    page = client.get(guide).content.decode()

    links = set(re.findall(r'href="([^"]+)"', page.split("<main")[1].split("</main>")[0]))
    client.force_login(make.make_user())
    for link in links:
        if link.startswith("#"):
            assert f'id="{link[1:]}"' in page
        else:
            assert client.get(link).status_code == 200


def test_what_is_bold_in_the_help_stands_so_on_a_page_in_every_language():
    """One text of the catalogue for both: a button that is renamed is renamed here."""
    guide = Path("templates/tournaments/guide.html")
    others = [path for path in Path("templates").rglob("*.html") if path != guide]
    written = "".join(path.read_text() for path in (*others, *Path("tournaments").rglob("*.py")))

    bold = re.findall(r'{% translate "([^"]+)" as', guide.read_text())

    assert len(bold) > 30
    assert [words for words in bold if f'"{words}"' not in written] == []


@pytest.mark.parametrize(
    ("state", "chapter"),
    [
        (State.DRAFT, "before"),
        (State.SIGN_UP, "check-in"),
        (State.CHECK_IN, "round"),
        (State.FINISHED, "end"),
    ],
)
def test_the_desk_leads_to_the_chapter_of_its_moment(state, chapter):
    tournament = make.make_tournament(state=state)

    desk = make.signed_in(tournament).get(f"/en/t/{tournament.slug}/desk/").content.decode()

    assert f'href="/en/help/#{chapter}"' in desk


def test_every_chapter_that_a_desk_leads_to_is_there(client):
    page = client.get("/en/help/").content.decode()

    for chapter in {*CHAPTERS.values(), "end"}:
        assert f'id="{chapter}"' in page


@pytest.mark.parametrize(
    ("ruleset", "shown"), [("dice", True), ("card-game", True), ("tour", False)]
)
def test_the_desk_of_such_a_game_leads_to_its_help(ruleset, shown):
    tournament = make.make_tournament(kind="school", ruleset=ruleset)

    desk = make.signed_in(tournament).get(f"/en/t/{tournament.slug}/desk/").content.decode()

    assert ("Help for this game" in desk) == shown
