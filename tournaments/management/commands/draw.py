"""`manage.py draw`: players and earlier rounds in, tables and their certificate out."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from games.management.json_command import (
    JsonCommand,
    Mistake,
    Mistakes,
    Place,
    shown,
    shown_place,
)
from tournaments.domain.draw import answer_of, drawn_from, strict_wishes, wish_faults
from tournaments.domain.seating import table_sizes
from tournaments.domain.values import Refused


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
            # A draw would tell of them too, but it needs everything else to be right.
            raise Mistakes([*mistakes, *_mistakes_of_wishes(document)])
        try:
            return answer_of(drawn_from(document, document.get("seed", secrets.token_hex(16))))
        except Refused as refusal:
            raise Mistakes(map(_mistake, refusal.each)) from refusal


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
    if "seating" in document and "mode" in document:
        yield Mistake(("mode",), "the older name of seating; leave it out where seating is given")
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
    _, unseatable = _sizes(document)
    yield from map(_mistake, unseatable)


def _mistakes_of_wishes(document: dict[str, Any]) -> Iterator[Mistake]:
    """Wishes that cannot be had, as far as a document with other mistakes in it tells."""
    sizes, _ = _sizes(document)
    faults = wish_faults(_to_be_seated(document), sizes=sizes, **strict_wishes(document))
    return map(_mistake, faults)


def _sizes(document: dict[str, Any]) -> tuple[Sequence[int] | None, tuple[Refused, ...]]:
    """Sizes of the tables, or why so many players cannot be seated."""
    try:
        return table_sizes(len(_to_be_seated(document)), document.get("sizes", "fours")), ()
    except Refused as refusal:
        return None, refusal.each


def _to_be_seated(document: dict[str, Any]) -> list[str]:
    """Everybody once."""
    return list(dict.fromkeys(document["players"]))[: document.get("cut")]


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
