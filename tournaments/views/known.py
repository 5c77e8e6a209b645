"""As whom a browser is known in a tournament: two devices of one person are one person."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Q
from django.http import HttpRequest

from tournaments.models import Entry, Official, Tournament
from tournaments.views.access import OFFICIAL_LINKS, PLAYER_LINKS


def known_as(request: HttpRequest, tournament: Tournament) -> frozenset[str]:
    """Keys of the account, the offices and the places in the event that this browser stands for,
    and of the people behind them; names are not among them, since they prove nothing."""
    return frozenset(_keys(request, tournament))


def keys_of(entry: Entry) -> frozenset[str]:
    """The same of a player alone."""
    return frozenset({f"entry:{entry.pk}", f"person:{entry.person_id}"})


def _keys(request: HttpRequest, tournament: Tournament) -> Iterator[str]:
    user, session = request.user, request.session
    offices = Q(token__in=session.get(OFFICIAL_LINKS, []))
    entries = Q(token__in=session.get(PLAYER_LINKS, []))
    if user.is_authenticated:
        yield f"user:{user.pk}"
        offices |= Q(user=user)
        entries |= Q(person__user=user)
    for office in Official.objects.filter(offices, tournament=tournament):
        yield f"person:{office.person_id}"
        if office.user_id:
            yield f"user:{office.user_id}"
    for entry in Entry.objects.filter(entries, tournament=tournament):
        yield from keys_of(entry)
