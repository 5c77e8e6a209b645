"""Persons of the series: two that are one, and one who wants to be forgotten."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import models, transaction
from django.utils.translation import gettext

from tournaments.domain.entering import name_key, substitute_birth_date
from tournaments.domain.values import Refused, marked
from tournaments.models import (
    Act,
    Commitment,
    CouncilMember,
    Draw,
    DrawEdit,
    Entry,
    Exclusion,
    Lot,
    Mail,
    Official,
    Person,
    PublicValue,
    Response,
    Result,
    RuleChange,
    Ruling,
    Tournament,
    ValueSource,
    Wish,
)
from tournaments.models.entry import EntryState, new_token
from tournaments.models.tournament import State
from tournaments.services.acts import AlreadyDone, Doer, acting
from tournaments.services.entering import delete_person, fill_places
from tournaments.services.mailing import forget_mails
from tournaments.services.wishes import hand_over_wishes

# Where people write freely, with the way to the tournament; a name may stand in any of it. What was
# rolled in the hall is not among it: seeds are made of it, and it holds dice.
TEXTS: dict[type[models.Model], tuple[str, tuple[str, ...]]] = {
    Act: ("tournament", ("detail", "reason", "by")),
    RuleChange: ("tournament", ("text", "by")),
    Exclusion: ("entry__tournament", ("reason", "by")),
    Commitment: ("tournament", ("by",)),
    ValueSource: ("round__tournament", ("text", "reason", "by")),
    PublicValue: ("round__tournament", ("reason", "by", "confirmed_by")),
    Draw: ("round__tournament", ("reason", "withdrawn_reason", "by")),
    DrawEdit: ("draw__round__tournament", ("reason", "by")),
    Result: ("table__draw__round__tournament", ("reason", "by")),
    Response: ("entry__tournament", ("text",)),
    Lot: ("tournament", ("by",)),
    Wish: ("tournament", ("reason", "by", "removed_by")),
    Ruling: (
        "tournament",
        (
            "question",
            "opened_by",
            "decision",
            "decided_by",
            "protest",
            "protest_by",
            "council_reason",
            "council_decision",
        ),
    ),
}


def doubles(tournament: Tournament) -> list[tuple[Person, Person]]:
    """Pairs of persons of one name, one of whom at least plays in this tournament."""
    persons = Person.objects.filter(forgotten_at__isnull=True).select_related("club").order_by("pk")
    by_name: dict[str, list[Person]] = {}
    for person in persons:
        by_name.setdefault(name_key(person.name), []).append(person)
    here = set(tournament.entries.values_list("person", flat=True))
    return [
        (first, second)
        for same in by_name.values()
        for place, first in enumerate(same)
        for second in same[place + 1 :]
        if first.pk in here or second.pk in here
    ]


def merge_persons(tournament: Tournament, keep_id: int, other_id: int, doer: Doer) -> Person:
    """Make two persons one: what hangs on the other one hangs on the kept one from now on.

    One of them must be on the list of this tournament. Two entries in one tournament cannot
    become one, unless one of them was signed off and never played.
    """
    with acting(tournament, "merge_persons", doer) as act:
        keep, other = _both(keep_id, other_id)
        entries = act.tournament.entries
        if not entries.filter(person__in=[keep, other]).exists():
            raise Refused("", marked("Neither of them is on the list of this tournament."))
        _refuse_two_players(keep, other, doer)
        act.detail = f"{keep} ({keep.pk} ← {other.pk})"
        for entry in other.entries.all():
            entry.person = keep
            entry.save()
        _hand_over_offices(keep, other)
        _fill_in(keep, other)
        delete_person(other)
    return keep


def _both(keep_id: int, other_id: int) -> tuple[Person, Person]:
    found = Person.objects.select_for_update().in_bulk([keep_id, other_id])
    if len(found) < 2:
        raise Refused("", marked("Choose two different persons."))
    if any(person.forgotten_at for person in found.values()):
        raise Refused("", marked("This person asked to be deleted and cannot be changed."))
    return found[keep_id], found[other_id]


def _refuse_two_players(keep: Person, other: Person, doer: Doer) -> None:
    mine = {entry.tournament_id: entry for entry in keep.entries.all()}
    for theirs in other.entries.select_related("tournament"):
        if (entry := mine.get(theirs.tournament_id)) is None:
            continue
        gone, stays = next(
            (pair for pair in ((theirs, entry), (entry, theirs)) if _never_came(pair[0])),
            (None, None),
        )
        if gone is None:
            raise Refused(
                "",
                marked(
                    "Both are on the list of {tournament}, under {first} and {second}. "
                    "Sign one of them off there first."
                ),
                tournament=str(theirs.tournament),
                first=entry.number,
                second=theirs.number,
            )
        forget_mails([gone])
        hand_over_wishes(gone, doer, to=stays)
        gone.delete()


def _never_came(entry: Entry) -> bool:
    return entry.state == EntryState.CANCELLED and not entry.seats.exists()


def _hand_over_offices(keep: Person, other: Person) -> None:
    held = set(keep.offices.values_list("tournament", "role"))
    for office in other.offices.all():
        if (office.tournament_id, office.role) in held:
            office.delete()
        else:
            office.person = keep
            office.save()
    councils = set(CouncilMember.objects.filter(person=keep).values_list("ruling", flat=True))
    for member in CouncilMember.objects.filter(person=other):
        if member.ruling_id in councils:
            member.delete()
        else:
            member.person = keep
            member.save()


def _fill_in(keep: Person, other: Person) -> None:
    """Add what was known of the other one only."""
    keep.email = keep.email or other.email
    keep.club = keep.club or other.club
    keep.birth_date = keep.birth_date or other.birth_date
    keep.minor = keep.minor or other.minor
    keep.guardian_consent = keep.guardian_consent or other.guardian_consent
    if keep.user is None and other.user is not None:
        user, other.user = other.user, None
        other.save()  # an account belongs to one person at a time
        keep.user = user
    keep.save()


@transaction.atomic
def forget_person(person: Person, doer: Doer) -> None:
    """Delete what is known of a person who asked for it; results stay, under a neutral name.

    Name, club, e-mail, birth date, account and notes are gone, from the history, the logbook and
    the mailbox too, and with them prints and exports that were kept. Nobody who is playing, or
    holds an office at an event to come, can be forgotten before that ends.
    """
    person = Person.objects.select_for_update().get(pk=person.pk)
    if person.forgotten_at:
        raise AlreadyDone("", marked("This person was deleted already."))
    entries = list(person.entries.select_related("tournament"))
    _refuse_while_busy(person, entries)
    name, email, user = person.name, person.email, person.user
    junior_on = [e.tournament.date for e in entries if person.is_junior_on(e.tournament.date)]
    tournaments = Tournament.objects.filter(
        models.Q(entries__person=person) | models.Q(officials__person=person)
    ).distinct()
    known_as = {name, *Person.history.filter(id=person.pk).values_list("name", flat=True)} - {""}
    for tournament in tournaments:
        _forget_at(tournament, person, known_as, doer)
    forget_mails(entries)
    if email and not Person.objects.filter(email__iexact=email).exclude(pk=person.pk).exists():
        Mail.objects.filter(to__iexact=email).delete()
    person.name = person.email = ""
    person.club = person.user = None
    person.birth_date = substitute_birth_date(junior_on)
    person.forgotten_at = doer.now
    person.save()
    for former in known_as:
        _write_over_administration(person, former)
    Person.history.filter(id=person.pk).update(
        name="", email="", club=None, user=None, birth_date=person.birth_date
    )
    Official.history.filter(person=person).update(user=None)
    # The accounts of the series' administrators are theirs to close.
    if user is not None and not user.is_staff:
        user.delete()


def _refuse_while_busy(person: Person, entries: Iterable[Entry]) -> None:
    for entry in entries:
        if entry.tournament.state == State.RUNNING and entry.state == EntryState.CHECKED_IN:
            raise Refused(
                "",
                marked("{entry} is playing at {tournament}; they have to withdraw first."),
                entry=str(entry),
                tournament=str(entry.tournament),
            )
    for office in person.offices.select_related("tournament"):
        if not office.tournament.is_over:
            raise Refused(
                "",
                marked("{person} is {role} of {tournament}; name somebody else first."),
                person=str(person),
                role=office.get_role_display(),
                tournament=str(office.tournament),
            )


def _forget_at(tournament: Tournament, person: Person, known_as: Iterable[str], doer: Doer) -> None:
    """Take the person's traces out of one tournament, under each name they ever had there."""
    with acting(tournament, "forget_person", doer) as act:
        entry = act.tournament.entries.filter(person=person).first()
        if entry is not None:
            if not act.tournament.is_over and not entry.seats.exists():
                entry.state = EntryState.CANCELLED
            entry.note = ""
            # Why somebody is to sit somewhere may be about health, or about others.
            act.tournament.wishes.filter(wished__entry=entry).update(reason="")
            entry.token = new_token()
            entry.save()
            Entry.history.filter(id=entry.pk).update(note="")
            fill_places(act.tournament, doer.now)
            act.detail = str(entry.number)
        for office in act.tournament.officials.filter(person=person):
            office.token = office.user = None
            office.save()
        # Longest first: of "Anna Nová" and "Anna Nová Bílá" nothing may be left over.
        for name in sorted(known_as, key=len, reverse=True):
            _write_over(act.tournament, _pattern(name, entry))
        for job in act.tournament.jobs.all():
            if job.file:
                # A file does not come back when the transaction fails.
                transaction.on_commit(partial(job.file.storage.delete, job.file.name))
            job.delete()


def _write_over_administration(person: Person, name: str) -> None:
    """The administration keeps a log of its own, with the names of what was changed."""
    of_person = models.Q(
        content_type=ContentType.objects.get_for_model(Person), object_id=str(person.pk)
    )
    named = models.Q(object_repr__contains=name) if " " in name else models.Q()
    LogEntry.objects.filter(of_person | named).update(
        object_repr=gettext("Former player"), change_message=""
    )


def _pattern(name: str, entry: Entry | None) -> re.Pattern[str]:
    """How the name is found in texts. A single word only behind its number: "Jan" is many."""
    words = re.escape(name)
    if " " not in name:
        words = rf"(?<={entry.number}\. ){words}" if entry is not None else r"(?!)"
    return re.compile(rf"(?<!\w){words}(?!\w)")


def _write_over(tournament: Tournament, name: re.Pattern[str]) -> None:
    neutral = gettext("Former player")
    for row, fields in _texts(tournament):
        changed = []
        for field in fields:
            text = getattr(row, field)
            clean = name.sub(neutral, text)
            if clean != text:
                setattr(row, field, clean)
                changed.append(field)
        if isinstance(row, Act) and any(name.search(line) for line in row.confirmed):
            row.confirmed = [name.sub(neutral, line) for line in row.confirmed]
            changed.append("confirmed")
        if changed:
            row.save(update_fields=changed)


def _texts(tournament: Tournament) -> Iterator[tuple[models.Model, tuple[str, ...]]]:
    for model, (way, fields) in TEXTS.items():
        for row in model.objects.filter(**{way: tournament}):
            yield row, fields
