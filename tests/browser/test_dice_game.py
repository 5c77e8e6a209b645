"""The calculator and the sheets of the dice game in a browser."""

from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from tests.browser.chromium import LAPTOP, PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_referee_asks_on_a_phone_whether_a_building_was_possible(visit, assert_accessible):
    page = visit(PHONE)
    page.goto("/en/games/dice/")
    assert_accessible(page)

    page.get_by_role("spinbutton", name="Brick").fill("0")
    page.get_by_role("spinbutton", name="Wool").fill("2")
    page.get_by_role("combobox", name="Knights").select_option(label="1")
    page.get_by_role("button", name="What is possible?").click()

    expect(page.locator("#builds")).to_have_text("A building is possible, for 5 points at most.")
    expect(page.get_by_role("rowheader", name="Knight 2 + Knight 3", exact=True)).to_be_visible()
    assert_accessible(page)


def test_a_sheet_is_drawn_while_it_is_typed(visit, assert_accessible):
    page = visit(LAPTOP)
    page.goto("/en/games/dice/sheet/")
    assert_accessible(page)
    text = page.get_by_role("textbox", name="The sheet")

    with page.expect_response(lambda answer: answer.request.method == "POST"):
        text.fill(text.input_value().replace("C7 7 ", "C7 8 "))

    expect(page.locator("#drawn svg text", has_text="8").first).to_be_visible()
    expect(page.locator("#drawn .message.success")).to_be_visible()

    text.press_sequentially("x")

    expect(page.get_by_text("This cannot be drawn yet.")).to_be_visible()
    assert_accessible(page)


def test_a_dice_game_is_stepped_through_on_a_phone(visit, assert_accessible):
    page = visit(PHONE)
    page.goto("/en/games/validate/?sample=dice")

    page.get_by_role("button", name="Previous").click()

    expect(page.locator("#moment .sheet")).to_be_visible()
    assert_accessible(page)


def test_a_referee_taps_what_is_marked_on_the_picture(visit, assert_accessible):
    page = visit(PHONE)
    page.goto("/en/games/dice/")
    sheet = page.locator("#dice-sheet")

    with drawn_anew(page):
        sheet.get_by_role("button", name="Road R2", exact=True).click()
    expect(page.get_by_role("checkbox", name="R2", exact=True)).to_be_checked()
    with drawn_anew(page):
        sheet.get_by_role("button", name="Knight 2", exact=True).click()
    expect(page.get_by_role("combobox", name="Knights")).to_have_value("2")

    with drawn_anew(page):
        sheet.get_by_role("button", name="Knight 2", exact=True).press("Enter")
    expect(page.get_by_role("combobox", name="Knights")).to_have_value("1")
    assert_accessible(page)


@contextmanager
def drawn_anew(page):
    """Goes on once the picture has come that shows what was tapped: a key that is pressed while it
    takes the place of the one before reaches none of them."""
    picture = page.locator("#dice-sheet svg")
    before = picture.inner_html()
    yield
    page.wait_for_function(
        "before => document.querySelector('#dice-sheet svg').innerHTML !== before", arg=before
    )
