"""End a round, and open it again."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any

from tournaments.domain.values import Caution, Refused, marked
from tournaments.models import Call, Response, Ruling, Tournament
from tournaments.models.event import Event, PlayedRound, read_event
from tournaments.services.acts import AlreadyDone, Doer, acting
from tournaments.services.agreement import doubts_of_round
from tournaments.services.emergency_packs import make_pack_anew
from tournaments.services.guards import (
    listed,
    must_have_reason,
    must_run,
    published,
    the_round,
)
from tournaments.services.rounds.drawing import withdraw

MOST_NAMED = 20
"""Open matters, and disputes, that are asked of one by one; of more their number is said."""

MOST_QUOTED = 300
"""Letters of a matter that are asked of and kept with what was confirmed."""


def close_round(tournament: Tournament, number: int, doer: Doer) -> None:
    """End a round of which every result is entered, so that the next one may be drawn (T-048)."""
    with acting(tournament, "close_round", doer, round_number=number) as act:
        must_run(act.tournament)
        event = read_event(act.tournament)
        played = the_round(event, number)
        if played.round.closed_at:
            raise AlreadyDone("", marked("Round {round} is closed already."), round=number)
        published(played)
        if played.missing:
            raise Refused(
                "T-048",
                marked("Round {round}: results are missing of table {tables}."),
                round=number,
                tables=listed(table.number for table in played.missing),
            )
        act.heed(_open_matters(event, played))
        if played.round.paused_at:
            played.round.go_on(doer.now)
        played.round.closed_at = doer.now
        played.round.save()
        make_pack_anew(act)


def _open_matters(event: Event, played: PlayedRound) -> Iterator[Caution]:
    """What the chief referee has not decided yet or has decided since, tables that still wait for
    a referee, and results that are not those of their records: a decision may change a result."""
    rulings = event.tournament.rulings.filter(round_number=played.number)
    matters = [ruling for ruling in rulings if ruling.is_open]
    words = marked("Still open in the referee's book: {count} matters.")
    yield from _each_or_counted(matters, _caution_of_a_matter, words)
    calls = Call.objects.waiting(event.tournament).filter(table__draw__round=played.round)
    words = marked("Tables whose call of the referee is still open: {count}.")
    yield from _each_or_counted(calls, _caution_of_a_call, words)
    results = [table.result for table in played.tables]
    disputed = Response.objects.disputes().filter(result__in=results)
    disputed = disputed.select_related("entry", "result__table")
    yield from _ruled_since(played)
    words = marked("Players who do not agree with the result of their table: {count}.")
    yield from _each_or_counted(disputed, _caution_of_a_dispute, words)
    yield from doubts_of_round(played.tables)


def _ruled_since(played: PlayedRound) -> Iterator[Caution]:
    """Of each table of which a matter was decided after its result was entered: what the decision
    changes may not be in it."""
    newest = [table.result for table in played.tables if table.result]
    since = Ruling.objects.tables_ruled_since(newest)
    for seated in played.tables:
        if seated.table.pk in since:
            yield Caution.of(
                "T-050",
                marked(
                    "Table {table}: a matter of it was decided after its result was entered. Is "
                    "the decision in the result?"
                ),
                table=seated.number,
            )


def _each_or_counted(
    found: Collection[Any], caution: Callable[[Any], Caution], counted: str
) -> Iterator[Caution]:
    """A caution of each, or one that counts them where they are too many to be named."""
    if len(found) > MOST_NAMED:
        yield Caution.of("T-050", counted, count=len(found))
    else:
        yield from map(caution, found)


def _caution_of_a_call(call: Call) -> Caution:
    return Caution.of(
        "T-050",
        marked("Table {table} called the referee, and the call is open. It ends with the round."),
        table=call.table.number,
    )


def _caution_of_a_matter(ruling: Ruling) -> Caution:
    return Caution.of(
        "T-050",
        marked("Still open in the referee's book: {question}"),
        question=ruling.question[:MOST_QUOTED],
    )


def _caution_of_a_dispute(response: Response) -> Caution:
    return Caution.of(
        "T-050",
        marked("{player} does not agree with the result of table {table}."),
        player=str(response.entry),
        table=response.result.table.number,
    )


def reopen_round(tournament: Tournament, number: int, doer: Doer, reason: str) -> None:
    """Open a closed round again, for a reason, as long as nobody has seen the next draw.

    A draw of the next round that is not published was made from these results; it is withdrawn.
    """
    with acting(tournament, "reopen_round", doer, round_number=number, reason=reason) as act:
        must_run(act.tournament)
        event = read_event(act.tournament)
        played = the_round(event, number)
        if not played.round.closed_at:
            raise AlreadyDone("", marked("Round {round} is open."), round=number)
        must_have_reason(reason, "", marked("Opening a round again needs a reason."))
        following = event.round(number + 1)
        if following and following.is_published:
            raise Refused(
                "T-016",
                marked(
                    "Round {following} is published, and its tables follow from round {round}. "
                    "A single result can be corrected with a reason without opening the round."
                ),
                round=number,
                following=following.number,
            )
        if following and following.draw:
            act.heed([_caution_of_the_next_draw(following)])
            withdraw(following, reason, doer)
        played.round.closed_at = None
        played.round.save()
        make_pack_anew(act)


def _caution_of_the_next_draw(following: PlayedRound) -> Caution:
    return Caution.of(
        "T-013",
        marked("Round {round} is drawn from these results already. Its draw will be withdrawn."),
        round=following.number,
    )
