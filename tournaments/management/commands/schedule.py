"""`manage.py schedule`: players in, the tables and the play order of all rounds of a stage out."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import Any

from games.management.json_command import JsonCommand, Mistake, Mistakes, shown, shown_place
from tournaments.domain.draw import schedule_answer, schedule_from
from tournaments.domain.seating import table_sizes
from tournaments.domain.values import Refused


class Command(JsonCommand):
    help = (
        "Draw all rounds of a stage at once, with a balanced play order: JSON in, JSON out. "
        "The same input and seed give the same schedule on any machine. "
        "Exits 2 with one line for each mistake in the input. "
        "Input and answer are described in docs/commands.md and docs/schemas/."
    )
    schema = "schedule"

    def answer(self, document: Any) -> Any:
        if mistakes := list(_mistakes(document)):
            raise Mistakes(mistakes)
        seed = document.get("seed", secrets.token_hex(16))
        try:
            return schedule_answer(schedule_from(document, seed))
        except Refused as refusal:
            raise Mistakes(map(_mistake, refusal.each)) from refusal


def _mistake(refusal: Refused) -> Mistake:
    words = f"{refusal} ({refusal.rule_id})" if refusal.rule_id else str(refusal)
    return Mistake((refusal.facts.get("about", "players"),), words)


def _mistakes(document: dict[str, Any]) -> Iterator[Mistake]:
    """What a document of the right shape can still get wrong, in its own order."""
    players: dict[str, int] = {}
    for position, player in enumerate(document["players"]):
        first = players.setdefault(player, position)
        if first != position:
            words = f"{shown(player)} is {shown_place(('players', first))} already"
            yield Mistake(("players", position), words)
    for key in ("apart", "rather_apart"):
        for number, group in enumerate(document.get(key, [])):
            for position, player in enumerate(group):
                place = (key, number, position)
                if player not in players:
                    yield Mistake(place, f"{shown(player)} is not among the players")
                elif group.index(player) != position:
                    yield Mistake(place, f"{shown(player)} is named twice")
    try:
        table_sizes(len(players), document.get("sizes", "fours"))
    except Refused as refusal:
        yield _mistake(refusal)
