"""Recorded games checked by the rules, beside a loop that does nothing."""

from __future__ import annotations

import random
import timeit
from collections.abc import Iterator

from benchmarks.measure import Row, benchmark, empty_loop, side_by_side

PER_ACTION = 5.5e-6 / 0.25
"""Of the loop, for each action of a record: 5.5 µs where the loop takes 0.25 s."""

GAMES = ("c-vwv-48001", "c-rrr-42002", "c-vwv-48003")

RANDOM_GAME = 0.5 * 0.029 / 1100 / 0.25
"""Of the loop, for each action of a game of random legal actions: twice as fast as Catanatron,
which plays 1,100 of them in 29 ms."""


@benchmark("Checking recorded games, each action as a part of ten million turns of an empty loop")
def checking() -> Iterator[Row]:
    from games.engine import record, rulesets
    from games.engine.replay import replay
    from games.engine.rulesets import base
    from tests.games.played import record as played

    games = [played(name) for name in GAMES]
    count = sum(len(game.actions) for game in games)
    texts = [record.write(game, base.RULESET.notation) for game in games]

    def check() -> None:
        for game in games:
            replay(base.RULESET, game)

    def read_and_check() -> None:
        for text in texts:
            replay(base.RULESET, record.parse(text, rulesets.by_key))

    for name, work, limit in (
        ("from the parsed form", check, PER_ACTION),
        ("from the text", read_and_check, 3 * PER_ACTION),
    ):
        ours, loop = side_by_side(work, empty_loop)
        yield _row(name, ours / count, loop, limit)


@benchmark("Random play from the lists of legal actions, beside the same loop")
def random_play() -> Iterator[Row]:
    from games.engine.rulesets import base
    from tests.games.rulesets.chance import legal_action, new_game

    header = new_game(base.RULESET, random.Random(0)).header

    def play(seed: int = 0) -> int:
        chance = random.Random(seed)
        state = base.RULESET.setup(header)
        count = 0
        while count < 1100:
            action = legal_action(base.RULESET, state, chance)
            if action is None:
                return count
            base.RULESET.play(state, action)
            count += 1
        return count

    count = play()
    ours, loop = side_by_side(play, empty_loop)
    yield _row(f"{count} actions", ours / count, loop, RANDOM_GAME)


@benchmark("A record as it is kept")
def kept() -> Iterator[Row]:
    from games.engine.rulesets import base
    from games.models import LARGEST_KEPT, canonical, packed
    from tests.games.rulesets.chance import played_at_random

    game = played_at_random(base.RULESET, random.Random(2), 1100)
    size = len(packed(canonical(game)))
    yield Row.count(f"{len(game.actions)} actions, bytes", size, LARGEST_KEPT)


@benchmark("Records of a day")
def day() -> Iterator[Row]:
    """300 records in the text form within a second of one core that runs the loop in 0.25 s."""
    from games.engine import record
    from games.engine.rulesets import base
    from games.engine.verdicts import verdict_on
    from tests.games.played import record as played

    texts = [
        record.write(played(name), base.RULESET.notation).encode()
        for name in ("c-vwv-48001", "c-vwv-48003", "j-classic-4p-11")
    ]
    yield Row.count("bytes of a record", max(map(len, texts)), 40 * 1024)
    ours = min(timeit.repeat(lambda: [verdict_on(text) for text in texts * 10], number=1, repeat=5))
    loop = min(timeit.repeat(empty_loop, number=1, repeat=3))
    yield Row.at_most("300 records", 10 * ours, loop, 4, of="ten million turns of an empty loop")


def _row(name: str, ours: float, loop: float, limit: float) -> Row:
    """Seconds an action against the loop; the ratio is shown in millionths."""
    return Row.at_most(name, ours, loop / 1e6, limit * 1e6, of="ten turns of an empty loop")
