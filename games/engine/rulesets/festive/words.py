"""How the figure and the tokens are written: `& c4 W`, `& b3 WW>d2 +Ben:1`, `&X Ben 2>O`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from games.engine.core import NOBODY, Action, Seat
from games.engine.document import Field
from games.engine.record import SWITCH, Ground, Notation, Table, Words
from games.engine.rulesets.base import fields, words
from games.engine.rulesets.base.island import A_HEX, hex_of
from games.engine.rulesets.base.packed import PLACE
from games.engine.rulesets.festive.state import EXPANSION_GOAL, UNTOLD
from games.engine.words import marked

PAID = marked("the wool that is paid such as W, with the robber chased to d2 WW>d2")
RECEIVED = marked("tokens received such as +Anna:1")
EXCHANGED = marked("tokens and the card taken for them such as 2>O")

TOLD = re.compile(r"\+(?:(.+):)?(\d)")
RETURNED = re.compile(r"(\d)>(.+)")


def read_figure(line: Words, seat: Seat) -> Sequence[Action]:
    hex_ = hex_of(line, line.take(A_HEX))
    paid, arrow, refuge = line.take(PAID).partition(">")
    cards = words.cards(line, paid, PAID)
    chased = hex_of(line, refuge) if arrow else NOBODY
    return [line.action(seat, "figure", (hex_, cards, chased, _told(line, seat)))]


def _told(line: Words, seat: Seat) -> int:
    """Words such as `+Anna:1 +Ben:2`, `+1` for the player who acts, `+0` for no tokens at all."""
    if not line.peek().startswith("+"):
        return UNTOLD
    told = 0
    while line.peek().startswith("+"):
        found = TOLD.fullmatch(line.take(RECEIVED))
        if found is None:
            raise line.wrong(RECEIVED)
        name, count = found.groups()
        told += int(count) << 8 * (seat if name is None else line.seat(name))
    return told


def read_exchange(line: Words, seat: Seat) -> Sequence[Action]:
    owner = line.seat()
    found = RETURNED.fullmatch(line.take(EXCHANGED))
    if found is None:
        raise line.wrong(EXCHANGED)
    cards = words.cards(line, found[2], EXCHANGED)
    return [line.action(owner, "exchange_tokens", (int(found[1]), cards))]


def write_figure(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    hex_, paid, refuge, told = actions[at].facts
    names = table.places.hex_names
    text = f"& {names[hex_]} {words.pile(paid)}"
    if refuge != NOBODY:
        text += f">{names[refuge]}"
    if told != UNTOLD:
        seats = range(len(table.header.players))
        gifts = [(seat, told >> 8 * seat & PLACE) for seat in seats]
        text += "".join(f" +{table.handle(seat)}:{got}" for seat, got in gifts if got) or " +0"
    return text, 1


def write_exchange(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    action = actions[at]
    count, cards = action.facts
    return f"&X {table.handle(action.seat)} {count}>{words.pile(cards)}", 1


# As JSON


def read_tokens(table: Table, value: Any) -> tuple[int, ...] | None:
    if value is None:
        return (UNTOLD,)
    seats = len(table.header.players)
    if not isinstance(value, list) or len(value) != seats:
        return None
    if not all(type(count) is int and 0 <= count < 10 for count in value):
        return None
    return (sum(count << 8 * seat for seat, count in enumerate(value)),)


def write_tokens(table: Table, facts: tuple[int, ...]) -> list[int] | None:
    if facts[0] == UNTOLD:
        return None
    return [facts[0] >> 8 * seat & PLACE for seat in range(len(table.header.players))]


FIELDS = {
    "figure": (
        fields.HEX_FIELD,
        fields.cards_field("paid"),
        fields.maybe(fields.place_field("robber", "hex_names", "hex_named")),
        Field("received", write_tokens, read_tokens),
    ),
    "exchange_tokens": (
        Field("returned", fields.write_number, fields.read_number, asked="number"),
        fields.cards_field("taken"),
    ),
}


def notation(on_island: Notation, ground: Ground, labels: Mapping[str, str]) -> Notation:
    """The words of the game, and those of the figure and its tokens."""
    return replace(
        on_island,
        ground=ground,
        options={**on_island.options, EXPANSION_GOAL: SWITCH},
        turn={**on_island.turn, "&": read_figure, "&X": read_exchange},
        write={**on_island.write, "figure": write_figure, "exchange_tokens": write_exchange},
        fields={**on_island.fields, **FIELDS},
        named=on_island.named | {"exchange_tokens"},
        labels={**on_island.labels, **labels},
    )
