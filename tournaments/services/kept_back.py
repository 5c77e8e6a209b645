"""Whose full name is published no more, and on whose word: what joins do about it."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping

from django.db.models import Q, QuerySet

from tournaments.domain.names import (
    given_name,
    letters_of,
    orders_of,
    public_name,
    reads_as,
    short_forms,
)
from tournaments.models import Entry, Join, JoinedBy, Official, Person, Tournament
from tournaments.models.tournament import State
from tournaments.services.acts import changed_meanwhile
from tournaments.services.corrections import shorten_corrections
from tournaments.services.handing_over import free_persons
from tournaments.services.jobs import throw_away

CLOCKS_DIFFER = dt.timedelta(minutes=5)
"""How far the clocks of two servers may be apart."""

OVER = [State.FINISHED, State.SENT, State.CANCELLED]
"""States of events whose printed names no word of today changes."""

MOST_NAMES = 5
"""Names of one person that are kept back for others, too: spellings, and one from before."""


def keep_back_both(join: Join) -> None:
    """Where one of the two took back the consent to the full name, it is taken back of the other:
    they may be one and the same. The join, unsaved, says of whom that holds by it alone."""
    for person, partner in ((join.kept, join.other), (join.other, join.kept)):
        if person.full_name_withdrawn_at is None and partner.full_name_withdrawn_at is not None:
            _write(person, partner.full_name_withdrawn_at)
            join.kept_back = person
            return


def let_each_have_their_word(join: Join, homes: Collection[Person]) -> None:
    """After the join was taken back: who took back a consent before it has taken it back, and
    nobody else. What was taken back while they were one by a proof holds for both, and for all to
    whom anything went home, since nobody knows of which of them it was said; where others joined
    them each said it for themselves."""
    kept, other = join.kept, join.other
    if join.kept_back_id is not None:
        person = kept if join.kept_back_id == kept.pk else other
        _write(person, None)
        _keep_back_by_another_join(person)
    if join.how != JoinedBy.LINK:
        _print_by_own_word(join)
    elif _said_since(join):
        for person in {other, *homes}:
            if person.full_name_withdrawn_at is None:
                _write(person, kept.full_name_withdrawn_at)


def _print_by_own_word(join: Join) -> None:
    """Let events that are over show the names in full that they printed short for the word of whom
    others had joined the players to, and for nothing else."""
    sides = [join.kept_id, join.other_id]
    theirs = Q(person__in=sides) | Q(joined_from__in=sides) | Q(joins=join)
    entries = Entry.objects.filter(theirs, short_by_join=True).distinct()
    for entry in entries.select_related("person", "joined_from", "tournament"):
        if not entry.is_kept_back:
            entry.shown_as = public_name(
                entry.name,
                minor=entry.was_minor_on(entry.tournament.date),
                guardian_agreed=entry.full_name_public,
            )
            entry.short_by_join = False
            entry.save(update_fields=["shown_as", "short_by_join"])


def names_kept_back() -> frozenset[str]:
    """The spellings (`letters_of`) of all names whose owners want them published in full no more:
    of each person those under which an event knew them, the first `MOST_NAMES`, or the first of all
    where no event knows them any more. What they call themselves on their own page would else
    shorten whomever they like.

    Whoever signs up, or is typed or read in, under one of them may be the same: they are shown
    short until they, or the series, say who they are.
    """
    people = list(Person.objects.filter(full_name_withdrawn_at__isnull=False, forgotten_at=None))
    back = {
        person.pk: person.full_name_withdrawn_at
        for person in people
        if person.full_name_withdrawn_at and person.is_kept_back
    }
    theirs = Entry.objects.owned_by(*people).order_by("pk")
    owners = {entry.pk: entry.owner_id for entry in theirs if entry.owner_id in back}
    names = {entry.pk: [entry.name] for entry in theirs if entry.pk in owners}
    names |= _names_since({key: back[owner] for key, owner in owners.items()})
    by_person: defaultdict[int, list[str]] = defaultdict(list)
    # Whatever a desk wrote since comes behind what stood there.
    for depth in range(max(map(len, names.values()), default=0)):
        for key, owner in owners.items():
            by_person[owner] += names[key][depth : depth + 1]
    for owner, name in _names_of_offices(back):
        by_person[owner].append(name)
    # Their events are gone from the site, or went on to somebody else.
    by_person |= _names_at_first(back.keys() - by_person.keys())
    return frozenset().union(*map(_spellings, by_person.values()))


def _names_of_offices(owners: Collection[int]) -> Iterator[tuple[int, str]]:
    offices = Official.objects.filter(Q(person__in=owners) | Q(joined_from__in=owners))
    for office in offices.exclude(name="").order_by("pk"):
        if office.owner_id in owners:
            yield office.owner_id, office.name


def _names_at_first(keys: Collection[int]) -> dict[int, list[str]]:
    """The names under which these persons came to the series: an event told them. What they call
    themselves since says nothing."""
    past = Person.history.filter(id__in=keys).exclude(name="")
    past = past.order_by("-history_date", "-history_id")
    return {key: [name] for key, name in past.values_list("id", "name")}


def _spellings_told(person: Person) -> frozenset[str]:
    """The spellings of the names under which events know the person, or knew them at first."""
    names = list(person.own_entries.order_by("pk").values_list("name", flat=True))
    names += [name for _owner, name in _names_of_offices([person.pk])]
    return _spellings(names or _names_at_first([person.pk]).get(person.pk, []))


def _spellings(names: Iterable[str]) -> frozenset[str]:
    """`orders_of` the first `MOST_NAMES` of these that are not alike."""
    first = {letters_of(name): name for name in reversed([name for name in names if name])}
    kept = list(reversed(first.values()))[:MOST_NAMES]
    return frozenset().union(*map(orders_of, kept))


def _names_since(since: Mapping[int, dt.datetime]) -> dict[int, list[str]]:
    """The names that these entries had at these times and since, in this order: a desk that writes
    another one frees none."""
    past = Entry.history.filter(id__in=since).order_by("-history_date", "-history_id")
    names: dict[int, list[str]] = {}
    had_before = set()
    for key, name, at in past.values_list("id", "name", "history_date"):
        if key not in had_before:
            names.setdefault(key, []).insert(0, name)
        if at <= since[key]:
            had_before.add(key)
    return names


def minors_of_the_name(person: Person) -> list[Entry]:
    """Players under 18 of events that are not over who may be this person: of a name under which
    an event knows the person, and nobody has proved who they are."""
    names = _spellings_told(person)
    return [
        entry
        for entry in _to_come()
        if letters_of(entry.name) in names
        and entry.is_minor
        and entry.owner != person
        and not (entry.owner.email or entry.owner.user_id)
    ]


def officials_of_the_name(person: Person) -> list[Official]:
    """The same of officials, if nobody knows when they were born: somebody under 18 may have been
    named before they signed up to play."""
    names = _spellings_told(person)
    return [
        office
        for office in _officials_to_come()
        if reads_as(office.name, names)
        and office.owner != person
        and (office.owner.birth_date is None or office.owner.is_minor)
        and not (office.owner.email or office.owner.user_id or office.user_id)
    ]


def shown_in_full() -> list[Entry | Official]:
    """Players and officials of events that are not over who are shown with a name that is kept back
    for somebody else, who may be the same."""
    names = names_kept_back()
    players = [
        entry
        for entry in _to_come()
        if reads_as(entry.name, names)
        and not entry.is_kept_back
        and (entry.full_name_public or not entry.is_minor)
    ]
    offices = _officials_to_come()
    return players + [one for one in offices if reads_as(one.name, names) and is_in_full(one)]


def entries_to_come(*persons: Person) -> QuerySet[Entry]:
    """Those of them that are these persons' own, or count for them by the word of others."""
    return _to_come().filter(Q(person__in=persons) | Q(joined_from__in=persons))


def _to_come() -> QuerySet[Entry]:
    listed = Entry.objects.exclude(tournament__state__in=OVER).exclude(name="")
    listed = listed.select_related("person", "joined_from", "tournament")
    return listed.order_by("tournament__date", "pk")


def _officials_to_come() -> QuerySet[Official]:
    named = Official.objects.exclude(tournament__state__in=OVER).exclude(name="")
    named = named.select_related("person", "joined_from", "tournament")
    return named.order_by("tournament__date", "pk")


def is_to_be_kept_back(row: Entry | Official) -> bool:
    """Whether `keep_back_for_another` would change anything."""
    if isinstance(row, Entry) and row.is_frozen and row.shown_as not in short_forms(row.name):
        return True
    owner = row.owner
    return owner.full_name_withdrawn_at is None and not owner.named_as_withdrawn


def keep_back_for_another(row: Entry | Official) -> None:
    """Show a player, or an official, short for the word of somebody of the name. Inside an act
    only."""
    if row.owner.full_name_withdrawn_at is None:
        name_as_withdrawn(row.owner)
    if isinstance(row, Entry):
        print_no_full_name(row)
    else:
        throw_away_prints(row.tournament)


def offices_shown_short(tournament: Tournament) -> list[int]:
    """The keys of the offices whose names nobody reads in full now."""
    return [one.pk for one in tournament.officials.exclude(name="") if not is_in_full(one)]


def keep_short(tournament: Tournament, offices: Collection[int]) -> None:
    """Let none of these offices be read in full because a player is gone by whom they were short:
    the two may be the same. Inside an act only."""
    left = tournament.officials.filter(pk__in=offices).exclude(name="")
    owners = {office.owner_id for office in left if is_in_full(office)}
    # The event is locked already, so nobody is waited for.
    free = list(free_persons(*owners))
    if len(free) < len(owners):
        raise changed_meanwhile()
    for owner in free:
        name_as_withdrawn(owner)


def print_no_full_name(entry: Entry) -> None:
    """Shorten what the event has printed, where it was opened again and so is not over, of a player
    whose full name is published no more; and what the series corrected there."""
    if not entry.is_kept_back:
        return
    if entry.is_frozen:
        was_short, by_join = entry.shown_as in short_forms(entry.name), entry.short_by_join
        entry.print_name()
        if was_short:
            entry.short_by_join = by_join
        entry.save(update_fields=["shown_as", "short_by_join"])
    shorten_corrections(entry)


def print_no_full_names(*persons: Person) -> None:
    """The same of all that is these persons' own or counts for them, whose events are locked."""
    for entry in entries_to_come(*persons):
        print_no_full_name(entry)


def is_in_full(row: Entry | Official) -> bool:
    """Whether everybody reads the whole name of the player, or of the official."""
    return row.public_name == public_name(row.name, minor=False)


def names_shown(*persons: Person) -> dict[int, str]:
    """The names of all entries that are these persons' own, or count for them, by their keys."""
    entries = Entry.objects.filter(Q(person__in=persons) | Q(joined_from__in=persons))
    entries = entries.select_related("person", "joined_from")
    return {entry.pk: entry.public_name for entry in entries}


def throw_away_prints_of_before(shown: Mapping[int, str]) -> None:
    """The same at those events alone where one of these names (`names_shown`) is another one by
    now: whoever says again what is so anyway takes no print from anybody."""
    entries = Entry.objects.filter(pk__in=shown)
    entries = entries.select_related("person", "joined_from", "tournament")
    for entry in entries.order_by("tournament_id", "pk"):
        if entry.public_name != shown[entry.pk]:
            throw_away_prints(entry.tournament)


def throw_away_prints_with(entry: Entry) -> None:
    """The same of all that was asked for since the player was on the list: the name stands in
    nothing else."""
    first = Entry.history.filter(id=entry.pk, history_type="+").order_by("history_date").first()
    since = first.history_date - CLOCKS_DIFFER if first else None
    throw_away_prints(entry.tournament, since=since)


def throw_away_prints(tournament: Tournament, *, since: dt.datetime | None = None) -> None:
    """Delete the prints and exports that were kept, in which a name may stand as it was; those
    alone that were asked for `since` then, if that is known."""
    jobs = tournament.jobs.filter(at__gte=since) if since else tournament.jobs.all()
    for job in jobs:
        throw_away(job)


def is_name_kept_back(name: str) -> bool:
    return reads_as(name, names_kept_back())


def is_whole_in_short_form(name: str) -> bool:
    """Whether the first word that is shown of the name says all of one that is kept back."""
    return any(is_name_kept_back(given_name(short)) for short in short_forms(name))


def keep_back_by_name(person: Person, name: str) -> None:
    """Show short whoever is named like this now and may be somebody who wants it."""
    if person.full_name_withdrawn_at is None and is_name_kept_back(name):
        name_as_withdrawn(person)


def name_as_withdrawn(person: Person) -> None:
    """Show the person short for the word of somebody of the name, with all that counts for them."""
    shown = names_shown(person)
    person.named_as_withdrawn = True
    person.save(update_fields=["named_as_withdrawn"])
    throw_away_prints_of_before(shown)


def has_own_word(person: Person) -> None:
    """From now on what is kept of the consent was said of the person, whoever was joined."""
    _by_join_alone(person).update(kept_back=None)


def is_kept_back_by_join(person: Person) -> bool:
    """Whether the person is kept back only because somebody who was joined is."""
    return _by_join_alone(person).exists()


def _said_since(join: Join) -> bool:
    """Whether somebody took back the consent of who was kept since the two were joined."""
    since = join.kept.full_name_withdrawn_at
    return since is not None and since > join.at and not is_kept_back_by_join(join.kept)


def _keep_back_by_another_join(person: Person) -> None:
    """Whoever is one with somebody else who took it back stays kept back, by that join."""
    for join, partner in _joined(person):
        by_this_join = join.kept_back_id is not None
        if partner.full_name_withdrawn_at is not None and not by_this_join:
            _write(person, partner.full_name_withdrawn_at)
            join.kept_back = person
            join.save(update_fields=["kept_back"])
            return


def _joined(person: Person) -> Iterator[tuple[Join, Person]]:
    """The joins of a person that stand, each with the other one of the two."""
    joins = Join.objects.standing().filter(Q(kept=person) | Q(other=person))
    for join in joins.select_related("kept", "other").order_by("pk"):
        yield join, join.other if join.kept_id == person.pk else join.kept


def _by_join_alone(person: Person) -> QuerySet[Join]:
    return Join.objects.standing().filter(kept_back=person)


def _write(person: Person, since: dt.datetime | None) -> None:
    person.full_name_withdrawn_at = since
    person.save(update_fields=["full_name_withdrawn_at"])
