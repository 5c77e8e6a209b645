"""Results typed by keyboard in a real browser, with and without the comfort of scripts."""

import pytest
from playwright.sync_api import expect

from tests.browser.chromium import LAPTOP, PHONE, take_network
from tests.factories import (
    agreeing,
    draw,
    enter,
    make_official,
    make_user,
    publish,
    ready_to_draw,
)
from tournaments.models import Act
from tournaments.models.entry import Role
from tournaments.services import proposing
from tournaments.services.entered import EnteredResult, EnteredScore

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def tournament():
    tournament = ready_to_draw(14)
    publish(tournament)
    return tournament


def official(tournament, role=Role.ORGANISER):
    user = make_user()
    make_official(tournament, role, user=user)
    return user


def table(tournament, number):
    current = tournament.rounds.get(number=1).current_draw()
    return current.tables.get(number=number)


def points_of(tournament, number):
    return [score.game_points for score in table(tournament, number).results.get().scores.all()]


@pytest.mark.parametrize("viewport", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_a_long_name_pushes_no_figure_out_of_its_card(tournament, visit, viewport):
    entry = table(tournament, 1).seats.first().entry
    entry.name = "Maximiliána Wolfeschlegelsteinhausenbergerdorffová"
    entry.save()
    enter(table(tournament, 1), (10, 8, 5, 4))

    page = visit(viewport, as_user=official(tournament))
    page.goto(f"/en/t/{tournament.slug}/desk/rounds/1/results/")

    card, figures = (page.locator(f"#table-1{part}").bounding_box() for part in ("", " .scored"))
    assert figures["x"] + figures["width"] <= card["x"] + card["width"]


def test_two_tables_are_typed_without_touching_the_mouse(tournament, visit):
    page = visit(LAPTOP, as_user=official(tournament))
    page.goto(f"/en/t/{tournament.slug}/desk/rounds/1/results/")
    expect(page.locator("[name=t1-points-1]")).to_be_focused()

    for digits in ("10", "8", "5", "4", "7"):
        page.keyboard.type(digits)
        page.keyboard.press("Enter")
    for digits in ("10", "6", "3"):
        page.keyboard.type(digits)
        if digits != "3":
            page.keyboard.press("Enter")
    page.keyboard.press("Alt+s")

    expect(page.get_by_text("Saved: tables 1, 2.")).to_be_visible()
    assert points_of(tournament, 1) == [10, 8, 5, 4]
    assert points_of(tournament, 2) == [7, 10, 6, 3]


def test_enter_in_an_empty_line_accepts_what_its_players_entered_and_keeps_what_is_typed(
    visit, assert_accessible
):
    tournament = ready_to_draw(14, from_the_table="proposed")
    publish(tournament)
    tournament.refresh_from_db()
    first = table(tournament, 1)
    seat = first.seats.select_related("entry").get(position=2)
    entered = EnteredResult({place: EnteredScore(11 - place) for place in range(1, 5)}, 1)
    agreeing(
        lambda who: proposing.propose_result(
            tournament, first, entered, proposing.Player(seat.entry, who)
        )
    )
    page = visit(LAPTOP, as_user=official(tournament))
    page.goto(f"/en/t/{tournament.slug}/desk/rounds/1/results/")
    page.locator("[name=t2-points-1]").fill("7")

    page.locator("[name=t1-points-1]").press("Enter")

    expect(page.get_by_text("Table 1 is saved.")).to_be_visible()
    expect(page.locator("#line-1")).to_have_count(0)
    expect(page.locator("[name=t2-points-1]")).to_be_focused()
    expect(page.locator("[name=t2-points-1]")).to_have_value("7")
    assert points_of(tournament, 1) == [10, 9, 8, 7]
    assert_accessible(page)


WAITS = "There is no connection. It waits here, and goes by itself, once, when the network is back."


def fill(page, number, points):
    for position, reached in enumerate(points, start=1):
        page.locator(f"[name=t{number}-points-{position}]").fill(str(reached))


def save(page):
    page.get_by_role("button", name="Save what is typed").click()


@pytest.mark.parametrize("role", [Role.ORGANISER, Role.SCOREKEEPER])
def test_what_is_typed_without_a_connection_waits_table_by_table_and_goes_once(
    tournament, visit, cut_off, assert_accessible, role
):
    page = visit(PHONE, as_user=official(tournament, role))
    page.goto(f"/en/t/{tournament.slug}/desk/rounds/1/results/")
    fill(page, 1, (10, 8, 5, 4))
    fill(page, 2, (7, 10, 6, 3))
    cut_off(page)

    save(page)
    expect(page.locator("#outbox li")).to_have_count(2)
    save(page)
    expect(page.locator("form [aria-busy]")).to_have_count(0)

    expect(page.locator("#outbox li")).to_have_count(2)
    expect(page.get_by_text(WAITS).first).to_be_visible()
    expect(page.locator("#outbox")).to_contain_text("Round 1, table 2")
    expect(page.locator("#connection")).to_be_hidden()
    expect(page.locator("[name=t1-points-2]")).to_have_value("8")
    assert_accessible(page)
    cut_off(page, off=False)

    expect(page.get_by_text("Saved: table 1.")).to_be_visible()
    expect(page.get_by_text("Saved: table 2.")).to_be_visible()
    expect(page.locator("#outbox")).to_be_hidden()
    assert points_of(tournament, 1) == [10, 8, 5, 4]
    assert points_of(tournament, 2) == [7, 10, 6, 3]
    assert Act.objects.filter(name="enter_result").count() == 2


def test_what_is_typed_in_other_lines_stays_while_waiting_ones_go_and_is_saved_later(
    tournament, visit, cut_off
):
    page = visit(LAPTOP, as_user=official(tournament))
    page.goto(f"/en/t/{tournament.slug}/desk/rounds/1/results/")
    fill(page, 1, (10, 8, 5, 4))
    cut_off(page)
    save(page)
    expect(page.get_by_text(WAITS)).to_be_visible()
    page.locator("[name=t2-points-1]").fill("7")
    cut_off(page, off=False)

    expect(page.get_by_text("It has arrived.")).to_be_visible()
    expect(page.locator("#line-1")).to_have_count(0)
    expect(page.locator("[name=t2-points-1]")).to_have_value("7")
    fill(page, 2, (7, 10, 6, 3))
    save(page)

    expect(page.get_by_text("Saved: table 2.")).to_be_visible()
    assert points_of(tournament, 2) == [7, 10, 6, 3]


def test_what_another_desk_saved_meanwhile_is_asked_about_and_both_are_shown(
    tournament, visit, cut_off
):
    page = visit(LAPTOP, as_user=official(tournament))
    page.goto(f"/en/t/{tournament.slug}/desk/rounds/1/results/")
    fill(page, 1, (10, 8, 5, 4))
    fill(page, 2, (7, 10, 6, 3))
    cut_off(page)
    save(page)
    expect(page.locator("#outbox li")).to_have_count(2)
    enter(table(tournament, 1), (10, 9, 5, 4))
    cut_off(page, off=False)

    expect(page.locator("#outbox li")).to_have_count(1)
    expect(page.get_by_text("It is not saved: the site has something to say")).to_be_visible()
    assert points_of(tournament, 1) == [10, 9, 5, 4]
    assert points_of(tournament, 2) == [7, 10, 6, 3]
    with page.context.expect_page() as opened:
        page.get_by_role("button", name="Look at it").click()
    asked = opened.value
    expect(asked.get_by_text("Save mine as a correction")).to_be_visible()
    expect(asked.locator("[name=t1-points-2]")).to_have_value("8")
    expect(asked.locator("#outbox")).to_be_hidden()
    asked.get_by_label("Save mine as a correction").check()
    save(asked)

    expect(asked.get_by_text("Saved: table 1.")).to_be_visible()
    newest = table(tournament, 1).results.order_by("-number").first()
    assert [score.game_points for score in newest.scores.all()] == [10, 8, 5, 4]


def test_all_of_one_table_waits_too_and_what_was_sent_twice_is_done_once(
    tournament, visit, cut_off
):
    page = visit(PHONE, as_user=official(tournament, Role.SCOREKEEPER))
    page.goto(f"/en/t/{tournament.slug}/desk/rounds/1/tables/1/")
    for position, reached in enumerate((10, 8, 5, 4), start=1):
        page.locator(f"[name=points-{position}]").fill(str(reached))
    cut_off(page)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text(WAITS)).to_be_visible()
    lost = []

    def lose_first(route):
        if route.request.method != "POST" or lost:
            route.continue_()
            return
        lost.append(route.fetch(max_redirects=0).status)
        route.abort()

    page.route("**/tables/1/", lose_first)
    with page.expect_event("requestfailed", lambda request: request.method == "POST"):
        cut_off(page, off=False)
    enter(table(tournament, 1), (10, 9, 5, 4), number_seen=1)

    expect(
        page.get_by_text("That has arrived already, and nothing was done twice.")
    ).to_be_visible()
    assert lost == [302]
    newest = table(tournament, 1).results.order_by("-number").first()
    assert [score.game_points for score in newest.scores.all()] == [10, 9, 5, 4]


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("book/", {"question": "Who pays?"}),
        ("players/add/", {"name": "Ota Pozdní"}),
    ],
)
def test_other_forms_of_the_desk_keep_what_is_typed_without_a_connection(
    tournament, visit, mishaps, path, fields
):
    page = visit(PHONE, as_user=official(tournament))
    page.goto(f"/en/t/{tournament.slug}/desk/{path}")
    for details in page.locator("details").all():
        details.evaluate("details => details.open = true")
    form = page.locator("form", has=page.locator(f"[name={next(iter(fields))}]"))
    for name, typed in fields.items():
        form.locator(f"[name={name}]").fill(typed)
    address = page.url
    take_network(page)

    form.evaluate("form => form.noValidate = true")
    form.get_by_role("button").first.click()

    expect(page.locator("#connection")).to_be_visible()
    assert page.url == address
    for name, typed in fields.items():
        expect(form.locator(f"[name={name}]")).to_have_value(typed)
    mishaps.clear()


def test_who_walks_in_is_not_typed_twice_without_a_connection(visit, mishaps):
    tournament = ready_to_draw(8)
    page = visit(PHONE, as_user=official(tournament))
    page.goto(f"/en/t/{tournament.slug}/desk/check-in/")
    page.locator("#walk-in summary").click()
    name = page.locator("#walk-in [name=name]")
    name.fill("Ota Pozdní")
    take_network(page)

    page.locator("#walk-in form").evaluate("form => form.noValidate = true")
    page.get_by_role("button", name="Add and check in").click()

    expect(page.locator("#connection")).to_be_visible()
    expect(name).to_have_value("Ota Pozdní")
    mishaps.clear()


def test_a_table_is_found_by_its_number_and_typed_in_twelve_keys(tournament, visit):
    page = visit(LAPTOP, as_user=official(tournament))
    page.goto(f"/en/t/{tournament.slug}/desk/rounds/1/results/")
    expect(page.locator("[name=t1-points-1]")).to_be_focused()

    keys = ["/", "2", "Enter", "1", "0", "Enter", "8", "Enter", "6", "Enter", "5"]
    for key in keys:
        page.keyboard.press(key)
    page.keyboard.press("Alt+s")

    expect(page.get_by_text("Saved: table 2.")).to_be_visible()
    assert points_of(tournament, 2) == [10, 8, 6, 5]
    assert len([*keys, "Alt+s"]) <= 12


def test_after_a_refusal_the_cursor_stands_in_the_wrong_field_in_sight(tournament, visit):
    page = visit(LAPTOP, as_user=official(tournament))
    page.goto(f"/en/t/{tournament.slug}/desk/rounds/1/results/")

    page.locator("[name=t1-points-1]").fill("9")
    page.locator("[name=t4-points-1]").fill("7")
    page.locator("[name=t1-points-2]").fill("8")
    page.locator("[name=t1-points-3]").fill("7")
    page.locator("[name=t1-points-4]").fill("10")
    page.keyboard.press("Alt+s")

    expect(page.get_by_text("Saved: table 1.")).to_be_visible()
    expect(page.locator("[name=t4-points-2]")).to_be_focused()
    expect(page.locator("[name=t4-points-2]")).to_be_in_viewport()


def test_one_table_is_typed_on_a_phone_without_scripts(tournament, visit):
    page = visit(PHONE, as_user=official(tournament), java_script_enabled=False)
    page.goto(f"/en/t/{tournament.slug}/desk/rounds/1/tables/4/")

    for position, points in ((1, "9"), (2, "8"), (3, "8")):
        page.locator(f"[name=points-{position}]").fill(points)
    page.get_by_label("time ran out").check()
    page.get_by_role("button", name="Save", exact=True).click()
    # Whoever says so before the bell is asked; without a started clock there is none.
    expect(page.get_by_text("Table 4 is saved.")).to_be_visible()

    assert points_of(tournament, 4) == [9, 8, 8]


def test_the_list_of_missing_tables_follows_others_and_keeps_what_is_typed(tournament, visit):
    page = visit(LAPTOP, as_user=official(tournament))
    page.clock.install()
    page.goto(f"/en/t/{tournament.slug}/desk/rounds/1/results/")
    page.locator("[name=t1-points-2]").fill("8")
    enter(table(tournament, 3), (10, 8, 5))

    page.clock.fast_forward(11_000)

    expect(page.locator("#missing")).to_contain_text("1 of 4 tables are in.")
    expect(page.locator("[name=t1-points-2]")).to_have_value("8")


@pytest.mark.parametrize("path", ["rounds/1/", "rounds/1/results/", "rounds/1/tables/1/"])
@pytest.mark.parametrize("viewport", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_the_pages_of_a_round_are_for_everybody(
    tournament, visit, assert_accessible, path, viewport
):
    enter(table(tournament, 1), (8, 8, 6, 5), winner=None)
    page = visit(viewport, as_user=official(tournament))
    page.goto(f"/en/t/{tournament.slug}/desk/{path}")

    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]


def test_a_swap_is_looked_at_and_done(visit, assert_accessible):
    tournament = ready_to_draw(12)
    drawn = draw(tournament)
    one, other = (drawn.tables.get(number=n).seats.first().entry for n in (1, 2))
    page = visit(LAPTOP, as_user=official(tournament))
    page.goto(f"/en/t/{tournament.slug}/desk/rounds/1/")

    page.get_by_role("link", name=str(one)).click()
    page.get_by_label("changes seats with").select_option(str(other.pk))
    page.get_by_role("button", name="What would change?").click()
    expect(page.get_by_label("Why they change seats")).to_be_visible()
    assert_accessible(page)
    page.get_by_label("Why they change seats").fill("Brothers.")
    page.get_by_role("button", name="Swap them").click()

    expect(page.get_by_text("They changed seats.")).to_be_visible()
    assert drawn.tables.get(number=1).seats.first().entry == other


@pytest.mark.parametrize(("number", "focused"), [("9", "#jump"), ("1", "#table-1 a >> nth=0")])
def test_what_is_typed_stays_where_a_table_is_not_on_the_grid(tournament, visit, number, focused):
    enter(table(tournament, 1), (10, 8, 5, 4))
    page = visit(LAPTOP, as_user=official(tournament))
    page.goto(f"/en/t/{tournament.slug}/desk/rounds/1/results/")
    page.locator("[name=t2-points-1]").fill("7")

    for key in ("/", number, "Enter"):
        page.keyboard.press(key)

    expect(page.locator(focused)).to_be_focused()
    expect(page.locator("[name=t2-points-1]")).to_have_value("7")


def test_from_the_box_of_a_question_a_slash_leads_to_another_table_too(tournament, visit):
    page = visit(LAPTOP, as_user=official(tournament))
    page.goto(f"/en/t/{tournament.slug}/desk/rounds/1/results/")
    for position, points in enumerate(["12", "8", "5", "4"], start=1):
        page.locator(f"[name=t2-points-{position}]").fill(points)
    page.get_by_role("button", name="Save what is typed").click()
    expect(page.locator("[name=t2-cautions]")).to_be_focused()

    for key in ("/", "1", "Enter"):
        page.keyboard.press(key)

    expect(page.locator("[name=t1-points-1]")).to_be_focused()
