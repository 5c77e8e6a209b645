"""A draw as plain values that JSON can hold: what it is made from, and what it answers.

`manage.py draw`, the stored draws and their public records all speak this language; it is
described in docs/commands.md and docs/schemas/.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tournaments.domain.meetings import Meeting

from .answer import Draw
from .certificate import Certificate, Explanation
from .drawing import draw_round
from .schedule import Schedule, draw_schedule

ROUNDS = 4
"""Rounds of a Tour event (T-002)."""


def drawn_from(inputs: Mapping[str, Any], seed: str) -> Draw:
    """The draw that these inputs and this seed give, today and on any other day.

    The inputs have the shape of docs/schemas/draw-input.json; a seed in them is passed over.
    Raises `Refused` as `draw_round` does.
    """
    number = len(inputs.get("rounds", [])) + 1
    if "rounds_to_come" in inputs:
        rounds_total = number + inputs["rounds_to_come"]
    else:
        rounds_total = inputs.get("rounds_total", ROUNDS)
    return draw_round(
        inputs["players"],
        history=inputs.get("rounds", []),
        points=inputs.get("points"),
        rounds_total=rounds_total,
        rather_apart=_groups(inputs, "rather_apart", number),
        **strict_wishes(inputs),
        near_desk=inputs.get("near_desk", []),
        seed=seed,
        seating=inputs.get("seating"),
        mode=inputs.get("mode", "random"),
        sizes=inputs.get("sizes", "fours"),
        threes=inputs.get("threes", "points"),
        play_order="play_order" in inputs,
        low=inputs.get("low", "points"),
        cut=inputs.get("cut"),
    )


def schedule_from(inputs: Mapping[str, Any], seed: str) -> Schedule:
    """The schedule that these inputs and this seed give; docs/schemas/schedule-input.json.

    Raises `Refused` as `draw_schedule` does.
    """
    return draw_schedule(
        inputs["players"],
        rounds=inputs["rounds"],
        seed=seed,
        apart=inputs.get("apart", []),
        rather_apart=inputs.get("rather_apart", []),
        sizes=inputs.get("sizes", "fours"),
    )


def schedule_answer(schedule: Schedule) -> dict[str, Any]:
    """The schedule in the shape of docs/schemas/schedule-output.json."""
    positions: dict[Any, list[int]] = {}
    for tables in schedule.rounds:
        for table in tables:
            for position, player in enumerate(table.players, start=1):
                positions.setdefault(player, []).append(position)
    return {
        "rounds": [[list(table.players) for table in tables] for tables in schedule.rounds],
        "repeated_pairs": schedule.repeated_pairs,
        "repeated_triples": schedule.repeated_triples,
        "positions": {player: positions[player] for player in schedule.players},
        "seed": schedule.seed,
        "algorithm": schedule.algorithm,
        "certificate": {
            "kind": schedule.kind,
            "cost": schedule.cost,
            "bound": schedule.bound,
            "play_order": schedule.play_order._asdict(),
            "not_apart": [list(pair) for pair in schedule.apart],
        },
    }


def strict_wishes(inputs: Mapping[str, Any]) -> dict[str, Any]:
    """The wishes that are kept or refused, as `draw_round` takes them."""
    number = len(inputs.get("rounds", [])) + 1
    return {
        "apart": _groups(inputs, "apart", number),
        "together": _groups(inputs, "together", number),
        "fixed_tables": inputs.get("tables", {}),
        "locked": {
            player: (seat["table"], seat["seat"])
            for player, seat in inputs.get("locked", {}).items()
        },
    }


def _groups(inputs: Mapping[str, Any], key: str, number: int) -> Iterator[list[str]]:
    """The groups that are meant for this round; its number counts from 1."""
    for group in inputs.get(key, []):
        if isinstance(group, list):
            yield group
        elif number in group["rounds"]:
            yield group["players"]


def answer_of(draw: Draw) -> dict[str, Any]:
    """The draw in the shape of docs/schemas/draw-output.json."""
    answer: dict[str, Any] = {
        "tables": [list(table.players) for table in draw.tables],
        "repeated_pairs": len(draw.repeated_pairs),
        "repeated_triples": len(draw.repeated_triples),
        "seed": draw.seed,
        "algorithm": draw.algorithm,
        "certificate": _certificate(draw),
        "explanations": [str(explanation) for explanation in draw.explanations],
        "reasons": [_reason(explanation) for explanation in draw.explanations],
        "threes": None,
        "left_out": list(draw.left_out),
    }
    if draw.border:
        answer["threes"] = {
            "by": draw.border.by,
            "points": draw.border.points,
            "level": list(draw.border.level),
        }
    return answer


def _certificate(draw: Draw) -> dict[str, Any] | None:
    found = draw.certificate
    if found is None:
        return None
    told: dict[str, Any] = {"kind": found.kind}
    if isinstance(found, Certificate):
        told["bound"] = {"triples": found.bound_triples, "cost": found.bound}
    told["cost"] = found.cost
    if found.even is not None:
        told["even"] = found.even
    if isinstance(found, Certificate):
        told["forced"] = [_pair(meeting) for meeting in found.forced]
        if found.first is not None:
            told["first"] = found.first
    if draw.play_order is not None:
        told["play_order"] = draw.play_order._asdict()
    return told


def _pair(meeting: Meeting) -> dict[str, Any]:
    return {"players": list(meeting.players), "rounds": list(meeting.rounds)}


def _reason(explanation: Explanation) -> dict[str, Any]:
    facts = dict(explanation.facts)
    return {
        "rule": explanation.rule_id,
        "why": explanation.why,
        "players": list(facts["players"]),
        "rounds": list(facts.get("rounds", ())),
        "table": facts["table"],
    }


def explanations_in(answer: Mapping[str, Any]) -> tuple[Explanation, ...]:
    """The sentences of an answer as they were drawn; none if it was kept without reasons."""
    return tuple(
        Explanation(
            reason["rule"],
            reason["why"],
            (
                ("players", tuple(reason["players"])),
                ("rounds", tuple(reason["rounds"])),
                ("table", reason["table"]),
                ("size", len(answer["tables"][reason["table"] - 1])),
            ),
        )
        for reason in answer.get("reasons", [])
    )
