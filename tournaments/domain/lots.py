"""The lot, for players whom nothing else can part (T-047, D-120)."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.chance import Chance

from .values import Player


def lot_order(players: Sequence[Player], seed: str) -> tuple[Player, ...]:
    """The players in the order of the lot, best first. Name them in the order of their numbers,
    so that anybody who knows the seed draws the same."""
    order = list(players)
    Chance(seed).shuffle(order)
    return tuple(order)
