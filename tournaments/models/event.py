"""A whole tournament read at once, in a number of queries that does not depend on its size.

Rows become values here: pages, prints, exports and commands all ask an `Event`.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import zip_longest
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from tournaments.domain.criteria import Figure, Order, Standing
from tournaments.domain.formats import kept
from tournaments.domain.formats.laying_out import begins, game_of_stage, laid_out
from tournaments.domain.formats.values import FormatStage, PlayOrder, Seating
from tournaments.domain.games import TOUR as TOUR_GAME
from tournaments.domain.games import TableGame
from tournaments.domain.names import namesakes
from tournaments.domain.qualification import (
    Award,
    PlacesSevenEight,
    Prizes,
    counted_players,
    has_junior_category,
    junior_prizes,
    prizes,
)
from tournaments.domain.scoring import TOUR, Game, Score, Scoring, score_game
from tournaments.domain.stages import (
    EVERYBODYS,
    Cut,
    PlayedStage,
    Ranking,
    Stage,
    stage_lots,
    stage_standings,
    stages_of,
)
from tournaments.domain.standings import Standings, junior_standings, standings
from tournaments.domain.timetable import (
    PlannedRound,
    RoundTimes,
    extra_turns,
    late_from,
    round_times,
)
from tournaments.domain.values import EventKind
from tournaments.models.entry import Entry, EntryState
from tournaments.models.result import Ending, Lot, Presence, Result
from tournaments.models.result import Score as Entered
from tournaments.models.round import Commitment, Draw, Round, Seat, Table
from tournaments.models.slots import Slots, SlotsOfSeries, slots_for
from tournaments.models.tournament import Kind, Tournament
from tournaments.models.wish import Wish

COMING = (EntryState.CONFIRMED, EntryState.CHECKED_IN)
PLAYED = (EntryState.CHECKED_IN, EntryState.WITHDRAWN, EntryState.EXCLUDED)
GONE = (EntryState.WITHDRAWN, EntryState.EXCLUDED)


@dataclass(slots=True)
class SeatedTable:
    """A table with its seats in order of position, and its result if there is one. It `plays` the
    game of its round, to the points that win it there."""

    table: Table
    seats: list[Seat]
    result: Result | None = None
    first_result_at: dt.datetime | None = None
    plays: TableGame = TOUR_GAME
    _entered: dict[int, Entered] | None = field(default=None, repr=False, compare=False)

    @property
    def number(self) -> int:
        return self.table.number

    @property
    def entry_ids(self) -> tuple[int, ...]:
        return tuple(seat.entry_id for seat in self.seats)

    @property
    def entries(self) -> tuple[Entry, ...]:
        return tuple(seat.entry for seat in self.seats)

    @property
    def is_three(self) -> bool:
        return len(self.seats) == 3

    @property
    def gone(self) -> tuple[Entry, ...]:
        """Who is seated here and left or was excluded since; nobody once there is a result."""
        if self.result is not None:
            return ()
        return tuple(entry for entry in self.entries if entry.state in GONE)

    @property
    def unless_typed(self) -> dict[int, Presence]:
        """How those took part of whom no points are typed, by position: whoever was out before the
        clock ran was missing (D-102), whoever was excluded in this round has nothing (D-122). Of
        everybody else points are asked for."""
        out = [seat for seat in self.seats if seat.entry.state in GONE]
        number = self.table.draw.round.number if out else 0
        took_part = {}
        for seat in out:
            entry = seat.entry
            if entry.was_out_before(number):
                took_part[seat.position] = Presence.MISSING
            elif entry.state == EntryState.EXCLUDED and entry.exclusion.round_number == number:
                took_part[seat.position] = Presence.EXCLUDED
        return took_part

    def has_too_few_without(self, entries: Collection[Entry]) -> bool:
        """Whether fewer than three of its players would be left (D-102)."""
        return bool(entries) and sum(entry not in entries for entry in self.entries) < 3

    @property
    def has_too_few(self) -> bool:
        return self.has_too_few_without(self.gone)

    @property
    def extra_turns(self) -> tuple[Seat, ...]:
        """Whose turns come after the bell, in their order; empty while nobody was noted (T-059)."""
        return self.turns_after(self.table.bell_position)

    def turns_after(self, position: int | None) -> tuple[Seat, ...]:
        """Two turns for everybody if the bell rang in the turn of this position; else none."""
        on_turn = [seat for seat in self.seats if seat.position == position]
        return extra_turns(self.seats, on_turn[0]) if on_turn else ()

    @property
    def met(self) -> tuple[int, ...]:
        """Keys of those who really sat here: without who was missing from the start (D-102)."""
        return tuple(
            seat.entry_id
            for seat in self.seats
            if seat.pk not in self.entered or self.entered[seat.pk].presence != Presence.MISSING
        )

    @property
    def entered(self) -> dict[int, Entered]:
        """What was entered of each player, by key of the seat; empty while there is no result."""
        if self.result is None:
            return {}
        if self._entered is None:
            # Asked for by standings, draw, pages and prints alike, and dear to ask of the result.
            self._entered = {score.seat_id: score for score in self.result.scores.all()}
        return self._entered

    def game(self) -> Game | None:
        """What the domain scores, by entry key; None while there is no result."""
        if self.result is None:
            return None
        target = self.plays.target
        if self.result.ending == Ending.VOID:
            return Game(points=dict.fromkeys(self.entry_ids, 0), void=True, target=target)
        left, excluded, points, counts = set(), set(), {}, {}
        for seat in self.seats:
            score = self.entered[seat.pk]
            if score.presence == Presence.LEFT:
                left.add(seat.entry_id)
            elif score.presence == Presence.EXCLUDED:
                excluded.add(seat.entry_id)
            if score.presence in (Presence.PLAYED, Presence.LEFT):
                points[seat.entry_id] = score.game_points
            if score.further:
                counts[seat.entry_id] = score.further
        winner = next((s.entry_id for s in self.seats if s.pk == self.result.winner_id), None)
        return Game(
            points=points,
            winner=winner,
            left=left,
            excluded=excluded,
            target=target,
            counts=counts,
        )

    def scores(self, scoring: Scoring = TOUR) -> dict[int, Score]:
        """Places, points and success by entry key; empty while there is no result."""
        game = self.game()
        return {} if game is None else score_game(game, scoring)


@dataclass(slots=True)
class PlayedRound:
    """A round with its current draw; `tables` is empty while nothing is drawn."""

    round: Round
    draw: Draw | None = None
    tables: list[SeatedTable] = field(default_factory=list)
    stage: Stage = EVERYBODYS
    game: TableGame = TOUR_GAME
    by_standings: bool = False
    times: RoundTimes | None = None
    _seated: dict[int, SeatedTable] | None = field(default=None, repr=False, compare=False)

    @property
    def number(self) -> int:
        return self.round.number

    @property
    def is_of_another_game(self) -> bool:
        """Whether it is played otherwise than the event says (FM-07)."""
        of_event = self.round.tournament.game_to_win
        return (self.game.key, self.game.target) != (of_event.key, of_event.target)

    @property
    def is_last_by_standings(self) -> bool:
        """Whether it is drawn by standings, though the Tour draws at random (FMD-11)."""
        return self.by_standings and self.round.tournament.is_tour

    @property
    def begins_at(self) -> dt.datetime | None:
        """When it began, or is to begin as far as that is known."""
        return self.round.started_at or self.planned_start

    @property
    def planned_start(self) -> dt.datetime | None:
        """The published start; None while there is none, and once earlier rounds overtook it."""
        return self.round.starts_at if self.times is None or self.times.start else None

    def start_told(self, now: dt.datetime) -> dt.datetime | None:
        """When it began, or is to begin; None once it is late, for nobody knows it then."""
        start = self.planned_start
        if self.round.started_at or start is None or now < late_from(start):
            return self.begins_at
        return None

    @property
    def is_published(self) -> bool:
        return self.draw is not None and self.draw.published_at is not None

    @property
    def extended(self) -> list[tuple[int, dt.datetime]]:
        """Numbers of the tables that play longer than the others by the clock, with their bells."""
        return [
            (seated.number, bell)
            for seated in self.missing
            if seated.table.extra_minutes and (bell := self.round.bell_of(seated.table))
        ]

    @property
    def missing(self) -> list[SeatedTable]:
        """Tables without a result."""
        return [table for table in self.tables if table.result is None]

    @property
    def with_gone(self) -> list[SeatedTable]:
        """Tables without a result at which somebody was seated who left or was excluded since."""
        return [table for table in self.tables if table.gone]

    @property
    def with_too_few(self) -> list[SeatedTable]:
        """Tables that cannot begin, for fewer than three are left there; none once the clock of the
        round runs (D-102)."""
        if self.round.started_at is not None:
            return []
        return [table for table in self.tables if table.has_too_few]

    @property
    def has_fours(self) -> bool:
        return any(not table.is_three for table in self.tables)

    @property
    def entry_ids(self) -> tuple[int, ...]:
        """Keys of all who were seated, table by table."""
        return tuple(key for table in self.tables for key in table.entry_ids)

    def table(self, number: int) -> SeatedTable | None:
        return next((table for table in self.tables if table.number == number), None)

    def table_of(self, entry: Entry) -> SeatedTable | None:
        if self._seated is None:
            # Asked for by every player's own page, round by round.
            self._seated = {key: table for table in self.tables for key in table.entry_ids}
        return self._seated.get(entry.pk)

    @property
    def state(self) -> str:
        """not-drawn, drawn, published, playing, complete or closed (it follows, nobody sets it)."""
        if self.round.closed_at:
            return "closed"
        if self.draw is None:
            return "not-drawn"
        if not self.is_published:
            return "drawn"
        if not self.missing:
            return "complete"
        return "playing" if self.round.started_at else "published"


@dataclass
class Event:
    """One tournament as values. Standings and scores are worked out when first asked for.

    `today` decides what may be said of juniors whose birth date only the series knows.
    """

    tournament: Tournament
    entries: dict[int, Entry]
    rounds: list[PlayedRound]
    lots: list[Lot]
    today: dt.date
    series: SlotsOfSeries = field(default_factory=SlotsOfSeries, repr=False, compare=False)
    _standings: dict[int, Standings] = field(default_factory=dict)

    @property
    def plan(self) -> list[PlannedRound]:
        """Start and limit of every round, as the timetable rules want them."""
        return [played.round.planned for played in self.rounds]

    @property
    def overtaken(self) -> list[PlayedRound]:
        """Rounds whose planned start nobody can keep, for one before them began too late."""
        return [p for p in self.rounds if p.round.starts_at and not p.begins_at]

    @property
    def cuts(self) -> list[Cut]:
        """How many of the best play each round; None for everybody."""
        return [played.round.cut for played in self.rounds]

    @property
    def stages(self) -> tuple[Stage, ...]:
        """The rounds with the same cut together; a Tour event is one stage of four."""
        return tuple(dict.fromkeys(played.stage for played in self.rounds))

    @property
    def has_cuts(self) -> bool:
        return len(self.stages) > 1

    def stage_of(self, number: int) -> Stage:
        """The stage of a round (counts from 1)."""
        return self.rounds[number - 1].stage

    @property
    def format_stages(self) -> tuple[FormatStage, ...]:
        """By which stage of its format each round is played; empty where none says how."""
        first = self.rounds[0].entry_ids if self.rounds else ()
        came = len(first) or len(self.active) or self.tournament.capacity
        return laid_out(self.tournament.format_kept, self.cuts, came)

    def format_stage_of(self, number: int) -> FormatStage | None:
        """The same of one round (counts from 1); None where no format says how it is seated."""
        stages = self.format_stages
        return stages[number - 1] if stages else None

    def seating_of(self, number: int) -> Seating:
        """How the players of a round (counts from 1) are seated; before the first one there are no
        standings to go by."""
        stage, played = self.format_stage_of(number), self.rounds[number - 1]
        wanted = Seating(played.round.draw_mode) if stage is None else stage.seating
        return wanted if number > 1 or wanted == Seating.LOT else Seating.RANDOM

    def play_order_of(self, played: PlayedRound) -> PlayOrder:
        """Who plays first in a drawn round: by its draw, or by rank (FM-14)."""
        stage, draw = self.format_stage_of(played.number), played.draw
        if draw is None or stage is None:
            return PlayOrder.DICE
        if stage.play_order == PlayOrder.BALANCED:
            told = draw.is_of_a_schedule or "play_order" in draw.inputs
            return PlayOrder.BALANCED if told else PlayOrder.DICE
        by_rank = stage.play_order == PlayOrder.RANK and played.number > 1
        return PlayOrder.RANK if by_rank else PlayOrder.DICE

    def in_play_order(self, played: PlayedRound, table: SeatedTable) -> tuple[Entry, ...]:
        """The players of a table as they play, or as they choose when to; as they sit where the
        dice say it."""
        if self.play_order_of(played) != PlayOrder.RANK:
            return table.entries
        rows = self.standings(after_round=played.number - 1).rows
        places = {row.player: place for place, row in enumerate(rows)}
        return tuple(sorted(table.entries, key=lambda entry: places.get(entry.pk, len(places))))

    def seated_in(self, stage: Stage, *, after_round: int) -> frozenset[int]:
        """Keys of all who were seated in the rounds of a stage, up to a round."""
        return frozenset(
            key
            for played in self.rounds[stage.first - 1 : min(stage.last, after_round)]
            for key in played.entry_ids
        )

    @cached_property
    def out_after(self) -> dict[int, int]:
        """Whom a published draw of a cut left out, by entry key: the last round they could play."""
        out: dict[int, int] = {}
        for stage in self.stages:
            if stage.cut is not None and self.rounds[stage.first - 1].is_published:
                through = self.seated_in(stage, after_round=stage.last)
                for key in self.entries.keys() - through:
                    out.setdefault(key, stage.first - 1)
        return out

    @property
    def in_play(self) -> list[Entry]:
        """Who is here and may still be drawn."""
        return [entry for entry in self.active if entry.pk not in self.out_after]

    def round(self, number: int) -> PlayedRound | None:
        return next((round_ for round_ in self.rounds if round_.number == number), None)

    @cached_property
    def current(self) -> PlayedRound | None:
        """The first round that is not closed; None when all are."""
        return next((r for r in self.rounds if r.state != "closed"), None)

    @cached_property
    def commitments(self) -> list[Commitment]:
        """Every chain that draws of this event follow from, the first one first."""
        return list(Commitment.objects.filter(tournament=self.tournament).order_by("at", "pk"))

    @property
    def commitment(self) -> Commitment | None:
        """The chain that was published last, whether it still counts or not."""
        return self.commitments[-1] if self.commitments else None

    def drawn_from(self, draw: Draw | None) -> Commitment | None:
        """The chain that the seed of a draw follows from; None if the site made it up."""
        key = draw.commitment_id if draw else None
        return next((one for one in self.commitments if one.pk == key), None)

    def chain_for(self, number: int) -> Commitment | None:
        """The chain that the next draw of a round (from 1) follows from; None: from none."""
        return next((one for one in self.commitments if one.covers(number)), None)

    def ended_chain_for(self, number: int) -> Commitment | None:
        """The last chain that was published for a round (from 1) and ended before it counted."""
        ended = (one for one in reversed(self.commitments) if one.ended_at)
        return next((one for one in ended if one.first_round <= number <= one.rounds), None)

    @cached_property
    def rounds_played(self) -> int:
        """Number of the last round with any result; 0 before the first one."""
        with_results = [r.number for r in self.rounds if any(t.result for t in r.tables)]
        return max(with_results, default=0)

    @cached_property
    def excluded(self) -> frozenset[int]:
        """Keys of excluded players, who get no place in the standings (D-122)."""
        return frozenset(pk for pk, e in self.entries.items() if e.state == EntryState.EXCLUDED)

    def games(self, *, after_round: int | None = None) -> list[list[Game]]:
        """Games with a result by round, up to a round (counts from 1) or all."""
        last = len(self.rounds) if after_round is None else after_round
        return [
            games
            for round_, games in zip(self.rounds, self._games, strict=True)
            if round_.number <= last
        ]

    @cached_property
    def _games(self) -> list[list[Game]]:
        return [
            [game for table in played.tables if (game := table.game()) is not None]
            for played in self.rounds
        ]

    @cached_property
    def criteria(self) -> Order:
        """What players are compared by, in this order."""
        tournament = self.tournament
        return kept.criteria(tournament.format_kept, goes_by_score=tournament.game.by_score)

    @cached_property
    def columns(self) -> Order:
        """Of which figures pages have a column."""
        tournament = self.tournament
        return kept.columns(tournament.format_kept, goes_by_score=tournament.game.by_score)

    @cached_property
    def ranking(self) -> Ranking:
        """By what they are ranked, and how their games are counted."""
        tournament = self.tournament
        return kept.ranking(tournament.format_kept, goes_by_score=tournament.game.by_score)

    def scores(self, table: SeatedTable) -> dict[int, Score]:
        """What the game of a table brought, by entry key; empty while there is no result."""
        return table.scores(self.ranking.scoring)

    def standings(self, *, after_round: int | None = None) -> Standings:
        """Standings after a round (counts from 1), or after the last one with a result."""
        number = self.rounds_played if after_round is None else after_round
        if number not in self._standings:
            self._standings[number] = stage_standings(
                list(self._played_stages(number)),
                excluded=self.excluded,
                ranking=self.ranking,
            )
        return self._standings[number]

    def _played_stages(self, after_round: int) -> Iterator[PlayedStage]:
        """The stages up to a round, the first one always, with the lots that hold then."""
        lots = [(lot.after_round, lot.order) for lot in self.lots]
        for stage in self.stages:
            if stage.first == 1 or stage.first <= after_round:
                yield PlayedStage(
                    self._games[stage.first - 1 : min(stage.last, after_round)],
                    self.seated_in(stage, after_round=after_round) if stage.first > 1 else (),
                    stage_lots(lots, stage, after_round),
                )

    @cached_property
    def juniors(self) -> frozenset[int]:
        """Keys of the entries who are known to be juniors on the day of the event (T-085)."""
        day = self.tournament.date
        return frozenset(
            pk for pk, entry in self.entries.items() if entry.is_junior_on(day, self.today)
        )

    @cached_property
    def untold(self) -> frozenset[int]:
        """Keys of those of whom the event may not be told yet whether they are juniors."""
        day = self.tournament.date
        return frozenset(
            pk for pk, entry in self.entries.items() if not entry.may_tell_junior(day, self.today)
        )

    def junior_standings(self, *, after_round: int | None = None) -> tuple[Standing, ...]:
        """The standings with everyone but the juniors left out, ranked from 1 (D-143)."""
        return junior_standings(self.standings(after_round=after_round).rows, self.juniors)

    @cached_property
    def slots(self) -> Slots:
        return slots_for(self.tournament, self.series)

    @cached_property
    def counted(self) -> frozenset[int]:
        """Keys of those who count as players of the tournament (D-135), whether their game has
        ended or not."""
        # After a cut not everybody has a game, so only the rounds before it can be counted.
        last = max((stage.last for stage in self.stages if stage.cut is None), default=0)
        seated = [
            [table.met for table in played.tables] if played.is_published else []
            for played in self.rounds[:last]
        ]
        return counted_players(seated, half_of_rounds=self.tournament.half_of_rounds_counts)

    @property
    def expected(self) -> frozenset[int]:
        """Keys of those who count already, and of those who will once the next round is drawn."""
        return self.counted | {entry.pk for entry in self.in_play}

    @cached_property
    def has_junior_category(self) -> bool:
        """Whether the juniors have an order of their own; at a school everybody is one (D-146)."""
        if self.tournament.kind == Kind.SCHOOL:
            return False
        return has_junior_category(len(self.counted & self.juniors))

    def is_decided_by(self, lot: Lot) -> bool:
        """Whether players of a lot are level without it in the standings for which it was drawn."""
        without = replace(self, lots=[o for o in self.lots if o.pk != lot.pk], _standings={})
        undecided = without.standings(after_round=lot.after_round).undecided
        return any(len(set(lot.order).intersection(group)) > 1 for group in undecided)

    @cached_property
    def prizes(self) -> Prizes:
        """What the standings as they are now bring; only season events give anything."""
        return prizes(
            self.standings().rows,
            len(self.counted) if self.tournament.gives_places else 0,
            self.slots.main,
            places_7_8=self.slots.places_7_8 or PlacesSevenEight.NOTHING,
        )

    @cached_property
    def junior_prizes(self) -> Prizes:
        """The same of the junior standings, towards the junior championship (T-089)."""
        return junior_prizes(
            self.junior_standings(),
            len(self.counted & self.juniors),
            len(self.counted) if self.tournament.gives_places else 0,
            self.slots.junior,
        )

    @property
    def awards(self) -> Mapping[int, Award]:
        """Who gets what by the standings as they are now, by entry key."""
        return self.prizes.awards

    @property
    def junior_awards(self) -> Mapping[int, Award]:
        return self.junior_prizes.awards

    @cached_property
    def wishes(self) -> list[Wish]:
        """The wishes for its draws that were not removed; read when first asked for."""
        return list(self.tournament.wishes.standing().prefetch_related("wished__entry"))

    @property
    def shown(self) -> list[Entry]:
        """Whom everybody may see: who is coming, or who has played once a draw is published."""
        states = PLAYED if any(r.is_published for r in self.rounds) else COMING
        return [entry for entry in self.entries.values() if entry.state in states]

    @cached_property
    def namesakes(self) -> frozenset[int]:
        """Keys of those whom everybody sees under the name of another: the number tells them."""
        return namesakes({entry.pk: entry.public_name for entry in self.shown})

    @cached_property
    def namesakes_at_desk(self) -> frozenset[int]:
        """The same of whole names, as the desk reads them, among all who are in the list."""
        return namesakes({entry.pk: entry.full_name for entry in self.entries.values()})

    @property
    def head_count(self) -> dict[str, int]:
        """How many are in, expected, not confirmed and waiting, and how many have not paid; the
        same at the desk and on every paper."""
        states = [entry.state for entry in self.entries.values()]
        return {
            "checked_in": states.count(EntryState.CHECKED_IN),
            "expected": states.count(EntryState.CONFIRMED),
            "unconfirmed": states.count(EntryState.UNCONFIRMED),
            "waiting": states.count(EntryState.WAITING),
            "unpaid": sum(entry.owes for entry in self.entries.values()),
        }

    @cached_property
    def active(self) -> list[Entry]:
        return [e for e in self.entries.values() if e.state == EntryState.CHECKED_IN]

    def history(self, *, before_round: int) -> list[list[tuple[int, ...]]]:
        """Who sat together in earlier rounds, table by table, as the draw wants it."""
        return [
            [table.met for table in round_.tables]
            for round_ in self.rounds
            if round_.number < before_round
        ]

    def in_standings_order(self, *, after_round: int) -> list[int]:
        """Active entry keys, best first; those without a game come last, by number."""
        ranked = [standing.player for standing in self.standings(after_round=after_round).rows]
        active = {entry.pk for entry in self.active}
        seen = set(ranked)
        return [pk for pk in ranked if pk in active] + [
            entry.pk for entry in self.active if entry.pk not in seen
        ]

    def points(self, *, after_round: int) -> dict[int, Figure]:
        """Tournament points by entry key, where places bring none game points; 0 for active
        players who missed every round. Who was excluded later had theirs all the same."""
        counted = "points" if self.tournament.brings_points else "game_points"
        points: dict[int, Figure] = dict.fromkeys((entry.pk for entry in self.active), 0)
        whole_day = (
            self._by_all_games(after_round) if self.excluded else self._whole_day(after_round)
        )
        for standing in whole_day.rows:
            points[standing.player] = standing.figures[counted]
        return points

    def _whole_day(self, after_round: int) -> Standings:
        """All games together, as if there were no cuts."""
        if not self.has_cuts:
            return self.standings(after_round=after_round)
        return self._by_all_games(after_round, self.excluded)

    def _by_all_games(self, after_round: int, excluded: Collection[int] = ()) -> Standings:
        ranking = self.ranking
        return standings(
            self.games(after_round=after_round),
            excluded=excluded,
            order=ranking.order,
            shown=ranking.shown,
            scoring=ranking.scoring,
        )


def read_event(tournament: Tournament) -> Event:
    """Read a tournament whole: its entries, rounds, current draws, latest results and lots."""
    return read_events([tournament])[0]


def read_events(tournaments: Sequence[Tournament]) -> list[Event]:
    """Read several tournaments whole, in as many queries as a single one."""
    series, today = SlotsOfSeries(), timezone.localdate()
    events = {t.pk: Event(t, {}, [], [], today, series) for t in tournaments}
    for entry in _rows_of(
        events, Entry.objects.select_related("person", "joined_from", "club").order_by("number")
    ):
        events[entry.tournament_id].entries[entry.pk] = entry
    _add_rounds(events)
    for lot in _rows_of(events, Lot.objects.all()):
        events[lot.tournament_id].lots.append(lot)
    _seat(events.values())
    for event in events.values():
        _tell_games(event)
    return list(events.values())


def read_times(tournaments: Sequence[Tournament]) -> list[Event]:
    """The rounds of several tournaments with their times alone: nobody and no game is read."""
    series, today = SlotsOfSeries(), timezone.localdate()
    events = {t.pk: Event(t, {}, [], [], today, series) for t in tournaments}
    _add_rounds(events)
    return list(events.values())


def _tell_games(event: Event) -> None:
    """Tell each round what its tables play, and whether a format draws it by standings; who came to
    the first one is known by now."""
    game, stages = event.tournament.game_to_win, event.format_stages
    for played, stage in zip_longest(event.rounds, stages):
        played.game = game_of_stage(game, stage) if stage else game
        played.by_standings = stage is not None and stage.seating.is_by_place
        for seated in played.tables:
            seated.plays = played.game


def _rows_of(events: Mapping[int, Event], rows: QuerySet[Any]) -> Iterator[Any]:
    """The rows that belong to these tournaments, each with its own at hand."""
    way = rows.model._meta.get_field("tournament")
    for row in rows.filter(tournament__in=list(events)):
        way.set_cached_value(row, events[row.tournament_id].tournament)
        yield row


def _add_rounds(events: Mapping[int, Event]) -> None:
    rounds: dict[int, PlayedRound] = {}
    for round_ in _rows_of(events, Round.objects.order_by("number")):
        rounds[round_.pk] = PlayedRound(round_)
        events[round_.tournament_id].rounds.append(rounds[round_.pk])
    for draw in Draw.objects.filter(round__tournament__in=list(events), withdrawn_at__isnull=True):
        rounds[draw.round_id].draw = draw
    for event in events.values():
        times = round_times(event.plan, EventKind(event.tournament.kind))
        for played, its_times in zip(event.rounds, times, strict=True):
            played.times = its_times
        apart = begins(event.tournament.format_kept, event.format_stages)
        for stage in stages_of(event.cuts, apart):
            for played in event.rounds[stage.first - 1 : stage.last]:
                played.stage = stage


def _seat(events: Iterable[Event]) -> None:
    """Put the tables of the current draws into their rounds, with seats and latest results."""
    by_draw = {p.draw.pk: (event, p) for event in events for p in event.rounds if p.draw}
    found = Table.objects.filter(draw__in=list(by_draw))
    tables: dict[int, SeatedTable] = {}
    event_of: dict[int, Event] = {}
    for table in found.order_by("number"):
        event_of[table.pk], played = by_draw[table.draw_id]
        tables[table.pk] = SeatedTable(table, [])
        played.tables.append(tables[table.pk])
    entry_of_seat = Seat._meta.get_field("entry")
    for seat in Seat.objects.filter(table__in=found).order_by("position"):
        # Thousands of seats: the plain assignment checks what is known to be right.
        entry_of_seat.set_cached_value(seat, event_of[seat.table_id].entries[seat.entry_id])
        tables[seat.table_id].seats.append(seat)
    results = Result.objects.filter(table__in=found).order_by("number")
    for result in results.prefetch_related("scores"):
        seated = tables[result.table_id]
        seated.result = result
        seated.first_result_at = seated.first_result_at or result.at


def read_table(table: Table) -> SeatedTable:
    """One table alone, with its seats and the latest result, for the page of that table."""
    seats = table.seats.select_related("entry__person", "entry__joined_from").order_by("position")
    latest = table.results.prefetch_related("scores__seat").order_by("number").last()
    return SeatedTable(table, list(seats), latest, plays=table.draw.round.game)
