"""Whether cards can be where an action says that they are."""

from __future__ import annotations

from games.engine.core import Action, Detail, cannot, keeps
from games.engine.rulesets.base.packed import heap
from games.engine.rulesets.card_game.moments import Ask, Group
from games.engine.rulesets.card_game.state import SEEN, CardState, copies_of, less
from games.engine.words import marked


def lacks(state: CardState, zone: int, cards: int) -> Detail | None:
    """The cards cannot be there."""
    if state.lacks(zone, cards):
        name = state.name(zone) if zone < state.n else "?"
        return cannot(marked("{player} cannot have these cards"), player=name)
    return None


def revealed(state: CardState, zone: int, cards: int) -> int:
    """Of the cards leaving the zone, those that were not known to lie there."""
    return fresh_of(state.known[zone], cards)


def fresh_of(known: int, cards: int) -> int:
    return less(cards & SEEN, known)


def cards_exist(ask: Ask) -> Group:
    """The checks that there are so many cards of each resource, with one copy and with two."""

    def exist(state: CardState, action: Action) -> bool:
        return ask(state, action) is None

    def with_copies(count: int) -> Ask:
        return lambda state, action: ask(state, action) if copies(state) == count else None

    return Group(exist, (keeps("CG-001")(with_copies(1)), keeps("CG-011")(with_copies(2))))


def copies(state: CardState) -> int:
    return 2 if copies_of(state.header) > 1 else 1


def no_such_cards(state: CardState, fresh: int, gone: int = 0) -> Detail | None:
    """There are not so many cards of a resource in the game."""
    beyond = state.too_many(fresh, gone)
    if beyond:
        return cannot(
            marked("there are not so many cards of {cards} in the game"), cards=heap(beyond)
        )
    return None
