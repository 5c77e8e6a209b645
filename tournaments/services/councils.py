"""Whose names stand on councils, whoever an entry or an office counts for by now."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Exists, OuterRef, Q

from tournaments.models import CouncilMember, Entry, Join, Official, Person
from tournaments.services.histories import names_of


def councils_of(persons: Collection[Person]) -> list[CouncilMember]:
    """The memberships of these persons, with their names.

    Each is written for whose entry or office it was. That one may have proved to be another one
    since; and releases before this one wrote it for whom others said that it counts for.
    """
    named = CouncilMember.objects.filter(person__in=_all_joined(persons)).exclude(name="")
    rows = named.select_related("person", "ruling__tournament").order_by("pk")
    return [member for member in rows if _owner_of(member) in persons]


def empty_what_was_left() -> int:
    """Empty the names of who was deleted while they stood under whom an entry had counted for; of
    how many."""
    here = {"tournament": OuterRef("ruling__tournament")}
    ever = Q(joins__kept=OuterRef("person")) | Q(joins__other=OuterRef("person"))
    own = Q(person=OuterRef("person")) | Q(joined_from=OuterRef("person"))
    deleted = Entry.objects.filter(ever, name="", **here)
    there = Entry.objects.filter(own, **here).exclude(name="")
    theirs = Q(Exists(deleted), ~Exists(there), is_player=True)
    named = CouncilMember.objects.exclude(name="")
    return named.filter(theirs | Q(person__forgotten_at__isnull=False)).update(name="")


def _all_joined(persons: Collection[Person]) -> set[int]:
    """The keys of these persons and of all who were ever joined with them, on whatever word."""
    found: set[int] = set()
    ahead = {person.pk for person in persons}
    while ahead:
        found |= ahead
        joins = Join.objects.filter(Q(kept__in=ahead) | Q(other__in=ahead))
        ahead = {key for sides in joins.values_list("kept", "other") for key in sides} - found
    return found


def _owner_of(member: CouncilMember) -> Person:
    """Whose the entry or the office is that has the name at the event, and was theirs ever."""
    tournament, person = member.ruling.tournament, member.person
    joined = Q(joins__kept=person) | Q(joins__other=person)
    entries = tournament.entries.filter(joined | Q(person=person) | Q(joined_from=person))
    offices = tournament.officials.filter(joined | Q(person=person) | Q(joined_from=person))
    rows: list[Entry | Official] = [
        *entries.select_related("person", "joined_from").distinct(),
        *offices.select_related("person", "joined_from").distinct(),
    ]
    owners = [row.owner for row in rows if member.name in names_of(row)]
    return person if person in owners or not owners else owners[0]
