"""A table calls the referee, and a referee comes (T-050).

Who may do what is in tournaments/permissions.py; the chief referee alone decides, what another
referee said at the table waits as a proposal.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tournaments.domain.calling import check_answer
from tournaments.domain.referees import own_game
from tournaments.domain.values import Refused, marked
from tournaments.models import Call, Entry, Ruling, Table, Tournament
from tournaments.models.call import CallKind, CallOutcome
from tournaments.models.referee import RulingKind
from tournaments.services.acts import Acting, AlreadyDone, Doer, acting
from tournaments.services.guards import must_run, published_table
from tournaments.services.proposing import MAY_SAY, OWN_PAGE_ONLY, Player
from tournaments.services.selves import is_one_of, persons_at


def call_referee(
    tournament: Tournament, table: Table, kind: str, text: str, player: Player
) -> Call:
    """Call a referee to the player's table; one call of a table is open at a time.

    Raises `AlreadyDone` while one is, and `Refused` for a table that does not play any more, and
    on another's phone where everybody speaks from their own page.
    """
    number = table.draw.round.number
    with acting(tournament, "call_referee", player.doer, round_number=number) as act:
        must_run(act.tournament)
        table = published_table(act.tournament, table)
        if table.draw.round.closed_at:
            message = marked("Round {round} is closed; please go to the desk.")
            raise Refused("", message, round=number)
        _must_speak_for(player, table)
        if table.calls.open().exists():
            message = marked("The referee is called to table {table} already.")
            raise AlreadyDone("", message, table=table.number)
        act.detail = f"{table.number}:{player.mark}"
        return Call.objects.create(
            table=table,
            entry=player.entry,
            kind=kind,
            text=text,
            from_code=player.from_code,
            at=player.doer.now,
        )


def cancel_call(tournament: Tournament, call_id: int, player: Player) -> Call:
    """Anybody at the table says that no referee is needed any more."""
    with _about(tournament, "cancel_call", call_id, player.doer) as (act, call):
        _must_speak_for(player, call.table)
        act.detail += player.mark
        _close(call, CallOutcome.CANCELLED, player.doer)
    return call


def take_call(tournament: Tournament, call_id: int, doer: Doer) -> Call:
    """A referee says "I am coming"; whoever takes it from another one is on the way instead."""
    with _about(tournament, "take_call", call_id, doer) as (act, call):
        if call.taken_by == doer.name and call.taken_at:
            raise AlreadyDone("", marked("You are on the way already."))
        _heed_own_game(act, call)
        call.taken_by, call.taken_at = doer.name, doer.now
        call.save()
    return call


def close_call(tournament: Tournament, call_id: int, doer: Doer) -> Call:
    """There was nothing to decide at the table."""
    with _about(tournament, "close_call", call_id, doer) as (_act, call):
        _close(call, CallOutcome.NOTHING, doer)
    return call


def rule_on_call(
    tournament: Tournament, call_id: int, question: str, decision: str, doer: Doer
) -> Ruling:
    """The chief referee decides at the table; it is a ruling as any other (T-050)."""
    with _about(tournament, "rule_on_call", call_id, doer) as (act, call):
        ruling = _ruled(act, call, question, decision, doer)
        ruling.decision, ruling.decided_by, ruling.decided_at = decision, doer.name, doer.now
        ruling.save()
    return ruling


def propose_ruling(
    tournament: Tournament, call_id: int, question: str, answer: str, doer: Doer
) -> Ruling:
    """What another referee said at the table: it waits in the book for the chief referee, who
    decides (T-050)."""
    with _about(tournament, "propose_ruling", call_id, doer) as (act, call):
        return _ruled(act, call, question, answer, doer)


def _ruled(act: Acting, call: Call, question: str, answer: str, doer: Doer) -> Ruling:
    """Close a call with its matter in the referee's book, with everybody at the table."""
    check_answer(answer)
    if not question.strip():
        raise Refused("T-050", marked("Write down what happened."))
    _heed_own_game(act, call)
    table = call.table
    ruling = Ruling.objects.create(
        tournament=table.draw.round.tournament,
        kind=RulingKind.QUESTION if call.kind == CallKind.RULE else RulingKind.DISPUTE,
        round_number=table.draw.round.number,
        table=table,
        question=question,
        opened_by=doer.name,
        opened_at=doer.now,
    )
    ruling.players.set([seat.entry for seat in table.seats.select_related("entry")])
    call.answer, call.ruling = answer, ruling
    _close(call, CallOutcome.RULING, doer)
    return ruling


def _heed_own_game(act: Acting, call: Call) -> None:
    """A referee who plays at the table is asked first (D-134)."""
    act.heed(own_game(is_one_of(act.tournament, act.doer, persons_at(call.table))))


@contextmanager
def _about(
    tournament: Tournament, name: str, call_id: int, doer: Doer
) -> Iterator[tuple[Acting, Call]]:
    """An act about an open call of the tournament; its detail begins with the table's number."""
    rounds = Call.objects.filter(pk=call_id, table__draw__round__tournament=tournament)
    number = rounds.values_list("table__draw__round__number", flat=True).first()
    with acting(tournament, name, doer, round_number=number) as act:
        must_run(act.tournament)
        call = Call.objects.waiting(act.tournament).filter(pk=call_id).first()
        if call is None:
            raise AlreadyDone("", marked("That call is over. Please look at the calls again."))
        act.detail = f"{call.table.number}:"
        yield act, call


def _close(call: Call, outcome: str, doer: Doer) -> None:
    call.outcome, call.closed_by, call.closed_at = outcome, doer.name, doer.now
    call.save()


def _must_speak_for(player: Player, table: Table) -> None:
    entry = player.entry
    if player.from_code and table.draw.round.tournament.own_phones_only:
        raise Refused("", OWN_PAGE_ONLY)
    if not table.seats.filter(entry=entry).exists():
        raise Refused("T-020", marked("You do not sit at table {table}."), table=table.number)
    if not Entry.objects.filter(pk=entry.pk, state__in=MAY_SAY).exists():
        message = marked("You do not play any more; please talk to the chief referee.")
        raise Refused("T-050", message)
