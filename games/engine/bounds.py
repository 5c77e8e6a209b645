"""How many unseen cards of each kind there are at least and at most, zone by zone."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, product
from math import prod
from operator import sub
from typing import NamedTuple

from games.engine.spreads import Move, Spread, places_of

A_BOUND = 45
"""Steps for bounds, whatever is done with them."""

PARTS = 100
"""States into which one may be split."""

ANY = 127
"""As many cards of a kind as there can be."""

Cells = Sequence[tuple[int, int]]
"""Zones and kinds."""


class Test(NamedTuple):
    """How many cards of the kind lie in the zones together."""

    zones: tuple[int, ...]
    kind: int
    low: int
    high: int


class Due(NamedTuple):
    """What the cells of a fork may have, where a record gives numbers that do not fit: of each the
    least and the most, known cards counted in, and the same of all together."""

    each: tuple[tuple[int, int], ...]
    all: tuple[int, int]

    def __or__(self, other: Due) -> Due:
        """What is so in this state or in that one."""
        return Due(
            tuple(_around(one, more) for one, more in zip(self.each, other.each, strict=True)),
            _around(self.all, other.all),
        )


def _around(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return min(one[0], other[0]), max(one[1], other[1])


class TooManyParts(Exception):
    """Unseen cards leave more ways open than can be followed."""


class Bounds:
    """Of each zone, how many cards are unseen and how many of them are of a kind at most; of each
    kind, how many are unseen in all zones together.

    Where it is not known how many cards a zone has, it has places for as many as there may be, some
    of them empty: these are of a last kind, behind those of the pile, that nobody has or takes.

    `shared` are tests of several zones together that hold besides, with as many cards of the kind
    as are unseen in them; there is one at most for the same zones and kind.
    `least` are the cards that a test has just shown to be there, all zones in one number, until
    they are taken for known; `forgotten` is what the actions until now may have been; of later
    ones nothing is known. What was reckoned once is kept: questions about a position ask the same
    of it again and again.
    """

    __slots__ = (
        *("counts", "forgotten", "kinds", "least", "room", "shared", "there", "zones"),
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
        shared: tuple[Test, ...] = (),
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
        self.shared = shared
        self._proved: dict[int, Bounds | None] = {}
        self._tightened: tuple[Bounds | None, int] | None = None

    def bounds(self, together: Sequence[tuple[tuple[int, ...], int]] = ()) -> Bounds:
        return self

    def __len__(self) -> int:
        return 1

    @property
    def cost(self) -> int:
        return A_BOUND

    def of(
        self,
        room: Sequence[Sequence[int]],
        counts: Sequence[int],
        there: Sequence[int],
        shared: tuple[Test, ...] = (),
    ) -> Bounds:
        return Bounds(self.kinds, room, counts, there, forgotten=self.forgotten, shared=shared)

    def if_possible(self) -> Bounds | None:
        """None if a zone has more cards than there can be of all kinds, a kind more cards than
        there is room for in all zones, or zones together not as many of it as they must have."""
        if any(count > sum(most) for most, count in zip(self.room, self.counts, strict=True)):
            return None
        if any(left > room for left, room in zip(self.there, self._in_all(), strict=True)):
            return None
        if any(
            test.high < 0 or self._most_in(test.zones, test.kind) < test.low for test in self.shared
        ):
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
        """With `least` to `most` places of the zone empty; the least of them are no places now."""
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
        shared = self._shared_with(other)
        return Bounds(self.kinds, room, counts, there, forgotten=forgotten, shared=shared)

    def _in_places(self, counts: Sequence[int]) -> list[list[int]]:
        """The room of each zone if it has that number of places, the new ones empty."""
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
        if min(there) < 0:
            return None
        return self.of(room, counts, there, self._shared_less(short, -1)).if_possible()

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
            self._shared_less(cards, 1),
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

    @property
    def is_tight(self) -> bool:
        """Whether it was found already that nothing is certain."""
        return self._tightened == (None, 0)

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
        zones = tuple(zone for zone in test.zones if self.room[zone][test.kind])
        least, most = self.range_of(zones, test.kind)
        if known + least > test.high or known + most < test.low:
            return None
        test = Test(zones, test.kind, max(0, test.low - known), test.high - known)
        if test.low <= least and most <= test.high and not self.least:
            return self
        return self._in_zone(test) if len(zones) == 1 else self._in_zones(test)

    def _in_zone(self, test: Test) -> Bounds | None:
        """Those in which the test holds of one zone."""
        room = [list(zone) for zone in self.room]
        (zone,) = test.zones
        room[zone][test.kind] = min(self.room[zone][test.kind], test.high)
        least = test.low << 8 * (self.kinds * zone + test.kind)
        part = Bounds(
            self.kinds,
            room,
            self.counts,
            self.there,
            forgotten=self.forgotten,
            least=least,
            shared=self.shared,
        )
        return part.if_possible()

    def _in_zones(self, test: Test) -> Bounds | None:
        """The same of several zones, or of none that has cards of the kind."""
        room = [list(zone) for zone in self.room]
        for zone in test.zones:
            room[zone][test.kind] = min(self.room[zone][test.kind], test.high)
        others = [one for one in self.shared if one[:2] != test[:2]]
        low, high = self.range_of(test.zones, test.kind)
        narrower = test._replace(low=max(low, test.low), high=min(high, test.high))
        return self.of(room, self.counts, self.there, (*others, narrower)).if_possible()

    def parted(
        self, cells: Cells, caps: Sequence[int], wanted: tuple[int, ...] | None
    ) -> dict[tuple[int, ...], Bounds]:
        ranges = [
            range(min(self.room[zone][kind], cap) + 1)
            for (zone, kind), cap in zip(cells, caps, strict=True)
        ]
        if wanted is not None:
            fits = all(count <= cap for count, cap in zip(wanted, caps, strict=True))
            part = self._part(cells, caps, wanted) if fits else None
            return {} if part is None or not part.can_be() else {wanted: part}
        if prod(map(len, ranges)) > PARTS:
            raise TooManyParts
        parts = {}
        for key in product(*ranges):
            part = self._part(cells, caps, key)
            if part is not None:
                parts[key] = part
        return parts or {(0,) * len(cells): self}

    def can_be(self) -> bool:
        """Whether the cards can lie in the zones at all: whichever kinds are looked at, the zones
        have room for them together. Nothing but this is asked of all kinds at once."""
        kinds = range(len(self.there))
        for number in range(1, 1 << len(self.there)):
            some = [kind for kind in kinds if number >> kind & 1]
            room = sum(
                min(count, sum(most[kind] for kind in some))
                for most, count in zip(self.room, self.counts, strict=True)
            )
            if sum(self.there[kind] for kind in some) > room:
                return False
        return True

    def due(self, cells: Cells, caps: Sequence[int]) -> Due:
        """How many unseen cards the cells have, none counted above its cap."""
        each = tuple(
            self._least_and_most(((zone, kind),), cap)
            for (zone, kind), cap in zip(cells, caps, strict=True)
        )
        least, most = sum(low for low, _high in each), sum(high for _low, high in each)
        open_ = all(
            self.room[zone][kind] <= cap for (zone, kind), cap in zip(cells, caps, strict=True)
        )
        if open_ and len({kind for _zone, kind in cells}) == 1:
            low, high = self._least_and_most(cells, sum(caps))
            least, most = max(least, low), min(most, high)
        return Due(each, (least, most))

    def _least_and_most(self, cells: Cells, cap: int) -> tuple[int, int]:
        """Of the one kind of the cells, in their zones together."""
        kind = cells[0][1]
        zones = {zone for zone, _kind in cells}
        most = min(self.there[kind], sum(self.room[zone][kind] for zone in zones))
        elsewhere = sum(room[kind] for zone, room in enumerate(self.room) if zone not in zones)
        others = sum(
            max(0, self.counts[zone] - (sum(self.room[zone]) - self.room[zone][kind]))
            for zone in zones
        )
        return min(cap, max(0, self.there[kind] - elsewhere, others)), min(cap, most)

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
        return part.of(room, part.counts, part.there, part.shared).if_possible()

    def merged(self, source: int, target: int) -> Bounds:
        room, counts = [list(zone) for zone in self.room], list(self.counts)
        room[target] = [a + b for a, b in zip(room[target], room[source], strict=True)]
        counts[target] += counts[source]
        room[source], counts[source] = [0] * len(self.there), 0
        least = 0
        left = []
        for test in self.shared:
            zones = {*test.zones}
            if zones == {source, target}:
                room[target][test.kind] = min(room[target][test.kind], test.high)
                least += test.low << 8 * (self.kinds * target + test.kind)
            elif not zones & {source, target}:
                left.append(test)
        return Bounds(
            self.kinds,
            room,
            counts,
            self.there,
            forgotten=self.forgotten,
            least=least,
            shared=tuple(left),
        )

    def spread(self, spread: Spread) -> Bounds:
        room, counts = [list(zone) for zone in self.room], list(self.counts)
        shared = self.shared
        empty = [0] * (len(self.there) - self.kinds)
        for (move, count), forced in zip(spread.moves, spread.forced, strict=True):
            counts[move.source] -= count
            left = map(sub, room[move.source], (*forced, *empty))
            room[move.source] = [min(most, counts[move.source]) for most in left]
        for at, (move, count) in enumerate(spread.moves):
            counts[move.target] += count
            going = self.room[move.source] if spread.room is None else spread.room[at]
            for kind, most in enumerate(going[: self.kinds]):
                room[move.target][kind] += min(most, count)
            shared = tuple(self._after(test, move, min(going[test.kind], count)) for test in shared)
        moved = self.of(room, counts, self.there, shared)
        # What is the same already has what was reckoned of it.
        same = (moved.room, moved.counts, moved.shared) == (self.room, self.counts, self.shared)
        return self if same else moved

    def _after(self, test: Test, move: Move, most: int) -> Test:
        """What the test says when at `most` that number of cards of its kind have moved."""
        if move.source in test.zones and move.target not in test.zones:
            return test._replace(low=max(0, test.low - most))
        if move.target in test.zones and move.source not in test.zones:
            return test._replace(high=test.high + most)
        return test

    # Zones together

    def _shared_less(self, cards: int, sign: int) -> tuple[Test, ...]:
        """The tests when the cards are no longer unseen (sign -1), or are so again (1)."""
        if not self.shared:
            return ()
        rows = self.by_zone(cards)
        found = []
        for test in self.shared:
            change = sign * sum(rows[zone][test.kind] for zone in test.zones)
            found.append(test._replace(low=max(0, test.low + change), high=test.high + change))
        return tuple(found)

    def _shared_with(self, other: Bounds) -> tuple[Test, ...]:
        """What both say of zones together."""
        found = {}
        for test in (*self.shared, *other.shared):
            ranges = [one.range_of(test.zones, test.kind) for one in (self, other)]
            lows, highs = zip(*ranges, strict=True)
            found[test[:2]] = test._replace(low=min(lows), high=max(highs))
        return tuple(found.values())

    def _most_in(self, zones: Sequence[int], kind: int) -> int:
        return min(self.there[kind], sum(self.room[zone][kind] for zone in zones))

    def past(self) -> int:
        return self.forgotten

    def with_past(self, past: int) -> Bounds:
        return Bounds(
            self.kinds, self.room, self.counts, self.there, forgotten=past, shared=self.shared
        )

    def most(self, zone: int, kind: int) -> int:
        return self.room[zone][kind]

    def range_of(self, zones: Sequence[int], kind: int) -> tuple[int, int]:
        low, high = 0, self._most_in(zones, kind)
        asked = {zone for zone in zones if self.room[zone][kind]}
        for test in self.shared:
            have = {zone for zone in test.zones if self.room[zone][kind]}
            if test.kind == kind and have <= asked:
                low = max(low, test.low)
            if test.kind == kind and have >= asked:
                high = min(high, test.high)
        return low, high
