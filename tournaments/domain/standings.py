"""Order players by the seven criteria, and say why one is ahead of another (T-041 to T-049)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from itertools import groupby
from math import lcm
from types import MappingProxyType

from .criteria import (
    BEFORE_CUT,
    LOT,
    STAGE,
    Criterion,
    Figure,
    Order,
    Parting,
    Standing,
    Tally,
    by_places,
)
from .scoring import TOUR, Game, Scoring, score_game
from .values import Player

NO_RANKS: Mapping[Player, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Standings:
    """`rows` best first; `undecided` are the groups that only a lot can still part (T-047)."""

    rows: tuple[Standing, ...]
    undecided: tuple[tuple[Player, ...], ...] = ()


def standings(
    rounds: Sequence[Sequence[Game]],
    lots: Sequence[Player] = (),
    *,
    excluded: Collection[Player] = (),
    others: Iterable[Player] = (),
    before: Mapping[Player, int] = NO_RANKS,
    order: Order | None = None,
    shown: Order = (),
    scoring: Scoring = TOUR,
) -> Standings:
    """The standings after `rounds`, by the criteria of the order and then by lot (T-048).

    Without an `order` it is that of the Tour; what is only `shown` parts nobody.

    `lots` names players best first and only parts players who are level; whoever of a level
    group it does not name comes behind those it names and stays undecided. Excluded players,
    also those excluded during a game, have no place (D-122). `others` are ranked although they
    have not sat yet: somebody admitted late (D-110). `before` are ranks that part level players
    ahead of the lot, if the rounds are those of a later stage.
    """
    tallies = _tallies(rounds, others, scoring)
    gone = {p for round_ in rounds for game in round_ for p in game.excluded} | set(excluded)
    ranked = {player: tally for player, tally in tallies.items() if player not in gone}
    order = by_places() if order is None else order
    counted = (*order, *(criterion for criterion in shown if criterion not in order))
    columns = [[criterion.counted(tally) for tally in ranked.values()] for criterion in counted]
    figures = {player: tuple(column[at] for column in columns) for at, player in enumerate(ranked)}
    sortable = [
        *(_ascending(columns[at], criterion) for at, criterion in enumerate(order)),
        [before.get(player, 0) for player in ranked],
    ]
    merit = dict(zip(ranked, zip(*sortable, strict=True), strict=True))
    names = [criterion.name for criterion in counted]
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
                Standing(
                    rank,
                    player,
                    dict(zip(names, figures[player], strict=True)),
                    games=ranked[player].games,
                    before_cut=before.get(player, 0),
                )
                for player in group
            )
    return Standings(tuple(rows), tuple(undecided))


def _tallies(
    rounds: Sequence[Sequence[Game]], others: Iterable[Player], scoring: Scoring
) -> dict[Player, Tally]:
    tallies: dict[Player, Tally] = {}
    for round_ in rounds:
        for game in round_:
            for player in game.seated:
                tallies.setdefault(player, Tally())
            for player, score in score_game(game, scoring).items():
                tallies[player].add(score)
    for player in others:
        tallies.setdefault(player, Tally())
    return tallies


def _ascending(column: Sequence[Figure], criterion: Criterion) -> list[int]:
    """The figures of one criterion as whole numbers, quick to compare and the best one least."""
    common = lcm(*{figure.denominator for figure in column})
    scale = common if criterion.least_is_best else -common
    return [figure.numerator * (scale // figure.denominator) for figure in column]


def _parted_by_lot(level: list[Player], drawn: dict[Player, int]) -> Iterator[list[Player]]:
    for player in sorted((p for p in level if p in drawn), key=drawn.__getitem__):
        yield [player]
    if rest := [player for player in level if player not in drawn]:
        yield rest


@dataclass(frozen=True, slots=True)
class Decision:
    """Why one player is ahead of another: the criterion and what each of them has of it."""

    criterion: Parting
    above: Figure
    below: Figure


def deciding(above: Standing, below: Standing, order: Order | None = None) -> Decision | None:
    """The first criterion that parts two players; None for players who share a rank."""
    criteria = by_places() if order is None else order
    for criterion in (STAGE, *criteria, BEFORE_CUT):
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


def rounded(figure: Figure) -> int | Decimal:
    """A figure for showing: a whole number, or at most two decimals, half up (FMD-03). Never
    compare it."""
    n, d = figure.numerator, figure.denominator
    if d == 1:
        return n
    return Decimal((200 * n + d) // (2 * d)).scaleb(-2).normalize()
