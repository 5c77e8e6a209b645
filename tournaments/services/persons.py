"""Persons of the series: what they or the series change, and one who wants to be forgotten."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.contrib.auth import get_user_model
from django.db import models, transaction
from django.db.models import QuerySet
from django.utils import timezone

from tournaments.domain.entering import (
    is_under_age,
    said_of_full_name,
    substitute_birth_date,
    tidy_name,
)
from tournaments.domain.mailboxes import same_mailbox
from tournaments.domain.names import public_name, short_forms
from tournaments.domain.values import Refused, marked
from tournaments.models import (
    CouncilMember,
    Entry,
    JoinedBy,
    Mail,
    OfficeInvitation,
    OfficeRequest,
    Official,
    Person,
    SeriesOffice,
    Tournament,
)
from tournaments.models.entry import EntryState, new_token
from tournaments.models.tournament import State
from tournaments.services.acts import (
    Acting,
    AlreadyDone,
    Doer,
    acting,
    changed_meanwhile,
    refuse_who_left,
)
from tournaments.services.corrections import JUNIOR, NO_JUNIOR, shorten_corrections
from tournaments.services.councils import councils_of
from tournaments.services.entering import fill_places, move_contact, the_entry
from tournaments.services.handing_over import lock_events, lock_persons
from tournaments.services.histories import (
    empty_administration,
    empty_entries,
    empty_offices,
    forget_in_logbook,
    names_of,
    offices_of_before,
)
from tournaments.services.joining import is_the_series_to_say
from tournaments.services.kept_back import (
    entries_to_come,
    has_own_word,
    is_kept_back_by_join,
    is_name_kept_back,
    is_to_be_kept_back,
    keep_back_for_another,
    keep_short,
    minors_of_the_name,
    names_shown,
    offices_shown_short,
    officials_of_the_name,
    print_no_full_name,
    print_no_full_names,
    throw_away_prints,
    throw_away_prints_of_before,
    throw_away_prints_with,
)
from tournaments.services.lapsed import forget_lapsed
from tournaments.services.links import end_what_was_seen, note_sight
from tournaments.services.mailing import (
    absolute,
    forget_mails,
    forget_mails_of_persons,
    tell,
    tell_person,
)
from tournaments.services.names_left import list_texts
from tournaments.services.offices import Administrator, administrators, heads, is_administrator
from tournaments.services.proofs import change_of, changed_address, key_of
from tournaments.services.undoing import give_back_what_others_joined, whom_giving_back_touches


@dataclass(frozen=True, slots=True)
class Facts:
    """What the series knows of a person, and only they or the series may change."""

    name: str
    birth_date: dt.date | None
    minor: bool
    full_name_public: bool
    # Said, not kept: who is 18 and still kept back is shown as everybody from now on.
    of_age: bool = False


def change_facts(person: Person, facts: Facts, doer: Doer, *, seen: Facts | None = None) -> Person:
    """Write the person's own facts, by their own word or the series'.

    Tournaments that are over keep what they printed (`Entry.shown_as`); those that are not show
    the new birth date's juniors at once. Where the full name may not be published, it is published
    at none of those that are not over, whatever was agreed for one of them, nor where others alone
    said that it is them; prints that were kept with the name are thrown away. So it is for minors
    of the name of whom nobody has proved who they are: they may be the same. Refused if they are
    not any more as they were `seen`.
    """
    with transaction.atomic():
        # Who agrees says no to nobody's name.
        yes = facts.full_name_public or facts.of_age
        offices = [] if yes else officials_of_the_name(person)
        alike = [] if yes else [*minors_of_the_name(person), *offices]
        owners = {row.owner_id for row in alike} - {person.pk}
        persons = lock_persons(person.pk, *owners)
        person = persons[0]
        refuse_who_left(doer)
        if seen is not None and facts_of(person) != seen:
            raise changed_meanwhile()
        said = _said_of_full_name(person, facts, timezone.localdate(doer.now))
        heard = _hear(person, said, doer.now)
        if not heard and replace(facts, of_age=False) == facts_of(person):
            raise AlreadyDone("", marked("That is noted already."))
        person.name = tidy_name(facts.name)
        person.birth_date = facts.birth_date
        person.minor = facts.minor
        person.full_name_public = facts.full_name_public
        lock_events(*persons, offices=offices)
        shown = names_shown(*persons)
        person.save(
            update_fields=[
                "name",
                "birth_date",
                "minor",
                "full_name_public",
                "full_name_withdrawn_at",
                "named_as_withdrawn",
            ]
        )
        _write_at_events(person, facts, shown, doer)
        if heard and not said:
            _keep_back_alike(alike, doer)
            print_no_full_names(*persons)
        if not said:
            throw_away_prints_of_before(shown)
    return person


def _write_at_events(person: Person, facts: Facts, shown: Mapping[int, str], doer: Doer) -> None:
    """Let the events that are not over go by what the person says: those of their own, and those
    where others counted somebody for them whose name is another one by it."""
    for entry in entries_to_come(person):
        print_no_full_name(entry)
        own = entry.owner == person
        if own or entry.public_name != shown[entry.pk]:
            with acting(entry.tournament, "change_facts", doer) as act:
                if own and entry.full_name_public and not facts.full_name_public:
                    entry.full_name_public = False
                    entry.save(update_fields=["full_name_public"])
                act.detail = entry.mark


def _keep_back_alike(alike: Iterable[Entry | Official], doer: Doer) -> None:
    """Show short who may be the one that refused: a family may have signed up a child twice."""
    for found in filter(is_to_be_kept_back, alike):
        with acting(found.tournament, "keep_back_name", doer) as act:
            row = _still_the_same(found)
            keep_back_for_another(row)
            act.detail = row.mark if isinstance(row, Entry) else f"{{{row.role}}}"


def _still_the_same(found: Entry | Official) -> Entry | Official:
    """The row as it is by now. Refused if it is gone, or somebody else's."""
    row = type(found).objects.filter(pk=found.pk).select_related("tournament").first()
    if row is None or row.owner_id != found.owner_id:
        raise changed_meanwhile()
    return row


def _said_of_full_name(person: Person, facts: Facts, today: dt.date) -> bool | None:
    return said_of_full_name(
        agreed=facts.full_name_public,
        of_age=facts.of_age,
        minor=is_under_age(facts.minor, facts.birth_date, today),
        was_minor=person.minor and facts.birth_date is None,
        published=publishes_full_name(person),
    )


def _hear(person: Person, said: bool | None, now: dt.datetime) -> bool:
    """Write down, unsaved, what was said of the full name; whether it was anything new."""
    since, named = person.full_name_withdrawn_at, person.named_as_withdrawn
    if said is None or (said and since is None and not named):
        return False
    if said:
        person.full_name_withdrawn_at, person.named_as_withdrawn = None, False
    elif since is None or is_kept_back_by_join(person):
        person.full_name_withdrawn_at = now
    has_own_word(person)
    return said or since != person.full_name_withdrawn_at or publishes_full_name(person)


def facts_of(person: Person) -> Facts:
    return Facts(person.name, person.birth_date, person.minor, person.full_name_public)


def publishes_full_name(person: Person) -> bool:
    """Whether the full name of a minor may be published, by what was agreed for all events or for
    one to come."""
    to_come = person.own_entries.filter(tournament__in=_open_events_of(person))
    return person.full_name_public or to_come.filter(full_name_public=True).exists()


def _open_events_of(person: Person) -> QuerySet[Tournament]:
    over = [State.FINISHED, State.SENT, State.CANCELLED]
    played = person.own_entries.values("tournament")
    return Tournament.objects.filter(pk__in=played).exclude(state__in=over).order_by("pk")


@transaction.atomic
def send_person_link(entry: Entry, doer: Doer) -> None:
    """Mail whoever signed up the way to what the series knows of them, at most once a minute."""
    if not entry.email:
        raise Refused("", marked("No e-mail address is known; please ask the series."))
    if entry.address_to_confirm:
        raise Refused("", marked("The desk has to confirm your e-mail address first; please ask."))
    tell([entry], "person_link", doer.now, again=f"{doer.now:%Y%m%d%H%M}")


@transaction.atomic
def send_key(person: Person, doer: Doer) -> None:
    """Mail a person the way to their own data, to the address that they proved."""
    tell_person(person, "person_key", doer.now, url=absolute("my_person", key_of(person)))


@transaction.atomic
def ask_new_address(person: Person, address: str, doer: Doer) -> None:
    """Mail a link to the address that a person wants; opening it there proves it."""
    if same_mailbox(address, person.email):
        raise AlreadyDone("", marked("That is noted already."))
    url = absolute("prove_my_address", change_of(person, address))
    tell_person(person, "address_asked", doer.now, to=address, url=url)


@transaction.atomic
def offer_address(person: Person, address: str, by: Administrator) -> bool:
    """Mail a link to the address that an administrator writes for a person: it counts once it was
    opened there, and ends with the administrator's office. Another administrator who writes the
    same one confirms it for good. Whether a link was mailed.
    """
    person = lock_persons(person.pk)[0]
    refuse_who_left(by.doer)
    if not same_mailbox(address, person.email):
        url = absolute("prove_my_address", change_of(person, address, by=by.user.pk))
        tell_person(person, "address_asked", by.doer.now, to=address, url=url)
        return True
    if person.address_by_id in (None, by.user.pk):
        raise AlreadyDone("", marked("That is noted already."))
    person.address_by = None
    person.save(update_fields=["address_by"])
    return False


@transaction.atomic
def offered_address(proof: str) -> tuple[Person, str, int | None] | None:
    """As `proofs.changed_address`; None too of an address that somebody wrote who administers the
    series no more."""
    found = changed_address(proof)
    if found is None or found[2] is None or administrators().filter(pk=found[2]).exists():
        return found
    return None


def change_address(
    person: Person,
    address: str,
    doer: Doer,
    *,
    also_to_come: bool = True,
    by: int | None = None,
) -> None:
    """Make this the person's address, which they have proved; `by` is the administrator who wrote
    it, by key. What comes of such an address is no more the person's own word than that one.

    No personal link moves with it: an event to come that wrote to the old address gives the new
    one a link of its own if `also_to_come`. Both addresses are told.
    """
    person = lock_persons(person.pk)[0]
    refuse_who_left(doer)
    writer = administrators().filter(pk=by).first()
    if by is not None and writer is None:
        raise changed_meanwhile()
    before, person.email, person.address_at = person.email, address, doer.now
    if same_mailbox(before, address):
        raise AlreadyDone("", marked("That is noted already."))
    person.address_by = writer or person.address_by
    person.save(update_fields=["email", "address_at", "address_by"])
    if writer is not None:
        for tournament in _open_events_of(person):
            note_sight(writer, tournament)
    for row in _joined_to(person):
        if same_mailbox(row.email, before):
            # No trace of a mailbox is left: whoever goes back from there may prove one again.
            row.email, row.address_at = "", None
            row.save(update_fields=["email", "address_at"])
    for to in filter(None, (before, address)):
        tell_person(person, "address_changed", doer.now, to=to, before=before)
    if not before or not also_to_come:
        return
    for tournament in _open_events_of(person):
        with acting(tournament, "change_address", doer) as act:
            entry = act.tournament.entries.select_related("tournament").owned_by(person).get()
            if same_mailbox(entry.email, before):
                entry.email = address
                entry.address_by_desk |= person.address_by_id is not None
                entry.save(update_fields=["email", "address_by_desk"])
                move_contact(entry, before, doer.now)
            act.detail = str(entry.number)


def _joined_to(person: Person, *, by_proof: bool = False) -> list[Person]:
    """Everybody who was joined to the person with all that they had, also to one of those; those
    alone who proved it, if asked."""
    found: dict[int, Person] = {}
    ahead = [person]
    while ahead:
        joins = ahead.pop().joins.standing().select_related("other")
        for join in joins.filter(how=JoinedBy.LINK) if by_proof else joins:
            other = join.other
            if other.pk not in {person.pk, *found} and not other.own_entries.exists():
                found[other.pk] = other
                ahead.append(other)
    return list(found.values())


def correct_entry(
    tournament: Tournament,
    entry_id: int,
    doer: Doer,
    *,
    shown_as: str,
    was_junior: bool,
    reason: str,
    seen: tuple[str, bool | None] | None = None,
) -> Entry:
    """The series corrects what a tournament that is over printed of a player, and says why.

    Points and places are not touched; who counts among the juniors may change their standings.
    Refused if what was printed, name and junior, is not any more as it was `seen`.
    """
    if not reason.strip():
        raise Refused("", marked("Say why: the correction is listed at the event."))
    with acting(tournament, "correct_entry", doer, reason=reason.strip()) as act:
        entry = the_entry(act.tournament, entry_id)
        if not entry.is_frozen:
            raise _not_printed(act.tournament)
        if not entry.name:
            raise Refused("", marked("This person asked to be deleted and cannot be changed."))
        before = (entry.shown_as, entry.was_junior)
        if seen is not None and before != seen:
            raise changed_meanwhile()
        entry.shown_as, entry.was_junior = tidy_name(shown_as), was_junior
        if before == (entry.shown_as, entry.was_junior):
            raise AlreadyDone("", marked("That is noted already."))
        # What was corrected by hand no end of a join corrects once more.
        entry.short_by_join = False
        entry.save()
        act.detail = _corrected(entry, *before)
        if before[0] != entry.shown_as and entry.shown_as in short_forms(before[0]):
            shorten_corrections(entry)
    return entry


def _not_printed(tournament: Tournament) -> Refused:
    """Why nothing of a tournament can be corrected that has printed nothing for good."""
    if tournament.state == State.CANCELLED:
        return Refused(
            "",
            marked("The tournament was cancelled: it printed nothing that could be corrected."),
        )
    return Refused("", marked("The tournament is not over; its desk can still correct it."))


def _corrected(entry: Entry, shown_as: str, was_junior: bool) -> str:
    """What changed, in public names and signs alone: it is read in every language. Of a name that
    is short from now on only that."""
    short = entry.shown_as in short_forms(shown_as)
    parts = [f"{entry.number}. {entry.shown_as if short else shown_as}"]
    if shown_as != entry.shown_as and not short:
        parts.append(f"→ {entry.shown_as}")
    if was_junior != entry.was_junior:
        parts.append(JUNIOR if entry.was_junior else NO_JUNIOR)
    return " ".join(parts)


@transaction.atomic
def forget_person(
    person: Person, doer: Doer, *, by_themselves: bool = False, offices_said: Collection[int] = ()
) -> None:
    """Delete what is known of a person who asked for it; results stay, under a neutral name.

    Name, club, e-mail, birth date, account and notes are gone, from the history, the logbook and
    the mailbox too, and with them prints and exports that were kept. What people typed is never
    written over by it: where the name may stand in it, it is listed for the series (`NameLeft`).
    What others joined to them goes back before, and stays. So do offices that a name alone led to
    them (`offices_by_name`), but for those that are said, by key, to be theirs. Nobody who is
    playing, or holds an office at an event to come, can be forgotten before that ends.
    """
    locked = _lock_with_joined(person)
    held = {one.pk for one in locked}
    _lock_their_events(locked)
    proved = [person, *_joined_to(person, by_proof=True)]
    said = {office.owner for office in offices_by_name(person) if office.pk in offices_said}
    if not whom_giving_back_touches(proved) <= held:
        raise changed_meanwhile()
    give_back_what_others_joined(proved, doer)
    person = Person.objects.select_for_update(no_key=True).get(pk=person.pk)
    refuse_who_left(doer)
    if person.forgotten_at:
        raise AlreadyDone("", marked("This person was deleted already."))
    joined = [other for other in _joined_to(person) if not other.forgotten_at]
    joined += [owner for owner in said if owner not in (person, *joined)]
    if not {other.pk for other in joined} <= held:
        raise changed_meanwhile()
    # What was joined to them is theirs as well, and an office of which it is said.
    theirs = [person, *joined]
    offices = Official.objects.owned_by(*theirs)
    council = councils_of(theirs)
    before = [*offices_of_before(theirs), *(member.ruling for member in council)]
    tournaments = lock_events(*theirs, offices=[*offices, *before])
    names = _names_before(theirs, council)
    entries = list(person.own_entries.select_related("tournament", "person", "joined_from"))
    _refuse_while_busy(theirs, entries)
    if by_themselves:
        _refuse_what_the_desk_said(entries)
    user = person.user
    today = timezone.localdate(doer.now)
    days = [(entry, entry.tournament.date) for entry in entries]
    junior_on = [day for entry, day in days if entry.is_junior_on(day, today)]
    alone = _addresses_alone(theirs)
    forget_lapsed(theirs, entries, alone)
    for tournament in tournaments:
        _forget_at(tournament, theirs, doer, names[tournament.pk], offices_said)
    _forget_mailboxes(theirs, entries, alone)
    _empty(person, substitute_birth_date(junior_on), doer)
    for other in joined:
        _empty(other, None, doer)
    empty_administration(*theirs, *entries, *council, *offices.all())
    empty_offices(theirs)
    for member in council:
        member.name = ""
        member.save(update_fields=["name"])
    # The accounts of those who administer are theirs to close.
    if user is not None and not is_administrator(user) and not heads().filter(user=user).exists():
        user.delete()


def _lock_with_joined(person: Person) -> list[Person]:
    """The person and everybody joined to them, locked in one order before any event."""
    keys = {person.pk, *person.joins.standing().values_list("other", flat=True)}
    keys |= {other.pk for other in _joined_to(person)}
    keys |= {office.owner_id for office in offices_by_name(person)}
    keys |= whom_giving_back_touches([person, *_joined_to(person, by_proof=True)])
    rows = Person.objects.select_for_update(no_key=True).filter(pk__in=keys).order_by("pk")
    return list(rows)


def _lock_their_events(persons: list[Person]) -> None:
    """Whatever may be given back or emptied is locked at once, in one order."""
    offices = Official.objects.of(*persons)
    rulings = (member.ruling for member in councils_of(persons))
    lock_events(*persons, offices=[*offices, *offices_of_before(persons), *rulings])


def _refuse_what_the_desk_said(entries: Iterable[Entry]) -> None:
    """Refuse to delete by a link what may be another one's result: the desk wrote the address."""
    for entry in entries:
        if is_the_series_to_say(entry):
            raise Refused(
                "",
                marked(
                    "Only its organiser said whose {entry} at {tournament} is, so only the "
                    "series can delete the result there. Please ask the series."
                ),
                entry=str(entry),
                tournament=str(entry.tournament),
            )


def signs_off(person: Person) -> bool:
    """Whether `forget_person` takes a place at an event to come from the person."""
    listed = person.own_entries.exclude(state=EntryState.CANCELLED)
    return any(map(_is_to_come, listed.select_related("tournament")))


def offices_by_name(person: Person) -> QuerySet[Official]:
    """The offices of which no account says whose they are that are a person's, or count for them
    by nothing but their name, the first event first."""
    theirs = [person, *_joined_to(person)]
    nobody = models.Q(joined_from__email="", joined_from__user=None)
    by_name = Official.objects.filter(nobody, person__in=theirs, joins=None)
    held = (Official.objects.owned_by(*theirs) | by_name).filter(user=None, asked=None)
    listed = held.exclude(name="").select_related("tournament", "person", "joined_from")
    return listed.distinct().order_by("tournament__date", "pk")


def _is_to_come(entry: Entry) -> bool:
    return not entry.tournament.is_over and not entry.seats.exists()


def _forget_mailboxes(
    persons: Sequence[Person], entries: Sequence[Entry], alone: Iterable[str]
) -> None:
    """Delete the e-mails to these rows of one person, wherever they went, and what was asked for
    by their accounts; all others by the addresses that are theirs `alone`."""
    forget_mails(entries)
    forget_mails_of_persons(persons)
    users = _accounts_of(persons)
    _forget_mails_of_offices(users)
    OfficeRequest.objects.filter(user__in=users).delete()
    for address in alone:
        Mail.objects.filter(to__iexact=address).delete()


def _addresses_alone(persons: Sequence[Person]) -> set[str]:
    """The addresses that these rows of one person have proved and nobody else has: what an event
    was told may be somebody else's, and a family that shares one keeps what is the others'."""
    proved = {person.email for person in persons} - {""}
    users = _accounts_of(persons)
    return {address for address in proved if not _is_shared(address, persons, users)}


def _accounts_of(persons: Iterable[Person]) -> set[int]:
    return {person.user_id for person in persons if person.user_id}


def _forget_mails_of_offices(users: Collection[int]) -> None:
    """Delete what these accounts were told of offices of the series that they asked for or held."""
    about: list[tuple[str, Iterable[int]]] = [
        ("request", OfficeRequest.objects.filter(user__in=users).values_list("pk", flat=True)),
        (
            "invitation",
            OfficeInvitation.objects.filter(used_by__in=users).values_list("pk", flat=True),
        ),
        ("office", SeriesOffice.history.filter(user__in=users).values_list("id", flat=True)),
    ]
    for kind, keys in about:
        for key in set(keys):
            Mail.objects.filter(key__endswith=f":{kind}-{key}").delete()


def _is_shared(address: str, persons: Sequence[Person], users: Collection[int]) -> bool:
    """Whether anything of others than this person and their accounts has the address."""
    mine = [person.pk for person in persons]
    sharing: list[tuple[type[models.Model], models.Q]] = [
        (Person, models.Q(pk__in=mine)),
        (Entry, models.Q(joined_from=None, person__in=mine) | models.Q(joined_from__in=mine)),
        (get_user_model(), models.Q(pk__in=users)),
        (OfficeRequest, models.Q(user__in=users)),
        (OfficeInvitation, models.Q(used_by__in=users)),
    ]
    return any(
        model._default_manager.filter(email__iexact=address).exclude(own).exists()
        for model, own in sharing
    )


def _empty(person: Person, birth_date: dt.date | None, doer: Doer) -> None:
    """Delete what a person's row and its history hold."""
    person.name = person.email = ""
    person.user = person.address_by = None
    person.birth_date = birth_date
    person.forgotten_at = doer.now
    person.save()
    Person.history.filter(id=person.pk).update(name="", email="", user=None, birth_date=birth_date)


def _refuse_while_busy(theirs: Sequence[Person], entries: Iterable[Entry]) -> None:
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
    held = Official.objects.owned_by(*theirs).filter(user__in=_accounts_of(theirs))
    for office in held.select_related("person", "joined_from", "tournament"):
        if office.tournament.state != State.DRAFT and not office.tournament.is_over:
            raise Refused(
                "",
                marked("{person} is {role} of {tournament}; name somebody else first."),
                person=str(office.owner),
                role=office.get_role_display(),
                tournament=str(office.tournament),
            )


def _forget_at(
    tournament: Tournament,
    theirs: Sequence[Person],
    doer: Doer,
    names: Collection[str],
    offices_said: Collection[int],
) -> None:
    """Take the traces of a person, known by these rows, out of one tournament; they had these
    `names` in its offices and on its councils."""
    with acting(tournament, "forget_person", doer) as act:
        held = act.tournament.officials.owned_by(*theirs)
        short = offices_shown_short(act.tournament)
        for office in held:
            if _is_of_another(office, theirs, offices_said):
                _leave_to_holder(office)
        entry = act.tournament.entries.owned_by(*theirs).first()
        names = {*names, *held.values_list("name", flat=True)}
        played_as = entry.name if entry is not None and entry.name not in names else ""
        if entry is not None:
            names |= names_of(entry)
            _forget_entry(act, entry)
            # Of a minor it is the short name that stands in what players confirmed.
            shown = {form for name in names - {""} for form in (name, *short_forms(name))}
            forget_in_logbook(act.tournament.pk, entry.number, shown)
            empty_entries([entry.pk])
        for office in held.all():
            if office.saw_desk:
                end_what_was_seen(act, office, asked=False)
            office.token = office.user = None
            office.name, office.saw_desk = "", False
            office.save()
        keep_short(act.tournament, short)
        list_texts(act.tournament, names - {""}, doer, played_as=played_as)
        if entry is None or held.all().exists() or act.tournament.is_over:
            throw_away_prints(act.tournament)
        else:
            # Whoever signs up and is deleted, again and again, takes no print from before.
            throw_away_prints_with(entry)


def _names_before(
    theirs: Sequence[Person], council: Iterable[CouncilMember]
) -> defaultdict[int, set[str]]:
    """The names that they had in offices that they hold no more, and on councils, by tournament."""
    names: defaultdict[int, set[str]] = defaultdict(set)
    for office in offices_of_before(theirs):
        names[office.tournament_id].add(office.name)
    for member in council:
        names[member.ruling.tournament_id].add(member.name)
    return names


def _is_of_another(office: Official, theirs: Sequence[Person], said: Collection[int]) -> bool:
    """Whether the office may be somebody else's, whom the same name led to this person.

    An account says whose it is; of one by link the series may have said it.
    """
    account = office.user_id or office.asked_id
    return office.pk not in said if account is None else account not in _accounts_of(theirs)


def _leave_to_holder(office: Official) -> None:
    """Let the office be of a person of its own, so that its holder keeps it; and no name that was
    short with whoever leaves is read in full for that."""
    short = office.public_name != public_name(office.name, minor=False)
    named = short or is_name_kept_back(office.name)
    defaults = {"name": office.name, "named_as_withdrawn": named}
    if office.user_id is None:
        holder = Person.objects.create(**defaults)
    else:
        holder, _new = Person.objects.get_or_create(user=office.user, defaults=defaults)
    if holder.own_offices.filter(tournament=office.tournament_id, role=office.role).exists():
        office.delete()
    else:
        office.is_now_of(holder)
        office.save()


def _forget_entry(act: Acting, entry: Entry) -> None:
    if _is_to_come(entry):
        entry.state = EntryState.CANCELLED
    entry.name = entry.email = entry.note = entry.shown_as = ""
    entry.club = None
    # Why somebody is to sit somewhere may be about health, or about others.
    act.tournament.wishes.filter(wished__entry=entry).update(reason="")
    # A line to a referee is over with the day, and may be about anything.
    entry.calls.update(text="")
    entry.token = new_token()
    entry.save()
    fill_places(act.tournament, act.doer.now)
    act.detail = str(entry.number)
