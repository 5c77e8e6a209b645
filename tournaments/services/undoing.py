"""Taking joins back: by the series, by either of the two, by an organiser, or with a deletion."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from itertools import chain
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet

from tournaments.domain.values import Refused, marked
from tournaments.models import Entry, Join, JoinedBy, Official, Person, Tournament
from tournaments.services.acts import AlreadyDone, Doer, acting, changed_meanwhile
from tournaments.services.bare_persons import is_bare
from tournaments.services.handing_over import (
    OF_A_ROW,
    give,
    has_room,
    line_of,
    lock_events,
    lock_persons,
    refuse_forgotten,
)
from tournaments.services.histories import offices_of_before
from tournaments.services.kept_back import (
    let_each_have_their_word,
    names_shown,
    print_no_full_names,
    throw_away_prints_of_before,
)


def undo_join(join_id: int, doer: Doer) -> Join:
    """Take a join back: what went over, and is still there, goes back to the other person."""
    return _undo_and_tidy(join_id, doer, check=lambda _join: None)


def undo_my_join(join_id: int, doer: Doer) -> Join:
    """The same for the player; of what an organiser joined, or may have joined where it came from,
    nothing of an event that is over."""
    return _undo_and_tidy(join_id, doer, check=_refuse_the_player)


def _refuse_the_player(join: Join) -> None:
    if join.how in (JoinedBy.ORGANISER, JoinedBy.ARCHIVE):
        _refuse_to_move_what_is_over(join)


def undo_own_join(join_id: int, own: QuerySet[Tournament], doer: Doer) -> Join:
    """The same for an organiser: only what an organiser joined, only in `own` events, and nothing
    of an event that is over, as in joining."""
    return _undo_and_tidy(join_id, doer, check=partial(_refuse_to_undo, own=own))


def _refuse_to_undo(join: Join, *, own: QuerySet[Tournament]) -> None:
    by_organiser = join.how == JoinedBy.ORGANISER
    beyond = join.entries.exclude(tournament__in=own.all()).exists()
    # Gone on to somebody else by now, an entry would stay there as if nobody had joined it.
    gone_on = join.entries.exclude(person=join.kept_id).exists()
    if not by_organiser or beyond or gone_on:
        raise Refused("", marked("Only the player or the series can take this back."))
    _refuse_to_move_what_is_over(join)


def _refuse_to_move_what_is_over(join: Join) -> None:
    """Whom an organiser chose may be no more than a puppet of theirs: it moves no result."""
    if any(entry.is_frozen for entry in join.entries.all()):
        raise Refused("", marked("The event is over; only the series can take this back."))


@transaction.atomic
def _undo_and_tidy(join_id: int, doer: Doer, *, check: Callable[[Join], None]) -> Join:
    join, met = _undo(join_id, doer, check=check)
    _delete_who_is_left_bare(met)
    return join


def _delete_who_is_left_bare(persons: Collection[Person]) -> None:
    """Delete whoever was only kept by what counted for them, unless the series finds them by an
    office that they held. They are locked."""
    for person in persons:
        if is_bare(person) and not offices_of_before([person]).exists():
            Join.objects.of(person.pk).delete()
            person.delete()


def _undo(
    join_id: int, doer: Doer, *, check: Callable[[Join], None]
) -> tuple[Join, Collection[Person]]:
    """The join that is taken back, and all whom it touched. Inside a transaction."""
    join = _standing(Join.objects.filter(pk=join_id))
    sides = [join.kept_id, join.other_id]
    near = _whom_it_touches([join]) - {*sides}
    keep, other = lock_persons(*sides, *near, forgotten=True)[:2]
    if join.how == JoinedBy.LINK:
        # What only counted for somebody goes back though one of the two was forgotten; what was
        # proved was deleted with them.
        refuse_forgotten(keep, other)
    # Whoever is being deleted has their persons first, and then waits for the joins.
    join = _standing(Join.objects.select_for_update().filter(pk=join_id))
    homes = _homes_of(join)
    touched = lock_events(keep, other, *homes, offices=join.offices.of(keep))
    if not _whom_it_touches([join]) <= {*sides, *near}:
        raise changed_meanwhile()
    check(join)
    entries = {entry.tournament_id: entry for entry in _still_there(join.entries, join)}
    offices = list(_still_there(join.offices, join))
    met = {keep, other, *homes, *(entry.owner for entry in entries.values())}
    shown = names_shown(*met)
    for tournament in touched:
        with acting(tournament, "undo_join", doer) as act:
            act.detail = line_of(act.tournament, keep, join)
            if entry := entries.get(tournament.pk):
                _hand_back(entry, join, doer)
            for office in offices:
                if office.tournament_id == tournament.pk:
                    _hand_back(office, join, doer)
    if join.gave_birth_date and keep.birth_date == other.birth_date:
        keep.birth_date = None
        keep.save(update_fields=["birth_date"])
    join.kept, join.other = keep, other
    join.undone_by, join.undone_at = doer.name, doer.now
    join.save(update_fields=["undone_by", "undone_at"])
    let_each_have_their_word(join, homes)
    print_no_full_names(*met)
    throw_away_prints_of_before(shown)
    return join, met


def _standing(found: QuerySet[Join]) -> Join:
    join = found.first()
    if join is None or join.undone_at is not None:
        raise AlreadyDone("", marked("That was taken back already."))
    return join


def _still_there(moved: Any, join: Join) -> QuerySet[Any]:
    """What goes back with the join of the entries, or the offices, that `moved` by it: of a proof
    those that are still the person's own, of a word of others those that still count for the
    person, unless they proved them since."""
    rows = moved.select_related(*OF_A_ROW)
    if join.how == JoinedBy.LINK:
        return rows.owned_by(join.kept)
    proofs = Join.objects.standing().filter(how=JoinedBy.LINK, kept=join.kept, pk__gt=join.pk)
    return rows.filter(person=join.kept).exclude(joins__in=proofs)


def _homes_of(join: Join) -> set[Person]:
    """To whom what goes back with a proof goes: not always the other one of the two, where the
    proof before it was taken back first."""
    if join.how != JoinedBy.LINK:
        return set()
    rows = chain(_still_there(join.entries, join), _still_there(join.offices, join))
    return {_owner_before(row, join) for row in rows}


def _hand_back(row: Entry | Official, join: Join, doer: Doer) -> None:
    """Let it be whose it was before the join, and count for whom the joins that stand say: the
    join by which it came to the other one may have been taken back before this one."""
    said = row.joins.standing().exclude(pk=join.pk).select_related("kept").order_by("pk")
    owner = row.owner
    if join.how == JoinedBy.LINK:
        owner = _owner_before(row, join)
        said = said.filter(pk__lt=join.pk).exclude(how=JoinedBy.LINK)
    latest = said.last()
    to = owner if latest is None or not has_room(latest.kept, row) else latest.kept
    give(row, to, doer, owner=owner)


def _owner_before(row: Entry | Official, join: Join) -> Person:
    """Whose it is by the proofs that stand without this one; without any, whose it was at first,
    unless that one was deleted meanwhile."""
    proofs = row.joins.filter(how=JoinedBy.LINK).select_related("kept", "other").order_by("pk")
    latest, first = proofs.standing().exclude(pk=join.pk).last(), proofs.first()
    if latest is not None:
        return latest.kept
    return join.other if first is None or first.other.forgotten_at else first.other


def _whom_it_touches(joins: Collection[Join]) -> set[int]:
    """The keys of all to whom something may go when these joins are taken back."""
    beside = Join.objects.filter(Q(entries__joins__in=joins) | Q(offices__joins__in=joins))
    rows = [*joins, *beside]
    moved = [model.objects.filter(joins__in=joins) for model in (Entry, Official)]
    keys = {key for join in rows for key in (join.kept_id, join.other_id)}
    return keys | {key for row in chain(*moved) for key in (row.person_id, row.owner_id)}


def whom_giving_back_touches(persons: Collection[Person]) -> set[int]:
    """The keys of all whom `give_back_what_others_joined` touches: to be locked before events."""
    rows = _counted_elsewhere(persons)
    keys = {key for row in rows for key in (row.person_id, row.owner_id)}
    return keys | _whom_it_touches(_joins_by_others(persons))


def _joins_by_others(persons: Collection[Person]) -> list[Join]:
    """The joins of these persons that stand on the word of others alone, latest first."""
    sides = Q(kept__in=persons) | Q(other__in=persons)
    joins = Join.objects.standing().filter(sides).exclude(how=JoinedBy.LINK)
    return list(joins.order_by("-pk"))


def _counted_elsewhere(persons: Collection[Person]) -> list[Entry | Official]:
    """What is somebody's own and counts for another one, where either is one of these persons."""
    sides = Q(person__in=persons) | Q(joined_from__in=persons)
    found = [model.objects.filter(sides).exclude(joined_from=None) for model in (Entry, Official)]
    return list(chain(*(rows.select_related(*OF_A_ROW).order_by("pk") for rows in found)))


def give_back_what_others_joined(persons: Collection[Person], doer: Doer) -> None:
    """Let all that others joined to these persons, or of theirs to somebody, count for its owners
    again: what is somebody's own stays when the persons are deleted, and what is theirs goes.

    Everybody whom it touches is locked already. Something may count elsewhere though no join of the
    persons says so: it came through a third one.
    """
    joins = _joins_by_others(persons)
    met = Person.objects.filter(pk__in=whom_giving_back_touches(persons))
    touched = list(met)
    held = Official.objects.filter(
        Q(person__in=persons) | Q(joined_from__in=persons) | Q(joins__in=joins)
    )
    lock_events(*met, offices=held)
    for join in joins:
        _undo(join.pk, doer, check=lambda _join: None)
    left = _counted_elsewhere(persons)
    shown = names_shown(*met)
    for row in left:
        with acting(row.tournament, "undo_join", doer) as act:
            act.detail = row.mark if isinstance(row, Entry) else f"{{{row.role}}}"
            give(row, row.owner, doer, owner=row.owner)
    print_no_full_names(*met)
    throw_away_prints_of_before(shown)
    going = {person.pk for person in persons}
    _delete_who_is_left_bare([person for person in touched if person.pk not in going])
