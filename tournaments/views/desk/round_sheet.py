"""What the desk shows of a drawn round: its tables, who meets again, and why it is so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal

from tournaments.domain.criteria import Figure
from tournaments.domain.scoring import Score
from tournaments.domain.seating import border
from tournaments.domain.standings import percent
from tournaments.models import Club, Entry, Seat, Tournament
from tournaments.models.event import Event, PlayedRound, SeatedTable
from tournaments.models.result import Ending, Presence
from tournaments.views.draw_account import Again, DrawAccount, draw_account, rounds_at_threes


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One player at a table: points so far, and what the game brought once it is played.

    `at_threes` is how many tables of three it has been, this one included; 0 at a table of four.
    """

    seat: Seat
    points: Figure
    presence: str = Presence.PLAYED
    game_points: int | None = None
    score: Score | None = None
    won: bool = False
    at_threes: int = 0

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
    """A table with its lines, who meets again there, and who are of one club, club by club."""

    seated: SeatedTable
    lines: tuple[SeatLine, ...]
    again: Again | None = None
    club_mates: tuple[tuple[Club, list[Entry]], ...] = ()

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

    `level` are those who have as many points as somebody beyond the border of the tables of
    three, as everybody sits now: they may be swapped across it.
    """

    cards: tuple[TableCard, ...]
    account: DrawAccount
    level: tuple[Entry, ...] = ()
    missing: tuple[TableCard, ...] = ()


def round_sheet(event: Event, played: PlayedRound) -> RoundSheet:
    """Everything the desk shows of the current draw of a round."""
    points = event.points(after_round=played.number - 1)
    account = draw_account(event, played)
    at_threes = rounds_at_threes(event, before_round=played.number)
    cards = tuple(
        TableCard(
            seated,
            tuple(
                replace(line, at_threes=len(at_threes.get(line.entry.pk, ())) + 1)
                if seated.is_three
                else line
                for line in lines_of(seated, points, event.tournament)
            ),
            account.again.get(seated.number),
            club_mates(event, seated),
        )
        for seated in played.tables
    )
    tables = [table.entries for table in played.tables]
    goes_by_points = account.threes is not None and account.threes.by in ("points", "standings")
    across = border(tables, {event.entries[key]: value for key, value in points.items()})
    return RoundSheet(
        cards,
        account,
        across.level if across and played.number > 1 and goes_by_points else (),
        tuple(card for card in cards if card.seated.result is None),
    )


def club_mates(event: Event, seated: SeatedTable) -> tuple[tuple[Club, list[Entry]], ...]:
    """Clubs of which several play at the table. The draw does not part them, but a swap by hand
    may."""
    of_club: dict[Club, list[Entry]] = {}
    for seat in seated.seats:
        entry = event.entries[seat.entry_id]
        if entry.club is not None:
            of_club.setdefault(entry.club, []).append(entry)
    return tuple((club, mates) for club, mates in of_club.items() if len(mates) > 1)


def lines_of(
    seated: SeatedTable, points: Mapping[int, Figure], tournament: Tournament
) -> tuple[SeatLine, ...]:
    """The lines of a table; `points` by entry key are those from the rounds before."""
    result = seated.result
    if result is None or result.ending == Ending.VOID:
        return tuple(SeatLine(seat, points.get(seat.entry_id, 0)) for seat in seated.seats)
    worked_out = seated.scores(tournament.scoring)
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
