"""What later actions prove of cards that nobody saw."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Final

from games.engine.core import Action, Detail, says
from games.engine.pasts import Known, Noted, certain, in_bytes
from games.engine.rulesets.base.packed import UNKNOWN, heap
from games.engine.rulesets.card_game.state import CardState
from games.engine.rulesets.card_game.ways import SEEN, past_of
from games.engine.words import marked


def proved(state: CardState, actions: Sequence[Action]) -> list[Known]:
    """The hidden actions of which all cards are the same in every way that is left."""
    past = past_of(state.ways) if state.ways else state.past
    pasts = [in_bytes(past, state.width)]
    left = deque(state.noted)
    known = []
    for at, action in enumerate(actions):
        # Actions that were not played, because they cannot have happened, left nothing.
        if left and left[0].action is action:
            filled = _filled(left.popleft(), pasts)
            if filled is not None:
                known.append(Known(at, action, tell(state, filled)))
    return known


def _filled(noted: Noted, pasts: Sequence[bytes]) -> Action | None:
    """The action with all its cards, None if some are open."""
    action = noted.action
    facts = list(action.facts)
    hidden = [place for place in MOVED[action.verb] if facts[place] >> 8 * UNKNOWN]
    for place, event in zip(hidden, noted.events, strict=True):
        cards = certain(pasts, event, UNKNOWN)
        if cards is None:
            return None
        facts[place] = (facts[place] & SEEN) + cards
    return action._replace(facts=tuple(facts))


MOVED: Final[Mapping[str, Sequence[int]]] = {
    **dict.fromkeys(("draw", "gain", "lose"), (0,)),
    **dict.fromkeys(("road", "knight", "settle", "city", "expand"), (0,)),
    "deck": (0, 1),
    "market": (1, 0),
    **dict.fromkeys(("swap", "library"), (3, 2)),
    "deal": (1, 2),
    "use": (2,),
}
"""Where the cards stand in the facts of a verb, in the order in which they move."""


def tell(state: CardState, action: Action) -> Detail:
    """What the cards of a hidden action were; `action` has them all."""
    player = state.name(action.seat)
    cards = [heap(action.facts[place]) for place in sorted(MOVED[action.verb])]
    if len(cards) == 1:
        return says(
            marked("the unseen cards of {player} were {cards}"), player=player, cards=cards[0]
        )
    return says(
        marked("{player} exchanged {given} for {taken}"),
        player=player,
        given=cards[0],
        taken=cards[1],
    )
