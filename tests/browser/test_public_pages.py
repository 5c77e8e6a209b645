"""What everybody sees, in a browser: pages that follow the day by themselves, and for everybody."""

import datetime as dt
import re

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests import factories as make
from tests.browser.chromium import LAPTOP, LARGE_SCREEN, PHONE
from tournaments.models import Round, Tournament
from tournaments.models.entry import EntryState
from tournaments.views import live
from tournaments.views.screen import screen

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def _quick_polls(monkeypatch):
    monkeypatch.setattr(live, "POLL_SECONDS", 1)
    monkeypatch.setattr(screen, "SECONDS_A_PAGE", 1)


def test_standings_follow_the_results_and_keep_what_is_open(page):
    tournament = make.ready_to_draw(8)
    draw = make.publish(tournament)
    make.enter(draw.tables.get(number=1), (10, 9, 7, 6))
    last = draw.tables.get(number=1).seats.get(position=4).entry
    page.goto(f"/en/t/{tournament.slug}/standings/")
    row = page.locator(f"#n{last.number}")
    row.locator("summary").click()
    expect(row.locator(".rank")).to_have_text("4")

    make.enter(draw.tables.get(number=2), (10, 8, 5, 4))

    expect(row.locator(".rank")).to_have_text("7")
    expect(row).to_have_class("changed")
    expect(row.locator("details")).to_have_attribute("open", "")
    expect(page.locator("#version")).to_contain_text(f"version {version_of(tournament)}")


def test_a_child_is_found_by_the_whole_name_while_typing(page):
    tournament = make.ready_to_draw(7)
    make.make_entry(tournament, make.make_junior("Šimon Žďárský"), state=EntryState.CHECKED_IN)
    make.publish(tournament)
    page.goto(f"/en/t/{tournament.slug}/rounds/1/")

    page.get_by_label("Where do I sit?").fill("simon zdarsky")

    expect(page.locator(".seat.found")).to_have_text("Šimon Ž.")
    expect(page.locator(".table-card:visible")).to_have_count(1)


def test_the_newest_draw_keeps_the_name_that_was_looked_for(page):
    tournament = make.ready_to_draw(8)
    make.play(tournament)
    entry = tournament.entries.first()
    page.goto(f"/en/t/{tournament.slug}/rounds/")
    page.get_by_label("Where do I sit?").fill(entry.public_name)
    page.get_by_role("button", name="Find").click()
    expect(page.locator(".seat.found")).to_have_text(entry.public_name)

    make.publish(tournament, 2)

    seat = entry.seats.get(table__draw__round__number=2)
    expect(page.get_by_role("heading", name="Round 2")).to_be_visible()
    expect(page.locator(".seat.found")).to_have_text(re.compile(entry.public_name))
    expect(page.locator(".table-card:visible .table-number")).to_have_text(
        re.compile(str(seat.table.number))
    )


def test_the_next_name_that_is_looked_for_has_an_answer_of_its_own(page):
    tournament = make.ready_to_draw(8)
    draw = make.publish(tournament)
    first, second = (draw.tables.get(number=number).seats.first().entry for number in (1, 2))
    page.goto(f"/en/t/{tournament.slug}/rounds/?q={first.public_name}")
    answer = page.locator(".found-seats")
    expect(answer).to_contain_text(first.public_name)

    page.get_by_label("Where do I sit?").fill(second.public_name)
    page.keyboard.press("Enter")

    expect(answer.locator(".huge")).to_have_text("2")
    expect(answer).to_contain_text(second.public_name)
    expect(answer).to_contain_text("At the same table:")

    page.get_by_label("Where do I sit?").fill("Xaver")
    page.get_by_role("button", name="Find").click()

    expect(answer).to_have_text("Nobody of that name sits in this round.")


def test_a_phone_out_of_the_pocket_is_right_at_once(page, monkeypatch):
    monkeypatch.setattr(live, "POLL_SECONDS", 600)
    tournament = make.ready_to_draw(8)
    entry = tournament.entries.first()
    page.goto(f"/en/t/{tournament.slug}/my/{entry.token}/")
    make.publish(tournament)
    expect(page.get_by_text("You are checked in")).to_be_visible()

    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

    number = str(entry.seats.get().table.number)
    expect(page.locator("#my-table-number")).to_have_text(number)
    expect(page.locator("#told")).to_have_text(f"Round 1: your table {number}")


def test_two_persons_on_one_phone_find_their_pages_and_each_is_forgotten_alone(page):
    tournament = make.make_tournament()
    eva, jan = (make.make_entry(tournament, name) for name in ("Eva Malá", "Jan Malý"))
    others = page.get_by_role("link", name="Own pages of others on this phone")
    page.goto(f"/en/t/{tournament.slug}/my/{eva.token}/")
    expect(others).to_be_hidden()
    page.goto(f"/en/t/{tournament.slug}/my/{jan.token}/")

    others.click()
    page.get_by_role("link", name="Eva Malá").click()

    expect(page.get_by_role("heading", level=1)).to_have_text("Eva Malá")
    # Before the scripts are there everybody would be forgotten, and the button moves once more.
    expect(page.locator("[data-forget] [name=only]")).to_be_enabled()
    expect(others).to_be_visible()
    page.get_by_role("button", name="Not my phone: forget me here").click()
    page.get_by_text("Your page is forgotten in this browser.").wait_for()
    page.goto(f"/en/t/{tournament.slug}/my/{eva.token}/")
    expect(page.get_by_role("button", name="Open and remember here")).to_be_visible()
    page.get_by_role("link", name="My page").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Jan Malý")
    expect(others).to_be_hidden()
    page.get_by_role("button", name="Not my phone: forget me here").click()
    page.get_by_text("Your page is forgotten in this browser.").wait_for()
    expect(page.get_by_role("link", name="My page")).to_be_hidden()


def test_a_phone_knows_the_way_to_its_own_page_and_marks_its_own_line(page):
    tournament = make.ready_to_draw(8)
    make.play(tournament)
    entry = tournament.entries.first()
    way = page.get_by_role("link", name="My page")
    page.goto(f"/en/t/{tournament.slug}/standings/")
    expect(way).to_be_hidden()
    page.goto(f"/en/t/{tournament.slug}/my/{entry.token}/")

    page.goto(f"/en/t/{tournament.slug}/standings/")
    expect(page.locator("tr.own")).to_contain_text(entry.public_name)
    page.goto(f"/en/t/{tournament.slug}/rounds/")
    expect(page.locator(".seat.own")).to_contain_text(entry.public_name)
    page.goto("/en/")
    way.click()
    expect(page.get_by_role("heading", name=entry.public_name)).to_be_visible()
    page.get_by_role("button", name="forget me here").click()
    expect(way).to_be_hidden()

    page.goto(f"/en/t/{tournament.slug}/standings/")
    expect(page.locator("tr").nth(1)).to_be_visible()
    expect(way).to_be_hidden()
    expect(page.locator("tr.own")).to_have_count(0)


def test_standings_are_searched(page):
    tournament = make.ready_to_draw(8)
    make.play(tournament)
    page.goto(f"/en/t/{tournament.slug}/standings/")

    page.get_by_placeholder("Name").fill("novakova")

    expect(page.locator("tbody tr:visible")).to_have_count(1)
    expect(page.locator("tbody tr:visible")).to_contain_text("Anna Nováková")


def test_my_table_appears_by_itself(page):
    tournament = make.ready_to_draw(8)
    entry = tournament.entries.first()
    page.goto(f"/en/t/{tournament.slug}/my/{entry.token}/")
    expect(page.get_by_text("You are checked in")).to_be_visible()

    make.publish(tournament)

    seat = entry.seats.get()
    expect(page.locator("#my-table-number")).to_have_text(str(seat.table.number))


def test_the_large_screen_follows_the_day(visit):
    tournament = make.ready_to_draw(8)
    page = visit({"width": 1920, "height": 1080})
    page.goto(f"/en/t/{tournament.slug}/screen/")
    expect(page.get_by_text("Welcome!")).to_be_visible()

    make.publish(tournament)

    expect(page.get_by_text("Anna Nováková")).to_be_visible()
    expect(page.locator("#version")).to_contain_text("Round 1, draw 1")


def test_the_large_screen_is_no_wider_than_a_phone(visit):
    tournament = make.publish(make.ready_to_draw(8)).round.tournament
    page = visit()

    for language in ("cs", "de"):
        page.goto(f"/{language}/t/{tournament.slug}/screen/".replace("/cs/", "/"))

        button = page.locator("footer [data-bell-sound] button")
        expect(button).to_be_visible()
        box = button.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]
        wide = "[...document.querySelectorAll('footer')].map(it => it.scrollWidth - it.clientWidth)"
        assert page.evaluate(wide) == [0]


@pytest.mark.parametrize(
    "address",
    [
        "/en/",
        "/en/season/",
        "/en/help/",
        "/en/help/roles/",
        "/en/help/player/",
        "/en/rules/",
        "/en/games/rules/CK/",
        "/en/schools/",
        "/en/accounts/login/",
        "/en/t/{slug}/",
        "/en/t/{slug}/players/",
        "/en/t/{slug}/players/1/",
        "/en/t/{slug}/rounds/2/?q=anna",
        "/en/t/{slug}/rounds/2/verify/",
        "/en/t/{slug}/results/1/",
        "/en/t/{slug}/standings/",
        "/en/t/{slug}/my/{token}/",
        "/en/t/{slug}/screen/",
    ],
)
def test_everybody_can_use_the_page(visit, assert_accessible, address):
    tournament = make.ready_to_draw(14)
    make.play(tournament, 1)
    make.publish(tournament, 2)
    token = tournament.entries.first().token
    page = visit(LAPTOP) if "screen" in address else visit()

    page.goto(address.format(slug=tournament.slug, token=token))

    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


ENDLESS = "Mistrovstvivosadnicichzostrovacatanuvesvetenejvetsimtextem01"
"""A name of 60 letters that no line breaks at a blank."""


@pytest.mark.parametrize(
    "address",
    [
        "/en/",
        "/en/t/{slug}/",
        "/en/t/{slug}/players/",
        "/en/t/{slug}/players/1/",
        "/en/t/{slug}/register/",
        "/en/t/{slug}/rounds/2/",
        "/en/t/{slug}/rounds/2/verify/",
        "/en/t/{slug}/results/1/",
        "/en/t/{slug}/standings/",
        "/en/t/{slug}/rules/",
        "/en/t/{slug}/my/{token}/",
        "/en/season/2026/",
    ],
)
def test_a_name_without_a_blank_widens_no_public_page(page, address):
    tournament = make.ready_to_draw(14)
    told = {"name": ENDLESS, "venue": ENDLESS, "town": ENDLESS}
    Tournament.objects.filter(pk=tournament.pk).update(**told)
    tournament.entries.filter(number=1).update(name=ENDLESS)
    make.play(tournament, 1)
    make.publish(tournament, 2)
    token = tournament.entries.first().token

    page.goto(address.format(slug=tournament.slug, token=token))

    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def version_of(tournament) -> int:
    tournament.refresh_from_db()
    return tournament.version


LONGEST = "Drahomíra Jandová-Konopásková z Dolních Chvatlin"


def test_the_large_screen_cuts_no_name_and_uses_the_room(visit):
    tournament = make.ready_to_draw(16)
    tournament.entries.filter(number=1).update(name=LONGEST)
    make.play(tournament)
    screen = visit(LARGE_SCREEN)

    screen.goto(f"/en/t/{tournament.slug}/screen/")

    expect(screen.get_by_role("rowheader", name=LONGEST)).to_be_visible()
    in_letters_that_fit(screen)
    cut, room, used = screen.evaluate(
        """name => {
            const slide = document.getElementById("slide"), all = slide.querySelectorAll("th");
            const [one] = [...all].filter((head) => head.textContent.includes(name));
            const tall = (part) => part.getBoundingClientRect().height;
            return [
                one.scrollWidth - one.clientWidth,
                slide.clientHeight - slide.scrollHeight,
                tall(slide.querySelector(".halves")) / tall(slide),
            ];
        }""",
        LONGEST,
    )
    assert cut <= 0
    assert room >= 0
    assert used > 0.75


def in_letters_that_fit(screen):
    """Waits until the screen has measured its letters; a moment later it may show another slide, so
    what is measured together is asked for together."""
    screen.evaluate("document.fonts.ready.then(() => true)")


def test_at_200_percent_the_name_of_the_event_stands_whole_on_the_way_back(visit):
    tournament = make.ready_to_draw(8)
    Tournament.objects.filter(pk=tournament.pk).update(name="Hanácký Catan v Olomouci 2026")
    page = visit({"width": 195, "height": 422})

    page.goto(f"/en/t/{tournament.slug}/rules/")

    name = page.locator(".breadcrumb a").filter(has_text="Hanácký")
    expect(name).to_have_count(1)
    assert name.evaluate("name => name.scrollWidth <= name.clientWidth")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_large_screen_breaks_a_long_name_at_its_blank_and_hyphen(visit):
    tournament = make.ready_to_draw(16)
    tournament.entries.filter(number=1).update(name="Anna Bartolomějovičová-Krchňáčková")
    make.play(tournament)
    screen = visit(LAPTOP)

    screen.goto(f"/en/t/{tournament.slug}/screen/")

    name = screen.get_by_role("rowheader", name="Krchňáčková")
    in_letters_that_fit(screen)
    lines = name.evaluate(
        """name => {
            const node = name.firstChild, range = new Range();
            return ["Bartolomějovičová", "Krchňáčková"].map((part) => {
                const from = node.data.indexOf(part);
                range.setStart(node, from);
                range.setEnd(node, from + part.length);
                return range.getClientRects().length;
            });
        }"""
    )
    assert lines == [1, 1]
    assert screen.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_at_the_bell_the_large_screen_says_how_the_games_end(visit):
    draw = make.publish(make.ready_to_draw(8))
    tournament = draw.round.tournament
    Round.objects.filter(pk=draw.round_id).update(
        started_at=timezone.now() - dt.timedelta(minutes=draw.round.limit_minutes - 2)
    )
    screen = visit(LARGE_SCREEN)
    screen.clock.install()
    screen.goto(f"/en/t/{tournament.slug}/screen/")
    # Only a page that has heard the time of the site knows how long the last minutes are.
    expect(screen.locator("[data-clock].ending").first).to_be_visible()
    turns = screen.locator("#slide").get_by_text("everybody has two more turns")
    expect(turns).to_be_hidden()

    screen.clock.fast_forward("02:01")

    expect(turns).to_be_visible()


@pytest.mark.parametrize(
    ("width", "height"), [(1920, 1080), (1366, 768), (1024, 768), (2560, 1080)]
)
@pytest.mark.parametrize("players", [8, 100])
def test_after_the_bell_nothing_of_the_large_screen_lies_over_its_foot(
    visit, width, height, players
):
    draw = make.publish(make.ready_to_draw(players))
    Round.objects.filter(pk=draw.round_id).update(
        started_at=timezone.now() - dt.timedelta(minutes=draw.round.limit_minutes + 1),
        turn_limit_minutes=3,
    )
    screen = visit({"width": width, "height": height})

    screen.goto(f"/t/{draw.round.tournament.slug}/screen/")

    expect(screen.get_by_text("Gong zazněl.")).to_be_visible()
    in_letters_that_fit(screen)
    room, above = screen.evaluate(
        """() => {
            const [slide, tables, foot] = ["#slide", ".playing", "footer"].map(
                (part) => document.querySelector(part),
            );
            const { bottom } = tables.getBoundingClientRect();
            return [
                slide.clientHeight - slide.scrollHeight,
                foot.getBoundingClientRect().top - bottom,
            ];
        }"""
    )
    assert room >= 0
    assert above >= 0


def test_rules_are_found_by_a_word_and_chapters_without_one_are_out_of_sight(page):
    page.goto("/pl/rules/")

    page.get_by_role("searchbox", name="Szukaj").fill("rownych losowanie")

    found = page.locator("#rulebook .rule:visible")
    expect(found).to_have_text(["D-120", "D-140"], use_inner_text=True)
    expect(page.locator("#rulebook h2:visible")).to_have_count(1)
    page.get_by_role("searchbox", name="Szukaj").fill("xyz")
    expect(page.locator("[data-search-none]")).to_be_visible()
    expect(page.get_by_role("heading", name="Format i podstawa")).to_be_hidden()


def test_state_and_tabs_of_the_open_overview_follow_what_it_tells(visit):
    tournament = make.ready_to_draw(8)
    page = visit()
    page.goto(f"/en/t/{tournament.slug}/")
    expect(page.locator(".page-header > .badge")).to_have_text("check-in")
    expect(page.locator(".tabs a")).to_have_text(["Overview", "Players"])

    make.publish(tournament)
    page.evaluate("document.dispatchEvent(new CustomEvent('back'))")

    expect(page.locator(".tabs a")).to_have_text(
        ["Overview", "Draw", "Results", "Standings", "Players"]
    )
    expect(page.locator(".tabs [aria-current]")).to_have_text("Overview")
    expect(page.locator(".page-header > .badge")).to_have_text("running")
