"""A draw as plain values that JSON can hold: what it is made from, and what it answers.

`manage.py draw`, the stored draws and their public records all speak this language; it is
described in docs/commands.md and docs/schemas/.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tournaments.domain.meetings import Meeting

from .answer import Draw
from .certificate import Explanation
from .drawing import draw_round

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
        mode=inputs.get("mode", "random"),
        low=inputs.get("low", "points"),
        cut=inputs.get("cut"),
    )


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
    return {
        "kind": found.kind,
        "bound": {"triples": found.bound_triples, "cost": found.bound},
        "cost": found.cost,
        "even": found.even,
        "forced": [_pair(meeting) for meeting in found.forced],
    }


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
