"""A game is recorded by taps: on the board, on a few keys, with and without a connection."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from games.engine import rulesets
from games.engine.document import write_facts
from games.engine.record import parse, table_of
from tests import factories as make
from tournaments.models import Table
from tournaments.models.entry import Role
from tournaments.services import records

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TOUR = rulesets.by_key("base+tour")
SAMPLE = Path(__file__).parents[2] / "games" / "samples" / "kept.txt"
GAME = parse(SAMPLE.read_text(encoding="utf-8"), rulesets.by_key)
TABLET = {"width": 1024, "height": 768}


@pytest.fixture
def table():
    tournament = make.ready_to_draw(12)
    make.publish(tournament)
    return Table.objects.select_related("draw__round__tournament").earliest("pk")


def user_of(table):
    user = make.make_user()
    make.make_official(table.draw.round.tournament, Role.SCOREKEEPER, user=user)
    return user


def open_recorder(visit, table, size=TABLET):
    page = visit(size, as_user=user_of(table))
    slug = table.draw.round.tournament.slug
    page.goto(f"/en/t/{slug}/desk/rounds/1/tables/{table.number}/record/")
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
    facts = in_words(action)
    if action.verb == "roll":
        page.locator(f'[data-sum="{action.facts[0]}"]').click()
        return
    key = page.locator(
        f'#recorder-keys > * > [data-verb="{action.verb}"][data-seat="{action.seat}"]'
    )
    if action.verb not in {"found", "found_road", "robber"}:
        key.click()
    for name, value in facts.items():
        if name in {"intersection", "path", "hex"}:
            page.locator(f'[data-place="{value}"]').click()
        elif name in {"victim", "with"}:
            choose(page, value)
        elif isinstance(value, dict):
            tap_cards(page, action, name, value)


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
    started(table)
    page = open_recorder(visit, table)

    for number, action in enumerate(GAME.actions[:60], start=1):
        tap(page, action)
        counts(page, number)

    expect(page.locator("#recorder-saved")).to_have_text("Saved on the server")
    assert kept_actions(table) == list(map(as_tapped, GAME.actions[:60]))
