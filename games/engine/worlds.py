"""All distributions of unseen cards that fit what is known, or bounds where they are too many.

Cards lie in zones: hands, the bank, a deck. What lies there for certain is kept elsewhere, by the
state of the game; here are the others. Cards are packed into one number, eight bits for each kind,
the first kind lowest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.engine.bounds import Bounds, Cells, Due, Test
from games.engine.spreads import EFFORT, PLACE, TRIES, Spread, places_of

MOST = 20_000
"""Distributions that are kept."""


class Worlds:
    """Every possible set of unseen cards, all zones in one number, and how it came about: for each
    hidden action the cards that it may have been, as bits."""

    __slots__ = ("kinds", "worlds", "zones")

    def __init__(self, kinds: int, zones: int, worlds: Mapping[int, int]) -> None:
        self.kinds = kinds
        self.zones = zones
        self.worlds = worlds

    def __len__(self) -> int:
        return len(self.worlds)

    @property
    def cost(self) -> int:
        """Steps that it takes to go through all."""
        return len(self.worlds)

    def of(self, worlds: Mapping[int, int]) -> Worlds:
        return Worlds(self.kinds, self.zones, worlds)

    def repeated(self, byte: int) -> int:
        return int.from_bytes(bytes([byte]) * (self.kinds * self.zones), "little")

    def zone(self, world: int, zone: int) -> int:
        return world >> 8 * self.kinds * zone & (1 << 8 * self.kinds) - 1

    def proved(self, short: int) -> Worlds | None:
        """Those in which the cards are there, which are no longer unseen. None if in no world."""
        guard = self.repeated(0x80)
        left = {
            world - short: past
            for world, past in self.worlds.items()
            if (world + guard - short) & guard == guard
        }
        return self.of(left) if left else None

    def loosened(self, cards: int) -> Worlds:
        """The cards are among the unseen now."""
        return self.of({world + cards: past for world, past in self.worlds.items()})

    def tightened(self) -> tuple[Worlds, int]:
        """The cards that are there in every world, and the worlds without them."""
        if len(self.worlds) == 1:
            ((world, past),) = self.worlds.items()
            return self.of({0: past}), world
        low, guard = self.repeated(0x7F), self.repeated(0x80)
        sure, worlds = 0, self.worlds
        while True:
            common = guard
            for world in worlds:
                common &= world + low
                if not common:
                    return self.of(worlds), sure
            ones = common >> 7
            sure += ones
            worlds = {world - ones: past for world, past in worlds.items()}

    def where(self, test: Test, known: int) -> Worlds | None:
        """The worlds in which the test holds, `known` cards being there anyway."""
        places = [8 * (self.kinds * zone + test.kind) for zone in test.zones]
        left = {
            world: past
            for world, past in self.worlds.items()
            if test.low <= known + sum(world >> place & PLACE for place in places) <= test.high
        }
        return self.of(left) if left else None

    def parted(
        self, cells: Cells, caps: Sequence[int], wanted: tuple[int, ...] | None
    ) -> dict[tuple[int, ...], Worlds]:
        """The worlds by the numbers of unseen cards in the cells, no cell above its cap; those
        cards are known in them. Nothing but the part that is wanted, if one is: none if it is not
        among them."""
        places = [8 * (self.kinds * zone + kind) for zone, kind in cells]
        parts: dict[tuple[int, ...], dict[int, int]] = {}
        for world, past in self.worlds.items():
            key = tuple(
                min(world >> place & PLACE, cap) for place, cap in zip(places, caps, strict=True)
            )
            cards = sum(count << place for count, place in zip(key, places, strict=True))
            parts.setdefault(key, {})[world - cards] = past
        if wanted is not None:
            parts = {wanted: parts[wanted]} if wanted in parts else {}
        return {key: self.of(worlds) for key, worlds in parts.items()}

    def due(self, cells: Cells, caps: Sequence[int]) -> Due:
        """How many unseen cards the cells have, none counted above its cap."""
        keys = self.parted(cells, caps, None)
        sums = set(map(sum, keys))
        each = tuple((min(column), max(column)) for column in zip(*keys, strict=True))
        return Due(each, (min(sums), max(sums)))

    def merged(self, source: int, target: int) -> Worlds:
        """All cards of a zone put to those of another."""
        width = 8 * self.kinds
        worlds: dict[int, int] = {}
        for world, past in self.worlds.items():
            cards = self.zone(world, source)
            new = world - (cards << width * source) + (cards << width * target)
            worlds[new] = worlds.get(new, 0) | past
        return self.of(worlds)

    def spread(self, spread: Spread) -> Worlds | None:
        """The worlds after unseen cards have moved in any way that fits; None if they are too
        many."""
        if spread.single:
            return self._spread_one(spread)
        worlds: dict[int, int] = {}
        get = worlds.get
        for world, past in self.worlds.items():
            ways = spread.ways(self, world)
            spread.tried += len(ways)
            if spread.tried > TRIES or spread.effort > EFFORT or len(worlds) > MOST:
                return None
            for shift, bits in ways:
                new = world + shift
                worlds[new] = get(new, 0) | past | bits
        return self.of(worlds) if 0 < len(worlds) <= MOST else None

    def bounds(self, together: Sequence[tuple[tuple[int, ...], int]] = ()) -> Bounds:
        """The least that contains all worlds; `together` are zones and the kind of which they are
        asked together."""
        length = self.kinds * self.zones
        columns = zip(*(world.to_bytes(length, "little") for world in self.worlds), strict=True)
        most = list(map(max, columns))
        room = [most[at : at + self.kinds] for at in range(0, length, self.kinds)]
        some = min(self.worlds)
        counts = [sum(places_of(self.zone(some, zone), self.kinds)) for zone in range(self.zones)]
        widths = [8 * self.kinds * zone for zone in range(self.zones)]
        there = [
            sum(some >> width + 8 * kind & PLACE for width in widths) for kind in range(self.kinds)
        ]
        shared = tuple(
            Test(zones, kind, *self.range_of(zones, kind))
            for zones, kind in together
            if len(zones) > 1
        )
        return Bounds(self.kinds, room, counts, there, forgotten=self.past(), shared=shared)

    def _spread_one(self, spread: Spread) -> Worlds | None:
        """The same for one card of one zone, such as a robber takes or a deck gives."""
        source = 8 * self.kinds * spread.moves[0][0].source
        ways = [
            (PLACE << source + 8 * kind, *spread.outcome((1 << 8 * kind,)))
            for kind in range(self.kinds)
            if spread.fits is None or spread.fits((1 << 8 * kind,))
        ]
        worlds: dict[int, int] = {}
        get = worlds.get
        for world, past in self.worlds.items():
            for place, shift, bits in ways:
                if world & place:
                    new = world + shift
                    worlds[new] = get(new, 0) | past | bits
        spread.tried += len(ways) * len(self.worlds)
        return self.of(worlds) if 0 < len(worlds) <= MOST else None

    def past(self) -> int:
        """Whatever each hidden action may have been."""
        seen = 0
        for past in self.worlds.values():
            seen |= past
        return seen

    def with_past(self, past: int) -> Worlds:
        """The same worlds, each of which may have come about in any of those ways; 0 if nothing is
        known of how they did."""
        return self.of(dict.fromkeys(self.worlds, past))

    def most(self, zone: int, kind: int) -> int:
        """Unseen cards of the kind in the zone at most."""
        return self.range_of((zone,), kind)[1]

    def range_of(self, zones: Sequence[int], kind: int) -> tuple[int, int]:
        """Unseen cards of the kind in the zones together, at least and at most."""
        places = [8 * (self.kinds * zone + kind) for zone in zones]
        found = {sum(world >> place & PLACE for place in places) for world in self.worlds}
        return min(found), max(found)
