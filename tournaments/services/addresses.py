"""Addresses that an organiser who left may have written, and the desk says whose they are."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import QuerySet

from tournaments.domain.values import Refused, marked
from tournaments.models import Entry, Tournament
from tournaments.models.entry import EntryState
from tournaments.services.acts import Acting, AlreadyDone, Doer, acting, changed_meanwhile
from tournaments.services.entering import UNCONFIRMED_HOURS, the_entry
from tournaments.services.mailing import tell


def to_confirm(tournament: Tournament) -> QuerySet[Entry]:
    """The players of the event whose addresses wait, by number."""
    waiting = tournament.entries.filter(address_to_confirm=True).exclude(email="")
    return waiting.select_related("person", "joined_from", "tournament", "club").order_by("number")


def confirm_address(
    tournament: Tournament, entry_id: int, doer: Doer, *, seen: str | None = None
) -> Entry:
    """Say that an address is the player's that an organiser who left may have written: links go
    there again, and one goes at once, for what it missed. It stays the desk's word.

    Refused if it is not any more the address that was `seen`.
    """
    with acting(tournament, "confirm_address", doer) as act:
        entry = the_entry(act.tournament, entry_id)
        if seen is not None and seen != entry.email:
            raise changed_meanwhile()
        if not entry.address_to_confirm:
            raise AlreadyDone("", marked("That is noted already."))
        _confirm(act, entry)
        act.detail = entry.mark
    return entry


def confirm_addresses(tournament: Tournament, seen: Mapping[int, str], doer: Doer) -> list[Entry]:
    """The same for several, by entry key and with the address that was `seen` of each. All of them
    or, if one has changed meanwhile or was confirmed, none."""
    if not seen:
        raise Refused("", marked("Tick the addresses that you know to be the players'."))
    with acting(tournament, "confirm_addresses", doer) as act:
        entries = list(to_confirm(act.tournament).filter(pk__in=seen))
        if {entry.pk: entry.email for entry in entries} != dict(seen):
            raise changed_meanwhile()
        for entry in entries:
            _confirm(act, entry)
        act.detail = ", ".join(entry.mark for entry in entries)[:300]
    return entries


def _confirm(act: Acting, entry: Entry) -> None:
    entry.address_to_confirm = False
    entry.save()
    if entry.state != EntryState.CANCELLED:
        # Who has yet to confirm has two days for it from now on.
        occasion = "register" if entry.state == EntryState.UNCONFIRMED else "contact_new"
        again = f"{act.doer.now:%Y%m%d%H%M%S}"
        tell([entry], occasion, act.doer.now, again=again, hours=UNCONFIRMED_HOURS)
