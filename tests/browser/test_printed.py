"""What is printed is entered on a phone: a card with the fields of its text, a sheet."""

import pytest
from playwright.sync_api import expect

from tests.factories import make_official, make_tournament, make_user
from tournaments.models.entry import Role

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def page_of(visit):
    def open_page(ruleset, *more):
        tournament = make_tournament(kind="school", ruleset=ruleset)
        user = make_user()
        make_official(tournament, Role.ORGANISER, user=user)
        page = visit(as_user=user)
        page.goto("/".join(["/en/t", tournament.slug, "desk/printed", *more, ""]))
        return page

    return open_page


def fits(page) -> bool:
    return page.evaluate(
        "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    )


def test_a_card_is_entered_with_the_fields_that_its_text_asks_for(page_of, assert_accessible):
    page = page_of("card-game", "fortress")
    page.get_by_label("Copies in the box").fill("1")
    page.get_by_label("Victory points").select_option("4")
    page.get_by_label("And also").select_option("rate")
    page.get_by_label("Cards given").fill("2")
    page.get_by_label("Cards that they stand for").fill("1")
    assert_accessible(page)
    assert fits(page)
    page.get_by_role("button", name="Keep it with the event").click()

    fortress = page.locator("li", has_text="Fortress")
    expect(fortress).to_contain_text("confirmed")
    expect(fortress).to_contain_text("another rate than three cards for one in paying")
    assert_accessible(page)
    assert fits(page)


def test_a_sheet_is_drawn_as_it_is_typed_and_kept(page_of, assert_accessible):
    page = page_of("dice")
    text = page.get_by_role("textbox", name="The sheet")
    text.fill(text.input_value().replace("S4 4", "S4 3"))
    page.get_by_text("have the same number 3").wait_for()
    text.fill(text.input_value().replace("S4 3", "S4 4").replace("standard", "ours"))
    page.get_by_text("Every rule of sheets is kept.").wait_for()
    page.get_by_label("I have compared the drawing").check()
    assert_accessible(page)
    assert fits(page)
    page.get_by_role("button", name="Keep it with the event").click()

    page.get_by_text("Sheet ours,").wait_for()
    expect(page.get_by_text("Nobody has compared")).to_have_count(0)
    assert_accessible(page)
    assert fits(page)
