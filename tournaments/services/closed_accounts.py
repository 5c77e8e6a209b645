"""What an account has seen ends with the account and with its offices, whichever way they end.

Only the state in the database is asked: who may not sign in any more, and who administers the
series no more. Signals ask as soon as it is saved, and the clock (`end_what_was_left`) asks again
for what gives no signal: changes of many rows at once, and those that are made in SQL.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet, Value
from django.db.models.functions import Coalesce
from django.db.models.signals import post_delete, post_save, pre_delete
from django.dispatch import receiver
from django.utils import timezone

from tournaments.models import Official, Person, Series, SeriesOffice, Sight
from tournaments.models.entry import Role
from tournaments.services.acts import Doer, acting
from tournaments.services.links import end_all_links, end_invitations, end_what_was_seen
from tournaments.services.offices import administrators, heads

RIGHTS = {"is_active", "is_staff"}
"""What of an account says whether it may act."""


def end_what_was_left(now: dt.datetime) -> int:
    """End what accounts have seen that lost their rights without a signal; of how many offices
    and administrators that was."""
    _note_desk_seen(Official.objects.all())
    _end_addresses(_written_by_no_administrator())
    return _end_offices(_of_the_closed(), now) + _end_sights(_of_no_administrator(), now)


@receiver(pre_delete, sender=settings.AUTH_USER_MODEL, dispatch_uid="end-with-account")
def end_with_deletion(instance: Any, **_kwargs: Any) -> None:
    """End what the account has seen before its offices are nobody's."""
    held = Official.objects.filter(user=instance)
    _end_addresses(Person.objects.filter(address_by=instance))
    _end(held.filter(saw_desk=True), Sight.objects.filter(user=instance), of=instance)
    held.update(saw_desk=False)


@receiver(post_save, sender=settings.AUTH_USER_MODEL, dispatch_uid="end-with-rights")
def end_with_rights(
    instance: Any,
    *,
    created: bool,
    raw: bool = False,
    update_fields: Collection[str] | None = None,
    **_kwargs: Any,
) -> None:
    """The same for one that may not sign in, or not administer, any more."""
    if raw or created or (update_fields is not None and RIGHTS.isdisjoint(update_fields)):
        return
    held = Official.objects.filter(user=instance)
    _note_desk_seen(held)
    _end_addresses(_written_by_no_administrator().filter(address_by=instance))
    _end(held & _of_the_closed(), _of_no_administrator().filter(user=instance), of=instance)


@receiver(post_delete, sender=SeriesOffice, dispatch_uid="end-with-office-of-series")
def end_with_office(instance: SeriesOffice, **_kwargs: Any) -> None:
    """And for one that lost its office of the series."""
    _end_addresses(_written_by_no_administrator().filter(address_by=instance.user_id))
    _end_sights(_of_no_administrator().filter(user=instance.user_id), timezone.now())


def _of_the_closed() -> QuerySet[Official]:
    return Official.objects.filter(user__is_active=False, saw_desk=True)


def _of_no_administrator() -> QuerySet[Sight]:
    """What those have seen who administer no more, nor head the series of the event."""
    seen_in = Coalesce("tournament__series", Value(Series.objects.oldest().pk))
    left = Sight.objects.exclude(user__in=administrators()).annotate(seen_in=seen_in)
    head = heads().filter(user=OuterRef("user"))
    left = left.exclude(Exists(head), tournament=None)
    return left.exclude(Exists(head.filter(series=OuterRef("seen_in"))), tournament__isnull=False)


def _written_by_no_administrator() -> QuerySet[Person]:
    written = Person.objects.exclude(address_by=None)
    return written.exclude(address_by__in=administrators())


@transaction.atomic
def _end_addresses(persons: QuerySet[Person]) -> None:
    """Let nobody be a person by an address that the account wrote: it may be its own. That there
    was one stays known, so that no entry that came by it proves the next: the series says whose the
    person is."""
    for person in persons.select_for_update(of=("self",), no_key=True).order_by("pk"):
        person.email, person.address_by = "", None
        person.save(update_fields=["email", "address_by"])


def _note_desk_seen(offices: QuerySet[Official]) -> None:
    """Whoever may sign in again sees the desk from now on."""
    offices.filter(user__is_active=True, saw_desk=False).update(saw_desk=True)


@transaction.atomic
def _end(offices: QuerySet[Official], sights: QuerySet[Sight], *, of: Any) -> None:
    # Persons are locked before events, and theirs is let go of with the account.
    list(Person.objects.select_for_update().filter(user=of).order_by("pk"))
    now = timezone.now()
    _end_offices(offices, now)
    _end_sights(sights, now)


def _end_offices(offices: QuerySet[Official], now: dt.datetime) -> int:
    held = offices.filter(role=Role.ORGANISER).select_related("tournament", "user")
    ended = 0
    for office in held.order_by("tournament_id", "pk"):
        with acting(office.tournament, "close_account", Doer("", now)) as act:
            end_what_was_seen(act, office, asked=False)
        ended += 1
    return ended


def _end_sights(sights: QuerySet[Sight], now: dt.datetime) -> int:
    ended = 0
    for sight in sights.select_related("tournament").order_by("tournament_id", "pk"):
        with transaction.atomic():
            # Of two who do this at once one finds nothing to delete.
            deleted, _rows = Sight.objects.filter(pk=sight.pk).delete()
            if not deleted:
                continue
            if sight.tournament is None:
                end_invitations("", now)
            else:
                with acting(sight.tournament, "close_account", Doer("", now)) as act:
                    end_all_links(act)
        ended += 1
    return ended
