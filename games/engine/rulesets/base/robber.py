"""The robber: where it goes, and from whom a card is taken."""

from __future__ import annotations

from games.engine import hints
from games.engine.core import NOBODY, Action, Detail, Verb, cannot, keeps, says
from games.engine.rulesets.base.packed import ONE, PLACE, heap
from games.engine.rulesets.base.state import (
    BEFORE,
    DISCARD,
    OVER,
    ROBBER,
    SHIFT,
    BaseState,
)
from games.engine.rulesets.base.turns import (
    all_in_part,
    check_founded,
    check_rest_discarded,
    check_running,
    check_time,
    held,
    to_discard,
)
from games.engine.words import marked


def may_move_robber(state: BaseState, action: Action) -> bool:
    """Facts: hex, victim or `NOBODY`, kind of the card or `NOBODY`."""
    hex_, victim, kind = action.facts
    seat = action.seat
    broken_off = ends_with_knight(state)
    if (
        (state.phase != ROBBER and not broken_off)
        or seat != state.turn
        or (hex_ == state.robber and not broken_off)
    ):
        return False
    corners = state.places.corners[hex_]
    if victim == NOBODY:
        # Nobody need be named where one could choose somebody without cards (D-14).
        return kind == NOBODY and (
            broken_off
            or not state.taken & ~state.buildings[seat] & corners
            or not all(state.hands[other] for other in state.victims(seat, hex_))
        )
    if victim == seat or not state.buildings[victim] & corners:
        return False
    if kind == NOBODY:
        return broken_off or not state.hands[victim]
    return state.hands[victim] >> 8 * kind & PLACE > 0


def ends_with_knight(state: BaseState) -> bool:
    """The Knight that won the game is not carried out any more (D-25), so that neither a move nor a
    theft is due; it may be written down to its end all the same."""
    return state.phase == OVER and state.previous is not None and state.previous.verb == "knight"


def move_robber(state: BaseState, action: Action) -> None:
    hex_, victim, kind = action.facts
    state.move_robber(hex_)
    if NOBODY not in (victim, kind):
        state.hands[victim] -= ONE[kind]
        state.hands[action.seat] += ONE[kind]
    if state.phase in (DISCARD, ROBBER):
        state.phase = state.after


@keeps("B-180")
def check_still_running(state: BaseState, action: Action) -> Detail | None:
    return None if ends_with_knight(state) else check_running.ask(state, action)


@keeps("B-091")
def check_discards_done(state: BaseState, action: Action) -> Detail | None:
    return None if all_in_part(state) else to_discard(state)


@keeps("B-092")
def check_to_move(state: BaseState, action: Action) -> Detail | None:
    if state.phase >= BEFORE and state.phase not in (DISCARD, ROBBER, SHIFT):
        return says(marked("nothing moves the robber now"))
    return None


@keeps("B-092")
def check_roller(state: BaseState, action: Action) -> Detail | None:
    if action.seat != state.turn and not state.by_knight:
        return says(marked("{player} moves the robber"), player=state.name(state.turn))
    return None


@keeps("B-170")
def check_knights_owner(state: BaseState, action: Action) -> Detail | None:
    if action.seat != state.turn and state.by_knight:
        return says(marked("{player} moves the robber"), player=state.name(state.turn))
    return None


@keeps("B-092")
def check_other_hex(state: BaseState, action: Action) -> Detail | None:
    return None if state.by_knight else stays(state, action)


@keeps("B-170")
def check_knight_moves(state: BaseState, action: Action) -> Detail | None:
    return stays(state, action) if state.by_knight else None


def stays(state: BaseState, action: Action) -> Detail | None:
    if action.facts[0] == state.robber and not ends_with_knight(state):
        name = state.hex_name(state.robber)
        return says(marked("the robber stands on {hex} already"), hex=name)
    return None


@keeps("B-094")
def check_card_taken(state: BaseState, action: Action) -> Detail | None:
    """A card is taken if somebody is there who has one (D-14)."""
    hex_, victim, kind = action.facts
    if kind == NOBODY and ends_with_knight(state):
        return None
    if victim == NOBODY:
        victims = state.victims(action.seat, hex_)
        if kind != NOBODY or (victims and all(state.hands[other] for other in victims)):
            names = ", ".join(map(state.name, victims))
            return says(marked("nobody is named; beside the robber are: {names}"), names=names)
        return None
    if kind == NOBODY and state.hands[victim]:
        return says(marked("{player} has cards, and none is taken"), player=state.name(victim))
    return None


@keeps("B-096")
def check_victim_there(state: BaseState, action: Action) -> Detail | None:
    hex_, victim, _kind = action.facts
    if victim == NOBODY:
        return None
    if victim == action.seat:
        return from_oneself(state, victim)
    if not state.buildings[victim] & state.places.corners[hex_]:
        return says(
            marked("{player} has no building at {hex}"),
            player=state.name(victim),
            hex=state.hex_name(hex_),
        )
    return None


def theft(state: BaseState, action: Action) -> frozenset[str]:
    """The rule that asks for a card, where nobody was chosen to lose one yet."""
    chosen = action.verb != "robber" or action.facts[1:] != (NOBODY, NOBODY)
    return frozenset() if chosen else frozenset({"B-094"})


def from_oneself(state: BaseState, seat: int) -> Detail:
    return says(
        marked("{player} is named as the one who takes the card and as the one who loses it"),
        player=state.name(seat),
    )


@keeps("B-097")
def check_victim_has_card(state: BaseState, action: Action) -> Detail | None:
    _hex, victim, kind = action.facts
    if NOBODY in (victim, kind) or state.hands[victim]:
        return None
    return cannot(marked("{player} has no cards"), hints.TAKEN_CARD, player=state.name(victim))


@keeps("B-094")
def check_card_held(state: BaseState, action: Action) -> Detail | None:
    """It is one of the victim's."""
    _hex, victim, kind = action.facts
    if NOBODY in (victim, kind) or not state.hands[victim]:
        return None
    if state.hands[victim] >> 8 * kind & PLACE:
        return None
    return cannot(
        marked("{player} holds {held}, not {resource}"),
        hints.TAKEN_CARD,
        resource=heap(ONE[kind]),
        **held(state, victim),
    )


VERBS = {
    "robber": Verb(
        (
            check_still_running,
            check_time,
            check_founded,
            check_discards_done,
            check_rest_discarded,
            check_to_move,
            check_roller,
            check_knights_owner,
            check_other_hex,
            check_knight_moves,
            check_victim_there,
            check_card_taken,
            check_victim_has_card,
            check_card_held,
        ),
        move_robber,
        may_move_robber,
    )
}
