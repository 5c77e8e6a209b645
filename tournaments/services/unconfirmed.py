"""Sign-ups that nobody has confirmed: which came from one place, and dropping what nobody meant."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.crypto import salted_hmac

from tournaments.domain.crowds import MANY_FROM_ONE_PLACE
from tournaments.domain.values import Refused, marked, refuse
from tournaments.models import Entry, Tournament
from tournaments.services.acts import AlreadyDone, Doer, acting
from tournaments.services.crowds import MOST_DROPPED
from tournaments.services.entering import (
    UNCONFIRMED_HOURS,
    SignUp,
    believe,
    can_confirm,
    delete_sign_ups,
    fill_places,
    signed_up_already,
)
from tournaments.services.guards import must_not_be_over
from tournaments.services.lapsed import entry_again, lapsed_lately
from tournaments.services.mailing import tell


def place_hash(tournament: Tournament, network: str) -> str:
    """What is kept of the network that a sign-up came from: it tells places of this tournament
    apart, and nobody without the site's secret key makes an address of it again."""
    hashed = salted_hmac(f"sign-up to {tournament.pk}", network, algorithm="sha256")
    return hashed.hexdigest()[:16]


def unconfirmed_by_place(tournament: Tournament) -> list[list[Entry]]:
    """Unconfirmed sign-ups that came from one place, first come first; the most of them first.

    More than `MOST_DROPPED` stand there as several.
    """
    many = [place for place in _by_place(tournament) if len(place) >= MANY_FROM_ONE_PLACE]
    return [
        part for place in sorted(many, key=len, reverse=True) for part in _dropped_together(place)
    ]


def unconfirmed_from_everywhere(tournament: Tournament) -> list[list[Entry]]:
    """All the others, likewise: whoever has many networks stands in none of those groups."""
    few = [place for place in _by_place(tournament) if len(place) < MANY_FROM_ONE_PLACE]
    entries = [entry for place in few for entry in place]
    return list(_dropped_together(sorted(entries, key=lambda entry: entry.queue_number)))


def _by_place(tournament: Tournament) -> Collection[list[Entry]]:
    places: dict[str, list[Entry]] = defaultdict(list)
    entries = tournament.entries.unconfirmed().exclude(signed_up_from="")
    for entry in entries.select_related("person", "joined_from", "tournament"):
        places[entry.signed_up_from].append(entry)
    return places.values()


def _dropped_together(entries: Sequence[Entry]) -> Iterator[list[Entry]]:
    for start in range(0, len(entries), MOST_DROPPED):
        yield list(entries[start : start + MOST_DROPPED])


def confirm_entries(tournament: Tournament, entry_ids: Collection[int], doer: Doer) -> list[Entry]:
    """Believe several sign-ups on the word of the organiser; places go by the queue.

    Whoever was confirmed or dropped meanwhile is passed over.
    """
    if not entry_ids:
        raise Refused("", marked("Tick those who you know will come."))
    with acting(tournament, "confirm_entries", doer) as act:
        must_not_be_over(act.tournament)
        if not can_confirm(act.tournament):
            raise Refused("D-110", marked("The tournament is running; see the check-in."))
        asked = act.tournament.entries.unconfirmed().filter(pk__in=entry_ids)
        entries = believe(act, asked.select_related("person"))
        if not entries:
            raise AlreadyDone("", marked("Nobody of these is still unconfirmed."))
        act.detail = ", ".join(entry.mark for entry in entries)[:300]
    return entries


def drop_unconfirmed(tournament: Tournament, entry_ids: Collection[int], doer: Doer) -> list[int]:
    """Delete these sign-ups with all that is known of people whom nothing else tells of, and say
    their numbers.

    Whoever was confirmed or checked in meanwhile stays.
    """
    with acting(tournament, "drop_unconfirmed", doer) as act:
        entries = act.tournament.entries.unconfirmed().filter(pk__in=entry_ids)
        numbers = delete_sign_ups(entries, doer.now)
        if not numbers:
            raise AlreadyDone("", marked("Nobody of these is still unconfirmed."))
        fill_places(act.tournament, doer.now)
        act.detail = ", ".join(map(str, numbers))[:300]
    return numbers


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The numbers of the sign-ups that are on the list again, and why others are not."""

    numbers: tuple[int, ...]
    refused: tuple[Refused, ...]


def take_back_lapsed(tournament: Tournament, keys: Collection[int], doer: Doer) -> TakenBack:
    """Put these lapsed sign-ups on the list again, with their numbers, and mail them a new link.

    They wait for it as if they had signed up now, at the place in the queue that they had. Whoever
    has signed up again meanwhile has one sign-up. One that cannot be taken back keeps no other from
    it; refused only if none can.
    """
    with acting(tournament, "take_back_lapsed", doer) as act:
        if not can_confirm(act.tournament):
            raise Refused("", marked("The tournament has begun or is over."))
        entries: list[Entry] = []
        refused: list[Refused] = []
        for row in lapsed_lately(act.tournament, doer.now).filter(pk__in=keys):
            if signed_up_already(act.tournament, SignUp(row.name, row.email)):
                row.delete()
                continue
            try:
                # What was written before it was refused goes with it.
                with transaction.atomic():
                    entries.append(entry_again(row, doer.now))
            except Refused as refusal:
                refused.append(refusal)
        if not entries:
            refuse(refused)
            raise AlreadyDone("", marked("Nobody of these can be taken back any more."))
        for entry in entries:
            version = entry.versions[-1]["key"] if entry.versions else ""
            tell([entry], "register", doer.now, hours=UNCONFIRMED_HOURS, version=version)
        numbers = tuple(entry.number for entry in entries)
        act.detail = ", ".join(map(str, numbers))[:300]
    return TakenBack(numbers, tuple(refused))
