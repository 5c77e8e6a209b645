"""Records that take longest, beside a loop that does nothing: the promise of time.

The files in `slow/` are the worst that `tests/fuzz_times.py` found; those behind them are long.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.engine import empty_loop
from benchmarks.measure import Row, benchmark, side_by_side

FOUND = Path(__file__).parent / "slow"

SMALL, LARGE = 2, 8
"""Loops for an input of up to 100 kB, and of up to 1 MB."""

LONGEST = 100_000

FILLING = frozenset({"roll", "robber", "discard", "bank", "draw", "give_back", "commit"})
"""What goes on for ever in a game in which nobody builds."""

ACTIONS = 14_000

LONG = ("base", "cities-knights")


@benchmark("The slowest records, each beside ten million turns of an empty loop")
def slowest() -> Iterator[Row]:
    for path in sorted(FOUND.glob("*.txt")):
        yield _row(path.stem, path.read_bytes())
    for key in LONG:
        for odds in (0.3, 1.0):
            yield _row(f"{key}, {odds:.0%} unseen", _endless(key, odds))
    yield _row("ends of turns, all wrong", _wrong())
    yield _row("1 MB of comments and turns", _with_comments())


def _row(name: str, text: bytes) -> Row:
    from games.engine.verdicts import verdict_on

    ours, loop = side_by_side(lambda: verdict_on(text), empty_loop, repetitions=3)
    limit = SMALL if len(text) <= LONGEST else LARGE
    return Row.at_most(f"{name}, {len(text):,} bytes", ours, loop, limit, of="the loop")


def _endless(key: str, odds: float) -> bytes:
    """A legal game in which the cards go round, as long as the promise for small ones goes."""
    from games.engine import record, rulesets
    from tests.games.rulesets.chance_cities import hidden

    game, chance = _game(key), random.Random(1)
    veiled = game._replace(actions=tuple(hidden(one, chance, odds) for one in game.actions))
    text = record.write(veiled, rulesets.by_key(key).notation).encode()
    return text[:LONGEST].rpartition(b"\n")[0]


@cache
def _game(key: str) -> Any:
    from games.engine import rulesets
    from games.engine.core import Record
    from tests.games.rulesets.chance import drawn, new_game

    ruleset, chance = rulesets.by_key(key), random.Random(1)
    state = new_game(ruleset, chance)
    actions = []
    while len(actions) < ACTIONS:
        listed = list(ruleset.legal(state))
        some = [action for action in listed if action.verb in FILLING]
        ending = [action for action in listed if action.verb == "end_turn"]
        action = drawn(state, chance.choice(some or ending or listed), chance)
        ruleset.play(state, action)
        actions.append(action)
    return Record(state.header, tuple(actions))


def _wrong() -> bytes:
    """Each end of a turn breaks a rule or two."""
    lead, _, _ = _endless("base", 0).partition(b"\n20 ")
    return (lead + b"\n" + 12 * b"@1  / / / / / / /\n" * 500)[:LONGEST].rpartition(b"\n")[0]


def _with_comments() -> bytes:
    lines = _endless("base", 1.0).split(b"\n")
    return b"\n".join(line + b" ; " + 160 * b"x" for line in lines)[:1_000_000]
