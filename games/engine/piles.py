"""Where a game keeps cards, and what may be asked of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from games.engine.core import Seat
from games.engine.worlds import Test


class Fork(NamedTuple):
    """What has to be known before an action: how many cards of a kind lie in a zone, each cell
    being zone, kind and the number beyond which it does not matter. `wanted` are the numbers that
    the record itself gives, if it does."""

    pile: int
    cells: tuple[tuple[int, int, int], ...]
    wanted: tuple[int, ...] | None = None


class Pile(NamedTuple):
    """Cards of one sort: how many kinds, and where a state keeps them.

    `held`: the cards that lie in a zone for certain, those unseen counted behind. `turn_up`: so
    many of the unseen cards of a zone have become known (sign 1), or are in doubt again (-1).
    """

    kinds: int
    zones: Callable[[Any], int]
    held: Callable[[Any, int], int]
    turn_up: Callable[[Any, int, int, int], None]


class Contest(NamedTuple):
    """The seat has won if the test holds."""

    seat: Seat
    pile: int
    test: Test
