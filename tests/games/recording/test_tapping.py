"""Every action of a game can be tapped: by the keys of its verb, then fact by fact.

`way_there` asks as static/js/recorder.js does; tests/browser/test_recorder.py taps in earnest.
"""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from games.engine import rulesets
from games.engine.core import Record
from games.engine.document import PLACES, write_facts
from games.engine.replay import Report
from games.recording import recorder
from tests.games.rulesets.chance import legal_action, new_game

FEW = 6
"""Piles of several kinds that stand on keys; more of them are put together card by card."""

KEYS = (
    *("base", "seafarers", "cities-knights", "cities-knights+seafarers"),
    *("base+santa", "cities-knights+seafarers+easter-bunny"),
)


MOST = 1200
"""Actions of a game: three times as many as a table plays in its time. Beyond some 1,500 with all
cards hidden the checker may say that it follows no further, and then nothing is offered."""


def played(key, seed, most=MOST, **options):
    """A legal game as the table saw it: before each action its stand, the action as everybody saw
    it, and as it was."""
    ruleset = rulesets.by_key(key)
    chance = random.Random(seed)
    header = replace(new_game(ruleset, chance).header, options=options)
    record = Record(header, ())
    state, seen = ruleset.setup(header), ruleset.setup(header)
    for _ in range(most):
        action = legal_action(ruleset, state, chance)
        if action is None:
            return
        veiled = ruleset.hidden.veiled(action)
        yield recorder.Stand(record, ruleset, Report(ruleset, record, seen), []), veiled, action
        ruleset.play(state, action)
        assert ruleset.play(seen, veiled) == ()


def is_tapped(stand, action):
    """Whether one of the choices of the moment leads to the action."""
    verbs = recorder.verbs_of(stand.record.header)
    facts = write_facts(stand.table, stand.ruleset.notation, action.verb, action.facts)
    return any(
        leads(verbs[action.verb], choice["ways"] + choice["rests"], facts)
        for choice in recorder.asked(stand)["choices"]
        if (choice["seat"], choice["verb"]) == (action.seat, action.verb)
    )


def leads(verb, ways, facts):
    known = {}
    for field in verb["fields"]:
        value = facts[field["name"]]
        fit = [
            way for way in ways if all(way.get(name, fact) == fact for name, fact in known.items())
        ]
        keys = [way[field["name"]] for way in fit if field["name"] in way]
        if not (value in keys or put_together(field, keys) or (not keys and asked(field, value))):
            return False
        known[field["name"]] = value
    return True


def put_together(field, keys):
    different = [pile for at, pile in enumerate(keys) if pile not in keys[:at]]
    mixed = any(len(pile) > 1 for pile in keys) if field["asked"] == "cards" else False
    return mixed and len(different) > FEW


def asked(field, value):
    """Whether the value can be given where nothing is listed."""
    words = {word for word, _ in field["words"]}
    if value is None:
        return field["none"]
    return {
        **dict.fromkeys((*PLACES, "intersections", "seat"), True),
        "dice": type(value) in (int, list),
        "pair": type(value) is list and len(value) == 2,
        "cards": type(value) is dict and value.keys() <= words,
        "thefts": type(value) is list and set(value) <= {None, "?"},
        "word": type(value) is str and value in words,
        "number": value in range(6),
    }[field["asked"]]


def untapped(key, seeds):
    """The actions that no tap leads to."""
    missed = []
    for seed in seeds:
        # Every other game with the variant of Cities & Knights, which others do not know.
        for stand, veiled, action in played(key, seed, experienced=str(seed % 2)):
            # What nobody saw may be known all the same: then it is on the key.
            if not is_tapped(stand, veiled) and not is_tapped(stand, action):
                missed.append(veiled)
    return missed


@pytest.mark.parametrize("key", KEYS)
def test_every_action_of_a_game_can_be_tapped(key):
    assert untapped(key, [3]) == []


@pytest.mark.prove
@pytest.mark.parametrize("seeds", [range(2), pytest.param(range(2, 6), marks=pytest.mark.long)])
@pytest.mark.parametrize("key", KEYS)
def test_every_action_of_many_games_can_be_tapped(key, seeds):
    assert untapped(key, seeds) == []


@pytest.mark.parametrize("ruleset", rulesets.ISLANDS, ids=[one.key for one in rulesets.ISLANDS])
def test_no_two_keys_of_a_moment_have_the_same_words(ruleset):
    labels, openers = ruleset.notation.labels, ruleset.notation.openers

    for verbs in (ruleset.verbs.keys() & openers, ruleset.verbs.keys() - openers):
        assert len({labels[verb] for verb in verbs}) == len(verbs)


@pytest.mark.parametrize("ruleset", rulesets.ISLANDS, ids=[one.key for one in rulesets.ISLANDS])
def test_each_fact_is_asked_for_by_keys(ruleset):
    """Even where nothing is listed, as without a connection."""
    fields = [field for of_verb in ruleset.notation.fields.values() for field in of_verb]

    assert not [field.name for field in fields if not field.asked]
