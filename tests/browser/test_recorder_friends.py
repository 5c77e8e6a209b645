"""Best Friends is recorded by taps: gifts, favours, tokens, the robber that spares somebody."""

import json
import random
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from games.engine import rulesets
from games.engine.core import Action
from games.engine.document import write_facts
from games.engine.record import table_of
from games.engine.rulesets.best_friends.earning import draws_of
from games.models import canonical
from tests import factories as make
from tests.browser.chromium import LAPTOP, PHONE
from tests.browser.test_recorder import GAME, counts, kept_actions, open_recorder, started
from tests.games.rulesets.chance import legal_action

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

RULES = rulesets.by_key("base+best-friends")
HEADER = replace(GAME.header, ruleset=RULES.key, options={})
WANTED = ("give", "merchants", "road_builders", "traders", "scholars", "exchange_token", "robber")


def played(seed, most):
    """The start of a legal game, as everybody at the table sees it."""
    chance = random.Random(seed)
    state = RULES.setup(HEADER)
    actions = []
    while len(actions) < most and (action := legal_action(RULES, state, chance)):
        assert RULES.play(state, action) == ()
        if action.verb == "roll":
            action = action._replace(facts=(action.facts[0], 0, 0))
        actions.append(RULES.hidden.veiled(action))
    return actions


def tap(page, action):
    """By the key of its verb, then by its facts; what is asked for by itself has no key."""
    key = page.locator(f'#recorder-keys [data-verb="{action.verb}"][data-seat="{action.seat}"]')
    if key.count():
        key.click()
    facts = write_facts(table_of(HEADER, RULES.notation), RULES.notation, action.verb, action.facts)
    for name, value in facts.items():
        tap_fact(page, name, value)


def tap_fact(page, name, value):
    key = page.locator(f"[data-value='{json.dumps(value, separators=(',', ':'))}']")
    if name == "dice":
        page.locator(f'[data-sum="{value}"]').click()
    elif name in {"intersection", "path", "hex"}:
        page.locator(f'[data-place="{value}"]').click()
    elif key.count():
        key.click()
    elif isinstance(value, dict) and page.locator("[data-card]").count():
        for word, count in value.items():
            for _ in range(count):
                page.locator(f'[data-card="{word}"]').click()


def test_a_person_records_gifts_and_favours_by_taps(visit, table):
    actions = played(seed=23, most=75)
    assert set(WANTED) <= {action.verb for action in actions}
    started(table, HEADER)
    page = open_recorder(visit, table)

    for number, action in enumerate(actions, start=1):
        tap(page, action)
        counts(page, number)

    assert kept_actions(table) == actions


@pytest.fixture
def under_way(table):
    """The founding is over, the first player has rolled and offered a card in vain."""
    kept = started(table, HEADER)
    founded = played(seed=23, most=16)
    assert founded[-1].verb == "found_road"
    rolled = Action(0, "roll", (2, 0, 0))
    text = canonical(kept.record()._replace(actions=(*founded, rolled)))
    kept.write(text, make.at(10), revision=1)
    return table


def test_a_refused_gift_and_tokens_that_nobody_earned_are_written_down(visit, under_way):
    page = open_recorder(visit, under_way)
    counts(page, 17)

    page.locator('#recorder-keys > .recorder-verbs [data-verb="refuse"]').click()
    page.locator('[data-value="1"]').click()
    page.locator('[data-card="?"]').click()
    page.locator("[data-ok]").click()
    counts(page, 18)

    page.get_by_text("More", exact=True).click()
    page.get_by_label("What", exact=True).select_option("tokens")
    page.get_by_role("button", name="Go on", exact=True).click()
    for seat in (1, 0, 0):
        page.locator(f'[data-next="{seat}"]').click()
    page.locator("[data-ok]").click()
    page.locator("[data-anyway]").click()
    counts(page, 19)

    refused, tokens = kept_actions(under_way)[17:]
    assert (refused.verb, refused.facts[0]) == ("refuse", 1)
    assert tokens == Action(0, "tokens", (draws_of([1, 0, 0]),))
    expect(page.locator(".recorder-lines .found")).to_contain_text("BF-031")


@pytest.mark.parametrize("size", [PHONE, LAPTOP])
def test_the_recorder_with_its_guild_board_is_accessible(visit, assert_accessible, under_way, size):
    page = open_recorder(visit, under_way, size)
    counts(page, 17)

    assert_accessible(page)
