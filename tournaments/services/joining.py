"""Joining an entry to a person who is known already; services/undoing.py takes it back.

Three may say that two are one: the person, by a link that only their mailbox has seen; the series;
and an organiser, where both entries are in events of theirs. The person's own word alone gives
rights over an entry and the facts by which it goes; that of others says for whom it counts
(`Entry.joined_from`), who may only keep the full name back as long as it does. Whoever it is, the
rows of both stay, and each join stands in the logbook of every event that it touches.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from tournaments.domain.entering import name_key
from tournaments.domain.mailboxes import mailbox, same_mailbox
from tournaments.domain.names import search_key
from tournaments.domain.values import Refused, marked
from tournaments.models import Act, Entry, Join, JoinedBy, Official, Person, Tournament
from tournaments.models.entry import EntryState
from tournaments.services.acts import AlreadyDone, Doer, acting, changed_meanwhile
from tournaments.services.handing_over import (
    OF_A_ROW,
    hand_over,
    handed_over,
    has_room,
    line_of,
    lock_events,
    lock_persons,
)
from tournaments.services.kept_back import (
    keep_back_both,
    names_shown,
    print_no_full_names,
    throw_away_prints_of_before,
)

MOST_SUGGESTED = 500
MOST_OF_ONE = 10
"""Pairs that are shown together, and others beside one entry: a list may hold very many players of
one name. Further ones come up once some of these are joined."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Two entries that may be the same person, and what speaks for it."""

    entry: Entry
    other: Entry
    same_name: bool
    same_address: bool
    same_town: bool
    refusal: Refused | None = None
    """Why the organiser cannot say so; None if they can."""


@dataclass(frozen=True, slots=True)
class PlayingOfficial:
    """An official by account, and the player of the same event who goes by the same name."""

    office: Official
    entry: Entry


@dataclass(frozen=True, slots=True)
class SidesOfJoin:
    """A join with the entries that came by it, and those that were there; one who may not see the
    other side, since others joined the two, is shown the own one alone."""

    join: Join
    came: list[Entry]
    there: list[Entry]


def suggestions(tournament: Tournament, own: QuerySet[Tournament]) -> list[Suggestion]:
    """Whom of the entries the organiser may have met at others of the `own` events.

    By name or e-mail; nobody of an event that is not theirs is named, nor a sign-up that nobody has
    confirmed: anybody may write very many of those. Those that only others can join say why. Of
    very many the first `MOST_SUGGESTED`, and `MOST_OF_ONE` of each entry.
    """
    elsewhere = Entry.objects.filter(tournament__in=own.exclude(pk=tournament.pk))
    by_sign: defaultdict[str, dict[int, Entry]] = defaultdict(dict)
    for other in _present(elsewhere):
        for sign in _signs(other):
            by_sign[sign][other.pk] = other
    alike = (
        (entry, other)
        for entry in _present(tournament.entries.all())
        for other in islice(_alike(entry, by_sign), MOST_OF_ONE)
    )
    pairs = list(islice(alike, MOST_SUGGESTED))
    beyond = _known_beyond({one.person_id for pair in pairs for one in pair}, own)
    today = timezone.localdate()
    return [
        replace(_compared(entry, other), refusal=_refusal(entry, other, beyond, today))
        for entry, other in pairs
    ]


def _present(entries: QuerySet[Entry]) -> list[Entry]:
    there = entries.exclude(state__in=[EntryState.CANCELLED, EntryState.UNCONFIRMED])
    listed = there.exclude(name="")
    return list(listed.select_related("person", "joined_from", "tournament", "club").order_by("pk"))


def _signs(entry: Entry) -> list[str]:
    """By what somebody may be recognised."""
    return [name_key(entry.name), *([mailbox(entry.email)] if entry.email else [])]


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
        same_address=same_mailbox(entry.email, other.email),
        same_town=search_key(entry.tournament.town) == search_key(other.tournament.town),
    )


def officials_who_play() -> list[PlayingOfficial]:
    """Officials beside whom a player of their name is on the list of the same event.

    An office goes to the person of the account that accepts it, and no account proves a mailbox:
    whether the player is that person, too, the series says by joining them (D-134).
    """
    held = Official.objects.filter(person__user=F("user")).exclude(name="")
    offices = list(held.select_related("person", "tournament").order_by("pk"))
    events = {office.tournament_id for office in offices}
    players: dict[tuple[int, str], Entry] = {}
    for entry in Entry.objects.filter(tournament__in=events).exclude(name="").order_by("pk"):
        players[entry.tournament_id, name_key(entry.name)] = entry
    return [
        PlayingOfficial(office, entry)
        for office in offices
        if (entry := players.get((office.tournament_id, name_key(office.name))))
        and {entry.person_id, entry.owner_id}.isdisjoint({office.person_id, office.owner_id})
    ]


def known_by_address(entry: Entry) -> Person | None:
    """The person whom the series knows by the name and the proved address of the entry.

    The row of somebody who was joined to another one leads nowhere: its address is no longer kept
    up, and whoever has that mailbox today need not be who had it then.
    """
    if not entry.email:
        return None
    found = Person.objects.filter(email__iexact=entry.email, forgotten_at__isnull=True)
    for person in found.exclude(pk=entry.owner_id).order_by("pk"):
        known = same_mailbox(person.email, entry.email) and not person.is_joined_away
        if known and name_key(person.name) == name_key(entry.name):
            return person
    return None


def one_with(*keys: int) -> set[int]:
    """The keys of all who are one with these persons by a proof of theirs or by the word of the
    series, ever: either of the two may take that back, to confirm the own dice. What an organiser
    said, or an archive, may be of a puppet."""
    found: set[int] = set()
    ahead = {*keys}
    while ahead:
        found |= ahead
        said = Q(how=JoinedBy.SERIES) | Q(how=JoinedBy.LINK, undone_at=None)
        joins = Join.objects.of(*ahead).filter(said)
        ahead = {key for sides in joins.values_list("kept", "other") for key in sides} - found
    return found


def played_by(person: Person | None) -> QuerySet[Entry]:
    """The entries of a person, the latest event first; none of nobody."""
    entries = person.own_entries if person else Entry.objects.none()
    return entries.select_related("tournament").order_by("-tournament__date")


def join_by_address(entry: Entry, doer: Doer, *, asked: bool = False) -> Join | None:
    """Let an entry whose address was just proved join the person known by it.

    A parent and a child may share name and address: unless it was `asked` who it is, somebody of
    another age is left a person of their own. Of somebody who is not known yet the address is kept
    as the person's own from now on. Raises `Refused` if what was seen is not so any more.

    An address that only the desk wrote may be an official's own, so of it is kept that somebody
    reads it, and the series decides (services/whose_entry.py).
    """
    if entry.address_by_desk:
        if asked and not entry.owner.email and may_prove(entry, asked=True):
            _keep_for_the_series(entry)
        return None
    if known := would_join(entry, asked=asked):
        return _join(
            known.pk,
            entry.owner_id,
            doer,
            JoinedBy.LINK,
            check=partial(_refuse_another_answer, entry, known, asked=asked),
            entries=[entry.pk],
            # Somebody read on the page what they would be born on, and said yes.
            with_birth_date=asked and not entry.owner.email,
        )
    _keep_address(entry, doer, asked=asked)
    return None


def would_join(entry: Entry, *, asked: bool = False) -> Person | None:
    """The person whom the entry joins once its address is proved; None if it stays by itself."""
    known = known_by_address(entry)
    if known is None or not may_prove(entry, asked=asked):
        return None
    return known if asked or not _of_another_age(entry, known) else None


def _refuse_another_answer(entry: Entry, known: Person, *, asked: bool) -> None:
    """Refuse what was proved of a row that has changed meanwhile, or is another one's by now."""
    if would_join(_still(entry), asked=asked) != known:
        raise changed_meanwhile()


def _still(entry: Entry) -> Entry:
    """The entry as it is now, of the same person and with the same address."""
    rows = Entry.objects.select_related(*OF_A_ROW)
    now = rows.filter(pk=entry.pk).first()
    same = now is not None and now.owner_id == entry.owner_id
    if now is None or not same or not same_mailbox(now.email, entry.email):
        raise changed_meanwhile()
    return now


@transaction.atomic
def _keep_for_the_series(entry: Entry) -> None:
    lock_events(lock_persons(entry.owner_id)[0])
    entry = _still(entry)
    entry.proved_address = entry.email
    entry.save(update_fields=["proved_address"])


@transaction.atomic
def _keep_address(entry: Entry, doer: Doer, *, asked: bool) -> None:
    """Write down the address that was just proved as the person's own, if it says who they are."""
    person = lock_persons(entry.owner_id)[0]
    lock_events(person)
    entry = _still(entry)
    unknown = known_by_address(entry) is None
    if unknown and not person.email and may_prove(entry, asked=asked):
        person.email, person.address_at = entry.email, doer.now
        person.save(update_fields=["email", "address_at"])


def may_prove(entry: Entry, *, asked: bool = False) -> bool:
    """Whether the address of the entry may say whose it is, once it is proved.

    The desk can write another one, so whoever has proved an address, or is known elsewhere, is not
    led away by it. One that the desk wrote says it only before the first game, only to whom was
    `asked`, and then the series has the last word: results are nobody's to choose from. Nor is
    what the series knows beyond the event: an organiser may have typed the address, at the desk
    or on the page for everybody.
    """
    person = entry.owner
    if person.user_id is not None and not person.email:
        return False
    if entry.address_by_desk and (not asked or is_the_series_to_say(entry)):
        return False
    if person.email:
        return same_mailbox(person.email, entry.email)
    if _holds_what_was_not_told(entry) or (entry.address_by_desk and _was_joined(person)):
        return False
    return person.is_of_one_event or _gave_one_address(person)


def _holds_what_was_not_told(entry: Entry) -> bool:
    """Whether more stands in the person's row than their events were told: the series wrote it, or
    it came with somebody who joined them, or from a mailbox that they had. What is about to be
    told, by the entry at hand, counts as told."""
    person = entry.owner
    if person.full_name_withdrawn_at is not None or person.address_at is not None:
        return True
    entries = [entry if row.pk == entry.pk else row for row in person.own_entries]
    if any(person.birth_date != row.birth_date_told for row in entries):
        return True
    return any(_written_by_others(row).exists() for row in entries)


def _written_by_others(entry: Entry) -> QuerySet[Act]:
    """The acts by which the person's own facts were written at the entry's event; not those from
    while the entry was somebody else's, by a join that was taken back."""
    acts = Act.objects.filter(
        name="change_facts", tournament=entry.tournament_id, detail=entry.mark
    )
    for join in entry.joins.filter(undone_at__isnull=False):
        acts = acts.exclude(at__gt=join.at, at__lt=join.undone_at)
    return acts


def _was_joined(person: Person) -> bool:
    """Whether anything ever came to the person with somebody who joined them by their own word."""
    return person.joins.filter(how=JoinedBy.LINK).exists()


def is_the_series_to_say(entry: Entry) -> bool:
    """Whether only the series can say whose the entry is: it has results, and the desk wrote its
    address."""
    return entry.address_by_desk and (entry.is_frozen or entry.seats.exists())


def _gave_one_address(person: Person) -> bool:
    """Whether the person gave one and the same address to each of their events themselves."""
    entries = list(person.own_entries)
    given = {"" if entry.address_by_desk else mailbox(entry.email) for entry in entries}
    elsewhere = person.own_offices.exclude(tournament__in=[e.tournament_id for e in entries])
    return len(given) == 1 and "" not in given and not elsewhere.exists()


def _of_another_age(entry: Entry, known: Person) -> bool:
    """Whether what was told of the entry's age does not fit the person who is known."""
    if entry.birth_date is not None and known.birth_date is not None:
        return entry.birth_date != known.birth_date
    return entry.birth_date is not None or entry.minor != known.is_minor


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
    return _join(
        keep.person_id,
        gone.person_id,
        doer,
        JoinedBy.ORGANISER,
        check=partial(_refuse_what_is_the_series, keep, gone, own, timezone.localdate(doer.now)),
        entries=[gone.pk],
    )


def _refusal(entry: Entry, other: Entry, beyond: Collection[int], today: dt.date) -> Refused | None:
    """What the organiser would be answered who said that the two are one."""
    keep, gone = sorted([entry, other], key=_standing_of)
    try:
        _refuse_beyond(keep, gone, beyond, today)
    except Refused as refusal:
        return refusal
    return None


def _standing_of(entry: Entry) -> tuple[bool, bool, int]:
    """Who is kept of two: with an account, with a proved address, the one who was there first."""
    person = entry.person
    return person.user_id is None, not person.email, person.pk


def _refuse_what_is_the_series(
    keep: Entry, gone: Entry, own: QuerySet[Tournament], today: dt.date
) -> None:
    """Refuse what would decide of a person beyond the organiser's own events, or of an event that
    is over: its points and names are the series'. So is an event whose day has gone by: of a
    birth date that only the series knows it would say at once who was a junior on a chosen day.
    """
    owned = Entry.objects.filter(tournament__in=own.all())
    rows = owned.select_related("person", "tournament")
    now = rows.in_bulk([keep.pk, gone.pk])
    if {key: row.person_id for key, row in now.items()} != {
        keep.pk: keep.person_id,
        gone.pk: gone.person_id,
    }:
        raise changed_meanwhile()
    beyond = _known_beyond({keep.person_id, gone.person_id}, own)
    _refuse_beyond(now[keep.pk], now[gone.pk], beyond, today)


def _refuse_beyond(keep: Entry, gone: Entry, beyond: Collection[int], today: dt.date) -> None:
    """The same of rows as they were read; `beyond` are who is known elsewhere, by key."""
    if any(entry.is_frozen or entry.tournament.date < today for entry in (keep, gone)):
        raise Refused(
            "",
            marked("One of the two events is over; only the players or the series can join them."),
        )
    if gone.joined_from is not None:
        raise Refused(
            "", marked("{entry} was joined to somebody already. Take that back first."), entry=gone
        )
    stays, goes = keep.person, gone.person
    elsewhere = not {stays.pk, goes.pk}.isdisjoint(beyond)
    told_apart = goes.user_id is not None or (
        bool(goes.email) and not same_mailbox(goes.email, stays.email)
    )
    # Compared with what the series alone knows, a birth date could be guessed, one join a guess.
    told_both = goes.birth_date == gone.known_birth_date == keep.known_birth_date
    another_birthday = goes.birth_date is not None and not told_both
    # Whoever has another mailbox said so; the desk may have written the kept entry's.
    kept_address = stays.email or keep.email
    another_mailbox = bool(gone.email and kept_address) and not same_mailbox(
        gone.email, kept_address
    )
    # Who of the two wants what of the name is for the players, or the series, to say.
    kept_back = stays.is_kept_back or goes.is_kept_back
    if elsewhere or told_apart or another_birthday or another_mailbox or kept_back:
        raise Refused(
            "",
            marked(
                "What the series knows of the two does not fit together; only the players or the "
                "series can join them."
            ),
        )


def _known_beyond(persons: Collection[int], own: QuerySet[Tournament]) -> set[int]:
    """The keys of those of whom anything is, or counts for them, at an event that is not `own`."""
    found: set[int] = set()
    for model in (Entry, Official):
        theirs = model.objects.filter(Q(person__in=persons) | Q(joined_from__in=persons))
        rows = theirs.exclude(tournament__in=own).order_by()
        for keys in rows.values_list("person", "joined_from"):
            found.update(keys)
    return found


def join_persons(keep_id: int, other_id: int, doer: Doer) -> Join:
    """The series says that two are one: all that the other one has counts for who is kept."""
    known = set(Person.objects.filter(pk__in=[keep_id, other_id]).values_list("pk", flat=True))
    if keep_id == other_id:
        raise Refused("", marked("Choose two different persons."))
    if len(known) < 2:
        raise Refused("", marked("The series knows nobody under the number {key}."), key=other_id)
    return _join(
        keep_id,
        other_id,
        doer,
        JoinedBy.SERIES,
        check=partial(_refuse_the_account, other_id),
        with_offices=True,
    )


def _refuse_the_account(other_id: int) -> None:
    other = Person.objects.get(pk=other_id)
    if other.user_id is not None:
        raise Refused("", marked("The one with the account has to be kept."))
    if not other.entries.exists() and not other.offices.exists():
        raise AlreadyDone("", marked("There is nothing left to join."))


@transaction.atomic
def _join(
    keep_id: int,
    other_id: int,
    doer: Doer,
    how: JoinedBy,
    *,
    check: Callable[[], None],
    entries: Collection[int] | None = None,
    with_offices: bool = False,
    with_birth_date: bool = False,
) -> Join:
    """Let these entries of the other person, or all that count for them, go over to the one that
    is kept: wholly by a link that proves whose they are, and on the word of others so that they
    count for that one.

    `check` refuses what is not allowed. It is asked when both persons and all their events are
    locked, and what moves is read after that: whatever somebody did meanwhile is seen, and stays.
    """
    keep, other = lock_persons(keep_id, other_id)
    offices_of_other = other.own_offices if how == JoinedBy.LINK else other.offices.all()
    elsewhere = list(offices_of_other) if with_offices else []
    held = {office.tournament_id for office in elsewhere}
    touched = lock_events(keep, other, offices=elsewhere)
    check()
    rows = other.own_entries if how == JoinedBy.LINK else other.entries.all()
    moving = rows.select_related(*OF_A_ROW)
    if entries is not None:
        moving = moving.filter(pk__in=entries)
        if len(moving) != len(entries):
            raise changed_meanwhile()
    came = {entry.tournament_id: entry for entry in moving}
    shown = names_shown(keep, other)
    join = Join(kept=keep, other=other, how=how, by=doer.name, at=doer.now)
    if with_birth_date and keep.birth_date is None and other.birth_date is not None:
        keep.birth_date, join.gave_birth_date = other.birth_date, True
        keep.save(update_fields=["birth_date"])
    keep_back_both(join)
    join.save()
    for tournament in touched:
        with acting(tournament, "join_entry", doer) as act:
            if entry := came.get(tournament.pk):
                owner = keep if how == JoinedBy.LINK else entry.owner
                hand_over(entry, keep, doer, owner=owner)
                join.entries.add(entry)
            if entry or tournament.pk in held:
                offices = offices_of_other.filter(tournament=tournament)
                join.offices.add(*handed_over(offices, keep, proved=how == JoinedBy.LINK))
            act.detail = line_of(act.tournament, keep, join)
    print_no_full_names(keep, other)
    throw_away_prints_of_before(shown)
    return join


@transaction.atomic
def join_as_archived(counted: Iterable[tuple[Entry, Person]], doer: Doer) -> None:
    """Let each of these entries, which are their owners' alone, count for whom the archive says
    from which their event was just read: by a join, so that it can be taken back.

    The event's own logbook, which came along, has its line of it already. Where whom it would
    count for was deleted, or is on the list by another entry, it stays the owner's alone.
    """
    moving = [(entry, keep.pk) for entry, keep in counted if keep.pk != entry.person_id]
    keys = sorted({key for entry, keep in moving for key in (entry.person_id, keep)})
    persons = dict(zip(keys, lock_persons(*keys, forgotten=True), strict=True))
    touched = lock_events(*persons.values())
    shown = names_shown(*persons.values())
    for entry, key in moving:
        keep, owner = persons[key], persons[entry.person_id]
        if owner.forgotten_at or not has_room(keep, entry):
            continue
        join = Join(kept=keep, other=owner, how=JoinedBy.ARCHIVE, by=doer.name, at=doer.now)
        keep_back_both(join)
        join.save()
        join.entries.add(entry)
        entry.count_for(keep, owner=owner)
        entry.save(update_fields=["person", "joined_from"])
        known = Entry.objects.filter(Q(person__in=[keep, owner]) | Q(joined_from__in=[keep, owner]))
        elsewhere = set(known.values_list("tournament", flat=True)) - {entry.tournament_id}
        for tournament in touched:
            if tournament.pk in elsewhere:
                with acting(tournament, "join_entry", doer) as act:
                    act.detail = line_of(act.tournament, keep, join)
    print_no_full_names(*persons.values())
    throw_away_prints_of_before(shown)


def joins_of(person: Person) -> list[SidesOfJoin]:
    """The joins that stand of what came to a person, latest first."""
    joins = person.joins.standing().select_related("kept", "other")
    rows = joins.prefetch_related("entries__tournament", "kept__entries__tournament")
    return [_sides(join) for join in rows]


def my_joins(person: Person) -> list[SidesOfJoin]:
    """The same for the person, and those by which others let theirs count for somebody else:
    nothing of entries over which they have no rights."""
    own = Q(entries__in=person.own_entries)
    joins = Join.objects.standing().filter(Q(kept=person) | own).select_related("kept", "other")
    return [_sides_of(join, person) for join in joins.distinct()]


def _sides_of(join: Join, person: Person) -> SidesOfJoin:
    entries = list(join.entries.select_related("tournament", "person", "joined_from"))
    came = [entry for entry in entries if entry.owner == person]
    if join.how != JoinedBy.LINK:
        return SidesOfJoin(join, came, [])
    keys = {entry.pk for entry in entries}
    there = person.own_entries.exclude(pk__in=keys).select_related("tournament")
    return SidesOfJoin(join, came, list(there))


def is_counted_for(person: Person) -> bool:
    """Whether anything that is somebody else's counts for the person, by the word of others."""
    return person.entries.exclude(joined_from=None).exists()


def _sides(join: Join) -> SidesOfJoin:
    came = list(join.entries.all())
    keys = {entry.pk for entry in came}
    return SidesOfJoin(join, came, [one for one in join.kept.entries.all() if one.pk not in keys])


def joins_at(tournament: Tournament) -> QuerySet[Join]:
    """The joins that stand of players of this event, whichever of the two moved; latest first."""
    here = Q(entries__tournament=tournament) | Q(kept__entries__tournament=tournament)
    joins = Join.objects.standing().filter(here)
    return joins.prefetch_related("entries__tournament", "kept__entries__tournament").distinct()
