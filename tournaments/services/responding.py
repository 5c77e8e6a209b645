"""What players say of a result: yes, that is how it was, or no, and why."""

from __future__ import annotations

from django.db import transaction

from tournaments.domain.values import Refused, marked
from tournaments.models import Entry, Response, Result, Ruling, Tournament
from tournaments.models.referee import RulingKind
from tournaments.models.result import Ending
from tournaments.services.acts import AlreadyDone, Doer, acting
from tournaments.services.refereeing import open_ruling

MOST_SAID = 4000
"""Letters that one player says of one result, the bound of a matter in the referee's book."""

BETWEEN = "\n\n"
"""What stands between the first words on a result and those that were added to them."""


def respond_to_result(
    tournament: Tournament,
    entry: Entry,
    result_id: int,
    *,
    agrees: bool,
    text: str,
    doer: Doer,
    sending: str = "",
) -> Response:
    """Keep the player's word on the result of their own table; the latest word holds. `sending` is
    how the phone names what it sends.

    A dispute goes into the referee's book at once, with everybody at the table (T-050): one matter
    for each result and player, to which further words are added until it is decided. Raises
    `Refused` for a result that was corrected meanwhile, or of a table that was drawn again, and a
    dispute of whoever plays no more or whose dispute was decided.
    """
    text = text.strip()
    if not agrees and not text:
        raise Refused("T-050", marked("Say what is wrong with the result."))
    with transaction.atomic():
        response, is_new_dispute = _respond(
            tournament, entry, result_id, agrees=agrees, text=text, doer=doer, sending=sending
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
    tournament: Tournament,
    entry: Entry,
    result_id: int,
    *,
    agrees: bool,
    text: str,
    doer: Doer,
    sending: str,
) -> tuple[Response, bool]:
    with acting(tournament, "respond_to_result", doer, sending=sending) as act:
        if act.tournament.is_over:
            raise Refused("", marked("The tournament is closed; please talk to the chief referee."))
        result = _result(entry, result_id)
        act.round_number = result.table.draw.round.number
        response = Response.objects.filter(result=result, entry=entry).first()
        response = response or Response(result=result, entry=entry)
        if response.pk and response.agrees == agrees and (agrees or _is_said(response, text)):
            raise AlreadyDone("", marked("That is noted already."))
        matter = None
        if not agrees:
            _must_play(entry)
            matter = _matter_of(response, doer)
            response.text = _added(matter, text) if matter else text
        response.agrees, response.at = agrees, doer.now
        response.save()
        act.detail = f"{result.table.number}: {'+' if agrees else '-'} {text}"[:300].strip()
    return response, not agrees and matter is None


def _is_said(response: Response, text: str) -> bool:
    return text in response.text.split(BETWEEN)


def _must_play(entry: Entry) -> None:
    """Raise `Refused` for whoever was excluded or has left: they talk to the chief referee."""
    if not Entry.objects.active().filter(pk=entry.pk).exists():
        message = marked("You do not play any more; please talk to the chief referee.")
        raise Refused("T-050", message)


def _matter_of(response: Response, doer: Doer) -> Ruling | None:
    """The matter that the player's words on the result opened: what they said stands there word
    for word, also after they agreed in between."""
    table = response.result.table
    matters = table.rulings.filter(
        kind=RulingKind.DISPUTE, question=response.text, opened_by=doer.name
    )
    return matters.order_by("pk").last() if response.text else None


def _added(matter: Ruling, text: str) -> str:
    """All that was said of the result, once the matter has these words, too."""
    if matter.decided_at:
        message = marked(
            "The chief referee has decided about this result. Whoever does not accept it protests "
            "at the desk."
        )
        raise Refused("T-051", message)
    if text in matter.question.split(BETWEEN):
        return matter.question
    whole = f"{matter.question}{BETWEEN}{text}"
    if len(whole) > MOST_SAID:
        message = marked(
            "More does not fit on one result; please tell the rest to the chief referee."
        )
        raise Refused("T-050", message)
    matter.question = whole
    matter.save(update_fields=["question"])
    return whole


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
