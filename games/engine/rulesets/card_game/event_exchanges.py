"""Exchanges that a card makes players carry out, outside the exchange phase and its limit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine.core import NOBODY, Action, Asked, Check, Detail, Group, Seat, Verb, keeps
from games.engine.rulesets.card_game.cards import DECK, MARKET, OPPONENT, Card
from games.engine.rulesets.card_game.events import (
    carried_out,
    event_of,
    in_order,
    may_move_cards,
    named_by,
    perform,
    too_early,
)
from games.engine.rulesets.card_game.moments import (
    MOMENT,
    Apply,
    later_than_exchange,
    turn_verb,
    verb,
)
from games.engine.rulesets.card_game.resource_zones import count_of
from games.engine.rulesets.card_game.state import CardState

WAYS: Final = {"deck": DECK, "market": MARKET, "swap": OPPONENT}
"""How the cards call the ways to exchange."""


def allowance(state: CardState, seat: Seat, way: str) -> int:
    """Cards that the player may still exchange that way for the card that is carried out. Nobody
    can say that a text demands it, so that it may be left out."""
    card = _card(state)
    if card is None:
        return 0
    granted = sum(
        effect.number("count") or 0
        for effect in card.effects
        if effect.op == "each_exchange"
        and effect.sure
        and effect.facts["with"] == WAYS[way]
        and seat in named_by(state, state.turn, effect.facts["who"])
    )
    return granted - state.made.count((seat, way))


def _card(state: CardState) -> Card | None:
    if state.effect != NOBODY:
        return state.cards.expansions[state.effect]
    return event_of(state)


def for_card(state: CardState, action: Action) -> bool:
    """Whether the exchange is made for a card. A text that nobody has entered may ask for any, but
    for those that the player on turn may make anyhow."""
    state = carried_out(state, action)
    if state.performed == NOBODY and state.effect == NOBODY:
        return False
    if may_move_cards(state):
        return action.seat != state.turn or later_than_exchange(state)
    return _count(action) <= allowance(state, action.seat, action.verb)


def _count(action: Action) -> int:
    return max(map(count_of, action.facts[-2:]))


def unless_for_card(check: Check) -> Check:
    """The same check of what belongs to the exchange phase."""
    return Check(
        check.rule,
        lambda state, action: None if for_card(state, action) else check.ask(state, action),
    )


def exchange_verb(checks: Sequence[Asked], apply: Apply, note: Apply) -> Verb:
    """A verb for an exchange: `note` counts it in the exchange phase."""

    def noted(state: CardState, action: Action) -> None:
        apply(state, action)
        note(state, action)

    in_turn = turn_verb(checks, noted)

    def exchange(state: CardState, action: Action) -> None:
        if for_card(state, action):
            perform(state, action)
            state.made = (*state.made, *[(action.seat, action.verb)] * _count(action))
            apply(state, action)
        else:
            in_turn.apply(state, action)

    moment = Group(MOMENT.fits, tuple(map(unless_for_card, MOMENT.checks)))
    return verb((moment, check_exchange_in_order, *checks), exchange)


@keeps("CG-067")
def check_exchange_in_order(state: CardState, action: Action) -> Detail | None:
    """Nobody who comes after the player has exchanged for the event already."""
    if state.effect != NOBODY or not for_card(state, action):
        return None
    now = carried_out(state, action)
    if may_move_cards(now):
        return None
    order = in_order(now)
    after = order[order.index(action.seat) + 1 :]
    done = next((seat for seat, _way in now.made if seat in after), NOBODY)
    return None if done == NOBODY else too_early(now, done, [action.seat])
