"""The hall of one round: tables with whoever must sit at them, and everybody else."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

MOST_THREES = 3
"""Tables of three where there are as few of them as possible (T-009 to T-011). Where there are as
many as possible, it is the tables of four that are few: two at most."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A table to be filled up to `size`; `kept` are the players who must sit at it."""

    size: int
    kept: tuple[int, ...] = ()

    @property
    def free(self) -> int:
        """Seats still to be given out."""
        return self.size - len(self.kept)


@dataclass(frozen=True, slots=True)
class Hall:
    """What there is to seat. Players are indexes; those who are kept at a table are in no list.

    `high` may sit at tables of four only, `low` at tables of three only, and those who are level
    in points at the border at `either` (T-013).
    """

    slots: tuple[Slot, ...]
    high: tuple[int, ...] = ()
    low: tuple[int, ...] = ()
    either: tuple[int, ...] = ()

    @property
    def free(self) -> tuple[int, ...]:
        """Everybody who is not kept at a table, in standings order."""
        return tuple(sorted(self.high + self.low + self.either))

    @property
    def mostly_threes(self) -> bool:
        """Whether there are more tables of three than the rules of the Tour ever need."""
        return sum(slot.size == 3 for slot in self.slots) > MOST_THREES

    @property
    def lows_wanted(self) -> int:
        """How many of those who may sit at either sit at tables of three."""
        return sum(slot.free for slot in self.slots if slot.size == 3) - len(self.low)

    @property
    def choices(self) -> int:
        """In how many ways the seats at tables of three can be given to those at the border."""
        return comb(len(self.either), self.lows_wanted)

    def chosen(self, lows: tuple[int, ...]) -> Hall:
        """The hall after `lows` of those at the border were sent to the tables of three."""
        rest = tuple(player for player in self.either if player not in lows)
        return Hall(self.slots, tuple(sorted(self.high + rest)), tuple(sorted(self.low + lows)))

    def of_size(self, size: int) -> Hall:
        """Only the tables of one size, for a hall where nobody is left who may sit at either."""
        slots = tuple(slot for slot in self.slots if slot.size == size)
        return Hall(slots, high=self.high) if size == 4 else Hall(slots, low=self.low)

    def parts(self) -> list[Hall]:
        """Halls that can be seated on their own, tables of four before tables of three."""
        if self.either and self.choices > 1:
            return [self]
        hall = self.chosen(self.either if self.lows_wanted else ()) if self.either else self
        return [hall.of_size(size) for size in (4, 3) if any(s.size == size for s in hall.slots)]
