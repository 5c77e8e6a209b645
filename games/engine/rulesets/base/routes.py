"""The length of a player's longest chain of roads, on bit masks (B-143 to B-146).

The same question as `board.routes`, asked so often here that it has to be quick.
"""

from __future__ import annotations

from games.engine.rulesets.base.places import Places


def longest_chain(places: Places, roads: int, cut: int) -> int:
    """Roads in the longest chain; `cut` are the intersections of opponents' buildings."""
    longest = 0
    rest = roads
    while rest:
        first = rest & -rest
        part, odd, ends = _part(places, rest, cut, first)
        rest &= ~part
        size = part.bit_count()
        if size > longest:
            longest = max(longest, _longest_in(places, part, odd, cut, size - ends))
    return longest


def _part(places: Places, roads: int, cut: int, start: int) -> tuple[int, list[int], int]:
    """The roads that hang together with the first one; the ends with an odd number of them; how
    many ends there are. An opponent's building is an end of its own for each road."""
    part = start
    seen = 0
    ends = [*places.ends[start.bit_length() - 1]]
    odd = []
    count = 0
    roads_at = places.roads_at
    links = places.links
    for end in ends:
        bit = 1 << end
        if seen & bit:
            continue
        seen |= bit
        if cut & bit:
            odd.append(end)
            continue
        count += 1
        here = roads & roads_at[end]
        if here & (here - 1):
            fresh = here & ~part
            if fresh:
                part |= fresh
                for path, other in links[end]:
                    if fresh & path:
                        ends.append(other)
            if here.bit_count() == 3:
                odd.append(end)
        else:
            odd.append(end)
    for end in odd:
        if cut >> end & 1:
            count += (part & roads_at[end]).bit_count()
    return part, odd, count


def _longest_in(places: Places, part: int, odd: list[int], cut: int, loops: int) -> int:
    """`loops`: roads less ends, -1 for a tree."""
    size = part.bit_count()
    if len(odd) < 2 or (len(odd) == 2 and not cut & (1 << odd[0] | 1 << odd[1])):
        # With at most two odd ends one chain takes all roads (Euler).
        return size
    if loops < 0:
        # In a tree the farthest end from anywhere is an end of a longest chain.
        _length, end, road = _farthest(places, odd[0], part, cut)
        return _farthest(places, end, part, cut, road)[0]
    # Otherwise a longest chain runs from odd end to odd end: at an even one it could go on.
    return max(_farthest(places, end, part, cut)[0] for end in odd)


def _farthest(
    places: Places, start: int, part: int, cut: int, road: int = 0
) -> tuple[int, int, int]:
    """The length of the longest chain from an end, its last end and road.

    From an opponent's building it starts with the `road` given, or with any.
    """
    links = places.links
    best = (0, start, 0)
    stack = [(start, part, 0, 0)]
    if road and cut >> start & 1:
        one, other = places.ends[road.bit_length() - 1]
        stack = [(one + other - start, part ^ road, 1, road)]
    while stack:
        here, left, length, last = stack.pop()
        if length > best[0]:
            best = (length, here, last)
        if not length or not cut >> here & 1:
            for path, other in links[here]:
                if left & path:
                    stack.append((other, left ^ path, length + 1, path))
    return best
