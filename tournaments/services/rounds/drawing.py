"""Seat a round: draw its tables, or draw them again, and build its board."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tournaments.domain import audit
from tournaments.domain.conditions import check_opening, few_players_note
from tournaments.domain.draw import ALGORITHM, SCHEDULE, answer_of, schedule_answer
from tournaments.domain.formats.laying_out import fits
from tournaments.domain.seating import table_sizes
from tournaments.domain.values import Caution, EventKind, Refused, marked
from tournaments.models import (
    Commitment,
    Draw,
    Entry,
    Official,
    PublicValue,
    Seat,
    Table,
    Tournament,
)
from tournaments.models.entry import EntryState, Role
from tournaments.models.event import Event, PlayedRound, read_event
from tournaments.models.tournament import State
from tournaments.services.acts import AlreadyDone, Doer, acting
from tournaments.services.emergency_packs import make_pack_anew
from tournaments.services.guards import (
    drawn,
    listed,
    must_be_the_turn_of,
    must_have_reason,
    open_round,
    the_round,
)
from tournaments.services.rounds.committing import covering
from tournaments.services.rounds.inputs import (
    beyond_a_schedule,
    draw_from,
    draw_inputs,
    schedule_from,
    schedule_inputs,
    schedule_length,
    to_be_seated,
    wanted_sizes,
)

SEED_BYTES = 16
"""Of a seed that the system makes up for a draw without a commitment."""


def draw_round(
    tournament: Tournament,
    number: int,
    seed: str,
    doer: Doer,
    reason: str = "",
    *,
    value: int | None = None,
    instead_of: int | None = None,
) -> Draw:
    """Draw the tables of a round, or draw them again for a reason (T-016).

    `seed` comes from the system. The board is built from it, and the tables too unless their seeds
    were committed to: then what was rolled in the hall, and typed and confirmed before the first
    draw of the round (rolling.py), goes into the seed of that draw and of every later one. `value`
    is the number of what was looked at.

    Where the format has a schedule, all rounds of the stage are drawn with the first one; drawn
    again later, a round is drawn by itself, and so are those after it when it is their turn
    (FM-13).

    An earlier draw is withdrawn and stays readable, with its results. `instead_of` is the attempt
    that was looked at when this one was asked for (0: none), so that a second click or a second
    person does not draw again unseen. The first draw of all begins the tournament: whoever was
    confirmed and is not checked in did not come. A round without a board gets one (T-003).
    """
    with acting(tournament, "draw_round", doer, round_number=number, reason=reason) as act:
        event = read_event(act.tournament)
        played = _round_to_draw(event, number)
        _check_attempt(played, instead_of)
        _check_opening(event)
        if played.draw is not None:
            must_have_reason(
                reason,
                "T-016",
                marked("Round {round} is drawn already. Drawing it again needs a reason."),
                round=number,
            )
        seated = len(to_be_seated(event, number))
        table_sizes(seated, wanted_sizes(event, number, seated))
        commitment, together = covering(act.tournament, number), schedule_length(event, number)
        rolled = _rolled(played, value) if commitment else None
        act.heed(
            [
                *_cautions_of_the_value(rolled),
                *_cautions_at_the_first_draw(event),
                *_cautions_of_a_schedule(event, together),
                *cautions_of_taking_back(played),
            ]
        )
        if beyond_a_schedule(event, together):
            together = 1
        if rolled:
            played.round.public_value = rolled.value
            played.round.save()
        if act.tournament.state == State.CHECK_IN:
            _begin(act.tournament)
        if played.draw is not None:
            withdraw(played, reason, doer)
        _withdraw_scheduled_after(event, played, reason, doer)
        for one in event.rounds[number - 1 : number - 1 + together]:
            if one.game.has_board and not one.round.board_seed:
                one.round.board_seed = board_seed(seed, one.number)
                one.round.save()
        draw = _draw(event, played, seed, reason, doer, commitment=commitment, together=together)
        act.detail = str(draw.attempt)
        if played.is_published:
            make_pack_anew(act)
    return draw


def _draw(
    event: Event,
    played: PlayedRound,
    seed: str,
    reason: str,
    doer: Doer,
    *,
    commitment: Commitment | None,
    together: int,
) -> Draw:
    """The draw of the round, and with it those of the rounds drawn `together` with it."""
    scheduled, attempt = together > 1, _next_attempt(played)
    inputs = schedule_inputs(event, together) if scheduled else draw_inputs(event, played)
    algorithm = SCHEDULE if scheduled else ALGORITHM
    if commitment:
        seed = _seed(commitment, played, attempt, inputs, algorithm)
    if scheduled:
        schedule = schedule_from(event, inputs, seed)
        answer, rounds = schedule_answer(schedule), schedule.rounds
    else:
        found = draw_from(event, inputs, seed)
        answer, rounds = answer_of(found), (found.tables,)
    by_number = {str(entry.number): entry for entry in event.entries.values()}
    draws = []
    for seated, tables in zip(event.rounds[played.number - 1 :], rounds, strict=False):
        if seated is not played and played.round.public_value:
            # What was rolled for the first round went into all of them.
            seated.round.public_value = played.round.public_value
            seated.round.save()
        draw = Draw.objects.create(
            round=seated.round,
            commitment=commitment,
            attempt=attempt,
            seed=seed,
            algorithm=algorithm,
            inputs=inputs,
            answer=answer,
            reason=reason,
            by=doer.name,
            at=doer.now,
        )
        _seat(draw, [[by_number[name] for name in table.players] for table in tables])
        draws.append(draw)
    return draws[0]


def _withdraw_scheduled_after(event: Event, played: PlayedRound, reason: str, doer: Doer) -> None:
    """A schedule holds as a whole: what it had for later rounds goes with what it had for this."""
    for later in event.rounds[played.number :]:
        if later.draw is not None and later.draw.is_of_a_schedule:
            withdraw(later, reason, doer)


def _cautions_of_a_schedule(event: Event, together: int) -> Iterator[Caution]:
    if together > 1 and beyond_a_schedule(event, together):
        yield Caution.of(
            "FM-13",
            marked(
                "The wishes for the draw say more than a schedule of all rounds can keep, so "
                "each round is drawn by itself before it begins."
            ),
        )


def _round_to_draw(event: Event, number: int) -> PlayedRound:
    """The round, if it is its turn: everything before it is played and closed (T-048)."""
    if event.tournament.state == State.CHECK_IN:
        played = the_round(event, number)
    else:
        played = open_round(event, number)
    must_be_the_turn_of(event, number)
    return played


def _check_attempt(played: PlayedRound, instead_of: int | None) -> None:
    current = played.draw.attempt if played.draw else 0
    if instead_of is not None and instead_of != current:
        raise AlreadyDone(
            "",
            marked("Round {round} was drawn meanwhile; this is draw {attempt}."),
            round=played.number,
            attempt=current,
        )


def _rolled(played: PlayedRound, seen: int | None) -> PublicValue | None:
    """What goes into the first draw of the round; None for a later draw, which keeps it."""
    if played.round.public_value:
        return None
    typed = list(played.round.values.order_by("number"))
    place = audit.one_that_counts([value.confirmed_at is not None for value in typed])
    if place is None:
        raise Refused("T-016", marked("Type what was rolled in front of the players."))
    if seen is not None and seen != typed[-1].number:
        raise AlreadyDone(
            "",
            marked("{value} was typed meanwhile. Look at it before you draw."),
            value=typed[-1].value,
        )
    return typed[place]


def _cautions_of_the_value(rolled: PublicValue | None) -> Iterator[Caution]:
    if rolled is None:
        return
    if rolled.confirmed_at is None:
        yield Caution.of(
            "T-016",
            marked(
                "Nobody has confirmed {value}. The public record will say that one person typed it "
                "and nobody confirmed it."
            ),
            value=rolled.value,
        )
    later = rolled.round.values.filter(number__gt=rolled.number).last()
    if later:
        yield Caution.of(
            "T-016",
            marked("{later} was typed last and nobody has confirmed it; the draw takes {value}."),
            later=later.value,
            value=rolled.value,
        )


def _check_opening(event: Event) -> None:
    chief = Official.objects.filter(tournament=event.tournament, role=Role.CHIEF_REFEREE).first()
    check_opening(
        EventKind(event.tournament.kind), event.plan, chief_referee=chief and chief.full_name
    )


def _cautions_at_the_first_draw(event: Event) -> Iterator[Caution]:
    if event.tournament.state != State.CHECK_IN:
        return
    absent = [e for e in event.entries.values() if e.state == EntryState.CONFIRMED]
    if absent:
        yield Caution.of(
            "D-102",
            marked("Not checked in, to be marked as not having come: {players}."),
            players=listed(absent),
        )
    format_ = event.tournament.format_kept
    if format_ and format_.bands and not fits(format_, event.cuts, len(event.active)):
        yield Caution.of(
            "FM-03",
            marked(
                "The format has other rounds for {players} players than the timetable. Once round "
                "1 is drawn they stay as they are."
            ),
            players=len(event.active),
        )
    if format_ and format_.least is not None and len(event.active) < format_.least:
        yield Caution.of(
            "FM-06",
            marked("Players here: {players}. With fewer than {least} the event gives no places."),
            players=len(event.active),
            least=format_.least,
        )
    if note := few_players_note(EventKind(event.tournament.kind), len(event.active)):
        yield note


def cautions_of_taking_back(played: PlayedRound) -> Iterator[Caution]:
    """What others have seen or done already on the grounds of this draw."""
    if not played.is_published:
        return
    yield Caution.of(
        "T-016",
        marked("Draw {attempt} of round {round} is published: people may be on their way."),
        attempt=played.draw.attempt,
        round=played.number,
    )
    if played.round.started_at:
        yield Caution.of("", marked("The clock runs. It will be set back."))
    entered = [table.number for table in played.tables if table.result]
    if entered:
        yield Caution.of(
            "",
            marked("Results are entered of table {tables}. They stay with this draw."),
            tables=listed(entered),
        )
    written = [table.number for table in played.tables if table.table.record_id]
    if written:
        yield Caution.of(
            "",
            marked("Games are written down of table {tables}. They stay with this draw."),
            tables=listed(written),
        )


def _begin(tournament: Tournament) -> None:
    tournament.state = State.RUNNING
    tournament.save(update_fields=["state"])
    for entry in tournament.entries.filter(state=EntryState.CONFIRMED):
        entry.state = EntryState.NO_SHOW
        entry.save(update_fields=["state"])


def withdraw(played: PlayedRound, reason: str, doer: Doer) -> None:
    """Put the current draw aside for ever, and the clock with it."""
    draw = drawn(played)
    draw.withdrawn_at = doer.now
    draw.withdrawn_reason = reason
    draw.save(update_fields=["withdrawn_at", "withdrawn_reason"])
    set_back_clock(played)


def set_back_clock(played: PlayedRound) -> None:
    """As if it had not been started: what was said of its bell is gone with it."""
    if played.round.started_at:
        played.round.started_at = played.round.paused_at = None
        played.round.paused_seconds = 0
        played.round.turn_limit_minutes = None
        played.round.save()
        Table.objects.filter(draw=played.draw).update(extra_minutes=0, bell_position=None)


def _next_attempt(played: PlayedRound) -> int:
    last = played.round.draws.order_by("attempt").last()
    return last.attempt + 1 if last else 1


def _seed(
    commitment: Commitment,
    played: PlayedRound,
    attempt: int,
    inputs: Mapping[str, Any],
    algorithm: str,
) -> str:
    """The seed that follows from the commitment."""
    return audit.seed_of(
        event=commitment.event,
        round_number=played.number,
        attempt=attempt,
        algorithm=algorithm,
        inputs=inputs,
        public=played.round.public_value,
        secret=commitment.link(played.number),
    )


def _seat(draw: Draw, tables: Sequence[Sequence[Entry]]) -> None:
    made = Table.objects.bulk_create(
        Table(draw=draw, number=number) for number in range(1, len(tables) + 1)
    )
    Seat.objects.bulk_create(
        Seat(draw=draw, table=table, position=position, entry=entry)
        for table, entries in zip(made, tables, strict=True)
        for position, entry in enumerate(entries, start=1)
    )


def board_seed(seed: str, number: int) -> str:
    """The seed of a round's board, different for every round whatever the seed of the draw."""
    return hashlib.sha256(f"{seed}:board:{number}".encode()).hexdigest()[:16]


def build_board(tournament: Tournament, number: int, seed: str, doer: Doer) -> None:
    """Build a new random board for a round that nobody has seen yet (T-003, T-004)."""
    with acting(tournament, "build_board", doer, round_number=number) as act:
        event = read_event(act.tournament)
        if act.tournament.state == State.CHECK_IN:
            played = the_round(event, number)
        else:
            played = open_round(event, number)
        if played.round.board_seed == seed:
            raise AlreadyDone("", marked("This board is built already."))
        if played.is_published:
            raise Refused(
                "T-004",
                marked("Round {round} is published with its board; a round has only one."),
                round=number,
            )
        for other in event.rounds:
            if other.round.board_seed == seed:
                raise Refused(
                    "T-003",
                    marked("Round {round} has this board. Every round gets a new one."),
                    round=other.number,
                )
        played.round.board_seed = seed
        played.round.save()
