"""What acts ask first."""

from __future__ import annotations

from collections.abc import Iterable

from tournaments.domain.values import Refused, marked
from tournaments.models import Draw, Table, Tournament
from tournaments.models.event import Event, PlayedRound
from tournaments.models.tournament import State


def must_not_be_over(tournament: Tournament) -> None:
    """Refuse what makes no sense once a tournament is finished or cancelled."""
    if tournament.state == State.CANCELLED:
        raise Refused("", marked("The tournament is cancelled; nothing can be changed any more."))
    if tournament.is_over:
        raise Refused(
            "",
            marked(
                "The tournament is over; nothing can be changed unless the series opens it again."
            ),
        )


def must_run(tournament: Tournament) -> None:
    """Refuse what only a running tournament allows."""
    must_not_be_over(tournament)
    if tournament.state != State.RUNNING:
        raise Refused("", marked("The tournament is not running yet."))


def open_round(event: Event, number: int) -> PlayedRound:
    """The round of a running tournament, as long as it is not closed."""
    must_run(event.tournament)
    played = the_round(event, number)
    if played.round.closed_at:
        raise Refused("", marked("Round {round} is closed. Open it again first."), round=number)
    return played


def the_round(event: Event, number: int) -> PlayedRound:
    played = event.round(number)
    if played is None:
        raise Refused("T-002", marked("There is no round {round}."), round=number)
    return played


def must_be_the_turn_of(event: Event, number: int) -> None:
    """Refuse (T-048) a round as long as one before it is not played and closed."""
    for earlier in event.rounds:
        if earlier.number >= number:
            break
        if earlier.missing:
            raise Refused(
                "T-048",
                marked("Round {round}: results are missing of table {tables}."),
                round=earlier.number,
                tables=listed(table.number for table in earlier.missing),
            )
        if not earlier.round.closed_at:
            raise Refused("T-048", marked("Round {round} is not closed yet."), round=earlier.number)


def drawn(played: PlayedRound) -> Draw:
    """The current draw of the round."""
    if played.draw is None:
        raise Refused("", marked("Round {round} is not drawn."), round=played.number)
    return played.draw


def published(played: PlayedRound) -> Draw:
    """The current draw of the round, once everybody may see it."""
    draw = drawn(played)
    if draw.published_at is None:
        raise Refused(
            "",
            marked("The draw of round {round} is not published yet."),
            round=played.number,
        )
    return draw


def published_table(tournament: Tournament, table: Table) -> Table:
    """The table read again, once everybody may see it and as long as its draw stands."""
    table = Table.objects.select_related("draw__round").get(pk=table.pk)
    draw = table.draw
    if draw.round.tournament_id != tournament.pk:
        raise Refused("", marked("There is no such table in this tournament."))
    draw.round.tournament = tournament
    if draw.withdrawn_at:
        raise Refused(
            "",
            marked(
                "Round {round} was drawn again meanwhile. Table {table} of draw {attempt} "
                "does not count any more."
            ),
            round=draw.round.number,
            table=table.number,
            attempt=draw.attempt,
        )
    if draw.published_at is None:
        raise Refused(
            "",
            marked("The draw of round {round} is not published yet."),
            round=draw.round.number,
        )
    return table


def listed(items: Iterable[object]) -> str:
    """Names or numbers in one line, as facts of a refusal."""
    return ", ".join(str(item) for item in items)


def must_have_reason(reason: str, rule_id: str, message: str, **facts: object) -> None:
    if not reason.strip():
        raise Refused(rule_id, message, **facts)
