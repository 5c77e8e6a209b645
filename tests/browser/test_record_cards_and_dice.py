"""The card game and the dice game are recorded by taps: every verb, by the keys or under More."""

import json
import re

import pytest
from playwright.sync_api import expect

from games.engine import rulesets
from games.engine.document import write_facts
from games.engine.record import parse, table_of
from games.models import canonical
from games.recording.recorder import stand_of
from tests import factories as make
from tests.browser.chromium import PHONE, give_network, take_network
from tests.browser.test_recorder import TABLET, counts, open_recorder
from tournaments.models import Table
from tournaments.services import records

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SEATS = '[Seats "Anna Ben Cyril Dana"]'

CARDS = f"""\
[Ruleset "card-game"]
{SEATS}
Anna  M BLOOW  DESTINY white:cw  H L??  S
1 Anna   R BL  D ??
2 Ben    T L>O  D ??
3 Cyril  D ??
4 Dana   X W>?  K WGO  Dana: PEEK  Dana: D ???
5 Anna   D ??
6 Ben    P Anna ?>?  S BLWG  FLIP ccw  D ??
7 Cyril  C GGOOO=thief-attack  EV  FLIP cw  Ben: LOSE ?  Cyril: D ??
8 Dana   R BL  D ???
9 Anna   D ??
10 Ben   DEAL Anna W>O  D ??
11 Cyril D ??
12 Dana  R B+3W  D ???
13 Anna  C GGOOO=market-day  EV  GAIN ?  D ??
14 Ben   D ??
15 Cyril E OWWW=library  D ??
16 Dana  Ben: SHOW  Dana: D ???
17 Anna  E OWWW=other:4  USE other Ben ?  VP 7  D ??
18 Ben   D ??
19 Cyril L Ben ?>O  Ben: SHUFFLE  Cyril: D ??
20 Dana  GIVES-UP
"""

DICE = f"""\
[Ruleset "dice"]
{SEATS}
[Sheet "standard"]
Anna R1
1 Anna  (+BLWGOA) (BLWG+BL)  S3 R2  =4
2 Ben   (+WGOOAA) KEEP  E AA>B  K1  =1
3 Cyril (=BBLLWO)  R1 R2  =2
4 Dana  (+BBLWAA) (BLWAA+B) (BAA+BLO)  =X
5 Anna  (=BWGOAA)  K1  J K1 B>O  =1
6 Ben   STOP
"""


@pytest.mark.parametrize(
    ("text", "size"),
    [pytest.param(CARDS, TABLET, id="cards"), pytest.param(DICE, PHONE, id="dice")],
)
def test_a_game_is_recorded_by_taps_with_every_verb(visit, table, assert_accessible, text, size):
    game = parse(text, rulesets.by_key)
    broken = {one.at for one in stand_of(game).written if one.findings}
    records.start_record(table.draw.round.tournament, table, game.header, [1, 2, 3, 4], make.doer())
    page = open_recorder(visit, table, size)

    for at, action in enumerate(game.actions):
        if action.verb == "end_turn" and int(page.locator("#recorder-count").inner_text()) > at:
            continue  # it came by itself
        tap(page, game.header, action)
        if at in broken:
            page.locator("[data-anyway]").click()
        expect(page.locator("#recorder-count")).to_have_text(told(at, game.actions))

    expect(page.locator("#recorder-saved")).to_have_text("Saved on the server")
    assert_accessible(page)
    kept = Table.objects.get(pk=table.pk).record.record()
    assert canonical(kept._replace(header=game.header)) == canonical(game)


def told(at, actions):
    """How many actions are written down then, with an end of a turn that came by itself or not."""
    ends = [one.verb == "end_turn" for one in actions[at + 1 : at + 2]]
    return re.compile(f"^({at + 1}|{at + 2})$" if any(ends) else f"^{at + 1}$")


def tap(page, header, action):
    """As a person does: the key of the verb, or More and the verb, then fact by fact."""
    notation = rulesets.by_key(header.ruleset).notation
    facts = write_facts(table_of(header, notation), notation, action.verb, action.facts)
    of = f'[data-verb="{action.verb}"][data-seat="{action.seat}"]'
    keys = page.locator("#recorder-keys > .recorder-verbs")
    expect(page.locator("#recorder-keys:not([inert])")).to_be_visible()
    if keys.locator(of).count():
        keys.locator(of).click()
    else:
        tap_under_more(page, action, of)
    for value in facts.values():
        answer(page, value)


def tap_under_more(page, action, of):
    fold = page.locator(".recorder-fold")
    if fold.get_attribute("open") is None:
        fold.locator("summary").click()
    key = fold.locator(of)
    if key.count():
        key.click()
        return
    fold.get_by_label("Who").select_option(str(action.seat))
    fold.get_by_label("What").select_option(action.verb)
    fold.get_by_role("button", name="Go on").click()


def answer(page, value):
    """What alone is possible is not asked for."""
    keys = page.locator("#recorder-keys")
    key = keys.locator(f"[data-value='{json.dumps(value, separators=(',', ':'))}']")
    if key.count():
        key.click()
    elif isinstance(value, (dict, list)) and keys.locator("[data-card]").count():
        for word in in_single(value):
            keys.locator(f'[data-card="{word}"]').click()
        # As soon as all are there that are due, they are gone.
        if page.locator("#recorder-keys:not([inert]) .recorder-heap:not(:empty)").count():
            keys.locator("[data-ok]").click()
    elif type(value) is int and keys.locator("input.digits").count():
        keys.locator("input.digits").fill(str(value))
        keys.get_by_role("button", name="Done").click()


def in_single(cards):
    if isinstance(cards, list):
        return cards
    return [word for word, count in cards.items() for _ in range(count)]


def test_what_alone_is_possible_does_not_stand_before_a_question(visit, table):
    """No die was set aside before the first roll, and nobody was asked for one."""
    game = parse(DICE, rulesets.by_key)
    records.start_record(table.draw.round.tournament, table, game.header, [1, 2, 3, 4], make.doer())
    page = open_recorder(visit, table, TABLET)
    tap(page, game.header, game.actions[0])
    page.locator("[data-anyway]").click()
    counts(page, 1)

    key = page.locator('#recorder-keys > .recorder-verbs [data-verb="roll"]')
    if key.count():
        key.click()

    label = page.locator("#recorder-keys .recorder-label").first
    expect(label).to_contain_text("The dice that were rolled")
    assert label.text_content().startswith("The dice that were rolled")


# The sheet of the dice game as something to tap on


ROLLED = ["brick", "brick", "lumber", "lumber", "gold", "gold"]


@pytest.fixture
def dice_game(visit, table):
    """Opens the recorder of a dice game whose first player has nothing marked yet."""

    def begun(size):
        game = parse(DICE.replace("Anna R1\n", ""), rulesets.by_key)
        tournament = table.draw.round.tournament
        records.start_record(tournament, table, game.header, [1, 2, 3, 4], make.doer())
        return open_recorder(visit, table, size)

    return begun


def tap_dice(page, faces):
    page.locator('#recorder-keys > .recorder-verbs [data-verb="result"]').click()
    for face in faces:
        page.locator(f'[data-card="{face}"]').click()


def tap_near(page, kind, name):
    """Within the 44 pixels round the middle of the place, not on it."""
    page.locator("#recorder-keys:not([inert])").wait_for()
    box = page.locator(f'[data-kind="{kind}"][data-place="{name}"]').bounding_box()
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.click(middle[0] + 12, middle[1] + 8)


@pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])
def test_roads_and_the_next_box_are_tapped_on_the_sheet(dice_game, assert_accessible, size):
    page = dice_game(size)
    first = page.locator(".recorder-prompt strong").inner_text()
    tap_dice(page, ROLLED)
    counts(page, 1)
    assert_accessible(page)

    tap_near(page, "symbol", "R1")
    counts(page, 2)
    tap_near(page, "symbol", "R2")
    counts(page, 3)
    tap_near(page, "entry", "1")

    counts(page, 5)  # the box, and the end of the turn by itself
    expect(page.locator(".recorder-prompt strong")).not_to_have_text(first)
    page.locator("#recorder-undo").click()
    counts(page, 3)
    expect(page.locator(".recorder-prompt strong")).to_have_text(first)


def test_without_a_connection_a_filled_box_ends_the_turn_as_well(dice_game, mishaps):
    page = dice_game(TABLET)
    prompt = page.locator(".recorder-prompt strong")
    first = prompt.inner_text()
    tap_dice(page, ROLLED)
    counts(page, 1)
    tap_near(page, "symbol", "R1")
    counts(page, 2)
    take_network(page)

    page.locator('#recorder-keys > .recorder-verbs [data-verb="enter"]').click()

    expect(prompt).not_to_have_text(first)
    give_network(page)
    counts(page, 4)
    expect(prompt).not_to_have_text(first)
    mishaps.clear()


def test_what_the_list_has_is_lit_on_the_sheet_as_well(dice_game):
    page = dice_game(TABLET)
    tap_dice(page, ROLLED)
    # Before the answer is there anything may be built, and nothing of it is lit.
    counts(page, 1)
    page.locator('#recorder-keys > .recorder-verbs [data-verb="build"]').click()

    listed = page.locator("#recorder-keys [data-value]").evaluate_all(
        "keys => keys.map(key => JSON.parse(key.dataset.value))"
    )
    lit = page.locator("[data-kind=symbol]").evaluate_all(
        "all => all.map(one => one.dataset.place)"
    )

    assert sorted(listed) == sorted(lit) == ["R1", "R2"]
    page.locator('[data-kind="symbol"][data-place="R1"]').press("Enter")
    counts(page, 2)


def test_on_a_phone_six_dice_are_tapped_without_scrolling(dice_game):
    """What is tapped so far, Done and Clear stay in sight, and each kind has a sign of its own."""
    page = dice_game(PHONE)

    tap_dice(page, ["brick", "lumber", "wool", "grain", "ore"])

    heap, done = page.locator(".recorder-heap"), page.locator("[data-ok]")
    assert [box["y"] + box["height"] < PHONE["height"] for box in map(seen, (heap, done))] == [
        True
    ] * 2
    assert (
        page.locator("[data-card]").evaluate_all(
            "keys => keys.filter(key => !key.querySelector('.terrain, .gold')).length"
        )
        == 0
    )


def seen(place):
    return place.bounding_box()


def test_names_stand_beside_their_pieces_in_the_card_game(visit, table):
    game = parse(CARDS, rulesets.by_key)
    records.start_record(table.draw.round.tournament, table, game.header, [1, 2, 3, 4], make.doer())
    page = open_recorder(visit, table, TABLET)

    apart = page.locator(".hand").evaluate_all(
        """hands => hands.map((hand) => {
          const [piece, name] = ["svg", "strong"].map((part) => hand.querySelector(part));
          return Math.abs(piece.getBoundingClientRect().top - name.getBoundingClientRect().top);
        })"""
    )

    assert len(apart) == 4
    assert max(apart) < 12
