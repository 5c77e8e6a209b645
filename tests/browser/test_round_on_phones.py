"""Four phones of one table and the referee's play a round: from the message that it is drawn over a
disagreement and a ruling to the result that all agree on."""

import json
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests import factories as make
from tests.browser.chromium import LAPTOP
from tournaments.models import Result, Ruling, Table
from tournaments.services import rounds
from tournaments.services.following import news_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PLACES = range(1, 5)


class Channel:
    """Tells pages what the live channel would (`catantour/channels.py`), one message a connection:
    the server of these tests has none."""

    def __init__(self):
        self.known = {}

    def reaches(self, page):
        shown = []
        # A page that was opened anew knows of nothing yet.
        page.on("domcontentloaded", lambda _page: shown.clear())
        page.route("**/live/*/", lambda route: self._answer(route, shown))

    def _answer(self, route, shown):
        slug = urlsplit(route.request.url).path.split("/")[-2]
        news = self.known[slug] = news_of({slug: self.known.get(slug)})[slug]
        before = shown[-1] if shown else None
        told = {"version": news.version, "draw": news.draw, "pace": 0}
        if before is not None:
            told["said"] = news.talking_since(before)
        if before is None or before.draw != news.draw:
            told |= {"round": news.round, "tables": news.tables}
        shown.append(news)
        body = f"retry: 300\ndata: {json.dumps(told)}\n\n"
        route.fulfill(body=body, headers={"Content-Type": "text/event-stream"})


@pytest.fixture
def tournament():
    """Round 1 is drawn, and nobody knows yet."""
    tournament = make.ready_to_draw(8, from_the_table="agreed")
    make.draw(tournament)
    return tournament


@pytest.fixture
def phones(tournament, visit):
    """The own pages of those who will sit at table 1, by position."""
    channel = Channel()
    pages = {}
    for seat in Table.objects.get(number=1).seats.select_related("entry"):
        page = pages[seat.position] = visit()
        channel.reaches(page)
        page.goto(f"/en/t/{tournament.slug}/my/{seat.entry.token}/")
        expect(page.get_by_role("heading", name="You are checked in")).to_be_visible()
    return pages


@pytest.fixture
def referee(tournament, visit):
    user = make.make_user()
    tournament.officials.update(user=user, token=None)
    page = visit(LAPTOP, as_user=user)
    Channel().reaches(page)
    page.goto(f"/en/t/{tournament.slug}/desk/calls/")
    return page


def enter(page, points):
    for position, reached in enumerate(points, start=1):
        page.locator(f"[name=points-{position}]").fill(str(reached))
    page.get_by_role("button", name="Show it to my table").click()
    expect(page.get_by_text("Noted: the others at your table see it now")).to_be_visible()


def test_a_table_plays_a_round_on_its_phones(tournament, phones, referee, assert_accessible):
    make.agreeing(lambda who: rounds.publish_draw(tournament, 1, who))
    for page in phones.values():
        expect(page).to_have_title("Round 1: you sit at table 1.")
        expect(page.get_by_role("heading", name="Round 1: your table")).to_be_visible()
    make.agreeing(lambda who: rounds.start_clock(tournament, 1, who))

    phones[1].get_by_role("link", name="Enter the result of your table").click()
    enter(phones[1], (10, 8, 5, 4))
    for place in (2, 3, 4):
        waits = phones[place].get_by_role("heading", name="The result of your table waits")
        expect(waits).to_be_visible()
    phones[2].get_by_role("button", name="That is right").click()
    phones[3].get_by_text("Something is wrong").click()
    phones[3].get_by_label("What is wrong?").fill("Longest Road was mine.")
    phones[3].get_by_role("button", name="Say that it is wrong").click()
    expect(
        phones[1].get_by_role("heading", name="Somebody at your table does not agree")
    ).to_be_visible()
    expect(referee.get_by_text("Longest Road was mine.")).to_be_visible()
    assert not Result.objects.exists()

    phones[4].get_by_text("Call the referee").click()
    phones[4].get_by_role("button", name="We do not agree").click()
    expect(referee).to_have_title("(!) Table 1 calls")
    referee.get_by_role("button", name="I am coming").click()
    expect(phones[1].get_by_role("heading", name="A referee is coming")).to_be_visible()
    referee.get_by_text("Decide", exact=True).click()
    referee.get_by_role("textbox", name="Decision").fill("Blue has the Longest Road.")
    referee.get_by_role("button", name="Write it down").click()
    for page in phones.values():
        expect(page.get_by_text("Blue has the Longest Road.")).to_be_visible()
    assert Ruling.objects.get().decided_at is not None

    phones[1].get_by_role("link", name="Enter it as it was").click()
    enter(phones[1], (10, 8, 7, 2))
    for place in (2, 3, 4):
        expect(phones[place].locator(".proposal").get_by_text("7", exact=True)).to_be_visible()
        phones[place].get_by_role("button", name="That is right").click()
        expect(phones[place].locator(".messages")).to_be_visible()
    for page in phones.values():
        expect(page.get_by_text("The result of your table is in.")).to_be_visible()
    assert_accessible(phones[1])
    scores = Result.objects.get().scores.order_by("seat__position")
    assert list(scores.values_list("game_points", flat=True)) == [10, 8, 7, 2]
