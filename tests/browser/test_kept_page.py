"""The own page opens without a connection as it was seen last, and says so."""

import pytest
from playwright.sync_api import expect

from tests import factories as make
from tournaments.services import rounds

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

KEPT = "No connection. This is your page as it was at:"


@pytest.fixture
def address(table):
    entry = table.seats.select_related("entry__tournament").get(position=1).entry
    return f"/en/t/{entry.tournament.slug}/my/{entry.token}/"


@pytest.fixture
def kept(page, address):
    page.goto(address)
    expect(page.locator("[data-kept-page][data-kept]")).to_be_attached()
    return page


def test_without_a_connection_the_page_opens_as_it_was(kept, cut_off, assert_accessible):
    expect(kept.get_by_text(KEPT)).to_be_hidden()
    cut_off(kept)

    kept.reload()

    expect(kept.get_by_text(KEPT)).to_be_visible()
    expect(kept.locator("#my-table-number")).to_have_text("1")
    assert_accessible(kept)
    cut_off(kept, off=False)


WHEN_IT_IS_SAID = """
Math.random = () => 1e6;
const { setTimeout: later, addEventListener: hear } = window;
window.setTimeout = (act, after, ...more) =>
  after === 8e9 ? (window.keepNow = act) && 0 : later(act, after, ...more);
window.addEventListener = (kind, act, options) => {
  window.waits ||= kind === "online" && Boolean(options?.once);
  hear(kind, act, options);
};
"""
"""Within eight seconds of its opening (kept.js) the page is kept: here when it is told to, by
`keepNow()`. It tells that it `waits` for a connection."""


def test_a_connection_that_goes_before_the_page_is_kept_is_waited_for(page, address, cut_off):
    page.add_init_script(WHEN_IT_IS_SAID)
    page.goto(address)
    page.wait_for_function("() => navigator.serviceWorker.controller && window.keepNow")
    cut_off(page)
    page.evaluate("keepNow()")
    page.wait_for_function("() => window.waits")
    expect(page.locator("[data-kept]")).to_have_count(0)

    page.evaluate("void (Math.random = () => 0)")
    cut_off(page, off=False)

    expect(page.locator("[data-kept-page][data-kept]")).to_be_attached()


def test_what_came_since_is_kept_too_and_the_note_goes_with_the_connection(table, kept, cut_off):
    tournament = table.draw.round.tournament
    rounds.start_clock(tournament, 1, make.doer(now=make.at(10)))
    kept.evaluate("document.dispatchEvent(new CustomEvent('back'))")
    expect(kept.locator("#bell-at")).to_be_visible()
    kept.wait_for_function(IS_KEPT, arg="bell-at")
    cut_off(kept)

    kept.reload()

    expect(kept.get_by_text(KEPT)).to_be_visible()
    expect(kept.locator("#bell-at")).to_be_visible()
    cut_off(kept, off=False)
    rounds.pause_clock(tournament, 1, make.doer(now=make.at(10, 30)))
    kept.evaluate("document.dispatchEvent(new CustomEvent('back'))")
    expect(kept.locator("#clock-stands")).to_be_visible()
    expect(kept.get_by_text(KEPT)).to_be_hidden()


IS_KEPT = """
async (word) => {
  const kept = await caches.open(location.pathname);
  const page = await kept.match(location.pathname, { ignoreVary: true });
  return (await page.text()).includes(word);
}
"""
"""Whether the page that is kept has the word: what is shown is kept a moment later."""


def test_whoever_takes_the_page_off_the_phone_leaves_nothing_kept(kept):
    kept.get_by_role("button", name="Not my phone: forget me here").click()

    kept.get_by_text("Your page is forgotten in this browser.").wait_for()
    kept.wait_for_function("async () => (await caches.keys()).length === 0")
    kept.wait_for_function(
        "async () => (await navigator.serviceWorker.getRegistrations()).length === 0"
    )


def test_a_press_before_the_scripts_are_there_is_heeded_too(page, address):
    page.add_init_script("delete Navigator.prototype.serviceWorker")
    page.goto(address)
    page.wait_for_function("() => localStorage.getItem('own') !== null")
    empty = {"Content-Type": "text/javascript", "Cache-Control": "no-store"}
    page.route("**/*.js", lambda route: route.fulfill(headers=empty, body=""))
    page.reload()
    page.unroute_all()

    page.get_by_role("button", name="Not my phone: forget me here").click()

    page.get_by_text("Your page is forgotten in this browser.").wait_for()
    page.wait_for_function("() => localStorage.getItem('own') === null")
    expect(page.get_by_role("link", name="My page")).to_be_hidden()
