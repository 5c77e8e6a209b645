"""Every test sees to it that persons are locked before joins and events, and events by their keys,
as `services/locks.py` says.

What an act locks is noted while its transaction lasts, which in a test is a savepoint of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.db.models.signals import post_save

from tournaments.models import Join, Person, Tournament

WAITS = (
    "Whoever has an event or a join waits for a person: they are locked before (services/locks.py)."
)
BY_KEY = "Whoever waits for an event has none of a higher key, or two wait for each other."


class Watch:
    """What the transaction that is open now has locked and made so far."""

    def __init__(self) -> None:
        self._transaction: object = None
        self._others = False
        self._persons: set[int] = set()
        self._events: set[int] = set()

    def lock(self, rows: QuerySet, *, waits: bool) -> None:
        if not self._looks():
            return
        if rows.model in (Tournament, Join):
            self._others = True
            if rows.model is Tournament:
                self._lock_events(keys_of(rows), waits=waits)
        elif rows.model is Person:
            keys = {person.pk for person in rows}
            assert not (waits and self._others and keys - self._persons), WAITS
            self._persons |= keys

    def _lock_events(self, keys: list[int], *, waits: bool) -> None:
        new = [key for key in keys if key not in self._events]
        highest = max(self._events, default=0)
        assert not waits or (new == sorted(new) and (not new or new[0] > highest)), BY_KEY
        self._events.update(new)

    def save(self, person: Person, *, created: bool) -> None:
        if not self._looks():
            return
        assert created or not self._others or person.pk in self._persons, WAITS
        self._persons.add(person.pk)

    def _looks(self) -> bool:
        """Whether an act can be told from the next one: in the transaction of a test each has a
        savepoint. Begins anew where another act has begun."""
        of_tests = sum(block._from_testcase for block in connection.atomic_blocks)
        acts = connection.savepoint_ids[of_tests - 1 :] if of_tests else []
        if not (acts and acts[0]):
            return False
        if acts[0] != self._transaction:
            self.__init__()
            self._transaction = acts[0]
        return True


def keys_of(rows: QuerySet) -> list[int]:
    """Where the first column that was asked for is the key, or all of them were."""
    firsts = [row[0] if isinstance(row, tuple) else row for row in rows]
    return [getattr(first, "pk", first) for first in firsts]


@contextmanager
def persons_before_events(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fail whatever waits for a person while it has an event or a join locked, or for an event
    while it has one of a higher key."""
    watch, fetch = Watch(), QuerySet._fetch_all

    def fetching(rows: QuerySet) -> None:
        asked = rows._result_cache is None and rows.query.select_for_update
        fetch(rows)
        if asked:
            watch.lock(rows, waits=not rows.query.select_for_update_skip_locked)

    def saving(instance: Person, created: bool, **_kwargs: Any) -> None:
        watch.save(instance, created=created)

    monkeypatch.setattr(QuerySet, "_fetch_all", fetching)
    post_save.connect(saving, sender=Person)
    try:
        yield
    finally:
        post_save.disconnect(saving, sender=Person)
