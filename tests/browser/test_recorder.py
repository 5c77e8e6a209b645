"""A game is recorded by taps: on the board, on a few keys, with and without a connection."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from games.engine import rulesets
from games.engine.core import Action
from games.engine.document import write_facts
from games.engine.record import parse, table_of
from games.models import canonical
from tests import factories as make
from tests.browser.chromium import LAPTOP, PHONE, give_network, take_network
from tournaments.models import Table
from tournaments.models.entry import Role
from tournaments.services import records

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TOUR = rulesets.by_key("base+tour")
SAMPLE = Path(__file__).parents[2] / "games" / "samples" / "kept.txt"
GAME = parse(SAMPLE.read_text(encoding="utf-8"), rulesets.by_key)
TABLET = {"width": 1024, "height": 768}


def user_of(table):
    user = make.make_user()
    make.make_official(table.draw.round.tournament, Role.SCOREKEEPER, user=user)
    return user


def open_page(visit, table, size=TABLET):
    page = visit(size, as_user=user_of(table))
    slug = table.draw.round.tournament.slug
    page.goto(f"/en/t/{slug}/desk/rounds/1/tables/{table.number}/record/")
    return page


def open_recorder(visit, table, size=TABLET):
    """On the tablet that writes, and once it knows: before, what is tapped is kept and not sent."""
    page = open_page(visit, table, size)
    page.wait_for_function(
        """() => {
            const key = Object.keys(localStorage).find((one) => /^recorder-\\d/.test(one));
            return Boolean(key && JSON.parse(localStorage.getItem(key)).newest);
        }"""
    )
    return page


def started(table, header=GAME.header):
    tournament = table.draw.round.tournament
    return records.start_record(tournament, table, header, [1, 2, 3, 4], make.doer())


def in_words(action):
    """The action as JSON has it: its facts by name."""
    table = table_of(GAME.header, TOUR.notation)
    return write_facts(table, TOUR.notation, action.verb, action.facts)


def tap(page, action):
    """Make the action as a person does: by the key of its verb, then by its facts."""
    page.locator("#recorder-keys:not([inert]) > .recorder-fold").wait_for()
    if action.verb in {"found", "found_road", "robber", "roll"}:
        tap_facts(page, action)
        return
    keys = page.locator("#recorder-keys > .recorder-verbs")
    key = keys.locator(f'[data-verb="{action.verb}"][data-seat="{action.seat}"]')
    if key.count():  # what alone is possible is asked for by itself
        key.click()
    tap_facts(page, action)


def tap_facts(page, action):
    for name, value in in_words(action).items():
        if name == "dice":
            page.locator(f'[data-sum="{action.facts[0]}"]').click()
        elif name in {"intersection", "path", "hex"}:
            page.locator(f'[data-place="{value}"]').click()
        elif isinstance(value, dict):
            tap_cards(page, action, name, value)
        else:
            choose(page, value)


def tap_cards(page, action, name, cards):
    if action.verb == "bank":
        choose(page, cards)
        return
    for word, count in cards.items():
        for _ in range(count):
            page.locator(f'[data-card="{word}"]').click()
    if action.verb == "deal":
        page.locator("[data-ok]").click()


def choose(page, value):
    """Press the key of the value; what alone is possible is not asked for."""
    key = page.locator(f"[data-value='{json.dumps(value, separators=(',', ':'))}']")
    if key.count():
        key.click()


def counts(page, number):
    expect(page.locator("#recorder-count")).to_have_text(str(number))


def kept_actions(table):
    kept = Table.objects.get(pk=table.pk).record.record()
    return [action._replace(line=0) for action in kept.actions]


def as_tapped(action):
    """The action without what is not asked for: each die, gains."""
    facts = (action.facts[0], 0, 0) if action.verb == "roll" else action.facts
    return action._replace(line=0, gains=None, facts=facts)


def test_a_person_records_the_start_of_a_game_by_taps(visit, table):
    records_by_taps(visit, table, GAME.actions[:60])


@pytest.mark.prove
def test_a_person_records_a_whole_game_by_taps(visit, table):
    """With discards, all kinds of trades and thefts, Knights before the roll, and the win."""
    win = Action(0, "claim")

    page = records_by_taps(visit, table, (*GAME.actions, win))

    expect(page.locator("#recorder-ending")).to_contain_text("won by points")


def records_by_taps(visit, table, actions):
    started(table)
    page = open_recorder(visit, table)

    for number, action in enumerate(actions, start=1):
        tap(page, action)
        counts(page, number)

    expect(page.locator("#recorder-saved")).to_have_text("Saved on the server")
    assert kept_actions(table) == list(map(as_tapped, actions))
    return page


def test_a_game_goes_on_without_a_connection_and_is_saved_once_when_it_is_back(
    visit, table, mishaps
):
    started(table)
    page = open_recorder(visit, table)
    before, without, after = GAME.actions[:12], GAME.actions[12:24], GAME.actions[24:34]
    for number, action in enumerate(before, start=1):
        tap(page, action)
        counts(page, number)

    take_network(page)
    for number, action in enumerate(without, start=1):
        tap_unchecked(page, action)
        expect(page.locator("#recorder-saved")).to_have_text(f"Only on this tablet: {number}")
    assert len(kept_actions(table)) == 12
    give_network(page)

    counts(page, 24)
    expect(page.locator("#recorder-saved")).to_have_text("Saved on the server")
    for number, action in enumerate(after, start=25):
        tap(page, action)
        counts(page, number)
    assert kept_actions(table) == list(map(as_tapped, GAME.actions[:34]))
    assert all("ERR_INTERNET_DISCONNECTED" in mishap for mishap in mishaps)
    mishaps.clear()


def tap_unchecked(page, action):
    """The same while nothing is lit: what comes next by itself is asked for already."""
    expect(page.locator(".recorder.unchecked, #recorder-keys:not([inert])").first).to_be_visible()
    verb = page.locator(f'[data-verb="{action.verb}"]').first
    if verb.count():
        verb.click()
    tap_facts(page, action)


def tap_anywhere(page, kind, name):
    """Put the finger on a place, lit or not."""
    x, y = page.evaluate(
        """([kind, name]) => {
            const { places } = JSON.parse(document.getElementById("recorder").dataset.game).game;
            const [, x, y, toX = x, toY = y] = places[kind].find(([known]) => known === name);
            const svg = document.querySelector(".recorder-board svg");
            const at = new DOMPoint((x + toX) / 2, (y + toY) / 2);
            const { x: left, y: top } = at.matrixTransform(svg.getScreenCTM());
            return [left, top];
        }""",
        [kind, name],
    )
    page.mouse.click(x, y)


@pytest.fixture
def under_way(table):
    """The founding is over, and Anna has rolled."""
    kept = started(table)
    text = canonical(kept.record()._replace(actions=GAME.actions[:17]))
    kept.write(text, make.at(10), revision=1)
    return table


def test_what_happened_against_the_rules_is_written_down_with_its_finding(visit, table):
    started(table)
    page = open_recorder(visit, table)
    tap_anywhere(page, "intersection", "c2s")
    counts(page, 1)

    tap_anywhere(page, "path", "a1ne")
    page.get_by_text("By the rules this may not happen").wait_for()
    counts(page, 1)
    page.locator("[data-anyway]").click()

    counts(page, 2)
    expect(page.locator(".recorder-lines .found")).to_contain_text("B-059")


def test_a_slip_is_left_out_and_an_action_undone(visit, table):
    started(table)
    page = open_recorder(visit, table)
    tap_anywhere(page, "intersection", "c2s")
    counts(page, 1)
    tap_anywhere(page, "path", "a1ne")

    page.locator("[data-drop]").click()
    page.locator('[data-place="c2se"]').click()
    counts(page, 2)
    page.get_by_role("button", name="Undo").click()
    counts(page, 1)
    page.get_by_role("button", name="Undo").click()

    counts(page, 0)
    expect(page.locator("#recorder-undo")).to_be_disabled()
    assert kept_actions(table) == []


def test_undo_takes_back_what_the_server_asks_about_and_the_question_with_it(visit, table):
    started(table)
    page = open_recorder(visit, table)
    tap_anywhere(page, "intersection", "c2s")
    counts(page, 1)
    tap_anywhere(page, "path", "a1ne")
    page.get_by_text("By the rules this may not happen").wait_for()

    page.get_by_role("button", name="Undo").click()

    expect(page.get_by_text("By the rules this may not happen")).to_have_count(0)
    expect(page.locator("#recorder-saved")).to_have_text("Saved on the server")
    counts(page, 1)
    page.locator('[data-place="c2se"]').click()
    counts(page, 2)
    assert len(kept_actions(table)) == 2


def test_a_second_tablet_is_told_and_takes_over(visit, under_way):
    first = open_recorder(visit, under_way)
    counts(first, 17)
    second = open_page(visit, under_way)

    expect(second.get_by_text("has been writing this game on another tablet")).to_be_visible()
    expect(second.locator("#recorder-saved.warning")).to_have_count(0)
    second.locator("[data-over]").click()
    tap(second, GAME.actions[17])
    counts(second, 18)
    tap(first, GAME.actions[17])

    expect(first.get_by_text("Another tablet writes this game")).to_be_visible()
    expect(first.locator("#recorder-saved.warning")).to_have_text("Only on this tablet: 1")
    assert len(kept_actions(under_way)) == 18


@pytest.fixture
def overtaken(visit, under_way, mishaps):
    """A tablet that has written one thing without a connection while another one took over and
    wrote on, once it is connected again."""
    first = open_recorder(visit, under_way)
    counts(first, 17)
    take_network(first)
    tap_unchecked(first, GAME.actions[17])
    expect(first.locator("#recorder-saved")).to_have_text("Only on this tablet: 1")
    second = open_page(visit, under_way)
    second.locator("[data-over]").click()
    for number, action in enumerate(GAME.actions[17:19], start=18):
        tap(second, action)
        counts(second, number)
    give_network(first)
    expect(first.get_by_text("Another tablet writes this game")).to_be_visible()
    mishaps.clear()
    return first


@pytest.mark.parametrize("loaded", ["once", "again"])
def test_whoever_throws_away_what_is_only_here_still_does_not_write(overtaken, under_way, loaded):
    page = overtaken
    if loaded == "again":
        page.reload()
        expect(page.get_by_text("Another tablet writes this game")).to_be_visible()

    with page.expect_response("**/record/pen/") as answer:
        page.get_by_role("button", name="Throw away what is only here").click()
    answer.value.finished()

    expect(page.locator("#recorder-unsent li")).to_have_count(0)
    expect(page.get_by_text("Another tablet writes this game")).to_be_visible()
    expect(page.locator("#recorder-keys button")).to_have_text(["Write here from now on"])
    expect(page.locator("[data-place]")).to_have_count(0)
    counts(page, 19)
    page.locator("[data-over]").click()
    tap(page, GAME.actions[19])
    counts(page, 20)
    expect(page.locator("#recorder-saved")).to_have_text("Saved on the server")
    assert kept_actions(under_way)[17:] == list(map(as_tapped, GAME.actions[17:20]))


def test_what_was_tapped_without_a_connection_outlives_a_closed_tablet(visit, under_way, mishaps):
    page = open_recorder(visit, under_way)
    counts(page, 17)
    take_network(page)
    for action in GAME.actions[17:19]:
        tap_unchecked(page, action)
    expect(page.locator("#recorder-saved")).to_have_text("Only on this tablet: 2")
    address = page.url
    page.close()

    give_network(page)
    again = page.context.new_page()
    again.goto(address)

    counts(again, 19)
    assert kept_actions(under_way)[17:] == list(map(as_tapped, GAME.actions[17:19]))
    mishaps.clear()


def test_what_is_not_sent_yet_can_be_taken_back(visit, under_way, mishaps):
    page = open_recorder(visit, under_way)
    counts(page, 17)
    take_network(page)
    for action in GAME.actions[17:19]:
        tap_unchecked(page, action)

    page.get_by_role("button", name="Undo").click()
    give_network(page)

    counts(page, 18)
    assert len(kept_actions(under_way)) == 18
    mishaps.clear()


def test_actions_can_be_typed_as_well(visit, under_way):
    page = open_recorder(visit, under_way)
    counts(page, 17)

    page.get_by_text("More", exact=True).click()
    page.get_by_label("Or in the notation").fill("D ? /")
    page.get_by_role("button", name="Write it down").click()

    counts(page, 19)
    assert kept_actions(under_way)[17:] == list(map(as_tapped, GAME.actions[17:19]))


def test_dice_that_were_thrown_before_the_connection_went_are_not_shown_as_those_of_now(
    visit, under_way, mishaps
):
    page = open_recorder(visit, under_way)
    counts(page, 17)
    expect(page.locator("#recorder-dice")).to_be_visible()
    take_network(page)
    buys, ends = GAME.actions[17:19]
    tap_unchecked(page, buys)
    expect(page.locator("#recorder-dice")).to_be_visible()

    tap_unchecked(page, ends)

    expect(page.locator("#recorder-dice")).to_be_hidden()
    give_network(page)
    counts(page, 19)
    mishaps.clear()


def touch(page, x, y):
    page.evaluate(
        """([clientX, clientY]) => {
            const bubbling = { bubbles: true, cancelable: true };
            const facts = { ...bubbling, clientX, clientY, pointerType: "touch" };
            const click = new PointerEvent("click", facts);
            document.elementFromPoint(clientX, clientY).dispatchEvent(click);
        }""",
        [x, y],
    )


def stop_the_clock(page, *, at):
    page.evaluate("at => { performance.now = () => at }", at)


def middle(key):
    box = key.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_finger_that_comes_down_twice_ends_the_turn_and_rolls_nothing(visit, under_way):
    page = open_recorder(visit, under_way, PHONE)
    counts(page, 17)
    stop_the_clock(page, at=5000)
    at = middle(page.locator("#recorder-keys [data-verb=end_turn]"))

    touch(page, *at)
    counts(page, 18)
    page.locator("#recorder-keys:not([inert]) [data-sum='2']").wait_for()
    touch(page, *at)

    expect(page.locator("#recorder-saved")).to_have_text("Saved on the server")
    counts(page, 18)
    stop_the_clock(page, at=5500)
    touch(page, *at)
    counts(page, 19)


def test_a_key_that_stays_may_be_tapped_as_fast_as_one_can(visit, under_way, mishaps):
    page = open_recorder(visit, under_way)
    counts(page, 17)
    take_network(page)
    tap_unchecked(page, GAME.actions[17])
    expect(page.locator("#recorder-saved")).to_have_text("Only on this tablet: 1")
    page.locator("#recorder-keys [data-verb=bank]").click()
    wool = page.locator("[data-card=wool]").first
    at = middle(wool)

    touch(page, *at)
    touch(page, *at)

    expect(page.locator(".recorder-heap")).to_have_text("2× wool")
    give_network(page)
    mishaps.clear()


def test_a_key_that_was_meant_means_nothing_until_the_answer_is_there(visit, under_way):
    """A finger does not get through to it then; a program that taps for somebody does."""
    page = open_recorder(visit, under_way)
    counts(page, 17)
    twice = "key => { key.click(); key.click(); }"
    page.locator("#recorder-keys [data-verb=end_turn]").evaluate(twice)
    counts(page, 18)
    expect(page.locator("#recorder-saved")).to_have_text("Saved on the server")
    page.get_by_text("More", exact=True).click()
    page.get_by_label("What", exact=True).select_option("discard")
    page.get_by_role("button", name="Go on", exact=True).click()
    page.locator('[data-card="grain"]').click()

    page.locator("[data-ok]").evaluate(twice)

    expect(page.locator("[data-drop]")).to_be_visible()
    expect(page.locator("#recorder-unsent li")).to_have_count(1)
    counts(page, 18)


def hold_back(page, address):
    """Requests to addresses that end so wait until what is returned is called."""
    held = []

    def hold(route):
        held.append(route)

    page.route(f"**/{address}", hold)

    def let_go():
        while not held:
            page.wait_for_timeout(50)
        for route in held:
            route.continue_()
        page.unroute(f"**/{address}")

    return let_go


@pytest.fixture
def before_the_answer(visit, under_way):
    """The page just opened, and what lets its first request go."""
    page = visit(TABLET, as_user=user_of(under_way))
    let_go = hold_back(page, "record/pen/")
    slug = under_way.draw.round.tournament.slug
    page.goto(f"/en/t/{slug}/desk/rounds/1/tables/1/record/")
    page.get_by_text("More", exact=True).click()
    return page, let_go


def write_on(table, actions):
    kept = Table.objects.get(pk=table.pk).record
    text = canonical(kept.record()._replace(actions=GAME.actions[:actions]))
    kept.write(text, make.at(11), revision=kept.revision)


@pytest.mark.parametrize("known", [17, 18])
def test_what_is_begun_before_the_first_answer_stays(before_the_answer, under_way, known):
    """The page may be older than what the server knows."""
    page, let_go = before_the_answer
    page.get_by_label("Or in the notation").fill("D ?")
    page.get_by_label("Who").select_option("2")
    page.get_by_label("What", exact=True).select_option("discard")
    page.get_by_role("button", name="Go on", exact=True).click()
    page.locator('[data-card="grain"]').click()
    page.get_by_label("Who").select_option("3")
    write_on(under_way, known)

    let_go()

    counts(page, known)
    expect(page.locator("#recorder-saved")).to_have_text("Saved on the server")
    third = page.get_by_label("Who").locator("option").nth(2).text_content()
    expect(page.locator(".recorder-prompt")).to_contain_text(third)
    expect(page.locator(".recorder-heap")).to_contain_text("1")
    expect(page.get_by_label("Who")).to_have_value("3")


def test_what_is_tapped_before_the_first_answer_is_written_down(before_the_answer, under_way):
    page, let_go = before_the_answer
    tap(page, GAME.actions[17])
    expect(page.locator("#recorder-unsent li")).to_have_count(1)

    let_go()

    counts(page, 18)
    assert kept_actions(under_way)[17:] == [as_tapped(GAME.actions[17])]


def test_what_is_begun_while_an_answer_takes_long_stays(visit, under_way):
    page = open_recorder(visit, under_way)
    counts(page, 17)
    let_go = hold_back(page, "record/write/")
    tap(page, GAME.actions[17])
    page.locator(".recorder.unchecked").wait_for()
    page.locator('[data-verb="deal"]').first.click()
    page.locator("[data-value='2']").click()
    page.locator('[data-card="grain"]').click()

    let_go()

    counts(page, 18)
    expect(page.locator(".recorder-heap")).to_contain_text("1")


@pytest.mark.parametrize("size", [PHONE, TABLET, LAPTOP])
def test_the_recorder_is_accessible(visit, assert_accessible, under_way, size):
    page = open_recorder(visit, under_way, size)
    counts(page, 17)
    page.get_by_text("More", exact=True).click()

    assert_accessible(page)


def test_the_page_opens_without_a_connection_and_goes_on_where_it_was(visit, under_way, mishaps):
    page = open_recorder(visit, under_way)
    counts(page, 17)
    page.locator("#recorder[data-kept]").wait_for()
    tap(page, GAME.actions[17])
    counts(page, 18)

    take_network(page)
    page.reload()
    counts(page, 18)
    tap(page, GAME.actions[18])
    expect(page.locator("#recorder-saved")).to_have_text("Only on this tablet: 1")
    give_network(page)

    counts(page, 19)
    assert kept_actions(under_way)[17:] == list(map(as_tapped, GAME.actions[17:19]))
    mishaps.clear()


def test_a_record_is_not_closed_over_what_is_only_on_the_tablet(visit, under_way, mishaps):
    page = open_recorder(visit, under_way)
    counts(page, 17)
    take_network(page)
    tap_unchecked(page, GAME.actions[17])
    address = page.url

    page.get_by_text("What is saved where").click()
    page.get_by_role("button", name="The game is over").click()

    expect(page.locator("#recorder-close-waits")).to_be_visible()
    assert page.url == address
    give_network(page)
    counts(page, 18)
    mishaps.clear()


def test_nothing_stays_on_the_tablet_once_the_record_is_closed(visit, under_way):
    page = open_recorder(visit, under_way)
    page.locator("#recorder[data-kept]").wait_for()

    page.get_by_text("What is saved where").click()
    page.get_by_role("button", name="The game is over").click()
    page.get_by_role("button", name="Close the record", exact=True).click()

    page.wait_for_url("**/tables/1/")
    # The page that follows throws it away, beside its loading.
    page.wait_for_function("Object.keys(localStorage).every((key) => !key.startsWith('recorder-'))")
    page.wait_for_function("async () => (await caches.keys()).length === 0")


@pytest.mark.parametrize("way", ["the link", "the browser"])
def test_the_same_tablet_writes_on_when_it_is_not_closed_after_all(visit, under_way, way):
    page = open_recorder(visit, under_way)
    counts(page, 17)
    page.get_by_text("What is saved where").click()
    page.get_by_role("button", name="The game is over").click()
    back = page.get_by_role("link", name="Back", exact=True)
    expect(back).to_be_visible()

    back.click() if way == "the link" else page.go_back()

    counts(page, 17)
    tap(page, GAME.actions[17])
    counts(page, 18)
