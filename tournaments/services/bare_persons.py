"""Persons on whom nothing hangs any more: no name of anybody is kept for nothing."""

from __future__ import annotations

import datetime as dt
from functools import partial

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from tournaments.models import CouncilMember, Join, Official, Person
from tournaments.services.handing_over import free_persons
from tournaments.services.kept_back import is_kept_back_by_join

LEFT_FOR = dt.timedelta(days=7)
"""How long a person on whom nothing hangs is left to whoever is just writing them down."""


def is_bare(person: Person) -> bool:
    """Whether nothing hangs on the person any more.

    Whoever had proved a mailbox, has an account or refused the full name is known to the series:
    the refusal holds wherever they sign up again, and only they or the series delete them.
    """
    refused = person.full_name_withdrawn_at is not None and not is_kept_back_by_join(person)
    if person.email or person.address_at or person.user_id or refused:
        return False
    hanging = (person.entries, person.own_entries, person.offices, person.own_offices)
    joins = Join.objects.of(person.pk).holding()
    decided = CouncilMember.objects.filter(person=person)
    return not any(rows.exists() for rows in (*hanging, joins, decided))


def delete_if_bare(person: Person) -> None:
    """Delete a person nothing hangs on any more, and whoever was only kept by a join with them of
    which nothing is left. Inside an act.

    Who is locked by somebody else is looked at again when the event is free: the other one may
    wait for it.
    """
    keys = _with_emptied_joins(person)
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


def _with_emptied_joins(person: Person) -> set[int]:
    """The keys of the person and of all with whom nothing but joins that hold nobody is left."""
    found: set[int] = set()
    ahead = {person.pk}
    while ahead:
        found |= ahead
        joins = Join.objects.of(*ahead).emptied()
        ahead = {key for sides in joins.values_list("kept", "other") for key in sides} - found
    return found


def _deleted(locked: QuerySet[Person]) -> set[int]:
    """Delete whoever of these is bare; the keys of all who were there to be looked at."""
    found = list(locked)
    keys = {person.pk for person in found}
    for person in found:
        if is_bare(person):
            Join.objects.of(person.pk).delete()
            person.delete()
    return keys


@transaction.atomic
def _delete_in_turn(locked: QuerySet[Person]) -> None:
    _deleted(locked)
