"""Proofs that somebody reads a mailbox: signed texts that stand in e-mails and nowhere else.

A personal link of an entry is known to the desk of its event too, so it proves nothing of whose
mailbox it is. These are for what belongs to the person: joining, and the person's own facts.
"""

from __future__ import annotations

import datetime as dt
import json
from typing import Any, TypeGuard

from django.core import signing
from django.utils.crypto import salted_hmac

from tournaments.domain.mailboxes import mailbox, same_mailbox
from tournaments.models import Entry, Person

VALID_FOR = dt.timedelta(days=7)
"""How long a proof holds after it was mailed."""

_CALENDAR = "calendar-of-a-person"
_ENTRY, _PERSON, _CHANGE = "mailbox-of-an-entry", "mailbox-of-a-person", "new-mailbox-of-a-person"


def proof_of(entry: Entry) -> str:
    """What only a reader of the entry's mailbox can show."""
    return signing.dumps([entry.pk, mailbox(entry.email)], salt=_ENTRY)


def proves(proof: str, entry: Entry) -> bool:
    """Whether whoever shows it reads the mailbox that the entry has now; nobody does of one that
    the desk has to confirm."""
    usable = bool(entry.email) and not entry.address_to_confirm
    return usable and _read(proof, _ENTRY) == [entry.pk, mailbox(entry.email)]


def key_of(person: Person) -> str:
    """What opens the person's own page; worthless once their address was changed, also when it is
    changed back."""
    return signing.dumps(_mark_of(person), salt=_PERSON)


def person_of(key: str) -> Person | None:
    """Whose own page it opens; None for a key that is false, old or of another address, and for
    somebody who was joined to another person."""
    mark = _read(key, _PERSON)
    person = _known(mark)
    return person if _may_be_read(person) and _mark_of(person) == mark else None


def calendar_key_of(person: Person) -> str:
    """What opens the person's calendar, and nothing else of theirs. A program asks with it for
    years, and people hand it on, so it does not hold the address; it is worthless once that was
    changed."""
    return signing.dumps([person.pk, _seal_of(person)], salt=_CALENDAR)


def person_of_calendar(key: str) -> Person | None:
    """Whose calendar it opens; None as of `person_of`."""
    try:
        mark = signing.loads(key, salt=_CALENDAR)
    except signing.BadSignature:
        return None
    person = _known(mark)
    return person if _may_be_read(person) and mark == [person.pk, _seal_of(person)] else None


def change_of(person: Person, address: str, *, by: int | None = None) -> str:
    """What proves that a person who wants this address reads it too, or whom the administrator
    `by` writes it for."""
    return signing.dumps([*_mark_of(person), [address, by]], salt=_CHANGE)


def changed_address(proof: str) -> tuple[Person, str, int | None] | None:
    """Who has proved which new address, and which administrator wrote it; None if it is false, old
    or was used."""
    *mark, change = _read(proof, _CHANGE) or [None]
    person = _known(mark)
    usable = person is not None and not person.is_joined_away
    if not usable or _mark_of(person) != mark:
        return None
    # In e-mails of the release before the address stands alone.
    address, by = (change, None) if isinstance(change, str) else change
    return person, address, by


def is_carried_out(proof: str) -> bool:
    """Whether the address of such a link is the person's by now, as after it was opened once."""
    *mark, change = _read(proof, _CHANGE) or [None]
    person = _known(mark)
    address = change if isinstance(change, str) else change and change[0]
    return person is not None and same_mailbox(person.email, address)


def _may_be_read(person: Person | None) -> TypeGuard[Person]:
    return person is not None and bool(person.email) and not person.is_joined_away


def _seal_of(person: Person) -> str:
    """Follows from the address, and tells nothing of it."""
    return salted_hmac(_CALENDAR, json.dumps(_mark_of(person))).hexdigest()[:24]


def _mark_of(person: Person) -> list[Any]:
    since = person.address_at.isoformat() if person.address_at else ""
    return [person.pk, mailbox(person.email), since]


def _known(mark: list[Any] | None) -> Person | None:
    return Person.objects.filter(pk=mark[0], forgotten_at__isnull=True).first() if mark else None


def _read(proof: str, salt: str) -> Any:
    try:
        return signing.loads(proof, salt=salt, max_age=VALID_FOR)
    except signing.BadSignature:
        return None
