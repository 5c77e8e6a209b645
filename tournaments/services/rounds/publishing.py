"""Show a draw to everybody, and take it back with a reason."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tournaments.domain.meetings import repeated_trios
from tournaments.domain.values import Caution, Refused, marked
from tournaments.models import Call, Draw, Entry, Tournament
from tournaments.models.call import CallOutcome
from tournaments.models.event import Event, PlayedRound, read_event
from tournaments.services.acts import AlreadyDone, Doer, acting
from tournaments.services.emergency_packs import make_pack_anew
from tournaments.services.guards import (
    drawn,
    listed,
    must_be_the_turn_of,
    must_have_reason,
    open_round,
)
from tournaments.services.rounds.drawing import cautions_of_taking_back, set_back_clock
from tournaments.services.rounds.swapping import check_seating, in_entries


def publish_draw(
    tournament: Tournament, number: int, doer: Doer, *, attempt: int | None = None
) -> Draw:
    """Show the draw to everybody. `attempt` is the one that was looked at."""
    with acting(tournament, "publish_draw", doer, round_number=number) as act:
        event = read_event(act.tournament)
        played = open_round(event, number)
        draw = drawn(played)
        if attempt is not None and attempt != draw.attempt:
            raise Refused(
                "",
                marked("Draw {attempt} was made meanwhile. Look at it before you publish."),
                attempt=draw.attempt,
            )
        if played.is_published:
            raise AlreadyDone("", marked("Round {round} is published already."), round=number)
        # Of a schedule every round is drawn before its turn.
        must_be_the_turn_of(event, number)
        tables = in_entries(event, [table.entry_ids for table in played.tables])
        check_seating(event, played, tables)
        act.heed(_cautions_of_trios(event, played, tables))
        draw.published_at = doer.now
        draw.save(update_fields=["published_at"])
        act.detail = str(draw.attempt)
        make_pack_anew(act)
    return draw


def _cautions_of_trios(
    event: Event, played: PlayedRound, tables: Sequence[Sequence[Entry]]
) -> Iterator[Caution]:
    if len(tables) == 1:
        # At the only table, of a final say, there is nobody else to sit with.
        return
    history = [in_entries(event, met) for met in event.history(before_round=played.number)]
    for trio in repeated_trios(tables, history=history):
        yield Caution.of(
            "T-018",
            marked("{players} meet again at table {table}."),
            players=listed(trio.players),
            table=trio.table,
        )


def unpublish_draw(tournament: Tournament, number: int, doer: Doer, reason: str) -> None:
    """Take a published draw back to the officials, for a reason; its results stay with it."""
    with acting(tournament, "unpublish_draw", doer, round_number=number, reason=reason) as act:
        played = open_round(read_event(act.tournament), number)
        draw = drawn(played)
        if not played.is_published:
            raise AlreadyDone("", marked("The draw of round {round} is not public."), round=number)
        must_have_reason(reason, "T-016", marked("Taking a draw back needs a reason."))
        act.heed(cautions_of_taking_back(played))
        draw.published_at = None
        draw.save(update_fields=["published_at"])
        # Published again, perhaps after a swap, its tables are called from anew.
        still = Call.objects.open().filter(table__draw=draw)
        still.update(outcome=CallOutcome.NOTHING, closed_by=doer.name, closed_at=doer.now)
        set_back_clock(played)
        act.detail = str(draw.attempt)
        make_pack_anew(act)
