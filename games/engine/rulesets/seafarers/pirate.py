"""The pirate: moved instead of the robber, and from whom it takes a card."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.engine import hints
from games.engine.core import NOBODY, Action, Detail, Verb, cannot, keeps, says
from games.engine.rulesets.base.packed import ONE
from games.engine.rulesets.base.robber import (
    check_card_held,
    check_discards_done,
    check_knights_owner,
    check_roller,
    check_still_running,
    check_to_move,
    check_victim_has_card,
    ends_with_knight,
    from_oneself,
)
from games.engine.rulesets.base.state import BEFORE, DISCARD, OVER, ROBBER
from games.engine.rulesets.base.turns import check_founded, check_rest_discarded, check_time
from games.engine.rulesets.seafarers.state import Sailing
from games.engine.words import marked


def move_pirate(state: Sailing, action: Action) -> None:
    """Facts: hex, victim or `NOBODY`, kind of the card or `NOBODY`."""
    hex_, victim, kind = action.facts
    state.pirate = hex_
    if NOBODY not in (victim, kind):
        state.hands[victim] -= ONE[kind]
        state.hands[action.seat] += ONE[kind]
    if state.phase != OVER:
        if state.phase in (DISCARD, ROBBER):
            state.phase = state.after
        state.owed = [0] * state.n


@keeps("SF-16")
def check_one_of_them(state: Sailing, action: Action) -> Detail | None:
    if state.phase < BEFORE or state.phase in (DISCARD, ROBBER):
        return None
    previous = state.previous
    if previous is not None and previous.verb == "robber":
        return says(marked("the robber has been moved already"))
    return says(marked("nothing moves the pirate now"))


@keeps("SF-16")
def check_not_both(state: Sailing, action: Action) -> Detail | None:
    """The same for the robber after the pirate."""
    if after_pirate(state):
        return says(marked("the pirate has been moved already"))
    return None


def after_pirate(state: Sailing) -> bool:
    previous = state.previous
    moved = previous is not None and previous.verb == "pirate"
    return moved and state.phase >= BEFORE and state.phase not in (DISCARD, ROBBER)


@keeps("B-092")
def check_robber_due(state: Sailing, action: Action) -> Detail | None:
    return None if after_pirate(state) else check_to_move.ask(state, action)


@keeps("B-092")
def check_pirates_roller(state: Sailing, action: Action) -> Detail | None:
    return None if check_roller.ask(state, action) is None else moves_it(state)


@keeps("B-170")
def check_pirates_knight(state: Sailing, action: Action) -> Detail | None:
    return None if check_knights_owner.ask(state, action) is None else moves_it(state)


def moves_it(state: Sailing) -> Detail:
    return says(marked("{player} moves the pirate"), player=state.name(state.turn))


@keeps("B-097")
def check_card_of_victim(state: Sailing, action: Action) -> Detail | None:
    detail = check_victim_has_card.ask(state, action)
    return None if detail is None else detail._replace(hint=hints.SF_TAKEN)


@keeps("SF-17")
def check_held_card_of_victim(state: Sailing, action: Action) -> Detail | None:
    detail = check_card_held.ask(state, action)
    return None if detail is None else detail._replace(hint=hints.SF_TAKEN)


@keeps("SF-15")
def check_at_sea(state: Sailing, action: Action) -> Detail | None:
    if action.facts[0] in state.waters.water:
        return None
    return says(
        marked("{hex} is land, and the pirate stays at sea"), hex=state.hex_name(action.facts[0])
    )


@keeps("SF-15")
def check_on_land(state: Sailing, action: Action) -> Detail | None:
    if action.facts[0] not in state.waters.water:
        return None
    return says(
        marked("{hex} is sea, and the robber stays on land"), hex=state.hex_name(action.facts[0])
    )


@keeps("CKD-67")
def check_in_use(state: Sailing, action: Action) -> Detail | None:
    return (
        cannot(marked("the map has no pirate"), hints.SF_NO_PIRATE)
        if state.pirate == NOBODY
        else None
    )


@keeps("SF-17")
def check_other_hex(state: Sailing, action: Action) -> Detail | None:
    if action.facts[0] != state.pirate or ends_with_knight(state):
        return None
    return says(marked("the pirate is on {hex} already"), hex=state.hex_name(state.pirate))


Asking = Callable[[Any, Action], frozenset[str]]
"""The rules that ask for the rest of what an action begins."""


def theft_too(on_land: Asking) -> Asking:
    """The same of the pirate as of the robber."""

    def theft(state: Sailing, action: Action) -> frozenset[str]:
        chosen = action.verb != "pirate" or action.facts[1:] != (NOBODY, NOBODY)
        return on_land(state, action) if chosen else frozenset({"SF-17"})

    return theft


@keeps("SF-17")
def check_victim(state: Sailing, action: Action) -> Detail | None:
    """The victim has a ship there, and a card is taken if somebody there has one."""
    hex_, victim, kind = action.facts
    if kind == NOBODY and ends_with_knight(state):
        return None
    victims = state.pirates_victims(action.seat, hex_)
    if victim == NOBODY:
        if kind != NOBODY or (victims and all(state.hands[other] for other in victims)):
            names = ", ".join(map(state.name, victims))
            return says(marked("nobody is named; beside the pirate are: {names}"), names=names)
        return None
    if victim == action.seat:
        return from_oneself(state, victim)
    if victim not in victims:
        return says(
            marked("{player} has no ship at {hex} to take from"),
            player=state.name(victim),
            hex=state.hex_name(hex_),
        )
    if kind == NOBODY and state.hands[victim]:
        return says(marked("{player} has cards, and none is taken"), player=state.name(victim))
    return None


VERBS = {
    "pirate": Verb(
        (
            check_still_running,
            check_time,
            check_founded,
            check_discards_done,
            check_rest_discarded,
            check_one_of_them,
            check_pirates_roller,
            check_pirates_knight,
            check_in_use,
            check_at_sea,
            check_other_hex,
            check_victim,
            check_card_of_victim,
            check_held_card_of_victim,
        ),
        move_pirate,
    )
}
