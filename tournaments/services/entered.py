"""What a person typed for a table: at the desk, or a player for the own one."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tournaments.domain.breakdown import Breakdown
from tournaments.domain.scoring import Count, Counts, Game, Scoring, only_winner, to_be_parted
from tournaments.models import Result, Score
from tournaments.models.result import Presence


@dataclass(frozen=True, slots=True)
class EnteredScore:
    """What a person typed for one player: points before the cap, hidden cards included (T-032).

    `breakdown` names no part of which there is none, so that two that say the same are equal.
    `further` parts level players (FM-21), None where nothing of it was typed.
    """

    game_points: int | None = None
    presence: str = Presence.PLAYED
    breakdown: Breakdown | None = None
    further: Counts | None = None

    @property
    def counts(self) -> bool:
        return self.presence in (Presence.PLAYED, Presence.LEFT)


@dataclass(frozen=True, slots=True)
class EnteredResult:
    """What a person typed for a table, by position at the table (from 1).

    `winner` None means that time ran out (T-060), or that the game goes by score. `ended` is when
    the game was over, if somebody noted it (T-066).
    """

    scores: Mapping[int, EnteredScore]
    winner: int | None = None
    ended: dt.datetime | None = None


def as_entered(result: Result) -> EnteredResult:
    """A saved result in the form in which it was typed."""
    scores = {}
    winner = None
    for score in result.scores.all():
        if score.seat_id == result.winner_id:
            winner = score.seat.position
        scores[score.seat.position] = EnteredScore(
            score.game_points, score.presence, score.parts, score.further
        )
    return EnteredResult(scores, winner)


def as_game(entered: EnteredResult, target: int | None) -> Game:
    """The game that was entered, its players by position; whose points are missing is left out."""
    counted = {at: score for at, score in entered.scores.items() if score.counts}
    return Game(
        {at: one.game_points for at, one in counted.items() if one.game_points is not None},
        entered.winner,
        left=[at for at, score in counted.items() if score.presence == Presence.LEFT],
        target=target,
        counts=further_of(entered),
    )


def further_of(entered: EnteredResult) -> dict[int, Counts]:
    """What parts level players, by position."""
    return {at: score.further for at, score in entered.scores.items() if score.further}


def asked_of_level(
    entered: EnteredResult, target: int | None, scoring: Scoring
) -> dict[int, tuple[Count, ...]]:
    """What each level player is asked for beside the points, by position (FM-21)."""
    game = as_game(entered, target)
    asked = scoring.counts_of(game.winner)
    return {at: asked for group in to_be_parted(game, scoring) for at in sorted(group)}


def with_further_of_level(
    entered: EnteredResult, target: int | None, scoring: Scoring
) -> EnteredResult:
    """What was entered without the further counts of those whom nobody has to part, so that a
    correction of the points leaves nothing behind that says no more."""
    asked = asked_of_level(entered, target, scoring)
    scores = {
        at: score if at in asked or not score.further else replace(score, further=None)
        for at, score in entered.scores.items()
    }
    return replace(entered, scores=scores)


def is_same(saved: EnteredResult, entered: EnteredResult, target: int | None) -> bool:
    """Whether saving would change nothing; when the game was over is not kept."""
    return saved.winner == entered.winner and saved.scores == {
        position: capped(score, target) for position, score in entered.scores.items()
    }


def capped(score: EnteredScore, target: int | None) -> EnteredScore:
    """The score as it is kept (T-033); who did not play to the end of the game has no points."""
    if not score.counts:
        return EnteredScore(None, score.presence)
    if score.game_points is None or target is None:
        return score
    return replace(score, game_points=min(score.game_points, target))


def to_document(entered: EnteredResult, target: int | None) -> dict[str, Any]:
    """What was typed as it is kept of a proposal; the scores stand in the order of the seats."""
    kept = [capped(score, target) for _position, score in sorted(entered.scores.items())]
    return {
        "winner": entered.winner,
        "scores": [
            {"points": one.game_points, "presence": one.presence, "parts": one.breakdown}
            | ({"further": dict(one.further)} if one.further else {})
            for one in kept
        ],
    }


def from_document(document: Mapping[str, Any], ended: dt.datetime | None) -> EnteredResult:
    """What was typed, read again from what `to_document` wrote and when the game was over."""
    scores = {
        position: EnteredScore(
            one["points"], Presence(one["presence"]), one["parts"], one.get("further")
        )
        for position, one in enumerate(document["scores"], start=1)
    }
    return EnteredResult(scores, document["winner"], ended)


def winner_by_points(scores: Mapping[int, EnteredScore], target: int | None) -> int | None:
    """The position of the only player who reached the target; nobody where there is no target, or
    where points are missing, which then are the mistake. Raises `Refused` (T-031)."""
    expected = [position for position, score in scores.items() if score.counts]
    played = {
        position: score.game_points
        for position, score in scores.items()
        if score.counts and score.game_points is not None
    }
    if target is None or len(played) != len(expected):
        return None
    return only_winner(played, target=target)


def points_in_a_line(entered: EnteredResult, target: int | None) -> str:
    """ "10-8-5-×": the game points by position, as they are kept; "10-8(4,1)-8(4,2)-5" with what
    parts level players."""
    kept = [capped(score, target) for _position, score in sorted(entered.scores.items())]
    return "-".join(map(points_and_further, kept))


def points_and_further(score: EnteredScore | Score) -> str:
    """ "8", and "8(4,1)" with what parts level players."""
    if score.game_points is None:
        return "×"
    counts = ",".join(map(str, (score.further or {}).values()))
    return f"{score.game_points}({counts})" if counts else str(score.game_points)
