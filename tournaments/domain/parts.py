"""What the points of a game are made of, counted in pieces, and what these cannot be together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Part:
    """Something that a player's points are made of, counted in pieces.

    Each is `worth` a number of points, or each in its turn what `values` say; a player has at most
    `most` of them, and all players of a table together at most `box`, None where only `most`
    bounds them. `rule` names the row; `never` are counts below `most` that cannot be. `made_of`
    is what the rule set calls the points in a record. So many of them need so many `roads` of
    the same player, by count.
    """

    key: str
    name: str
    rule: str
    most: int
    worth: int = 1
    box: int | None = None
    never: tuple[int, ...] = ()
    values: tuple[int, ...] = ()
    made_of: str = ""
    roads: tuple[int, ...] = ()

    @property
    def is_single(self) -> bool:
        """Whether there is only one, which one player of the table holds or nobody does."""
        return self.box == 1

    @property
    def worths(self) -> str:
        """What one is worth, or each in its turn, as a score sheet says it: "2", "3 4 5"."""
        return " ".join(map(str, self.values)) if self.values else str(self.worth).replace("-", "−")

    def points(self, count: int) -> int:
        if self.values:
            return sum(self.values[: max(count, 0)])
        return self.worth * count

    def count(self, points: int) -> int | None:
        """How many make these points; None if no number of them does."""
        found = (count for count in range(self.most + 1) if self.points(count) == points)
        return next(found, None)


@dataclass(frozen=True, slots=True)
class Together:
    """What the parts of one player make together, each as often as it is counted: by the rule not
    less than `least` and not more than `most`."""

    times: Mapping[str, int]
    rule: str
    text: str
    least: int | None = None
    most: int | None = None

    def keeps(self, breakdown: Mapping[str, int]) -> bool:
        made = sum(times * breakdown.get(key, 0) for key, times in self.times.items())
        return (self.least is None or made >= self.least) and (
            self.most is None or made <= self.most
        )
