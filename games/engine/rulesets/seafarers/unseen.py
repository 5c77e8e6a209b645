"""Hidden cards at sea: what ships cost, what the pirate steals, what gold brings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from games.engine.core import Action, Detail
from games.engine.forms import hides, veils
from games.engine.hands import HiddenCards
from games.engine.record import Notation
from games.engine.rulesets.base.unseen import RESOURCE, paying
from games.engine.rulesets.seafarers.ships import SHIP
from games.engine.rulesets.seafarers.state import Sailing
from games.engine.spreads import Move


def choosing(state: Sailing, action: Action) -> Sequence[Move]:
    return (Move(RESOURCE, state.n, action.seat, action.facts[0]),)


MOVING: Mapping[str, Callable[..., Sequence[Move]]] = {
    "ship": paying(SHIP),
    "gold": choosing,
}


def ashore(action: Action) -> Action:
    """The pirate steals as the robber does."""
    return action._replace(verb="robber") if action.verb == "pirate" else action


def hidden(on_land: HiddenCards, notation: Notation) -> HiddenCards:
    """What the game on land tells of its hidden cards, and the sea of its own."""

    def moves(state: Sailing, action: Action) -> Sequence[Move]:
        moving = MOVING.get(action.verb)
        return on_land.moves(state, ashore(action)) if moving is None else moving(state, action)

    def tell(state: Sailing, action: Action, cards: Sequence[int]) -> Detail:
        return on_land.tell(state, ashore(action), cards)

    return replace(on_land, hides=hides(notation), moves=moves, tell=tell, veiled=veils(notation))
