"""Who is the same person in a tournament: by an office, by an entry, and by what lets them in."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Q, QuerySet

from tournaments.models import Entry, Join, Official, Table, Tournament
from tournaments.models.entry import Role
from tournaments.services.acts import Doer
from tournaments.services.standing import Standing


def selves_in(tournament: Tournament) -> dict[int, int]:
    """By key of a person one key for all who are the same here, as far as anybody said: whose an
    office or an entry is, for whom it counts, and who was joined to whom."""
    rows = [*referees_of(tournament), *tournament.entries.select_related("person", "joined_from")]
    pairs = [(row.owner_id, row.person_id) for row in rows]
    selves = {key: key for pair in pairs for key in pair}
    # Two of the same office, whom others joined, keep one each.
    said = Join.objects.standing().filter(kept__in=selves, other__in=selves)
    for one, other in [*pairs, *said.values_list("kept", "other")]:
        same = selves[other]
        selves |= {key: selves[one] for key, found in selves.items() if found == same}
    return selves


def referees_of(tournament: Tournament) -> QuerySet[Official]:
    """The referees by name, whoever is the chief."""
    referees = tournament.officials.filter(role__in=[Role.CHIEF_REFEREE, Role.REFEREE])
    return referees.select_related("person", "joined_from").order_by("person__name")


def persons_at(table: Table) -> set[int]:
    """For whom the seats of a table count, by key."""
    return set(table.seats.values_list("entry__person_id", flat=True))


def is_one_of(tournament: Tournament, doer: Doer, persons: Collection[int]) -> bool:
    """Whether who acts is one of these players of the tournament, as far as anybody said; of a
    command, which nothing lets in, nobody said so."""
    if doer.by is None:
        return False
    theirs = _persons_of(tournament, doer.by)
    if not theirs:
        return False
    selves = selves_in(tournament)
    return not {selves.get(key, key) for key in theirs}.isdisjoint(
        selves.get(key, key) for key in persons
    )


def _persons_of(tournament: Tournament, by: Standing) -> set[int]:
    """Whose offices and entries of the tournament these are, by account and by official's link."""
    held = Q(token__in=by.links)
    if by.user is not None:
        held |= Q(user=by.user)
    theirs = set(tournament.officials.filter(held).values_list("person_id", flat=True))
    if by.user is not None:
        entries = Entry.objects.filter(tournament=tournament).of_account(by.user)
        theirs |= set(entries.values_list("person_id", flat=True))
    return theirs
