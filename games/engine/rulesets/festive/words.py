"""How the figure and the tokens are written: `& c4 W`, `& b3 WW>d2 +Ben:1`, `&X Ben 2>O`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from games.engine.core import Seat
from games.engine.document import Field
from games.engine.forms import Act, Facts, Sort, spoken
from games.engine.record import SWITCH, Ground, Notation, Table, Words
from games.engine.rulesets.base.packed import PLACE
from games.engine.rulesets.base.sorts import COUNT
from games.engine.rulesets.festive.state import EXPANSION_GOAL, UNTOLD
from games.engine.words import marked

FIGURE = "& {hex} {paid:seen}[>{robber:hex}][ {received}]"
EXCHANGE = "&X @ {returned:digit}>{taken:seen}"

PAID = marked("the wool that is paid such as W, with the robber chased to d2 WW>d2")
RECEIVED = marked("tokens received such as +Anna:1")
EXCHANGED = marked("tokens and the card taken for them such as 2>O")

TOLD = re.compile(r"\+(?:(.+):)?(\d)")


def take_received(words: Words, seat: Seat) -> Facts:
    """Words such as `+Anna:1 +Ben:2`, `+1` for the player who acts, `+0` for no tokens at all."""
    told = 0
    while words.peek().startswith("+"):
        found = TOLD.fullmatch(words.take(RECEIVED))
        if found is None:
            raise words.wrong(RECEIVED)
        name, count = found.groups()
        told += int(count) << 8 * (seat if name is None else words.seat(name))
    return (told,)


def write_received(table: Table, facts: Facts) -> str:
    gifts = enumerate(in_seats(table, facts[0]))
    return " ".join(f"+{table.handle(seat)}:{got}" for seat, got in gifts if got) or "+0"


def in_seats(table: Table, told: int) -> list[int]:
    return [told >> 8 * seat & PLACE for seat in range(len(table.header.players))]


def read_tokens(table: Table, value: Any) -> Facts | None:
    if value is None:
        return (UNTOLD,)
    seats = len(table.header.players)
    if not isinstance(value, list) or len(value) != seats:
        return None
    if not all(type(count) is int and 0 <= count < 10 for count in value):
        return None
    return (sum(count << 8 * seat for seat, count in enumerate(value)),)


def write_tokens(table: Table, facts: Facts) -> list[int] | None:
    return None if facts[0] == UNTOLD else in_seats(table, facts[0])


SORTS = {
    "digit": COUNT._replace(within=r"\d"),
    "received": Sort(
        lambda words, text, expected: (UNTOLD,),
        write_received,
        lambda name: (Field(name, write_tokens, read_tokens),),
        none=(UNTOLD,),
        looks=re.compile(r"\+.*"),
        take=take_received,
    ),
}


def notation(on_island: Notation, ground: Ground, acts: Sequence[Act]) -> Notation:
    """The words of the game, and those of the figure and its tokens."""
    # Nobody pays or takes cards unseen, nor others than those due (EB-020, EB-043): that is
    # refused by its row, and they have moved.
    seen = on_island.sorts.named["cards"]
    return spoken(
        on_island,
        acts,
        on_island.sorts.but(seen=seen, **SORTS),
        ground=ground,
        options={**on_island.options, EXPANSION_GOAL: SWITCH},
    )
