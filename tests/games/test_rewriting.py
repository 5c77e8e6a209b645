"""Whatever is written in another order with the same meaning gets the same verdict."""

from __future__ import annotations

import random
from itertools import combinations, islice

import pytest

from games.engine import rulesets
from games.engine.core import Action, NotARecord
from games.engine.record import parse, write
from games.engine.replay import replay
from games.engine.rulesets.base.places import bits
from games.engine.rulesets.base.state import MAIN
from games.engine.rulesets.cities_knights.decks import PLACES
from games.engine.rulesets.cities_knights.decks import one as one_card
from tests.games.oracle.short_games import short_games
from tests.games.rewriting import named, rewritten
from tests.games.rulesets.steered import CELLS, steered

in_every_cell = pytest.mark.parametrize("cell", [*CELLS, ("card-game",)], ids="+".join)


def verdict(text):
    """What the engine says of a text, places and lines of it left out."""
    try:
        record = parse(text, rulesets.by_key)
    except NotARecord as refusal:
        return sorted(error.expected for error in refusal.errors)
    report = replay(rulesets.by_key(record.header.ruleset), record)
    return {
        "findings": [
            (found.at, found.rule.id, found.impossible, found.follows)
            for found in (*report.violations, *report.let_stand)
        ],
        "at the start": sorted({broken.rule.id for broken in report.at_the_start}),
        "points": [dict(made) for made in report.points],
        "more points": list(report.hidden_points),
        "winners": list(report.winners),
        "ended": report.ended,
        "titles": dict(report.titles),
        "proved": [(known.at, str(known.detail)) for known in report.deduced],
        "not checkable": sorted(broken.rule.id for broken in report.unproved),
        "followed until": (report.beyond, report.lost),
    }


def records(cell, seed, count):
    """Short games with unseen cards, half of them illegal, with results true and false."""
    return [named(game.record) for game in islice(short_games(cell, seed), 0, count * 7, 7)]


def assert_the_same_verdict(record, dice):
    notation = rulesets.by_key(record.header.ruleset).notation
    plain, other = write(record, notation), rewritten(record, notation, dice)

    assert verdict(other) == verdict(plain), f"{plain}\n{other}"


def assert_the_same_verdicts(cell, *, seed, count):
    dice = random.Random("+".join(cell))
    for record in records(cell, seed, count):
        assert_the_same_verdict(record, dice)


@in_every_cell
def test_the_same_record_in_other_words_gets_the_same_verdict(cell):
    assert_the_same_verdicts(cell, seed=5, count=1)


@pytest.mark.prove
@in_every_cell
def test_many_records_in_other_words_get_the_same_verdict(cell):
    assert_the_same_verdicts(cell, seed=6, count=20)


@pytest.mark.prove
@in_every_cell
def test_a_record_is_judged_as_its_text_is(cell):
    """Writing and reading it again changes no action, breaks off and leaves included."""
    for record in records(cell, 7, 10):
        notation = rulesets.by_key(record.header.ruleset).notation

        read = parse(write(record, notation), rulesets.by_key)

        assert [action._replace(line=0) for action in read.actions] == list(record.actions)


CITIES = [("cities-knights",), ("cities-knights+seafarers", "experienced")]

SMITH, INVENTOR = PLACES["Sm"], PLACES["In"]


@pytest.mark.parametrize("cell", CITIES, ids="+".join)
def test_two_knights_of_a_smith_may_be_named_in_either_order(cell):
    ruleset = rulesets.by_key(cell[0])
    for state in moments_with(cell, SMITH):
        for one, other in combinations(bits(state.men[state.turn]), 2):
            assert outcome(ruleset, state, "smith", (one, other)) == outcome(
                ruleset, state, "smith", (other, one)
            )


@pytest.mark.parametrize("cell", CITIES, ids="+".join)
def test_two_hexes_of_an_inventor_may_be_named_in_either_order(cell):
    ruleset = rulesets.by_key(cell[0])
    for state in moments_with(cell, INVENTOR):
        hexes = range(0, len(state.places.corners), 5)
        for one, other in combinations(hexes, 2):
            assert outcome(ruleset, state, "inventor", (one, other)) == outcome(
                ruleset, state, "inventor", (other, one)
            )


def moments_with(cell, place):
    """Moments of a game in which a card may be played, put into the hand of the player on turn."""
    key, *switched = cell
    ruleset = rulesets.by_key(key)
    colour, kind = place
    game = steered(ruleset, 11, dict.fromkeys(switched, "1"))
    state = ruleset.setup(game.header)
    for at, action in enumerate(game.actions):
        ruleset.play(state, action)
        if state.phase == MAIN and at % 50 == 0:
            twin = state.copy()
            twin.progress[colour][state.turn] += one_card(kind)
            yield twin


def outcome(ruleset, state, verb, facts):
    """The rules that an action breaks, and what the board is like after it if it can be done."""
    twin = state.copy()
    broken = ruleset.play(twin, Action(state.turn, verb, facts))
    rules = {(trouble.rule.id, trouble.detail.impossible) for trouble in broken}
    return rules, twin.ranks, twin.numbers, twin.yields
