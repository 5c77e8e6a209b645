"""What a draw is made from, in the form in which it is stored and can be repeated."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.domain import draw as domain
from tournaments.domain.lots import groups_at_border, lot_order
from tournaments.domain.seating import seats_at_threes
from tournaments.domain.values import Refused, marked
from tournaments.models import Entry, Lot
from tournaments.models.event import Event, PlayedRound
from tournaments.models.round import DrawMode
from tournaments.services.acts import Doer


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
        seed=seed,
        mode=inputs.get("mode", DrawMode.RANDOM.value),
    )


def draw_lots_at_border(event: Event, number: int, *, seed: str, doer: Doer) -> Sequence[Lot]:
    """Draw and store the lots that decide who sits at tables of three in this round (D-120)."""
    players = [entry.pk for entry in to_be_seated(event, number)]
    after_round = number - 1
    groups = groups_at_border(
        players, seats_at_threes(len(players)), event.standings(after_round=after_round).undecided
    )
    lots = []
    for group in groups:
        key = ",".join(str(pk) for pk in sorted(group))
        entries = sorted((event.entries[pk] for pk in group), key=lambda entry: entry.number)
        numbers = ",".join(str(entry.number) for entry in entries)
        own_seed = hashlib.sha256(f"{seed}:lot:{after_round}:{numbers}".encode()).hexdigest()[:16]
        lots.append(
            Lot.objects.create(
                tournament=event.tournament,
                after_round=after_round,
                group=key,
                order=[entry.pk for entry in lot_order(entries, own_seed)],
                seed=own_seed,
                by=doer.name,
                at=doer.now,
            )
        )
    return lots
