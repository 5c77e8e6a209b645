"""Hidden cards with the figure in play: the wool that is paid, the cards taken for tokens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.engine.core import Action
from games.engine.forms import hides, veils
from games.engine.hands import HiddenCards
from games.engine.record import Notation
from games.engine.rulesets.base.unseen import RESOURCE
from games.engine.rulesets.festive.state import Festive
from games.engine.spreads import Move


def taking(state: Festive, action: Action) -> Sequence[Move]:
    return (Move(RESOURCE, state.n, action.seat, action.facts[1]),)


def hidden(on_island: HiddenCards, notation: Notation) -> HiddenCards:
    """What the game on the island tells of its hidden cards, and what the scenario moves."""

    def moves(state: Festive, action: Action) -> Sequence[Move]:
        if action.verb == "exchange_tokens":
            return taking(state, action)
        if action.verb == "figure":
            # What is paid goes where discarded cards go, of whatever kinds it is.
            action = action._replace(verb="discard", facts=action.facts[1:2])
        return on_island.moves(state, action)

    return replace(on_island, hides=hides(notation), moves=moves, veiled=veils(notation))
