"""What a format says of scoring and standings (FM-20 to FM-37)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tournaments.domain.criteria import Order
from tournaments.domain.scoring import Scoring

from .criteria import CRITERIA, SAT


class Later(StrEnum):
    """What orders those who played a later stage; they are before everybody else (FM-35)."""

    STAGE = "stage"
    """The games of that stage, then the standings before it."""
    BEFORE = "before"
    """Whoever went on, or won the last stage; the others as in the standings before the stage."""
    TABLE = "table"
    """The tables in their order, then the places of that game."""
    ALL = "all"
    """All games of the event."""


@dataclass(frozen=True, slots=True)
class Format:
    """How games are counted and players are ordered.

    `criteria` are names of `CRITERIA`, the first one counting most. `target` are the points that
    win a game, None where the game says it; `by_score` nobody has to reach any.
    """

    scoring: Scoring
    criteria: tuple[str, ...]
    target: int | None = None
    by_score: bool = False
    later: Later = Later.STAGE

    @property
    def order(self) -> Order:
        """What the standings are sorted by."""
        return (SAT, *(CRITERIA[name] for name in self.criteria))

    @property
    def has_points(self) -> bool:
        """Whether places bring tournament points (FMD-10)."""
        return self.scoring.points is not None
