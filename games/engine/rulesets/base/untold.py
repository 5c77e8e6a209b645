"""Hands of which a position tells nothing, for a question about its table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

from games.engine.core import Seat
from games.engine.rulesets.base.moment import some_of
from games.engine.rulesets.base.packed import UNKNOWN
from games.engine.rulesets.base.position import DISCARDS, Position

UNTOLD = (0, 7)
"""How many cards that nobody saw may be in a hand that is not told: none, or as many as a 7 leaves
alone, which pay for anything."""

UNTOLD_AT_SEVEN = (8, 10, 12, 14, 16, 18)
"""Those of which a 7 takes half."""


def hands_filled(position: Position, verb: str) -> list[tuple[tuple[int, ...], Position]]:
    """The position with so many cards in the hands that are not told, for a question about the
    verb."""
    untold = [seat for seat, held in enumerate(position.held) if held.hand is None]
    if not untold:
        return [((), position)]
    if position.due == DISCARDS:
        filled = [*_hands_at_seven(untold, position.owing)]
    else:
        numbers = (*UNTOLD, *UNTOLD_AT_SEVEN) if verb == "discard" else UNTOLD
        filled = [(number,) * len(untold) for number in numbers]
    return [(counts, _with_hands(position, untold, counts)) for counts in filled]


def _hands_at_seven(untold: Sequence[Seat], owing: Sequence[Seat]) -> Iterator[tuple[int, ...]]:
    """Whoever of them owes cards for a 7; all as many where that is more than two."""
    yield (0,) * len(untold)
    for some in some_of(untold):
        rich = [seat for seat in untold if some >> seat & 1]
        if owing and not set(rich) <= set(owing):
            continue
        apart = len(rich) == 2 and len(untold) <= 3
        alike = ((number,) * len(rich) for number in UNTOLD_AT_SEVEN)
        for counts in product(UNTOLD_AT_SEVEN, repeat=2) if apart else alike:
            held = dict(zip(rich, counts, strict=True))
            yield tuple(held.get(seat, UNTOLD[-1]) for seat in untold)


def _with_hands(position: Position, seats: Sequence[Seat], counts: Sequence[int]) -> Position:
    held = list(position.held)
    for seat, count in zip(seats, counts, strict=True):
        held[seat] = replace(held[seat], hand=count << 8 * UNKNOWN)
    return replace(position, held=tuple(held))
