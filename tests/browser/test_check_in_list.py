"""The door in a real browser: nothing moves under the mouse, nothing typed is lost."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.chromium import LAPTOP, PHONE
from tests.factories import (
    draw,
    make_entry,
    make_official,
    make_tournament,
    make_user,
    ready_to_draw,
)
from tournaments.models.entry import EntryState, Role
from tournaments.models.tournament import State

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def tournament():
    tournament = make_tournament(state=State.CHECK_IN, fee="200 Kč")
    for name in ("Anna Adamová", "Cyril Beneš", "Petr Černý", "Jana Černá", "Iva Dvořáková"):
        make_entry(tournament, name)
    return tournament


@pytest.fixture
def door(tournament, visit):
    def opened(viewport=LAPTOP):
        user = make_user()
        make_official(tournament, Role.ORGANISER, user=user)
        page = visit(viewport, as_user=user)
        page.goto(f"/en/t/{tournament.slug}/desk/check-in/")
        return page

    return opened


def states(tournament):
    return {entry.name: entry.state for entry in tournament.entries.all()}


def row(page, name):
    return page.locator("#entries > li").filter(has_text=name)


@pytest.mark.parametrize("viewport", [LAPTOP, PHONE], ids=["laptop", "phone"])
@pytest.mark.parametrize("name", ["Cyril Beneš", "Iva Dvořáková"])
def test_a_second_click_on_the_same_spot_closes_the_menu_and_does_nothing_else(
    tournament, door, viewport, name
):
    page = door(viewport)
    summary = row(page, name).locator("summary")
    summary.evaluate("it => it.scrollIntoView({ block: 'center' })")
    before = page.locator("#entries > li").evaluate_all("them => them.map(e => e.offsetTop)")
    box = summary.bounding_box()
    sent = []
    page.on("request", lambda request: request.method == "POST" and sent.append(request.url))
    spot = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    page.mouse.click(*spot)
    expect(row(page, name).get_by_role("button", name="Did not come")).to_be_in_viewport(ratio=1)
    after = page.locator("#entries > li").evaluate_all("them => them.map(e => e.offsetTop)")
    page.mouse.click(*spot)

    expect(row(page, name).get_by_role("button", name="Did not come")).to_be_hidden()
    assert after == before
    assert sent == []
    assert not tournament.entries.filter(paid=True).exists()
    assert set(states(tournament).values()) == {EntryState.CONFIRMED}


def test_the_question_of_a_row_at_the_foot_of_the_window_is_seen_whole(visit):
    tournament = ready_to_draw(13)
    draw(tournament)
    user = make_user()
    make_official(tournament, Role.ORGANISER, user=user)
    page = visit(LAPTOP, as_user=user)
    page.goto(f"/en/t/{tournament.slug}/desk/check-in/")
    asking = row(page, tournament.entries.get(number=9).full_name)
    asking.locator("summary").evaluate("it => it.scrollIntoView({ block: 'end' })")
    asking.locator("summary").click()

    asking.get_by_role("button", name="Withdraws").evaluate("button => button.click()")

    expect(asking.get_by_role("link", name="Back")).to_be_in_viewport(ratio=1)


def test_a_menu_that_was_left_open_closes_with_the_next_click(door):
    page = door()
    row(page, "Cyril Beneš").locator("summary").click()

    page.locator("h1").click()

    expect(row(page, "Cyril Beneš").get_by_role("button", name="Did not come")).to_be_hidden()


@pytest.mark.parametrize("viewport", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_a_message_of_the_door_moves_no_row(tournament, door, viewport):
    page = door(viewport)
    tournament.entries.filter(name="Anna Adamová").update(paid=True)
    name = row(page, "Iva Dvořáková")
    name.scroll_into_view_if_needed()
    before = name.bounding_box()

    page.evaluate("document.querySelector('#entries .paid').click()")
    expect(page.get_by_text("That is noted already.")).to_be_in_viewport(ratio=1)

    assert name.bounding_box() == before


def test_one_name_after_another_is_checked_in_by_typing_and_enter(tournament, door):
    page = door()

    page.keyboard.press("Alt+s")
    page.keyboard.type("benes")
    page.keyboard.press("Enter")
    page.keyboard.type("dvorak")
    page.keyboard.press("Enter")

    expect(page.locator("#count-in")).to_have_text("2")
    expect(page.locator("[name=q]")).to_be_focused()
    expect(page.locator("[name=q]")).to_have_value("")
    expect(row(page, "Anna Adamová")).to_be_visible()
    assert {name for name, state in states(tournament).items() if state == "checked-in"} == {
        "Cyril Beneš",
        "Iva Dvořáková",
    }


def test_enter_checks_in_nobody_while_two_fit_and_more_can_be_typed(tournament, door):
    page = door()

    page.keyboard.press("Alt+s")
    page.keyboard.type("cern")
    page.keyboard.press("Enter")

    expect(page.locator("[name=q]")).to_be_focused()
    assert set(states(tournament).values()) == {EntryState.CONFIRMED}

    page.keyboard.type("y")
    page.keyboard.press("Enter")

    expect(page.locator("#count-in")).to_have_text("1")
    here = [name for name, state in states(tournament).items() if state == EntryState.CHECKED_IN]
    assert here == ["Petr Černý"]


def test_what_the_door_asks_after_enter_stands_in_sight(tournament, door):
    for index in range(30):
        make_entry(tournament, f"Zdeněk Žák {index}")
    make_entry(tournament, "Zuzana Zelená", minor=True, guardian_consent=False)
    page = door()

    page.keyboard.press("Alt+s")
    page.keyboard.type("zelena")
    page.keyboard.press("Enter")

    expect(page.get_by_text("Has a parent or guardian agreed?")).to_be_in_viewport()
    expect(page.locator("[name=q]")).to_be_focused()


def test_after_the_servers_search_the_next_name_is_looked_for_there(tournament, door):
    page = door()
    page.goto(f"{page.url}?q=benes")

    page.locator("[name=q]").press("Enter")
    expect(page.locator("#count-in")).to_have_text("1")
    page.keyboard.type("dvorak")
    page.keyboard.press("Enter")

    expect(row(page, "Iva Dvořáková")).to_be_visible()


def test_the_key_for_a_walk_in_leads_into_the_name(door):
    page = door()

    page.keyboard.press("Alt+w")
    page.keyboard.type("Nora Nová")
    page.keyboard.press("Alt+w")

    expect(page.locator("#walk-in [name=name]")).to_have_value("Nora Nová")
    expect(page.locator("#walk-in [name=name]")).to_be_focused()


def test_one_press_after_another_is_sent_so_that_the_last_count_is_the_true_one(tournament, door):
    page, waiting, most = door(), [], []

    def begins(request):
        if request.method == "POST":
            waiting.append(request.url)
            most.append(len(waiting))

    def is_answered(response):
        if response.url in waiting:
            waiting.remove(response.url)

    page.on("request", begins)
    page.on("response", is_answered)

    page.evaluate("document.querySelectorAll('#entries button.face').forEach(one => one.click())")

    expect(page.locator("#count-in")).to_have_text("5")
    assert most == [1] * 5


IS_ASKED = """() => {
  const leaving = new Event("beforeunload", { cancelable: true });
  return !dispatchEvent(leaving);
}"""
PRESSES_AND_LEAVES = f"""() => {{
  document.querySelectorAll("#entries button.face").forEach((one) => one.click());
  return ({IS_ASKED})();
}}"""


def test_whoever_leaves_before_the_last_press_is_sent_is_asked(door):
    page = door()
    assert not page.evaluate(IS_ASKED)

    # In one go: a quick server has answered all of them by the time of another word to the page.
    assert page.evaluate(PRESSES_AND_LEAVES)

    expect(page.locator("#count-in")).to_have_text("5")
    expect(page.locator("#entries .checked-in")).to_have_count(5)
    page.wait_for_function(f"() => !({IS_ASKED})()")


def test_a_number_and_enter_check_in_who_wears_it_whoever_has_it_in_theirs(tournament, door):
    for number in (12, 21):
        make_entry(tournament, number=number)
    page = door()

    page.locator("input[name=q]").fill("2")
    page.keyboard.press("Enter")

    expect(page.locator("#count-in")).to_have_text("1")
    expect(row(page, "Cyril Beneš")).to_have_class(re.compile("checked-in"))
    expect(page.locator("input[name=q]")).to_have_value("")


@pytest.fixture
def asked(tournament, door):
    """The door while it asks about somebody of the waiting list, whom there is no room for."""
    tournament.capacity = 5
    tournament.save()
    make_entry(tournament, "Zdeněk Němec", state=EntryState.WAITING)
    page = door()
    row(page, "Zdeněk Němec").get_by_role("button", name="check in").click()
    expect(page.get_by_text("All places are taken")).to_be_visible()
    return page


def test_back_puts_the_row_back_as_it_is_by_now(tournament, asked):
    tournament.entries.filter(name="Petr Černý").update(state=EntryState.CHECKED_IN)

    row(asked, "Zdeněk Němec").get_by_role("link", name="Back").click()

    expect(asked.get_by_text("All places are taken")).to_have_count(0)
    expect(row(asked, "Zdeněk Němec").get_by_role("button", name="check in")).to_be_visible()
    expect(asked.locator("#count-in")).to_have_text("1")
    expect(asked.locator("#door-number")).to_contain_text("1 player")


def test_a_question_stays_while_others_are_checked_in(tournament, asked):
    yes = row(asked, "Zdeněk Němec").get_by_role("button", name="Check them in")
    yes.focus()

    for name in ("Anna Adamová", "Petr Černý"):
        with asked.expect_response(lambda answer: answer.status == 204):
            row(asked, name).locator("button.face").evaluate("button => button.click()")

    expect(asked.locator("#count-in")).to_have_text("2")
    expect(yes).to_be_focused()


def test_a_question_goes_once_what_is_done_at_the_door_has_answered_it(tournament, asked):
    leaving = row(asked, "Anna Adamová")
    leaving.locator("summary").click()
    leaving.get_by_role("button", name="Signs off").click()

    expect(asked.get_by_text("All places are taken")).to_have_count(0)
    expect(row(asked, "Zdeněk Němec").get_by_role("button", name="check in")).to_be_visible()
    expect(asked.locator("#gone")).to_contain_text("(1)")


def test_the_question_that_is_answered_with_yes_is_done_and_not_asked_again(tournament, asked):
    row(asked, "Zdeněk Němec").get_by_role("button", name="Check them in").click()

    expect(asked.locator("#count-in")).to_have_text("1")
    expect(row(asked, "Zdeněk Němec").locator(".badge.good")).to_be_visible()
