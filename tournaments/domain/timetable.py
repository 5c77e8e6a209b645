"""Round times, the bell, the two rounds after it, and the latest end (T-057 to T-067).

Limits and breaks are whole minutes, moments are aware datetimes; an event may cross midnight, or
go on another day. Published starts are in the time zone of the event.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

from .values import Caution, EventKind, Player, Refused, marked

LEAST_LIMIT = 75
"""Minutes a game may last at the very least (T-058)."""

BREAK = 15
"""Minutes between the bell and the next start of a season event, at least (T-064, D-129)."""

CLEARANCE = 5
"""Minutes before the next start at which every game is over (T-066)."""

WARNING = 10
"""Minutes before the latest end from which on it is called out."""

CHECK_IN = 60
"""Minutes from the opening of the check-in to round 1, as the printed day has it (CZ 97)."""

MOST_EXTRA = 90
"""Minutes of extra time that one table may get."""

NOT_AT_ALL = timedelta(0)

LATE = 5
"""Minutes after its start from which on a round that has not begun is late; less is made up by a
break."""

MOST_DELAY = 240
"""Minutes by which all that follows may be put off at once."""

NIGHT = timedelta(hours=6)
"""From a start to the next one, at least, where that is for another day; less only crosses
midnight."""

EXTRA_ROUNDS = 2
"""Rounds that unfinished games play after the bell (T-059)."""


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """When a round starts and how many minutes a game may last; None while it is not set.

    `started` and `closed` say what came of the plan: None until it did. `stood` is how long its
    clock stood until now, and `stands` that it does: nobody knows then when the bell rings.
    """

    start: datetime | None
    limit: int | None
    started: datetime | None = None
    closed: datetime | None = None
    stood: timedelta = NOT_AT_ALL
    stands: bool = False


@dataclass(frozen=True, slots=True)
class RoundTimes:
    """The times of a round: as planned, and once its clock was started as they came.

    None where there is no limit or no such rule. `number` counts from 1. `latest_end` stays None
    after the last round of the event or of a day, where only the two-round rule holds (D-125), and
    outside season events (T-067). What earlier rounds have overtaken by starting late is None too:
    nobody can keep it. While the clock stands there is neither bell nor latest end.
    """

    number: int
    start: datetime | None
    bell: datetime | None
    latest_end: datetime | None


def default_timetable(
    start: datetime, rounds: int = 4, *, limit: int = LEAST_LIMIT, break_: int = BREAK
) -> tuple[PlannedRound, ...]:
    """Rounds one after another from the start of the first one; as they are printed those of
    10:00, 11:30, 13:00, 14:30 (CZ 97-100)."""
    return tuple(
        PlannedRound(later(start, number * (limit + break_)), limit) for number in range(rounds)
    )


def day_cautions(plan: Sequence[PlannedRound], day: date, check_in: datetime) -> Iterator[Caution]:
    """What to ask about rounds that lie before the check-in, or on another day than the event's
    own (T-065). Starts are in the time zone of the event."""
    for number, planned in enumerate(plan, start=1):
        if planned.start is None:
            continue
        if planned.start < check_in:
            yield Caution.of(
                "T-065",
                marked("Round {round} starts on {start}, before the check-in opens."),
                round=number,
                start=planned.start,
            )
        elif planned.start.date() != day:
            yield Caution.of(
                "T-065",
                marked("Round {round} is on {day}, not on the day of the tournament, {other}."),
                round=number,
                day=planned.start.date(),
                other=day,
            )


def round_times(plan: Sequence[PlannedRound], kind: EventKind) -> tuple[RoundTimes, ...]:
    """Start, bell and latest end of every round."""
    found: list[RoundTimes] = []
    until = None
    for number, planned in enumerate(plan, start=1):
        behind = planned.started is None and is_overtaken(planned.start, until, kind)
        start = planned.started or (None if behind else planned.start)
        rings = _bell(planned, planned.started)
        next_start = plan[number].start if number < len(plan) else None
        unknown = behind or planned.stands
        begins = planned.started or planned.start
        latest = (
            None
            if unknown
            else latest_end(next_start, kind, begins=begins, rings=_later_of(until, rings))
        )
        found.append(RoundTimes(number, start, _bell(planned, start), latest))
        until = _later_of(until, _end(planned))
    return tuple(found)


def starts_moved(
    plan: Sequence[PlannedRound], kind: EventKind, now: datetime
) -> dict[int, datetime]:
    """New starts, by number from 1, of all rounds after the last one that has begun, if it has
    overtaken the first of them; empty otherwise (T-064, T-065).

    The first starts a break after the bell, and not before now, at a minute that can be divided
    by five; all others of its day by as much later.
    """
    if not any(planned.started for planned in plan):
        return {}
    ahead = starts_ahead(plan)
    until = None
    for planned in plan:
        until = _later_of(until, _end(planned))
    first = ahead.get(min(ahead, default=0))
    if first is None or until is None or not is_overtaken(first, until, kind):
        return {}
    earliest = max(later(until, BREAK), now.astimezone(until.tzinfo))
    span = _at_five_minutes(earliest) - first
    return {
        number: (start.astimezone(UTC) + span).astimezone(start.tzinfo)
        for number, start in ahead.items()
    }


def starts_ahead(plan: Sequence[PlannedRound]) -> dict[int, datetime]:
    """Published starts, by number from 1, of the rounds after the last one that has begun, up to
    the next night: what is late of one day keeps nobody waiting on another."""
    begun = [number for number, planned in enumerate(plan, start=1) if planned.started]
    ahead: dict[int, datetime] = {}
    for number, planned in enumerate(plan, start=1):
        if number <= max(begun, default=0) or planned.start is None:
            continue
        if ahead and is_for_another_day(planned.start, after=ahead[max(ahead)]):
            break
        ahead[number] = planned.start
    return ahead


def is_for_another_day(start: datetime, *, after: datetime | None) -> bool:
    """Whether a night lies between two starts; a round after midnight is of the day before it."""
    if after is None or start.date() == after.astimezone(start.tzinfo).date():
        return False
    return start - after >= NIGHT


def behind_plan(plan: Sequence[PlannedRound], now: datetime, *, made_good: int = 0) -> int:
    """Whole minutes by which the day is late: those by which the round that has begun last began
    late, less those that were `made_good` as what follows was put off since, or those since the
    published start of the next one; 0 while it is on time, once nothing more is played on that day,
    and once that day is over."""
    ahead = starts_ahead(plan)
    if not ahead:
        return 0
    following = ahead[min(ahead)]
    if is_for_another_day(now.astimezone(following.tzinfo), after=following):
        return 0
    begun = [planned for planned in plan if planned.started]
    late = 0
    if begun and not is_for_another_day(following, after=begun[-1].start):
        late = _minutes_between(begun[-1].start, begun[-1].started) - made_good
    return max(late, _minutes_between(following, now), 0)


def late_from(start: datetime) -> datetime:
    """From when on a published start says nothing more of a round that has not begun."""
    return later(start, LATE)


def _minutes_between(planned: datetime | None, came: datetime | None) -> int:
    return 0 if planned is None or came is None else (came - planned) // timedelta(minutes=1)


def is_overtaken(start: datetime | None, until: datetime | None, kind: EventKind) -> bool:
    """Whether the games before it last, by their bell, at least to the latest end before this
    start, so that nobody can keep it; False while either is not known."""
    if start is None or until is None:
        return False
    return until >= later(start, -CLEARANCE if kind == EventKind.SEASON else 0)


def _end(planned: PlannedRound) -> datetime | None:
    """When a round that has begun is over by its clock, or was closed before that."""
    rings = _bell(planned, planned.started)
    if rings is None or planned.closed is None:
        return rings
    return min(rings, planned.closed)


def _bell(planned: PlannedRound, start: datetime | None) -> datetime | None:
    return None if planned.stands else bell(start, planned.limit, planned.stood)


def _later_of(one: datetime | None, other: datetime | None) -> datetime | None:
    return max((moment for moment in (one, other) if moment), default=None)


def _at_five_minutes(moment: datetime) -> datetime:
    """The same moment, or the next one after it at a minute that can be divided by five."""
    over = timedelta(minutes=moment.minute % 5, seconds=moment.second)
    over += timedelta(microseconds=moment.microsecond)
    if not over:
        return moment
    return (moment.astimezone(UTC) - over + timedelta(minutes=5)).astimezone(moment.tzinfo)


def bell(
    started: datetime | None, limit: int | None, stood: timedelta = NOT_AT_ALL
) -> datetime | None:
    """When the limit of a round is over whose clock `stood` so long; None while it has not started
    or has no limit."""
    if started is None or limit is None:
        return None
    return (later(started, limit).astimezone(UTC) + stood).astimezone(started.tzinfo)


def left_on_clock(
    started: datetime, limit: int, stood: timedelta, stands_since: datetime
) -> timedelta:
    """What is left of the limit while the clock stands: so long its round goes on afterwards."""
    return timedelta(minutes=limit) + stood - (stands_since - started)


def latest_end(
    next_start: datetime | None,
    kind: EventKind,
    *,
    begins: datetime | None,
    rings: datetime | None = None,
) -> datetime | None:
    """When whatever is still played of a round that `begins` then stops as it stands (T-066); None
    without a next round or with a night before it, and where the bell `rings` so late that the next
    start is overtaken."""
    if next_start is None or kind != EventKind.SEASON or is_overtaken(next_start, rings, kind):
        return None
    if is_for_another_day(next_start, after=begins):
        return None
    return later(next_start, -CLEARANCE)


def later(moment: datetime, minutes: int) -> datetime:
    """A number of real minutes later, also across the night when the clocks change."""
    return (moment.astimezone(UTC) + timedelta(minutes=minutes)).astimezone(moment.tzinfo)


def check_timetable(plan: Sequence[PlannedRound], kind: EventKind) -> None:
    """Refuse limits and starts that the rules do not allow; raises the first fault."""
    for fault in timetable_faults(plan, kind):
        raise fault


def timetable_faults(plan: Sequence[PlannedRound], kind: EventKind) -> Iterator[Refused]:
    """Everything about the times that the rules do not allow; `facts["round"]` counts from 1.

    A start that is not set yet is no fault before round 1 is opened (see `check_starts_set`).
    """
    for number, planned in enumerate(plan, start=1):
        yield from _faults_of_limit(number, planned.limit, kind)
    numbered = [(n, planned) for n, planned in enumerate(plan, start=1) if planned.start]
    for (number, planned), (next_number, following) in pairwise(numbered):
        yield from _faults_of_start(planned, following, kind, number, next_number)


def _faults_of_limit(number: int, limit: int | None, kind: EventKind) -> Iterator[Refused]:
    if limit is None:
        if kind == EventKind.SEASON:
            yield Refused(
                "T-063",
                marked("Round {round} has no time limit; a season tournament needs one."),
                round=number,
            )
    elif limit < LEAST_LIMIT and kind != EventKind.OTHER:
        yield Refused(
            "T-058",
            marked("Round {round}: the limit is {least} minutes or more, not {limit}."),
            round=number,
            least=LEAST_LIMIT,
            limit=limit,
        )


def _faults_of_start(
    planned: PlannedRound, following: PlannedRound, kind: EventKind, number: int, next_number: int
) -> Iterator[Refused]:
    start, next_start = planned.start, following.start
    if start is None or next_start is None:
        return
    if next_start.astimezone(UTC) <= start.astimezone(UTC):
        yield Refused(
            "T-065",
            marked("Round {round} must start later than round {earlier}."),
            round=next_number,
            earlier=number,
        )
    elif kind == EventKind.SEASON and planned.limit is not None and next_number == number + 1:
        earliest = later(start, planned.limit + BREAK)
        if next_start.astimezone(UTC) < earliest.astimezone(UTC):
            yield Refused(
                "T-064",
                marked(
                    "Round {round} may start at {earliest} at the earliest: "
                    "{limit} minutes of play and {rest} minutes of break."
                ),
                round=next_number,
                earliest=earliest,
                limit=planned.limit,
                rest=BREAK,
            )


def check_starts_set(plan: Sequence[PlannedRound], kind: EventKind) -> None:
    """Refuse to open round 1 of a Tour event while a start time is not published (T-065)."""
    for number, planned in enumerate(plan, start=1):
        if planned.start is None and kind.is_tour:
            raise Refused(
                "T-065",
                marked("Round {round} has no start time; players must know all of them."),
                round=number,
            )


def check_new_limit(
    limit: int | None, kind: EventKind, *, round_number: int, started: datetime | None
) -> None:
    """Refuse a limit announced after the round has started, or one too short (T-057, T-058)."""
    if started is not None:
        raise Refused(
            "T-057",
            marked("Round {round} has started; a limit is announced before that."),
            round=round_number,
        )
    for fault in _faults_of_limit(round_number, limit, kind):
        raise fault


def check_extra_time(minutes: int, *, table: int, rings: datetime, latest: datetime | None) -> None:
    """Refuse extra time with which the bell of one table would ring after the latest end (T-066);
    `rings` is the bell of all others."""
    if latest is None or later(rings, minutes) <= latest:
        return
    raise Refused(
        "T-066",
        marked(
            "Extra time of table {table} is at most {most} min: all games end at {latest}. "
            "For more, start the next round later for everybody first."
        ),
        table=table,
        most=max(0, int((latest - rings).total_seconds()) // 60),
        latest=latest,
    )


def check_delay(minutes: int) -> None:
    """Refuse to put off what follows by nothing, or by more than a person means."""
    if not 1 <= minutes <= MOST_DELAY:
        raise Refused(
            "T-065",
            marked(
                "What follows can start 1 to {most} min later. Other times are set under "
                "Announcement and timetable."
            ),
            most=MOST_DELAY,
        )


def check_pause(rings: datetime | None, now: datetime, *, round_number: int) -> None:
    """Refuse to let a clock stand that is over, or runs to no bell: what follows the bell is
    counted in turns, which need no clock (T-059)."""
    if rings is None:
        raise Refused(
            "", marked("No clock of round {round} runs that could stand."), round=round_number
        )
    if now >= rings:
        raise Refused(
            "T-059",
            marked("The bell of round {round} has rung: what is left are turns, not minutes."),
            round=round_number,
        )


def check_turn_limit(now: datetime, bell_at: datetime | None) -> None:
    """Refuse a limit per turn while the limit of the game is not over (T-062)."""
    if bell_at is None or now < bell_at:
        raise Refused("T-062", marked("A limit per turn may be set only after the bell."))


def extra_turns(seats: Sequence[Player], on_turn: Player) -> tuple[Player, ...]:
    """The turns after the bell in their order: two for everybody (T-059).

    `seats` go clockwise. The turn in progress is finished first and is not among them; then the
    next player to the left begins, so that whoever was on turn plays last (D-124).
    """
    last = seats.index(on_turn)
    return (*seats[last + 1 :], *seats[: last + 1]) * EXTRA_ROUNDS


def turns_left(
    seats: Sequence[Player], on_turn: Player, *, taken: int, won: bool = False
) -> tuple[Player, ...]:
    """Extra turns still to come after `taken` of them; none once somebody won (T-061).

    Raises `Refused` (T-059) for more turns than the two rounds have.
    """
    turns = extra_turns(seats, on_turn)
    if taken > len(turns):
        raise Refused(
            "T-059",
            marked("After the bell two rounds are played, that is {turns} turns, not {taken}."),
            turns=len(turns),
            taken=taken,
        )
    return () if won else turns[taken:]


def begins_later(now: datetime, number: int, planned: PlannedRound) -> Caution | None:
    """What to ask about a result of a round whose clock does not run and whose published start is
    still to come (T-065)."""
    if planned.started or planned.start is None or now >= planned.start:
        return None
    return Caution.of(
        "T-065",
        marked("Round {round} has not begun yet. Is this the result of a game of that round?"),
        round=number,
    )


def end_is_near(now: datetime, latest: datetime | None) -> Caution | None:
    """The call from ten minutes before the latest end until it (T-066)."""
    if latest is None or not later(latest, -WARNING) <= now < latest:
        return None
    return Caution.of(
        "T-066",
        marked("All games end at {latest} at the latest, as they stand then."),
        latest=latest,
    )


def played_on(ended: datetime, latest: datetime | None) -> Caution | None:
    """What to flag in a result of a game that went on after the latest end (T-066)."""
    if latest is None or ended <= latest:
        return None
    return Caution.of(
        "T-066",
        marked("This game was over at {ended}, after the latest end at {latest}."),
        ended=ended,
        latest=latest,
    )
