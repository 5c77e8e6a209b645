"""Longest Road: who holds the tile."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TypeVar

S = TypeVar("S", bound=Hashable)

SHORTEST = 5
"""Roads in a chain that can hold the tile (B-147)."""


def holder_of_longest_road(lengths: Mapping[S, int], holder: S | None) -> S | None:
    """Who holds the tile after a change, from the lengths of all; None if it is set aside.

    `holder` had it before. The holder keeps it unless another chain is longer (B-148, B-150);
    then it goes to the one who alone is longest (B-151, B-154), or to nobody (B-152, B-153).
    """
    longest = max(lengths.values())
    if longest < SHORTEST:
        return None
    if holder is not None and lengths[holder] == longest:
        return holder
    first, *others = (seat for seat, length in lengths.items() if length == longest)
    return None if others else first
