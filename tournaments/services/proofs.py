"""Proofs that somebody reads a mailbox: signed texts that stand in e-mails and nowhere else.

A personal link of an entry is known to the desk of its event too, so it proves nothing of whose
mailbox it is. These are for what belongs to the person: joining, and the person's own facts.
"""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.core import signing

from tournaments.models import Entry, Person

VALID_FOR = dt.timedelta(days=7)
"""How long a proof holds after it was mailed."""

_ENTRY, _PERSON, _CHANGE = "mailbox-of-an-entry", "mailbox-of-a-person", "new-mailbox-of-a-person"


def proof_of(entry: Entry) -> str:
    """What only a reader of the entry's mailbox can show."""
    return signing.dumps([entry.pk, entry.email.casefold()], salt=_ENTRY)


def proves(proof: str, entry: Entry) -> bool:
    """Whether whoever shows it reads the mailbox that the entry has now."""
    return bool(entry.email) and _read(proof, _ENTRY) == [entry.pk, entry.email.casefold()]


def key_of(person: Person) -> str:
    """What opens the person's own page; worthless once their address is another one."""
    return signing.dumps([person.pk, person.email.casefold()], salt=_PERSON)


def person_of(key: str) -> Person | None:
    """Whose own page it opens; None for a key that is false, old or of another address."""
    pk, address = _read(key, _PERSON) or (None, None)
    person = Person.objects.filter(pk=pk, forgotten_at__isnull=True).first()
    return person if person and person.email and person.email.casefold() == address else None


def change_of(person: Person, address: str) -> str:
    """What proves that a person who wants this address reads it too."""
    return signing.dumps([person.pk, person.email.casefold(), address], salt=_CHANGE)


def changed_address(proof: str) -> tuple[Person, str] | None:
    """Who has proved which new address; None if it is false, old or was used."""
    pk, before, address = _read(proof, _CHANGE) or (None, None, None)
    person = Person.objects.filter(pk=pk, forgotten_at__isnull=True).first()
    return (person, address) if person and person.email.casefold() == before else None


def _read(proof: str, salt: str) -> Any:
    try:
        return signing.loads(proof, salt=salt, max_age=VALID_FOR)
    except signing.BadSignature:
        return None
