"""The length of a player's longest chain of roads (B-143 to B-146).

It is asked for so often that it has to be quick: roads and intersections are bit masks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol


class Ways(Protocol):
    """How paths meet, as `Places` has it: the two ends of a path, the paths at an end as a mask,
    and path bit and other end of each of them. No more than three paths meet at an end."""

    @property
    def ends(self) -> Sequence[tuple[int, int]]: ...

    @property
    def roads_at(self) -> Sequence[int]: ...

    @property
    def links(self) -> Sequence[Sequence[tuple[int, int]]]: ...


class Stretch(NamedTuple):
    """Roads one after another from one odd end to another, with no odd end between them."""

    start: int
    end: int
    length: int


def longest_chain(places: Ways, roads: int, cut: int) -> int:
    """Roads in the longest chain that uses each of them at most once (B-143).

    It may cross its own track (B-144). `cut` are the intersections of opponents' buildings: a
    chain may end there but not run through (B-145).
    """
    longest = 0
    rest = roads
    while rest.bit_count() > longest:
        part, odd, ends = _part(places, rest, cut)
        rest ^= part
        if part.bit_count() - max(0, len(odd) // 2 - 1) > longest:
            longest = max(longest, _longest_in(places, part, odd, ends, cut))
    return longest


def _part(places: Ways, roads: int, cut: int) -> tuple[int, list[int], int]:
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


def _longest_in(places: Ways, part: int, odd: list[int], ends: int, cut: int) -> int:
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
    stretches, longest = _without_lesser_arms(list(_stretches(places, part, odd, cut)))
    return max(longest, sum(one.length for one in stretches) - _least_left_out(stretches))


def _stretches(places: Ways, part: int, odd: list[int], cut: int) -> Iterator[Stretch]:
    """All of the part, the odd ends numbered as they are come upon."""
    odd_ends = set(odd)
    number: dict[tuple[int, int], int] = {}

    def numbered(end: int) -> int:
        # At an opponent's building each road has an end of its own.
        own = len(number) if cut >> end & 1 else -1
        return number.setdefault((end, own), len(number))

    left = part
    for start in odd:
        for path, other in places.links[start]:
            if not left & path:
                continue
            left ^= path
            length, end = 1, other
            while end not in odd_ends:
                # Two paths of the part meet at every other end, and the one behind is not left.
                ((on, end),) = (link for link in places.links[end] if left & link[0])
                left ^= on
                length += 1
            yield Stretch(numbered(start), numbered(end), length)


def _without_lesser_arms(stretches: Sequence[Stretch]) -> tuple[list[Stretch], int]:
    """Of two arms at an end only the longer one can be in a chain that goes on from there: it is
    one stretch with what leads to both. Beside them the longest chain that two of them are."""
    ways = dict(enumerate(stretches))
    at: dict[int, list[int]] = {}
    for number, way in ways.items():
        at.setdefault(way.start, []).append(number)
        at.setdefault(way.end, []).append(number)
    longest = 0
    todo = list(at)
    for end in todo:
        here = at.get(end, [])
        arms = [number for number in here if len(at[_beyond(ways[number], end)]) == 1]
        if len(here) == 3 and len(arms) == 2:
            short, long = sorted(arms, key=lambda number: ways[number].length)
            (stem,) = set(here) - {short, long}
            tip, beyond = _beyond(ways[long], end), _beyond(ways[stem], end)
            longest = max(longest, ways[short].length + ways[long].length)
            ways[stem] = Stretch(tip, beyond, ways[long].length + ways[stem].length)
            at[tip] = [stem]
            del at[_beyond(ways[short], end)], at[end], ways[short], ways[long]
            todo.append(beyond)
    number_of = {end: number for number, end in enumerate(at)}
    left = [Stretch(number_of[one.start], number_of[one.end], one.length) for one in ways.values()]
    return left, longest


def _beyond(stretch: Stretch, end: int) -> int:
    return stretch.start + stretch.end - end


def _least_left_out(stretches: Sequence[Stretch]) -> int:
    """The fewest roads without which the others are one chain.

    What is left out meets each odd end in an odd number of stretches, but for the two where the
    chain begins and ends. So it costs something at each of the others, and the search goes from
    the least that this can be to more and more, end by end, as long as what is due still fits.
    """
    choices, costs = _choices(stretches), _costs(stretches)
    ends = len(choices)
    dearest = sorted(costs)[-2:]
    saved = (0, dearest[-1], sum(dearest))
    # The costs in binary: of each power of two the ends in whose cost it is.
    powers = [
        (power, sum(1 << end for end, cost in enumerate(costs) if cost >> power & 1))
        for power in range(max(costs).bit_length())
    ]

    def due(rest: int, spared: int) -> int:
        cost = 1 - saved[spared]
        for power, those in powers:
            cost += (rest & those).bit_count() << power
        return cost >> 1 if cost > 0 else 0

    later = [(1 << ends) - (2 << at) for at in range(ends)]
    most = due((1 << ends) - 1, 2)
    while True:
        # A bit tells that at that end an odd number of stretches is left out.
        stack = [(0, 0, 2, 0, 0)]
        while stack:
            at, odd, spared, length, out = stack.pop()
            if at == ends:
                if _hang_together(stretches, out):
                    return length
                continue
            for turned, roads, these in choices[at]:
                now = odd ^ turned
                still = spared if now >> at & 1 else spared - 1
                if still >= 0 and length + roads + due(later[at] & ~now, still) <= most:
                    stack.append((at + 1, now, still, length + roads, out | these))
        most += 1


def _choices(stretches: Sequence[Stretch]) -> list[list[tuple[int, int, int]]]:
    """For each end what may be left out of the stretches from it to later ones: the ends where
    that turns even into odd, how many roads that are, and the stretches as a mask."""
    choices = [[(0, 0, 0)] for _ in range(_count_of_ends(stretches))]
    for number, (start, end, length) in enumerate(stretches):
        here = choices[min(start, end)]
        both = 1 << start ^ 1 << end
        here += [(turned ^ both, roads + length, out | 1 << number) for turned, roads, out in here]
    return choices


def _costs(stretches: Sequence[Stretch]) -> list[int]:
    """For each end a number of half roads, so that those of both ends of a stretch are no more
    than all of it."""
    ways: dict[int, list[Stretch]] = {}
    for one in stretches:
        ways.setdefault(one.start, []).append(one)
        ways.setdefault(one.end, []).append(one)
    costs = [min(one.length for one in ways[end]) for end in range(len(ways))]
    for end, (way, *others) in ways.items():
        if not others:
            costs[end] = 2 * way.length - costs[_beyond(way, end)]
    return costs


def _count_of_ends(stretches: Sequence[Stretch]) -> int:
    return 1 + max(max(one.start, one.end) for one in stretches)


def _hang_together(stretches: Sequence[Stretch], out: int) -> bool:
    """Whether all that are not left out can be reached from one of them, and there is one."""
    rest = [one for number, one in enumerate(stretches) if not out >> number & 1]
    reached = 1 << rest[0].start if rest else 0
    while rest:
        apart = []
        for one in rest:
            if reached >> one.start & 1 or reached >> one.end & 1:
                reached |= 1 << one.start | 1 << one.end
            else:
                apart.append(one)
        if len(apart) == len(rest):
            return False
        rest = apart
    return bool(reached)


def _longest_from(places: Ways, start: int, part: int, cut: int) -> tuple[int, int]:
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
