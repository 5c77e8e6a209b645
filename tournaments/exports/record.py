"""The public record of a round: all that its draws were made from and what came of it.

`verify_draw.py` reads it, and the page that checks a draw. Players stand in it by the number on
their badge and their public name, officials not at all. Schema: docs/schemas/draw-record.json.
"""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.utils import timezone

from tournaments.domain.audit import repeats, swapped
from tournaments.models import Commitment, Draw
from tournaments.models.event import Event, PlayedRound

FORMAT = "catantour-draw-record/1"


def round_record(event: Event, played: PlayedRound) -> dict[str, Any]:
    """The record of a round whose draw is published, with every attempt there was."""
    commitment = event.commitment
    draws = played.round.draws.order_by("attempt").prefetch_related("edits")
    attempts = [_attempt(event, draw) for draw in draws]
    return {
        "format": FORMAT,
        "event": {
            "id": commitment.event if commitment else event.tournament.slug,
            "name": event.tournament.name,
            "rounds": len(event.rounds),
        },
        "round": played.number,
        "commitment": _commitment(commitment, played.number) if commitment else None,
        "public_value": played.round.public_value,
        "names": _names(event, played, attempts),
        "attempts": attempts,
        "published": {
            "attempt": played.draw.attempt,
            "at": _at(played.draw.published_at),
            "tables": [[str(seat.entry.number) for seat in t.seats] for t in played.tables],
        },
    }


def _commitment(commitment: Commitment, number: int) -> dict[str, Any]:
    return {"links": commitment.links(number), "at": _at(commitment.at)}


def _attempt(event: Event, draw: Draw) -> dict[str, Any]:
    withdrawn = {"at": _at(draw.withdrawn_at), "reason": draw.withdrawn_reason}
    return {
        "attempt": draw.attempt,
        "at": _at(draw.at),
        "algorithm": draw.algorithm,
        "seed": draw.seed,
        "inputs": draw.inputs,
        "answer": draw.answer,
        "reason": draw.reason,
        "withdrawn": withdrawn if draw.withdrawn_at else None,
        "swaps": _swaps(event, draw),
    }


def _swaps(event: Event, draw: Draw) -> list[dict[str, Any]]:
    """Swaps by hand with the repeats before and after each; None if the answer was not kept."""
    tables, history = draw.answer.get("tables"), draw.inputs.get("rounds", [])
    swaps = []
    for edit in draw.edits.all():
        players = [str(event.entries[key].number) for key in (edit.first_id, edit.second_id)]
        after = swapped(tables, *players) if tables else None
        swaps.append(
            {
                "players": players,
                "at": _at(edit.at),
                "reason": edit.reason,
                "before": repeats(tables, history) if tables else None,
                "after": repeats(after, history) if after else None,
            }
        )
        tables = after
    return swaps


def _names(event: Event, played: PlayedRound, attempts: list[dict[str, Any]]) -> dict[str, str]:
    """Public names, as they are today, of everybody the record speaks of; by number."""
    numbers = {str(seat.entry.number) for table in played.tables for seat in table.seats}
    for attempt in attempts:
        inputs = attempt["inputs"]
        numbers.update(inputs.get("players", []))
        numbers.update(p for round_ in inputs.get("rounds", []) for table in round_ for p in table)
    return {
        str(entry.number): entry.public_name
        for entry in event.entries.values()
        if str(entry.number) in numbers
    }


def _at(moment: dt.datetime | None) -> str:
    """By the clock in the hall, to the second."""
    return timezone.localtime(moment).isoformat(timespec="seconds")
