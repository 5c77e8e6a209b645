"""What is asked about a position in words: the verdict on a line, the reasons of a list."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from games.engine import rulesets
from games.engine.core import NotARecord, Record
from games.engine.files import read_text
from games.engine.questions import judge, possible
from games.engine.record import write
from tests.games.rulesets.chance import legal_action, new_game
from tests.games.rulesets.photographed import is_told, photographed
from tests.games.rulesets.table import head


def positions(seed=1):
    """A position of a random game of each rule set that has any, all of it told, as text."""
    chance = random.Random(seed)
    for ruleset in rulesets.RULESETS:
        if ruleset.notation.position is None:
            continue
        state = new_game(ruleset, chance)
        stock = state.stock
        told = None
        for _step in range(250):
            action = legal_action(ruleset, state, chance)
            if action is None:
                break
            ruleset.play(state, action)
            if is_told(state):
                told = replace(state.header, position=photographed(state, stock))
        if told is not None:
            yield ruleset.key, write(Record(told, ()), ruleset.notation)


def record(ruleset, players, position, line=""):
    return read_text(f'{head(ruleset, players)}[Position "{position}"]\n{line}\n')


def verdict(ruleset, *table):
    """The verdict, the rows that speak against it, and what it depends on."""
    judged = judge(rulesets.by_key(ruleset), record(ruleset, *table))
    last = judged.answers[-1]
    return judged.verdict, [one.rule.id for one in last.broken], last.depends


def listed(ruleset, *table):
    """What may be done, by verb."""
    found = possible(rulesets.by_key(ruleset), record(ruleset, *table).header)
    return {one.verb: one for one in found}


def reasons(doable):
    return [one.rule.id for one in doable.broken]


def refused(ruleset, *table):
    with pytest.raises(NotARecord) as refusal:
        record(ruleset, *table)
    (error,) = refusal.value.errors
    return str(error)
