"""What a game brings: places, tournament points, game points and success (T-021 to T-039)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import Any

from .values import Caution, Player, Refused, Term, marked, refuse

TARGET = 10
"""Points that win a game, and the most that count (T-033)."""

LEAST_POINTS = 2
"""Two founding settlements cannot be lost (D-116)."""

MOST_POINTS = 22
"""All pieces of one colour on the board, both special tiles and all Victory Point cards (B-175)."""


class Level(StrEnum):
    """What becomes of players who are level in a game (FM-21)."""

    DENSE = "dense"
    """They share a place, and the next one follows at once: 1, 2, 2, 3 (T-025)."""
    SHARED = "shared"
    """They share a place and the points of all places that they fill: 1, 2, 2, 4."""
    CHAIN = "chain"
    """They are parted by what was entered beside their points."""


class Count(StrEnum):
    """What parts level players beside their points: the more of it, the better (FM-21)."""

    CARDS = "cards"
    PROGRESS_CARDS = "progress_cards"
    HARBOURS = "harbours"
    TURN = "turn"
    """As which they play, from 1: the last count of every chain, which nobody shares."""


COUNT_NAMES: Mapping[Count, Term] = {
    Count.CARDS: Term(marked("cards in hand")),
    Count.PROGRESS_CARDS: Term(marked("progress cards")),
    Count.HARBOURS: Term(marked("harbours")),
    Count.TURN: Term(marked("place in play order")),
}

MOST_OF_A_COUNT = 99

Counts = Mapping[Count, int]
"""What was entered of one player beside the points, as far as anything was."""


class TimeOut(StrEnum):
    """Who is first where time ran out (FM-22)."""

    LEVEL = "level"
    """Whoever has most points; level ones as ever."""
    REVERSE_ORDER = "reverse_order"
    """Whoever has most points, and of level ones whoever played later."""
    NO_WIN = "no_win"
    """Places as ever, but nobody has won."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """How a game is counted (FM-20 to FM-23).

    `points` are the tournament points by place, from the first on, for a table of four and one of
    three; None where places bring none. Without the `cap` game points count in full. The `chain`
    is what parts level players where their level is one, and then the play order.
    """

    points: Mapping[int, tuple[Fraction | int, ...]] | None
    level: Level = Level.DENSE
    time_out: TimeOut = TimeOut.LEVEL
    cap: bool = True
    chain: tuple[Count, ...] = ()

    @property
    def needs_order(self) -> bool:
        """Whether level players are parted by what is entered beside their points."""
        return self.level is Level.CHAIN

    @property
    def counts(self) -> tuple[Count, ...]:
        """All that a table may be asked for its level players, in the order in which it counts."""
        if self.level is Level.CHAIN:
            return (*self.chain, Count.TURN)
        return (Count.TURN,) if self.time_out is TimeOut.REVERSE_ORDER else ()

    def counts_of(self, winner: Player | None) -> tuple[Count, ...]:
        """What parts the level players of a game, in this order; nothing where they stay level."""
        if self.reverses(winner):
            return (Count.TURN,)
        return self.counts if self.level is Level.CHAIN else ()

    def reverses(self, winner: Player | None) -> bool:
        """Whether of level players the one who played later is ahead, because time ran out."""
        return winner is None and self.time_out is TimeOut.REVERSE_ORDER

    @property
    def parts(self) -> int:
        """By how much points are multiplied to be whole numbers, whoever shares them."""
        return 1 if self.level is Level.DENSE else 12

    def values(self, players: int) -> tuple[Fraction | int, ...]:
        """What the places of a table bring: two and one take from the row for three (FMD-13)."""
        if self.points is None:
            return (0,) * players
        return self.points[max(players, 3)][:players]


TOUR = Scoring({4: (10, 3, 2, 1), 3: (10, 3, 2)})
"""Tournament points by place, whatever the size of the table (T-021)."""


@dataclass(frozen=True, slots=True)
class Game:
    """What was recorded of a game.

    `points` names everyone who sat at the table with the points at the end of the game, hidden
    cards included (T-032), before or after the cap. `winner` is None where time ran out.
    `left` walked out before the end (D-123); `excluded` were excluded during this very game
    (D-122), and need no points. `target` differs from ten only outside the Tour; None is a game
    that goes by score. `points` are in play order; `order` parts level players where the format
    asks for it, the better one first, and what it says of others is passed over (FM-21).
    """

    points: Mapping[Player, int]
    winner: Player | None = None
    void: bool = False
    left: Collection[Player] = frozenset()
    excluded: Collection[Player] = frozenset()
    target: int | None = TARGET
    order: Sequence[Player] = ()
    counts: Mapping[Player, Counts] | None = None

    @property
    def seated(self) -> tuple[Player, ...]:
        """Everyone who sat at the table, those excluded during the game at the end."""
        return (*self.points, *(p for p in self.excluded if p not in self.points))


@dataclass(frozen=True, slots=True)
class Score:
    """What a game brought one player: `place` from 1, and the share of the table's points.

    `table` are the game points of all the `players` whom the game counts for.
    """

    place: int
    points: Fraction | int
    game_points: int
    success: Fraction
    won: bool = False
    table: int = 0
    players: int = 4


def score_game(game: Game, scoring: Scoring = TOUR) -> dict[Player, Score]:
    """The score of everyone whom the game counts for, in the order of `game.points`.

    Whoever was excluded during the game is missing, and the others are scored as a table of
    their number (D-122). A void game counts for nobody (D-118).
    """
    if game.void:
        return {}
    counted = counted_points(game, scoring)
    total = sum(counted.values())
    groups = _groups(counted, game, scoring)
    values = scoring.values(len(counted))
    has_winner = game.winner is not None or scoring.time_out is not TimeOut.NO_WIN
    scores: dict[Player, Score] = {}
    before = 0
    for number, group in enumerate(groups, start=1):
        if scoring.level is Level.DENSE:
            place, points = number, values[number - 1]
        else:
            place, points = before + 1, _mean(values[before : before + len(group)])
        before += len(group)
        for player in group:
            own = counted[player]
            won = place == 1 and has_winner
            share = _share(own, total)
            scores[player] = Score(place, points, own, share, won, total, len(counted))
    return {player: scores[player] for player in counted}


def counted_points(game: Game, scoring: Scoring = TOUR) -> dict[Player, int]:
    """The game points that count, of everyone whom the game counts for (FM-23)."""
    capped = scoring.cap and game.target is not None
    return {
        player: min(points, game.target) if capped and game.target is not None else points
        for player, points in game.points.items()
        if player not in game.excluded
    }


def level_players(game: Game, scoring: Scoring) -> tuple[tuple[Player, ...], ...]:
    """The groups of players who are level after winner and counted points, the best first."""
    counted = counted_points(game, scoring)
    return tuple(tuple(group) for group in _alike(counted, game) if len(group) > 1)


def missing_counts(game: Game, scoring: Scoring) -> dict[Player, Count]:
    """Of each player who is level still, the first count that was not entered of them. As long as
    a count is not there of a whole group, nothing follows from it."""
    entered = game.counts or {}
    missing: dict[Player, Count] = {}
    groups: Sequence[Sequence[Player]] = to_be_parted(game, scoring)
    for count in scoring.counts_of(game.winner):
        found, groups = groups, []
        for group in found:
            without = [player for player in group if count not in entered.get(player, {})]
            missing |= dict.fromkeys(without, count)
            if not without:
                alike = _by_counts(group, game, (count,))
                groups = [*groups, *(level for level in alike if len(level) > 1)]
    return missing


def to_be_parted(game: Game, scoring: Scoring) -> list[tuple[Player, ...]]:
    """The groups of level players whom further counts part. Who left the game shares the last
    places (D-123)."""
    if not scoring.counts_of(game.winner):
        return []
    groups = level_players(game, scoring)
    return [group for group in groups if not any(player in game.left for player in group)]


def same_turns(game: Game, scoring: Scoring) -> tuple[Player, ...]:
    """Level players of whom nothing tells who is ahead, though all was entered: they are said to
    have the same turn."""
    if missing_counts(game, scoring):
        return ()
    asked = scoring.counts_of(game.winner)
    groups = to_be_parted(game, scoring)
    alike = (level for group in groups for level in _by_counts(group, game, asked))
    return next((tuple(level) for level in alike if len(level) > 1), ())


def _groups(
    counted: Mapping[Player, int], game: Game, scoring: Scoring
) -> Sequence[Sequence[Player]]:
    """Who shares a place, from the first on."""
    groups = _alike(counted, game)
    asked = scoring.counts_of(game.winner)
    if asked and game.counts is not None:
        return [level for group in groups for level in _by_counts(group, game, asked)]
    if scoring.reverses(game.winner):
        return [[player] for group in groups for player in reversed(group)]
    if not asked:
        return groups
    at = {player: place for place, player in enumerate(game.order)}
    return [[player] for group in groups for player in sorted(group, key=lambda p: at.get(p, 0))]


def _by_counts(group: Sequence[Player], game: Game, asked: Sequence[Count]) -> list[list[Player]]:
    """The group in smaller ones, the best first; what was not entered is less than nothing."""
    entered = game.counts or {}
    alike: dict[tuple[int, ...], list[Player]] = {}
    for player in group:
        own = entered.get(player, {})
        alike.setdefault(tuple(own.get(count, -1) for count in asked), []).append(player)
    return [alike[key] for key in sorted(alike, reverse=True)]


def _alike(counted: Mapping[Player, int], game: Game) -> list[list[Player]]:
    """Groups of level players: the winner alone is first (T-029), leavers last (D-123)."""
    merits: dict[tuple[bool, bool, int], list[Player]] = {}
    for player, points in counted.items():
        left = player in game.left
        merit = (left, not left and player != game.winner, 0 if left else -points)
        merits.setdefault(merit, []).append(player)
    return [merits[merit] for merit in sorted(merits)]


def _mean(values: Sequence[Fraction | int]) -> Fraction | int:
    if len(values) == 1:
        return values[0]
    mean = Fraction(sum(values), len(values))
    return int(mean) if mean.denominator == 1 else mean


@lru_cache(maxsize=1024)
def _share(points: int, total: int) -> Fraction:
    return Fraction(points, total) if total else Fraction(0)


def only_winner(points: Mapping[Player, int], *, target: int = TARGET) -> Player:
    """Who won, if nobody said it: the only player who reached the target (D-116).

    Raises `Refused` (T-031) if nobody did, or more than one.
    """
    reached = [player for player, count in points.items() if count >= target]
    if not reached:
        raise Refused(
            "T-031",
            marked("Nobody has {target} points. Say that time ran out, or correct the points."),
            target=target,
        )
    if len(reached) > 1:
        raise Refused(
            "T-031",
            marked("More than one player has {target} points. Say who won."),
            target=target,
        )
    return reached[0]


def check_game(
    points: Mapping[Player, object],
    winner: Player | None,
    seated: Collection[Player],
    *,
    left: Collection[Player] = (),
    excluded: Collection[Player] = (),
    target: int | None = TARGET,
    least: int = LEAST_POINTS,
    most: int | None = MOST_POINTS,
    counts: Mapping[Player, Counts] | None = None,
    scoring: Scoring = TOUR,
) -> tuple[Caution, ...]:
    """What a person should look at before a result is saved.

    Raises the first of `game_faults`, and where level players are not parted, though the format
    parts them by further `counts` (FM-21).
    """
    limits: dict[str, Any] = {"target": target, "least": least, "most": most}
    for fault in game_faults(points, winner, seated, left=left, excluded=excluded, **limits):
        raise fault
    counted = {p: n for p, n in points.items() if isinstance(n, int) and p not in excluded}
    game = Game(counted, winner, left=left, target=target, counts=counts or {})
    refuse(_faults_of_counts(game, scoring))
    return (
        *_cautions_for_high_points(counted, winner, target),
        # Where the score counts, nobody gets points for a place.
        *(() if target is None else _cautions_for_shared_first_place(game, scoring)),
    )


def game_faults(
    points: Mapping[Player, object],
    winner: Player | None,
    seated: Collection[Player],
    *,
    left: Collection[Player] = (),
    excluded: Collection[Player] = (),
    target: int | None = TARGET,
    least: int = LEAST_POINTS,
    most: int | None = MOST_POINTS,
) -> Iterator[Refused]:
    """Everything that makes a result impossible; `facts["player"]` says whose points they are.

    `winner` None means that time ran out, or that the game goes by score. Points above `target`
    are no fault (T-033) up to the `most` that the pieces can make, None where nobody knows.
    """
    for player in seated:
        if player not in excluded:
            if player not in points:
                yield Refused(
                    "T-031", marked("Game points of {player} are missing."), player=player
                )
            else:
                yield from _faults_of_points(player, points[player], least, most)
    for player in points:
        if player not in seated:
            yield Refused("T-020", marked("{player} does not sit at this table."), player=player)
    yield from _faults_of_winner(points, winner, seated, (*left, *excluded), target)
    if all(player in left or player in excluded for player in seated):
        yield Refused("T-031", marked("Nobody stayed to the end; such a game is void."))


def _faults_of_points(
    player: Player, points: object, least: int, most: int | None
) -> Iterator[Refused]:
    # True and False are whole numbers to Python, but not to people.
    if not isinstance(points, int) or isinstance(points, bool) or points < least:
        # Not up to the target: what is above it is asked about and taken (T-033).
        words = marked("{player}: game points are a whole number, {least} at the least.")
        yield Refused("T-035", words, player=player, least=least)
    elif most is not None and points > most:
        yield Refused(
            "T-035",
            marked("{player}: the pieces make {most} points at the very most, not {points}."),
            player=player,
            points=points,
            most=most,
        )


def _faults_of_winner(
    points: Mapping[Player, object],
    winner: Player | None,
    seated: Collection[Player],
    gone: Collection[Player],
    target: int | None,
) -> Iterator[Refused]:
    if winner is None:
        return
    reached = points.get(winner)
    if winner not in seated:
        yield Refused(
            "T-029", marked("The winner {player} does not sit at this table."), player=winner
        )
    elif winner in gone:
        yield Refused(
            "T-029", marked("{player} left before the end and cannot be the winner."), player=winner
        )
    elif target is not None and isinstance(reached, int) and reached < target:
        yield Refused(
            "T-035",
            marked(
                "{player} is entered as the winner, but has fewer than {target} points. If nobody "
                "has {target}, say that time ran out."
            ),
            player=winner,
            target=target,
        )


def _cautions_for_high_points(
    points: Mapping[Player, int], winner: Player | None, target: int | None
) -> Iterator[Caution]:
    if target is None:
        return
    for player, reached in points.items():
        if reached > target:
            yield Caution.of(
                "T-033",
                marked("{player}: {points} points count as {target}."),
                player=player,
                points=reached,
                target=target,
            )
        if reached >= target and player != winner:
            yield Caution.of(
                "T-029",
                marked("{player} has {target} points without having won. Is that so?"),
                player=player,
                target=target,
            )


def _faults_of_counts(game: Game, scoring: Scoring) -> Iterator[Refused]:
    missing = missing_counts(game, scoring)
    for count in scoring.counts:
        if players := [player for player in missing if missing[player] is count]:
            yield Refused(
                "FM-21",
                marked("Players are level, and what parts them is missing: {count} of {players}."),
                count=COUNT_NAMES[count],
                players=[str(player) for player in players],
            )
    if same := same_turns(game, scoring):
        yield Refused(
            "FM-21",
            marked("Two players cannot have the same place in play order: {players}."),
            players=[str(player) for player in same],
        )


def _cautions_for_shared_first_place(game: Game, scoring: Scoring) -> Iterator[Caution]:
    first = [score for score in score_game(game, scoring).values() if score.place == 1]
    if len(first) < 2 or not first[0].won:
        return
    if scoring != TOUR:
        yield Caution.of(
            "FM-22", marked("First place is shared: each of the level players has a win.")
        )
    else:
        yield Caution.of(
            "T-028",
            marked(
                "First place is shared: each of the tied players gets {points} points "
                "and a first place (D-112)."
            ),
            points=TOUR.values(4)[0],
        )
