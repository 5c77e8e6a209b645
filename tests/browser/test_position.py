"""A photographed table is put together by taps on a phone, asked about, and asked again by link."""

from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from tests.browser.chromium import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PAGE = "/en/games/position/"


def tap(page, tool, *places):
    page.get_by_role("button", name=tool, exact=True).click()
    for place in places:
        with drawn_anew(page):
            page.locator(f"#table [data-place={place}]").click()


@contextmanager
def drawn_anew(page):
    """Goes on once the table has come that shows what was done: a tap on one that is just being
    taken away is lost."""
    page.locator("#table-board").evaluate("board => { board.dataset.before = '' }")
    yield
    expect(page.locator("#table-board:not([data-before])")).to_be_attached()


def hold(page, cards):
    """Type what is in the hand of the first player, and leave the field."""
    hand = page.locator("#id_hand0")
    with drawn_anew(page):
        hand.fill(cards)
        hand.blur()


def test_a_table_is_tapped_together_and_asked_about_on_a_phone(visit):
    page = visit(PHONE)
    page.goto(PAGE)

    tap(page, "Settlement", "b2s", "d1se", "a2n", "a2n")
    tap(page, "Road", "b2sw", "d1se")
    page.get_by_role("button", name="Blue", exact=True).click()
    tap(page, "City", "d3s")
    tap(page, "Robber", "c2")
    expect(page.locator("#id_settlements0")).to_have_value("b2s d1se")
    expect(page.locator("#id_roads0")).to_have_value("b2sw d1se")
    expect(page.locator("#id_cities1")).to_have_value("d3s")
    hold(page, "BL")
    page.get_by_role("button", name="Was this road legal?").click()
    page.locator("#table [data-place=b1e]").click()
    page.get_by_role("button", name="Ask", exact=True).click()

    answer = page.locator("#answer")
    expect(answer).to_contain_text("Not checkable")
    expect(answer).to_contain_text("whether Red has rolled in this turn")

    page.locator("#id_rolled").select_option("ROLLED")
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(answer).to_contain_text("Yes, this was legal.")

    page.goto(page.locator("#question-link").inner_text())
    expect(answer).to_contain_text("Yes, this was legal.")
    expect(page.locator("#id_settlements0")).to_have_value("b2s d1se")


def test_whoever_goes_back_from_the_answer_finds_the_pieces_where_they_were_put(visit):
    page = visit(PHONE)
    page.goto(PAGE)
    drawn = page.locator("#table-board svg *:not(.taps, .taps *)")
    bare = drawn.count()
    tap(page, "Settlement", "b2s", "d1se")
    tap(page, "Number", "a1")
    pieces = drawn.count()
    assert pieces > bare
    board = page.locator("#id_board").input_value()
    hold(page, "BL")
    page.locator("#id_rolled").select_option("ROLLED")
    page.get_by_role("button", name="Ask", exact=True).click()
    page.locator("#answer").wait_for()

    page.go_back()

    expect(page.locator("#id_settlements0")).to_have_value("b2s d1se")
    expect(page.locator("#id_board")).to_have_value(board)
    expect(page.locator("#id_hand0")).to_have_value("BL")
    expect(page.locator("#id_rolled")).to_have_value("ROLLED")
    expect(page.locator("[data-cards=hand0] [data-card=B] [data-count]")).to_have_text("1")
    expect(drawn).to_have_count(pieces)


def test_a_phone_at_twice_its_size_has_room_for_the_table_and_its_keys(visit):
    page = visit({"width": PHONE["width"] // 2, "height": PHONE["height"] // 2})
    page.goto(PAGE.replace("/en/", "/pl/"))

    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"] // 2


def test_the_number_on_a_hex_and_a_harbour_are_tapped(visit):
    page = visit(PHONE)
    page.goto(PAGE)
    board = page.locator("#id_board")
    before = board.input_value()

    tap(page, "Number", "a1")
    tap(page, "Terrain", "a1")
    tap(page, "Harbour", "a1nw")

    assert board.input_value() != before


def test_knights_and_cards_of_cities_and_knights_are_tapped(visit):
    page = visit(PHONE)
    page.goto(f"{PAGE}?ruleset=cities-knights")

    tap(page, "City", "b2s")
    tap(page, "City wall", "b2s")
    tap(page, "Basic knight", "b1se")
    tap(page, "Helmet of a knight", "b1se")
    hand = page.locator("[data-cards=hand0]")
    hand.get_by_role("button", name="cloth").click()
    hand.get_by_role("button", name="cloth").click()
    hand.get_by_role("button", name="unseen card").click()
    hand.get_by_role("button", name="Take away").click()
    hand.get_by_role("button", name="cloth").click()
    cards = page.locator("[data-cards=progress0]")
    cards.get_by_role("button", name="Crane").click()
    cards.get_by_role("button", name="unseen blue card").click()

    expect(page.locator("#id_cities0")).to_have_value("b2s")
    expect(page.locator("#id_walls0")).to_have_value("b2s")
    expect(page.locator("#id_basics0")).to_have_value("b1se")
    expect(page.locator("#id_active0")).to_have_value("b1se")
    expect(page.locator("#id_hand0")).to_have_value("?C")
    expect(page.locator("#id_progress0")).to_have_value("Cr b?")

    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.locator("#answer")).to_contain_text("Crane")


def test_a_ship_takes_the_place_of_a_road_and_the_pirate_is_moved(visit):
    page = visit(PHONE)
    page.goto(f"{PAGE}?ruleset=seafarers&players=4")
    path = page.evaluate(
        "JSON.parse(document.getElementById('table-places').textContent).path[0][0]"
    )

    tap(page, "Road", path)
    tap(page, "Ship", path)
    expect(page.locator("#id_roads0")).to_have_value("")
    expect(page.locator("#id_ships0")).to_have_value(f" {path}".strip())
    tap(page, "Pirate", "a1")
    expect(page.locator("#id_pirate")).to_have_value("a1")


def test_the_same_is_asked_without_scripts(visit):
    page = visit(PHONE, java_script_enabled=False)
    page.goto(PAGE)

    page.locator("#id_settlements0").fill("b2s")
    page.locator("#id_roads0").fill("b2sw")
    page.locator("#id_hand0").fill("BL")
    page.locator("#id_rolled").select_option("ROLLED")
    page.locator("#id_ask").fill("R b1e")
    page.get_by_role("button", name="Ask", exact=True).click()

    expect(page.locator("#answer")).to_contain_text("Yes, this was legal.")


def test_the_page_is_accessible(visit, assert_accessible):
    page = visit(PHONE)
    page.goto(PAGE)
    hold(page, "BL")
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.locator("#answer")).to_be_visible()

    assert_accessible(page)
