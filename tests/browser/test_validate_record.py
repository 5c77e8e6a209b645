"""A game is stepped through in a browser: by keys, by the slider, and without JavaScript."""

import pytest
from playwright.sync_api import expect

from tests.browser.chromium import LAPTOP, PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

BROKEN = "/en/games/validate/?sample=broken"


def stands_at(page, place: str) -> None:
    expect(page.locator("#where")).to_have_text(place)


def test_keys_and_slider_step_through_a_game_without_loading_the_page_again(visit):
    page = visit(LAPTOP)
    page.goto(BROKEN)
    page.evaluate("window.sameGame = true")

    for key, place in (
        ("Home", "0 / 229"),
        ("ArrowRight", "1 / 229"),
        ("ArrowRight", "2 / 229"),
        ("ArrowLeft", "1 / 229"),
        ("End", "229 / 229"),
    ):
        page.keyboard.press(key)
        stands_at(page, place)
    page.locator("#slide").fill("50")
    expect(page.locator("#next")).to_have_attribute("value", "51")

    line = page.locator("#moment").get_attribute("data-line")
    expect(page.locator(".record-lines [aria-current]")).to_have_attribute("id", f"line-{line}")
    assert page.evaluate("window.sameGame")


def test_a_finding_shows_its_moment_on_a_phone(visit):
    page = visit(PHONE)
    page.goto(BROKEN)

    page.get_by_role("button", name="Show this moment").nth(1).click()

    stands_at(page, "115 / 229")
    expect(page.locator("#moment .board")).to_be_in_viewport()


def test_without_javascript_the_buttons_load_the_page_at_the_moment(visit):
    page = visit(LAPTOP, java_script_enabled=False)
    page.goto(BROKEN)

    page.get_by_role("button", name="Next").click()

    stands_at(page, "35 / 229")


def test_a_mistake_leads_to_its_word_in_the_text(visit):
    page = visit(PHONE)
    page.goto("/en/games/validate/?sample=slips")

    page.get_by_role("link", name="Line 29, column 33").click()

    field = "document.getElementById('id_text')"
    chosen = f"{field}.value.slice({field}.selectionStart, {field}.selectionEnd)"
    assert page.evaluate(chosen) == "a3ss"


@pytest.mark.parametrize("language", ["", "/en", "/pl", "/de"])
def test_a_laptop_shows_every_column_of_the_cards(visit, language):
    page = visit(LAPTOP)
    page.goto(f"{language}/games/validate/?sample=kept")

    table = page.locator(".scroll:has(> .takings)")
    assert table.evaluate("box => box.scrollWidth - box.clientWidth") == 0


@pytest.mark.parametrize("size", [PHONE, LAPTOP])
def test_the_page_of_a_game_is_accessible(visit, assert_accessible, size):
    page = visit(size)
    page.goto(BROKEN)

    assert_accessible(page)
