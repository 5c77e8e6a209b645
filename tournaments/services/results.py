"""What was played: results are entered once and corrected by a new version, never overwritten."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.domain.agreeing import FOLLOWS_FROM_POINTS
from tournaments.domain.breakdown import check_breakdowns
from tournaments.domain.games import TableGame
from tournaments.domain.scoring import check_game
from tournaments.domain.timetable import latest_end, played_on
from tournaments.domain.values import Caution, EventKind, Refused, marked
from tournaments.models import (
    Draw,
    Entry,
    Exclusion,
    Result,
    Round,
    Ruling,
    Score,
    Seat,
    Table,
    Tournament,
)
from tournaments.models.entry import EntryState
from tournaments.models.logbook import CORRECTED
from tournaments.models.result import Ending, Presence
from tournaments.services.acts import Acting, AlreadyDone, Doer, acting
from tournaments.services.emergency_packs import make_pack_anew
from tournaments.services.entered import (
    EnteredResult,
    EnteredScore,
    as_entered,
    capped,
    further_of,
    is_same,
    points_in_a_line,
)
from tournaments.services.guards import (
    listed,
    must_have_reason,
    must_run,
    published_table,
)
from tournaments.services.proposals import close_proposals, name_publicly, other_words

OUT_BY_WITHDRAWING = marked(
    "{player} withdrew before the clock of round {round} ran. Did they play this game all the "
    "same? If not, leave the points empty: that says “missing from the start”."
)

OUT_BY_EXCLUSION = marked(
    "{player} was excluded before the clock of round {round} ran. Did they play this game all the "
    "same? If not, leave the points empty: that says “missing from the start”."
)


class EnteredMeanwhile(Refused):
    """Somebody else saved this table first; `theirs` is what they saved."""

    def __init__(self, theirs: Result) -> None:
        super().__init__(
            "",
            marked(
                "{by} entered table {table} meanwhile. Nothing was overwritten: "
                "compare the two and decide."
            ),
            by=theirs.by,
            table=theirs.table.number,
        )
        self.theirs = theirs


def enter_result(
    tournament: Tournament,
    table: Table,
    entered: EnteredResult,
    doer: Doer,
    *,
    number_seen: int = 0,
    reason: str = "",
    sending: str = "",
) -> Result:
    """Save what was played at a table, or correct it: the next version of its result.

    `number_seen` is the version that was on the screen (0: none), `sending` how the browser
    names what it sends. Raises `EnteredMeanwhile` if another one was saved since, and `Refused`
    for what cannot be (T-031 to T-035). Once the round is closed a correction needs a reason.
    """
    number = table.draw.round.number
    with acting(
        tournament,
        "enter_result",
        doer,
        round_number=number,
        reason=reason,
        sending=sending,
    ) as act:
        result = save_result(act, table, entered, number_seen=number_seen, reason=reason)
        # Of the table as it is under the lock.
        if result.table.draw.round.closed_at:
            make_pack_anew(act)
        return result


def save_result(
    act: Acting,
    table: Table,
    entered: EnteredResult,
    *,
    number_seen: int = 0,
    reason: str = "",
    by_its_table: bool = False,
) -> Result:
    """The same inside an act, whichever it is by which a result comes to stand.

    `by_its_table`: its players agreed on it.
    """
    place = _place(act, table)
    if place.number != number_seen:
        raise _seen_too_late(place, entered)
    target = place.game.target
    again = place.latest and is_same(as_entered(place.latest), entered, target)
    if again and not _is_ruled_since(place):
        raise AlreadyDone(
            "", marked("Table {table} is saved like this already."), table=table.number
        )
    if place.round.closed_at:
        must_have_reason(
            reason,
            "",
            marked("Round {round} is closed; a correction needs a reason."),
            round=place.round.number,
        )
    findings = _findings(act, place, entered)
    if by_its_table:
        findings = tuple(one for one in findings if one.rule_id not in FOLLOWS_FROM_POINTS)
    act.heed([*findings, *other_words(place.table, entered, target=target)])
    result = _save(place, act.doer, reason, entered, target=target)
    close_proposals(result, entered, act.doer, target=target)
    points = points_in_a_line(entered, target)
    if place.latest and not again:
        points = f"{points_in_a_line(as_entered(place.latest), target)}{CORRECTED}{points}"
    act.detail = f"{place.table.number}: {points}"
    return result


def _is_ruled_since(place: _Place) -> bool:
    """Whether a matter of the table was decided after its newest result. Saved again as it is, the
    result says that the decision is in it."""
    return any(
        ruling.is_newer_than(place.latest) for ruling in Ruling.objects.filter(table=place.table)
    )


def look_at(act: Acting, table: Table, entered: EnteredResult) -> tuple[Caution, ...]:
    """What would be asked before this were saved as the first result of the table. Raises
    `Refused` as saving it would. A player reads it."""
    place = _place(act, table)
    name_publicly(place.seats.values())
    if place.latest:
        raise _seen_too_late(place, entered)
    return _findings(act, place, entered)


def _findings(act: Acting, place: _Place, entered: EnteredResult) -> tuple[Caution, ...]:
    return (
        *_check(act.tournament, place, entered),
        *_cautions_of_exclusion(place, entered),
        *_cautions_of_absence(place, entered),
        *_cautions_of_time(act, place, entered),
        *_cautions_of_change(place),
    )


def void_game(
    tournament: Tournament, table: Table, doer: Doer, reason: str, *, number_seen: int = 0
) -> Result:
    """Declare the game of a table void: it counts for nobody (D-118). The chief referee's act."""
    number = table.draw.round.number
    with acting(tournament, "void_game", doer, round_number=number, reason=reason) as act:
        place = _place(act, table)
        if place.latest and place.latest.ending == Ending.VOID:
            raise AlreadyDone("", marked("The game of table {table} is void."), table=table.number)
        if place.number != number_seen:
            raise EnteredMeanwhile(place.latest)
        must_have_reason(reason, "T-050", marked("Declaring a game void needs a reason."))
        act.heed(_cautions_of_change(place))
        act.detail = str(table.number)
        result = _new_version(place, doer, reason, ending=Ending.VOID)
        close_proposals(result, None, doer, target=place.game.target)
        if place.round.closed_at:
            make_pack_anew(act)
        return result


@dataclass(slots=True)
class _Place:
    """A table as it stands under the lock: who sits there, and what was entered last."""

    table: Table
    seats: dict[int, Seat]
    latest: Result | None

    @property
    def round(self) -> Round:
        return self.table.draw.round

    @property
    def game(self) -> TableGame:
        """What is played at it, with the points that win it."""
        return self.round.game

    @property
    def number(self) -> int:
        """The version that is saved; 0 before the first one."""
        return self.latest.number if self.latest else 0

    def entry(self, position: int | None) -> Entry | None:
        return None if position is None else self.seats[position].entry


def _place(act: Acting, table: Table) -> _Place:
    must_run(act.tournament)
    table = published_table(act.tournament, table)
    seats = {seat.position: seat for seat in table.seats.select_related("entry")}
    latest = table.results.prefetch_related("scores__seat").order_by("number").last()
    return _Place(table, seats, latest)


def _seen_too_late(place: _Place, entered: EnteredResult) -> Refused:
    """Two people typed the same: good. They typed different things: the second one decides."""
    if place.latest is None:
        return Refused("", marked("This result was not saved. Look at the table again."))
    if is_same(as_entered(place.latest), entered, place.game.target):
        return AlreadyDone(
            "", marked("Table {table} is saved like this already."), table=place.table.number
        )
    return EnteredMeanwhile(place.latest)


def _check(tournament: Tournament, place: _Place, entered: EnteredResult) -> tuple[Caution, ...]:
    """Refuse what cannot have been played; the answer is what has to be looked at."""
    if set(entered.scores) - set(place.seats) or entered.winner not in (None, *place.seats):
        raise Refused("T-020", marked("Not all of these players sit at this table."))
    scores = {place.entry(position): score for position, score in entered.scores.items()}
    missing = [entry for entry, score in scores.items() if score.presence == Presence.MISSING]
    excluded = [entry for entry, score in scores.items() if score.presence == Presence.EXCLUDED]
    _check_missing(place, missing)
    _check_excluded(place, excluded)
    points = {
        entry: score.game_points
        for entry, score in scores.items()
        if score.counts and score.game_points is not None
    }
    game = place.game
    cautions = check_game(
        points,
        place.entry(entered.winner),
        [seat.entry for seat in place.seats.values() if seat.entry not in missing],
        left=[entry for entry, score in scores.items() if score.presence == Presence.LEFT],
        excluded=excluded,
        target=game.target,
        least=game.least,
        most=game.most_points,
        counts={place.entry(at): counts for at, counts in further_of(entered).items()},
        scoring=tournament.scoring,
    )
    breakdowns = {
        entry: score.breakdown
        for entry, score in scores.items()
        if score.counts and score.breakdown
    }
    check_breakdowns(breakdowns, points, game=game, target=game.target)
    return cautions


def _check_missing(place: _Place, missing: Sequence[Entry]) -> None:
    """Only a table of four may play without one of its players, as a table of three (D-102)."""
    if missing and len(place.seats) - len(missing) != 3:
        raise Refused(
            "T-007",
            marked("Missing at table {table}: {players}. Only a table of 4 may play as three."),
            table=place.table.number,
            players=listed(missing),
        )


def _check_excluded(place: _Place, excluded: Sequence[Entry]) -> None:
    keys = _sent_off(place)
    for entry in excluded:
        if entry.pk not in keys:
            raise Refused(
                "T-055",
                marked("{player} was not excluded in this round by the chief referee."),
                player=str(entry),
            )


def _sent_off(place: _Place) -> set[int]:
    """Keys of the entries at this table that were excluded in this round."""
    seated = [seat.entry_id for seat in place.seats.values()]
    found = Exclusion.objects.filter(entry__in=seated, round_number=place.round.number)
    return set(found.values_list("entry_id", flat=True))


def _cautions_of_exclusion(place: _Place, entered: EnteredResult) -> Iterator[Caution]:
    """Points for somebody excluded during the game are the referee's to decide (D-122)."""
    scores = place.latest.scores.all() if place.latest else ()
    kept = {score.seat.entry_id for score in scores if score.presence != Presence.EXCLUDED}
    if _counted(place, entered) & _sent_off(place) - kept:
        yield Caution.of(
            "D-122",
            marked(
                "An excluded player keeps finished games, gets nothing from the running one, and "
                "has no place in the final standings; the others at that table are ranked among "
                "themselves."
            ),
        )


def _counted(place: _Place, entered: EnteredResult) -> set[int]:
    """Keys of the entries that have points of the game."""
    return {place.entry(at).pk for at, score in entered.scores.items() if score.counts}


def _cautions_of_absence(place: _Place, entered: EnteredResult) -> Iterator[Caution]:
    """Whoever was out before the clock ran was not there (D-102), unless a person says so."""
    kept = _counted(place, as_entered(place.latest)) if place.latest else set()
    asked = _counted(place, entered) - kept
    number = place.round.number
    for seat in place.seats.values():
        if seat.entry_id in asked and seat.entry.was_out_before(number):
            excluded = seat.entry.state == EntryState.EXCLUDED
            words = OUT_BY_EXCLUSION if excluded else OUT_BY_WITHDRAWING
            yield Caution.of("D-102", words, player=str(seat.entry), round=number)


def _cautions_of_time(act: Acting, place: _Place, entered: EnteredResult) -> Iterator[Caution]:
    round_ = place.round
    if entered.winner is None and not place.game.by_score:
        yield from _cautions_of_the_bell(act, place)
    if entered.ended:
        following = act.tournament.rounds.filter(number=round_.number + 1).first()
        kind = EventKind(act.tournament.kind)
        latest = latest_end(
            following and following.planned.start,
            kind,
            begins=round_.started_at or round_.starts_at,
            rings=round_.bell_at,
        )
        if flag := played_on(entered.ended, latest):
            yield flag


def _cautions_of_the_bell(act: Acting, place: _Place) -> Iterator[Caution]:
    round_, bell_at = place.round, place.round.bell_of(place.table)
    if round_.limit_minutes is None:
        yield Caution.of(
            "T-060", marked("Time is said to have run out, but the round has no time limit.")
        )
    elif round_.paused_at or (bell_at and act.doer.now < bell_at):
        yield Caution.of("T-060", marked("The bell has not rung yet. Did time really run out?"))


def _cautions_of_change(place: _Place) -> Iterator[Caution]:
    """What a change of a result touches, though nothing that was published is lost."""
    if place.latest and place.latest.ending == Ending.VOID:
        yield Caution.of(
            "T-050",
            marked("This game was declared void by {by}: {reason}"),
            by=place.latest.by,
            reason=place.latest.reason,
        )
    following = Draw.objects.filter(
        round__tournament=place.round.tournament_id,
        round__number=place.round.number + 1,
        withdrawn_at__isnull=True,
    ).first()
    if following and following.published_at:
        yield Caution.of(
            "T-013",
            marked("Round {round} is published already. Its tables stay as they are."),
            round=place.round.number + 1,
        )
    elif following:
        yield Caution.of(
            "T-013",
            marked(
                "Round {round} is drawn from the points before this change. "
                "Look at its draw again before you publish it."
            ),
            round=place.round.number + 1,
        )


def _save(
    place: _Place, doer: Doer, reason: str, entered: EnteredResult, *, target: int | None
) -> Result:
    without_winner = Ending.SCORE if target is None else Ending.TIME
    result = _new_version(
        place,
        doer,
        reason,
        ending=without_winner if entered.winner is None else Ending.WON,
        winner=entered.winner and place.seats[entered.winner],
    )
    Score.objects.bulk_create(
        _score(result, place.seats[position], capped(score, target))
        for position, score in sorted(entered.scores.items())
    )
    return result


def _new_version(place: _Place, doer: Doer, reason: str, **fields: Any) -> Result:
    return Result.objects.create(
        table=place.table,
        number=place.number + 1,
        reason=reason,
        by=doer.name,
        at=doer.now,
        **fields,
    )


def _score(result: Result, seat: Seat, score: EnteredScore) -> Score:
    return Score(
        result=result,
        seat=seat,
        presence=score.presence,
        game_points=score.game_points,
        parts=score.breakdown,
        further=score.further and dict(score.further),
    )
