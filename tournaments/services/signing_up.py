"""What visitors and players do themselves: sign up, confirm it, prove their address, sign off.

Every sign-up is an entry of its event with a person of its own: whoever types a name and an
address changes nothing that is known of anybody. A link that only the mailbox has seen proves the
address; then the entry joins the person whom the series knows by it (services/joining.py).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from django.db import transaction

from tournaments.domain.entering import Age, keep_version, tidy_name
from tournaments.domain.mailboxes import same_mailbox
from tournaments.domain.values import Refused, marked
from tournaments.models import Club, Entry, Person, Tournament
from tournaments.models.entry import EntryState, new_token
from tournaments.models.tournament import State
from tournaments.services.acts import ChangedMeanwhile, Doer, acting, changed_meanwhile
from tournaments.services.crowds import refuse_in_a_crowd
from tournaments.services.entering import (
    UNCONFIRMED_HOURS,
    SignUp,
    add_entry_row,
    believe,
    check_sign_up,
    entry_by_token,
    needed_birth_date,
    sent_without_address,
    sign_off,
    signed_up_already,
    write_entry,
)
from tournaments.services.guards import must_not_be_over
from tournaments.services.handing_over import free_persons, lock_persons
from tournaments.services.joining import join_by_address
from tournaments.services.mailing import tell
from tournaments.services.proofs import proves

T = TypeVar("T")

VERSION_GONE = marked(
    "What this link was to confirm is not kept any more. Please sign up again, or ask the desk."
)


TIMES = 3
"""So often a confirmation is begun again that met others on its way."""

OF_A_SIGN_UP = ["name", "minor", "full_name_public", "birth_date"]
"""What a sign-up tells of the person whom it alone knows."""


@dataclass(frozen=True, slots=True)
class Registered:
    """The entry of a sign-up; `again` if that person was signed up already."""

    entry: Entry
    again: bool


def register(
    tournament: Tournament,
    sign_up: SignUp,
    doer: Doer,
    *,
    signed_up_from: str = "",
    mailed: bool = True,
) -> Registered:
    """Sign somebody up who has to confirm it: by an e-mail link, or at the desk by coming there
    while the check-in is open.

    Somebody of that name and address who is signed up already gets the links again, at most once
    an hour, and nothing else happens. Until the e-mail of one is opened, what each such sign-up
    told is kept apart: whoever comes first decides nothing for the owner of the address.
    `signed_up_from` tells sign-ups from one place, see `unconfirmed.py`; where too many wait to be
    confirmed no more are taken (`crowds.py`). Without `mailed` nothing
    is written to the address now.
    """
    with transaction.atomic():
        locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
        if not locked.takes_sign_ups:
            raise Refused("", marked("The sign-up is not open."))
        check_sign_up(sign_up, locked)
        if entry := signed_up_already(locked, sign_up) or sent_without_address(locked, sign_up):
            again, occasion, version = f"{doer.now:%Y%m%d%H}", "link_again", ""
            if entry.state == EntryState.UNCONFIRMED:
                occasion = "register"
                version = _told_again(entry, sign_up, signed_up_from, keep=mailed)
                again += version[:8]
            to = [entry] if mailed else []
            tell(to, occasion, doer.now, again=again, hours=UNCONFIRMED_HOURS, version=version)
            return Registered(entry, again=True)
        refuse_in_a_crowd(locked, signed_up_from, doer.now)
        with acting(locked, "register", doer) as act:
            entry = add_entry_row(act.tournament, sign_up, EntryState.UNCONFIRMED, doer.now)
            entry.signed_up_from = signed_up_from
            version = _kept_version(entry, sign_up, signed_up_from) if mailed else ""
            entry.save()
            act.detail = entry.mark
            if mailed:
                tell([entry], "register", doer.now, hours=UNCONFIRMED_HOURS, version=version)
    return Registered(entry, again=False)


def _told_again(entry: Entry, sign_up: SignUp, place: str, *, keep: bool) -> str:
    """Note another sign-up under a name and an address that nobody has confirmed; its key.

    Where they differ the desk goes by what protects a child: who is a minor in one of them is one,
    and nobody consents or publishes a full name unless all do. The one that is confirmed decides
    for itself. Public pages show none of it, so no version is raised.
    """
    version = _kept_version(entry, sign_up, place) if keep and sign_up.email else ""
    told_minor = sign_up.age is not Age.ADULT
    minor, one_age = entry.minor or told_minor, entry.minor == told_minor
    agreed = one_age and entry.full_name_public and sign_up.full_name_public
    consent = one_age and entry.guardian_consent and sign_up.guardian_consent
    Entry.objects.filter(pk=entry.pk).update(
        versions=entry.versions, minor=minor, full_name_public=agreed, guardian_consent=consent
    )
    if _is_own_row(entry):
        # The event is locked already, so nobody is waited for.
        free = free_persons(entry.owner_id)
        if not free:
            raise changed_meanwhile()
        Person.objects.filter(pk=free[0].pk).update(minor=minor, full_name_public=agreed)
    return version


def _kept_version(entry: Entry, sign_up: SignUp, place: str) -> str:
    """Keep what a sign-up told, unsaved; the key that its e-mail alone carries."""
    facts = {
        "name": tidy_name(sign_up.name),
        "club": sign_up.club.pk if sign_up.club else None,
        "age": sign_up.age.value,
        "birth_date": sign_up.birth_date.isoformat() if sign_up.birth_date else None,
        "guardian_consent": sign_up.guardian_consent,
        "full_name_public": sign_up.full_name_public,
        "language": sign_up.language,
    }
    same = (one["key"] for one in entry.versions if one["facts"] == facts)
    if not (key := next(same, "")):
        key = new_token()
        new = {"key": key, "place": place, "facts": facts}
        entry.versions = keep_version(entry.versions, new)
    return key


def take_version(entry: Entry, key: str) -> bool:
    """Write what the sign-up with this key told into the entry and its person, both unsaved.

    False, and nothing is written, for a key that is none, or of a sign-up that is confirmed.
    """
    facts = next((one["facts"] for one in entry.versions if one["key"] == key), None)
    if facts is None or entry.state != EntryState.UNCONFIRMED:
        return False
    born = facts["birth_date"]
    sign_up = SignUp(
        **facts
        | {
            "club": Club.objects.filter(pk=facts["club"]).first(),
            "age": Age(facts["age"]),
            "birth_date": dt.date.fromisoformat(born) if born else None,
        },
        email=entry.email,
        note=entry.note,
        paid=entry.paid,
    )
    write_entry(entry, sign_up)
    entry.birth_date_told = needed_birth_date(sign_up)
    if _is_own_row(entry):
        person = entry.owner
        person.name, person.minor = entry.name, entry.minor
        person.full_name_public = entry.full_name_public
        person.birth_date = sign_up.birth_date
    return True


def _is_own_row(entry: Entry) -> bool:
    """Whether the person is known by this sign-up alone."""
    person = entry.owner
    same = not person.email or same_mailbox(person.email, entry.email)
    return person.is_of_one_event and same


def confirm_registration(
    tournament: Tournament, token: str, doer: Doer, *, proof: str = "", version: str = ""
) -> Entry:
    """Believe a sign-up whose link was opened: a place, or the waiting list when all are taken.

    `proof` is what the link in the e-mail carries beside the token: with it the address is proved,
    and the entry joins the person who is known by it. `version` says of which sign-up the e-mail
    was: what that one told holds from now on. Done twice it changes nothing. Raises `Refused` when
    the sign-up has lapsed or was cancelled, or its version is not kept any more.
    """
    entry = _begun_again(lambda: _believed(tournament, token, doer, version=version))
    if proves(proof, entry):
        _begun_again(lambda: join_by_address(entry_by_token(tournament, token), doer))
        entry = entry_by_token(tournament, token)
    return entry


def _begun_again(act: Callable[[], T]) -> T:
    """What an act gives that nobody has to look at before: where others join the player meanwhile
    it begins from what there is then."""
    for _time in range(TIMES):
        try:
            return act()
        except ChangedMeanwhile:
            pass
    return act()


def _believed(tournament: Tournament, token: str, doer: Doer, *, version: str) -> Entry:
    # Whoever locks persons and events locks persons first (services/handing_over.py).
    owner = entry_by_token(tournament, token).owner_id
    with transaction.atomic():
        person = lock_persons(owner)[0]
        return _confirmed(tournament, token, person, doer, version=version)


def _confirmed(
    tournament: Tournament, token: str, person: Person, doer: Doer, *, version: str
) -> Entry:
    with acting(tournament, "confirm_registration", doer) as act:
        entry = entry_by_token(act.tournament, token)
        if entry.owner_id != person.pk:
            raise changed_meanwhile()
        must_not_be_over(act.tournament)
        if entry.state == EntryState.CANCELLED:
            raise Refused("", marked("You have signed off. Sign up again if you want to play."))
        if entry.state == EntryState.UNCONFIRMED:
            if act.tournament.state == State.RUNNING:
                raise Refused("D-110", marked("The tournament is running; please ask the desk."))
            if take_version(entry, version):
                entry.owner.save(update_fields=OF_A_SIGN_UP)
            elif version:
                # What stands in the row may be what a stranger told, or the desk.
                raise Refused("", VERSION_GONE)
            believe(act, [entry])
        act.detail = entry.mark
    return entry


def prove_address(tournament: Tournament, token: str, proof: str, doer: Doer) -> Person:
    """Take it that whoever acts reads the entry's mailbox; the person whom the entry belongs to.

    Raises `Refused` when the proof is none, or the entry is not there any more.
    """
    entry = entry_by_token(tournament, token)
    if not proves(proof, entry):
        raise Refused("", marked("This link does not hold any more; ask for a new one."))
    join_by_address(entry, doer, asked=True)
    entry.refresh_from_db()
    return entry.owner


def cancel_registration(tournament: Tournament, token: str, doer: Doer) -> Entry:
    """Sign off by the personal link; the next of the waiting list gets the place.

    Whoever is checked in already tells the desk instead.
    """
    with acting(tournament, "cancel_registration", doer) as act:
        entry = entry_by_token(act.tournament, token)
        sign_off(act, entry)
    return entry
