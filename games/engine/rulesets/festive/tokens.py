"""The exchange of two tokens for a resource card, due at once and in order."""

from __future__ import annotations

from games.engine import hints
from games.engine.core import Action, Detail, Verb, cannot, keeps, says
from games.engine.rulesets.base.packed import ONE, PLACE, UNKNOWN, heap, size
from games.engine.rulesets.base.turns import check_running, check_time
from games.engine.rulesets.festive.state import DUE, Festive
from games.engine.words import marked


def exchange(state: Festive, action: Action) -> None:
    """Facts: how many tokens are returned, and the cards that are taken, packed."""
    cards = action.facts[1]
    state.hands[action.seat] += cards
    state.bank -= cards
    state.give_back(action.seat)


@keeps("EB-041")
def check_exchanged(state: Festive, action: Action) -> Detail | None:
    """Nothing goes on before the player on turn has exchanged."""
    return late(state) if state.exchanging[:1] == (state.turn,) else None


@keeps("EB-042")
def check_others_exchanged(state: Festive, action: Action) -> Detail | None:
    """The same for the others, whose turn it is not."""
    return None if state.exchanging[:1] == (state.turn,) else late(state)


def late(state: Festive) -> Detail | None:
    if not state.waiting:
        return None
    names = ", ".join(map(state.name, state.exchanging))
    return says(marked("two tokens are still to be exchanged: {late}"), late=names)


LATE = (check_exchanged, check_others_exchanged)


@keeps("EB-044")
def check_due(state: Festive, action: Action) -> Detail | None:
    if action.seat in state.exchanging:
        return None
    return says(
        marked("{player} has {count} of the tokens, and two are exchanged"),
        player=state.name(action.seat),
        count=state.tokens[action.seat],
    )


@keeps("EB-047")
def check_order(state: Festive, action: Action) -> Detail | None:
    if action.seat not in state.exchanging[1:]:
        return None
    return says(marked("{player} is due first"), player=state.name(state.exchanging[0]))


@keeps("EB-044")
def check_two_for_one(state: Festive, action: Action) -> Detail | None:
    count, cards = action.facts
    empty = not state.resources_in_bank
    if (count, size(cards)) == (DUE, 1) or (count == DUE and not cards and empty):
        return None
    text = marked("{count} tokens are returned for {cards}")
    return says(text, count=count, cards=heap(cards))


@keeps("EB-043")
def check_in_bank(state: Festive, action: Action) -> Detail | None:
    cards = action.facts[1]
    if cards < ONE[UNKNOWN] and state.bank_pays(cards):
        return None
    if cards >> 8 * UNKNOWN & PLACE:
        return cannot(marked("everybody sees which card the bank gives"), hints.EB_CARDS)
    if cards >= ONE[UNKNOWN]:
        text = marked("{cards} are not resources only")
        return cannot(text, hints.EB_CARDS, cards=heap(cards))
    return cannot(marked("the bank does not have {cards}"), hints.EB_CARDS, cards=heap(cards))


EXCHANGE = Verb(
    (
        check_running,
        check_time,
        check_due,
        check_order,
        check_two_for_one,
        check_in_bank,
    ),
    exchange,
)
