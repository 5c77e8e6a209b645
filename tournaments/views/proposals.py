"""What players entered for their tables, as their own pages and the desk show it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from django.utils.translation import gettext as _

from tournaments.domain.agreeing import Stand, agreed_without_a_word, silent, stand_of
from tournaments.models import Draw, Entry, Proposal, ProposalWord, Seat, Table, Tournament
from tournaments.models.event import PlayedRound, SeatedTable, read_table
from tournaments.models.result import Ending, Presence
from tournaments.models.tournament import FromTheTable
from tournaments.services.entered import EnteredResult, as_entered
from tournaments.services.proposals import entered_of, proposed
from tournaments.wording import further_words


@dataclass(frozen=True, slots=True)
class ShownScore:
    """One player in a proposal; `differs` where another open one of the table says otherwise."""

    name: str
    game_points: int | None
    note: str
    won: bool
    differs: bool


@dataclass(frozen=True, slots=True)
class Objection:
    by: str
    text: str
    entry_id: int
    from_code: bool


@dataclass(frozen=True, slots=True)
class ShownProposal:
    """A proposal in words: what it says, who stands by it, and who has said nothing yet. Whoever
    said it on another's phone is named so."""

    proposal: Proposal
    by: str
    scores: tuple[ShownScore, ...]
    nobody_won: bool
    agreed: tuple[str, ...]
    silent: tuple[str, ...]
    objections: tuple[Objection, ...]


@dataclass(frozen=True, slots=True)
class Talk:
    """What a table says of its result while it has none. `stands_at` is when it will stand without
    the last word, `may_miss_one` whether it can come to that."""

    number: int
    stand: Stand
    proposals: tuple[ShownProposal, ...]
    stands_at: dt.datetime | None = None
    may_miss_one: bool = False

    @property
    def waits_for_desk(self) -> bool:
        """Whether its players have said what they can, and the result does not stand by that."""
        return self.stand is Stand.AGREED

    @property
    def objectors(self) -> set[int]:
        """Keys of the players who said that something entered is wrong."""
        return {said.entry_id for said in self._objections}

    @property
    def objectors_by_code(self) -> set[int]:
        """Those of them for whom only another's phone said so."""
        return self.objectors - {said.entry_id for said in self._objections if not said.from_code}

    @property
    def _objections(self) -> Iterator[Objection]:
        return chain.from_iterable(shown.objections for shown in self.proposals)

    @property
    def single(self) -> ShownProposal | None:
        """The one that may be accepted at once: there is no other, and nobody objected."""
        return self.proposals[0] if self.stand in (Stand.WAITS, Stand.AGREED) else None


def talk_of(
    tournament: Tournament,
    number: int,
    seats: Sequence[Seat],
    proposals: Sequence[Proposal],
    *,
    named: Callable[[Entry], str],
    now: dt.datetime,
) -> Talk:
    """What the table of this number says with its open proposals, its players named so."""
    seated = [seat.entry_id for seat in seats]
    values = [proposed(proposal) for proposal in proposals]
    agreed = tournament.from_the_table == FromTheTable.AGREED and len(values) == 1
    stands_at = agreed_without_a_word(values[0], seated) if agreed else None
    return Talk(
        number,
        _stand(seats, proposals, now),
        tuple(_shown(seats, proposals, named)),
        stands_at if stands_at and stands_at > now else None,
        may_miss_one=agreed and values[0].ordinary,
    )


def shown_result(seated: SeatedTable, *, named: Callable[[Entry], str]) -> list[ShownScore]:
    """What was saved for a table; nothing of a void game, which counts for nobody."""
    if seated.result is None or seated.result.ending == Ending.VOID:
        return []
    saved = as_entered(seated.result)
    names = {seat.entry_id: named(seat.entry) for seat in seated.seats}
    return list(_scores(seated.seats, saved, [saved], names))


def conflicts(
    tournament: Tournament, *, named: Callable[[Entry], str], now: dt.datetime
) -> list[tuple[int, Talk]]:
    """The tables that do not agree on their result, each with the number of its round."""
    by_table: dict[Table, list[Proposal]] = {}
    found = Proposal.objects.open().of_standing_draws(tournament).told()
    for proposal in found.select_related("table__draw__round"):
        by_table.setdefault(proposal.table, []).append(proposal)
    talks = []
    for table, there in by_table.items():
        seats = read_table(table).seats
        talk = talk_of(tournament, table.number, seats, there, named=named, now=now)
        if talk.stand.is_conflict:
            talks.append((table.draw.round.number, talk))
    return talks


def contested_tables(played: PlayedRound, now: dt.datetime) -> set[int]:
    """Numbers of the tables without a result whose players entered one that not all agree on."""
    if played.round.tournament.from_the_table == FromTheTable.OFF:
        return set()
    found = open_proposals(played.draw)
    return {
        seated.number
        for seated in played.missing
        if _stand(seated.seats, found.get(seated.table.pk, ()), now).is_conflict
    }


def _stand(seats: Sequence[Seat], proposals: Sequence[Proposal], now: dt.datetime) -> Stand:
    """Where the table stands with its open proposals."""
    values = [proposed(proposal) for proposal in proposals]
    return stand_of(values, [seat.entry_id for seat in seats], now=now)


def open_proposals(draw: Draw) -> dict[int, list[Proposal]]:
    """The open proposals of a draw, by key of the table."""
    by_table: dict[int, list[Proposal]] = {}
    for proposal in Proposal.objects.open().filter(table__draw=draw).told():
        by_table.setdefault(proposal.table_id, []).append(proposal)
    return by_table


def _shown(
    seats: Sequence[Seat], proposals: Sequence[Proposal], named: Callable[[Entry], str]
) -> Iterator[ShownProposal]:
    names = {seat.entry_id: named(seat.entry) for seat in seats}
    # Whoever spoke for another one has spoken.
    quiet = frozenset(names).intersection(*(silent(proposed(one), names) for one in proposals))
    read = [entered_of(proposal) for proposal in proposals]
    for proposal, entered in zip(proposals, read, strict=True):
        value = proposed(proposal)
        words = {word.entry_id: word for word in proposal.words.all()}
        said = {proposal.entry_id: proposal, **words}
        yield ShownProposal(
            proposal,
            _of_phone(names, proposal),
            tuple(_scores(seats, entered, read, names)),
            entered.winner is None,
            tuple(_of_phone(names, said[key]) for key in names if key in value.agreed),
            tuple(names[key] for key in names if key in quiet),
            tuple(
                Objection(_of_phone(names, word), word.text, word.entry_id, word.from_code)
                for word in words.values()
                if not word.agrees
            ),
        )


def _of_phone(names: Mapping[int, str], said: Proposal | ProposalWord) -> str:
    """The name of whoever said it, and that it was on another's phone."""
    name = {"player": names[said.entry_id]}
    return _("%(player)s (on another's phone)") % name if said.from_code else name["player"]


def _scores(
    seats: Sequence[Seat],
    entered: EnteredResult,
    all_entered: Iterable[EnteredResult],
    names: dict[int, str],
) -> Iterator[ShownScore]:
    for seat in seats:
        score, won = entered.scores[seat.position], entered.winner == seat.position
        played = score.presence == Presence.PLAYED
        notes = [] if played else [str(Presence(score.presence).label)]
        notes += further_words(score.further)
        others = ((one.scores[seat.position], one.winner == seat.position) for one in all_entered)
        yield ShownScore(
            names[seat.entry_id],
            score.game_points,
            ", ".join(notes),
            won,
            any(other != (score, won) for other in others),
        )
