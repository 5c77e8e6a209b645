"""Persons on whom nothing hangs any more: no name of anybody is kept for nothing."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection
from functools import partial

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from tournaments.models import CouncilMember, Entry, Join, Official, Person
from tournaments.services.handing_over import free_persons
from tournaments.services.kept_back import is_kept_back_by_join

LEFT_FOR = dt.timedelta(days=7)
"""How long a person on whom nothing hangs is left to whoever is just writing them down."""


def is_bare(person: Person) -> bool:
    """Whether nothing hangs on the person any more."""
    return bool(_bare([person]))


def _bare(persons: Collection[Person]) -> list[int]:
    """The keys of those on whom nothing hangs any more.

    Whoever had proved a mailbox, has an account or refused the full name is known to the series:
    the refusal holds wherever they sign up again, and only they or the series delete them.
    """
    keys = [person.pk for person in persons if not _is_known(person)]
    hanging: set[int | None] = set()
    for model in (Entry, Official):
        theirs = model.objects.filter(Q(person__in=keys) | Q(joined_from__in=keys))
        for row in theirs.order_by().values_list("person", "joined_from"):
            hanging.update(row)
    for sides in Join.objects.of(*keys).holding().order_by().values_list("kept", "other"):
        hanging.update(sides)
    hanging.update(CouncilMember.objects.filter(person__in=keys).values_list("person", flat=True))
    return [key for key in keys if key not in hanging]


def _is_known(person: Person) -> bool:
    refused = person.full_name_withdrawn_at is not None and not is_kept_back_by_join(person)
    return bool(person.email or person.address_at or person.user_id or refused)


def delete_if_bare(*persons: Person) -> None:
    """Delete persons nothing hangs on any more, and whoever was only kept by a join with them of
    which nothing is left. Inside an act.

    Who is locked by somebody else is looked at again when the event is free: the other one may
    wait for it.
    """
    keys = _with_emptied_joins(*persons)
    if left := keys - _deleted(free_persons(*keys)):
        others = Person.objects.select_for_update().filter(pk__in=left).order_by("pk")
        transaction.on_commit(partial(_delete_in_turn, others))


def delete_who_is_left_bare(now: dt.datetime) -> int:
    """Delete whoever nothing hangs on any more and nobody has touched for a week, each in an act of
    its own; how many. Whoever held an office the series finds by its history, and deletes."""
    told, held = Person.history.model.objects, Official.history.model.objects
    fresh = told.filter(id=OuterRef("pk"), history_date__gt=now - LEFT_FOR)
    own = Q(joined_from=None, person_id=OuterRef("pk")) | Q(joined_from_id=OuterRef("pk"))
    of_before = held.filter(own).exclude(name="", user=None)
    maybe = Person.objects.filter(~Exists(fresh), ~Exists(of_before), forgotten_at=None)
    maybe = maybe.filter(email="", user=None, entries=None, offices=None)
    there = Person.objects.count()
    for key in list(maybe.order_by("pk").values_list("pk", flat=True)):
        _delete_in_turn(Person.objects.select_for_update().filter(pk=key))
    return there - Person.objects.count()


def _with_emptied_joins(*persons: Person) -> set[int]:
    """The keys of the persons and of all with whom nothing but joins that hold nobody is left."""
    found: set[int] = set()
    ahead = {person.pk for person in persons}
    while ahead:
        found |= ahead
        joins = Join.objects.of(*ahead).emptied()
        ahead = {key for sides in joins.values_list("kept", "other") for key in sides} - found
    return found


def _deleted(locked: QuerySet[Person]) -> set[int]:
    """Delete whoever of these is bare; the keys of all who were there to be looked at."""
    found = list(locked)
    keys = {person.pk for person in found}
    bare = _bare(found)
    Join.objects.of(*bare).delete()
    Person.objects.filter(pk__in=bare).delete()
    return keys


@transaction.atomic
def _delete_in_turn(locked: QuerySet[Person]) -> None:
    _deleted(locked)
