"""The map of the hall at the desk, as it is watched on a laptop and on a phone."""

import pytest

from tests import factories as make
from tests.browser.chromium import LAPTOP, PHONE
from tournaments.models.entry import Role
from tournaments.services import refereeing

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FIRST = ("Jan", "Eva", "Petr", "Karel", "Lenka", "Tomáš", "Jana", "Marek", "Ivana", "Pavel")
LAST = (
    "Novák",
    "Maláčová",
    "Černohorský",
    "Bílý",
    "Dlouhánský",
    "Krátký-Vomáčka",
    "Veselá",
    "Hrubý",
    "Šťastná",
    "Zeman",
)
NAMES = [f"{first} {last}" for last in LAST for first in FIRST]

LINES_OF_WORDS = """
names => names.flatMap(name => {
  const text = name.firstChild
  return [...text.data.matchAll(/[^\\s-]+-?/g)].map(word => {
    const range = document.createRange()
    range.setStart(text, word.index)
    range.setEnd(text, word.index + word[0].length)
    return range.getClientRects().length
  })
})
"""
"""On how many lines each word stands; after a hyphen another one begins."""


@pytest.fixture
def hall(visit, settings):
    """Opens the desk of an event of so many tables, with two notices above the map."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"

    def open_desk(viewport, tables, names=()):
        tournament = make.ready_to_draw(4 * tables, capacity=100)
        entries = tournament.entries.order_by("number")
        for entry, name in zip(entries, [*names, *NAMES], strict=False):
            entry.name = name
            entry.save()
        make.publish(tournament)
        for text in ("Stůl 3: sporná cesta", "Stůl 5: karta rytíře", "Stůl 9: kdo je na tahu"):
            refereeing.open_ruling(tournament, text, make.doer())
        user = make.make_user()
        make.make_official(tournament, Role.ORGANISER, user=user)
        page = visit(viewport, as_user=user)
        page.goto(f"/t/{tournament.slug}/desk/")
        return page

    return open_desk


@pytest.mark.parametrize("tables", [8, 12, 15, 16, 25])
def test_the_map_of_the_hall_fits_a_laptop_below_two_notices(hall, tables):
    page = hall(LAPTOP, tables)

    assert page.locator("main .message").count() >= 2
    last = page.locator(f"#tile-{tables}").bounding_box()
    assert last["y"] + last["height"] <= LAPTOP["height"]


def test_no_word_of_a_name_is_broken_on_a_phone(hall):
    page = hall(PHONE, 3, ["Konstantin Konstantinopolský-Vondráček", "Eva Černohorská"])

    lines = page.locator(".tile-names > span").evaluate_all(LINES_OF_WORDS)
    assert max(lines) == 1
