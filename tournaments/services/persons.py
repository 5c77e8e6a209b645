"""Persons of the series: what they or the series change, and one who wants to be forgotten."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import models, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext

from tournaments.domain.entering import substitute_birth_date, tidy_name
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
    OfficeRequest,
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
from tournaments.services.entering import fill_places, move_contact, the_entry
from tournaments.services.mailing import absolute, forget_mails, tell, tell_person
from tournaments.services.offices import is_administrator
from tournaments.services.proofs import change_of, key_of

SEEN_AT_THE_DESK = (EntryState.CHECKED_IN, EntryState.WITHDRAWN, EntryState.EXCLUDED)

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


@dataclass(frozen=True, slots=True)
class Facts:
    """What the series knows of a person, and only they or the series may change."""

    name: str
    birth_date: dt.date | None
    minor: bool
    full_name_public: bool


def change_facts(person: Person, facts: Facts, doer: Doer) -> Person:
    """Write the person's own facts, by their own word or the series'.

    Tournaments that are over keep what they printed (`Entry.shown_as`); those that are not show
    the new birth date's juniors at once. Where the full name may not be published, it is published
    at none of those that are not over, whatever was agreed for one of them.
    """
    with transaction.atomic():
        person = _locked(person)
        same = facts == Facts(person.name, person.birth_date, person.minor, person.full_name_public)
        if same and (facts.full_name_public or not publishes_full_name(person)):
            raise AlreadyDone("", marked("That is noted already."))
        person.name = tidy_name(facts.name)
        person.birth_date = facts.birth_date
        person.minor = facts.minor
        person.full_name_public = facts.full_name_public
        for tournament in _open_events_of(person):
            with acting(tournament, "change_facts", doer) as act:
                entry = act.tournament.entries.get(person=person)
                if entry.full_name_public and not facts.full_name_public:
                    entry.full_name_public = False
                    entry.save()
                act.detail = str(entry)
        person.save()
    return person


def publishes_full_name(person: Person) -> bool:
    """Whether the full name of a minor may be published, by what was agreed for all events or for
    one to come."""
    to_come = person.entries.filter(tournament__in=_open_events_of(person))
    return person.full_name_public or to_come.filter(full_name_public=True).exists()


def _locked(person: Person) -> Person:
    person = Person.objects.select_for_update().get(pk=person.pk)
    if person.forgotten_at:
        raise Refused("", marked("This person asked to be deleted and cannot be changed."))
    return person


def _open_events_of(person: Person) -> QuerySet[Tournament]:
    over = [State.FINISHED, State.SENT, State.CANCELLED]
    there = Tournament.objects.filter(entries__person=person).exclude(state__in=over)
    return there.order_by("pk")


@transaction.atomic
def send_person_link(entry: Entry, doer: Doer) -> None:
    """Mail whoever signed up the way to what the series knows of them, at most once a minute."""
    if not entry.email:
        raise Refused("", marked("No e-mail address is known; please ask the series."))
    tell([entry], "person_link", doer.now, again=f"{doer.now:%Y%m%d%H%M}")


@transaction.atomic
def send_key(person: Person, doer: Doer) -> None:
    """Mail a person the way to their own data, to the address that they proved."""
    tell_person(person, "person_key", doer.now, url=absolute("my_person", key_of(person)))


@transaction.atomic
def ask_new_address(person: Person, address: str, doer: Doer) -> None:
    """Mail a link to the address that a person wants; opening it there proves it."""
    if address.casefold() == person.email.casefold():
        raise AlreadyDone("", marked("That is noted already."))
    url = absolute("prove_my_address", change_of(person, address))
    tell_person(person, "address_asked", doer.now, to=address, url=url)


@transaction.atomic
def change_address(person: Person, address: str, doer: Doer, *, also_to_come: bool = True) -> None:
    """Make this the person's address, which they have proved, or the series has written.

    No personal link moves with it: an event to come that wrote to the old address gives the new
    one a link of its own if `also_to_come`. Both addresses are told.
    """
    person = _locked(person)
    before, person.email = person.email, address
    if before.casefold() == address.casefold():
        raise AlreadyDone("", marked("That is noted already."))
    person.save()
    for to in filter(None, (before, address)):
        tell_person(person, "address_changed", doer.now, to=to, before=before)
    if not before or not also_to_come:
        return
    for tournament in _open_events_of(person):
        with acting(tournament, "change_address", doer) as act:
            entry = act.tournament.entries.select_related("tournament").get(person=person)
            if entry.email.casefold() == before.casefold():
                entry.email = address
                entry.save()
                move_contact(entry, before, doer.now)
            act.detail = str(entry.number)


def correct_entry(
    tournament: Tournament,
    entry_id: int,
    doer: Doer,
    *,
    shown_as: str,
    was_junior: bool,
    reason: str,
) -> Entry:
    """The series corrects what a tournament that is over printed of a player, and says why.

    Points and places are not touched; who counts among the juniors may change their standings.
    """
    if not reason.strip():
        raise Refused("", marked("Say why: the correction is listed at the event."))
    with acting(tournament, "correct_entry", doer, reason=reason.strip()) as act:
        entry = the_entry(act.tournament, entry_id)
        if not entry.is_frozen:
            raise Refused("", marked("The tournament is not over; its desk can still correct it."))
        if not entry.name:
            raise Refused("", marked("This person asked to be deleted and cannot be changed."))
        before = (entry.shown_as, entry.was_junior)
        entry.shown_as, entry.was_junior = tidy_name(shown_as), was_junior
        if before == (entry.shown_as, entry.was_junior):
            raise AlreadyDone("", marked("That is noted already."))
        entry.save()
        act.detail = _corrected(entry, *before)
    return entry


def _corrected(entry: Entry, shown_as: str, was_junior: bool) -> str:
    """What changed, in public names and signs alone: it is read in every language."""
    parts = [f"{entry.number}. {shown_as}"]
    if shown_as != entry.shown_as:
        parts.append(f"→ {entry.shown_as}")
    if was_junior != entry.was_junior:
        parts.append("✓ U14" if entry.was_junior else "✗ U14")
    return " ".join(parts)


def corrections_of(tournament: Tournament) -> QuerySet[Act]:
    """What the series corrected after the event, oldest first; everybody may read it."""
    return tournament.acts.filter(name="correct_entry").order_by("at", "pk")


@transaction.atomic
def forget_person(person: Person, doer: Doer, *, by_themselves: bool = False) -> None:
    """Delete what is known of a person who asked for it; results stay, under a neutral name.

    Name, club, e-mail, birth date, account and notes are gone, from the history, the logbook and
    the mailbox too, and with them prints and exports that were kept. Nobody who is playing, or
    holds an office at an event to come, can be forgotten before that ends.
    """
    person = Person.objects.select_for_update().get(pk=person.pk)
    if person.forgotten_at:
        raise AlreadyDone("", marked("This person was deleted already."))
    entries = list(person.entries.select_related("tournament", "person"))
    _refuse_while_busy(person, entries, by_themselves=by_themselves)
    user = person.user
    junior_on = [e.tournament.date for e in entries if e.is_junior_on(e.tournament.date)]
    tournaments = Tournament.objects.filter(
        models.Q(entries__person=person) | models.Q(officials__person=person)
    ).distinct()
    addresses = {person.email, *(entry.email for entry in entries)} - {""}
    for tournament in tournaments.order_by("pk"):
        _forget_at(tournament, person, doer)
    _forget_mailboxes(person, entries, addresses)
    _empty(person, substitute_birth_date(junior_on), doer)
    _empty_administration(person, entries)
    Official.history.filter(person=person).update(user=None, name="")
    CouncilMember.objects.filter(person=person).update(name="")
    # What was joined to them is theirs as well.
    for join in person.joins.standing().select_related("other"):
        if not join.other.forgotten_at and not join.other.entries.exists():
            _empty(join.other, None, doer)
    # The accounts of the series' administrators are theirs to close.
    if user is not None and not is_administrator(user):
        user.delete()


def signs_off(person: Person) -> bool:
    """Whether `forget_person` takes a place at an event to come from the person."""
    entries = person.entries.exclude(state=EntryState.CANCELLED).select_related("tournament")
    return any(map(_is_to_come, entries))


def _is_to_come(entry: Entry) -> bool:
    return not entry.tournament.is_over and not entry.seats.exists()


def _names_at(tournament: Tournament, person: Person, entry: Entry | None) -> set[str]:
    """The names under which others may have written of the person in texts of this event.

    Only names that its own desk and players saw: those of whoever came or held an office, and
    none that somebody else there bears, too. Whatever a person calls themselves elsewhere says
    nothing, or anybody could have any words taken out of the texts of an event.
    """
    found = set(tournament.officials.filter(person=person).values_list("name", flat=True))
    if entry is not None and (entry.seats.exists() or entry.state in SEEN_AT_THE_DESK):
        found |= _names_of(entry)
    others = tournament.officials.exclude(person=person).values_list("name", flat=True)
    players = tournament.entries.exclude(person=person).values_list("name", flat=True)
    return {name for name in found - {*others, *players} if " " in name}


def _names_of(entry: Entry) -> set[str]:
    """Every name that stood in the entry."""
    found = {entry.name, entry.shown_as}
    for past in Entry.history.filter(id=entry.pk).values_list("name", "shown_as"):
        found |= set(past)
    return found - {""}


def _forget_mailboxes(person: Person, entries: Iterable[Entry], addresses: Iterable[str]) -> None:
    """Delete the e-mails to the person; a family that shares an address keeps those of others."""
    forget_mails(entries)
    for address in addresses:
        others = Person.objects.filter(email__iexact=address).exclude(pk=person.pk)
        sharing = Entry.objects.filter(email__iexact=address).exclude(person=person)
        if not others.exists() and not sharing.exists():
            Mail.objects.filter(to__iexact=address).delete()
            OfficeRequest.objects.filter(email__iexact=address).delete()


def _empty(person: Person, birth_date: dt.date | None, doer: Doer) -> None:
    """Delete what a person's row and its history hold."""
    person.name = person.email = ""
    person.user = None
    person.birth_date = birth_date
    person.forgotten_at = doer.now
    person.save()
    Person.history.filter(id=person.pk).update(name="", email="", user=None, birth_date=birth_date)


def _refuse_while_busy(person: Person, entries: Iterable[Entry], *, by_themselves: bool) -> None:
    """Refuse while they play, or hold an office at an event to come that their own account has
    accepted. What somebody wrote down under their name keeps nobody from being deleted."""
    for entry in entries:
        if entry.tournament.state == State.RUNNING and entry.state == EntryState.CHECKED_IN:
            raise Refused(
                "",
                marked("{entry} is playing at {tournament}; they have to withdraw first."),
                entry=str(entry),
                tournament=str(entry.tournament),
            )
    for office in person.offices.select_related("tournament"):
        theirs = office.user_id is not None and office.user_id == person.user_id
        if theirs and office.tournament.state != State.DRAFT and not office.tournament.is_over:
            raise Refused(
                "",
                marked("{person} is {role} of {tournament}; name somebody else first."),
                person=str(person),
                role=office.get_role_display(),
                tournament=str(office.tournament),
            )


def _forget_at(tournament: Tournament, person: Person, doer: Doer) -> None:
    """Take the person's traces out of one tournament, under each name they ever had there."""
    with acting(tournament, "forget_person", doer) as act:
        entry = act.tournament.entries.filter(person=person).first()
        pattern = _pattern(_names_at(act.tournament, person, entry), entry)
        if entry is not None:
            if _is_to_come(entry):
                entry.state = EntryState.CANCELLED
            entry.name = entry.email = entry.note = entry.shown_as = ""
            entry.club = None
            # Why somebody is to sit somewhere may be about health, or about others.
            act.tournament.wishes.filter(wished__entry=entry).update(reason="")
            entry.token = new_token()
            entry.save()
            Entry.history.filter(id=entry.pk).update(
                name="", email="", note="", shown_as="", club=None
            )
            fill_places(act.tournament, doer.now)
            act.detail = str(entry.number)
        for office in act.tournament.officials.filter(person=person):
            office.token = office.user = None
            office.name = ""
            office.save()
        if pattern is not None:
            _write_over(act.tournament, pattern)
        for job in act.tournament.jobs.all():
            if job.file:
                # A file does not come back when the transaction fails.
                transaction.on_commit(partial(job.file.storage.delete, job.file.name))
            job.delete()


def _empty_administration(person: Person, entries: Iterable[Entry]) -> None:
    """The administration keeps a log of its own, with the names of what was changed."""
    rows: list[models.Model] = [person, *entries, *person.offices.all()]
    for row in rows:
        LogEntry.objects.filter(
            content_type=ContentType.objects.get_for_model(row), object_id=str(row.pk)
        ).update(object_repr=gettext("Former player"), change_message="")


def _pattern(names: Iterable[str], entry: Entry | None) -> re.Pattern[str] | None:
    """How these names are found in texts, and any that the entry had behind its number; longest
    first: of "Anna Nová" and "Anna Nová Bílá" nothing may be left over."""
    numbered = sorted(_names_of(entry) if entry is not None else (), key=len, reverse=True)
    parts = [rf"(?<!\w){re.escape(name)}(?!\w)" for name in sorted(names, key=len, reverse=True)]
    if entry is not None:
        parts += [rf"(?<=\b{entry.number}\. ){re.escape(name)}(?!\w)" for name in numbered]
    return re.compile("|".join(parts)) if parts else None


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
