"""What a person typed for a table: at the desk, or a player for the own one."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tournaments.domain.breakdown import Breakdown
from tournaments.models import Result
from tournaments.models.result import Presence


@dataclass(frozen=True, slots=True)
class EnteredScore:
    """What a person typed for one player: points before the cap, hidden cards included (T-032).

    `breakdown` names no part of which there is none, so that two that say the same are equal.
    """

    game_points: int | None = None
    presence: str = Presence.PLAYED
    breakdown: Breakdown | None = None

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
        scores[score.seat.position] = EnteredScore(score.game_points, score.presence, score.parts)
    return EnteredResult(scores, winner)


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
            for one in kept
        ],
    }


def from_document(document: Mapping[str, Any], ended: dt.datetime | None) -> EnteredResult:
    """What was typed, read again from what `to_document` wrote and when the game was over."""
    scores = {
        position: EnteredScore(one["points"], Presence(one["presence"]), one["parts"])
        for position, one in enumerate(document["scores"], start=1)
    }
    return EnteredResult(scores, document["winner"], ended)


def points_in_a_line(entered: EnteredResult, target: int | None) -> str:
    """ "10-8-5-×": the game points by position, as they are kept."""
    kept = [capped(score, target) for _position, score in sorted(entered.scores.items())]
    return "-".join("×" if one.game_points is None else str(one.game_points) for one in kept)
