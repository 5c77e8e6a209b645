"""What a draw answers."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.domain.meetings import Meeting
from tournaments.domain.values import Player, Table

from .border import By
from .certificate import Certificate, Explanation, InOrder, Placed

ALGORITHM = "catantour-draw-2"
"""Changes whenever the same input and seed would be drawn otherwise."""


@dataclass(frozen=True, slots=True)
class Border:
    """Who sits at tables of three, and how that came about.

    `by` is the lot in round 1, and later the points or the standings, unless a format goes by
    something else (FM-11). `level` are those level in `points` at the border, of whom the draw was
    free to choose some (T-013).
    """

    by: By
    at_threes: tuple[Player, ...]
    level: tuple[Player, ...] = ()
    points: int | None = None


@dataclass(frozen=True, slots=True)
class Draw:
    """A drawn round: tables of three last (T-014), and what could not be avoided.

    `certificate` and `border` are None where nothing was drawn because the mode said so; `border`
    also where no table has three players. `play_order` is told where players sit in the order in
    which they play. `left_out` are those below a cut.
    """

    tables: tuple[Table, ...]
    repeated_pairs: tuple[Meeting, ...]
    repeated_triples: tuple[Meeting, ...]
    seed: str
    algorithm: str = ALGORITHM
    certificate: Certificate | Placed | None = None
    play_order: InOrder | None = None
    explanations: tuple[Explanation, ...] = ()
    border: Border | None = None
    left_out: tuple[Player, ...] = ()
