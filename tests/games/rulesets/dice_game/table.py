"""A table at which any position of the dice game can be laid out, in the notation."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import record, rulesets
from games.engine.replay import replay
from games.engine.rulesets import dice_game

RULESET = dice_game.RULESET

NAMES = ("Anna", "Ben", "Cyril")


def text_of(*lines: str, players: int = 2, head: str = "", sheet: str = "standard") -> str:
    sheet = sheet if sheet.startswith("[") else f'[Sheet "{sheet}"]'
    seats = " ".join(NAMES[:players])
    return f'[Ruleset "dice"]\n[Seats "{seats}"]\n{sheet}\n{head}\n' + "\n".join(lines)


def read(*lines: str, **given: Any) -> Any:
    return record.parse(text_of(*lines, **given), rulesets.by_key)


def verdict(*lines: str, **given: Any) -> Any:
    return replay(RULESET, read(*lines, **given))


def found(report: Any) -> set[str]:
    return {one.rule.id for one in (*report.at_the_start, *report.violations)}


def broken(*lines: str, **given: Any) -> set[str]:
    """The rules that the last action breaks; those before it must break none, and the quick test
    must say the same as the checks."""
    game = read(*lines, **given)
    state = RULESET.setup(game.header)
    for action in game.actions[:-1]:
        assert RULESET.play(state, action) == (), action
    last = game.actions[-1]
    rules = {trouble.rule.id for trouble in RULESET.broken(state, last)}
    assert RULESET.verbs[last.verb].allowed(state, last) == (not rules), (last, rules)
    return rules


def case(rule: str, given: str, breaks: str, keeps: str, **head: Any) -> Any:
    """A row of the rules: a line that breaks it in its last action, and the nearest one that does
    not; both after the same lines, parted by `|`."""
    lines = tuple(line.strip() for line in given.split("|")) if given else ()
    return pytest.param(
        rule, lines, breaks, keeps, head, id=f"{rule} {breaks}", marks=pytest.mark.rule(rule)
    )


def turns(count: int, *, players: int = 1, entry: str = "=X") -> tuple[str, ...]:
    """So many turns in a row that are crosses, in the shortest record."""
    return tuple(f"{turn + 1} {NAMES[turn % players]} {entry}" for turn in range(count))
