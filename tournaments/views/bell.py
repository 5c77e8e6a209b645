"""What pages say of the games of a round by its clock, now and later on."""

from __future__ import annotations

import datetime as dt

from tournaments.domain.bell import Stretch, Word, stretches
from tournaments.models import Tournament
from tournaments.models.event import Event, PlayedRound, SeatedTable
from tournaments.services import clock


def said_by_the_clock(
    tournament: Tournament, played: PlayedRound, table: SeatedTable | None = None
) -> tuple[Stretch, ...]:
    """All that is to be said from now on until the results are in, for pages that stay open beyond
    the bell and the latest end; to the players of a table by the bell of their own."""
    return stretches(
        clock.now(),
        bell=played.round.bell_of(table.table) if table else played.round.bell_at,
        latest_end=played.times.latest_end if played.times else None,
        two_rounds=tournament.two_extra_rounds and not tournament.game.by_score,
    )


def word_now(said: tuple[Stretch, ...]) -> Word:
    """The word that holds now."""
    return next(stretch.word for stretch in said if stretch.holds)


def next_start(event: Event) -> dt.datetime | None:
    """When the next round that has no published draw is to start, if everybody plays it."""
    following = next((r for r in event.rounds if not r.is_published), None)
    return following.planned_start if following and following.stage.cut is None else None
