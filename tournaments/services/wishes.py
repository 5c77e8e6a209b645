"""Wishes for the draws: who sits apart, together, at a certain place, near the desk.

What can never be had is refused here, with names; what depends on points and on who is there is
seen when a round is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from tournaments.domain.draw import strict_wishes, wish_faults
from tournaments.domain.seating import table_sizes
from tournaments.domain.values import Caution, Refused, marked, refuse
from tournaments.domain.wishes import Wish as Wanted
from tournaments.domain.wishes import WishKind, for_the_draw, places_at_odds
from tournaments.models import Entry, Tournament, Wish, WishedPlayer
from tournaments.models.entry import EntryState
from tournaments.models.event import Event, read_event
from tournaments.models.tournament import State
from tournaments.services.acts import AlreadyDone, Doer, acting
from tournaments.services.guards import must_not_be_over
from tournaments.services.rounds.inputs import by_name, to_be_seated

MAY_STILL_PLAY = (
    EntryState.UNCONFIRMED,
    EntryState.WAITING,
    EntryState.CONFIRMED,
    EntryState.CHECKED_IN,
)


@dataclass(frozen=True, slots=True)
class NewWish:
    """What was asked for; `rounds` are those it is to hold for, every one if none is named."""

    kind: WishKind
    players: Sequence[Entry]
    table: int | None = None
    seat: int | None = None
    rounds: Sequence[int] = ()
    reason: str = ""


def add_wish(tournament: Tournament, new: NewWish, doer: Doer) -> Wish:
    """Wish something of the draws to come. A round that is drawn already stays as it is."""
    with acting(tournament, "add_wish", doer) as act:
        must_not_be_over(act.tournament)
        event = read_event(act.tournament)
        wanted = _wanted(event, new)
        _refuse_unusable(event, wanted)
        if any(wanted == wish.value() for wish in event.wishes):
            raise AlreadyDone("", marked("This wish is written down already."))
        standing = [wish.value() for wish in event.wishes]
        _refuse_two_places(event, standing, wanted)
        refuse(_new_faults(event, standing, wanted, sizes=lambda _number: None))
        act.heed(
            Caution.of(fault.rule_id, fault.message, **fault.facts)
            for fault in _new_faults(event, standing, wanted, sizes=partial(_likely_sizes, event))
        )
        wish = Wish.objects.create(
            tournament=act.tournament,
            kind=wanted.kind,
            table=wanted.table,
            seat=wanted.seat,
            rounds=list(wanted.rounds),
            reason=new.reason.strip(),
            by=doer.name,
            at=doer.now,
        )
        by_number = {entry.number: entry for entry in event.entries.values()}
        for number in wanted.players:
            WishedPlayer.objects.create(wish=wish, entry=by_number[number])
        act.detail = wish.marked[:300]
    return wish


def remove_wish(tournament: Tournament, pk: int, doer: Doer) -> Wish:
    """Take a wish back, from the next draw on. What it was stays to be read."""
    with acting(tournament, "remove_wish", doer) as act:
        must_not_be_over(act.tournament)
        wish = act.tournament.wishes.filter(pk=pk).first()
        if wish is None:
            raise Refused("", marked("There is no such wish."))
        if wish.removed_at:
            raise AlreadyDone("", marked("This wish was removed already."))
        _remove(wish, doer)
        act.detail = wish.marked[:300]
    return wish


def impossible_next(event: Event) -> list[Refused]:
    """What the next draw would refuse, as far as the number of players tells, with names."""
    if event.current is None:
        return []
    number = event.current.number
    standing = [wish.value() for wish in event.wishes]
    found = _faults(event, standing, number, _likely_sizes(event, number))
    return [by_name(fault, event) for fault in found]


def hand_over_wishes(gone: Entry, doer: Doer, *, to: Entry | None = None) -> None:
    """Before an entry is deleted: its wishes go to the one that stays, or lose a player."""
    for wished in gone.wished.select_related("wish"):
        wish = wished.wish
        if to is None or wish.wished.filter(entry=to).exists():
            wished.delete()
        else:
            wished.entry = to
            wished.save()
        if wish.removed_at is None and _is_of_too_few(wish):
            _remove(wish, doer)


def may_come_back(entry: Entry) -> list[int]:
    """Keys of the wishes that an entry which is about to lapse may have again: those that hold, and
    those that hold no more since another one lapsed or was dropped."""
    wishes = Wish.objects.filter(removed_by="", wished__entry=entry)
    return list(wishes.values_list("pk", flat=True))


def wish_again(entry: Entry, lost: Collection[int]) -> None:
    """Put an entry that is back into the wishes with these keys, which it had lost, unless somebody
    removed them. One that had too few players left holds again as soon as it has enough."""
    for wish in entry.tournament.wishes.filter(removed_by="", pk__in=lost):
        WishedPlayer.objects.create(wish=wish, entry=entry)
        if wish.removed_at is not None and not _is_of_too_few(wish):
            wish.removed_at = None
            wish.save(update_fields=["removed_at"])


def _is_of_too_few(wish: Wish) -> bool:
    return wish.wished.count() < (2 if WishKind(wish.kind).is_of_a_group else 1)


def _remove(wish: Wish, doer: Doer) -> None:
    wish.removed_by, wish.removed_at = doer.name, doer.now
    wish.save(update_fields=["removed_by", "removed_at"])


def _wanted(event: Event, new: NewWish) -> Wanted:
    """The wish in the one form in which two of them can be compared."""
    rounds = sorted(set(new.rounds))
    return Wanted(
        WishKind(new.kind),
        tuple(sorted({entry.number for entry in new.players})),
        new.table if new.kind.has_table else None,
        new.seat if new.kind.has_seat else None,
        () if rounds == [played.number for played in event.rounds] else tuple(rounds),
    )


def _refuse_unusable(event: Event, wanted: Wanted) -> None:
    if not wanted.players:
        raise Refused("", marked("Choose who is meant."))
    if wanted.kind.is_of_a_group and len(wanted.players) == 1:
        raise Refused("", marked("Choose at least two players for this wish."))
    if wanted.kind.has_seat and len(wanted.players) > 1:
        raise Refused("T-020", marked("One seat is for one player."))
    if wanted.kind.has_table and not wanted.table:
        raise Refused("", marked("Write the number of the table."))
    if wanted.kind.has_seat and not wanted.seat:
        raise Refused("", marked("Write the number of the seat, from 1 to 4."))
    for number in wanted.rounds:
        if event.round(number) is None:
            raise Refused("T-002", marked("There is no round {round}."), round=number)
    to_come = [played for played in event.rounds if wanted.holds_in(played.number)]
    if to_come and all(played.round.closed_at for played in to_come):
        raise Refused("", marked("These rounds are closed; the wish would come to nothing."))


def _refuse_two_places(event: Event, standing: Iterable[Wanted], wanted: Wanted) -> None:
    names = {entry.number: str(entry) for entry in event.entries.values()}
    refuse(
        Refused(
            "",
            marked("{player} is fixed to table {table} and to table {other}.")
            if one.table != other.table
            else marked("{player} is fixed to two seats of table {table}."),
            player=names[player],
            table=one.table,
            other=other.table,
        )
        for wish in standing
        for player, one, other in places_at_odds([wish, wanted])
    )


Sizes = Sequence[int] | None
"""Of the tables in their order, None where nothing is known of them."""


def _new_faults(
    event: Event, standing: Sequence[Wanted], wanted: Wanted, *, sizes: Callable[[int], Sizes]
) -> Iterator[Refused]:
    """What cannot be had once this wish is added, and could before; each reason once.

    `sizes` gives those of a round by its number.
    """
    told = set()
    for played in event.rounds:
        if played.round.closed_at or not wanted.holds_in(played.number):
            continue
        here = sizes(played.number)
        before = {str(f) for f in _faults(event, standing, played.number, here)}
        for fault in _faults(event, [*standing, wanted], played.number, here):
            if str(fault) not in before | told:
                told.add(str(fault))
                yield by_name(fault, event)


def _faults(
    event: Event, wishes: Iterable[Wanted], number: int, sizes: Sizes
) -> tuple[Refused, ...]:
    present = sorted(_expected(event, number))
    found = strict_wishes(for_the_draw(wishes, number, present))
    return wish_faults([str(one) for one in present], sizes=sizes, **found)


def _expected(event: Event, number: int) -> list[int]:
    """Whom the round is drawn for, as far as is known today."""
    if _is_next(event, number):
        try:
            return [entry.number for entry in to_be_seated(event, number)]
        except Refused:
            pass  # a lot has to be drawn first: anybody may get through
    return [entry.number for entry in event.entries.values() if entry.state in MAY_STILL_PLAY]


def _likely_sizes(event: Event, number: int) -> Sizes:
    """Sizes of the tables as far as is known today."""
    states = [entry.state for entry in event.entries.values()]
    checked_in = states.count(EntryState.CHECKED_IN)
    if _is_next(event, number):
        players = len(_expected(event, number))
    elif event.stage_of(number).cut is not None:
        return None  # nobody knows yet who gets through
    elif event.tournament.state == State.RUNNING:
        players = checked_in
    elif event.tournament.state == State.CHECK_IN:
        players = checked_in + states.count(EntryState.CONFIRMED)
    else:
        players = event.tournament.capacity
    try:
        return table_sizes(players, event.tournament.table_sizes_wanted)
    except Refused:
        return None


def _is_next(event: Event, number: int) -> bool:
    running = event.tournament.state == State.RUNNING
    return running and event.current is not None and event.current.number == number
