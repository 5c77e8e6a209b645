"""Gold: the cards that its owners choose."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.engine import hints
from games.engine.core import Action, Detail, Verb, cannot, keeps, says
from games.engine.rulesets.base.packed import ONE, UNKNOWN, heap, size
from games.engine.rulesets.base.rolling import SEVEN
from games.engine.rulesets.base.state import OVER, RESOLVING
from games.engine.rulesets.base.turns import check_running, check_time, has_left
from games.engine.rulesets.seafarers.state import Sailing
from games.engine.words import marked


def await_gold(state: Sailing, total: int) -> None:
    """After a roll: the gold with the number waits for its owners to choose."""
    state.last_roll = total
    if total != SEVEN and state.phase != OVER:
        await_picks(state, state.gold_due(total))


def await_picks(state: Sailing, picks: list[int]) -> None:
    """Go on once all have chosen. Nobody chooses from an empty bank."""
    if any(picks) and state.resources_in_bank:
        state.picks = picks
        state.gold_passed = False
        state.after_gold = state.phase
        state.phase = RESOLVING


def await_others(state: Sailing) -> None:
    """The turn has ended because somebody left: the others still choose before the next goes on."""
    if awaited(state) and state.phase not in (OVER, RESOLVING):
        await_picks(state, state.picks)


def due(state: Sailing, seat: int) -> int:
    """How many cards the seat chooses: what the gold brings, or what the bank has left."""
    return min(state.picks[seat], state.resources_in_bank)


def due_with(on_land: Callable[[Any, int, str], int]) -> Callable[[Any, int, str], int]:
    """How many cards a player owes for a verb, those for gold among them."""
    return lambda state, seat, verb: (
        due(state, seat) if verb == "gold" else on_land(state, seat, verb)
    )


def pick(state: Sailing, action: Action) -> None:
    """Facts: the cards, packed."""
    (cards,) = action.facts
    state.hands[action.seat] += cards
    state.bank -= cards
    state.picks[action.seat] = 0
    go_on(state)


def go_on(state: Sailing) -> None:
    if not state.resources_in_bank:
        state.picks = [0] * state.n
    if state.phase == RESOLVING and not any(state.picks) and not state.gold_passed:
        state.phase = state.after_gold


def awaited(state: Sailing) -> bool:
    """Whether nothing goes on before somebody has chosen; once it did, that has been said."""
    return any(state.picks) and not state.gold_passed


def pass_over(state: Sailing) -> None:
    """The game goes on though it should wait; who has not chosen may still do so."""
    if awaited(state):
        state.gold_passed = True
        if state.phase == RESOLVING:
            state.phase = state.after_gold


@keeps("SF-20")
def check_chosen(state: Sailing, action: Action) -> Detail | None:
    """Nothing goes on before all have chosen."""
    if not awaited(state):
        return None
    late = ", ".join(
        f"{state.name(seat)} ({due(state, seat)})" for seat in state.seats if state.picks[seat]
    )
    return says(marked("cards for gold are still to be chosen: {late}"), late=late)


@keeps("SF-20")
def check_due(state: Sailing, action: Action) -> Detail | None:
    if state.picks[action.seat] or robbed(state, action.seat):
        return None
    if state.out >> action.seat & 1:
        return has_left(state, action.seat)
    return says(marked("gold brings {player} nothing now"), player=state.name(action.seat))


@keeps("SF-22")
def check_not_robbed(state: Sailing, action: Action) -> Detail | None:
    if state.picks[action.seat] or not robbed(state, action.seat):
        return None
    name = state.hex_name(state.robber)
    return says(marked("the robber is on the gold at {hex}"), hex=name)


def robbed(state: Sailing, seat: int) -> bool:
    """Whether the gold rolled last would bring the seat something without the robber."""
    at = state.gold_with(state.last_roll)
    return state.robber in at and state.stood[state.robber][seat] > 0


@keeps("SF-20")
def check_open(state: Sailing, action: Action) -> Detail | None:
    if action.facts[0] < ONE[UNKNOWN]:
        return None
    return cannot(marked("gold brings resources only"), hints.GOLD)


@keeps("SF-20")
def check_count(state: Sailing, action: Action) -> Detail | None:
    return None if by_a_city(state, action.seat) else another_count(state, action)


@keeps("SF-21")
def check_count_of_city(state: Sailing, action: Action) -> Detail | None:
    return another_count(state, action) if by_a_city(state, action.seat) else None


def by_a_city(state: Sailing, seat: int) -> bool:
    """Whether a city of the seat is at the gold rolled last."""
    corners = state.places.corners
    at = state.gold_with(state.last_roll)
    return any(state.cities[seat] & corners[hex_] for hex_ in at)


def another_count(state: Sailing, action: Action) -> Detail | None:
    (cards,) = action.facts
    seat = action.seat
    if not state.picks[seat] or size(cards) == due(state, seat):
        return None
    return says(
        marked("{player} takes {cards}, due are {due}"),
        player=state.name(seat),
        cards=size(cards),
        due=due(state, seat),
    )


@keeps("B-080")
def check_bank_has(state: Sailing, action: Action) -> Detail | None:
    (cards,) = action.facts
    if cards >= ONE[UNKNOWN] or state.bank_pays(cards):
        return None
    return says(marked("the bank does not have {cards}"), cards=heap(cards))


VERBS = {
    "gold": Verb(
        (
            check_running,
            check_time,
            check_due,
            check_not_robbed,
            check_open,
            check_count,
            check_count_of_city,
            check_bank_has,
        ),
        pick,
    )
}
