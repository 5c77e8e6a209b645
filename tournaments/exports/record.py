"""The public record of a round: all that its draws were made from and what came of it.

`verify_draw.py` reads it, and the page that checks a draw. Players stand in it by the number on
their badge and their public name, officials not at all. Schema: docs/schemas/draw-record.json.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import Any

from django.utils import timezone

from tournaments.domain.audit import drawn_tables, repeats, swapped
from tournaments.domain.draw import SCHEDULE
from tournaments.models import Commitment, Draw, PublicValue, ValueSource
from tournaments.models.event import Event, PlayedRound

FORMAT = "catantour-draw-record/1"


def round_record(event: Event, played: PlayedRound) -> dict[str, Any]:
    """The record of a round whose draw is published, with every attempt there was."""
    commitment = event.drawn_from(played.draw)
    draws = played.round.draws.order_by("attempt").prefetch_related("edits")
    attempts = [_attempt(event, draw, played.number) for draw in draws]
    rolled_for = chance_of(event, played).round
    sources = list(rolled_for.sources.order_by("number"))
    values = rolled_for.values.order_by("number").select_related("player")
    return {
        "format": FORMAT,
        "event": {
            "id": event.commitments[0].event if event.commitments else event.tournament.slug,
            "name": event.tournament.name,
            "rounds": len(event.rounds),
        },
        "round": played.number,
        "commitment": _commitment(commitment, played.number) if commitment else None,
        "chains": [_chain(one, played, draws) for one in event.commitments],
        "public_value": played.round.public_value,
        "sources": [_source(source) for source in sources],
        "values": [_value(value, sources) for value in values],
        "names": _names(event, played, attempts),
        "attempts": attempts,
        "published": {
            "attempt": played.draw.attempt,
            "at": _at(played.draw.published_at),
            "tables": [[str(seat.entry.number) for seat in t.seats] for t in played.tables],
        },
    }


def chance_of(event: Event, played: PlayedRound) -> PlayedRound:
    """The round for which was rolled what its first draw took: of a schedule its first one."""
    first = played.round.draws.order_by("attempt").first()
    return event.rounds[0] if first and first.is_of_a_schedule else played


def _commitment(commitment: Commitment, number: int) -> dict[str, Any]:
    return {"links": commitment.links(number), "at": _at(commitment.at)}


def _chain(commitment: Commitment, played: PlayedRound, draws: Iterable[Draw]) -> dict[str, Any]:
    """A chain with what is public of it in this round: nothing but its end if no draw of the round
    follows from it."""
    used = any(draw.commitment_id == commitment.pk for draw in draws)
    ended = {"at": _at(commitment.ended_at), "why": commitment.ended_why}
    return {
        "links": commitment.links(played.number if used else 0),
        "at": _at(commitment.at),
        "first_round": commitment.first_round,
        "ended": ended if commitment.ended_at else None,
    }


def _source(source: ValueSource) -> dict[str, Any]:
    return {
        "text": source.text,
        "due": _at(source.due_at) if source.due_at else None,
        "at": _at(source.at),
        "reason": source.reason,
    }


def _value(value: PublicValue, sources: list[ValueSource]) -> dict[str, Any]:
    """What was typed, and whether a second person confirmed it: an official, or which player."""
    player = str(value.player.number) if value.player else ""
    confirmed = {"at": _at(value.confirmed_at), "by": "player" if player else "official"}
    return {
        "value": value.value,
        "source": sources.index(value.source) if value.source else None,
        "at": _at(value.at),
        "reason": value.reason,
        "confirmed": {**confirmed, "player": player} if value.confirmed_at else None,
    }


def _attempt(event: Event, draw: Draw, number: int) -> dict[str, Any]:
    withdrawn = {"at": _at(draw.withdrawn_at), "reason": draw.withdrawn_reason}
    return {
        **({"first_round": 1} if draw.is_of_a_schedule else {}),
        "attempt": draw.attempt,
        "at": _at(draw.at),
        "algorithm": draw.algorithm,
        "chain": chain.published if (chain := event.drawn_from(draw)) else None,
        "seed": draw.seed,
        "inputs": draw.inputs,
        "answer": draw.answer,
        "reason": draw.reason,
        "withdrawn": withdrawn if draw.withdrawn_at else None,
        "swaps": _swaps(event, draw, number),
    }


def _swaps(event: Event, draw: Draw, number: int) -> list[dict[str, Any]]:
    """Swaps by hand with the repeats before and after each; None if the answer was not kept."""
    tables, history = drawn_tables(draw.inputs, draw.answer, number) if draw.answer else (None, [])
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
        if attempt["algorithm"] != SCHEDULE:
            earlier = inputs.get("rounds", [])
            numbers.update(p for round_ in earlier for table in round_ for p in table)
    return {
        str(entry.number): entry.public_name
        for entry in event.entries.values()
        if str(entry.number) in numbers
    }


def _at(moment: dt.datetime | None) -> str:
    """By the clock in the hall, to the second."""
    return timezone.localtime(moment).isoformat(timespec="seconds")
