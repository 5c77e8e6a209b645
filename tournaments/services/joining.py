"""Joining an entry to a person who is known already, and taking it back.

Three may say that two are one: the person, by a link that only their mailbox has seen; the series;
and an organiser, where both entries are in events of theirs. Whoever it is, the rows of both stay,
and each join stands in the logbook of every event that it touches.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q, QuerySet

from tournaments.domain.entering import name_key
from tournaments.domain.names import search_key
from tournaments.domain.values import Refused, marked
from tournaments.models import Entry, Join, JoinedBy, Official, Person, Tournament
from tournaments.models.entry import EntryState
from tournaments.services.acts import AlreadyDone, Doer, acting
from tournaments.services.mailing import forget_mails
from tournaments.services.wishes import hand_over_wishes


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Two entries that may be the same person, and what speaks for it."""

    entry: Entry
    other: Entry
    same_name: bool
    same_address: bool
    same_town: bool


@dataclass(frozen=True, slots=True)
class SidesOfJoin:
    """A join with the entries that came by it, and those that were there."""

    join: Join
    came: list[Entry]
    there: list[Entry]


def suggestions(tournament: Tournament, own: QuerySet[Tournament]) -> list[Suggestion]:
    """Whom of the entries the organiser may have met at others of the `own` events.

    By name or e-mail; nobody of an event that is not theirs is named.
    """
    elsewhere = Entry.objects.filter(tournament__in=own.exclude(pk=tournament.pk))
    by_sign: defaultdict[str, dict[int, Entry]] = defaultdict(dict)
    for other in _present(elsewhere):
        for sign in _signs(other):
            by_sign[sign][other.pk] = other
    return [
        _compared(entry, other)
        for entry in _present(tournament.entries.all())
        for other in _alike(entry, by_sign)
    ]


def _present(entries: QuerySet[Entry]) -> list[Entry]:
    listed = entries.exclude(name="").exclude(state=EntryState.CANCELLED)
    return list(listed.select_related("person", "tournament", "club").order_by("pk"))


def _signs(entry: Entry) -> list[str]:
    """By what somebody may be recognised."""
    return [name_key(entry.name), *filter(None, [entry.email.casefold()])]


def _alike(entry: Entry, by_sign: Mapping[str, Mapping[int, Entry]]) -> Iterator[Entry]:
    found: dict[int, Entry] = {}
    for sign in _signs(entry):
        found |= by_sign.get(sign, {})
    for key in sorted(found):
        if found[key].person_id != entry.person_id:
            yield found[key]


def _compared(entry: Entry, other: Entry) -> Suggestion:
    return Suggestion(
        entry,
        other,
        same_name=name_key(entry.name) == name_key(other.name),
        same_address=bool(entry.email) and entry.email.casefold() == other.email.casefold(),
        same_town=search_key(entry.tournament.town) == search_key(other.tournament.town),
    )


def known_by_address(entry: Entry) -> Person | None:
    """The person whom the series knows by the name and the proved address of the entry."""
    if not entry.email:
        return None
    found = Person.objects.filter(email__iexact=entry.email, forgotten_at__isnull=True)
    for person in found.exclude(pk=entry.person_id).order_by("pk"):
        if name_key(person.name) == name_key(entry.name):
            return _now(person)
    return None


def played_by(person: Person | None) -> QuerySet[Entry]:
    """The entries of a person, the latest event first; none of nobody."""
    entries = person.entries.all() if person else Entry.objects.none()
    return entries.select_related("tournament").order_by("-tournament__date")


def _now(person: Person) -> Person:
    """Who a person was joined to, if all that they had went there."""
    while not person.entries.exists() and (join := person.joined_away.standing().first()):
        person = join.kept
    return person


def join_by_address(entry: Entry, doer: Doer, *, asked: bool = False) -> Join | None:
    """Let an entry whose address was just proved join the person known by it.

    A parent and a child may share name and address: unless it was `asked` who it is, somebody of
    another age is left a person of their own. Of somebody who is not known yet the address is kept
    as the person's own from now on.
    """
    person = entry.person
    if known := would_join(entry, asked=asked):
        return _join(
            known,
            person,
            doer,
            JoinedBy.LINK,
            entries=[entry],
            # Somebody read on the page what they would be born on, and said yes.
            with_birth_date=asked and not person.email,
        )
    unknown = known_by_address(entry) in (None, person)
    if unknown and not person.email and person.is_of_one_event:
        person.email = entry.email
        person.save()
    return None


def would_join(entry: Entry, *, asked: bool = False) -> Person | None:
    """The person whom the entry joins once its address is proved; None if it stays by itself."""
    known = known_by_address(entry)
    if known is None or known.pk == entry.person_id or not _is_free_to_move(entry):
        return None
    return known if asked or not _of_another_age(entry, known) else None


def _is_free_to_move(entry: Entry) -> bool:
    """Whether the address of the entry may say whose it is: the desk can write another one, so
    whoever has proved an address, or is known elsewhere, is not led away by it."""
    person = entry.person
    if person.email:
        return person.email.casefold() == entry.email.casefold()
    return person.is_of_one_event


def _of_another_age(entry: Entry, known: Person) -> bool:
    """Whether what was told of the entry's age does not fit the person who is known."""
    if entry.person.birth_date is not None and known.birth_date is not None:
        return entry.person.birth_date != known.birth_date
    return entry.person.birth_date is not None or entry.minor != known.is_minor


def join_entry(
    tournament: Tournament, entry_id: int, other_id: int, own: QuerySet[Tournament], doer: Doer
) -> Join:
    """The organiser of two events says that an entry of each is one person.

    `own` are the events that they organise. One entry goes over to the person of the other; other
    events of the two see nothing of it but the line in their logbook.
    """
    entry = tournament.entries.select_related("person", "tournament").filter(pk=entry_id).first()
    other = (
        Entry.objects.select_related("person", "tournament")
        .filter(pk=other_id, tournament__in=own)
        .first()
    )
    if entry is None or other is None:
        raise Refused("", marked("Choose two players of events that you organise."))
    if entry.person_id == other.person_id:
        raise AlreadyDone("", marked("They are one person already."))
    keep, gone = sorted([entry, other], key=_standing_of)
    _refuse_what_is_the_series(keep, gone, own)
    return _join(
        keep.person,
        gone.person,
        doer,
        JoinedBy.ORGANISER,
        entries=[gone],
        with_birth_date=False,
    )


def _standing_of(entry: Entry) -> tuple[bool, bool, int]:
    """Who is kept of two: with an account, with a proved address, the one who was there first."""
    person = entry.person
    return person.user_id is None, not person.email, person.pk


def _refuse_what_is_the_series(keep: Entry, gone: Entry, own: QuerySet[Tournament]) -> None:
    """Refuse what would decide of a person beyond the organiser's own events, or of an event that
    is over: its points and names are the series'."""
    if keep.is_frozen or gone.is_frozen:
        raise Refused(
            "",
            marked("One of the two events is over; only the players or the series can join them."),
        )
    stays, goes = keep.person, gone.person
    elsewhere = any(_is_known_beyond(person, own) for person in (stays, goes))
    told_apart = goes.user_id is not None or (
        bool(goes.email) and goes.email.casefold() != stays.email.casefold()
    )
    another_birthday = goes.birth_date is not None and goes.birth_date != stays.birth_date
    if elsewhere or told_apart or another_birthday:
        raise Refused(
            "",
            marked(
                "What the series knows of the two does not fit together; only the players or the "
                "series can join them."
            ),
        )


def _is_known_beyond(person: Person, own: QuerySet[Tournament]) -> bool:
    known = (person.entries, person.offices)
    return any(rows.exclude(tournament__in=own).exists() for rows in known)


def join_persons(keep_id: int, other_id: int, doer: Doer) -> Join:
    """The series says that two are one: all that the other one has goes over."""
    found = Person.objects.in_bulk([keep_id, other_id])
    if keep_id == other_id:
        raise Refused("", marked("Choose two different persons."))
    if len(found) < 2:
        raise Refused("", marked("The series knows nobody under the number {key}."), key=other_id)
    keep, other = found[keep_id], found[other_id]
    if other.user_id is not None:
        raise Refused("", marked("The one with the account has to be kept."))
    offices = list(other.offices.select_related("tournament"))
    entries = list(other.entries.select_related("tournament", "person"))
    if not entries and not offices:
        raise AlreadyDone("", marked("There is nothing left to join."))
    return _join(keep, other, doer, JoinedBy.SERIES, entries=entries, offices=offices)


@transaction.atomic
def _join(
    keep: Person,
    other: Person,
    doer: Doer,
    how: JoinedBy,
    *,
    entries: Collection[Entry],
    offices: Collection[Official] = (),
    with_birth_date: bool = True,
) -> Join:
    keep, other = _both(keep.pk, other.pk)
    join = Join(kept=keep, other=other, how=how, by=doer.name, at=doer.now)
    if with_birth_date and keep.birth_date is None and other.birth_date is not None:
        keep.birth_date, join.gave_birth_date = other.birth_date, True
        keep.save()
    join.save()
    moving = {row.tournament_id for row in [*entries, *offices]}
    moving |= set(other.entries.values_list("tournament", flat=True))
    for tournament in _touched(keep, moving):
        with acting(tournament, "join_entry", doer) as act:
            came = [entry for entry in entries if entry.tournament_id == tournament.pk]
            for entry in came:
                _make_room(entry, keep, doer)
                entry.person = keep
                entry.save()
            join.entries.add(*came)
            held = [office for office in offices if office.tournament_id == tournament.pk]
            follow = other.offices.filter(tournament=tournament) if came else held
            join.offices.add(*_handed_over(follow, keep))
            act.detail = _line(act.tournament, keep, join)
    return join


def _both(keep_id: int, other_id: int) -> tuple[Person, Person]:
    found = {p.pk: p for p in Person.objects.select_for_update().filter(pk__in=[keep_id, other_id])}
    if len(found) < 2:
        raise Refused("", marked("Choose two different persons."))
    if any(person.forgotten_at for person in found.values()):
        raise Refused("", marked("This person asked to be deleted and cannot be changed."))
    return found[keep_id], found[other_id]


def _touched(person: Person, moving: Collection[int]) -> list[Tournament]:
    """The events of a person and of what moves; in one order, so that two joins queue up."""
    of_person = Q(entries__person=person) | Q(pk__in=moving)
    return list(Tournament.objects.filter(of_person).distinct().order_by("pk"))


def _make_room(entry: Entry, keep: Person, doer: Doer) -> None:
    """Of two entries in one event one that was signed off and never played gives way."""
    there = keep.entries.filter(tournament=entry.tournament).first()
    if there is None:
        return
    if there.state != EntryState.CANCELLED or there.seats.exists():
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
    forget_mails([there])
    hand_over_wishes(there, doer, to=entry)
    there.delete()


def _handed_over(offices: Iterable[Official], to: Person) -> list[Official]:
    """The offices that went over: an office that both hold stays where it is."""
    moved = []
    for office in offices:
        if not to.offices.filter(tournament=office.tournament_id, role=office.role).exists():
            office.person = to
            office.save()
            moved.append(office)
    return moved


def _line(tournament: Tournament, person: Person, join: Join) -> str:
    """What the logbook of an event says: its own player, and where the other one played."""
    mine = tournament.entries.filter(person=person).first()
    others = join.entries.exclude(tournament=tournament).select_related("tournament")
    there = ", ".join(f"{entry.tournament}: {entry.number}" for entry in others)
    return f"{mine or ''} ← {there or join.pk}"[:300]


@transaction.atomic
def undo_join(join_id: int, doer: Doer) -> Join:
    """Take a join back: what went over, and is still there, goes back to the other person."""
    join = Join.objects.select_for_update().filter(pk=join_id).first()
    if join is None or join.undone_at is not None:
        raise AlreadyDone("", marked("That was taken back already."))
    keep, other = _both(join.kept_id, join.other_id)
    entries = {entry.tournament_id: entry for entry in join.entries.filter(person=keep)}
    offices = list(join.offices.filter(person=keep).select_related("tournament"))
    for tournament in _touched(keep, {*entries, *(o.tournament_id for o in offices)}):
        with acting(tournament, "undo_join", doer) as act:
            act.detail = _line(act.tournament, keep, join)
            if entry := entries.get(tournament.pk):
                _make_room(entry, other, doer)
                entry.person = other
                entry.save()
            _handed_over([o for o in offices if o.tournament_id == tournament.pk], other)
    if join.gave_birth_date and keep.birth_date == other.birth_date:
        keep.birth_date = None
        keep.save()
    join.undone_by, join.undone_at = doer.name, doer.now
    join.save()
    return join


def undo_own_join(join_id: int, own: QuerySet[Tournament], doer: Doer) -> Join:
    """The same for an organiser: only what an organiser joined, and only in `own` events."""
    join = Join.objects.filter(pk=join_id, how=JoinedBy.ORGANISER).first()
    if join is None or join.entries.exclude(tournament__in=own).exists():
        raise Refused("", marked("Only the player or the series can take this back."))
    return undo_join(join_id, doer)


def joins_of(person: Person) -> list[SidesOfJoin]:
    """The joins that stand of what came to a person, latest first."""
    joins = person.joins.standing().select_related("kept", "other")
    rows = joins.prefetch_related("entries__tournament", "kept__entries__tournament")
    return [_sides(join) for join in rows]


def _sides(join: Join) -> SidesOfJoin:
    came = list(join.entries.all())
    keys = {entry.pk for entry in came}
    return SidesOfJoin(join, came, [one for one in join.kept.entries.all() if one.pk not in keys])


def joins_at(tournament: Tournament) -> QuerySet[Join]:
    """The joins that stand of players of this event, whichever of the two moved; latest first."""
    here = Q(entries__tournament=tournament) | Q(kept__entries__tournament=tournament)
    joins = Join.objects.standing().filter(here)
    return joins.prefetch_related("entries__tournament", "kept__entries__tournament").distinct()
