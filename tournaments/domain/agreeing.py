"""When what players entered for their own table stands as its result."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

SILENCE = dt.timedelta(minutes=10)
"""So long the last one of a table may say nothing, then the word of all others is enough."""

FOLLOWS_FROM_POINTS = frozenset({"T-028", "T-033", "FM-22"})
"""Rules of cautions that say what follows from the points: whoever agrees on those has seen it.
Whatever else is asked about a result the desk looks at."""


@dataclass(frozen=True, slots=True)
class Word:
    """What one player said of what another one entered, and when."""

    player: int
    agrees: bool
    at: dt.datetime


@dataclass(frozen=True, slots=True)
class Proposed:
    """A result as one player entered it. It is `ordinary` if everybody played to the end: of
    whoever was missing, left or was excluded the table alone does not decide."""

    by: int
    at: dt.datetime
    words: tuple[Word, ...] = ()
    ordinary: bool = True

    @property
    def agreed(self) -> frozenset[int]:
        """Who stands by it: whoever entered it among them."""
        return frozenset({self.by} | {word.player for word in self.words if word.agrees})

    @property
    def objections(self) -> tuple[Word, ...]:
        return tuple(word for word in self.words if not word.agrees)

    @property
    def last_said(self) -> dt.datetime:
        """When anybody said anything of it last."""
        return max([self.at, *(word.at for word in self.words)])


class Stand(StrEnum):
    """Where a table stands that has no result yet."""

    NOTHING = "nothing"
    WAITS = "waits"
    AGREED = "agreed"
    OBJECTED = "objected"
    DIFFERENT = "different"

    @property
    def is_conflict(self) -> bool:
        return self in (Stand.OBJECTED, Stand.DIFFERENT)


def stand_of(proposals: Sequence[Proposed], seated: Collection[int], *, now: dt.datetime) -> Stand:
    """Where the open proposals of a table stand among those `seated` there.

    Two that are open differ, and nobody but the players or the desk decides between them.
    """
    if not proposals:
        return Stand.NOTHING
    if len(proposals) > 1:
        return Stand.DIFFERENT
    (proposed,) = proposals
    if proposed.objections:
        return Stand.OBJECTED
    if not silent(proposed, seated):
        return Stand.AGREED
    agreed_at = agreed_without_a_word(proposed, seated)
    return Stand.AGREED if agreed_at and agreed_at <= now else Stand.WAITS


def silent(proposed: Proposed, seated: Collection[int]) -> frozenset[int]:
    """Who of the table has said nothing of it yet."""
    return frozenset(seated) - proposed.agreed - {word.player for word in proposed.objections}


def agreed_without_a_word(proposed: Proposed, seated: Collection[int]) -> dt.datetime | None:
    """When it will stand without the last word; None while more than one is missing or none, or
    where somebody objected."""
    if proposed.objections or not proposed.ordinary or len(silent(proposed, seated)) != 1:
        return None
    return proposed.last_said + SILENCE
