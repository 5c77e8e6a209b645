"""What is asked about a position in words: the verdict on a line, the reasons of a list."""

from __future__ import annotations

import pytest

from games.engine import rulesets
from games.engine.core import NotARecord
from games.engine.files import read_text
from games.engine.questions import judge, possible
from tests.games.rulesets.table import head


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
