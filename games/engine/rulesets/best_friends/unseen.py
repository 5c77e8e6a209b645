"""Hidden cards: those given away, taken from the bank and drawn for tokens."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from games.engine.core import Action, Detail, Seat
from games.engine.hands import HiddenCards
from games.engine.rulesets.base.packed import ONE, PLACE, UNKNOWN, VICTORY_POINT
from games.engine.rulesets.base.unseen import DEVELOPMENT, RESOURCE, UNSEEN
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

HIDING: Mapping[str, Callable[[tuple[int, ...]], bool]] = {
    "give": lambda facts: facts[1] >> UNSEEN > 0,
    "refuse": lambda facts: facts[1] >> UNSEEN > 0,
    "scholars": lambda facts: facts[1] == UNKNOWN,
}


def hidden(theirs: HiddenCards) -> HiddenCards:
    """What the game below tells of its hidden cards, and the scenario of its own."""

    def hides(action: Action) -> bool:
        ours = HIDING.get(action.verb)
        return theirs.hides(action) if ours is None else ours(action.facts)

    def moves(state: Befriended, action: Action) -> Sequence[Move]:
        moving = MOVING.get(action.verb)
        return theirs.moves(state, action) if moving is None else moving(state, action)

    def tell(state: Befriended, action: Action, cards: Sequence[int]) -> Detail:
        return theirs.tell(state, as_bought(action), cards)

    def veiled(action: Action) -> Action:
        if action.verb == "scholars":
            return action._replace(facts=(action.facts[0], UNKNOWN))
        return theirs.veiled(action) if theirs.veiled else action

    def at_best(state: Befriended) -> Befriended:
        """Cards that may be Victory Points bring points then, so that visible ones stay."""
        best: Befriended = theirs.at_best(state)
        for seat in state.seats:
            best.points[seat] += victory_points(best, seat) - victory_points(state, seat)
        return best

    return replace(
        theirs,
        hides=hides,
        moves=moves,
        tell=tell,
        at_best=at_best,
        veiled=theirs.veiled and veiled,
    )


def victory_points(state: Befriended, seat: Seat) -> int:
    return state.cards[seat] >> 8 * VICTORY_POINT & PLACE


def as_bought(action: Action) -> Action:
    """A card that is drawn is told of like one that is bought."""
    if action.verb != "scholars":
        return action
    return action._replace(verb="buy", facts=action.facts[1:])
