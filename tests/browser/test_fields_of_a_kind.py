"""The form of an announcement shows what fits the kind of event that is chosen in it."""

from functools import partial

import pytest
from playwright.sync_api import Page, expect

from tests import factories as make
from tests.browser.chromium import LAPTOP

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TYPED = {
    "name": "Catan Žďár",
    "town": "Žďár",
    "date": "2030-05-18",
    "start": "09:00",
    "capacity": "30",
}


def test_the_page_shows_the_fields_that_fit(visit, assert_accessible):
    page = visit(LAPTOP, as_user=make.make_user(staff=True))
    page.goto("/en/new/")

    shown = partial(_shown, page)

    assert shown("season") == {"two_extra_rounds", "half_of_rounds_counts"}
    assert shown("final") == {"two_extra_rounds"}
    assert shown("school") == {"ruleset", "two_extra_rounds"}
    assert shown("other") == {"ruleset", "target_points", "two_extra_rounds"}
    page.select_option("[name=ruleset]", "dice")
    assert shown("other") == {"ruleset"}
    assert_accessible(page)


def test_a_club_is_optional_only_where_none_is_needed(visit):
    page = visit(LAPTOP, as_user=make.make_user(staff=True))
    page.goto("/en/new/")
    optional = page.locator("[for=id_club] .optional")

    expect(page.locator("[name=kind]")).to_have_value("season")
    expect(optional).to_be_hidden()
    page.select_option("[name=kind]", "school")
    expect(optional).to_be_visible()


def test_a_figure_in_a_field_that_is_gone_stops_nobody(visit):
    page = visit(LAPTOP, as_user=make.make_user(staff=True))
    page.goto("/en/new/")
    page.select_option("[name=kind]", "other")
    page.fill("[name=target_points]", "500")

    page.select_option("[name=kind]", "season")
    for name, text in TYPED.items():
        page.fill(f"[name={name}]", text)
    page.get_by_role("button", name="Save the draft").click()

    page.wait_for_url("**/desk/edit/")


def _shown(page: Page, kind: str) -> set[str]:
    """Which fields that do not fit every kind are shown, with the words for this one only."""
    page.select_option("[name=kind]", kind)
    expect(page.locator(".kinds p:visible")).to_have_class([f"for-{kind}"])
    names = ("ruleset", "target_points", "two_extra_rounds", "half_of_rounds_counts")
    return {name for name in names if page.locator(f"[name={name}]").is_visible()}
