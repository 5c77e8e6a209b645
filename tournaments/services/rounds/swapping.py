"""Two players change seats by hand, with what follows from it seen before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournaments.domain.meetings import Swap, swap
from tournaments.domain.seating import check_tables
from tournaments.domain.values import Caution, Refused, marked
from tournaments.domain.wishes import broken, for_the_draw
from tournaments.models import Draw, DrawEdit, Entry, Seat, Tournament
from tournaments.models.event import Event, PlayedRound, read_event
from tournaments.services.acts import AlreadyDone, Doer, acting
from tournaments.services.guards import drawn, listed, must_have_reason, open_round
from tournaments.services.rounds.inputs import named_facts, to_be_seated


@dataclass(frozen=True, slots=True)
class WeighedSwap:
    """What a swap would do, and what has to be confirmed for it; players are entries."""

    swap: Swap
    cautions: tuple[Caution, ...]


def weigh_swap(event: Event, played: PlayedRound, first: Entry, second: Entry) -> WeighedSwap:
    """Work out a swap before it is done. Raises `Refused` if the rules forbid it."""
    tables = in_entries(event, [table.entry_ids for table in played.tables])
    history = [in_entries(event, met) for met in event.history(before_round=played.number)]
    found = swap(tables, first, second, history=history)
    check_seating(event, played, found.tables)
    cautions = (*_cautions_of_a_swap(played, found), *_wishes_broken(event, played, tables, found))
    return WeighedSwap(found, cautions)


def in_entries(event: Event, tables: Sequence[Sequence[int]]) -> tuple[tuple[Entry, ...], ...]:
    return tuple(tuple(event.entries[key] for key in table) for table in tables)


def check_seating(event: Event, played: PlayedRound, tables: Sequence[Sequence[Entry]]) -> None:
    check_through(event, played)
    points = event.points(after_round=played.number - 1)
    draw = drawn(played)
    check_tables(
        tables,
        to_be_seated(event, played.number),
        points={event.entries[key]: value for key, value in points.items()},
        round_number=played.number,
        sizes=draw.inputs.get("sizes", "fours"),
        by_points=_way_to_threes(draw) == "points",
    )


def _way_to_threes(draw: Draw) -> str:
    """Who sits at tables of three by what the round was drawn from (FM-11); in a schedule
    everybody in turn."""
    return "turns" if draw.is_of_a_schedule else draw.inputs.get("threes", "points")


def check_through(event: Event, played: PlayedRound) -> None:
    """Refuse (T-020) a drawn semi-final or final, or a round of a schedule, that others should play
    now.

    Somebody has left since, or came, or a result was corrected.
    """
    if played.round.cut is None:
        if drawn(played).is_of_a_schedule:
            _check_scheduled(event, played)
        return
    drawn_players = {event.entries[key]: None for key in played.entry_ids}
    through = to_be_seated(event, played.number)
    gone = [entry for entry in drawn_players if entry not in through]
    come = [entry for entry in through if entry not in drawn_players]
    if gone or come:
        raise Refused(
            "T-020",
            marked("Not through any more: {gone}; through now: {come}. Draw round {round} again."),
            gone=listed(gone) or "–",
            come=listed(come) or "–",
            round=played.number,
        )


def _check_scheduled(event: Event, played: PlayedRound) -> None:
    drawn_players = [event.entries[key] for key in played.entry_ids]
    here = to_be_seated(event, played.number)
    gone = [entry for entry in drawn_players if entry not in here]
    come = [entry for entry in here if entry not in drawn_players]
    if gone or come:
        raise Refused(
            "FM-13",
            marked(
                "The schedule was drawn before others left or came. Gone: {gone}; come: {come}. "
                "Draw round {round} again."
            ),
            gone=listed(gone) or "–",
            come=listed(come) or "–",
            round=played.number,
        )


def _cautions_of_a_swap(played: PlayedRound, found: Swap) -> Iterator[Caution]:
    for trio in found.trios_gained:
        yield Caution.of(
            "T-018",
            marked("{players} meet again at table {table}."),
            players=listed(trio.players),
            table=trio.table,
        )
    if len(found.pairs_after) > len(found.pairs_before):
        yield Caution.of(
            "T-019",
            marked("Repeated pairs: {before} before the swap, {after} after it."),
            before=len(found.pairs_before),
            after=len(found.pairs_after),
        )
    threes = {frozenset(table) for table in found.tables if len(table) == 3}
    drawn_threes = {frozenset(table.entries) for table in played.tables if table.is_three}
    if threes == drawn_threes:
        return
    way = _way_to_threes(drawn(played))
    if played.number == 1 or way == "lot":
        yield Caution.of(
            "T-015", marked("The lot put others at the tables of 3 than this swap does.")
        )
    elif way != "points":
        yield Caution.of(
            "FM-11", marked("The format puts others at the tables of 3 than this swap does.")
        )


def _wishes_broken(
    event: Event, played: PlayedRound, tables: Sequence[Sequence[Entry]], found: Swap
) -> Iterator[Caution]:
    """What is wished of this round, was so before the swap, and is not after it."""
    present = [entry.number for table in tables for entry in table]
    wanted = for_the_draw((wish.value() for wish in event.wishes), played.number, present)
    before = set(broken(_by_number(tables), wanted))
    for caution in broken(_by_number(found.tables), wanted):
        if caution not in before:
            facts = named_facts(dict(caution.facts), event)
            yield Caution.of(caution.rule_id, caution.message, **facts)


def _by_number(tables: Sequence[Sequence[Entry]]) -> list[list[str]]:
    return [[str(entry.number) for entry in table] for table in tables]


def swap_players(
    tournament: Tournament,
    number: int,
    first: Entry,
    second: Entry,
    doer: Doer,
    *,
    reason: str,
    after_edits: int | None = None,
) -> DrawEdit:
    """Let two players of a draw that is not published change seats, for a reason.

    `after_edits` is the number of swaps that were made when this one was looked at, so that a
    second click does not undo the first.
    """
    with acting(tournament, "swap_players", doer, round_number=number, reason=reason) as act:
        event = read_event(act.tournament)
        played = open_round(event, number)
        draw = drawn(played)
        if after_edits is not None and after_edits != draw.edits.count():
            raise AlreadyDone("", marked("Seats were changed meanwhile. Look at the draw again."))
        if played.is_published:
            raise Refused(
                "T-016", marked("The draw is published. Take it back before you change seats.")
            )
        must_have_reason(reason, "T-016", marked("A swap by hand needs a reason."))
        weighed = weigh_swap(event, played, first, second)
        for entry in (first, second):
            _refuse_once_played(played, entry)
        act.heed(weighed.cautions)
        _change_seats(draw, first, second)
        act.detail = f"{first.mark} / {second.mark}"
        return DrawEdit.objects.create(
            draw=draw, first=first, second=second, reason=reason, by=doer.name, at=doer.now
        )


def _refuse_once_played(played: PlayedRound, entry: Entry) -> None:
    table = played.table_of(entry)
    if table and table.result:
        raise Refused(
            "",
            marked("Table {table} has a result; its players cannot change seats."),
            table=table.number,
        )
    if table and table.table.record_id:
        raise Refused(
            "",
            marked("The game of table {table} is written down; its players cannot change seats."),
            table=table.number,
        )


def _change_seats(draw: Draw, first: Entry, second: Entry) -> None:
    """Seats are made anew: the database refuses one player twice, even for a moment (T-020)."""
    seats = {seat.entry_id: seat for seat in draw.seats.filter(entry__in=[first, second])}
    draw.seats.filter(entry__in=[first, second]).delete()
    Seat.objects.bulk_create(
        Seat(draw=draw, table_id=seat.table_id, position=seat.position, entry=entry)
        for seat, entry in ((seats[first.pk], second), (seats[second.pk], first))
    )
