"""How far the day is behind its plan, and what the desk may put off by as much (T-065)."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from tournaments.domain.timetable import LATE, MOST_DELAY, behind_plan, starts_ahead
from tournaments.models.event import Event, PlayedRound
from tournaments.services.rounds import minute_of


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
    ahead = [played for played in event.rounds if played.number in starts]
    behind = behind_plan(event.plan, now)
    if behind >= LATE:
        behind = behind_plan(event.plan, now, made_good=_put_off(event, ahead[0]))
    return Delay(ahead, minute_of(starts[min(starts)]), behind)


def _put_off(event: Event, following: PlayedRound) -> int:
    """Minutes by which the next round was put off since the one before it began, for the first time
    if its clock was set back."""
    begun = [played.number for played in event.rounds if played.round.started_at]
    if not begun:
        return 0
    acts = event.tournament.acts.filter(name="start_clock", round_number=begun[-1])
    first = acts.order_by("at").values_list("at", flat=True).first()
    history = following.round.history.filter(history_date__lt=first) if first else None
    before = history and history.order_by("history_date", "history_id").last()
    if not before or before.starts_at is None or following.round.starts_at is None:
        return 0
    return (following.round.starts_at - before.starts_at) // dt.timedelta(minutes=1)
