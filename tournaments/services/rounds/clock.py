"""The clock of a round: limit, start, bell, and the turns after it (T-057 to T-066)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping

from django.utils import timezone

from tournaments.domain.bell import clock_face
from tournaments.domain.timetable import (
    check_delay,
    check_extra_time,
    check_new_limit,
    check_pause,
    check_turn_limit,
    later,
    starts_ahead,
    starts_moved,
    timetable_faults,
)
from tournaments.domain.values import Caution, EventKind, Refused, marked, refuse
from tournaments.models import Tournament
from tournaments.models.event import Event, PlayedRound, SeatedTable, read_event
from tournaments.services.acts import AlreadyDone, Doer, acting, changed_meanwhile
from tournaments.services.guards import open_round, published
from tournaments.services.rounds.drawing import set_back_clock


def announce_limit(tournament: Tournament, number: int, minutes: int | None, doer: Doer) -> None:
    """Set the time limit of a round before its clock starts (T-057, T-058). None: no limit."""
    with acting(
        tournament, "announce_limit", doer, round_number=number, detail=str(minutes or "")
    ) as act:
        event = read_event(act.tournament)
        played = open_round(event, number)
        kind = EventKind(act.tournament.kind)
        check_new_limit(minutes, kind, round_number=number, started=played.round.started_at)
        played.round.limit_minutes = minutes
        # What earlier rounds did is past; the next start must leave time for the break.
        faults = timetable_faults(event.plan, kind)
        refuse(fault for fault in faults if fault.facts["round"] in (number, number + 1))
        played.round.save()


def start_clock(tournament: Tournament, number: int, doer: Doer) -> None:
    """Start the games of a published round."""
    with acting(tournament, "start_clock", doer, round_number=number) as act:
        played = open_round(read_event(act.tournament), number)
        published(played)
        if played.round.started_at:
            raise AlreadyDone("", marked("The clock of round {round} runs already."), round=number)
        act.heed([*_early_start(played, doer), *_too_few(played)])
        played.round.started_at = doer.now
        played.round.save()


def _early_start(played: PlayedRound, doer: Doer) -> Iterator[Caution]:
    start = played.round.starts_at
    if start and doer.now < start:
        yield Caution.of(
            "T-065",
            marked("The published start of round {round} is {start}. Are all players here?"),
            round=played.number,
            start=start,
        )


def _too_few(played: PlayedRound) -> Iterator[Caution]:
    for table in played.with_too_few:
        yield Caution.of(
            "D-102",
            marked(
                "At table {table} fewer than three are left, so it cannot play. "
                "Draw round {round} again."
            ),
            table=table.number,
            round=played.number,
        )


def pause_clock(tournament: Tournament, number: int, doer: Doer) -> None:
    """Let the clock of a round stand until it goes on: all games are interrupted."""
    with acting(tournament, "pause_clock", doer, round_number=number) as act:
        played = open_round(read_event(act.tournament), number)
        published(played)
        if played.round.paused_at:
            raise AlreadyDone("", marked("The clock of round {round} stands."), round=number)
        check_pause(played.round.bell_at, doer.now, round_number=number)
        played.round.paused_at = doer.now
        played.round.save()
        act.detail = clock_face(played.round.left)


def resume_clock(tournament: Tournament, number: int, doer: Doer) -> None:
    """Let a clock that stands go on with what was left on it; its bell rings later by as much."""
    with acting(tournament, "resume_clock", doer, round_number=number) as act:
        played = open_round(read_event(act.tournament), number)
        if not played.round.started_at:
            raise Refused(
                "", marked("The clock of round {round} has not been started."), round=number
            )
        if not played.round.paused_at:
            raise AlreadyDone("", marked("The clock of round {round} runs already."), round=number)
        played.round.go_on(doer.now)
        played.round.save()
        act.detail = f"{timezone.localtime(played.round.bell_at):%H:%M:%S}"


def stop_clock(tournament: Tournament, number: int, doer: Doer) -> None:
    """Set the clock of a round back, as if it had not been started."""
    with acting(tournament, "stop_clock", doer, round_number=number) as act:
        played = open_round(read_event(act.tournament), number)
        if not played.round.started_at:
            raise AlreadyDone(
                "", marked("The clock of round {round} has not been started."), round=number
            )
        act.detail = f"{timezone.localtime(played.round.started_at):%H:%M:%S}"
        set_back_clock(played)


def move_rounds(tournament: Tournament, doer: Doer) -> None:
    """Start the rounds that follow later, since one that began late has overtaken them: the next a
    break after its bell, all others by as much (T-064, T-065)."""
    with acting(tournament, "move_rounds", doer) as act:
        event = read_event(act.tournament)
        starts = starts_moved(event.plan, EventKind(act.tournament.kind), doer.now)
        if act.tournament.is_over or not starts:
            raise AlreadyDone("T-065", marked("No planned start is overtaken."))
        act.heed(
            Caution.of(
                "T-065",
                marked("Round {round} is to start on {start} instead of {before}."),
                round=played.number,
                start=timezone.localtime(starts[played.number]),
                before=timezone.localtime(played.round.starts_at),
            )
            for played in event.rounds
            if played.number in starts
        )
        act.detail = _move(event, starts)


def delay_rounds(tournament: Tournament, minutes: int, doer: Doer, *, first: int) -> None:
    """Start every round that has not begun so many minutes later than published (T-065).

    `first` is when the next of them was to start, in minutes since 1970, as whoever asks for it
    saw it: of two officials who put it off at once only one does.
    """
    with acting(tournament, "delay_rounds", doer) as act:
        check_delay(minutes)
        event = read_event(act.tournament)
        ahead = starts_ahead(event.plan)
        if act.tournament.is_over or not ahead:
            raise AlreadyDone("T-065", marked("No round is ahead whose start is published."))
        if minute_of(ahead[min(ahead)]) != first:
            raise changed_meanwhile()
        act.detail = _move(event, {n: later(start, minutes) for n, start in ahead.items()})


def minute_of(start: dt.datetime) -> int:
    """A published start in minutes since 1970, as forms carry it."""
    return int(start.timestamp()) // 60


def _move(event: Event, starts: Mapping[int, dt.datetime]) -> str:
    """Publish other starts, by number of the round; what the logbook says of it."""
    moved = [played for played in event.rounds if played.number in starts]
    for played in moved:
        played.round.starts_at = starts[played.number]
        played.round.save()
    return ", ".join(
        f"{played.number}: {timezone.localtime(played.round.starts_at):%H:%M}" for played in moved
    )


def set_turn_limit(tournament: Tournament, number: int, minutes: int | None, doer: Doer) -> None:
    """Limit the turns after the bell (T-062, D-127). None: no limit any more."""
    with acting(
        tournament, "set_turn_limit", doer, round_number=number, detail=str(minutes or "")
    ) as act:
        played = open_round(read_event(act.tournament), number)
        check_turn_limit(doer.now, played.round.bell_at)
        played.round.turn_limit_minutes = minutes
        played.round.save()


def give_time(
    tournament: Tournament, number: int, table_number: int, minutes: int, doer: Doer
) -> None:
    """Let the bell of one table ring so many minutes later than that of the others, in a season
    event not after the latest end (T-066). 0 takes it back.
    """
    detail = f"{table_number}: +{minutes}"
    with acting(tournament, "give_time", doer, round_number=number, detail=detail) as act:
        played = open_round(read_event(act.tournament), number)
        published(played)
        seated = _table(played, table_number)
        if seated.result:
            raise Refused("", marked("The result of table {table} is in."), table=table_number)
        if seated.table.extra_minutes == minutes:
            message = marked("The extra time of table {table} is {minutes} min already.")
            raise AlreadyDone("", message, table=table_number, minutes=minutes)
        if played.round.bell_at is None:
            raise Refused(
                "",
                marked("No clock of round {round} runs, so no table can have more time of it."),
                round=number,
            )
        check_extra_time(
            minutes,
            table=table_number,
            rings=played.round.bell_at,
            latest=played.times.latest_end,
        )
        if minutes and doer.now >= later(played.round.bell_at, minutes):
            raise Refused(
                "",
                marked("With {minutes} min more the bell of table {table} would be past already."),
                table=table_number,
                minutes=minutes,
            )
        seated.table.extra_minutes = minutes
        # Its bell is still to ring: who was on turn then nobody knows yet.
        seated.table.bell_position = None
        seated.table.save(update_fields=["extra_minutes", "bell_position"])


def mark_bell(
    tournament: Tournament, number: int, table_number: int, position: int | None, doer: Doer
) -> None:
    """Note who was on turn at a table when the bell rang, by position from 1 (T-059, D-124).

    None takes the note back.
    """
    detail = f"{table_number}: {position or '-'}"
    with acting(tournament, "mark_bell", doer, round_number=number, detail=detail) as act:
        event = read_event(act.tournament)
        played = open_round(event, number)
        published(played)
        seated = _table(played, table_number)
        bell_at = played.round.bell_of(seated.table)
        if bell_at is None or doer.now < bell_at:
            raise Refused("T-059", marked("The bell has not rung yet."))
        _check_position(seated, position)
        seated.table.bell_position = position
        seated.table.save(update_fields=["bell_position"])


def record_start_rolls(
    tournament: Tournament,
    number: int,
    table_number: int,
    doer: Doer,
    *,
    rolls: Mapping[int, int | None],
    first: int | None,
) -> None:
    """Note the rolls for the start by position (from 1), and who started (T-005)."""
    with acting(
        tournament, "record_start_rolls", doer, round_number=number, detail=str(table_number)
    ) as act:
        event = read_event(act.tournament)
        played = open_round(event, number)
        published(played)
        seated = _table(played, table_number)
        _check_position(seated, first)
        for position, roll in rolls.items():
            _check_position(seated, position)
            if roll is not None and not 2 <= roll <= 12:
                raise Refused(
                    "T-005",
                    marked("A roll of two dice is a number from 2 to 12, not {roll}."),
                    roll=roll,
                )
        act.heed(_wrong_start(seated, rolls, first))
        seated.table.first_position = first
        seated.table.save(update_fields=["first_position"])
        for seat in seated.seats:
            seat.start_roll = rolls.get(seat.position)
            seat.save(update_fields=["start_roll"])


def _table(played: PlayedRound, number: int) -> SeatedTable:
    seated = played.table(number)
    if seated is None:
        raise Refused(
            "", marked("Round {round} has no table {table}."), round=played.number, table=number
        )
    return seated


def _check_position(seated: SeatedTable, position: int | None) -> None:
    if position is not None and position not in [seat.position for seat in seated.seats]:
        raise Refused(
            "T-020",
            marked("Table {table} has no seat {position}."),
            table=seated.number,
            position=position,
        )


def _wrong_start(
    seated: SeatedTable, rolls: Mapping[int, int | None], first: int | None
) -> Iterator[Caution]:
    thrown = {position: roll for position, roll in rolls.items() if roll is not None}
    if first is None or not thrown or thrown.get(first) == max(thrown.values()):
        return
    seat = next(seat for seat in seated.seats if seat.position == first)
    yield Caution.of(
        "T-005",
        marked("{player} starts at table {table}, but has not the highest roll."),
        player=str(seat.entry),
        table=seated.number,
    )
