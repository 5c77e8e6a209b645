"""The pages of the series on the phone of its administrator."""

import pytest

from tests import factories as make
from tournaments.models import Season

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize(
    "address",
    [
        *("/en/", "/en/series/", "/en/series/name/", "/en/series/clubs/", "/en/series/clubs/add/"),
        *("/en/series/seasons/", "/en/series/seasons/add/", "/en/series/places/main/add/"),
    ],
)
def test_a_page_of_the_series_fits_a_phone_and_everybody(visit, assert_accessible, address):
    make.make_club("Klub přátel deskových her a všeho kolem nich v Novém Městě nad Metují")
    Season.objects.create(year=2026, name="Sezona")
    page = visit(as_user=make.make_user(staff=True))

    page.goto(address)

    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert_accessible(page)


def test_on_a_phone_every_figure_of_a_table_of_places_says_what_it_is(visit):
    page = visit(as_user=make.make_user(staff=True))

    page.goto("/en/series/places/main/add/")

    said = "cell => getComputedStyle(cell, '::before').content"
    first = page.locator(".bands tbody tr").first.locator("td").all()
    assert [cell.evaluate(said) for cell in first] == [
        f'"{label}"'
        for label in (
            *("Players from", "Players up to", "Direct places"),
            *("Points from place", "Points to place"),
        )
    ]
    assert page.get_by_label("Players up to, line 2").input_value() == "30"


def test_a_season_is_named_once(visit):
    make.make_tournament()
    Season.objects.create(year=2026)
    page = visit(as_user=make.make_user(staff=True))

    page.goto("/en/series/seasons/")

    assert page.locator(".rows li").first.inner_text().count("2026") == 1
