"""Tables as a photograph shows them: the position of a game in play, all of it told or less."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from games.engine.core import NOBODY
from games.engine.rulesets.base.building import LAYING
from games.engine.rulesets.base.packed import KNIGHT, ONE, UNKNOWN, size
from games.engine.rulesets.base.places import bits
from games.engine.rulesets.base.position import (
    BY_KNIGHT,
    BY_SEVEN,
    DISCARDS,
    NOTHING,
    ONE_ROAD,
    TWO_ROADS,
    Held,
    Position,
)
from games.engine.rulesets.base.state import BEFORE, DISCARD, MAIN, PAIRED, RESOLVING, ROBBER
from games.engine.rulesets.festive.state import Festive
from games.engine.rulesets.seafarers.state import Sailing


def is_told(state: Any) -> bool:
    """Whether a position tells the moment, not only the action before it; never the founding."""
    gold = isinstance(state, Sailing) and state.phase == RESOLVING and state.after_gold == MAIN
    if state.phase not in (BEFORE, DISCARD, ROBBER, MAIN, PAIRED) and not gold:
        return False
    before = state.previous
    return before is None or before.verb not in ("robber", "void_roll")


def photographed(state: Any, stock: int) -> Position:
    """The position of a game whose cards are all known, with all that there is to tell; `stock` are
    the development cards of the box."""
    rock = getattr(state, "rock", state.turn)
    laid = sum(state.cards) + sum(state.army) * ONE[KNIGHT]
    return Position(
        held=tuple(
            Held(
                settlements=tuple(state.settlements(seat)),
                cities=tuple(bits(state.cities[seat])),
                roads=tuple(bits(state.roads[seat])),
                hand=state.hands[seat],
                cards=state.cards[seat],
                knights=state.army[seat],
                more=tuple(sorted(_more_of(state, seat))),
            )
            for seat in state.seats
        ),
        turn=rock,
        robber=state.robber,
        bank=sum(ONE[kind] * state.in_bank(kind) for kind in range(UNKNOWN)),
        aside=stock - state.stock - laid,
        deck=state.deck,
        route=state.route_holder,
        army=state.army_holder,
        rolled=_rolled(state),
        played=state.played,
        bought=state.bought,
        due=_due(state),
        owing=tuple(seat for seat in state.seats if state.owed[seat]),
        part=1 if rock == state.turn else 2,
        more=tuple(sorted(_more(state))),
    )


def _more_of(state: Any, seat: int) -> Iterator[tuple[str, Any]]:
    """What is told of a player because other games add it."""
    if isinstance(state, Sailing):
        if state.ships[seat]:
            yield "ships", tuple(bits(state.ships[seat]))
        if state.picks[seat]:
            yield "gold", state.picks[seat]
    if isinstance(state, Festive) and state.tokens[seat] + state.coming[seat]:
        yield "tokens", state.tokens[seat] + state.coming[seat]


def _more(state: Any) -> Iterator[tuple[str, Any]]:
    """The same of the table."""
    if isinstance(state, Sailing):
        if state.pirate != NOBODY:
            yield "pirate", state.pirate
        yield "new", tuple(bits(state.launched))
        yield "sailed", state.moved
    if isinstance(state, Festive):
        yield "figure", state.figure
        yield "visited", state.visited


def _rolled(state: Any) -> bool:
    if state.phase == ROBBER and state.by_knight:
        return bool(state.after >= MAIN)
    return bool(state.phase != BEFORE)


def _due(state: Any) -> int:
    if state.phase == DISCARD:
        return DISCARDS
    if state.phase == ROBBER:
        return BY_KNIGHT if state.by_knight else BY_SEVEN
    if state.free and state.previous.verb in LAYING:
        return TWO_ROADS if state.free == 2 else ONE_ROAD
    return NOTHING


def with_less_told(position: Position, chance: random.Random) -> Position:
    """The same table, of which some is not told and some cards were not seen."""
    changes: dict[str, Any] = {
        name: None
        for name in ("rolled", "played", "bought", "due", "bank", "deck")
        if chance.random() < 0.4
    }
    if "due" in changes and position.due in (DISCARDS, BY_SEVEN, BY_KNIGHT):
        del changes["due"]
    if position.bought and "bought" not in changes:
        changes["bought"] = None
    more = tuple(
        (name, told)
        for name, told in position.more
        if name not in ("new", "sailed", "visited") or chance.random() < 0.6
    )
    held = [
        replace(
            one,
            hand=_hidden(one.hand, chance) if chance.random() < 0.6 else one.hand,
            cards=_hidden(one.cards, chance) if chance.random() < 0.6 else one.cards,
        )
        for one in position.held
    ]
    return replace(position, held=tuple(held), more=more, **changes)


def _hidden(cards: int, chance: random.Random) -> int:
    """All of the cards face down, or those of some kinds."""
    hidden = 0
    for kind in range(UNKNOWN):
        of_kind = cards & 0xFF << 8 * kind
        if chance.random() < 0.7:
            hidden += of_kind
    return cards - hidden + size(hidden) * ONE[UNKNOWN]
