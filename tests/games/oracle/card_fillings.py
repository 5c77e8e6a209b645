"""The same for the fast card game: what is drawn, given, taken and lost."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations_with_replacement
from typing import Any

from games.engine.core import NOBODY, Action
from games.engine.rulesets.base.packed import ONE, UNKNOWN
from tests.games.oracle.fillings import MARK, Facts, Fillings, Ways, filled_from

KINDS = range(UNKNOWN)


def unseen(cards: int) -> int:
    return cards >> 8 * UNKNOWN


def of_zone(state: Any, zone: int, cards: int, more: int = 0) -> list[int]:
    """With cards of the zone, and those that came there just before, in place of unseen ones."""
    return filled_from(state.known[zone] + more, KINDS, cards, unseen(cards))


def of_deck(state: Any, cards: int) -> list[int]:
    """With any cards: the deck is all that lies nowhere else."""
    count = unseen(cards)
    seen = cards - count * MARK
    return [
        seen + sum(ONE[kind] for kind in some)
        for some in combinations_with_replacement(KINDS, count)
    ]


def drawn(state: Any, action: Action) -> Ways:
    return ((cards,) for cards in of_deck(state, action.facts[0]))


def lost(state: Any, action: Action) -> Ways:
    return ((cards,) for cards in of_zone(state, action.seat, action.facts[0]))


def with_deck(state: Any, action: Action) -> Ways:
    give, get = action.facts
    return (
        (given, got) for given in of_zone(state, action.seat, give) for got in of_deck(state, get)
    )


def with_opponent(state: Any, action: Action) -> Ways:
    """What was drawn may be given back."""
    other, receiver, give, get = action.facts
    return (
        (other, receiver, given, got)
        for got in of_zone(state, other, get)
        for given in of_zone(state, action.seat, give, got)
    )


def with_market(state: Any, action: Action) -> Ways:
    give, get = action.facts
    return ((given, get) for given in of_zone(state, action.seat, give, get))


def used(state: Any, action: Action) -> Ways:
    index, other, cards = action.facts
    zone = action.seat if other == NOBODY else other
    return ((index, other, taken) for taken in of_zone(state, zone, cards))


def some_unseen(*places: int) -> Callable[[Facts], bool]:
    return lambda facts: any(unseen(facts[place]) for place in places)


HIDING: Mapping[str, Callable[[Facts], bool]] = {
    **dict.fromkeys(("draw", "gain", "lose"), some_unseen(0)),
    "deck": some_unseen(0, 1),
    "market": some_unseen(0),
    **dict.fromkeys(("swap", "library"), some_unseen(2, 3)),
    "use": some_unseen(2),
}

FILLING: Mapping[str, Callable[[Any, Action], Ways]] = {
    **dict.fromkeys(("draw", "gain"), drawn),
    "lose": lost,
    "deck": with_deck,
    "market": with_market,
    **dict.fromkeys(("swap", "library"), with_opponent),
    "use": used,
}

OF_CARDS = Fillings(HIDING, FILLING, lambda veil, filled: filled.facts)
