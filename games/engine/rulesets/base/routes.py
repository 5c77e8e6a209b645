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
        part, odd, ends = _part(places, rest, cut)
        rest ^= part
        if part.bit_count() > longest:
            longest = max(longest, _longest_in(places, part, odd, ends, cut))
    return longest


def _part(places: Places, roads: int, cut: int) -> tuple[int, list[int], int]:
    """The first of the roads and those that hang together with it; its ends with an odd number of
    roads, and those at opponents' buildings, each of which is an end for every road there; how
    many ends there are, those buildings counted once."""
    part = roads & -roads
    seen = 0
    ends = [*places.ends[part.bit_length() - 1]]
    odd = []
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
        here = roads & roads_at[end]
        fresh = here & ~part
        if fresh:
            part |= fresh
            for path, other in links[end]:
                if fresh & path:
                    ends.append(other)
        if here.bit_count() & 1:
            odd.append(end)
    return part, odd, seen.bit_count()


def _longest_in(places: Places, part: int, odd: list[int], ends: int, cut: int) -> int:
    odd_ends = 0
    for end in odd:
        here = (part & places.roads_at[end]).bit_count() if cut >> end & 1 else 1
        odd_ends += here
        ends += here - 1
    if odd_ends <= 2:
        # With at most two odd ends one chain takes all roads (Euler).
        return part.bit_count()
    if part.bit_count() < ends:
        # Only for speed: in a tree the end farthest from anywhere is that of a longest chain.
        return _longest_from(places, _longest_from(places, odd[0], part, cut)[1], part, cut)[0]
    # Otherwise a longest chain runs from odd end to odd end: at an even one it could go on.
    return max(_longest_from(places, end, part, cut)[0] for end in odd)


def _longest_from(places: Places, start: int, part: int, cut: int) -> tuple[int, int]:
    """The length of the longest chain that begins there, and where it ends."""
    links = places.links
    longest = (0, start)
    stack = [(start, part, 0)]
    while stack:
        here, left, length = stack.pop()
        if length > longest[0]:
            longest = (length, here)
        # Of an opponent's building any of the roads may be the first of a chain, none a later one.
        if not length or not cut >> here & 1:
            for path, other in links[here]:
                if left & path:
                    stack.append((other, left ^ path, length + 1))
    return longest
