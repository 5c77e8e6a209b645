"""What the desk shows of a drawn round: its tables, who meets again, and why it is so."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal

from tournaments.domain.draw.certificate import Explanation
from tournaments.domain.meetings import Meeting, repeated_pairs, repeated_trios
from tournaments.domain.scoring import Score
from tournaments.domain.seating import Border, border
from tournaments.domain.standings import percent
from tournaments.models import Entry, Seat
from tournaments.models.event import Event, PlayedRound, SeatedTable
from tournaments.models.result import Ending, Presence
from tournaments.services.rounds.inputs import account_of


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One player at a table: points so far, and what the game brought once it is played."""

    seat: Seat
    points: int
    presence: str = Presence.PLAYED
    game_points: int | None = None
    score: Score | None = None
    won: bool = False

    @property
    def entry(self) -> Entry:
        return self.seat.entry

    @property
    def success(self) -> Decimal | None:
        """Own share of the points of the table, in percent."""
        return percent(self.score.success) if self.score else None

    @property
    def note(self) -> str:
        return "" if self.presence == Presence.PLAYED else str(Presence(self.presence).label)


@dataclass(frozen=True, slots=True)
class TableCard:
    """A table with its lines, and the repeats that were drawn to it."""

    seated: SeatedTable
    lines: tuple[SeatLine, ...]
    pairs: tuple[Meeting, ...] = ()
    trios: tuple[Meeting, ...] = ()

    @property
    def number(self) -> int:
        return self.seated.number

    @property
    def ending(self) -> str:
        return self.seated.result.ending if self.seated.result else ""

    @property
    def shared_first(self) -> bool:
        """A tie for first place, which only a game that ran out of time has (D-112)."""
        return sum(line.score is not None and line.score.place == 1 for line in self.lines) > 1

    @property
    def extra_turns(self) -> list[Entry]:
        return [seat.entry for seat in self.seated.extra_turns]


@dataclass(frozen=True, slots=True)
class RoundSheet:
    """A drawn round as the desk looks at it.

    `kind` is that of the draw's certificate and `explanations` say why each repeat could not be
    avoided; both are empty once seats were swapped by hand.
    """

    cards: tuple[TableCard, ...]
    pairs: tuple[Meeting, ...] = ()
    trios: tuple[Meeting, ...] = ()
    border: Border | None = None
    fours: int = 0
    threes: int = 0
    missing: tuple[TableCard, ...] = ()
    kind: str = ""
    explanations: tuple[Explanation, ...] = ()


def round_sheet(event: Event, played: PlayedRound) -> RoundSheet:
    """Everything the desk shows of the current draw of a round."""
    points = event.points(after_round=played.number - 1)
    history = [
        [[event.entries[key] for key in table] for table in round_]
        for round_ in event.history(before_round=played.number)
    ]
    tables = [table.entries for table in played.tables]
    pairs = repeated_pairs(tables, history=history)
    trios = repeated_trios(tables, history=history)
    cards = tuple(
        TableCard(
            seated,
            lines_of(seated, points, target=event.tournament.target_points),
            tuple(pair for pair in pairs if pair.table == seated.number),
            tuple(trio for trio in trios if trio.table == seated.number),
        )
        for seated in played.tables
    )
    account = account_of(played.draw) if played.draw else None
    return RoundSheet(
        cards,
        pairs,
        trios,
        border(tables, {event.entries[key]: value for key, value in points.items()}),
        sum(len(table) == 4 for table in tables),
        sum(len(table) == 3 for table in tables),
        tuple(card for card in cards if card.seated.result is None),
        account.certificate.kind if account and account.certificate else "",
        tuple(_by_name(why, event) for why in account.explanations) if account else (),
    )


def _by_name(why: Explanation, event: Event) -> Explanation:
    """The same sentence with names in place of the numbers on the badges."""
    entries = {str(entry.number): entry for entry in event.entries.values()}
    facts = dict(why.facts)
    facts["players"] = tuple(entries[number] for number in facts["players"])
    return replace(why, facts=tuple(facts.items()))


def lines_of(
    seated: SeatedTable, points: dict[int, int], *, target: int = 10
) -> tuple[SeatLine, ...]:
    """The lines of a table; `points` by entry key are those from the rounds before."""
    result = seated.result
    if result is None or result.ending == Ending.VOID:
        return tuple(SeatLine(seat, points.get(seat.entry_id, 0)) for seat in seated.seats)
    worked_out = seated.scores(target)
    entered = {score.seat_id: score for score in result.scores.all()}
    return tuple(
        SeatLine(
            seat,
            points.get(seat.entry_id, 0),
            entered[seat.pk].presence,
            entered[seat.pk].game_points,
            worked_out.get(seat.entry_id),
            seat.pk == result.winner_id,
        )
        for seat in seated.seats
    )
