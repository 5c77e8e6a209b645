"""What players are compared by: each criterion with all that belongs to it, in one place.

Whatever sorts, shows, prints or exports standings asks the criteria of their order, so that one
more is a line here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from fractions import Fraction
from math import lcm

from .scoring import Score
from .values import Player, marked

Figure = int | Fraction
"""What a player has of a criterion. Shares are compared exactly (T-040)."""


@dataclass(slots=True)
class Tally:
    """What a player has gathered in the games that counted: all that a criterion counts from.

    `scores` are those games in their order, the others what nearly every order asks for, added up:
    `places` how often the player came first to fourth, by the place, and `shares` per denominator,
    to be added exactly.
    """

    scores: list[Score] = field(default_factory=list)
    places: list[int] = field(default_factory=lambda: [0] * 5)
    points: Figure = 0
    game_points: int = 0
    shares: dict[int, int] = field(default_factory=dict)

    def add(self, score: Score) -> None:
        self.scores.append(score)
        self.places[score.place] += 1
        self.points += score.points
        self.game_points += score.game_points
        share = score.success
        self.shares[share.denominator] = self.shares.get(share.denominator, 0) + share.numerator

    @property
    def games(self) -> int:
        return len(self.scores)

    @property
    def success(self) -> Fraction:
        """The exact mean share; 0 before the first game."""
        parts, common = self._shares_added
        return Fraction(parts, common * max(self.games, 1))

    @property
    def share_sum(self) -> Fraction:
        """The exact sum of the shares."""
        return Fraction(*self._shares_added)

    @property
    def _shares_added(self) -> tuple[int, int]:
        common = lcm(*self.shares)
        return sum(n * (common // part) for part, n in self.shares.items()), common


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the standings. `rank` counts from 1; level players share the better one.

    `figures` are what the player has of each criterion of the order, by its name, over the `games`
    that counted for the player (D-118). Outside the Tour an event may have stages: `stage` counts
    the cuts that the player survived, and `before_cut` is the rank from which the player went into
    that stage.
    """

    rank: int
    player: Player
    figures: Mapping[str, Figure] = field(default_factory=dict)
    games: int = 0
    stage: int = 0
    before_cut: int = 0


@dataclass(frozen=True, slots=True)
class Parting:
    """What puts one player ahead of another; `name` is a field of `Standing`, `label` its words."""

    name: str
    label: str

    def value(self, row: Standing) -> Figure:
        found: Figure = getattr(row, self.name)
        return found


class Shown(Enum):
    """How the figures of a criterion are shown."""

    COUNT = auto()
    PERCENT = auto()
    """Of an exact share, with two decimals (D-117)."""


@dataclass(frozen=True, slots=True)
class Criterion(Parting):
    """What players are compared by, and everything that belongs to it.

    `counted` is what a player has of it; more is better unless the `least_is_best`. `label` is what
    it is called in a sentence, `heading` above a narrow column and `title` above one of a file.
    `width` is that of its column in print, in millimetres.
    """

    counted: Callable[[Tally], Figure]
    heading: str
    title: str
    width: float = 14.0
    shown: Shown = Shown.COUNT
    least_is_best: bool = False

    def value(self, row: Standing) -> Figure:
        return row.figures[self.name]


CRITERIA = {
    criterion.name: criterion
    for criterion in (
        Criterion(
            "first_places",
            marked("first places"),
            lambda tally: tally.places[1],
            heading=marked("1st"),
            title=marked("First places"),
        ),
        Criterion(
            "points",
            marked("points"),
            lambda tally: tally.points,
            heading=marked("Points"),
            title=marked("Points"),
        ),
        Criterion(
            "game_points",
            marked("game points"),
            lambda tally: tally.game_points,
            heading=marked("Game points"),
            title=marked("Game points"),
            width=15.0,
        ),
        Criterion(
            "success",
            marked("success"),
            lambda tally: tally.success,
            heading=marked("Success"),
            title=marked("Success"),
            width=20.0,
            shown=Shown.PERCENT,
        ),
        Criterion(
            "second_places",
            marked("second places"),
            lambda tally: tally.places[2],
            heading=marked("2nd"),
            title=marked("Second places"),
        ),
        Criterion(
            "third_places",
            marked("third places"),
            lambda tally: tally.places[3],
            heading=marked("3rd"),
            title=marked("Third places"),
        ),
    )
}
"""The criteria of the Tour in their order, criteria 1 to 6 (T-041 to T-046, CZ 75-83)."""

Order = tuple[Criterion, ...]

BY_SCORE = ("game_points", "first_places", "second_places", "third_places")
"""The order of an event whose game goes by score, such as the dice game: the sum of all games."""


def by_places() -> Order:
    """The order of the Tour: every line of `CRITERIA`."""
    return tuple(CRITERIA.values())


def by_score() -> Order:
    return order_of(BY_SCORE)


def order_of(names: Iterable[str]) -> Order:
    """An order by the names of its criteria, the first one counting most."""
    return tuple(CRITERIA[name] for name in names)


STAGE = Parting("stage", marked("stage"))
"""Comes before all others in an event with cuts, which is none of the Tour (see stages.py)."""

BEFORE_CUT = Parting("before_cut", marked("standings before the cut"))
"""Parts whom the games of a stage do not part; here less is better."""

LOT = Parting("rank", marked("lot"))
"""Parts whom nothing else parts; its values are the ranks that the lot gave (T-047)."""
