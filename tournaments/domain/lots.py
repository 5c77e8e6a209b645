"""The lot, for players whom nothing else can part (T-047, D-120)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from games.engine.chance import Chance

from .values import Player


def lot_order(players: Sequence[Player], seed: str) -> tuple[Player, ...]:
    """The players in the order of the lot, best first. Name them in the order of their numbers,
    so that anybody who knows the seed draws the same."""
    order = list(players)
    Chance(seed).shuffle(order)
    return tuple(order)


def groups_at_border(
    players: Sequence[Player], last: int, undecided: Collection[Collection[Player]]
) -> tuple[tuple[Player, ...], ...]:
    """Level groups that the border above the `last` players cuts apart, so that only a lot can
    say who sits at a table of three. `players` are to be seated now, best first.
    """
    above = set(players[: len(players) - last])
    below = set(players) - above
    return tuple(
        tuple(group)
        for group in undecided
        if not above.isdisjoint(group) and not below.isdisjoint(group)
    )
