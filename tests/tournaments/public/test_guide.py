"""The site's help: the guides of docs/ as pages, found from where they help."""

import re

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import translation

import tests.factories as make
from tests.factories import make_tournament, make_user, signed_in
from tournaments.models.tournament import State
from tournaments.views.desk.desk import AFTERWARDS, CHAPTERS

pytestmark = pytest.mark.django_db

LANGUAGES = [code for code, _ in settings.LANGUAGES]

HELPED = {
    "desk": "round",
    "officials": "roles",
    "edit_tournament": "before",
    "rule_changes_desk": "before",
    "entries": "sign-up",
    "add_entry": "sign-up",
    "import_entries": "sign-up",
    "prints": "prints",
    "check_in_list": "check-in",
    "wishes": "wishes",
    "round_desk": "round",
    "results_desk": "results",
    "enter_result": "results",
    "referees_book": "referee",
    "closing": "closing",
    "tournament": "audience",
    "standings": "audience",
    "player": "audience",
    "my_page": "player",
}
"""The page of the help that each page leads to, by the page's name."""


def main_of(response):
    return response.content.decode().split("<main")[1].split("</main>")[0]


def links_in(html):
    return set(re.findall(r'href="([^"]+)"', html))


def pages_of_help(client, language):
    """Every page of the help that its first one leads to, by its address."""
    with translation.override(language):
        first = reverse("guide")
    waiting, seen = {first}, {}
    while waiting:
        address = waiting.pop()
        seen[address] = main_of(client.get(address))
        found = {link.partition("#")[0] for link in links_in(seen[address])}
        waiting |= {link for link in found if link.startswith(first)} - set(seen)
    return seen


@pytest.mark.parametrize("language", LANGUAGES)
def test_everybody_finds_the_help_at_the_foot_of_each_page(client, language):
    with translation.override(language):
        foot = client.get(reverse("calendar")).content.decode().split("</main>")[1]

        assert f'href="{reverse("guide")}"' in foot


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_link_of_the_help_leads_somewhere_on_the_site(client, language):
    client.force_login(make_user())
    pages = pages_of_help(client, language)
    assert len(pages) > 15

    for here, html in pages.items():
        for link in links_in(html):
            place, _, anchor = link.partition("#")
            there = place or here
            assert there in pages or client.get(there).status_code == 200, link
            assert not anchor or f'id="{anchor}"' in pages[there], link


@pytest.mark.parametrize(
    ("language", "named"),
    [
        ("cs", ("Prezence", "losování", "Výsledky", "Pro hráče", "Pro diváky", "Pro rozhodčí")),
        (
            "pl",
            ("Lista obecności", "losowanie", "Wyniki", "Dla graczy", "Dla widzów", "Dla sędziów"),
        ),
        ("en", ("Check-in", "draw", "Results", "For players", "For the audience", "For referees")),
    ],
)
def test_the_first_page_names_check_in_draw_and_results_and_every_role(client, language, named):
    with translation.override(language):
        page = main_of(client.get(reverse("guide")))

    links = re.findall(r"<a [^>]*>([^<]+)</a>", page)
    for word in named:
        assert any(word in link for link in links), word


def test_a_page_of_the_help_that_nobody_wrote_is_not_found(client):
    assert client.get("/help/lunch/").status_code == 404


@pytest.mark.parametrize("name", HELPED)
def test_a_page_leads_to_the_help_that_fits(name):
    tournament = make.ready_to_draw(4)
    make.play(tournament, 1)
    arguments = {
        "round_desk": [1],
        "results_desk": [1],
        "enter_result": [1, 1],
        "player": [1],
        "my_page": [tournament.entries.first().token],
    }

    with translation.override("en"):
        browser = signed_in(tournament)
        page = main_of(browser.get(reverse(name, args=[tournament.slug, *arguments.get(name, [])])))
        (address,) = re.findall(r'<a class="help" href="([^"]+)"', page)
        assert address == reverse("guide_page", args=[HELPED[name]])
        assert browser.get(address).status_code == 200


@pytest.mark.parametrize(
    ("state", "chapter"),
    [
        (State.DRAFT, "before"),
        (State.SIGN_UP, "check-in"),
        (State.CHECK_IN, "round"),
        (State.FINISHED, "closing"),
    ],
)
def test_the_desk_leads_to_the_page_of_its_moment(state, chapter):
    tournament = make_tournament(state=state)

    with translation.override("en"):
        desk = signed_in(tournament).get(f"/en/t/{tournament.slug}/desk/").content.decode()

    assert f'<a class="help" href="/en/help/{chapter}/">' in desk


def test_every_page_that_a_desk_leads_to_is_there(client):
    for chapter in {*CHAPTERS.values(), AFTERWARDS}:
        assert client.get(f"/en/help/{chapter}/").status_code == 200


def test_who_writes_a_tournament_finds_the_help_for_the_weeks_before(client):
    client.force_login(make_user(staff=True))

    page = main_of(client.get("/en/new/"))

    assert '<a class="help" href="/en/help/before/">' in page


@pytest.mark.parametrize(
    ("ruleset", "shown"), [("dice", True), ("card-game", True), ("tour", False)]
)
def test_the_desk_of_a_game_without_a_board_leads_to_its_help(ruleset, shown):
    tournament = make_tournament(kind="school", ruleset=ruleset)

    with translation.override("en"):
        desk = signed_in(tournament).get(f"/en/t/{tournament.slug}/desk/").content.decode()

    assert ("/en/help/dice-and-cards/" in desk) == shown
