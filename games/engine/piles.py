"""Where a game keeps cards, and what may be asked of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from games.engine.bounds import Test
from games.engine.core import Seat


class Fork(NamedTuple):
    """What has to be known before an action: how many cards of a kind lie in a zone, each cell
    being zone, kind and the number beyond which it does not matter. `wanted` are the numbers that
    the record itself gives, if it does. `taker` is the zone that gets those cards, where the action
    does nothing else with them: then they can be taken without being counted. `besides` are cards
    of other kinds that the record takes from zones, right or wrong."""

    pile: int
    cells: tuple[tuple[int, int, int], ...]
    wanted: tuple[int, ...] | None = None
    taker: int | None = None
    besides: tuple[tuple[int, int], ...] = ()


class Taking(NamedTuple):
    """Cards of a kind that go from zones of a pile to the taker, no more than the caps from each,
    however many they are."""

    pile: int
    cells: Sequence[tuple[int, int]]
    caps: Sequence[int]
    taker: int


class Sized(NamedTuple):
    """The size of a zone makes a difference to an action: sizes with the same outcome do not."""

    zone: int
    outcome: Callable[[int], int]


class Pile(NamedTuple):
    """Cards of one sort: how many kinds, and where a state keeps them.

    `held`: the cards that lie in a zone for certain, those unseen counted behind. `turn_up`: so
    many of the unseen cards of a zone have become known (sign 1), or are in doubt again (-1).
    `widen`: how many more places for unseen cards are in the zone, fewer if negative; None if it is
    always known how many there are.
    """

    kinds: int
    zones: Callable[[Any], int]
    held: Callable[[Any, int], int]
    turn_up: Callable[[Any, int, int, int], None]
    widen: Callable[[Any, int, int], None] | None = None


class Contest(NamedTuple):
    """The seat has won if the test holds."""

    seat: Seat
    pile: int
    test: Test
