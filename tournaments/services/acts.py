"""What every act has in common: one transaction, one lock, one line in the logbook."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple, TypeVar, get_type_hints

from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.dispatch import Signal

from tournaments.domain.bounds import check_reason
from tournaments.domain.heeded import kept
from tournaments.domain.values import Caution, Refused, marked
from tournaments.models import Act, Entry, Tournament
from tournaments.models.logbook import UNSEEN_ACTS
from tournaments.services.standing import Grant

VERSION_SECONDS = 60
"""How long a version is taken from the cache before the database is asked again."""

PAGE_SECONDS = 600
"""How long a page is kept at most, for what changes by the calendar alone (a birthday); so long its
version is remembered, too, for when the database cannot be asked."""

OLD_PAGE_SECONDS = 1
"""How long a page may still be shown after it was replaced, to whoever waits for the new one."""

versions_raised = Signal()
"""Sent in the process that saved something, once it is saved and the cache knows of it."""

T = TypeVar("T")

under_way: ContextVar[int | None] = ContextVar("under_way", default=None)
"""The key of the tournament that an act is working on right now."""


class Versions(NamedTuple):
    """How far a tournament has come: with every act, and with those that visitors see."""

    latest: int
    public: int


class Unconfirmed(Exception):
    """The rules allow it, but a person has to see these cautions and say yes first."""

    def __init__(self, cautions: Iterable[Caution]) -> None:
        self.cautions = tuple(cautions)
        super().__init__(self.cautions)

    def __str__(self) -> str:
        return "; ".join(str(caution) for caution in self.cautions)


class AlreadyDone(Refused):
    """Nothing was changed, because it had been done: a second click, or somebody was quicker."""


class ChangedMeanwhile(Refused):
    """Nothing is saved over what somebody else has saved since it was looked at."""


def changed_meanwhile() -> ChangedMeanwhile:
    """Why nothing is saved: whoever begins again begins from what there is now."""
    message = marked("This has been changed meanwhile; please look at it again.")
    return ChangedMeanwhile("", message)


@dataclass(frozen=True, slots=True)
class Doer:
    """Who acts and when, the keys of the cautions that were seen and confirmed, and by what they
    were let in; commands and the clock ask nobody, nor does what everybody may do.

    `site` is the address under which phones in the hall know the site; of commands only that of
    the demo knows it. `number` is that of a player who acts as such.
    """

    name: str
    now: dt.datetime
    confirmed: Collection[str] = frozenset()
    by: Grant | None = None
    site: str = ""
    number: int | None = None


@dataclass(slots=True)
class Acting:
    """An act under way: the locked tournament, and the cautions heeded so far.

    `name` is that of the logbook, which may turn out to be another one than was asked for;
    `round_number` may only be known once the act is under way.
    """

    tournament: Tournament
    doer: Doer
    name: str
    heeded: list[dict[str, Any]] = field(default_factory=list)
    detail: str = ""
    round_number: int | None = None

    def heed(self, cautions: Iterable[Caution]) -> None:
        """Note the cautions that were confirmed; raise `Unconfirmed` if any was not seen yet."""
        cautions = tuple(cautions)
        unseen = [caution for caution in cautions if caution.key not in self.doer.confirmed]
        if unseen:
            raise Unconfirmed(cautions)
        self.heeded.extend(kept(one.without_words()) for one in cautions)


def as_player(doer: Doer, entry: Entry) -> Doer:
    """The same, in the name of this player."""
    return replace(doer, name=entry.full_name, number=entry.number)


def refuse_who_left(doer: Doer) -> None:
    """Refuse whoever lost meanwhile the role by which they were let in, as the page does: to be
    called under the lock of what is changed. Raises `PermissionDenied`."""
    if doer.by is not None and not doer.by.is_held():
        raise PermissionDenied


@contextmanager
def acting(
    tournament: Tournament,
    name: str,
    doer: Doer,
    *,
    round_number: int | None = None,
    reason: str = "",
    detail: str = "",
    sending: str = "",
) -> Iterator[Acting]:
    """Do something to a tournament: all of it with its line in the logbook, or nothing.

    Yields the act with the tournament read again under a lock, which is held to the end of the
    transaction, so that two people at once queue up. Fields changed on it are the caller's to save.
    Refused for a reason that nobody could read, and to whoever lost the role meanwhile. What has
    arrived by the same name of its `sending` before is not done again: `AlreadyDone`.
    """
    check_reason(reason)
    with transaction.atomic():
        locked = Tournament.objects.select_for_update().filter(pk=tournament.pk).first()
        if locked is None:
            raise Refused("", marked("The draft of this tournament is deleted."))
        refuse_who_left(doer)
        if sending and Act.objects.filter(tournament=locked, sending=sending).exists():
            raise AlreadyDone("", marked("That has arrived already, and nothing was done twice."))
        act = Acting(locked, doer, name, detail=detail, round_number=round_number)
        token = under_way.set(locked.pk)
        try:
            yield act
        finally:
            under_way.reset(token)
        before = locked.public_version
        version = locked.version + 1
        public = before if act.name in UNSEEN_ACTS else version
        Tournament.objects.filter(pk=locked.pk).update(version=version, public_version=public)
        Act.objects.create(
            tournament=locked,
            name=act.name,
            round_number=act.round_number,
            detail=act.detail,
            reason=reason,
            confirmed=act.heeded,
            version=version,
            by=doer.name,
            by_number=doer.number,
            at=doer.now,
            sending=sending,
        )
        raised = {locked.slug: Versions(version, public)}
        # Saved is saved, whatever the cache says to it.
        transaction.on_commit(lambda: tell_cache(raised, {locked.slug: before}), robust=True)
    locked.version, locked.public_version = version, public


def tell_cache(raised: Mapping[str, Versions], before: Mapping[str, int]) -> None:
    """Let cached pages know of new versions, by address, and which public ones were replaced."""
    told = {version_key(slug): versions for slug, versions in raised.items()}
    known = {key: as_kept(Versions, kept) for key, kept in cache.get_many(told).items()}
    # Whoever committed before us may have been quicker to say so than whoever committed after us.
    newer = {key: now for key, now in told.items() if (known.get(key) or (-1, -1)) < now}
    remember_versions({slug: raised[slug] for slug in raised if version_key(slug) in newer})
    replaced = [slug for slug in raised if raised[slug].public != before[slug]]
    if replaced:
        keys = [replaced_key(slug, before[slug]) for slug in replaced]
        cache.set_many(dict.fromkeys(keys, True), OLD_PAGE_SECONDS)
    versions_raised.send(sender=Tournament)


def remember_versions(versions: Mapping[str, Versions]) -> None:
    """Keep them by address, for a moment as the current ones and for longer as the last known."""
    cache.set_many({version_key(slug): now for slug, now in versions.items()}, VERSION_SECONDS)
    cache.set_many({last_version_key(slug): now for slug, now in versions.items()}, PAGE_SECONDS)


def last_version_key(slug: str) -> str:
    """Where the cache keeps what was known last, whether or not it is taken for current."""
    return f"last-{version_key(slug)}"


def version_key(slug: str) -> str:
    """Where the cache keeps the `Versions` of the tournament at this address."""
    return f"tournament-versions:{shape_of(Versions)}:{slug}"


@lru_cache
def shape_of(kind: type) -> str:
    """The part of a cache key that names what a value consists of.

    While a site is upgraded two releases use one cache, and neither must read what the other has
    put there of another shape.
    """
    return blake2b(repr(kind.__annotations__).encode(), digest_size=4).hexdigest()


def as_kept(kind: type[T], parts: object) -> T | None:
    """What the cache holds of a value, put together again; None for what is none of its kind.

    Anybody who may write to Redis can have put something else there.
    """
    hints = _hints(kind)
    if not isinstance(parts, list | tuple) or len(parts) != len(hints):
        return None
    read = [
        as_kept(hint, part) if issubclass(hint, tuple) else part
        for hint, part in zip(hints, parts, strict=True)
    ]
    fits = all(isinstance(part, hint) for hint, part in zip(hints, read, strict=True))
    return kind(*read) if fits else None


@lru_cache
def _hints(kind: type) -> tuple[type[Any], ...]:
    return tuple(get_type_hints(kind).values())


def replaced_key(slug: str, version: int) -> str:
    """What the cache holds for a moment after this public version was replaced."""
    return f"tournament-replaced:{slug}:{version}"
