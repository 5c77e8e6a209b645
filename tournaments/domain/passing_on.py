"""What becomes of a direct place that somebody wins who is in the final already (FM-43)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import groupby
from typing import Generic, TypeVar

from .qualification import Award
from .values import Player

E = TypeVar("E")
"""An event, in any way that tells events apart."""


class AlreadyIn(StrEnum):
    """What becomes of the place of somebody already qualified."""

    HELD = "held"
    """They hold one of their places, and nobody moves up (D-138)."""
    NEXT = "next"
    """It passes to the next who is not in."""
    EMPTY = "empty"
    """It stays empty."""


@dataclass(frozen=True, slots=True)
class Finish:
    """Somebody in the final standings of an event, and what their place brings by itself."""

    player: Player
    rank: int
    award: Award | None = None


@dataclass(frozen=True, slots=True)
class Before(Generic[E]):
    """Somebody with a `rank` of the event who was in already: `by` an event, None by points."""

    rank: int
    by: E | None


@dataclass(frozen=True, slots=True)
class Brought(Generic[E]):
    """What an event brought somebody in the end.

    Without an award their direct place passes on or stays empty, since they were in `already`. A
    place that passed to them came past those `over` them who were in already, best first.
    """

    player: Player
    rank: int
    award: Award | None
    over: tuple[Before[E], ...] = ()
    already: Before[E] | None = None


def brought(
    events: Iterable[tuple[E, Sequence[Finish]]], how: AlreadyIn, *, needed: int | None = None
) -> list[tuple[E, tuple[Brought[E], ...]]]:
    """What each event of a season brought, in the order of the events; each with its finishes, best
    first, whoever shares a rank next to each other.

    In is whoever won a direct place at an earlier event, or has as many points as are `needed`,
    None while nobody said how many. Points neither pass on nor go. A place passes to all who share
    a rank or to none of them: who of them gets it is for the lot.
    """
    in_by: dict[Player, E | None] = {}
    points: Counter[Player] = Counter()
    found = []
    for event, finishes in events:
        rows = tuple(_at_an_event(finishes, how, in_by))
        found.append((event, rows))
        for row in rows:
            points[row.player] += row.award is Award.POINT
            if row.award is Award.DIRECT:
                in_by.setdefault(row.player, event)
            elif needed is not None and points[row.player] >= needed:
                in_by.setdefault(row.player, None)
    return found


def _at_an_event(
    finishes: Sequence[Finish], how: AlreadyIn, in_by: Mapping[Player, E | None]
) -> Iterator[Brought[E]]:
    if how is AlreadyIn.HELD:
        yield from (Brought(one.player, one.rank, one.award) for one in finishes if one.award)
        return
    over: list[Before[E]] = []
    free = 0
    for rank, group in groupby(finishes, key=lambda one: one.rank):
        level = list(group)
        before = [Before(rank, in_by[one.player]) for one in level if one.player in in_by]
        over += before
        rows = [_by_itself(one, in_by) for one in level]
        if how is AlreadyIn.NEXT:
            free += sum(row.already is not None for row in rows)
            next_ = [row for row in rows if _may_move_up(row, in_by)]
            if free and len(next_) > free:
                # The lot that would part them was not drawn: nobody behind them comes before it.
                free, next_ = 0, []
            if free:
                free -= len(next_)
                moved = {row.player for row in next_}
                rows = [
                    replace(row, award=Award.DIRECT, over=tuple(over))
                    if row.player in moved
                    else row
                    for row in rows
                ]
        yield from (row for row in rows if row.award or row.already)


def _by_itself(one: Finish, in_by: Mapping[Player, E | None]) -> Brought[E]:
    if one.award is Award.DIRECT and one.player in in_by:
        return Brought(one.player, one.rank, None, already=Before(one.rank, in_by[one.player]))
    return Brought(one.player, one.rank, one.award)


def _may_move_up(row: Brought[E], in_by: Mapping[Player, E | None]) -> bool:
    return row.award is not Award.DIRECT and row.player not in in_by
