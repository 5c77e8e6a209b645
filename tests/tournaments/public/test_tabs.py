"""The tabs of an event: on each of its pages the one of that page is marked, and no other."""

import re

import pytest
from django.test import Client
from django.utils import translation

from tests import factories as make

pytestmark = pytest.mark.django_db

TAB_OF_PAGE = {
    "": "Overview",
    "rounds/1/": "Draw",
    "results/1/": "Results",
    "standings/": "Standings",
    "printed/": "Sheet",
    "players/": "Players",
    "players/1/": "Players",
}


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def tabs_of(html: str) -> list[tuple[str, bool]]:
    """Each tab and whether it is marked as the present page."""
    bar = re.search(r'<ul class="tabs.*?</ul>', html, re.S)[0]
    links = re.findall(r"<a ([^>]*)>([^<]*)</a>", bar)
    return [(label, 'aria-current="page"' in tag) for tag, label in links]


def test_the_tab_of_the_page_is_the_marked_one():
    tournament = make.ready_to_draw(8, kind="other", ruleset="dice")
    make.publish(tournament)
    visitor = Client()

    marked = {}
    for page in TAB_OF_PAGE:
        html = visitor.get(f"/en/t/{tournament.slug}/{page}").content.decode()
        marked[page] = [label for label, current in tabs_of(html) if current]

    assert marked == {page: [label] for page, label in TAB_OF_PAGE.items()}
