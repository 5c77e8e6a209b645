"""How far the day is behind its plan, and what the desk may put off by as much (T-065)."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from tournaments.domain.timetable import LATE, MOST_DELAY, behind_plan, starts_ahead
from tournaments.models import Tournament
from tournaments.models.event import Event, PlayedRound
from tournaments.services.rounds import minute_of

MOVING = ("delay_rounds", "move_rounds")


@dataclass(frozen=True, slots=True)
class Delay:
    """The rounds `ahead` whose starts are published, the `first` of them as forms carry it, and by
    how many minutes the day is `behind`."""

    ahead: list[PlayedRound]
    first: int
    behind: int

    @property
    def is_told(self) -> bool:
        return self.behind >= LATE

    @property
    def is_made_good_at_once(self) -> bool:
        """Whether all that follows can be put off by as much in one go."""
        return self.behind <= MOST_DELAY

    @property
    def proposed(self) -> int:
        """Minutes that stand in the field to begin with."""
        return min(self.behind, MOST_DELAY) or LATE


def delay_of(event: Event, now: dt.datetime) -> Delay | None:
    """None where nothing is ahead that could start later."""
    starts = starts_ahead(event.plan)
    if event.tournament.is_over or not starts:
        return None
    behind = 0 if _was_moved(event.tournament, event) else behind_plan(event.plan, now)
    ahead = [played for played in event.rounds if played.number in starts]
    return Delay(ahead, minute_of(starts[min(starts)]), behind)


def _was_moved(tournament: Tournament, event: Event) -> bool:
    """Whether what follows was moved since the last round began: its late start is made good."""
    begun = [played.round.started_at for played in event.rounds if played.round.started_at]
    return bool(begun) and tournament.acts.filter(name__in=MOVING, at__gte=begun[-1]).exists()
