"""Whether cards can be where an action says that they are."""

from __future__ import annotations

from games.engine import hints
from games.engine.core import Action, Ask, Detail, Group, cannot, keeps
from games.engine.rulesets.base.packed import WORDS, kinds
from games.engine.rulesets.card_game.resource_zones import count_of, less
from games.engine.rulesets.card_game.state import CardState, copies_of
from games.engine.rulesets.card_game.ways import (
    DECK,
    SEEN,
    Step,
    Ways,
    can_lie,
    drawn,
    moved,
    ways_of,
)
from games.engine.words import listed, marked


def lacks(state: CardState, zone: int, cards: int) -> Detail | None:
    """The cards cannot be there."""
    if in_no_way(state, zone, cards):
        if zone >= state.n:
            return cannot(marked("these cards cannot lie there"), hints.CG_ZONES)
        return cannot(
            marked("{player} cannot have these cards"), hints.CG_CARDS, player=state.name(zone)
        )
    return None


def in_no_way(state: CardState, zone: int, cards: int) -> bool:
    """Whether the cards cannot lie in the zone, in whatever way they all lie."""
    if state.lacks(zone, cards):
        return True
    ways = state.ways_before(cards)
    return ways is not None and not can_lie(ways, zone, cards)


def passed_on(state: CardState, source: int, seat: int, got: int, given: int) -> bool:
    """Whether a player can give the cards after those of a zone have come into the hand, in some
    way in which these were there."""
    ways = state.ways_before(got + given)
    taken = None if ways is None else moved(ways, Step(source, seat, got))
    return not taken or can_lie(taken, seat, given)


def _can_be_drawn(state: CardState, seat: int, cards: int, given: int = 0) -> bool:
    """Whether the deck can give the cards, once others have gone from the hand to the discard
    pile, in some way in which these were there."""
    ways = state.ways_before(cards + given) or _known_way(state, cards)
    if ways and given:
        ways = moved(ways, Step(seat, state.discards, given))
    if not ways:
        return True
    left = drawn(ways, Step(DECK, seat, cards), state.deck)
    return left is None or bool(left)


def _known_way(state: CardState, cards: int) -> Ways | None:
    """The one way in which known cards lie, for a draw that goes on with the discard pile: what is
    left of the deck is known then, and is drawn first."""
    if count_of(cards) <= state.deck or any(state.blind):
        return None
    return ways_of(state.known, state.blind, state.total)


def revealed(state: CardState, zone: int, cards: int) -> int:
    """Of the cards leaving the zone, those that were not known to lie there."""
    return fresh_of(state.known[zone], cards)


def fresh_of(known: int, cards: int) -> int:
    return less(cards & SEEN, known)


def cards_exist(ask: Ask) -> Group:
    """The checks that there are enough cards of each resource, with one copy and with two."""

    def exist(state: CardState, action: Action) -> bool:
        return ask(state, action) is None

    def with_copies(count: int) -> Ask:
        return lambda state, action: ask(state, action) if copies(state) == count else None

    return Group(exist, (keeps("CG-001")(with_copies(1)), keeps("CG-011")(with_copies(2))))


def copies(state: CardState) -> int:
    return 2 if copies_of(state.header) > 1 else 1


def no_such_cards(state: CardState, fresh: int, gone: int = 0) -> Detail | None:
    """There are not enough cards of a resource in the game."""
    beyond = state.too_many(fresh, gone)
    return _too_few(beyond) if beyond else None


def not_to_be_drawn(state: CardState, seat: int, cards: int, given: int = 0) -> Detail | None:
    """So many lie elsewhere that the deck cannot give these, in whatever way they all lie."""
    return None if _can_be_drawn(state, seat, cards, given) else _too_few(cards & SEEN)


def _too_few(cards: int) -> Detail:
    return cannot(
        marked("there are not so many cards in the game: {resources}"),
        hints.CG_CARDS,
        resources=listed(WORDS[kind] for kind in dict.fromkeys(kinds(cards))),
    )
