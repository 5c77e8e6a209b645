"""The game of a table in a browser: stepped through, linked to, followed while it is written."""

import pytest
from django.core.cache import cache
from playwright.sync_api import expect

from tests import factories as make
from tests.browser.chromium import LAPTOP, PHONE
from tests.games.played import record
from tournaments.models import Table
from tournaments.models.entry import Role
from tournaments.services import records

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

GAME = record("j-classic-4p-11")
LAST = len(GAME.actions)


@pytest.fixture
def table():
    cache.clear()
    make.publish(make.ready_to_draw(8))
    return Table.objects.select_related("draw__round__tournament").earliest("pk")


def keep(table, game=GAME):
    tournament = table.draw.round.tournament
    records.keep_record(tournament, table, game, [2, 3, 4, 1], make.doer())


def start(table):
    tournament = table.draw.round.tournament
    who = make.doer(now=make.at(10))
    return records.start_record(tournament, table, GAME.header, [2, 3, 4, 1], who)


def write(table, kept, actions):
    kept.refresh_from_db()
    begun = kept.record()._replace(actions=GAME.actions[:actions])
    records.write_record(table, begun, make.at(10, 5), revision=kept.revision)


def address(table):
    tournament = table.draw.round.tournament
    return f"/en/t/{tournament.slug}/rounds/1/tables/{table.number}/game/"


def stands_at(page, at, last=LAST):
    expect(page.locator("#where")).to_have_text(f"{at} / {last}")


@pytest.mark.parametrize("size", [PHONE, LAPTOP])
def test_a_kept_game_is_stepped_through_and_each_moment_has_an_address(
    visit, table, size, assert_accessible
):
    keep(table)
    page = visit(size)
    page.goto(address(table))
    assert_accessible(page)
    page.evaluate("window.sameGame = true")

    page.keyboard.press("Home")
    stands_at(page, 0)
    page.keyboard.press("ArrowRight")
    stands_at(page, 1)
    page.locator("#slide").fill("50")
    stands_at(page, 50)

    expect(page).to_have_url(f"{page.url.split('?')[0]}?at=50")
    assert page.evaluate("window.sameGame")
    page.reload()
    stands_at(page, 50)


def test_without_javascript_the_buttons_load_the_moment(visit, table):
    keep(table)
    page = visit(LAPTOP, java_script_enabled=False)
    page.goto(address(table))

    page.get_by_role("button", name="Previous").click()

    stands_at(page, LAST - 1)


def test_a_game_that_is_written_is_followed_without_a_reload(visit, table, assert_accessible):
    kept = start(table)
    write(table, kept, 40)
    page = visit(PHONE)
    page.goto(address(table))
    page.evaluate("window.sameGame = true")
    stands_at(page, 40, 40)
    assert_accessible(page)

    write(table, kept, 41)

    stands_at(page, 41, 41)
    assert page.evaluate("window.sameGame")


def test_whoever_steps_back_stays_there_until_they_follow_again(visit, table):
    kept = start(table)
    write(table, kept, 40)
    page = visit(LAPTOP)
    page.goto(address(table))

    page.keyboard.press("ArrowLeft")
    stands_at(page, 39, 40)
    write(table, kept, 41)
    page.wait_for_timeout(3500)
    stands_at(page, 39, 40)
    page.get_by_role("link", name="Follow the game").click()

    stands_at(page, 41, 41)


def test_at_its_end_the_page_shows_the_verdict_by_itself(visit, table):
    kept = start(table)
    write(table, kept, LAST)
    page = visit(LAPTOP)
    page.goto(address(table))
    expect(page.get_by_text("The next action will appear")).to_be_visible()

    tournament = table.draw.round.tournament
    at_eleven = make.doer(now=make.at(11))
    make.agreeing(lambda who: records.close_record(tournament, table, who), at_eleven)

    expect(page.get_by_role("heading", name="The verdict")).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, LAPTOP])
def test_the_desk_takes_a_record_and_the_result_from_it(visit, table, size, assert_accessible):
    tournament = table.draw.round.tournament
    user = make.make_user()
    make.make_official(tournament, Role.SCOREKEEPER, user=user)
    page = visit(size, as_user=user)
    page.goto(f"/en/t/{tournament.slug}/desk/rounds/1/tables/{table.number}/")

    page.get_by_role("link", name="Paste or upload a record").click()
    page.get_by_label("or a file").set_input_files("games/samples/kept.txt")
    page.get_by_label("Who started").select_option(index=2)
    page.get_by_role("button", name="Check the game").click()
    expect(page.get_by_role("heading", name="Who is who")).to_be_visible()
    assert_accessible(page)
    page.get_by_role("button", name="Keep it for this table").click()
    expect(page.get_by_text("The game of table 1 is kept.")).to_be_visible()
    page.get_by_role("button", name="Enter the result as recorded").click()

    expect(page.get_by_text("Table 1 is saved.")).to_be_visible()
    assert table.results.get().winner.position == 2
