"""What somebody asked a print or an export for."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urljoin

from django.urls import reverse

from tournaments.domain.values import Refused, marked
from tournaments.models import Tournament
from tournaments.models.event import Event, PlayedRound


def unheard(_done: int, _total: int) -> None:
    """A report that nobody listens to."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A tournament as it was read, and what of it is wanted.

    `number` is a round (from 1) or, for standings, the last round that counts; None: not said.
    `players` are numbers on badges, empty for everybody. `base` is the address of the site as
    phones in the hall know it. `report` hears how many parts of how many are done.
    """

    event: Event
    now: dt.datetime
    base: str
    number: int | None = None
    players: Collection[int] = ()
    report: Callable[[int, int], None] = field(default=unheard, compare=False)

    @property
    def tournament(self) -> Tournament:
        return self.event.tournament

    def drawn_round(self) -> PlayedRound:
        """The round that is wanted, or the current one; raises `Refused` while it is not drawn."""
        last = next((r for r in reversed(self.event.rounds) if r.draw), None)
        played = last if self.number is None else self.event.round(self.number)
        if played is None or played.draw is None:
            raise Refused(
                "",
                marked("Round {round} is not drawn yet; draw it first."),
                round=self.number or 1,
            )
        return played

    def address(self, name: str, *args: Any) -> str:
        """The full address of a page of this tournament, in the active language."""
        return urljoin(self.base, reverse(name, args=[self.tournament.slug, *args]))
