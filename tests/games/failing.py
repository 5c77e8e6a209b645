"""A checker with a fault in it."""

from dataclasses import replace

from games.engine import rulesets


def failing_at(monkeypatch, verb):
    """Let the base game fail at a verb, in the way that generators swallow."""

    def fail(*_given):
        raise StopIteration

    for key in ("base", "base+tour"):
        ruleset = rulesets.by_key(key)
        broken = replace(ruleset.verbs[verb], quick=fail)
        monkeypatch.setitem(ruleset.verbs, verb, broken)
