"""Open proposals of a table: what they say against a result, and what becomes of them by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tournaments.domain.agreeing import Proposed, Word
from tournaments.domain.values import Caution, marked
from tournaments.models import Proposal, ProposalWord, Response, Result, Seat, Table
from tournaments.models.proposal import Outcome
from tournaments.models.result import Presence
from tournaments.services.acts import Doer
from tournaments.services.entered import (
    EnteredResult,
    from_document,
    is_same,
    points_in_a_line,
)


def name_publicly(seats: Iterable[Seat]) -> None:
    """Let the players of a table be named as everybody may read it, for players read it; nothing
    of it is saved."""
    for seat in seats:
        seat.entry.name = seat.entry.public_name


def entered_of(proposal: Proposal) -> EnteredResult:
    """What the player typed."""
    return from_document(proposal.entered, proposal.ended)


def proposed(proposal: Proposal) -> Proposed:
    """What the decisions of a table want to know of a proposal."""
    scores = entered_of(proposal).scores.values()
    return Proposed(
        proposal.entry_id,
        proposal.at,
        tuple(Word(word.entry_id, word.agrees, word.at) for word in proposal.words.all()),
        ordinary=all(score.presence == Presence.PLAYED for score in scores),
    )


def says(proposal: Proposal, entered: EnteredResult, target: int | None) -> bool:
    """Whether the proposal says what was entered."""
    return is_same(entered_of(proposal), entered, target)


def close(proposals: Iterable[Proposal], outcome: Outcome, doer: Doer) -> None:
    """Close them, for ever: what was entered stays to be read. Inside an act only."""
    for proposal in proposals:
        proposal.outcome, proposal.closed_at, proposal.closed_by = outcome, doer.now, doer.name
        proposal.save()


def other_words(table: Table, entered: EnteredResult, *, target: int | None) -> Iterator[Caution]:
    """What players of the table have entered otherwise, or said against it, and nobody has settled:
    nothing of it is overwritten unseen."""
    for proposal in table.proposals.open().told():
        against = [word for word in proposal.words.all() if not word.agrees]
        if says(proposal, entered, target):
            yield from (_caution_of_an_objection(word, table) for word in against)
        else:
            points = points_in_a_line(entered_of(proposal), target)
            yield _caution_of_another(proposal, table, points, against)


def _caution_of_another(
    proposal: Proposal, table: Table, points: str, against: Sequence[ProposalWord]
) -> Caution:
    facts = {"player": str(proposal.entry), "table": table.number, "points": points}
    if not against:
        words = marked("{player} entered another result of table {table}: {points}.")
        return Caution.of("", words, **facts)
    words = marked(
        "{player} entered another result of table {table}: {points}. Do not agree with it: "
        "{others}."
    )
    return Caution.of("", words, **facts, others=", ".join(str(word.entry) for word in against))


def _caution_of_an_objection(word: ProposalWord, table: Table) -> Caution:
    return Caution.of(
        "",
        marked("{player} says of the result of table {table} that it is wrong: {text}"),
        player=str(word.entry),
        table=table.number,
        text=word.text,
    )


def close_proposals(
    result: Result, entered: EnteredResult | None, doer: Doer, *, target: int | None
) -> None:
    """Close what was open at the table of a saved result; None is a void game. Whoever had agreed
    to just this on the own page has confirmed it. Inside an act only."""
    for proposal in result.table.proposals.open().told():
        stands = entered is not None and says(proposal, entered, target)
        proposal.result = result
        close([proposal], Outcome.STANDS if stands else Outcome.OVERTAKEN, doer)
        if stands:
            _confirm(result, proposal)


def _confirm(result: Result, proposal: Proposal) -> None:
    """What another phone said for a player is left for that player to say."""
    words = [word for word in proposal.words.all() if word.agrees]
    said = {one.entry_id: one.at for one in (proposal, *words) if not one.from_code}
    Response.objects.bulk_create(
        Response(result=result, entry_id=key, agrees=True, at=at) for key, at in said.items()
    )
