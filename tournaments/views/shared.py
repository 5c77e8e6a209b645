"""A tournament read once for everybody who asks for an own page of it."""

from __future__ import annotations

from collections import defaultdict
from threading import Lock

from tournaments.models import Tournament
from tournaments.models.event import Event, read_event

KEPT = 4
"""So many tournaments are kept in a process; one of 400 players takes some megabytes."""

_events: dict[int, tuple[int, Event]] = {}
_reading: defaultdict[int, Lock] = defaultdict(Lock)
_keeping = Lock()


def shared_event(tournament: Tournament) -> Event:
    """The event with its standings, as everybody sees it at the version of this row or later.

    It is the same object for all threads and only to be read. Of its entries only what is public
    holds: what a player alone sees may have changed since.
    """
    with _reading[tournament.pk]:
        version, event = _events.get(tournament.pk, (0, None))
        if event is None or version < tournament.public_version:
            event = read_event(tournament)
            event.standings()
            with _keeping:
                _events.pop(tournament.pk, None)
                _events[tournament.pk] = tournament.public_version, event
                if len(_events) > KEPT:
                    del _events[next(iter(_events))]
    return event


def forget_events() -> None:
    """For tests, whose tournaments are undone and then share their keys."""
    _events.clear()
