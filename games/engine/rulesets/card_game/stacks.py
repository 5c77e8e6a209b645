"""Roads and knights: built from the stock, or taken from an opponent once it is empty."""

from __future__ import annotations

from typing import Final

from games.engine import hints
from games.engine.core import NOBODY, Action, Check, Detail, Group, Seat, Verb, cannot, keeps, says
from games.engine.rulesets.base.packed import heap
from games.engine.rulesets.card_game.building import (
    VERBS_OF,
    built_again,
    checks_of,
    cost_of,
    pay,
    times,
    times_built,
)
from games.engine.rulesets.card_game.moments import turn_verb, unless_printed
from games.engine.rulesets.card_game.state import CardState
from games.engine.words import marked


def kind_of(action: Action) -> int:
    return VERBS_OF[action.verb]


@keeps("CG-085")
def check_stock_first(state: CardState, action: Action) -> Detail | None:
    if state.stock[kind_of(action)] and action.facts[1] != NOBODY:
        return says(
            marked("{count} of them are in stock, so that nothing is taken from {player}"),
            count=state.stock[kind_of(action)],
            player=state.name(action.facts[1]),
        )
    return None


@keeps("CG-086")
def check_taken(state: CardState, action: Action) -> Detail | None:
    if state.stock[kind_of(action)] or action.facts[1] != NOBODY:
        return None
    return cannot(marked("the stock is empty; the card comes from an opponent"), hints.CG_FROM)


@keeps("CG-086")
def check_taken_paid(state: CardState, action: Action) -> Detail | None:
    if action.facts[1] != NOBODY and not action.facts[0] and cost_of(state, action):
        return says(
            marked("taken from {player} without paying, the price is {price}"),
            player=state.name(action.facts[1]),
            price=heap(cost_of(state, action)),
        )
    return None


@keeps("CG-095")
def check_there_is_one(state: CardState, action: Action) -> Detail | None:
    kind = kind_of(action)
    if state.stock[kind] or state.victims(kind, action.seat):
        return None
    return cannot(marked("nobody has one that can be taken"), hints.CG_STACKS)


def taken_from(state: CardState, action: Action) -> Seat:
    """The opponent whose card is taken because the stock is empty; `NOBODY` otherwise."""
    return NOBODY if state.stock[kind_of(action)] else action.facts[1]


@keeps("CG-087")
def check_nearest(state: CardState, action: Action) -> Detail | None:
    kind, source = kind_of(action), taken_from(state, action)
    if source in (NOBODY, action.seat) or not state.can_lose(kind, source):
        return None
    nearest = state.victims(kind, action.seat)
    if source in nearest:
        return None
    return says(
        marked("taken from {player}, but {nearest} is nearer"),
        player=state.name(source),
        nearest=", ".join(map(state.name, sorted(nearest))),
    )


@keeps("CG-092")
def check_protects_its_kind(state: CardState, action: Action) -> Detail | None:
    """Somebody was passed over whose card protects the other stack only."""
    if check_nearest.ask(state, action) is None:
        return None
    kind = kind_of(action)
    for seat in sorted(state.victims(kind, action.seat)):
        if state.protected(1 - kind, seat):
            return says(marked("the card of {player} does not protect it"), player=state.name(seat))
    return None


@keeps("CG-086")
def check_no_own_card(state: CardState, action: Action) -> Detail | None:
    if action.facts[1] == action.seat:
        return cannot(marked("nobody takes an own card"), hints.CG_FROM)
    return None


@keeps("CG-088")
def check_has_one(state: CardState, action: Action) -> Detail | None:
    return _has_none(state, action) if state.n > 2 else None


@keeps("CG-089")
def check_only_opponent_has_one(state: CardState, action: Action) -> Detail | None:
    return _has_none(state, action) if state.n == 2 else None


def _has_none(state: CardState, action: Action) -> Detail | None:
    source = action.facts[1]
    if source in (NOBODY, action.seat) or state.stacks[kind_of(action)][source]:
        return None
    return cannot(marked("{player} has none to be taken"), hints.CG_FROM, player=state.name(source))


@keeps("CG-090")
def check_unprotected(state: CardState, action: Action) -> Detail | None:
    return _protected(state, action)


@keeps("CG-091")
def check_protected_passed_over(state: CardState, action: Action) -> Detail | None:
    if state.victims(kind_of(action), action.seat):
        return _protected(state, action)
    return None


def _protected(state: CardState, action: Action) -> Detail | None:
    kind, source = kind_of(action), action.facts[1]
    if source in (NOBODY, action.seat) or not state.stacks[kind][source]:
        return None
    if state.can_lose(kind, source):
        return None
    return says(marked("{player} has a card that protects it"), player=state.name(source))


@keeps("CG-096")
@unless_printed
def check_one_taken(state: CardState, action: Action) -> Detail | None:
    if action.facts[1] != NOBODY and times_built(state, action) >= times(state, action):
        return built_again(state, action)
    return None


@keeps("CG-093")
def check_side_goes_on(state: CardState, action: Action) -> Detail | None:
    return _other_side(state, action) if action.facts[1] != NOBODY else None


@keeps("CG-079")
def check_road_side(state: CardState, action: Action) -> Detail | None:
    return _other_side(state, action) if action.facts[1] == NOBODY else None


@keeps("CG-083")
def check_knight_side(state: CardState, action: Action) -> Detail | None:
    return _other_side(state, action) if action.facts[1] == NOBODY else None


def _other_side(state: CardState, action: Action) -> Detail | None:
    side, right = action.facts[2], state.stacks[kind_of(action)][action.seat] % 2
    if side in (NOBODY, right):
        return None
    return says(marked("the stack goes on with side {side}"), side="AB"[right])


def build_on_stack(state: CardState, action: Action) -> None:
    pay(state, action)
    kind, source = kind_of(action), action.facts[1]
    if source == NOBODY:
        state.stock[kind] -= 1
    else:
        _learn_the_arrows(state, action)
        state.stacks[kind][source] -= 1
        state.robbed |= 1 << 2 * source + kind
    state.stacks[kind][action.seat] += 1
    state.robbed &= ~(1 << 2 * action.seat + kind)
    state.end_if_won()


def _learn_the_arrows(state: CardState, action: Action) -> None:
    """From whom it was taken may tell where the arrows point."""
    kind, source = kind_of(action), action.facts[1]
    if not state.arrows and state.n > 2 and not state.stock[kind]:
        ways = [way for way in (1, -1) if state.victim(kind, action.seat, way) == source]
        if len(ways) == 1:
            state.arrows = ways[0]


STACKED: Final = (
    check_stock_first,
    check_taken,
    check_taken_paid,
    check_there_is_one,
    check_no_own_card,
    check_nearest,
    check_protects_its_kind,
    check_has_one,
    check_only_opponent_has_one,
    check_unprotected,
    check_protected_passed_over,
    check_one_taken,
    check_side_goes_on,
)


def duly_got(state: CardState, action: Action) -> bool:
    """The usual case: out of the stock, or paid for and taken from the nearest opponent, the only
    one of the turn; and no other side reported than the right one."""
    paid, source, _side = action.facts
    kind = kind_of(action)
    if state.stock[kind]:
        got = source == NOBODY
    else:
        got = paid > 0 and source in state.victims(kind, action.seat)
        got = got and not times_built(state, action)
    return got and _other_side(state, action) is None


def from_the_other(verb: Verb) -> Verb:
    """With two players nobody need say from whom a card comes when the stock is empty (CG-089)."""

    def with_owner(state: CardState, action: Action) -> Action:
        kind, (paid, source, side) = kind_of(action), action.facts
        if state.n > 2 or source != NOBODY or state.stock[kind]:
            return action
        other = 1 - action.seat
        if not state.stacks[kind][other]:
            return action
        return action._replace(facts=(paid, other, side))

    def reported(check: Check) -> Check:
        return Check(check.rule, lambda state, action: check.ask(state, with_owner(state, action)))

    return Verb(
        tuple(map(reported, verb.checks)),
        lambda state, action: verb.apply(state, with_owner(state, action)),
        lambda state, action: verb.allowed(state, with_owner(state, action)),
    )


VERBS: Final = {
    name: from_the_other(
        turn_verb((*checks_of(cost_rule), Group(duly_got, (*STACKED, side))), build_on_stack)
    )
    for name, cost_rule, side in (
        ("road", "CG-078", check_road_side),
        ("knight", "CG-082", check_knight_side),
    )
}
