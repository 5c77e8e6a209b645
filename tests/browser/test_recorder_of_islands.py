"""Cities & Knights, Seafarers and Santa Claus are recorded by taps."""

import json

import pytest
from playwright.sync_api import expect

from games.engine import rulesets
from games.engine.core import Record
from games.engine.document import PLACES, write_facts
from games.engine.record import table_of
from games.models import canonical
from tests import factories as make
from tests.browser.chromium import PHONE
from tests.browser.test_recorder import counts, kept_actions, open_recorder, started
from tests.games.recording.test_tapping import is_tapped, played

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def game_of(key, seed, first=0, most=2500, **options):
    """A random legal game of four, from the first action on as it can be tapped: what nobody saw
    stays unseen unless the hands tell it all the same."""
    actions = []
    for stand, veiled, action in played(key, seed, most, **options):
        known = len(actions) >= first and not is_tapped(stand, veiled)
        actions.append(action if known else veiled)
        header = stand.record.header
    assert len(header.players) == 4
    return Record(header, tuple(actions))


def tap(page, game, action):
    """Make the action as a person does: by the key of its verb unless that is asked for by itself,
    then by its facts."""
    ruleset = rulesets.by_key(game.header.ruleset)
    key = page.locator(f'[data-verb="{action.verb}"][data-seat="{action.seat}"]')
    if key.count():
        key.click()
    table = table_of(game.header, ruleset.notation)
    facts = write_facts(table, ruleset.notation, action.verb, action.facts)
    for field in ruleset.notation.fields.get(action.verb, ()):
        tap_fact(page, field, facts[field.name])


def tap_fact(page, field, value):
    listed = page.locator(f"[data-value='{json.dumps(value, separators=(',', ':'))}']")
    if field.asked in PLACES and value is not None:
        page.locator(f'[data-place="{value}"]').click()
    elif field.asked == "intersections":
        for name in value:
            page.locator(f'[data-place="{name}"]').click()
        if page.locator("[data-ok]").count():
            page.locator("[data-ok]").click()
    elif field.asked == "pair":
        for number, pips in enumerate(value, start=1):
            page.locator(f'[data-die="{number}-{pips}"]').click()
    elif field.asked == "dice":
        page.locator(f'[data-sum="{sum(value)}"]').click()
    elif listed.count():
        listed.click()
    elif field.asked == "cards" and page.locator("[data-card]").count():
        tap_cards(page, [word for word, count in value.items() for _ in range(count)])


def tap_cards(page, words):
    """The pile is sent with the last card if so many are due; else it is said that this is all."""
    for word in words:
        key = page.locator(f'[data-card="{word}"]')
        done = key.evaluate(
            "(key) => (key.click(), !key.isConnected || !!key.closest('#recorder-keys[inert]'))"
        )
    ok = page.locator("[data-ok]")
    if not done and ok.is_enabled():
        ok.click()


def as_tapped(game, action):
    """The action as it is kept: in the base game only the sum of the dice is asked for."""
    summed = action.verb == "roll" and len(action.facts) == 3
    return action._replace(facts=(action.facts[0], 0, 0)) if summed else action


def records_by_taps(visit, table, game, first, last):
    """Tap the actions from the first to the last one of them, after what went before."""
    kept = started(table, game.header)
    begun = kept.record()._replace(actions=game.actions[:first])
    kept.write(canonical(begun), make.at(10), revision=1)
    page = open_recorder(visit, table)
    counts(page, first)
    for number, action in enumerate(game.actions[first:last], start=first + 1):
        tap(page, game, action)
        counts(page, number)
    expect(page.locator("#recorder-saved")).to_have_text("Saved on the server")
    assert kept_actions(table)[first:] == [
        as_tapped(game, action) for action in game.actions[first:last]
    ]


@pytest.mark.parametrize(
    ("game", "first"),
    [
        ({"key": "cities-knights", "seed": 13}, 0),
        ({"key": "cities-knights", "seed": 13}, 820),
        ({"key": "cities-knights", "seed": 31, "experienced": "1"}, 1595),
        ({"key": "seafarers", "seed": 5}, 535),
        ({"key": "cities-knights+seafarers", "seed": 7}, 945),
        ({"key": "base+santa", "seed": 5}, 20),
    ],
)
def test_a_stretch_of_a_game_is_recorded_by_taps(visit, table, game, first):
    """Founding, dice, barbarians, knights, progress cards; ships, pirate and gold; Santa Claus and
    presents."""
    last = first + 40

    records_by_taps(visit, table, game_of(first=first, most=last, **game), first, last)


def test_that_the_barbarians_won_stands_above_who_gives_up_a_city(visit, table):
    game = game_of("cities-knights", 13, most=52)
    kept = started(table, game.header)
    begun = kept.record()._replace(actions=game.actions)
    kept.write(canonical(begun), make.at(10), revision=1)

    page = open_recorder(visit, table, PHONE)

    due = page.locator("#recorder-keys [data-verb=lose_city]")
    expect(due).to_have_count(3)
    expect(page.locator("#recorder-keys")).to_contain_text("The barbarians have attacked and won.")
    for chip in due.locator(".chip").all():
        box = chip.bounding_box()
        assert box["width"] == pytest.approx(box["height"], abs=0.5)
