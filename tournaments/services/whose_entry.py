"""Whose an entry is by an address that only the desk wrote: somebody reads it, the series decides.

An official may have typed an own address for another player and opened the link there. So that
gives nobody rights over the person before an administrator who never was at the desk of the event,
and may ask the player, has said yes.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.db.models import F, QuerySet

from tournaments.domain.values import Refused, marked
from tournaments.models import Entry, Official, Person
from tournaments.services.acts import Acting, acting, changed_meanwhile
from tournaments.services.handing_over import lock_events, lock_persons
from tournaments.services.joining import join_by_address, known_by_address, may_prove
from tournaments.services.offices import Administrator
from tournaments.services.persons import send_key


def waiting_proofs() -> QuerySet[Entry]:
    """Entries whose address was proved since only a desk wrote it, the oldest event first."""
    usable = Entry.objects.filter(address_by_desk=True, address_to_confirm=False)
    proved = usable.exclude(proved_address="").filter(proved_address=F("email"))
    return proved.select_related("person", "joined_from", "tournament").order_by(
        "tournament__date", "pk"
    )


@transaction.atomic
def believe_proof(entry_id: int, seen: str, by: Administrator) -> Person:
    """Say that whoever reads the address is the player: it is theirs from now on, and the way to
    their data is mailed there."""
    with _deciding(entry_id, seen, by, "believe_proof") as (act, entry):
        entry.address_by_desk, entry.proved_address = False, ""
        entry.save(update_fields=["address_by_desk", "proved_address"])
        if not may_prove(entry, asked=True):
            raise Refused(
                "",
                marked(
                    "More is known of {entry} than the event was told. Look at the person, and "
                    "join them or write the address there."
                ),
                entry=str(entry),
            )
        act.detail = entry.mark
    join_by_address(entry, by.doer, asked=True)
    person = Entry.objects.get(pk=entry_id).owner
    send_key(person, by.doer)
    return person


def refuse_proof(entry_id: int, seen: str, by: Administrator) -> None:
    """Say that it is somebody else: nothing comes of the proof."""
    with _deciding(entry_id, seen, by, "refuse_proof") as (act, entry):
        entry.proved_address = ""
        entry.save(update_fields=["proved_address"])
        act.detail = entry.mark


@contextmanager
def _deciding(
    entry_id: int, seen: str, by: Administrator, name: str
) -> Iterator[tuple[Acting, Entry]]:
    """The entry as it was seen, with the persons of both sides and their events locked."""
    found = waiting_proofs().filter(pk=entry_id, email=seen).first()
    if found is None:
        raise changed_meanwhile()
    known = known_by_address(found)
    with transaction.atomic():
        # Persons before events, and of these all where they may be joined (services/locks.py).
        lock_events(*lock_persons(found.owner_id, *([known.pk] if known else [])))
        with acting(found.tournament, name, by.doer) as act:
            entry = waiting_proofs().filter(pk=entry_id, email=seen).first()
            if entry is None or entry.owner_id != found.owner_id:
                raise changed_meanwhile()
            _refuse_who_was_at_the_desk(act, by)
            yield act, entry


def _refuse_who_was_at_the_desk(act: Acting, by: Administrator) -> None:
    """Refuse whoever may have written the address: by an office there, now or before, or as an
    administrator who saw personal links there. Whoever has the command line has the tables."""
    if by.user is None:
        return
    held = Official.history.filter(tournament=act.tournament, user=by.user)
    if act.tournament.officials.filter(user=by.user).exists() or held.exists():
        raise Refused(
            "",
            marked(
                "You hold an office at {tournament}, or held one; another administrator says "
                "whose this is, or whoever runs the server, by manage.py whose_entry."
            ),
            tournament=str(act.tournament),
        )
    if act.tournament.sights.filter(user=by.user).exists():
        raise Refused(
            "",
            marked(
                "You have seen personal links of {tournament} or written addresses there, as "
                "whoever downloads a backup has; another administrator says whose this is, or "
                "whoever runs the server, by manage.py whose_entry."
            ),
            tournament=str(act.tournament),
        )
