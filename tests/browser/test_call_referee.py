"""A table calls the referee: two phones of the table and the referee's, one after the other."""

import pytest
from playwright.sync_api import expect

from tests import factories as make
from tests.browser.chromium import LAPTOP
from tournaments.models import Call
from tournaments.models.call import CallOutcome

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def table():
    return make.publish(make.ready_to_draw(8)).tables.get(number=1)


@pytest.fixture
def chief(table):
    user = make.make_user()
    table.draw.round.tournament.officials.update(user=user, token=None)
    return user


def address_at(table, position):
    entry = table.seats.select_related("entry__tournament").get(position=position).entry
    return f"/en/t/{entry.tournament.slug}/my/{entry.token}/"


def test_a_tap_at_the_table_rings_on_the_referees_phone_and_the_ruling_comes_back(
    table, chief, visit, assert_accessible
):
    slug = table.draw.round.tournament.slug
    one, other, referee = visit(), visit(), visit(as_user=chief)
    referee.goto(f"/en/t/{slug}/desk/calls/")
    title = referee.title()
    one.goto(address_at(table, 1))
    one.get_by_text("Call the referee").click()
    one.get_by_label("In a few words, if you like").fill("Did the robber move?")
    assert_accessible(one)
    one.get_by_role("button", name="Question about a rule").click()

    expect(one.get_by_role("heading", name="The referee is called")).to_be_visible()
    other.goto(address_at(table, 3))
    expect(other.get_by_text("Did the robber move?")).to_be_visible()
    assert_accessible(other)
    referee.evaluate("document.dispatchEvent(new CustomEvent('back'))")
    expect(referee.get_by_role("heading", name="Table 1")).to_be_visible()
    expect(referee).to_have_title("(!) Table 1 calls")
    assert_accessible(referee)

    referee.get_by_role("button", name="I am coming").click()
    expect(referee.get_by_text("on the way")).to_be_visible()
    expect(referee).to_have_title(title)
    other.reload()
    expect(other.get_by_role("heading", name="A referee is coming")).to_be_visible()

    referee.get_by_text("Decide", exact=True).click()
    referee.get_by_role("textbox", name="Decision").fill("It stays where it is.")
    referee.get_by_role("button", name="Write it down").click()
    expect(referee.get_by_text("No table calls.")).to_be_visible()
    other.reload()
    expect(other.get_by_text("It stays where it is.")).to_be_visible()
    assert Call.objects.get().outcome == CallOutcome.RULING


def test_what_a_referee_types_stays_while_another_table_calls(table, chief, visit):
    first = table.seats.get(position=1).entry
    waiting = {"entry": first, "at": make.at(11)}
    one = Call.objects.create(table=table, kind="rule", **waiting)
    referee = visit(LAPTOP, as_user=chief)
    referee.goto(f"/en/t/{table.draw.round.tournament.slug}/desk/calls/")
    referee.get_by_text("Decide", exact=True).click()
    referee.get_by_role("textbox", name="Decision").fill("It stays")

    other = Call.objects.create(table=table.draw.tables.get(number=2), kind="time", **waiting)
    with referee.expect_response(lambda answer: answer.url.endswith("/desk/calls/")):
        referee.evaluate("document.dispatchEvent(new CustomEvent('back'))")

    expect(referee.locator("#calls")).to_have_attribute("data-ringing", f"{one.pk}+ {other.pk}+")
    expect(referee.get_by_role("textbox", name="Decision")).to_have_value("It stays")


def test_a_page_no_longer_says_that_the_referee_is_called_once_nobody_is(table, visit):
    one, other = visit(), visit()
    one.goto(address_at(table, 1))
    one.get_by_text("Call the referee").click()
    one.get_by_role("button", name="Question about a rule").click()
    expect(one.get_by_text("The referee is called.")).to_be_visible()

    other.goto(address_at(table, 3))
    other.get_by_role("button", name="Nobody is needed any more").click()
    expect(other.get_by_text("Call the referee")).to_be_visible()
    one.evaluate("document.dispatchEvent(new CustomEvent('back'))")

    expect(one.get_by_text("Call the referee")).to_be_visible()
    expect(one.get_by_text("The referee is called.")).to_have_count(0)
