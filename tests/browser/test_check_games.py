"""A zip of records as an official sees it: sent, watched, read."""

import pytest
from playwright.sync_api import expect

from tests import factories as make
from tests.browser.chromium import LAPTOP, PHONE
from tests.zips import BROKEN, KEPT, SLIPS, zipped
from tournaments.models.entry import Role

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

DAY = zipped(*((f"stůl {n}.txt", (KEPT, BROKEN, SLIPS)[n % 3]) for n in range(30)))


def test_a_zip_is_checked_without_touching_the_page_again(visit, assert_accessible, settings):
    settings.JOBS_IN_THREADS = True
    referee = make.make_user()
    make.make_official(make.make_tournament(), Role.REFEREE, user=referee)
    page = visit(LAPTOP, as_user=referee)

    page.goto("/en/games/check/")
    page.set_input_files("input[type=file]", {"name": "day.zip", "mimeType": "", "buffer": DAY})
    page.get_by_role("button", name="Check the games").click()
    page.get_by_role("link", name="Report as XLSX").wait_for()

    expect(page.get_by_role("link", name="files 30")).to_be_visible()
    assert_accessible(page)
    page.get_by_role("link", name="rules broken 10").click()
    expect(page.locator(".checked-games tbody tr")).to_have_count(10)
    page.set_viewport_size(PHONE)
    page.wait_for_function(
        "width => document.documentElement.scrollWidth === width", arg=PHONE["width"]
    )
    assert_accessible(page)
    page.get_by_role("link", name="stůl 1.txt").click()
    page.get_by_role("heading", name="The verdict").wait_for()
