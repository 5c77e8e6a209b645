"""Order players by the seven criteria, and say why one is ahead of another (T-041 to T-049)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from itertools import groupby
from math import lcm
from operator import itemgetter
from types import MappingProxyType

from .scoring import Game, Score, score_game
from .values import Player, marked

NO_RANKS: Mapping[Player, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the standings. `rank` counts from 1; level players share the better one.

    `success` is the exact mean over the `games` that counted for the player (D-118). Outside the
    Tour an event may have stages: `stage` counts the cuts that the player survived, and
    `before_cut` is the rank from which the player went into that stage.
    """

    rank: int
    player: Player
    first_places: int = 0
    points: int = 0
    game_points: int = 0
    success: Fraction = Fraction(0)
    second_places: int = 0
    third_places: int = 0
    games: int = 0
    stage: int = 0
    before_cut: int = 0


@dataclass(frozen=True, slots=True)
class Standings:
    """`rows` best first; `undecided` are the groups that only a lot can still part (T-047)."""

    rows: tuple[Standing, ...]
    undecided: tuple[tuple[Player, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Criterion:
    """What players are compared by; more is better. `name` is a field of `Standing`."""

    number: int
    name: str
    label: str

    def value(self, row: Standing) -> int | Fraction:
        found: int | Fraction = getattr(row, self.name)
        return found


CRITERIA = {
    criterion.name: criterion
    for criterion in (
        Criterion(1, "first_places", marked("first places")),
        Criterion(2, "points", marked("points")),
        Criterion(3, "game_points", marked("game points")),
        Criterion(4, "success", marked("success")),
        Criterion(5, "second_places", marked("second places")),
        Criterion(6, "third_places", marked("third places")),
    )
}
"""The criteria in their order (CZ 75-83)."""

BY_PLACES = tuple(CRITERIA.values())
"""The order of the Tour (T-041 to T-046)."""

BY_SCORE = tuple(
    CRITERIA[name] for name in ("game_points", "first_places", "second_places", "third_places")
)
"""The order of an event whose game goes by score, such as the dice game: the sum of all games."""

STAGE = Criterion(0, "stage", marked("stage"))
"""Comes before all others in an event with cuts, which is none of the Tour (see stages.py)."""

BEFORE_CUT = Criterion(7, "before_cut", marked("standings before the cut"))
"""Parts whom the games of a stage do not part; here less is better."""

LOT = Criterion(7, "rank", marked("lot"))
"""Parts whom nothing else parts; its values are the ranks that the lot gave (T-047)."""


def standings(
    rounds: Sequence[Sequence[Game]],
    lots: Sequence[Player] = (),
    *,
    excluded: Collection[Player] = (),
    others: Iterable[Player] = (),
    before: Mapping[Player, int] = NO_RANKS,
    order: Sequence[Criterion] = BY_PLACES,
) -> Standings:
    """The standings after `rounds`, by criteria 1 to 6 and then by lot (T-048).

    Outside the Tour an event may have another `order` of the criteria.

    `lots` names players best first and only parts players who are level; whoever of a level
    group it does not name comes behind those it names and stays undecided. Excluded players,
    also those excluded during a game, have no place (D-122). `others` are ranked although they
    have not sat yet: somebody admitted late (D-110). `before` are ranks that part level players
    ahead of the lot, if the rounds are those of a later stage.
    """
    tallies = _tallies(rounds, others)
    gone = {p for round_ in rounds for game in round_ for p in game.excluded} | set(excluded)
    ranked = {player: tally for player, tally in tallies.items() if player not in gone}
    merit = {
        player: (*figures, before.get(player, 0))
        for player, figures in _merit(ranked, order).items()
    }
    drawn = {player: place for place, player in enumerate(lots)}
    rows: list[Standing] = []
    undecided = []
    # Sorting is stable: among level players the one seen first comes first.
    for _, level in groupby(sorted(merit, key=merit.__getitem__), key=merit.__getitem__):
        for group in _parted_by_lot(list(level), drawn):
            if len(group) > 1:
                undecided.append(tuple(group))
            rank = len(rows) + 1
            rows += (
                tallies[player].standing(rank, player, before.get(player, 0)) for player in group
            )
    return Standings(tuple(rows), tuple(undecided))


@dataclass(slots=True)
class _Tally:
    """What a player has gathered; `shares` are counted per denominator, to be added exactly."""

    places: list[int] = field(default_factory=lambda: [0] * 5)
    points: int = 0
    game_points: int = 0
    shares: dict[int, int] = field(default_factory=dict)

    def add(self, score: Score) -> None:
        self.places[score.place] += 1
        self.points += score.points
        self.game_points += score.game_points
        share = score.success
        self.shares[share.denominator] = self.shares.get(share.denominator, 0) + share.numerator

    @property
    def games(self) -> int:
        return sum(self.places)

    def success(self, denominator: int) -> int:
        """The mean share as so many parts of `denominator`, which every share must divide."""
        parts = sum(n * (denominator // part) for part, n in self.shares.items())
        return parts // self.games if parts else 0

    def standing(self, rank: int, player: Player, before_cut: int) -> Standing:
        _, first, second, third, _ = self.places
        denominator = lcm(*self.shares) * max(self.games, 1)
        return Standing(
            rank,
            player,
            first_places=first,
            points=self.points,
            game_points=self.game_points,
            success=Fraction(self.success(denominator), denominator),
            second_places=second,
            third_places=third,
            games=self.games,
            before_cut=before_cut,
        )


def _tallies(rounds: Sequence[Sequence[Game]], others: Iterable[Player]) -> dict[Player, _Tally]:
    tallies: dict[Player, _Tally] = {}
    for round_ in rounds:
        for game in round_:
            for player in game.seated:
                tallies.setdefault(player, _Tally())
            for player, score in score_game(game).items():
                tallies[player].add(score)
    for player in others:
        tallies.setdefault(player, _Tally())
    return tallies


def _merit(
    tallies: dict[Player, _Tally], order: Sequence[Criterion]
) -> dict[Player, tuple[int, ...]]:
    """The criteria in their order as whole numbers to be sorted ascending, quick to compare."""
    denominator = lcm(*{part for tally in tallies.values() for part in tally.shares})
    denominator *= lcm(*{tally.games or 1 for tally in tallies.values()})
    figures: dict[Player, tuple[int, ...]] = {
        player: (
            -tally.places[1],
            -tally.points,
            -tally.game_points,
            -tally.success(denominator),
            -tally.places[2],
            -tally.places[3],
        )
        for player, tally in tallies.items()
    }
    if order is BY_PLACES:
        return figures
    picked = itemgetter(*(criterion.number - 1 for criterion in order))
    return {player: picked(row) for player, row in figures.items()}


def _parted_by_lot(level: list[Player], drawn: dict[Player, int]) -> Iterator[list[Player]]:
    for player in sorted((p for p in level if p in drawn), key=drawn.__getitem__):
        yield [player]
    if rest := [player for player in level if player not in drawn]:
        yield rest


@dataclass(frozen=True, slots=True)
class Decision:
    """Why one player is ahead of another: the criterion and what each of them has of it."""

    criterion: Criterion
    above: int | Fraction
    below: int | Fraction


def deciding(
    above: Standing, below: Standing, order: Sequence[Criterion] = BY_PLACES
) -> Decision | None:
    """The first criterion that parts two players; None for players who share a rank."""
    for criterion in (STAGE, *order, BEFORE_CUT):
        if criterion.value(above) != criterion.value(below):
            return Decision(criterion, criterion.value(above), criterion.value(below))
    if above.rank == below.rank:
        return None
    return Decision(LOT, above.rank, below.rank)


def junior_standings(rows: Iterable[Standing], juniors: Collection[Player]) -> tuple[Standing, ...]:
    """The standings with everyone else left out, numbered from 1 (D-143)."""
    found: list[Standing] = []
    overall = 0
    for row in rows:
        if row.player in juniors:
            shared = found and row.rank == overall
            found.append(replace(row, rank=found[-1].rank if shared else len(found) + 1))
            overall = row.rank
    return tuple(found)


def percent(share: Fraction) -> Decimal:
    """The share in percent for showing: two decimals, half up (D-117). Never compare it."""
    n, d = share.numerator, share.denominator
    return Decimal((20_000 * n + d) // (2 * d)).scaleb(-2)
