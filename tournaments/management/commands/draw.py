"""`manage.py draw`: players and earlier rounds in, tables and their certificate out."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator
from typing import Any

from tournaments.domain.draw import Draw, draw_round
from tournaments.domain.meetings import Meeting
from tournaments.domain.seating import table_sizes
from tournaments.domain.values import Refused
from tournaments.management.json_command import (
    JsonCommand,
    Mistake,
    Mistakes,
    Place,
    shown,
    shown_place,
)

ROUNDS = 4
"""Rounds of a Tour event (T-002)."""


class Command(JsonCommand):
    help = (
        "Draw the tables of a round: JSON in, JSON out. "
        "The same input and seed give the same draw on any machine. "
        "Exits 2 with one line for each mistake in the input. "
        "Input and answer are described in docs/commands.md and docs/schemas/."
    )
    schema = "draw"

    def answer(self, document: Any) -> Any:
        if mistakes := list(_mistakes(document)):
            raise Mistakes(mistakes)
        try:
            return _answer(_drawn(document))
        except Refused as refusal:
            raise Mistakes([_mistake(refusal)]) from refusal


def _drawn(document: dict[str, Any]) -> Draw:
    number = len(document.get("rounds", [])) + 1
    if "rounds_to_come" in document:
        rounds_total = number + document["rounds_to_come"]
    else:
        rounds_total = document.get("rounds_total", ROUNDS)
    return draw_round(
        document["players"],
        history=document.get("rounds", []),
        points=document.get("points"),
        rounds_total=rounds_total,
        apart=_groups(document, "apart", number),
        together=_groups(document, "together", number),
        rather_apart=_groups(document, "rather_apart", number),
        fixed_tables=document.get("tables", {}),
        locked={
            player: (seat["table"], seat["seat"])
            for player, seat in document.get("locked", {}).items()
        },
        near_desk=document.get("near_desk", []),
        seed=document.get("seed", secrets.token_hex(16)),
        mode=document.get("mode", "random"),
        low=document.get("low", "points"),
        cut=document.get("cut"),
    )


def _groups(document: dict[str, Any], key: str, number: int) -> Iterator[list[str]]:
    """The groups that are meant for this round; its number counts from 1."""
    for group in document.get(key, []):
        if isinstance(group, list):
            yield group
        elif number in group["rounds"]:
            yield group["players"]


def _answer(draw: Draw) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "tables": [table.players for table in draw.tables],
        "repeated_pairs": len(draw.repeated_pairs),
        "repeated_triples": len(draw.repeated_triples),
        "seed": draw.seed,
        "algorithm": draw.algorithm,
        "certificate": _certificate(draw),
        "explanations": [str(explanation) for explanation in draw.explanations],
        "threes": None,
        "left_out": draw.left_out,
    }
    if draw.border:
        answer["threes"] = {
            "by": draw.border.by,
            "points": draw.border.points,
            "level": draw.border.level,
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
    return {"players": meeting.players, "rounds": meeting.rounds}


def _mistake(refusal: Refused) -> Mistake:
    """What the draw itself refused, at the place of the wish that cannot be had."""
    about = refusal.facts.get("about", "players")
    place: Place = (about,)
    if about in ("tables", "locked") and isinstance(player := refusal.facts.get("player"), str):
        place = (about, player)
    words = f"{refusal} ({refusal.rule_id})" if refusal.rule_id else str(refusal)
    return Mistake(place, words)


def _mistakes(document: dict[str, Any]) -> Iterator[Mistake]:
    """What a document of the right shape can still get wrong, in its own order."""
    players: dict[str, Place] = {}
    for key in ("players", "left"):
        for position, player in enumerate(document.get(key, [])):
            first = players.setdefault(player, (key, position))
            if first != (key, position):
                yield Mistake((key, position), f"{shown(player)} is {shown_place(first)} already")
    yield from _mistakes_of_number(document)
    yield from _mistakes_of_rounds(document, players)
    sat = (p for round_ in document.get("rounds", []) for table in round_ for p in table)
    known = {*players, *sat}
    for key in ("points", "tables", "locked"):
        for player in document.get(key, {}):
            if player not in known:
                yield Mistake((key, player), f"{shown(player)} is not among the players")
    yield from _mistakes_of_list(("near_desk",), document.get("near_desk", []), known)
    yield from _mistakes_of_groups(document, known)
    yield from _mistakes_of_tables(document)


def _mistakes_of_number(document: dict[str, Any]) -> Iterator[Mistake]:
    number = len(document.get("rounds", [])) + 1
    total = document.get("rounds_total", number)
    if total < number:
        yield Mistake(("rounds_total",), f"{total}, but this is round {number}")
    elif "rounds_total" in document and number + document.get("rounds_to_come", 0) > total:
        yield Mistake(("rounds_to_come",), f"there are {total - number} after round {number}")


def _mistakes_of_rounds(document: dict[str, Any], players: dict[str, Place]) -> Iterator[Mistake]:
    for number, round_ in enumerate(document.get("rounds", [])):
        seated: dict[str, int] = {}
        for position, table in enumerate(round_):
            place = ("rounds", number, position)
            if len(table) not in (3, 4):
                yield Mistake(place, f"a table has 3 or 4 players, not {len(table)}")
            for seat, player in enumerate(table):
                at = seated.setdefault(player, position)
                if at != position:
                    yield Mistake((*place, seat), f"{shown(player)} sits at two tables")
                elif table.index(player) != seat:
                    yield Mistake((*place, seat), f"{shown(player)} sits here twice")
                if "left" in document and player not in players:
                    words = f"{shown(player)} is neither among the players nor among those who left"
                    yield Mistake((*place, seat), words)


def _mistakes_of_groups(document: dict[str, Any], known: set[str]) -> Iterator[Mistake]:
    for key in ("apart", "together", "rather_apart"):
        for position, group in enumerate(document.get(key, [])):
            if isinstance(group, list):
                yield from _mistakes_of_list((key, position), group, known)
            else:
                yield from _mistakes_of_list((key, position, "players"), group["players"], known)


def _mistakes_of_list(place: Place, players: list[str], known: Iterable[str]) -> Iterator[Mistake]:
    for position, player in enumerate(players):
        if player not in known:
            yield Mistake((*place, position), f"{shown(player)} is not among the players")
        elif players.index(player) != position:
            yield Mistake((*place, position), f"{shown(player)} is named twice")


def _mistakes_of_tables(document: dict[str, Any]) -> Iterator[Mistake]:
    """Tables and seats that the round does not have."""
    to_be_seated = document["players"][: document.get("cut")]
    try:
        sizes = table_sizes(len(to_be_seated))
    except Refused:
        # The draw says so, with what can be done about it.
        return
    for player, table in document.get("tables", {}).items():
        if table > len(sizes):
            yield Mistake(("tables", player), f"this round has tables 1 to {len(sizes)}")
    for player, seat in document.get("locked", {}).items():
        if seat["table"] > len(sizes):
            yield Mistake(("locked", player, "table"), f"this round has tables 1 to {len(sizes)}")
        elif seat["seat"] > (size := sizes[seat["table"] - 1]):
            yield Mistake(("locked", player, "seat"), f"this table has seats 1 to {size}")
