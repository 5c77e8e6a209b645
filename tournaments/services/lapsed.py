"""What lapses is kept for a week, out of everybody's sight but the organisers' of the event."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable

from django.db.models import Q, QuerySet

from tournaments.domain.entering import name_key
from tournaments.domain.mailboxes import mailbox
from tournaments.domain.values import Refused, marked
from tournaments.models import Club, Entry, Join, JoinedBy, LapsedSignUp, Person, Tournament
from tournaments.models.entry import EntryState, new_token
from tournaments.services.handing_over import free_persons
from tournaments.services.kept_back import is_name_kept_back, name_as_withdrawn
from tournaments.services.wishes import may_come_back, wish_again

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
OF_PERSON = (
    "name",
    "birth_date",
    "minor",
    "full_name_public",
    "full_name_withdrawn_at",
    "named_as_withdrawn",
)


def keep_lapsed(entries: Iterable[Entry], now: dt.datetime) -> None:
    """Keep what these sign-ups told, before they are deleted, for whose they are: whom others
    counted them for has no part in them. Inside an act only."""
    for entry in entries:
        LapsedSignUp.objects.create(
            tournament_id=entry.tournament_id,
            number=entry.number,
            name=entry.name,
            email=entry.email,
            person_id=entry.owner_id,
            facts={name: getattr(entry, name) for name in OF_ENTRY},
            told_of_person={name: getattr(entry.owner, name) for name in OF_PERSON},
            wishes=may_come_back(entry),
            lapsed_at=now,
        )


def lapsed_lately(tournament: Tournament, now: dt.datetime) -> QuerySet[LapsedSignUp]:
    """What can still be taken back at this event."""
    return tournament.lapsed.filter(lapsed_at__gt=now - KEPT)


def entry_again(row: LapsedSignUp, now: dt.datetime) -> Entry:
    """The sign-up as it was, with its number, its place in the queue and its wishes, waiting for
    its link from now on. The link is a new one: whoever saw the old one may have left. It counts
    for its owner alone, whoever joined it before, and goes by what was said of the name since.
    Raises `Refused` if the owner is on the list by another entry."""
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
    _refuse_a_second(entry)
    entry.save()
    wish_again(entry, row.wishes)
    row.delete()
    return entry


def clear_lapsed(now: dt.datetime) -> int:
    """Delete what lapsed over a week ago; how many sign-ups it was."""
    deleted, _rows = LapsedSignUp.objects.filter(lapsed_at__lte=now - KEPT).delete()
    return deleted


def forget_lapsed(
    persons: Collection[Person], entries: Iterable[Entry], addresses: Collection[str]
) -> None:
    """Delete what was kept of the sign-ups of a person who is deleted: of the rows by which the
    person is known, with all that came from the `addresses` that are the person's alone, and what
    names them and an address that they ever proved or gave. Others of the family keep theirs."""
    LapsedSignUp.objects.filter(person__in=persons).delete()
    proved, given = _ever(Person, persons), _ever(Entry, entries, address_by_desk=False)
    by_desk = _ever(Entry, entries, address_by_desk=True)
    names = {name_key(name) for name, _address in proved | given | by_desk}
    given = {mailbox(address) for _name, address in proved | given}
    alone = {mailbox(address) for address in addresses}
    for row in LapsedSignUp.objects.exclude(email=""):
        address = mailbox(row.email)
        if address in alone or (address in given and name_key(row.name) in names):
            row.delete()


def _ever(
    model: type[Person | Entry], rows: Iterable[Person | Entry], **kept: bool
) -> set[tuple[str, str]]:
    """Names and addresses that stand in these rows, or stood there before."""
    past = model.history.filter(id__in=[row.pk for row in rows], **kept)
    now = model._default_manager.filter(pk__in=[row.pk for row in rows], **kept)
    return {*past.values_list("name", "email"), *now.values_list("name", "email")}


def _person_again(row: LapsedSignUp) -> Person:
    known = row.person
    if known is None or known.forgotten_at or _is_another_by_proof(known):
        told = {name: _read(Person, name, value) for name, value in row.told_of_person.items()}
        told["named_as_withdrawn"] |= is_name_kept_back(row.name)
        return Person.objects.create(**told)
    proved = known.email or known.user_id
    if not (proved or known.named_as_withdrawn or known.full_name_withdrawn_at):
        _keep_back_by_name(known, row)
    return known


def _is_another_by_proof(person: Person) -> bool:
    """Whether the person said by a link that they are somebody else, with all that they had."""
    said = Join.objects.standing().filter(other=person, how=JoinedBy.LINK)
    return person.is_joined_away and said.exists()


def _keep_back_by_name(person: Person, row: LapsedSignUp) -> None:
    if is_name_kept_back(row.name):
        # The event is locked already, so nobody is waited for.
        free = free_persons(person.pk).first()
        if free is None:
            raise Refused(
                "",
                marked("{entry} is being changed by somebody else right now; please try again."),
                entry=f"{row.number}. {row.name}",
            )
        name_as_withdrawn(free)


def _refuse_a_second(entry: Entry) -> None:
    theirs = Q(person=entry.person) | Q(joined_from=entry.person)
    there = Entry.objects.filter(theirs, tournament=entry.tournament_id).first()
    if there is not None:
        raise Refused(
            "",
            marked(
                "{entry} cannot be taken back: the same person is on the list already, under "
                "{number}."
            ),
            entry=str(entry),
            number=there.number,
        )


def _read(model: type[Entry | Person], name: str, value: object) -> object:
    """A value as the model has it: JSON knows no dates."""
    return model._meta.get_field(name.removesuffix("_id")).to_python(value)
