"""Wishes for the draw in a real browser: players found by typing, with and without scripts."""

import pytest
from playwright.sync_api import expect

from tests.browser.chromium import LAPTOP, PHONE
from tests.factories import make_official, make_user, ready_to_draw
from tournaments.models import Wish
from tournaments.models.entry import Role

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def tournament():
    return ready_to_draw(24)


def organiser(tournament):
    user = make_user()
    make_official(tournament, Role.ORGANISER, user=user)
    return user


def surname(tournament, number):
    return str(tournament.entries.get(number=number).person).split()[1]


def kept():
    wish = Wish.objects.get()
    return wish.kind, [entry.number for entry in wish.entries], wish.table


def test_players_are_found_and_ticked_by_keyboard_and_stay_in_sight(
    tournament, visit, assert_accessible
):
    page = visit(LAPTOP, as_user=organiser(tournament))
    page.goto(f"/en/t/{tournament.slug}/desk/wishes/")
    rows = page.locator("#wish-players li")

    for number in (3, 17):
        page.keyboard.press("Alt+s")
        page.keyboard.type(str(tournament.entries.get(number=number).person))
        page.keyboard.press("Enter")
        page.keyboard.press("Space")
    expect(rows.locator("visible=true")).to_have_count(2)
    page.get_by_label("sit apart", exact=True).check()
    expect(page.get_by_label("Table", exact=True)).to_be_hidden()
    assert_accessible(page)
    page.get_by_role("button", name="Write it down").click()

    expect(page.get_by_text("The wish is written down.")).to_be_visible()
    assert kept() == ("apart", [3, 17], None)


def test_on_a_phone_without_scripts_a_search_loses_nothing(tournament, visit):
    page = visit(PHONE, as_user=organiser(tournament), java_script_enabled=False)
    page.goto(f"/en/t/{tournament.slug}/desk/wishes/")

    page.get_by_label("sit at a certain table").check()
    page.get_by_label("Table", exact=True).fill("2")
    for number in (5, 20):
        page.get_by_label("Name or number").fill(surname(tournament, number))
        page.get_by_role("button", name="Find").click()
        page.locator(f"#wish-players li[data-search^='{number} '] input").check()
    expect(page.locator("#wish-players li[data-search^='5 ']")).to_be_visible()
    page.get_by_role("button", name="Write it down").click()

    expect(page.get_by_text("The wish is written down.")).to_be_visible()
    assert kept() == ("fixed-table", [5, 20], 2)
