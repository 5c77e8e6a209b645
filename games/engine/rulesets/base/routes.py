"""The length of a player's longest chain of roads (B-143 to B-146).

It is asked for so often that it has to be quick: roads and intersections are bit masks.
"""

from __future__ import annotations

from games.engine.rulesets.base.places import Places


def longest_chain(places: Places, roads: int, cut: int) -> int:
    """Roads in the longest chain that uses each of them at most once (B-143).

    It may cross its own track (B-144). `cut` are the intersections of opponents' buildings: a
    chain may end there but not run through (B-145).
    """
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
        _length, end = _farthest(places, odd[0], part, cut)
        return _farthest(places, end, part, cut)[0]
    # Otherwise a longest chain runs from odd end to odd end: at an even one it could go on.
    return max(_farthest(places, end, part, cut)[0] for end in odd)


def _farthest(places: Places, start: int, part: int, cut: int) -> tuple[int, int]:
    """The length of the longest chain from an end, and its last end."""
    links = places.links
    best = (0, start)
    stack = [(start, part, 0)]
    while stack:
        here, left, length = stack.pop()
        if length > best[0]:
            best = (length, here)
        # Of an opponent's building any of the roads may be the first of a chain, none a later one.
        if not length or not cut >> here & 1:
            for path, other in links[here]:
                if left & path:
                    stack.append((other, left ^ path, length + 1))
    return best
