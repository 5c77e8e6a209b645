"""What players say of a result: yes, that is how it was, or no, and why."""

from __future__ import annotations

from django.db import transaction

from tournaments.domain.values import Refused, marked
from tournaments.models import Entry, Response, Result, Tournament
from tournaments.models.result import Ending
from tournaments.services.acts import Doer, acting
from tournaments.services.refereeing import open_ruling


def respond_to_result(
    tournament: Tournament, entry: Entry, result_id: int, *, agrees: bool, text: str, doer: Doer
) -> Response:
    """Keep the player's word on the result of their own table; the latest word holds.

    A dispute goes into the referee's book at once, with everybody at the table (T-050). Raises
    `Refused` for a result that was corrected meanwhile, or of a table that was drawn again.
    """
    text = text.strip()
    if not agrees and not text:
        raise Refused("T-050", marked("Say what is wrong with the result."))
    with transaction.atomic():
        response, is_new_dispute = _respond(
            tournament, entry, result_id, agrees=agrees, text=text, doer=doer
        )
        if is_new_dispute:
            table = response.result.table
            open_ruling(
                tournament,
                text,
                doer,
                round_number=table.draw.round.number,
                table=table,
                players=[seat.entry for seat in table.seats.select_related("entry")],
            )
    return response


def _respond(
    tournament: Tournament, entry: Entry, result_id: int, *, agrees: bool, text: str, doer: Doer
) -> tuple[Response, bool]:
    with acting(tournament, "respond_to_result", doer) as act:
        if act.tournament.is_over:
            raise Refused("", marked("The tournament is closed; please talk to the chief referee."))
        result = _result(entry, result_id)
        before = Response.objects.filter(result=result, entry=entry).first()
        response, _ = Response.objects.update_or_create(
            result=result,
            entry=entry,
            defaults={"agrees": agrees, "text": text, "at": doer.now},
        )
        act.detail = f"{result.table.number}: {'+' if agrees else '-'} {text}"[:300].strip()
    said_before = before is not None and not before.agrees and before.text == text
    return response, not agrees and not said_before


def _result(entry: Entry, result_id: int) -> Result:
    """The result, if it still holds and the player sits at its table."""
    result = (
        Result.objects.filter(
            pk=result_id,
            table__seats__entry=entry,
            table__draw__withdrawn_at__isnull=True,
        )
        .exclude(ending=Ending.VOID)
        .select_related("table__draw__round")
        .first()
    )
    if result is None or result.table.results.filter(number__gt=result.number).exists():
        raise Refused("", marked("The result was changed meanwhile. Please look at it again."))
    return result
