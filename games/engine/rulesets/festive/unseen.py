"""Hidden cards with the figure in play: the wool that is paid, the cards taken for tokens."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from games.engine.core import Action
from games.engine.hands import HiddenCards
from games.engine.rulesets.base.unseen import RESOURCE, UNSEEN
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


def hidden(on_island: HiddenCards) -> HiddenCards:
    """What the game on the island tells of its hidden cards, and what the scenario moves."""

    def hides(action: Action) -> bool:
        # Nobody pays or takes them unseen (EB-020, SC-020): it is refused, and they have moved.
        if action.verb in MOVING:
            return action.facts[1] >> UNSEEN > 0
        return on_island.hides(action)

    def moves(state: Festive, action: Action) -> Sequence[Move]:
        moving = MOVING.get(action.verb)
        return on_island.moves(state, action) if moving is None else moving(state, action)

    return replace(on_island, hides=hides, moves=moves)
