"""The longest route of roads and ships, which go on into each other at an own building only."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.rulesets.base.places import Places, bits

End = tuple[int, int]
"""An intersection as pieces meet there: with 0 if all do, 1 roads only, 2 ships only; where a
rival has built, each path has an end of its own, with a number from -1 down."""

Network = dict[End, list[tuple[int, End]]]
"""The pieces at each end: path bit, and the end at its other side."""


def longest_route(places: Places, roads: int, ships: int, cut: int, joints: int) -> int:
    """Pieces in the longest route that uses each at most once (SF-23 to SF-25).

    `cut` are the intersections of rivals' buildings, `joints` those of own ones.
    """
    network: Network = {}
    for kind, pieces in ((1, roads), (2, ships)):
        for path in bits(pieces):
            here, there = (_end(spot, path, kind, cut, joints) for spot in places.ends[path])
            network.setdefault(here, []).append((1 << path, there))
            network.setdefault(there, []).append((1 << path, here))
    return max((_longest_in(part, network) for part in _parts(network)), default=0)


def _end(spot: int, path: int, kind: int, cut: int, joints: int) -> End:
    if cut >> spot & 1:
        return (spot, -1 - path)
    return (spot, 0 if joints >> spot & 1 else kind)


def _parts(network: Network) -> Iterator[list[End]]:
    """The ends of each group of pieces that hang together."""
    seen: set[End] = set()
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


def _longest_in(part: list[End], network: Network) -> int:
    # As in `board.routes`: with at most two odd ends one route takes all (Euler), otherwise a
    # longest one runs from odd end to odd end.
    odd = [end for end in part if len(network[end]) % 2]
    pieces = sum(len(network[end]) for end in part) // 2
    if len(odd) <= 2:
        return pieces
    if pieces < len(part):
        # Only for speed: in a tree the end farthest from anywhere is that of a longest route.
        return _farthest(_farthest(odd[0], network)[1], network)[0]
    return max(_farthest(end, network)[0] for end in odd)


def _farthest(start: End, network: Network) -> tuple[int, End]:
    """The length of the longest route that begins there, and where it ends."""
    longest = (0, start)
    stack = [(start, 0, 0)]
    while stack:
        end, used, length = stack.pop()
        if length > longest[0]:
            longest = (length, end)
        for path, other in network[end]:
            if not used & path:
                stack.append((other, used | path, length + 1))
    return longest
