"""The list of an event: what the organiser does to it, its places, and what lapses.

What visitors and players do themselves is in services/signing_up.py.
"""

from __future__ import annotations

import datetime as dt
import hashlib
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from tournaments.domain.bounds import SMALL
from tournaments.domain.entering import (
    Age,
    check_age,
    check_full_name,
    may_lapse,
    name_key,
    next_number,
    places_left,
    share_places,
    spare_number,
    tidy_name,
)
from tournaments.domain.importing import club_key
from tournaments.domain.mailboxes import mailbox, same_mailbox
from tournaments.domain.values import Caution, Refused, marked
from tournaments.models import Act, Club, Entry, Person, Tournament
from tournaments.models.entry import NOBODY, EntryQuerySet, EntryState, new_token
from tournaments.models.tournament import Kind, State
from tournaments.services.acts import Acting, AlreadyDone, Doer, acting, changed_meanwhile
from tournaments.services.bare_persons import delete_if_bare
from tournaments.services.corrections import shorten_corrections
from tournaments.services.crowds import who_keep_others_out
from tournaments.services.guards import must_not_be_over
from tournaments.services.handing_over import lock_persons
from tournaments.services.histories import emptied_together
from tournaments.services.kept_back import (
    is_in_full,
    is_name_kept_back,
    is_whole_in_short_form,
    name_as_withdrawn,
    throw_away_prints,
)
from tournaments.services.lapsed import keep_lapsed
from tournaments.services.mailing import (
    drop_dead_links,
    forget_mails,
    links_under_way,
    sends_nothing,
    tell,
)
from tournaments.services.wishes import hand_over_wishes

UNCONFIRMED_HOURS = 48
"""How long a sign-up waits for its e-mail link to be opened before it lapses, if one went out."""

BEFORE_THE_START = (State.ANNOUNCED, State.SIGN_UP, State.CHECK_IN)
"""States in which people still sign off by themselves and the waiting list moves up."""


@dataclass(frozen=True, slots=True)
class SignUp:
    """What is written down of somebody who wants to play. The birth date only of juniors.

    A club that is not saved yet is made with the person.
    """

    name: str
    email: str = ""
    club: Club | None = None
    age: Age = Age.ADULT
    birth_date: dt.date | None = None
    guardian_consent: bool = False
    full_name_public: bool = False
    language: str = "cs"
    note: str = ""
    paid: bool = False


def confirm_entry(tournament: Tournament, entry_id: int, doer: Doer) -> Entry:
    """Believe a sign-up on the word of the organiser, who knows that the player comes; where no
    e-mails go out there is no other way. It proves nobody's address."""
    with acting(tournament, "confirm_entry", doer) as act:
        must_not_be_over(act.tournament)
        entry = the_entry(act.tournament, entry_id)
        if entry.state != EntryState.UNCONFIRMED:
            raise AlreadyDone(
                "",
                marked("Nothing to confirm any more: {entry} is noted as “{state}”."),
                entry=str(entry),
                state=EntryState(entry.state).term,
            )
        if not can_confirm(act.tournament):
            raise Refused("D-110", marked("The tournament is running; see the check-in."))
        believe(act, [entry])
        act.detail = entry.mark
    return entry


def can_confirm(tournament: Tournament) -> bool:
    """Whether sign-ups can still be confirmed: until round 1 begins."""
    return tournament.state in BEFORE_THE_START


def believe(act: Acting, meant: Iterable[Entry]) -> list[Entry]:
    """Let sign-ups that are meant count: a place, or the waiting list when all are taken."""
    entries = list(meant)
    for entry in entries:
        entry.state = EntryState.WAITING
        entry.save()
    moved = fill_places(act.tournament, act.doer.now, quietly={entry.pk for entry in entries})
    for entry in entries:
        entry.refresh_from_db()
        tell([entry], "confirmed" if entry.pk in moved else "waiting", act.doer.now)
    return entries


def add_entry(tournament: Tournament, sign_up: SignUp, doer: Doer) -> Entry:
    """Sign somebody up by the organiser's word; no e-mail link has to be opened."""
    with acting(tournament, "add_entry", doer) as act:
        must_not_be_over(act.tournament)
        if act.tournament.state == State.RUNNING:
            raise Refused("D-110", marked("The tournament is running; see the check-in."))
        check_sign_up(sign_up, act.tournament)
        if entry := signed_up_already(act.tournament, sign_up):
            raise Refused("", marked("{entry} is signed up already."), entry=str(entry))
        act.heed([*cautions_of_name(act.tournament, sign_up.name), *cautions_kept_back(sign_up)])
        entry = add_entry_row(act.tournament, sign_up, EntryState.WAITING, doer.now, by_desk=True)
        fill_places(act.tournament, doer.now, quietly={entry.pk})
        entry.refresh_from_db()
        act.detail = entry.mark
        tell([entry], "signed_up", doer.now)
    return entry


def as_told(entry: Entry) -> SignUp:
    """What stands in the entry as it was written down for the event."""
    return SignUp(
        name=entry.name,
        email=entry.email,
        club=entry.club,
        age=Age.MINOR if entry.minor else Age.ADULT,
        birth_date=shown_birth_date(entry),
        guardian_consent=entry.guardian_consent,
        full_name_public=entry.full_name_public,
        language=entry.language,
        note=entry.note,
        paid=entry.paid,
    )


def edit_entry(
    tournament: Tournament,
    entry_id: int,
    sign_up: SignUp,
    doer: Doer,
    *,
    seen: SignUp | None = None,
) -> Entry:
    """Correct what was told to this event of a player; who they are and where they stand stays.

    Of the person behind the entry nothing changes, unless no other event knows them. A new address
    gets a new personal link, and the old one is told. Refused once the tournament is over: what it
    printed stays, and a mistake in it is the series' to correct. Refused, too, if the entry is
    not any more as it was `seen` (`as_told`).
    """
    # Whoever locks persons and events locks persons first (services/handing_over.py).
    owner = the_entry(tournament, entry_id).owner_id
    with transaction.atomic():
        person = lock_persons(owner)[0]
        return _edit(tournament, entry_id, person, sign_up, doer, seen=seen)


def _edit(
    tournament: Tournament,
    entry_id: int,
    person: Person,
    sign_up: SignUp,
    doer: Doer,
    *,
    seen: SignUp | None,
) -> Entry:
    with acting(tournament, "edit_entry", doer) as act:
        entry = the_entry(act.tournament, entry_id)
        if entry.owner_id != person.pk or (seen is not None and as_told(entry) != seen):
            raise changed_meanwhile()
        if not entry.name:
            raise Refused("", marked("This person asked to be deleted and cannot be changed."))
        if act.tournament.is_over:
            raise Refused(
                "",
                marked(
                    "The tournament is over, and what it printed stays. A mistake in a name or an "
                    "age is corrected by the series."
                ),
            )
        check_full_name(
            before=entry.full_name_public,
            agreed=sign_up.full_name_public,
            withdrawn=person.is_kept_back,
        )
        sign_up = _with_the_known_age(entry, sign_up, act.tournament)
        before, was_full = entry.email, is_in_full(entry)
        renamed = name_key(entry.name) != name_key(sign_up.name)
        if renamed and is_name_kept_back(sign_up.name):
            _keep_back_under_new_name(entry.owner, sign_up.name)
        if typed := may_write_birth_date(entry):
            entry.birth_date_told = needed_birth_date(sign_up)
        write_entry(entry, sign_up, by_desk=True)
        # No e-mail confirms any more what was told before the desk corrected it.
        entry.versions = []
        entry.thaw()
        _write_person_of_one_event(entry, sign_up, with_birth_date=typed)
        entry.save()
        if was_full and not is_in_full(entry):
            # A no that is said after it finds a name that is short anyway.
            throw_away_prints(act.tournament)
        if not is_in_full(entry):
            shorten_corrections(entry)
        if mailbox(before) != mailbox(entry.email):
            move_contact(entry, before, doer.now)
        act.detail = entry.mark
    return entry


def _keep_back_under_new_name(person: Person, name: str) -> None:
    """Show short whoever gets the name of somebody who wants it published in full no more. Refused
    where all of it would stand as a first name: malaeva Brno."""
    if person.email or not person.is_of_one_event or is_whole_in_short_form(name):
        raise Refused(
            "",
            marked(
                "Somebody of this name does not want it published in full, so a player who is "
                "known under another name cannot get it. Sign them up anew."
            ),
        )
    name_as_withdrawn(person)


def _with_the_known_age(entry: Entry, sign_up: SignUp, tournament: Tournament) -> SignUp:
    """What was typed, with the age as it was where the birth date is not the event's to say.

    Nothing is worked out of such a birth date, and nothing refused for it: the day of the event is
    the desk's to choose, and each answer would tell on which side of it a birthday lies.
    """
    if may_write_birth_date(entry) or entry.birth_date is None:
        check_sign_up(sign_up, tournament, by_desk=True)
        return sign_up
    return replace(sign_up, age=Age.MINOR if entry.minor else Age.ADULT, birth_date=None)


def may_write_birth_date(entry: Entry) -> bool:
    """Whether the desk of the event may say when the player was born: only of somebody whom no
    other event knows, who has not proved an address by which to say it themselves, and of whom
    the series has not heard another birth date."""
    person = entry.owner
    own = not person.email and not entry.is_frozen and person.is_of_one_event
    return own and person.birth_date == entry.known_birth_date


def shown_birth_date(entry: Entry) -> dt.date | None:
    """The birth date as the desk of the event may see it: until it is over, and only what was told
    to this very event."""
    if entry.is_frozen or entry.tournament.is_over:
        return None
    return entry.known_birth_date


def _write_person_of_one_event(entry: Entry, sign_up: SignUp, *, with_birth_date: bool) -> None:
    """Let a person whom only this event knows, and who has proved no address by which to say it
    themselves, go by what is known of the entry now."""
    person = entry.owner
    if person.email or not person.is_of_one_event:
        return
    if with_birth_date:
        person.birth_date = sign_up.birth_date
    person.name, person.minor = entry.name, entry.minor
    person.full_name_public = entry.full_name_public
    person.save(update_fields=["birth_date", "name", "minor", "full_name_public"])


def move_contact(entry: Entry, before: str, now: dt.datetime) -> None:
    """Write to another address from now on: it gets a link of its own, and both are told.

    Whoever reads the old mailbox keeps nothing that opens the new owner's page, nor the other way
    round. Where no address was known before, nobody has a link that could be read elsewhere.
    """
    # Two changes within a second are two occasions: each has its own pair of addresses.
    change = hashlib.sha256(f"{now.isoformat()} {before} {entry.email}".encode()).hexdigest()[:12]
    if before:
        entry.token = new_token()
        entry.save(update_fields=["token"])
        drop_dead_links([entry])
        tell([entry], "contact_left", now, again=change, to=before)
    tell([entry], "contact_new", now, again=change)


def send_link(tournament: Tournament, entry_id: int, doer: Doer, *, renew: bool = False) -> Entry:
    """Send a player the personal link again; with `renew` a new one, and the old one is dead."""
    with acting(tournament, "renew_entry_link" if renew else "send_link", doer) as act:
        entry = the_entry(act.tournament, entry_id)
        if entry.state == EntryState.CANCELLED:
            raise Refused("", marked("{entry} has signed off."), entry=str(entry))
        if not renew and not entry.email:
            raise Refused("", marked("No e-mail address is known."))
        if not renew and entry.address_to_confirm:
            raise Refused(
                "", marked("Confirm the e-mail address of {entry} first."), entry=str(entry)
            )
        if renew:
            entry.token = new_token()
            entry.save()
            drop_dead_links([entry])
        occasion = "register" if entry.state == EntryState.UNCONFIRMED else "link_again"
        tell([entry], occasion, doer.now, again=f"{doer.now:%Y%m%d%H%M%S}", hours=UNCONFIRMED_HOURS)
        act.detail = entry.mark
    return entry


def sign_off(act: Acting, entry: Entry) -> None:
    """Take somebody off the list before the start; the waiting list moves up."""
    if entry.state == EntryState.CANCELLED:
        return
    if act.tournament.state not in BEFORE_THE_START:
        raise Refused("", marked("The tournament has begun or is over; please tell the desk."))
    if entry.state not in (EntryState.UNCONFIRMED, EntryState.CONFIRMED, EntryState.WAITING):
        raise Refused("", marked("You are checked in; please tell the desk."))
    entry.state = EntryState.CANCELLED
    entry.save()
    act.detail = entry.mark
    tell([entry], "signed_off", act.doer.now, again=f"{act.doer.now:%Y%m%d%H%M}")
    fill_places(act.tournament, act.doer.now)


def sign_up_again(act: Acting, entry: Entry) -> None:
    """Put somebody who signed off on the list again: a place if there is one, else they wait."""
    if not entry.name:
        raise Refused("", marked("This person asked to be deleted and cannot be changed."))
    entry.queue_again(act.doer.now)
    entry.save()
    fill_places(act.tournament, act.doer.now, quietly={entry.pk})
    entry.refresh_from_db()
    act.detail = entry.mark
    tell([entry], "signed_up", act.doer.now, again=f"{act.doer.now:%Y%m%d%H%M}")


def fill_places(
    tournament: Tournament, now: dt.datetime, *, quietly: Collection[int] = ()
) -> frozenset[int]:
    """Give every free place to the first of the queue and tell them; the keys of who got one.

    Must be called inside an act, beside whose line in the logbook each of them has one. Sign-ups
    that were not confirmed in time lapse first. `quietly` are keys of entries who come just now:
    e-mail and line are the caller's own matter, but who of them has to wait has a line here.
    """
    if tournament.state not in BEFORE_THE_START and tournament.state != State.DRAFT:
        return frozenset()
    _lapse(tournament, now)
    moved = next_in(tournament, now)
    promoted = list(
        tournament.entries.waiting().filter(pk__in=moved).select_related("person", "joined_from")
    )
    for entry in promoted:
        entry.state = EntryState.CONFIRMED
        entry.save()
    told = [entry for entry in promoted if entry.pk not in quietly]
    tell(told, "moved_up", now, again=f"{now:%Y%m%d%H%M}")
    _log(tournament, "move_up", told, now)
    _log(tournament, "join_queue", tournament.entries.waiting().filter(pk__in=quietly), now)
    return frozenset(entry.pk for entry in promoted)


def _log(tournament: Tournament, name: str, entries: Iterable[Entry], now: dt.datetime) -> None:
    """A line for each of them, beside that of the act under way."""
    version = tournament.version + 1
    Act.objects.bulk_create(
        Act(tournament=tournament, name=name, detail=one.mark, version=version, by="", at=now)
        for one in entries
    )


def next_in(tournament: Tournament, now: dt.datetime) -> tuple[int, ...]:
    """Keys of those on the waiting list who get a place now, in its order."""
    queue = tournament.entries.waiting() | tournament.entries.reserving(now)
    return share_places(
        tournament.capacity,
        tournament.entries.holding_a_place().count(),
        [
            (key, state == EntryState.WAITING)
            for key, state in queue.order_by("queue_number", "pk").values_list("pk", "state")
        ],
    )


def lapse_registrations(now: dt.datetime) -> int:
    """Drop sign-ups nobody confirmed in time, in every tournament; how many tournaments had any.

    Nothing of somebody who never confirmed is kept, but for a week if the event is to come.
    Whoever could not have confirmed waits, see `_late`, and so do many at once, see `late_in_bulk`.
    """
    overdue = _overdue(Entry.objects.all(), now)
    tournaments = list(Tournament.objects.filter(entries__in=overdue).distinct())
    for tournament in tournaments:
        with acting(tournament, "lapse_registrations", Doer(name="", now=now)) as act:
            act.detail = ", ".join(str(number) for number in _lapse(act.tournament, now))[:300]
            fill_places(act.tournament, now)
    return len(tournaments)


def release_places(now: dt.datetime) -> int:
    """Give places that were kept for sign-ups too long to the waiting lists; of how many events.

    A place is kept for an hour; nobody does anything when it is over.
    """
    before = Tournament.objects.filter(state__in=BEFORE_THE_START)
    waited_for = before.filter(entries__in=Entry.objects.waiting()).distinct()
    tournaments = [tournament for tournament in waited_for if next_in(tournament, now)]
    for tournament in tournaments:
        with acting(tournament, "release_places", Doer(name="", now=now)) as act:
            fill_places(act.tournament, now)
    return len(tournaments)


def free_places(tournament: Tournament, now: dt.datetime) -> int:
    """Places that somebody who signs up now could get; 0 while people wait."""
    counts = tournament.entries.counts_of_places(now).get(tournament.pk, NOBODY)
    return places_left(tournament.capacity, **counts)


def check_sign_up(sign_up: SignUp, tournament: Tournament, *, by_desk: bool = False) -> None:
    """Refuse what cannot be written down: an age that does not fit (T-085, T-093), a minor
    without a guardian's consent. The desk may note a minor whose consent is still to come."""
    check_age(
        sign_up.age,
        sign_up.birth_date,
        tournament.date,
        school=tournament.kind == Kind.SCHOOL,
    )
    if sign_up.age is not Age.ADULT and not sign_up.guardian_consent and not by_desk:
        raise Refused("", marked("A parent or guardian has to agree."))


def entry_by_token(tournament: Tournament, token: str) -> Entry:
    """The entry of a personal link. Raises `Refused` when there is none any more."""
    entry = tournament.entries.select_related("person", "tournament").filter(token=token).first()
    if entry is None:
        raise Refused("", marked("This sign-up is not there any more. Please sign up again."))
    return entry


def the_entry(tournament: Tournament, entry_id: int) -> Entry:
    """The entry with this key. Raises `Refused` if somebody removed it meanwhile."""
    entry = tournament.entries.select_related("person", "tournament").filter(pk=entry_id).first()
    if entry is None:
        raise Refused("", marked("This player is not on the list any more."))
    return entry


def cautions_of_name(tournament: Tournament, name: str) -> Iterable[Caution]:
    """What to ask when somebody of that name is on the list already."""
    for entry in of_name(tournament, name):
        yield Caution.of(
            "",
            marked("{entry} is on the list already ({state}). Is this really somebody else?"),
            entry=str(entry),
            state=EntryState(entry.state).term,
        )


def cautions_kept_back(sign_up: SignUp) -> Iterable[Caution]:
    """What the desk is told before it writes down somebody who will be shown short for the word of
    another one of that name."""
    in_full = sign_up.age is Age.ADULT or sign_up.full_name_public
    if in_full and is_name_kept_back(sign_up.name):
        yield Caution.of(
            "",
            marked(
                "Somebody called {name} does not want the full name published. It is shown short "
                "here, too, until this player, through the link to their own data, or the series "
                "says that they are 18 or that a parent agrees."
            ),
            name=sign_up.name,
        )


def add_entry_row(
    tournament: Tournament,
    sign_up: SignUp,
    state: EntryState,
    now: dt.datetime,
    *,
    by_desk: bool = False,
) -> Entry:
    """Write an entry under the next number, with a person of its own. Inside an act only."""
    entry = Entry(
        tournament=tournament,
        number=_number_for(tournament),
        state=state,
        registered_at=now,
    )
    write_entry(entry, sign_up, by_desk=by_desk)
    entry.birth_date_told = needed_birth_date(sign_up)
    entry.person = Person.objects.create(
        name=entry.name,
        birth_date=sign_up.birth_date,
        minor=entry.minor,
        full_name_public=entry.full_name_public,
        named_as_withdrawn=is_name_kept_back(entry.name),
    )
    entry.save()
    return entry


def needed_birth_date(sign_up: SignUp) -> dt.date | None:
    """What the desk may see of it: juniors' alone, decided once. No later date of the event makes
    another one needed."""
    return sign_up.birth_date if sign_up.age is Age.JUNIOR else None


def write_entry(entry: Entry, sign_up: SignUp, *, by_desk: bool = False) -> None:
    """Put what was written down for the event into the entry's row, unsaved.

    Once the desk has written another address than the player gave, it stays the desk's word.
    """
    entry.name = tidy_name(sign_up.name)
    if by_desk and mailbox(entry.email) != mailbox(sign_up.email):
        entry.address_by_desk, entry.address_to_confirm = True, False
    entry.email = sign_up.email
    entry.club = _saved(sign_up.club)
    entry.minor = sign_up.age is not Age.ADULT
    entry.guardian_consent = sign_up.guardian_consent
    entry.full_name_public = sign_up.full_name_public
    entry.language, entry.note, entry.paid = sign_up.language, sign_up.note, sign_up.paid


def club_named(name: str, clubs: Mapping[str, Club] | None = None) -> Club | None:
    """The series' club of that name however it is spelled, or a new one, unsaved; `clubs` are all
    of them by key, where many are looked for."""
    key = club_key(name)
    if not key:
        return None
    known = (clubs_by_key() if clubs is None else clubs).get(key)
    return known or Club(name=" ".join(name.split()))


def clubs_by_key() -> dict[str, Club]:
    clubs: dict[str, Club] = {}
    for club in Club.objects.all():
        clubs.setdefault(club_key(club.name), club)
    return clubs


def _saved(club: Club | None) -> Club | None:
    if club is None or club.pk:
        return club
    return Club.objects.get_or_create(name=club.name)[0]


def signed_up_already(tournament: Tournament, sign_up: SignUp) -> Entry | None:
    """The entry of somebody of that name and address who is on the list."""
    there = tournament.entries.exclude(state=EntryState.CANCELLED)
    return _of_name_and_address(there, sign_up)


def signed_off_before(tournament: Tournament, sign_up: SignUp) -> Entry | None:
    """The entry of somebody of that name and address who signed off from this event."""
    gone = tournament.entries.filter(state=EntryState.CANCELLED).exclude(name="")
    return _of_name_and_address(gone, sign_up)


def sent_without_address(tournament: Tournament, sign_up: SignUp) -> Entry | None:
    """The sign-up from the hall, without an address, that was sent before under this name."""
    if sign_up.email:
        return None
    return _read_alike(tournament.entries.unconfirmed().filter(email=""), sign_up.name).first()


def _of_name_and_address(entries: EntryQuerySet, sign_up: SignUp) -> Entry | None:
    if not sign_up.email:
        return None
    # Of two spellings of one mailbox at most capitals differ before the @.
    local, at, _domain = sign_up.email.strip().rpartition("@")
    alike = _read_alike(entries.filter(email__istartswith=local + at), sign_up.name)
    same = (entry for entry in alike if same_mailbox(entry.email, sign_up.email))
    return next(same, None)


def of_name(tournament: Tournament, name: str) -> list[Entry]:
    """Entries of that name that were not cancelled."""
    return list(_read_alike(tournament.entries.exclude(state=EntryState.CANCELLED), name))


def _read_alike(entries: EntryQuerySet, name: str) -> EntryQuerySet:
    """Those of the entries that have the name however it is spelled.

    Looked up under the event's lock, where strangers may have left very many: of all others no
    more than the name is read.
    """
    key = name_key(name)
    there = entries.order_by().values_list("pk", "name")
    keys = [pk for pk, spelled in there if name_key(spelled) == key]
    found = entries.model.objects.filter(pk__in=keys).order_by("number")
    return found.select_related("person", "joined_from", "tournament")


def _lapse(tournament: Tournament, now: dt.datetime) -> list[int]:
    """Delete the sign-ups that were not confirmed in time; their numbers.

    Of an event that is to come they are kept for a week: a clock may have been wrong.
    """
    overdue = tournament.entries.filter(pk__in=_overdue(tournament.entries, now))
    if _is_to_come(tournament, now):
        keep_lapsed(overdue.select_related("person", "joined_from"), now)
    return delete_sign_ups(overdue, now)


def late_in_bulk(tournament: Tournament, now: dt.datetime) -> list[Entry]:
    """Sign-ups that were not confirmed in time, but are too many to lapse without a person, and
    keep nobody out."""
    late = _late(tournament.entries.unconfirmed(), now)
    lapsing = set(_lapsing(late, now))
    return [entry for entry in late if entry.pk not in lapsing]


def _overdue(entries: EntryQuerySet, now: dt.datetime) -> list[int]:
    """Keys of the sign-ups that lapse now."""
    return _lapsing(_late(entries, now), now)


def _lapsing(late: Collection[Entry], now: dt.datetime) -> list[int]:
    of_event: dict[Tournament, list[Entry]] = defaultdict(list)
    for entry in late:
        of_event[entry.tournament].append(entry)
    return [
        entry.pk
        for tournament, entries in of_event.items()
        for entry in _lapsing_of(tournament, entries, now)
    ]


def _lapsing_of(tournament: Tournament, late: Sequence[Entry], now: dt.datetime) -> Sequence[Entry]:
    before = tournament.state in BEFORE_THE_START
    if may_lapse(len(late), before_the_start=before):
        return late
    # They are kept for a week, so that no clock that has jumped loses them.
    return who_keep_others_out(tournament, late, now)


def _late(entries: EntryQuerySet, now: dt.datetime) -> list[Entry]:
    """The sign-ups that were not confirmed in time.

    Those whose link cannot have been opened for two days, since no e-mail goes out, theirs was late
    or their address is to be confirmed by the desk, wait for the organiser's word until the event.
    """
    unconfirmed = entries.filter(state=EntryState.UNCONFIRMED, registered_at__lte=_oldest(now))
    old = list(unconfirmed.select_related("tournament"))
    if not old:
        return []
    off, links = sends_nothing(), links_under_way(_oldest(now))
    return [
        entry
        for entry in old
        if not (off or entry.pk in links or entry.address_to_confirm)
        or not _is_to_come(entry.tournament, now)
    ]


def _is_to_come(tournament: Tournament, now: dt.datetime) -> bool:
    return can_confirm(tournament) and tournament.date >= timezone.localdate(now)


def delete_sign_ups(entries: EntryQuerySet, now: dt.datetime) -> list[int]:
    """Delete sign-ups that nobody confirmed, with all that is known of people whom nothing else
    tells of; their numbers. Inside an act only."""
    rows = entries.select_related("person", "joined_from").order_by("queue_number", "pk")
    gone = list(rows)
    keys = [entry.pk for entry in gone]
    wished = set(
        Entry.objects.filter(pk__in=keys, wished__isnull=False).values_list("pk", flat=True)
    )
    forget_mails(gone)
    for entry in gone:
        if entry.pk in wished:
            hand_over_wishes(entry, Doer(name="", now=now))
    with emptied_together():
        Entry.objects.filter(pk__in=keys).delete()
        delete_if_bare(*(entry.owner for entry in gone))
    return [entry.number for entry in gone]


def _oldest(now: dt.datetime) -> dt.datetime:
    return now - dt.timedelta(hours=UNCONFIRMED_HOURS)


def _number_for(tournament: Tournament) -> int:
    number = next_number(_numbers_given(tournament))
    return number if number <= SMALL else spare_number(_numbers_worn(tournament))


def _numbers_worn(tournament: Tournament) -> frozenset[int]:
    """The numbers that stand for somebody: of entries that are there, of those that were more than
    a sign-up that nobody confirmed, and of what lapsed and can be taken back."""
    worn = Entry.history.filter(tournament=tournament).exclude(state=EntryState.UNCONFIRMED)
    rows = (tournament.entries.order_by(), worn.order_by(), tournament.lapsed.order_by())
    return frozenset().union(*(of.values_list("number", flat=True) for of in rows))


def _numbers_given(tournament: Tournament) -> list[int]:
    """The highest numbers: of entries that are there, and of those that ever were."""
    there = tournament.entries.aggregate(Max("number"))["number__max"]
    ever = Entry.history.filter(tournament=tournament).aggregate(Max("number"))["number__max"]
    return [number for number in (there, ever) if number]
