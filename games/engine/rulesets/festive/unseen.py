"""Hidden cards with the figure in play: the wool that is paid, the cards taken for tokens."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from games.engine.core import Action
from games.engine.forms import hides, veils
from games.engine.hands import HiddenCards
from games.engine.record import Notation
from games.engine.rulesets.base.unseen import RESOURCE
from games.engine.rulesets.festive.state import Festive
from games.engine.spreads import Move


def paying(state: Festive, action: Action) -> Sequence[Move]:
    return (Move(RESOURCE, action.seat, state.n, action.facts[1]),)


def taking(state: Festive, action: Action) -> Sequence[Move]:
    return (Move(RESOURCE, state.n, action.seat, action.facts[1]),)


MOVING: Mapping[str, Callable[[Festive, Action], Sequence[Move]]] = {
    "figure": paying,
    "exchange_tokens": taking,
}


def hidden(on_island: HiddenCards, notation: Notation) -> HiddenCards:
    """What the game on the island tells of its hidden cards, and what the scenario moves."""

    def moves(state: Festive, action: Action) -> Sequence[Move]:
        moving = MOVING.get(action.verb)
        return on_island.moves(state, action) if moving is None else moving(state, action)

    return replace(on_island, hides=hides(notation), moves=moves, veiled=veils(notation))
