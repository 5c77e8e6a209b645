"""The longest route of roads and ships, which go on into each other at an own building only."""

from __future__ import annotations

from functools import lru_cache

from games.engine.rulesets.base.places import Places, bits
from games.engine.rulesets.base.routes import longest_chain

KEPT = 4096
"""Networks of which the length is kept: a ship goes to and fro."""

Loose = tuple[tuple[int, int], ...]
"""Paths that end at an intersection, through which others go on."""


@lru_cache(KEPT)
def longest_route(places: Places, roads: int, ships: int, cut: int, joints: int) -> int:
    """Pieces in the longest route that uses each at most once (SF-23 to SF-25).

    `cut` are the intersections of rivals' buildings, `joints` those of own ones.
    """
    loose = []
    meeting = ends_of(places, roads) & ends_of(places, ships) & ~cut & ~joints
    for spot in bits(meeting):
        here = [pieces & places.roads_at[spot] for pieces in (roads, ships)]
        alone = [pieces for pieces in here if not pieces & (pieces - 1)]
        if len(alone) == 2:
            cut |= 1 << spot
        else:
            loose.append((alone[0].bit_length() - 1, spot))
    ways = Parted(places, tuple(loose)) if loose else places
    return longest_chain(ways, roads | ships, cut)


@lru_cache(KEPT)
def ends_of(places: Places, pieces: int) -> int:
    """The intersections at which the pieces end."""
    spots = 0
    for path in bits(pieces):
        spots |= places.ends_of[path]
    return spots


class Parted:
    """Places where each of the loose paths has an end of its own beside the intersection."""

    __slots__ = ("ends", "links", "roads_at")

    def __init__(self, places: Places, loose: Loose) -> None:
        self.ends = list(places.ends)
        self.roads_at = list(places.roads_at)
        self.links = list(places.links)
        for path, spot in loose:
            bit, own = 1 << path, len(self.links)
            other = sum(self.ends[path]) - spot
            self.ends[path] = (own, other)
            self.roads_at[spot] &= ~bit
            self.roads_at.append(bit)
            self._relink(spot, [link for link in self.links[spot] if link[0] != bit])
            there = [(path, own if path == bit else end) for path, end in self.links[other]]
            self._relink(other, there)
            self.links.append(((bit, other),))

    def _relink(self, spot: int, links: list[tuple[int, int]]) -> None:
        self.links[spot] = tuple(links)
