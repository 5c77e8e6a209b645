"""What the standings of any format may be ordered by, under the names that formats use (FM-31 to
FM-37); those of the Tour are in `criteria.py` of the domain."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import lcm

from tournaments.domain.criteria import CRITERIA as OF_THE_TOUR
from tournaments.domain.criteria import Criterion, Figure, Shown, Tally
from tournaments.domain.values import marked


def _corrected_sum(tally: Tally) -> Fraction:
    """The shares added up, the sum of a table of three raised by the mean of its scores (FM-33): 10
    of 24 counts as 10 of 32. The cap comes first (FMD-04)."""
    parts: dict[int, int] = {}
    for score in tally.scores:
        own, of_all = (
            (3 * score.game_points, 4 * score.table)
            if score.players == 3
            else (score.game_points, score.table)
        )
        parts[of_all or 1] = parts.get(of_all or 1, 0) + own
    common = lcm(*parts)
    return Fraction(sum(own * (common // of_all) for of_all, own in parts.items()), common)


def _corrected_mean(tally: Tally) -> Fraction:
    return _corrected_sum(tally) / max(tally.games, 1)


def _share_of_sums(tally: Tally) -> Figure:
    """Own points of all games by all points of those games (FM-32)."""
    of_all = sum(score.table for score in tally.scores)
    return Fraction(tally.game_points, of_all) if of_all else 0


SAT = Criterion(
    "sat",
    marked("games played"),
    lambda tally: int(tally.games > 0),
    heading=marked("Games"),
    title=marked("Games played"),
)
"""Comes before the criteria of every format: whoever never sat is last, with nothing."""

CRITERIA = {
    criterion.name: criterion
    for criterion in (
        Criterion(
            "wins",
            marked("wins"),
            lambda tally: sum(score.won for score in tally.scores),
            heading=marked("Wins"),
            title=marked("Wins"),
        ),
        OF_THE_TOUR["points"],
        OF_THE_TOUR["game_points"],
        replace(
            OF_THE_TOUR["success"],
            name="share_mean",
            label=marked("mean share"),
            heading=marked("Share"),
            title=marked("Mean share"),
        ),
        Criterion(
            "share_sum",
            marked("sum of the shares"),
            lambda tally: tally.share_sum,
            heading=marked("Shares"),
            title=marked("Sum of the shares"),
            width=20.0,
            shown=Shown.PERCENT,
        ),
        Criterion(
            "share_of_sums",
            marked("share of all points"),
            _share_of_sums,
            heading=marked("Share"),
            title=marked("Share of all points"),
            width=20.0,
            shown=Shown.PERCENT,
        ),
        Criterion(
            "share_corrected_mean",
            marked("mean corrected share"),
            _corrected_mean,
            heading=marked("Share"),
            title=marked("Mean corrected share"),
            width=20.0,
            shown=Shown.PERCENT,
        ),
        Criterion(
            "share_corrected_sum",
            marked("sum of the corrected shares"),
            _corrected_sum,
            heading=marked("Shares"),
            title=marked("Sum of the corrected shares"),
            width=20.0,
            shown=Shown.PERCENT,
        ),
        OF_THE_TOUR["second_places"],
        OF_THE_TOUR["third_places"],
        Criterion(
            "best_game",
            marked("best game"),
            lambda tally: max((score.game_points for score in tally.scores), default=0),
            heading=marked("Best"),
            title=marked("Best game"),
        ),
        Criterion(
            "place_sum",
            marked("sum of the places"),
            lambda tally: sum(score.place for score in tally.scores),
            heading=marked("Places"),
            title=marked("Sum of the places"),
            least_is_best=True,
        ),
    )
}
"""Each by its name in a format; it may stand there once (FM-30)."""
