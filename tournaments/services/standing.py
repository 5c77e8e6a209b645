"""By what somebody was let in to do something, asked again once it is their turn.

Between the question whether they may and the lock under which it is done, whoever decides over
their office may have ended it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from django.contrib.auth import get_user_model
from django.db.models import Q

from tournaments.models import Official, SeriesOffice
from tournaments.models.entry import Role
from tournaments.models.office import SeriesRole
from tournaments.permissions import Who

BY_SERIES_ROLE = {
    Who.SERIES_ORGANISER: SeriesRole.ORGANISER,
    Who.ADMINISTRATOR: SeriesRole.ADMINISTRATOR,
}


class Grant(Protocol):
    """By what somebody, or a program, was let in."""

    def is_held(self) -> bool:
        """Whether it would let in at this moment."""
        ...


@dataclass(frozen=True, slots=True)
class Standing:
    """The roles that may do it, and by what whoever asks may hold one: the key of the account, the
    personal links of officials that were opened in the browser, and the key of the event whose
    offices count; None where those of the series alone do, or those of all events, `anywhere`.
    `heads` are the keys of series of which whoever heads one may do it."""

    roles: frozenset[Who]
    user: int | None
    links: tuple[str, ...]
    tournament: int | None
    anywhere: bool = False
    heads: tuple[int, ...] = ()

    def is_held(self) -> bool:
        """Whether one of the roles is held at this moment: at most three queries, and one for an
        official."""
        return self._has_office() or self._has_account()

    def _has_office(self) -> bool:
        roles = self.roles.intersection(Role.values)
        if not roles or (self.tournament is None and not self.anywhere):
            return False
        held = Q(token__in=self.links)
        if self.user is not None:
            held |= Q(user=self.user, user__is_active=True)
        there = Official.objects.filter(role__in=roles)
        if not self.anywhere:
            there = there.filter(tournament=self.tournament)
        return there.filter(held).exists()

    def _has_account(self) -> bool:
        user = get_user_model().objects.filter(pk=self.user, is_active=True).first()
        if user is None:
            return False
        if Who.SIGNED_IN in self.roles or (Who.ADMINISTRATOR in self.roles and user.is_staff):
            return True
        offices = [role for who, role in BY_SERIES_ROLE.items() if who in self.roles]
        lets_in = Q(role__in=offices)
        if Who.HEAD_OF_SERIES in self.roles:
            lets_in |= Q(role=SeriesRole.HEAD, series__in=self.heads)
        return SeriesOffice.objects.filter(lets_in, user=user).exists()
