"""Hidden cards: those given away, taken from the bank and drawn for tokens."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from games.engine.core import Action, Detail, Seat
from games.engine.forms import hides, veils
from games.engine.hands import HiddenCards
from games.engine.record import Notation
from games.engine.rulesets.base.packed import ONE, PLACE, VICTORY_POINT
from games.engine.rulesets.base.unseen import DEVELOPMENT, RESOURCE
from games.engine.rulesets.best_friends.state import Befriended
from games.engine.spreads import Move


def giving(state: Befriended, action: Action) -> Sequence[Move]:
    receiver, card = action.facts
    return (Move(RESOURCE, action.seat, receiver, card),)


def keeping(state: Befriended, action: Action) -> Sequence[Move]:
    """A card that was offered and refused is there, and stays."""
    return (Move(RESOURCE, action.seat, action.seat, action.facts[1]),)


def to_bank(state: Befriended, action: Action) -> Sequence[Move]:
    return (Move(RESOURCE, action.seat, state.n, action.facts[0]),)


def trading(state: Befriended, action: Action) -> Sequence[Move]:
    give, take = action.facts[-2:]
    return (
        Move(RESOURCE, action.seat, state.n, give),
        Move(RESOURCE, state.n, action.seat, take),
    )


def taking(state: Befriended, action: Action) -> Sequence[Move]:
    return (Move(RESOURCE, state.n, action.seat, action.facts[1]),)


def drawing(state: Befriended, action: Action) -> Sequence[Move]:
    new = state.n if action.seat == state.turn else action.seat
    return (Move(DEVELOPMENT, state.n + 1, new, ONE[action.facts[1]]),)


MOVING: Mapping[str, Callable[[Befriended, Action], Sequence[Move]]] = {
    "give": giving,
    "refuse": keeping,
    "give_to_bank": to_bank,
    "traders": trading,
    "traders_again": trading,
    "merchants": taking,
    "scholars": drawing,
}


def hidden(theirs: HiddenCards, notation: Notation) -> HiddenCards:
    """What the game below tells of its hidden cards, and the scenario of its own."""

    def moves(state: Befriended, action: Action) -> Sequence[Move]:
        moving = MOVING.get(action.verb)
        return theirs.moves(state, action) if moving is None else moving(state, action)

    def tell(state: Befriended, action: Action, cards: Sequence[int]) -> Detail:
        return theirs.tell(state, as_bought(action), cards)

    def at_best(state: Befriended) -> Befriended:
        """Cards that may be Victory Points bring points then, so that visible ones stay."""
        best: Befriended = theirs.at_best(state)
        for seat in state.seats:
            best.points[seat] += victory_points(best, seat) - victory_points(state, seat)
        return best

    return replace(
        theirs,
        hides=hides(notation),
        moves=moves,
        tell=tell,
        at_best=at_best,
        veiled=veils(notation),
    )


def victory_points(state: Befriended, seat: Seat) -> int:
    return state.cards[seat] >> 8 * VICTORY_POINT & PLACE


def as_bought(action: Action) -> Action:
    """A card that is drawn is told of like one that is bought."""
    if action.verb != "scholars":
        return action
    return action._replace(verb="buy", facts=action.facts[1:])
