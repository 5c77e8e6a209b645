"""What a draw is made from, in the form in which it is stored and can be repeated."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.cache import cache

from tournaments.domain import draw as domain
from tournaments.domain.values import Refused, marked
from tournaments.models import Draw, Entry
from tournaments.models.event import Event, PlayedRound
from tournaments.models.round import DrawMode

ACCOUNT_SECONDS = 24 * 60 * 60


def to_be_seated(event: Event, number: int) -> list[Entry]:
    """Who plays in the round, in standings order, best first; by number in round 1 (T-020)."""
    entries = [event.entries[key] for key in event.in_standings_order(after_round=number - 1)]
    return [entry for entry in entries if entry.first_round <= number]


def draw_inputs(event: Event, played: PlayedRound) -> dict[str, Any]:
    """What `manage.py draw` reads; players are named by the number on their badge.

    Raises `Refused` (T-016) for a Tour event that is to be drawn by standings.
    """
    points = event.points(after_round=played.number - 1)
    seated = to_be_seated(event, played.number)
    inputs: dict[str, Any] = {
        "players": [str(entry.number) for entry in seated],
        "rounds": [
            [[str(event.entries[key].number) for key in table] for table in round_]
            for round_ in event.history(before_round=played.number)
        ],
        "rounds_total": len(event.rounds),
        # Among players level in points at the border the draw avoids repeats (T-013, D-108).
        "low": "points",
    }
    # Before the first round there is nothing to go by but the lot (T-015, T-017).
    if played.number > 1:
        inputs["points"] = {str(entry.number): points[entry.pk] for entry in seated}
        if played.round.draw_mode == DrawMode.STANDINGS:
            if event.tournament.is_tour:
                raise Refused("T-016", marked("In a Tour event every round is drawn at random."))
            inputs["mode"] = DrawMode.STANDINGS.value
    return inputs


def drawn_from(inputs: Mapping[str, Any], seed: str) -> domain.Draw:
    """The draw that these inputs and this seed give, today and on any other day."""
    return domain.draw_round(
        inputs["players"],
        history=inputs["rounds"],
        points=inputs.get("points"),
        rounds_total=inputs["rounds_total"],
        low=inputs.get("low", "points"),
        seed=seed,
        mode=inputs.get("mode", DrawMode.RANDOM.value),
    )


def account_of(draw: Draw) -> domain.Draw | None:
    """The stored draw made anew, with its certificate and what it says of each repeat.

    None once seats were swapped by hand, or if it was drawn elsewhere or by another version of
    the algorithm: then the answer would be about another draw.
    """
    if not draw.inputs or draw.algorithm != domain.ALGORITHM or draw.edits.exists():
        return None
    # Inputs and seed of a draw never change, so neither does the answer.
    return cache.get_or_set(
        f"account-of-draw:{draw.pk}:{draw.algorithm}",
        lambda: drawn_from(draw.inputs, draw.seed),
        ACCOUNT_SECONDS,
    )
