"""All distributions of unseen cards that fit what is known, or bounds where they are too many.

Cards lie in zones: hands, the bank, a deck. What lies there for certain is kept elsewhere, by the
state of the game; here are the others. Cards are packed into one number, eight bits for each kind,
the first kind lowest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate, chain, product
from math import prod
from typing import NamedTuple

MOST = 20_000
"""Distributions that are kept."""

TRIES = 60_000
"""Ways of one hidden action that are gone through."""

EFFORT = 120_000
"""Steps of about half a microsecond that one hidden action may take."""

A_CHOICE = 4
"""Steps for a choice of cards that is looked at for the first time."""

A_NUMBER = 3
"""Steps to reckon in how many ways cards of a kind can be so many."""

A_BOUND = 45
"""Steps for bounds, whatever is done with them."""

PARTS = 100
"""States into which one may be split."""

PLACE = 0xFF

ANY = 127
"""As many cards of a kind as there can be."""


class Move(NamedTuple):
    """Cards that go from a zone of a pile to another; those in the place after the last kind were
    not seen."""

    pile: int
    source: int
    target: int
    cards: int


class Test(NamedTuple):
    """So many cards of the kind lie in the zones together."""

    zones: tuple[int, ...]
    kind: int
    low: int
    high: int


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
        cards are known in them. If it is among them, only the part that is wanted."""
        places = [8 * (self.kinds * zone + kind) for zone, kind in cells]
        parts: dict[tuple[int, ...], dict[int, int]] = {}
        for world, past in self.worlds.items():
            key = tuple(
                min(world >> place & PLACE, cap) for place, cap in zip(places, caps, strict=True)
            )
            cards = sum(count << place for count, place in zip(key, places, strict=True))
            parts.setdefault(key, {})[world - cards] = past
        if wanted in parts:
            parts = {wanted: parts[wanted]}
        return {key: self.of(worlds) for key, worlds in parts.items()}

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

    def bounds(self) -> Bounds:
        """The least that contains all worlds."""
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
        return Bounds(self.kinds, room, counts, there, forgotten=self.past())

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

    def most(self, zone: int, kind: int) -> int:
        """Unseen cards of the kind in the zone at most."""
        return self.range_of((zone,), kind)[1]

    def range_of(self, zones: Sequence[int], kind: int) -> tuple[int, int]:
        """Unseen cards of the kind in the zones together, at least and at most."""
        places = [8 * (self.kinds * zone + kind) for zone in zones]
        found = {sum(world >> place & PLACE for place in places) for world in self.worlds}
        return min(found), max(found)


class Bounds:
    """Of each zone, how many cards are unseen and how many of them are of a kind at most; of each
    kind, how many are unseen in all zones together.

    Where it is not known how many cards a zone has, it has places for as many as there may be, some
    of them empty: these are of a last kind, behind those of the pile, that nobody has or takes.

    `least` are the cards that a test has just shown to be there, all zones in one number, until
    they are taken for known; `forgotten` is what the actions until now may have been; of later
    ones nothing is known. What was reckoned once is kept: questions about a position ask the same
    of it again and again.
    """

    __slots__ = (
        *("counts", "forgotten", "kinds", "least", "room", "there", "zones"),
        *("_proved", "_tightened"),
    )

    def __init__(
        self,
        kinds: int,
        room: Sequence[Sequence[int]],
        counts: Sequence[int],
        there: Sequence[int],
        *,
        forgotten: int = 0,
        least: int = 0,
    ) -> None:
        self.kinds = kinds
        self.zones = len(counts)
        self.counts = tuple(counts)
        self.there = tuple(there)
        self.room = tuple(
            tuple(min(most, count, left) for most, left in zip(zone, there, strict=True))
            for zone, count in zip(room, counts, strict=True)
        )
        self.forgotten = forgotten
        self.least = least
        self._proved: dict[int, Bounds | None] = {}
        self._tightened: tuple[Bounds | None, int] | None = None

    def bounds(self) -> Bounds:
        return self

    def __len__(self) -> int:
        return 1

    @property
    def cost(self) -> int:
        return A_BOUND

    def of(
        self, room: Sequence[Sequence[int]], counts: Sequence[int], there: Sequence[int]
    ) -> Bounds:
        return Bounds(self.kinds, room, counts, there, forgotten=self.forgotten)

    def if_possible(self) -> Bounds | None:
        """None if a zone has more cards than there can be of all kinds, or a kind more cards than
        there is room for in all zones."""
        if any(count > sum(most) for most, count in zip(self.room, self.counts, strict=True)):
            return None
        if any(left > room for left, room in zip(self.there, self._in_all(), strict=True)):
            return None
        return self

    def _in_all(self) -> list[int]:
        """How many cards of each kind all zones together have room for."""
        return [sum(column) for column in zip(*self.room, strict=True)]

    def by_zone(self, cards: int) -> list[tuple[int, ...]]:
        flat = places_of(cards, self.kinds * self.zones)
        empty = (0,) * (len(self.there) - self.kinds)
        return [(*flat[at : at + self.kinds], *empty) for at in range(0, len(flat), self.kinds)]

    # Empty places

    @property
    def is_loose(self) -> bool:
        """Whether places may be empty."""
        return len(self.there) > self.kinds

    def gaps(self, zone: int) -> tuple[int, int]:
        """Empty places of the zone, at least and at most."""
        if not self.is_loose:
            return 0, 0
        *cards, most = self.room[zone]
        elsewhere = sum(room[self.kinds] for room in self.room) - most
        least = max(self.counts[zone] - sum(cards), self.there[self.kinds] - elsewhere, 0)
        return least, most

    def with_gaps(self, zone: int, least: int, most: int) -> Bounds | None:
        """So many places of the zone are empty; the least of them are no places any more."""
        room, counts, there = [list(one) for one in self.room], list(self.counts), [*self.there]
        room[zone][self.kinds] = min(most, room[zone][self.kinds]) - least
        counts[zone] -= least
        there[self.kinds] -= least
        return self.of(room, counts, there).if_possible()

    def taken(self, cells: Cells, caps: Sequence[int], target: int) -> tuple[Bounds, int]:
        """The cards of a kind that the zones of the cells have go to the target, no more than the
        caps from each, however many that is; and how many places the target has for them."""
        room, counts, there = [list(one) for one in self.room], list(self.counts), [*self.there]
        for row in room if not self.is_loose else ():
            row.append(0)
        going: dict[int, int] = {}
        for (zone, kind), cap in zip(cells, caps, strict=True):
            most = min(cap, room[zone][kind])
            room[zone][kind] -= most
            room[zone][self.kinds] += most
            going[kind] = going.get(kind, 0) + most
        places = 0
        for kind, most in going.items():
            new = min(most, there[kind])
            room[target][kind] += new
            places += new
        room[target][self.kinds] += places
        counts[target] += places
        there = [*there[: self.kinds], sum(counts) - sum(there[: self.kinds])]
        return self.of(room, counts, there), places

    def hull(self, other: Bounds) -> Bounds | None:
        """What both allow, the cards of each kind being as many; None if they are not. How they
        came about is forgotten where they do not agree."""
        cards = self.there[: self.kinds]
        if cards != other.there[: self.kinds]:
            return None
        counts = list(map(max, self.counts, other.counts))
        rows = (self._in_places(counts), other._in_places(counts))
        room = [list(map(max, *zones)) for zones in zip(*rows, strict=True)]
        empty = sum(counts) - sum(cards)
        there = [*cards, empty] if empty else cards
        room = [row[: len(there)] for row in room]
        forgotten = self.forgotten if self.forgotten == other.forgotten else 0
        return Bounds(self.kinds, room, counts, there, forgotten=forgotten)

    def _in_places(self, counts: Sequence[int]) -> list[list[int]]:
        """The room of each zone if it has so many places, the new ones empty."""
        rows = []
        for row, have, count in zip(self.room, self.counts, counts, strict=True):
            empty = row[self.kinds] if self.is_loose else 0
            rows.append([*row[: self.kinds], empty + count - have])
        return rows

    # Cards

    def proved(self, short: int) -> Bounds | None:
        if not short and not self.least:
            return self.if_possible()
        if short not in self._proved:
            self._proved[short] = self._without(short)
        return self._proved[short]

    def _without(self, short: int) -> Bounds | None:
        room, counts = [], []
        for most, count, cards in zip(self.room, self.counts, self.by_zone(short), strict=True):
            left = [have - card for have, card in zip(most, cards, strict=True)]
            if sum(cards) > count or min(left) < 0:
                return None
            room.append(left)
            counts.append(count - sum(cards))
        there = [
            have - sum(taken)
            for have, taken in zip(self.there, zip(*self.by_zone(short), strict=True), strict=True)
        ]
        return None if min(there) < 0 else self.of(room, counts, there).if_possible()

    def loosened(self, cards: int) -> Bounds:
        more = self.by_zone(cards)
        return self.of(
            [
                [have + card for have, card in zip(most, cards, strict=True)]
                for most, cards in zip(self.room, more, strict=True)
            ],
            [count + sum(cards) for count, cards in zip(self.counts, more, strict=True)],
            [
                have + sum(put)
                for have, put in zip(self.there, zip(*more, strict=True), strict=True)
            ],
        )

    def tightened(self) -> tuple[Bounds, int]:
        """What does not fit into the other kinds must be of this one, and what does not fit into
        the other zones must lie in this one."""
        if self._tightened is None:
            part, sure = self._with_sure_ones()
            # Nothing holds on to itself, or it would have to be looked for to be thrown away.
            self._tightened = (None if part is self else part), sure
        tight, sure = self._tightened
        return (self if tight is None else tight), sure

    def _with_sure_ones(self) -> tuple[Bounds, int]:
        spare = [room - left for left, room in zip(self.there, self._in_all(), strict=True)]
        sure = [
            [
                max(low, have - free, count - sum(most) + have)
                for low, have, free in zip(least, most, spare, strict=True)
            ]
            for least, most, count in zip(
                self.by_zone(self.least), self.room, self.counts, strict=True
            )
        ]
        packed = int.from_bytes(
            bytes(chain.from_iterable(row[: self.kinds] for row in sure)), "little"
        )
        part = self.proved(packed)
        if part is None:
            return self, 0
        if not packed:
            return part, 0
        # What is certain now leaves less room, which may make more certain.
        tight, more = part.tightened()
        return tight, packed + more

    def where(self, test: Test, known: int) -> Bounds | None:
        most = min(self.there[test.kind], sum(self.room[zone][test.kind] for zone in test.zones))
        if known > test.high or known + most < test.low:
            return None
        if len(test.zones) > 1:
            return self
        if known >= test.low and known + most <= test.high and not self.least:
            return self
        room = [list(zone) for zone in self.room]
        (zone,) = test.zones
        room[zone][test.kind] = min(most, test.high - known)
        least = max(0, test.low - known) << 8 * (self.kinds * zone + test.kind)
        part = Bounds(
            self.kinds, room, self.counts, self.there, forgotten=self.forgotten, least=least
        )
        return part.if_possible()

    def parted(
        self, cells: Cells, caps: Sequence[int], wanted: tuple[int, ...] | None
    ) -> dict[tuple[int, ...], Bounds]:
        ranges = [
            range(min(self.room[zone][kind], cap) + 1)
            for (zone, kind), cap in zip(cells, caps, strict=True)
        ]
        if wanted is not None:
            ways: list[tuple[int, ...]] = [wanted]
        elif prod(map(len, ranges)) > PARTS:
            raise TooManyParts
        else:
            ways = list(product(*ranges))
        parts = {}
        for key in ways:
            part = self._part(cells, caps, key)
            if part is not None:
                parts[key] = part
        return parts or {(0,) * len(cells): self}

    def _part(self, cells: Cells, caps: Sequence[int], key: Sequence[int]) -> Bounds | None:
        if min(key) < 0:
            return None
        short = 0
        for (zone, kind), count in zip(cells, key, strict=True):
            short += count << 8 * (self.kinds * zone + kind)
        part = self.proved(short)
        if part is None:
            return None
        room = [list(zone) for zone in part.room]
        for (zone, kind), count, cap in zip(cells, key, caps, strict=True):
            if count < cap:
                room[zone][kind] = 0
        return part.of(room, part.counts, part.there).if_possible()

    def merged(self, source: int, target: int) -> Bounds:
        room, counts = [list(zone) for zone in self.room], list(self.counts)
        room[target] = [a + b for a, b in zip(room[target], room[source], strict=True)]
        counts[target] += counts[source]
        room[source], counts[source] = [0] * len(self.there), 0
        return self.of(room, counts, self.there)

    def spread(self, spread: Spread) -> Bounds:
        room, counts = [list(zone) for zone in self.room], list(self.counts)
        for move, count in spread.moves:
            counts[move.source] -= count
            counts[move.target] += count
            for kind, most in enumerate(self.room[move.source][: self.kinds]):
                room[move.target][kind] += min(most, count)
        return self.of(room, counts, self.there)

    def past(self) -> int:
        return self.forgotten

    def most(self, zone: int, kind: int) -> int:
        return self.room[zone][kind]

    def range_of(self, zones: Sequence[int], kind: int) -> tuple[int, int]:
        return 0, min(self.there[kind], sum(self.room[zone][kind] for zone in zones))


Cells = Sequence[tuple[int, int]]
"""Zones and kinds."""


class TooManyParts(Exception):
    """Unseen cards leave more ways open than can be followed."""


def places_of(cards: int, places: int) -> tuple[int, ...]:
    return tuple((cards & (1 << 8 * places) - 1).to_bytes(places, "little"))


class Event(NamedTuple):
    """A hidden move: where its bits stand in the past of a world, and how many cards it moved.

    The bit of a kind and a number of cards stands at `at + kind * (cards + 1) + number`.
    """

    at: int
    pile: int
    cards: int


class Spread:
    """Unseen cards that move, with the number of each move, and which choices of them fit: `fits`
    is asked with the cards of each move, packed; None if all do.

    `tried` are the ways gone through for all worlds, `effort` the steps that it took to find them
    among all the choices.
    """

    def __init__(
        self,
        kinds: int,
        moves: Sequence[tuple[Move, int]],
        events: Sequence[Event],
        fits: Callable[[Sequence[int]], bool] | None,
    ) -> None:
        self.kinds = kinds
        self.moves = moves
        self.events = events
        self.fits = fits
        self.tried = 0
        self.effort = 0
        self._ways: dict[tuple[int, ...], Sequence[tuple[int, int]]] = {}
        self._outcomes: list[dict[int, tuple[int, int]]] = [{} for _ in moves]

    @property
    def single(self) -> bool:
        return len(self.moves) == 1 and self.moves[0][1] == 1

    def ways(self, worlds: Worlds, world: int) -> Sequence[tuple[int, int]]:
        """What each choice that fits adds to the world and to its past."""
        there = self.there(worlds, world)
        ways = self._ways.get(there)
        if ways is None:
            ways = self._ways[there] = [
                self.outcome(cards)
                for cards in self._choices(there)
                if self.fits is None or self.fits(cards)
            ]
        return ways

    def there(self, worlds: Worlds, world: int) -> tuple[int, ...]:
        """The cards in the zones from which some move."""
        return tuple(worlds.zone(world, move.source) for move, _count in self.moves)

    def choices(self, worlds: Worlds, world: int) -> Iterable[tuple[int, ...]]:
        return self._choices(self.there(worlds, world))

    def _choices(self, there: Sequence[int]) -> Iterable[tuple[int, ...]]:
        """Every choice of cards out of those in the zones; none if they are too many."""
        number = 1
        for cards, (_move, count) in zip(there, self.moves, strict=True):
            number *= number_of_choices(cards, count, self.kinds)
            self.effort += A_NUMBER * self.kinds * (count + 1)
        if number > TRIES:
            self.tried += TRIES + 1
            return ()
        self.effort += A_CHOICE * number
        return product(
            *(
                choices(cards, count, self.kinds)
                for cards, (_move, count) in zip(there, self.moves, strict=True)
            )
        )

    def outcome(self, cards: Sequence[int]) -> tuple[int, int]:
        """What the moves of these cards add to a world and to its past."""
        shift = bits = 0
        for at, (moved, known) in enumerate(zip(cards, self._outcomes, strict=True)):
            if moved not in known:
                known[moved] = self._shift(at, moved), self._bits(self.events[at], moved)
            one, bit = known[moved]
            shift += one
            bits |= bit
        return shift, bits

    def _shift(self, at: int, cards: int) -> int:
        width, move = 8 * self.kinds, self.moves[at][0]
        return (cards << width * move.target) - (cards << width * move.source)

    def _bits(self, event: Event, cards: int) -> int:
        bits = 0
        for kind in range(self.kinds):
            bits |= 1 << kind * (event.cards + 1) + (cards >> 8 * kind & PLACE)
        return bits << event.at


def number_of_choices(cards: int, count: int, kinds: int) -> int:
    """In how many ways so many of the cards can be taken."""
    ways = [1] + [0] * count
    for kind in range(kinds):
        have = cards >> 8 * kind & PLACE
        sums = [0, *accumulate(ways)]
        ways = [sums[number + 1] - sums[max(0, number - have)] for number in range(count + 1)]
    return ways[count]


def choices(cards: int, count: int, kinds: int) -> Sequence[int]:
    """All ways to take so many of the cards."""
    if count == 1:
        return [1 << 8 * kind for kind in range(kinds) if cards >> 8 * kind & PLACE]
    ways = {0: 0}
    left = sum(places_of(cards, kinds))
    for kind in range(kinds):
        have = cards >> 8 * kind & PLACE
        left -= have
        ways = {
            taken + (more << 8 * kind): number + more
            for taken, number in ways.items()
            for more in range(max(0, count - number - left), min(have, count - number) + 1)
        }
    return list(ways)
