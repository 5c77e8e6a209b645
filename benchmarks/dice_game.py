"""The dice game checked and reckoned, beside a loop that does nothing."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.measure import LOOP, Row, benchmark, empty_loop, seconds, side_by_side

PLAIN = 0.25
"""Seconds that the loop takes where the targets below are milliseconds."""

GAME = 2e-3 / PLAIN
ROLL = 1e-3 / PLAIN
LAST_TURNS = 1 / PLAIN
"""Of the loop: a game of four players, a roll, the exact value of a position."""


@benchmark("The dice game, as parts of ten million turns of an empty loop")
def dice_game() -> Iterator[Row]:
    from games.engine import record, rulesets
    from games.engine.replay import replay
    from games.engine.rulesets.dice_game import RULESET
    from games.engine.rulesets.dice_game.calculator import builds, payment, value
    from games.engine.rulesets.dice_game.faces import pack
    from games.engine.rulesets.dice_game.sheet import STANDARD
    from tests.games.rulesets.dice_game.chance import game

    played, _ = game(3, players=4)
    text = record.write(played, RULESET.notation)

    ours, loop = side_by_side(lambda: replay(RULESET, played), empty_loop)
    yield _row("a game of four players, parsed", ours, loop, GAME)
    ours = seconds(lambda: replay(RULESET, record.parse(text, rulesets.by_key)))
    yield _row("the same from its text", ours, loop, 2 * GAME)

    full = STANDARD.start | sum(
        1 << STANDARD.number_of[name]
        for name in ("R1", "R2", "R3", "S3", "C7", "K1", "K2", "K3", "K4", "K5")
    )
    position = builds.Position(STANDARD, full)
    rolls = [pack(value.KEPT[number]) for number in value.RESULTS]

    def list_all() -> None:
        payment.made_up.cache_clear()
        builds.plans.cache_clear()
        for dice in rolls:
            builds.builds(position, dice)

    ours = seconds(list_all) / len(rolls)
    yield _row("all legal builds of a roll, with five jokers", ours, loop, ROLL)

    for name, marks in (("an empty sheet", STANDARD.start), ("five jokers", full)):
        ours = seconds(
            lambda marks=marks: value.Values(STANDARD).of(marks, 0, value.EXACT_TURNS),
            repetitions=3,
        )
        yield _row(f"exact value of the last three turns, {name}", ours, loop, LAST_TURNS)


def _row(name: str, ours: float, loop: float, limit: float) -> Row:
    """Seconds against the loop; the ratio is shown in thousandths."""
    return Row.at_most(
        name, ours, loop / 1e3, limit * 1e3, of=f"{LOOP // 1000:,} turns of an empty loop"
    )
