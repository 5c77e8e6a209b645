"""What a game brings: places, tournament points, game points and success (T-021 to T-039)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from .values import Caution, Player, Refused, marked

TARGET = 10
"""Points that win a game, and the most that count (T-033)."""

LEAST_POINTS = 2
"""Two founding settlements cannot be lost (D-116)."""

MOST_POINTS = 22
"""All pieces of one colour on the board, both special tiles and all Victory Point cards (B-175)."""

POINTS_FOR_PLACE = {1: 10, 2: 3, 3: 2, 4: 1}
"""Tournament points by place (T-021)."""


@dataclass(frozen=True, slots=True)
class Game:
    """What was recorded of a game.

    `points` names everyone who sat at the table with the points at the end of the game, hidden
    cards included (T-032), before or after the cap. `winner` is None where time ran out.
    `left` walked out before the end (D-123); `excluded` were excluded during this very game
    (D-122), and need no points. `target` differs from ten only outside the Tour; None is a game
    that goes by score.
    """

    points: Mapping[Player, int]
    winner: Player | None = None
    void: bool = False
    left: Collection[Player] = frozenset()
    excluded: Collection[Player] = frozenset()
    target: int | None = TARGET

    @property
    def seated(self) -> tuple[Player, ...]:
        """Everyone who sat at the table, those excluded during the game at the end."""
        return (*self.points, *(p for p in self.excluded if p not in self.points))


@dataclass(frozen=True, slots=True)
class Score:
    """What a game brought one player: `place` from 1, and the share of the table's points."""

    place: int
    points: int
    game_points: int
    success: Fraction


def score_game(game: Game) -> dict[Player, Score]:
    """The score of everyone whom the game counts for, in the order of `game.points`.

    Whoever was excluded during the game is missing, and the others are scored as a table of
    their number (D-122). A void game counts for nobody (D-118).
    """
    if game.void:
        return {}
    counted = {
        player: points if game.target is None else min(points, game.target)
        for player, points in game.points.items()
        if player not in game.excluded
    }
    total = sum(counted.values())
    return {
        player: Score(
            place, POINTS_FOR_PLACE[place], counted[player], _share(counted[player], total)
        )
        for player, place in _places(counted, game).items()
    }


def _places(counted: Mapping[Player, int], game: Game) -> dict[Player, int]:
    """Dense places from 1 (T-025): the winner alone is first (T-029), leavers last (D-123)."""
    merits = {
        player: (True, False, 0) if player in game.left else (False, player != game.winner, -points)
        for player, points in counted.items()
    }
    places = {merit: place for place, merit in enumerate(sorted(set(merits.values())), start=1)}
    return {player: places[merit] for player, merit in merits.items()}


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
) -> tuple[Caution, ...]:
    """What a person should look at before a result is saved; raises the first of `game_faults`."""
    limits: dict[str, Any] = {"target": target, "least": least, "most": most}
    for fault in game_faults(points, winner, seated, left=left, excluded=excluded, **limits):
        raise fault
    counted = {p: n for p, n in points.items() if isinstance(n, int) and p not in excluded}
    scores = score_game(Game(counted, winner, left=left, target=target))
    return (
        *_cautions_for_high_points(counted, winner, target),
        # Where the score counts, nobody gets points for a place.
        *(() if target is None else _cautions_for_shared_first_place(scores)),
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
                yield from _faults_of_points(player, points[player], target, least, most)
    for player in points:
        if player not in seated:
            yield Refused("T-020", marked("{player} does not sit at this table."), player=player)
    yield from _faults_of_winner(points, winner, seated, (*left, *excluded), target)
    if all(player in left or player in excluded for player in seated):
        yield Refused("T-031", marked("Nobody stayed to the end; such a game is void."))


def _faults_of_points(
    player: Player, points: object, target: int | None, least: int, most: int | None
) -> Iterator[Refused]:
    # True and False are whole numbers to Python, but not to people.
    if not isinstance(points, int) or isinstance(points, bool) or points < least:
        words = marked("{player}: game points are a whole number from {least} to {most}.")
        if target is None:
            words = marked("{player}: game points are a whole number, {least} at the least.")
        yield Refused("T-035", words, player=player, least=least, most=target)
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
            marked("{player} is entered as the winner, but has fewer than {target} points."),
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


def _cautions_for_shared_first_place(scores: Mapping[Player, Score]) -> Iterator[Caution]:
    if sum(score.place == 1 for score in scores.values()) > 1:
        yield Caution.of(
            "T-028",
            marked(
                "First place is shared: each of the tied players gets {points} points "
                "and a first place (D-112)."
            ),
            points=POINTS_FOR_PLACE[1],
        )
