"""As whom a browser is known in a tournament: two devices of one person are one person."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Q
from django.http import HttpRequest

from tournaments.models import Entry, Tournament
from tournaments.services.joining import one_with
from tournaments.views.access import OFFICIAL_LINKS, PLAYER_LINKS


def known_as(request: HttpRequest, tournament: Tournament) -> frozenset[str]:
    """Keys of the account, the offices and the places in the event that this browser stands for,
    and of the people behind them; names are not among them, since they prove nothing."""
    return frozenset(_keys(request, tournament))


def keys_of(entry: Entry) -> frozenset[str]:
    """The same of a player alone."""
    return frozenset({f"entry:{entry.pk}", *_people(entry.owner_id)})


def _people(*owners: int) -> Iterator[str]:
    """The people behind what is these persons' own. For whom an organiser lets it count besides is
    no matter here: that one may be a puppet, by whom two would be taken for one, or one for two."""
    for key in one_with(*owners):
        yield f"person:{key}"


def _keys(request: HttpRequest, tournament: Tournament) -> Iterator[str]:
    user, session = request.user, request.session
    offices = Q(token__in=session.get(OFFICIAL_LINKS, []))
    entries = list(tournament.entries.filter(token__in=session.get(PLAYER_LINKS, [])))
    if user.is_authenticated:
        yield f"user:{user.pk}"
        offices |= Q(user=user)
        entries += tournament.entries.of_account(user)
    for office in tournament.officials.filter(offices):
        yield from _people(office.owner_id)
        if not office.joins.exists():
            # By its name alone it counts for a player, who may be whoever holds it (D-134).
            yield from _people(office.person_id)
        if office.user_id:
            yield f"user:{office.user_id}"
    for entry in entries:
        yield from keys_of(entry)
