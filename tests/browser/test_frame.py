"""What holds on every page: it is found wanting by nobody, and says so when it is not there."""

import pytest

from tests import factories as make
from tests.browser.chromium import PHONE

pytestmark = pytest.mark.browser


def test_an_unknown_address_leads_back_without_breaking_the_frame(page, mishaps, assert_accessible):
    page.goto("/no-such-page/")

    assert page.get_by_role("heading", level=1).is_visible()
    assert_accessible(page)
    assert "404: /no-such-page/" in mishaps
    assert all("404" in mishap for mishap in mishaps)
    mishaps.clear()


@pytest.mark.django_db(transaction=True)
def test_every_way_through_the_site_is_in_sight_on_a_phone(visit):
    page = visit(as_user=make.make_user())

    page.goto("/pl/my/")

    last = page.get_by_role("button", name="Wyloguj się").bounding_box()
    assert last["x"] + last["width"] <= PHONE["width"]
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


@pytest.mark.django_db(transaction=True)
def test_the_links_of_the_footer_begin_at_one_edge_on_a_phone(page):
    page.goto("/pl/rules/")
    footer = page.locator(".site-footer")

    edges = {}
    for link in footer.locator("a, span").all():
        box = link.bounding_box()
        edges.setdefault(round(box["y"] + box["height"] / 2), box["x"])

    assert len(edges) > 1
    assert len(set(edges.values())) == 1
