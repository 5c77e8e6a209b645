"""Open calls of the referee, as the referees and the desk see them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection
from dataclasses import dataclass

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from tournaments.domain.calling import has_risen, minutes_waiting, rings
from tournaments.models import Call, Tournament
from tournaments.models.entry import Role
from tournaments.permissions import REFEREES, Who


@dataclass(frozen=True, slots=True)
class ShownCall:
    """A call with how long it waits, in minutes; `risen` if nobody came, `rings` if the phone of
    whoever looks at it is to ring."""

    call: Call
    waiting: int
    risen: bool
    rings: bool

    @property
    def key(self) -> str:
        """Names this call, and anew once nobody came, so that it rings once more."""
        return f"{self.call.pk}{'+' if self.risen else ''}"

    @property
    def may_have_time(self) -> bool:
        """Whether its table plays by a clock: one whose result is in needs no more of it."""
        played = self.call.table.draw.round
        has_clock = played.bell_at is not None and played.closed_at is None
        return has_clock and not self.call.table.results.exists()

    @property
    def question(self) -> str:
        """What the matter in the referee's book begins with."""
        kind = capfirst(self.call.get_kind_display())
        return f"{kind}: {self.call.text}" if self.call.text else str(kind)


def shown_calls(
    tournament: Tournament, roles: Collection[Who], now: dt.datetime
) -> list[ShownCall]:
    """The open calls of a running tournament, the oldest first, for somebody with these roles."""
    has_others = tournament.officials.filter(role=Role.REFEREE).exists()
    shown = []
    for call in Call.objects.waiting(tournament):
        risen = has_risen(call.state, at=call.at, now=now)
        ringing = not REFEREES.isdisjoint(roles) and rings(
            call.state,
            risen=risen,
            is_chief=Who.CHIEF_REFEREE in roles,
            has_others=has_others,
        )
        shown.append(ShownCall(call, minutes_waiting(call.at, now), risen, ringing))
    return shown


def title_of(calls: Collection[ShownCall]) -> str:
    """What the tab of the phone says while it rings; empty otherwise."""
    ringing = [shown for shown in calls if shown.rings]
    if not ringing:
        return ""
    return _("Table %(number)s calls") % {"number": ringing[0].call.table.number}
