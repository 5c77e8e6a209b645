"""Recorded games with hidden cards, beside the same games with all cards known."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.measure import Row, benchmark, side_by_side

GAMES = ("c-vwv-48001", "c-vwv-48003", "c-rrr-42002")


@benchmark("Games with every stolen card unseen")
def stolen_unseen() -> Iterator[Row]:
    from games.engine.core import NOBODY
    from games.engine.replay import replay
    from games.engine.rulesets import base
    from games.engine.rulesets.base.packed import UNKNOWN
    from tests.games.played import record as played

    for name in GAMES:
        known = played(name)
        unseen = known._replace(
            actions=tuple(
                action._replace(facts=(*action.facts[:2], UNKNOWN))
                if action.verb == "robber" and action.facts[2] != NOBODY
                else action
                for action in known.actions
            )
        )
        ours, plain = side_by_side(
            lambda unseen=unseen: replay(base.RULESET, unseen),
            lambda known=known: replay(base.RULESET, known),
        )
        yield Row.at_most(name, ours, plain, 10, of="all cards known")
