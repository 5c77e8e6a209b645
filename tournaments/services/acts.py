"""What every act has in common: one transaction, one lock, one line in the logbook."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from django.core.cache import cache
from django.db import transaction

from tournaments.domain.values import Caution, Refused
from tournaments.models import Act, Tournament
from tournaments.wording import told

VERSION_SECONDS = 60
"""How long a version is taken from the cache before the database is asked again."""

under_way: ContextVar[int | None] = ContextVar("under_way", default=None)
"""The key of the tournament that an act is working on right now."""


class Unconfirmed(Exception):
    """The rules allow it, but a person has to see these cautions and say yes first."""

    def __init__(self, cautions: Iterable[Caution]) -> None:
        self.cautions = tuple(cautions)
        super().__init__(self.cautions)

    def __str__(self) -> str:
        return "; ".join(str(caution) for caution in self.cautions)


class AlreadyDone(Refused):
    """Nothing was changed, because it had been done: a second click, or somebody was quicker."""


@dataclass(frozen=True, slots=True)
class Doer:
    """Who acts and when, and the keys of the cautions that were seen and confirmed."""

    name: str
    now: dt.datetime
    confirmed: Collection[str] = frozenset()


@dataclass(slots=True)
class Acting:
    """An act under way: the locked tournament, and the cautions heeded so far."""

    tournament: Tournament
    doer: Doer
    heeded: list[str] = field(default_factory=list)
    detail: str = ""

    def heed(self, cautions: Iterable[Caution]) -> None:
        """Note the cautions that were confirmed; raise `Unconfirmed` if any was not seen yet."""
        cautions = tuple(cautions)
        unseen = [caution for caution in cautions if caution.key not in self.doer.confirmed]
        if unseen:
            raise Unconfirmed(cautions)
        self.heeded.extend(told(caution) for caution in cautions)


@contextmanager
def acting(
    tournament: Tournament,
    name: str,
    doer: Doer,
    *,
    round_number: int | None = None,
    reason: str = "",
    detail: str = "",
) -> Iterator[Acting]:
    """Do something to a tournament: all of it with its line in the logbook, or nothing.

    Yields the act with the tournament read again under a lock, which is held to the end of the
    transaction, so that two people at once queue up. Fields changed on it are the caller's to save.
    """
    with transaction.atomic():
        locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
        act = Acting(locked, doer, detail=detail)
        token = under_way.set(locked.pk)
        try:
            yield act
        finally:
            under_way.reset(token)
        version = locked.version + 1
        Tournament.objects.filter(pk=locked.pk).update(version=version)
        Act.objects.create(
            tournament=locked,
            name=name,
            round_number=round_number,
            detail=act.detail,
            reason=reason,
            confirmed=act.heeded,
            version=version,
            by=doer.name,
            at=doer.now,
        )
        # Cached pages ask for the version by the address; see views/cached.py.
        key = version_key(locked.slug)
        transaction.on_commit(lambda: cache.set(key, version, VERSION_SECONDS))
    locked.version = version


def version_key(slug: str) -> str:
    """Where the cache keeps the version of the tournament at this address."""
    return f"tournament-version:{slug}"
