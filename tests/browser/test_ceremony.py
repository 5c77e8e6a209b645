"""The ceremony of a draw, from the promise to the check of a sceptical player."""

import pytest
from playwright.sync_api import expect

from tests import factories as make
from tests.browser.chromium import LAPTOP
from tournaments.models.entry import Role

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.rule("T-016")
def test_a_draw_is_promised_rolled_published_and_checked(visit, assert_accessible):
    tournament = make.ready_to_draw(14)
    organiser = make.make_user()
    make.make_official(tournament, Role.ORGANISER, user=organiser)
    desk, phone = visit(LAPTOP, as_user=organiser), visit()

    desk.goto(f"/en/t/{tournament.slug}/desk/rounds/1/")
    desk.get_by_text("Draws that anybody can check").click()
    desk.get_by_role("button", name="Publish the number").click()
    expect(desk.get_by_text("Say to the players")).to_be_visible()
    assert_accessible(desk)
    promised = tournament.commitments.get().published
    phone.goto(f"/en/t/{tournament.slug}/")
    expect(phone.locator(".hash summary")).to_contain_text(promised[:8])

    # Without the dice nothing is drawn: the shortcut leads to the field.
    desk.keyboard.press("Alt+n")
    expect(desk.get_by_label("Rolled in the hall")).to_be_focused()
    desk.keyboard.type("3 5 1 6 2 2 4 1")
    desk.keyboard.press("Enter")
    expect(desk.get_by_text("not confirmed yet")).to_be_visible()
    assert_accessible(desk)

    # A player confirms it, and the desk learns of it by itself.
    player = tournament.entries.earliest("number")
    phone.goto(f"/en/t/{tournament.slug}/my/{player.token}/")
    expect(phone.get_by_text("3 5 1 6 2 2 4 1", exact=True)).to_be_visible()
    assert_accessible(phone)
    phone.get_by_role("button", name="I saw the same").click()
    expect(desk.get_by_text("confirmed by")).to_be_visible()
    desk.get_by_role("button", name="Draw round 1").click()
    desk.get_by_role("button", name="Publish round 1").click()
    expect(desk.get_by_role("heading", name="Start the clock of round 1")).to_be_visible()
    assert_accessible(desk)

    phone.goto(f"/en/t/{tournament.slug}/rounds/1/")
    phone.get_by_text("How this draw came about").click()
    phone.get_by_role("link", name="Check this draw").click()
    expect(phone.get_by_text("Everything agrees.")).to_be_visible()
    expect(phone.get_by_text("To be known besides")).to_have_count(0)
    expect(phone.get_by_text(f"confirmed by player {player.number}")).to_be_visible()
    expect(phone.locator("#chance ~ ol strong").first).to_have_text("3 5 1 6 2 2 4 1")
    expect(phone.locator(".check.wrong")).to_have_count(0)
    phone.locator(".hash summary").first.click()
    expect(phone.locator(".hash .whole").first).to_have_text(promised)
    assert_accessible(phone)
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.rule("T-016")
def test_a_referee_has_one_obvious_button_and_a_logbook_as_wide_as_the_phone(visit):
    tournament = make.ready_to_draw(12)
    make.committed(tournament)
    make.roll(tournament, confirm=False)
    referee = make.make_user("referee")
    tournament.officials.filter(role=Role.CHIEF_REFEREE).update(user=referee, token=None)
    phone = visit(as_user=referee)

    phone.goto(f"/en/t/{tournament.slug}/desk/")
    colour = "element => getComputedStyle(element).backgroundColor"
    draw = phone.get_by_role("link", name="To the draw of round 1")
    confirm = phone.get_by_role("button", name="I saw the same")
    expect(confirm).to_be_visible()
    assert draw.evaluate(colour) != confirm.evaluate(colour)
    confirm.click()
    badge = phone.get_by_text("confirmed by")
    expect(badge).to_be_visible()
    phone.wait_for_load_state()
    edges = "element => element.getBoundingClientRect().right"
    assert badge.evaluate(edges) <= phone.locator("#value").evaluate(edges)

    phone.goto(f"/en/t/{tournament.slug}/desk/logbook/")
    expect(phone.get_by_text(tournament.commitments.get().published)).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
