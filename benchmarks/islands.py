"""What the other island games cost, beside the base game."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from benchmarks.measure import Row, benchmark, side_by_side

SEEDS = range(6)

ACTIONS = 1100
"""Of a game at most."""

LIMITS = {"cities-knights": 2}
"""How many times the base game an action may cost."""

UNSEEN = 10
"""The same for a game with unseen cards beside the one with all cards known."""

STOLEN_AND_DRAWN = frozenset({"robber", "draw", "give_back", "spy"})


@benchmark("Games of random legal actions checked, each action beside one of the base game")
def islands() -> Iterator[Row]:
    from games.engine import rulesets
    from games.engine.rulesets import base

    plain, plain_count = _checking(base.RULESET)
    for ruleset in rulesets.RULESETS:
        if ruleset.viewer == base.RULESET.viewer and ruleset is not base.RULESET:
            check, count = _checking(ruleset)
            ours, theirs = side_by_side(check, plain)
            yield _row(ruleset, ours / count, theirs / plain_count)


def _checking(ruleset: Any) -> tuple[Callable[[], None], int]:
    """What checks some games, and how many actions they have."""
    from games.engine.replay import replay

    games = _games(ruleset)

    def check() -> None:
        for game in games:
            replay(ruleset, game)

    return check, sum(len(game.actions) for game in games)


def _games(ruleset: Any) -> Sequence[Any]:
    from tests.games.rulesets.chance import played_at_random

    return [played_at_random(ruleset, random.Random(seed), ACTIONS) for seed in SEEDS]


def _row(ruleset: Any, ours: float, plain: float) -> Row:
    name, of = ruleset.key, "an action of the base game"
    if ruleset.key in LIMITS:
        return Row.at_most(name, ours, plain, LIMITS[ruleset.key], of=of)
    return Row.beside(name, ours, plain, of=of)


@benchmark("Games of Cities & Knights with every stolen card and every progress card unseen")
def cities_unseen() -> Iterator[Row]:
    from games.engine.replay import replay
    from games.engine.rulesets.cities_knights import RULESET
    from tests.games.rulesets.chance_cities import hidden

    for seed, known in zip(SEEDS, _games(RULESET), strict=True):
        unseen = known._replace(
            actions=tuple(
                hidden(action, random.Random(seed), 1)
                if action.verb in STOLEN_AND_DRAWN
                else action
                for action in known.actions
            )
        )
        ours, plain = side_by_side(
            lambda unseen=unseen: replay(RULESET, unseen),
            lambda known=known: replay(RULESET, known),
        )
        name = f"{len(known.actions)} actions of seed {seed}"
        yield Row.at_most(name, ours, plain, UNSEEN, of="all cards known")
