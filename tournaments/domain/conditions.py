"""What an event must keep before it is announced and opened, and until the results are sent.

Conditions of a local tournament (T-070 to T-076), the fixed format (T-001, T-002, T-016, T-068),
local changes (T-068, T-069), schools (T-093).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from .games import game_of
from .qualification import MINIMUM_PLAYERS, is_junior
from .stages import Cut, cut_faults
from .timetable import PlannedRound, check_starts_set, day_cautions, timetable_faults
from .values import Caution, EventKind, Player, Refused, marked

ROUNDS = 4
"""Rounds of a Tour event (T-002)."""

RULESET = "tour"
"""The base game with the 22 clarifications (T-001)."""

TARGET = 10

DAYS_TO_SEND = 5
"""Calendar days after the last day of the event, the fifth included (T-075, D-133)."""

WARNING_DAY = 4
"""Day after the event from which on the organiser is reminded."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """An event as it is about to be announced on the day `announced_on`.

    `club_events` are the days of the club's other season events, without cancelled ones
    (T-070, D-131). `organiser` and `referee` say who, in any way that tells people apart.
    With `last_round_by_standings` it has the format that the series may have allowed (FMD-11).
    `check_in` is when the door opens, where that is known; then all starts are in its time zone.
    """

    kind: EventKind
    day: date
    announced_on: date
    plan: Sequence[PlannedRound]
    club: str = ""
    club_events: Collection[date] = ()
    organiser: Player | None = None
    referee: Player | None = None
    referee_plays: bool = False
    ruleset: str = RULESET
    target: int = TARGET
    drawn_by_standings: bool = False
    last_round_by_standings: bool = False
    last_round_allowed: bool = False
    cuts: Sequence[Cut] = ()
    check_in: datetime | None = None


@dataclass(frozen=True, slots=True)
class Findings:
    """What stands against an act, what asks for a yes, and what the event is marked with."""

    refusals: tuple[Refused, ...] = ()
    cautions: tuple[Caution, ...] = ()
    marks: tuple[Caution, ...] = ()

    def check(self) -> None:
        """Raise the first refusal, if there is one."""
        for refusal in self.refusals:
            raise refusal


def check_announcement(event: Announcement) -> Findings:
    """Everything to be said before an event is announced: all refusals, cautions and marks."""
    late = tuple(late_announcement(event.kind, event.day, event.announced_on))
    return Findings(
        refusals=(
            *_faults_of_host(event),
            *format_faults(event),
            *cut_faults(event.cuts, event.kind),
            *timetable_faults(event.plan, event.kind),
        ),
        cautions=(*late, *_cautions_for_people(event), *_cautions_of_day(event)),
        marks=late,
    )


def _faults_of_host(event: Announcement) -> Iterator[Refused]:
    if event.kind != EventKind.SEASON:
        return
    if not event.club:
        yield Refused("T-070", marked("A season tournament is hosted by a club."))
    for other in sorted(event.club_events):
        if other.year == event.day.year:
            yield Refused(
                "T-070",
                marked("{club} has its one tournament of the year {year} on {other} already."),
                club=event.club,
                year=other.year,
                other=other,
            )
    if not event.organiser:
        yield Refused("T-072", marked("Nobody is named as the organiser."))
    if not event.referee:
        yield Refused("T-073", marked("Nobody is named as the chief referee."))


def format_faults(event: Announcement) -> Iterator[Refused]:
    """Everything in which the format differs from the Tour's (T-001, T-002, T-016, D-130).

    Schools play a game by its own rules (D-146), whichever it is, in as many rounds as they like.
    """
    if event.kind == EventKind.OTHER:
        return
    if event.kind.is_tour and event.ruleset != RULESET:
        yield Refused(
            "T-001",
            marked("The Tour plays by the rule set {ruleset}, not {other}."),
            ruleset=RULESET,
            other=event.ruleset,
        )
    target = game_of(event.ruleset).target if event.kind == EventKind.SCHOOL else TARGET
    if target is not None and event.target != target:
        yield Refused(
            "T-068",
            marked("A game of the Tour is won with {target} points; that is no small change."),
            target=target,
        )
    if event.kind.is_tour and len(event.plan) != ROUNDS:
        yield Refused(
            "T-002",
            marked("A tournament of the Tour has {rounds} rounds, not {other}."),
            rounds=ROUNDS,
            other=len(event.plan),
        )
    if event.kind.is_tour and event.drawn_by_standings:
        yield Refused("T-016", marked("Every round of the Tour is drawn at random."))
    if event.last_round_by_standings and not event.last_round_allowed:
        yield not_allowed()


def not_allowed() -> Refused:
    """Of a last round by standings that the series does not allow (FMD-11)."""
    return Refused(
        "FMD-11",
        marked(
            "The last round goes by standings only where the administrators of the series allow it "
            "for the events of the season; leave it to chance, or ask them."
        ),
    )


def _cautions_of_day(event: Announcement) -> Iterator[Caution]:
    yield from day_gone_by(event.day, event.announced_on)
    if event.check_in is not None:
        yield from day_cautions(event.plan, event.day, event.check_in)


def day_gone_by(day: date, today: date) -> Iterator[Caution]:
    """The mark of a day that is over, for a new event mostly a slip of the year."""
    if today > day:
        yield Caution.of(
            "", marked("The day of the tournament, {day}, is past. Is the year right?"), day=day
        )


def _cautions_for_people(event: Announcement) -> Iterator[Caution]:
    if event.organiser and event.organiser == event.referee:
        yield Caution.of("T-073", marked("Organiser and referee are the same person (D-134)."))
    if event.referee_plays:
        yield Caution.of(
            "T-073",
            marked("The referee plays and will not decide disputes about the own game (D-134)."),
        )


def late_announcement(kind: EventKind, day: date, announced_on: date) -> Iterator[Caution]:
    """The mark of a season event announced less than a month ahead (T-071, D-136)."""
    latest = latest_announcement(day)
    if kind == EventKind.SEASON and announced_on > latest:
        yield Caution.of(
            "T-071",
            marked(
                "Announced less than a month ahead; the latest day was {latest}. "
                "The places are to be confirmed by the series."
            ),
            latest=latest,
        )


def latest_announcement(day: date) -> date:
    """The same day of the month before, or that month's last day (T-071, D-132)."""
    last_of_month_before = day.replace(day=1) - timedelta(days=1)
    return last_of_month_before.replace(day=min(day.day, last_of_month_before.day))


def check_opening(
    kind: EventKind, plan: Sequence[PlannedRound], *, chief_referee: Player | None
) -> None:
    """Refuse to open round 1 without a chief referee (T-050) or with a start missing (T-065)."""
    if kind.is_tour and not chief_referee:
        raise Refused("T-050", marked("Round 1 needs a chief referee, who decides all disputes."))
    check_starts_set(plan, kind)


def few_players_note(kind: EventKind, players: int) -> Caution | None:
    """What to say below twelve players: it may be played, but nobody qualifies (T-074, T-082)."""
    if not kind.gives_places or players >= MINIMUM_PLAYERS:
        return None
    return Caution.of(
        "T-074",
        marked(
            "Players: {players}. Below {least} the tournament may be played, but nobody qualifies."
        ),
        players=players,
        least=MINIMUM_PLAYERS,
    )


def check_local_change(text: str, *, round_one_opened: bool) -> None:
    """Refuse an empty change of the rules, or one after round 1 was opened (T-068, T-069).

    What a change may not touch are settings, and `format_faults` holds those (D-130).
    """
    if round_one_opened:
        raise Refused(
            "T-069", marked("Round 1 is open; changes of the rules are announced before that.")
        )
    if not text.strip():
        raise Refused("T-068", marked("Write down what is played differently."))


def check_school_player(birth_date: date | None, day: date) -> None:
    """Refuse a player of a school event who is not known to be a child (T-093, D-146)."""
    if birth_date is None:
        raise Refused("T-093", marked("A school tour is for children only: give the birth date."))
    if not is_junior(birth_date, day):
        raise Refused(
            "T-093", marked("A school tour is for children only, up to the 14th birthday.")
        )


def last_day_to_send(last_day: date) -> date:
    """The last day on which results are in time; `last_day` is the event's own (D-133)."""
    return last_day + timedelta(days=DAYS_TO_SEND)


def days_left_to_send(last_day: date, today: date) -> int:
    """Days until the results must be sent, 0 on the last one, negative when it is over."""
    return (last_day_to_send(last_day) - today).days


def late_sending(kind: EventKind, last_day: date, today: date) -> Caution | None:
    """The reminder from the fourth day on, and the mark from the sixth on (T-075).

    `today` is the day of sending once they were sent. Results are sent even when late.
    """
    left = days_left_to_send(last_day, today)
    if kind != EventKind.SEASON or left > DAYS_TO_SEND - WARNING_DAY:
        return None
    if left < 0:
        return Caution.of(
            "T-075",
            marked(
                "Late: the results had to be sent by {latest}. "
                "The places are to be confirmed by the series."
            ),
            latest=last_day_to_send(last_day),
        )
    return Caution.of(
        "T-075", marked("Send the results by {latest}."), latest=last_day_to_send(last_day)
    )


def to_be_confirmed(
    kind: EventKind, day: date, *, announced_on: date, last_day: date, sent_on: date
) -> tuple[Caution, ...]:
    """Why the series has to confirm the places of an event; empty if nothing was broken (D-136).

    `sent_on` is today while the results are not sent.
    """
    marks = list(late_announcement(kind, day, announced_on))
    if days_left_to_send(last_day, sent_on) < 0 and (late := late_sending(kind, last_day, sent_on)):
        marks.append(late)
    return tuple(marks)
