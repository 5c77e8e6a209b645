"""What a player enters without a connection waits on the phone, and goes once."""

from urllib.parse import urlsplit

import pytest
from django.urls import reverse
from django.utils import translation
from playwright.sync_api import expect

from tests import factories as make
from tests.browser.chromium import PHONE
from tournaments.models import Act, Proposal, ProposalWord, Ruling, Tournament
from tournaments.services import proposing, rounds
from tournaments.services.entered import EnteredResult, EnteredScore
from tournaments.services.proposing import Player
from tournaments.services.table_codes import code_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WAITS = "There is no connection. It waits here, and goes by itself, once, when the network is back."
ASKED = "It is not saved: the site has something to say about it first."


@pytest.fixture
def table():
    return make.publish(make.ready_to_draw(8, from_the_table="agreed")).tables.get(number=1)


def event(table):
    return Tournament.objects.get(pk=table.draw.round.tournament_id)


def entry_at(table, position):
    return table.seats.select_related("entry__tournament").get(position=position).entry


def own_address(table, position=1):
    entry = entry_at(table, position)
    return f"/en/t/{entry.tournament.slug}/my/{entry.token}/"


def open_form(page, table):
    page.goto(own_address(table))
    page.get_by_role("link", name="Enter the result of your table").click()
    expect(page.locator("[name=points-1]")).to_be_visible()
    # What is there while the stylesheet is still on its way has no measures.
    page.wait_for_load_state()


def enter(page, points=(10, 8, 5, 4)):
    for position, reached in enumerate(points, start=1):
        page.locator(f"[name=points-{position}]").fill(str(reached))
    page.get_by_role("button", name="Show it to my table").click()


def propose(table, position, points):
    scores = {place: EnteredScore(reached) for place, reached in enumerate(points, start=1)}
    entry = entry_at(table, position)
    return make.agreeing(
        lambda who: proposing.propose_result(
            event(table), table, EnteredResult(scores, 1), Player(entry, who)
        ),
        make.doer(entry.full_name),
    )


def points():
    return [
        [score["points"] for score in proposal.entered["scores"]]
        for proposal in Proposal.objects.open().order_by("pk")
    ]


def test_what_is_entered_without_a_connection_waits_and_goes_once(
    table, visit, cut_off, assert_accessible
):
    page = visit()
    open_form(page, table)
    cut_off(page)
    enter(page)

    expect(page.get_by_text(WAITS)).to_be_visible()
    expect(page.locator("#outbox")).to_contain_text("Round 1, table 1")
    expect(page.locator("#connection")).to_be_hidden()
    assert_accessible(page)
    assert not Proposal.objects.exists()
    cut_off(page, off=False)

    expect(page.get_by_text("Noted: the others at your table see it now")).to_be_visible()
    expect(page.locator("#outbox")).to_be_hidden()
    assert points() == [[10, 8, 5, 4]]
    assert Act.objects.filter(name="propose_result").count() == 1


def test_what_was_mended_before_it_went_goes_as_it_was_mended(table, visit, cut_off):
    page = visit()
    open_form(page, table)
    cut_off(page)
    enter(page)
    expect(page.get_by_text(WAITS)).to_be_visible()
    enter(page, (10, 9, 5, 4))
    expect(page.locator("#outbox li")).to_have_count(1)
    expect(page.locator("#outbox li")).to_contain_text(": 9, ")
    cut_off(page, off=False)

    expect(page.get_by_text("Noted: the others at your table see it now")).to_be_visible()
    assert points() == [[10, 9, 5, 4]]


def test_a_page_that_was_closed_meanwhile_sends_it_when_another_is_opened(table, visit, cut_off):
    page = visit()
    open_form(page, table)
    cut_off(page)
    enter(page)
    expect(page.get_by_text(WAITS)).to_be_visible()
    # A page that is closed has the network back for a last moment, a phone in a cellar has not.
    page.evaluate("void (fetch = () => Promise.reject(new TypeError('no network')))")
    page.close()

    other = page.context.new_page()
    cut_off(other, off=False)
    other.goto(own_address(table))

    expect(other.get_by_text("Noted: the others at your table see it now")).to_be_visible()
    assert points() == [[10, 8, 5, 4]]


def test_what_arrived_without_an_answer_is_not_done_again(table, visit, cut_off):
    """The answer is lost, and the desk sets aside what it has before the phone sends it again."""
    page = visit()
    open_form(page, table)
    cut_off(page)
    enter(page)
    expect(page.get_by_text(WAITS)).to_be_visible()
    address = f"**{page.url.split('/en/')[1]}"
    lost = []

    def lose_first(route):
        if route.request.method != "POST" or lost:
            route.continue_()
            return
        lost.append(route.fetch(max_redirects=0).status)
        route.abort()

    page.route(address, lose_first)
    with page.expect_event("requestfailed", lambda request: request.method == "POST"):
        cut_off(page, off=False)
    proposal = Proposal.objects.get()
    proposing.decline_proposal(event(table), proposal.pk, make.doer())

    expect(
        page.get_by_text("That has arrived already, and nothing was done twice.")
    ).to_be_visible()
    assert lost == [302]
    assert Proposal.objects.get() == proposal
    assert points() == []


def test_what_meets_another_result_is_asked_about_and_nothing_is_lost(
    table, visit, cut_off, assert_accessible
):
    page = visit()
    open_form(page, table)
    cut_off(page)
    enter(page)
    expect(page.get_by_text(WAITS)).to_be_visible()
    propose(table, 3, (10, 9, 5, 4))
    cut_off(page, off=False)

    expect(page.get_by_text(ASKED)).to_be_visible()
    assert_accessible(page)
    assert points() == [[10, 9, 5, 4]]
    page.get_by_role("button", name="Look at it").click()
    expect(page.get_by_text("has entered another result of your table: 10-9-5-4")).to_be_visible()
    expect(page.locator("#outbox")).to_be_hidden()
    expect(page.locator("[name=points-2]")).to_have_value("8")
    page.get_by_role("button", name="Yes, save it so").click()

    expect(page.get_by_text("Noted: the others at your table see it now")).to_be_visible()
    assert points() == [[10, 9, 5, 4], [10, 8, 5, 4]]


def test_what_was_entered_for_a_table_that_is_drawn_again_says_so_and_stays_to_be_read(
    table, visit, cut_off
):
    page = visit()
    keys = [event(table).slug, 1, table.number, code_of(table)]
    with translation.override("en"):
        page.goto(reverse("table_page", args=keys))
    page.locator(".seat a").nth(1).click()
    page.get_by_role("link", name="Enter the result of your table").click()
    expect(page.locator("[name=points-1]")).to_be_visible()
    cut_off(page)
    enter(page)
    expect(page.get_by_text(WAITS)).to_be_visible()
    tournament = event(table)
    make.agreeing(lambda who: rounds.unpublish_draw(tournament, 1, who, "Somebody is missing"))
    make.publish(tournament, 1, seed="8", reason="Somebody is missing")
    cut_off(page, off=False)

    expect(page.get_by_text(ASKED)).to_be_visible()
    page.get_by_role("button", name="Look at it").click()
    expect(page.get_by_text("does not count any more")).to_be_visible()
    expect(page.locator("[name=points-2]")).to_have_value("8")
    assert not Proposal.objects.exists()


def test_what_no_page_takes_any_more_stays_on_the_phone(table, visit, cut_off, mishaps):
    page = visit()
    open_form(page, table)
    cut_off(page)
    enter(page)
    expect(page.get_by_text(WAITS)).to_be_visible()
    entry = entry_at(table, 1)
    entry.token = "replaced"
    entry.save()
    cut_off(page, off=False)

    expect(page.get_by_text(ASKED)).to_be_visible()
    expect(page.locator("#outbox")).to_contain_text(": 10, ")
    assert any(mishap == f"404: {urlsplit(page.url).path}" for mishap in mishaps)
    mishaps[:] = [mishap for mishap in mishaps if "404" not in mishap]
    assert not Proposal.objects.exists()


def test_a_word_without_a_connection_waits_and_goes_once(table, visit, cut_off, assert_accessible):
    propose(table, 1, (10, 8, 5, 4))
    page = visit()
    page.goto(own_address(table, 2))
    expect(page.get_by_role("button", name="That is right")).to_be_visible()
    cut_off(page)
    page.get_by_role("button", name="That is right").click()

    expect(page.get_by_text(WAITS)).to_be_visible()
    expect(page.locator("#outbox")).to_contain_text("Round 1, table 1")
    expect(page.locator("#outbox")).to_contain_text("That is right")
    expect(page.locator("#connection")).to_be_hidden()
    assert_accessible(page)
    cut_off(page, off=False)

    expect(page.get_by_text("Thank you, noted.")).to_be_visible()
    expect(page.locator("#outbox")).to_be_hidden()
    word = ProposalWord.objects.get()
    assert (word.entry, word.agrees) == (entry_at(table, 2), True)
    assert Act.objects.filter(name="respond_to_proposal").count() == 1


def test_whoever_thinks_again_before_it_went_says_the_second_word_alone(table, visit, cut_off):
    propose(table, 1, (10, 8, 5, 4))
    page = visit()
    page.goto(own_address(table, 2))
    cut_off(page)
    page.get_by_role("button", name="That is right").click()
    expect(page.get_by_text(WAITS)).to_be_visible()
    object_with(page, "I had nine.")

    expect(page.locator("#outbox")).to_contain_text("Say that it is wrong: I had nine.")
    expect(page.locator("#outbox li")).to_have_count(1)
    cut_off(page, off=False)
    expect(page.get_by_text("Noted. The officials see it")).to_be_visible()

    word = ProposalWord.objects.get()
    assert (word.agrees, word.text) == (False, "I had nine.")
    assert Act.objects.filter(name="respond_to_proposal").count() == 1


def test_an_objection_that_comes_too_late_says_so_and_what_was_written_is_there(
    table, visit, cut_off
):
    propose(table, 1, (10, 8, 5, 4))
    page = visit()
    page.goto(own_address(table, 2))
    cut_off(page)
    object_with(page, "I had nine.")
    expect(page.get_by_text(WAITS)).to_be_visible()
    make.enter(table, (10, 8, 5, 4), number_seen=0)
    cut_off(page, off=False)

    expect(page.get_by_text(ASKED)).to_be_visible()
    page.get_by_role("button", name="Look at it").click()
    expect(page.get_by_text("That is settled meanwhile.")).to_be_visible()
    expect(page.get_by_label("What you wrote")).to_have_value("I had nine.")
    expect(page.locator("#outbox")).to_be_hidden()
    assert not ProposalWord.objects.exists()


def test_a_dispute_of_a_result_waits_for_the_network_too(table, visit, cut_off):
    make.enter(table, (10, 8, 5, 4))
    page = visit()
    page.goto(own_address(table, 2))
    cut_off(page)
    page.get_by_text("Something is wrong").click()
    page.get_by_label("What is wrong?").fill("I had nine.")
    page.get_by_role("button", name="Dispute the result").click()
    expect(page.get_by_text(WAITS)).to_be_visible()
    cut_off(page, off=False)

    expect(page.get_by_text("Noted. The chief referee has it")).to_be_visible()
    assert Ruling.objects.get().question == "I had nine."
    assert Act.objects.filter(name="respond_to_result").count() == 1


def object_with(page, text):
    page.get_by_text("Something is wrong").click()
    page.get_by_label("What is wrong?").fill(text)
    page.get_by_role("button", name="Say that it is wrong").click()


def test_what_is_thrown_away_is_not_sent(table, visit, cut_off):
    page = visit()
    open_form(page, table)
    cut_off(page)
    enter(page)
    page.get_by_role("button", name="Throw it away").click()
    expect(page.locator("#outbox")).to_be_hidden()
    sent = []
    page.on("request", lambda request: request.method == "POST" and sent.append(request.url))
    cut_off(page, off=False)
    page.reload()

    expect(page.locator("[name=points-1]")).to_be_visible()
    assert sent == []
    assert not Proposal.objects.exists()


def test_what_is_thrown_away_while_it_is_under_way_does_not_come_back_to_be_asked_about(
    table, visit, cut_off
):
    page = visit()
    open_form(page, table)
    cut_off(page)
    enter(page)
    expect(page.get_by_text(WAITS)).to_be_visible()
    propose(table, 3, (10, 9, 5, 4))
    under_way = []

    def hold(route):
        under_way.append(route)

    page.route(page.url, hold)
    cut_off(page, off=False)
    while not under_way:
        page.wait_for_timeout(50)
    page.get_by_role("button", name="Throw it away").click()
    with page.expect_response(page.url):
        under_way[0].continue_()
    # The page has heard of it before it hears the answer to what is asked after it.
    page.evaluate("() => fetch('/health/', { method: 'HEAD' }).then(() => true)")

    expect(page.locator("#outbox")).to_be_hidden()
    page.unroute(page.url)
    page.reload()
    expect(page.locator("[name=points-1]")).to_be_visible()
    expect(page.locator("#outbox")).to_be_hidden()
    assert points() == [[10, 9, 5, 4]]


def test_what_another_page_of_the_phone_forgets_is_not_sent(table, visit, cut_off):
    page = visit()
    open_form(page, table)
    cut_off(page)
    enter(page)
    expect(page.get_by_text(WAITS)).to_be_visible()
    page.evaluate("void (fetch = () => Promise.reject(new TypeError('no network')))")
    cut_off(page, off=False)
    other = page.context.new_page()
    other.goto("/en/")
    other.evaluate("localStorage.removeItem('outbox')")

    expect(page.locator("#outbox")).to_be_hidden()


def test_a_tap_into_the_form_keeps_nothing_for_another_page(table, visit):
    page = visit()
    open_form(page, table)
    page.locator("[name=points-1]").click()

    assert page.evaluate("sessionStorage.getItem('kept')") is None


def test_the_form_fits_a_phone_at_200_per_cent(table, visit):
    page = visit({"width": PHONE["width"] // 2, "height": PHONE["height"] // 2})
    open_form(page, table)

    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for tick in page.locator(".result-entry [name=winner]").all():
        box, card = tick.bounding_box(), page.locator(".result-form").bounding_box()
        assert box["x"] + box["width"] <= card["x"] + card["width"]
