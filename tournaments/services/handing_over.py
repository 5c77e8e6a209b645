"""What goes over from one person to another, who is locked for it, and what gives way."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import Q, QuerySet

from tournaments.domain.values import Refused, marked
from tournaments.models import Entry, Join, Official, Person, Tournament
from tournaments.models.entry import EntryState
from tournaments.services.acts import Doer, changed_meanwhile
from tournaments.services.mailing import forget_mails
from tournaments.services.wishes import hand_over_wishes

OF_A_ROW = ("person", "joined_from", "tournament")
"""What is asked of an entry or an office that goes over."""


def lock_persons(*keys: int, forgotten: bool = False) -> list[Person]:
    """These persons, in this order, locked to the end of the transaction.

    Whoever locks events as well locks persons first; who has an event already asks for a person
    without waiting (`free_persons`). Raises `Refused` for one who is forgotten, unless those are
    wanted, too.
    """
    # Only their keys are left free: whatever merely names a person as its own goes on.
    rows = Person.objects.select_for_update(no_key=True).filter(pk__in=keys).order_by("pk")
    found = {person.pk: person for person in rows}
    if len(found) < len(keys):
        raise changed_meanwhile()
    if not forgotten:
        refuse_forgotten(*found.values())
    return [found[key] for key in keys]


def refuse_forgotten(*persons: Person) -> None:
    if any(person.forgotten_at for person in persons):
        raise Refused("", marked("This person asked to be deleted and cannot be changed."))


def free_persons(*keys: int) -> QuerySet[Person]:
    """Those of these persons whom nobody has locked, locked to the end of the transaction.

    For whoever holds the lock of an event: to wait for a person then could be to wait for somebody
    who waits for the event.
    """
    return Person.objects.select_for_update(skip_locked=True).filter(pk__in=keys).order_by("pk")


def lock_events(*persons: Person, offices: Iterable[Official] = ()) -> list[Tournament]:
    """The events where persons play, and of these offices, locked; in one order, so that two
    joins queue up."""
    theirs = Q(person__in=persons) | Q(joined_from__in=persons)
    played = Entry.objects.filter(theirs).values_list("tournament", flat=True)
    keys = {*played, *(office.tournament_id for office in offices)}
    return list(Tournament.objects.select_for_update().filter(pk__in=keys).order_by("pk"))


def hand_over(entry: Entry, to: Person, doer: Doer, *, owner: Person) -> None:
    """Let an entry that was read under the lock count for somebody else, and be the owner's. Of the
    rest nothing is saved."""
    for there in _beside(entry, to).select_related(*OF_A_ROW):
        _make_room(there, entry, to, doer, proved=owner == to)
    entry.count_for(to, owner=owner)
    entry.save(update_fields=["person", "joined_from"])


def _make_room(there: Entry, entry: Entry, to: Person, doer: Doer, *, proved: bool) -> None:
    """Let another entry of the event give way: to whoever proves their own, one that only others
    joined; and one that was signed off and never played, unless somebody else may still open its
    link. What is somebody else's own counts for them again, and is never deleted."""
    gave_up = there.state == EntryState.CANCELLED and not there.seats.exists()
    if there.owner != to and (proved or gave_up):
        there.count_for(there.owner, owner=there.owner)
        there.save(update_fields=["person", "joined_from"])
        return
    if not gave_up and entry.tournament.is_over:
        raise Refused(
            "",
            marked(
                "Both played in {tournament}, under {first} and {second}, so they are two people."
            ),
            tournament=str(entry.tournament),
            first=there.number,
            second=entry.number,
        )
    if not gave_up:
        raise Refused(
            "",
            marked(
                "Both are on the list of {tournament}, under {first} and {second}. "
                "Sign one of them off there first."
            ),
            tournament=str(entry.tournament),
            first=there.number,
            second=entry.number,
        )
    if (there.email or there.owner.user_id) and not proved:
        raise Refused(
            "",
            marked(
                "{number} has signed off from {tournament} and may sign up again by their own "
                "link; only they can join the two, by a link in an e-mail."
            ),
            tournament=str(entry.tournament),
            number=there.number,
        )
    forget_mails([there])
    hand_over_wishes(there, doer, to=entry)
    there.delete()


def handed_over(offices: QuerySet[Official], to: Person, *, proved: bool) -> list[Official]:
    """The offices that went over: an office that both hold stays where it is."""
    moved = []
    for office in offices.select_related(*OF_A_ROW):
        there = _beside(office, to)
        if not (there.owned_by(to) if proved else there).exists():
            hand_over_office(office, to, owner=to if proved else office.owner)
            moved.append(office)
    return moved


def hand_over_office(office: Official, to: Person, *, owner: Person) -> None:
    """Let an office count for somebody else, and be the owner's."""
    if owner == to and _beside(office, to).owned_by(to).exists():
        raise Refused(
            "",
            marked(
                "Both are {role} of {tournament}, so the office cannot go back. "
                "Dismiss one of them there first."
            ),
            role=office.get_role_display(),
            tournament=str(office.tournament),
        )
    office.count_for(to, owner=owner)
    office.leave_room()
    office.save(update_fields=["person", "joined_from"])


def give(row: Entry | Official, to: Person, doer: Doer, *, owner: Person) -> None:
    if isinstance(row, Entry):
        hand_over(row, to, doer, owner=owner)
    else:
        hand_over_office(row, to, owner=owner)


def _beside(row: Entry | Official, person: Person) -> QuerySet[Any]:
    """What else of the kind is the person's own at the event, or counts for them: nobody is on a
    list twice, nor holds the same office twice."""
    theirs = Q(person=person) | Q(joined_from=person)
    if isinstance(row, Entry):
        return row.tournament.entries.filter(theirs).exclude(pk=row.pk)
    return row.tournament.officials.filter(theirs, role=row.role).exclude(pk=row.pk)


def has_room(person: Person, row: Entry | Official) -> bool:
    """Whether the row can count for the person: whoever was forgotten has nothing of others."""
    return not (person.forgotten_at or _beside(row, person).exists())


def line_of(tournament: Tournament, person: Person, join: Join) -> str:
    """What the logbook of an event says: its own player, and where the other one played."""
    mine = tournament.entries.filter(person=person).first()
    others = join.entries.exclude(tournament=tournament).select_related("tournament")
    there = ", ".join(f"{entry.tournament}: {entry.number}" for entry in others)
    return f"{mine.mark if mine else ''} ← {there or join.pk}"[:300]
