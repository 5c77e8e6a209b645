"""What histories, the logbook and the log of the administration keep of people who are gone:
numbers and states, nothing that was told.

Signals empty them as soon as a row is deleted, whatever deletes it. The clock does it again
(`empty_what_was_left`) for what gave no signal: changes in SQL, and releases that left them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from typing import Any, NamedTuple

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Exists, Model, OuterRef, Q, QuerySet
from django.db.models.signals import post_delete
from django.dispatch import receiver
from django.utils.translation import gettext

from tournaments.domain.heeded import texts_of, with_texts
from tournaments.models import Act, Entry, Join, Official, Person
from tournaments.models.logbook import TYPED_ACTS
from tournaments.services.mailing import forget_mails_of_person_keys

NOTHING_TOLD = {"name": "", "email": "", "note": "", "shown_as": "", "club": None}
"""What is left of an entry whose player is gone, by column."""

AT_ONCE = 500
"""Rows that one statement of the clock empties, so that none takes long."""


@receiver(post_delete, sender=Entry, dispatch_uid="empty-with-entry")
def empty_with_entry(instance: Entry, **_kwargs: Any) -> None:
    """Of a player who is off the list the number is kept: nobody else gets it."""
    gone = _GoneEntry(instance.pk, instance.tournament_id, instance.number, instance.name)
    if (together := _together.get()) is not None:
        together.entries.append(gone)
    else:
        _empty_gone_entries([gone])


@receiver(post_delete, sender=Person, dispatch_uid="empty-with-person")
def empty_with_person(instance: Person, **_kwargs: Any) -> None:
    """Nothing leads to a deleted person any more, so nobody could ask for it later."""
    if (together := _together.get()) is not None:
        together.persons.append(instance.pk)
    else:
        _empty_gone_persons([instance.pk])


@contextmanager
def emptied_together() -> Iterator[None]:
    """Empty what is kept of all rows that are deleted meanwhile at its end, in a few statements:
    others wait for an act that deletes hundreds."""
    gone = _Gone([], [])
    before = _together.set(gone)
    try:
        yield
    finally:
        _together.reset(before)
    _empty_gone_entries(gone.entries)
    _empty_gone_persons(gone.persons)


class _GoneEntry(NamedTuple):
    pk: int
    tournament_id: int
    number: int
    name: str


class _Gone(NamedTuple):
    entries: list[_GoneEntry]
    persons: list[int]


_together: ContextVar[_Gone | None] = ContextVar("rows_emptied_together", default=None)


def _empty_gone_entries(gone: Collection[_GoneEntry]) -> None:
    keys = [entry.pk for entry in gone]
    names = {entry.pk: {entry.name} for entry in gone}
    for key, *past in Entry.history.filter(id__in=keys).values_list("id", "name", "shown_as"):
        names[key].update(past)
    events: defaultdict[int, dict[int, set[str]]] = defaultdict(dict)
    for entry in gone:
        events[entry.tournament_id][entry.number] = names[entry.pk] - {""}
    for tournament_id, players in events.items():
        _forget_players_in_logbook(tournament_id, players)
    empty_entries(keys)
    _empty_administration(Entry, keys)


def _empty_gone_persons(keys: Collection[int]) -> None:
    Person.history.filter(id__in=keys).delete()
    Official.history.filter(Q(person__in=keys) | Q(joined_from__in=keys)).update(name="")
    forget_mails_of_person_keys(keys)
    _empty_administration(Person, keys)


def empty_entries(keys: Iterable[int]) -> None:
    Entry.history.filter(id__in=keys).update(**NOTHING_TOLD)


def names_of(row: Entry | Official) -> set[str]:
    """Every name that stood in the row."""
    columns = ("name", "shown_as") if isinstance(row, Entry) else ("name",)
    past = row.history.values_list(*columns)
    now = {getattr(row, column) for column in columns}
    return {*now, *(name for names in past for name in names)} - {""}


def offices_of_before(persons: Collection[Person]) -> QuerySet[Any]:
    """What the history names of offices that these persons held, latest last; nothing of those that
    others only let count for them."""
    own = Q(joined_from=None, person__in=persons) | Q(joined_from__in=persons)
    rows = Official.history.filter(own).exclude(name="", user=None)
    return rows.order_by("history_date", "history_id")


def empty_offices(persons: Collection[Person]) -> None:
    """Empty the history of every office that these persons ever held, also while it counted for
    somebody to whom they were joined."""
    rows = offices_of_before(persons)
    held = set(rows.values_list("id", flat=True))
    held |= set(Official.objects.filter(joins__other__in=persons).values_list("pk", flat=True))
    counted_for = Official.history.filter(id__in=held, person__in=_joined_with(persons))
    counted_for.update(name="")
    rows.order_by().update(user=None, name="")


def _joined_with(persons: Collection[Person]) -> set[int]:
    """The keys of all for whom anything of these persons ever counted."""
    found: set[int] = set()
    ahead = {person.pk for person in persons}
    while ahead:
        kept = Join.objects.filter(other__in=ahead).values_list("kept", flat=True)
        ahead = set(kept) - found
        found |= ahead
    return found


def empty_administration(*rows: Model) -> None:
    """The administration keeps a log of its own, with the names of what was changed or deleted."""
    for row in rows:
        _empty_administration(type(row), [row.pk])


def _empty_administration(model: type[Model], keys: Iterable[int]) -> None:
    kind = ContentType.objects.get_for_model(model)
    logged = LogEntry.objects.filter(content_type=kind, object_id__in=[str(key) for key in keys])
    logged.update(object_repr=gettext("Former player"), change_message="")


def forget_in_logbook(tournament_id: int, number: int, names: Iterable[str]) -> None:
    """Take names out of what the site itself wrote of the player, never out of what people typed.

    Its lines name players by their number (`Entry.mark`); in older ones, and in the warnings that
    were confirmed, the name stands behind the number. In warnings of the player's own acts it may
    stand alone; behind another number it is a namesake's.
    """
    _forget_players_in_logbook(tournament_id, {number: set(names)})


def _forget_players_in_logbook(tournament_id: int, players: Mapping[int, Collection[str]]) -> None:
    """The same of several players, by number."""
    lines = Act.objects.filter(tournament=tournament_id).exclude(detail="", confirmed=[])
    to_look_at: dict[int, list[int]] = {}
    rows = lines.order_by().values_list("pk", "name", "detail", "confirmed")
    for key, act, detail, confirmed in rows.iterator():
        text = "\n".join((detail, *(text for line in confirmed for text in texts_of(line))))
        if told := [
            number
            for number, names in players.items()
            if any(name in text for name in names)
            or (names and act == "correct_entry" and detail.startswith(f"{number}. "))
        ]:
            to_look_at[key] = told
    for row in Act.objects.filter(pk__in=to_look_at):
        for number in to_look_at[row.pk]:
            _forget_in_line(row, number, players[number])


def _forget_in_line(row: Act, number: int, names: Iterable[str]) -> None:
    longest_first = sorted(names, key=len, reverse=True)
    listed = "|".join(map(re.escape, longest_first))
    numbered = re.compile(rf"(?<!\w){number}\. (?:{listed})(?!\w)")
    in_a_list = re.compile(rf"(?:^|(?<=, )|(?<=/ )|(?<=: )){number}\. (?:{listed})(?!\w)")
    alone = re.compile(rf"(?<!\w)(?<!\d\. )(?:{listed})(?!\w)")
    neutral = gettext("Former player")
    before = (row.detail, row.confirmed)
    if row.name == "correct_entry" and row.detail.startswith(f"{number}. "):
        row.detail = str(number)
    elif row.name not in TYPED_ACTS:
        row.detail = in_a_list.sub(f"{number}. {neutral}", row.detail)
    own = number in row.numbers or bool(in_a_list.match(before[0]))
    row.confirmed = [
        with_texts(line, partial(numbered.sub, f"{number}. {neutral}")) for line in row.confirmed
    ]
    if own:
        row.confirmed = [with_texts(line, partial(alone.sub, neutral)) for line in row.confirmed]
    if before != (row.detail, row.confirmed):
        row.save(update_fields=["detail", "confirmed"])


def empty_what_was_left() -> int:
    """Empty what histories still tell of entries and persons that are gone; of how many of them."""
    told = Entry.history.exclude(**NOTHING_TOLD)
    entries = _gone(told, Entry, "id")
    for keys in _in_parts(entries):
        empty_entries(keys)
    persons = _gone(Person.history.all(), Person, "id")
    for keys in _in_parts(persons):
        Person.history.filter(id__in=keys).delete()
    named = Official.history.exclude(name="")
    officials = _gone(named, Person, "person_id")
    officials += _gone(named.exclude(joined_from=None), Person, "joined_from_id")
    for keys in _in_parts(officials):
        gone = Q(person__in=keys) | Q(joined_from__in=keys)
        Official.history.filter(gone).update(name="")
    joined = Person.objects.exclude(forgotten_at=None).exclude(joined_away=None)
    for person in joined.distinct():
        empty_offices([person])
    return len({*persons, *officials}) + len(entries)


def _gone(history: Any, model: type[Entry | Person], column: str) -> list[int]:
    """The keys in this column of a history behind which no row stands any more."""
    there = model._default_manager.filter(pk=OuterRef(column))
    rows = history.filter(~Exists(there)).order_by(column)
    return list(rows.values_list(column, flat=True).distinct())


def _in_parts(keys: list[int]) -> list[list[int]]:
    return [keys[start : start + AT_ONCE] for start in range(0, len(keys), AT_ONCE)]
