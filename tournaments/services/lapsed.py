"""What lapses is kept for a week, out of everybody's sight but the organisers' of the event."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

from django.db.models import QuerySet

from tournaments.models import Club, Entry, LapsedSignUp, Person, Tournament
from tournaments.models.entry import EntryState, new_token

KEPT = dt.timedelta(days=7)

OF_ENTRY = (
    "name",
    "email",
    "address_by_desk",
    "address_to_confirm",
    "club_id",
    "minor",
    "guardian_consent",
    "full_name_public",
    "number",
    "queue_number",
    "paid",
    "note",
    "language",
    "versions",
    "birth_date_told",
)
OF_PERSON = ("name", "birth_date", "minor", "full_name_public", "named_as_withdrawn")


def keep_lapsed(entries: Iterable[Entry], now: dt.datetime) -> None:
    """Keep what these sign-ups told, before they are deleted. Inside an act only."""
    LapsedSignUp.objects.bulk_create(
        LapsedSignUp(
            tournament_id=entry.tournament_id,
            number=entry.number,
            name=entry.name,
            email=entry.email,
            person_id=entry.person_id,
            facts={name: getattr(entry, name) for name in OF_ENTRY},
            told_of_person={name: getattr(entry.person, name) for name in OF_PERSON},
            lapsed_at=now,
        )
        for entry in entries
    )


def lapsed_lately(tournament: Tournament, now: dt.datetime) -> QuerySet[LapsedSignUp]:
    """What can still be taken back at this event."""
    return tournament.lapsed.filter(lapsed_at__gt=now - KEPT)


def entry_again(row: LapsedSignUp, now: dt.datetime) -> Entry:
    """The sign-up as it was, with its number and its place in the queue, waiting for its link from
    now on. The link is a new one: whoever saw the old one may have left."""
    told = {name: _read(Entry, name, value) for name, value in row.facts.items()}
    entry = Entry(
        tournament_id=row.tournament_id,
        state=EntryState.UNCONFIRMED,
        registered_at=now,
        token=new_token(),
        **told,
    )
    # Who wrote it at the desk may have left as well.
    entry.address_to_confirm |= entry.address_by_desk
    if not Club.objects.filter(pk=entry.club_id).exists():
        entry.club_id = None
    entry.person = _person_again(row)
    entry.save()
    row.delete()
    return entry


def clear_lapsed(now: dt.datetime) -> int:
    """Delete what lapsed over a week ago; how many sign-ups it was."""
    deleted, _rows = LapsedSignUp.objects.filter(lapsed_at__lte=now - KEPT).delete()
    return deleted


def forget_lapsed(person: Person) -> None:
    """Delete what was kept of the sign-ups of a person who is deleted."""
    LapsedSignUp.objects.filter(person=person).delete()


def _person_again(row: LapsedSignUp) -> Person:
    known = row.person
    if known is not None and not known.forgotten_at and not known.is_joined_away:
        return known
    told = {name: _read(Person, name, value) for name, value in row.told_of_person.items()}
    return Person.objects.create(**told)


def _read(model: type[Entry | Person], name: str, value: object) -> object:
    """A value as the model has it: JSON knows no dates."""
    return model._meta.get_field(name.removesuffix("_id")).to_python(value)
