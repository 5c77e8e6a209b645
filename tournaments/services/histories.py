"""What the histories, and the log of the administration, keep of people who are gone: numbers and
states, nothing that was told.

Signals empty them as soon as a row is deleted, whatever deletes it. The clock does it again
(`empty_what_was_left`) for what gave no signal: changes in SQL, and releases that left them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Exists, Model, OuterRef
from django.db.models.signals import post_delete
from django.dispatch import receiver
from django.utils.translation import gettext

from tournaments.models import Entry, Official, Person
from tournaments.services.mailing import forget_mails_of_persons

NOTHING_TOLD = {"name": "", "email": "", "note": "", "shown_as": "", "club": None}
"""What is left of an entry whose player is gone, by column."""

AT_ONCE = 500
"""Rows that one statement of the clock empties, so that none takes long."""


@receiver(post_delete, sender=Entry, dispatch_uid="empty-with-entry")
def empty_with_entry(instance: Entry, **_kwargs: Any) -> None:
    """Of a player who is off the list the number is kept: nobody else gets it."""
    empty_entries([instance.pk])
    empty_administration(instance)


@receiver(post_delete, sender=Person, dispatch_uid="empty-with-person")
def empty_with_person(instance: Person, **_kwargs: Any) -> None:
    """Nothing leads to a deleted person any more, so nobody could ask for it later."""
    Person.history.filter(id=instance.pk).delete()
    Official.history.filter(person=instance.pk).update(name="")
    forget_mails_of_persons([instance])
    empty_administration(instance)


def empty_entries(keys: Iterable[int]) -> None:
    Entry.history.filter(id__in=keys).update(**NOTHING_TOLD)


def empty_administration(*rows: Model) -> None:
    """The administration keeps a log of its own, with the names of what was changed or deleted."""
    for row in rows:
        kind = ContentType.objects.get_for_model(row)
        logged = LogEntry.objects.filter(content_type=kind, object_id=str(row.pk))
        logged.update(object_repr=gettext("Former player"), change_message="")


def empty_what_was_left() -> int:
    """Empty what histories still tell of entries and persons that are gone; of how many of them."""
    told = Entry.history.exclude(**NOTHING_TOLD)
    entries = _gone(told, Entry, "id")
    for keys in _in_parts(entries):
        empty_entries(keys)
    persons = _gone(Person.history.all(), Person, "id")
    for keys in _in_parts(persons):
        Person.history.filter(id__in=keys).delete()
    officials = _gone(Official.history.exclude(name=""), Person, "person_id")
    for keys in _in_parts(officials):
        Official.history.filter(person__in=keys).update(name="")
    return len({*persons, *officials}) + len(entries)


def _gone(history: Any, model: type[Entry | Person], column: str) -> list[int]:
    """The keys in this column of a history behind which no row stands any more."""
    there = model._default_manager.filter(pk=OuterRef(column))
    rows = history.filter(~Exists(there)).order_by(column)
    return list(rows.values_list(column, flat=True).distinct())


def _in_parts(keys: list[int]) -> list[list[int]]:
    return [keys[start : start + AT_ONCE] for start in range(0, len(keys), AT_ONCE)]
