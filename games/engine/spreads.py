"""Cards that move, and unseen ones in every way in which they may.

Cards are packed into one number, eight bits for each kind, the first kind lowest; the cards of all
zones into one, the first zone lowest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import accumulate, product
from typing import NamedTuple, Protocol

TRIES = 60_000
"""Ways of one hidden action that are gone through."""

EFFORT = 120_000
"""Steps of about half a microsecond that one hidden action may take."""

A_CHOICE = 4
"""Steps for a choice of cards that is looked at for the first time."""

A_NUMBER = 3
"""Steps to reckon in how many ways cards of a kind can make up a number."""

PLACE = 0xFF


class Move(NamedTuple):
    """Cards that go from a zone of a pile to another; those in the place after the last kind were
    not seen."""

    pile: int
    source: int
    target: int
    cards: int


class Event(NamedTuple):
    """A hidden move: where its bits stand in the past of a world, and how many cards it moved.

    The bit of a kind and a number of cards stands at `at + kind * (cards + 1) + number`.
    """

    at: int
    pile: int
    cards: int


class Zones(Protocol):
    """What tells the cards of a zone in a world."""

    def zone(self, world: int, zone: int) -> int: ...


class Spread:
    """Unseen cards that move, with the number of each move, and which choices of them fit: `fits`
    is asked with the cards of each move, packed; None if all do.

    Where only bounds are kept, `room` are the most cards of each kind that a move can have, and
    `forced` those that it must have.

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
        self.room: list[list[int]] | None = None
        self.forced = [[0] * kinds for _ in moves]
        self._ways: dict[tuple[int, ...], Sequence[tuple[int, int]]] = {}
        self._outcomes: list[dict[int, tuple[int, int]]] = [{} for _ in moves]

    # By bounds

    def narrow(self, room: Sequence[Sequence[int]]) -> bool:
        """Leave out kinds that do not fit, whatever else moves; False if a move cannot be filled.
        What one move must have may leave less for another, so it is looked at again."""
        most = [self._most(room, at) for at in range(len(self.moves))]
        while True:
            forced = [self._forced(most[at], at) for at in range(len(self.moves))]
            for at, (_move, count) in enumerate(self.moves):
                if sum(most[at]) < count:
                    return False
            fitting = [self._fitting(most[at], forced, at) for at in range(len(self.moves))]
            if fitting == most:
                self.room, self.forced = most, forced
                return True
            most = fitting

    def any_of(self, room: Sequence[Sequence[int]]) -> tuple[int, ...]:
        """Cards that the moves may have, whether they fit or not."""
        return tuple(
            next(iter(choices(pack_places(self._most(room, at)), count, self.kinds)), 0)
            for at, (_move, count) in enumerate(self.moves)
        )

    def _most(self, room: Sequence[Sequence[int]], at: int) -> list[int]:
        move, count = self.moves[at]
        return [min(have, count) for have in room[move.source][: self.kinds]]

    def _forced(self, most: Sequence[int], at: int) -> list[int]:
        spare = sum(most) - self.moves[at][1]
        return [max(0, have - spare) for have in most]

    def _fitting(self, most: Sequence[int], forced: Sequence[Sequence[int]], at: int) -> list[int]:
        """The same without the kinds of which not even one fits to what the others must have."""
        sure = [0 if at == other else pack_places(cards) for other, cards in enumerate(forced)]

        def fits(kind: int) -> bool:
            cards = [*sure[:at], 1 << 8 * kind, *sure[at + 1 :]]
            return self.fits is None or self.fits(cards)

        return [have if have and fits(kind) else 0 for kind, have in enumerate(most)]

    @property
    def single(self) -> bool:
        return len(self.moves) == 1 and self.moves[0][1] == 1

    def ways(self, worlds: Zones, world: int) -> Sequence[tuple[int, int]]:
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

    def there(self, worlds: Zones, world: int) -> tuple[int, ...]:
        """The cards in the zones from which some move."""
        return tuple(worlds.zone(world, move.source) for move, _count in self.moves)

    def choices(self, worlds: Zones, world: int) -> Iterable[tuple[int, ...]]:
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


@lru_cache(2**14)
def number_of_choices(cards: int, count: int, kinds: int) -> int:
    """In how many ways `count` of the cards can be taken."""
    ways = [1] + [0] * count
    for kind in range(kinds):
        have = cards >> 8 * kind & PLACE
        sums = [0, *accumulate(ways)]
        ways = [sums[number + 1] - sums[max(0, number - have)] for number in range(count + 1)]
    return ways[count]


def choices(cards: int, count: int, kinds: int) -> Sequence[int]:
    """All ways to take `count` of the cards."""
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


def pack_places(counts: Sequence[int]) -> int:
    return sum(count << 8 * kind for kind, count in enumerate(counts))


def places_of(cards: int, places: int) -> tuple[int, ...]:
    return tuple((cards & (1 << 8 * places) - 1).to_bytes(places, "little"))
