"""The card game checked, beside a loop that does nothing."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.measure import Row, benchmark, empty_loop, side_by_side

TURNS = 60
"""Of a usual game; random ones are longer, and are reckoned by the turn."""

GAME = 3e-3 / 0.25
"""Of the loop, for a game of so many turns: 3 ms where the loop takes 0.25 s."""


@benchmark("The card game, as parts of ten million turns of an empty loop")
def card_game() -> Iterator[Row]:
    from games.engine.replay import replay
    from tests.games.rulesets.card_chance import game, hidden, rules

    played, _ = game(4, 1)
    veiled = hidden(played)
    usual = TURNS / sum(action.verb == "end_turn" for action in played.actions)

    ours, loop = side_by_side(lambda: replay(rules(), played), empty_loop)
    yield _row("60 turns of four players, all cards seen", usual * ours, loop)
    ours, loop = side_by_side(lambda: replay(rules(), veiled), empty_loop)
    yield _row("the same with hidden hands", usual * ours, loop)


def _row(name: str, ours: float, loop: float) -> Row:
    return Row.at_most(name, ours, loop, GAME, of="ten million turns of an empty loop")
