"""Longest Road: how long a player's longest chain of roads is, and who holds the tile."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping
from typing import TypeVar

from games.engine.board.hexes import Grid

S = TypeVar("S", bound=Hashable)

SHORTEST = 5
"""Roads in a chain that can hold the tile (B-147)."""

Network = dict[int, list[tuple[int, int]]]
"""The roads at each end: path and the end at its other side. Ends are intersections, or numbers
below 0 where an opponent's building cuts the roads apart."""


def longest_route(grid: Grid, roads: Collection[int], cut: Collection[int] = ()) -> int:
    """Roads in the longest chain that uses each of the paths `roads` at most once (B-143).

    It may cross its own track (B-144). `cut` are the intersections of opponents' buildings: a
    chain may end there but not run through (B-145).
    """
    network = _network(grid, roads, cut)
    return max((_longest_in(part, network) for part in _parts(network)), default=0)


def holder_of_longest_road(lengths: Mapping[S, int], holder: S | None) -> S | None:
    """Who holds the tile after a change, from the lengths of all; None if it is set aside.

    `holder` had it before. The holder keeps it unless another chain is longer (B-148, B-150);
    then it goes to the one who alone is longest (B-151, B-154), or to nobody (B-152, B-153).
    """
    longest = max(lengths.values(), default=0)
    if longest < SHORTEST:
        return None
    if holder is not None and lengths[holder] == longest:
        return holder
    first, *others = (seat for seat, length in lengths.items() if length == longest)
    return None if others else first


def _network(grid: Grid, roads: Collection[int], cut: Collection[int]) -> Network:
    network: Network = {}
    loose = 0
    for path in roads:
        ends = []
        for end in grid.ends[path]:
            if end in cut:
                # Each road that arrives at an opponent's building gets an end of its own.
                loose -= 1
                ends.append(loose)
            else:
                ends.append(end)
        here, there = ends
        network.setdefault(here, []).append((path, there))
        network.setdefault(there, []).append((path, here))
    return network


def _parts(network: Network) -> Iterator[list[int]]:
    """The ends of each group of roads that hang together."""
    seen: set[int] = set()
    for start in network:
        if start not in seen:
            seen.add(start)
            part = [start]
            for end in part:
                for _path, other in network[end]:
                    if other not in seen:
                        seen.add(other)
                        part.append(other)
            yield part


def _longest_in(part: list[int], network: Network) -> int:
    roads = sum(len(network[end]) for end in part) // 2
    odd = [end for end in part if len(network[end]) % 2]
    # With at most two odd ends one chain takes all roads (Euler). Otherwise every chain leaves a
    # road at each odd end but its own two, and a road has two ends. A longest chain runs from
    # odd end to odd end: at an even one it could go on, and a ring could begin where a road
    # leaves it. So no other start is tried.
    most = roads - max(0, len(odd) - 2) // 2
    longest = most if len(odd) <= 2 else 0
    for start in odd:
        if longest == most:
            break
        longest = max(longest, _longest_from(start, network, set()))
    return longest


def _longest_from(end: int, network: Network, used: set[int]) -> int:
    longest = 0
    for path, other in network[end]:
        if path not in used:
            used.add(path)
            longest = max(longest, 1 + _longest_from(other, network, used))
            used.remove(path)
    return longest
