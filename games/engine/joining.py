"""States that differ in nothing but cards nobody saw, put together as one.

Where only bounds are kept, many states say little more than one that allows all that any of them
does: of each kind what each player has at least in one of them, and at most. How many cards a
player has need not be the same in all; a hand then has empty places (`bounds.Bounds`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from games.engine.bounds import Bounds, TooManyParts
from games.engine.piles import Pile
from games.engine.spreads import PLACE
from games.engine.worlds import Worlds

FEW = 3
"""States that are kept apart: one for all of them would say less, and save little work."""

A_JOIN = 60
"""Steps that it takes to put two states together, or to see that they are unlike."""

MOST_PLACES = 120
"""Places for unseen cards that a zone can have."""


def joined(states: Sequence[Any], piles: Sequence[Pile]) -> list[Any]:
    """The states, those put together that are alike but for cards. The first stays the first.
    Raises `TooManyParts` where a hand may have more cards than can be counted."""
    left: list[Any] = []
    alike: dict[object, list[Any]] = {}
    for state in states:
        others = alike.setdefault(state.moment, [])
        state.unseen.meter.work += A_JOIN * (1 + len(others))
        if not any(_join(other, state, piles) for other in others):
            others.append(state)
            left.append(state)
    return left


def widen(state: Any, at: int, pile: Pile, zone: int, places: int) -> None:
    """Give the zone more `places` for unseen cards, as its bounds have them already."""
    if pile.widen is None or state.unseen.piles[at].counts[zone] > MOST_PLACES:
        raise TooManyParts
    pile.widen(state, zone, places)


class Together(NamedTuple):
    """What is known of a pile in both states: for each zone of the first, the cards that are in
    doubt then, and how many more places it has."""

    worlds: Worlds | Bounds
    doubts: Sequence[int] = ()
    places: Sequence[int] = ()


def _join(first: Any, second: Any, piles: Sequence[Pile]) -> bool:
    """Let the first state be what the second may be as well, if they are alike enough."""
    if not first.is_like(second):
        return False
    found = [_together(pile, first, second, at) for at, pile in enumerate(piles)]
    if None in found:
        return False
    first.unseen.beyond = first.unseen.beyond or second.unseen.beyond
    for at, (pile, both) in enumerate(zip(piles, found, strict=True)):
        if both is None:
            continue
        first.unseen.piles[at] = both.worlds
        for zone, cards in enumerate(both.doubts):
            pile.turn_up(first, zone, cards, -1)
        for zone, places in enumerate(both.places):
            widen(first, at, pile, zone, places)
    return True


def _together(pile: Pile, first: Any, second: Any, at: int) -> Together | None:
    one, other = first.unseen.piles[at], second.unseen.piles[at]
    known = [_known(pile, first, one.zones), _known(pile, second, one.zones)]
    if isinstance(one, Worlds) and isinstance(other, Worlds):
        return _with_both_pasts(one, other) if known[0] == known[1] else None
    if pile.widen is not None:
        return _hull(known, one.bounds(), other.bounds())
    both = one.bounds().hull(other.bounds()) if known[0] == known[1] else None
    return None if both is None or both.is_loose else Together(both)


def _known(pile: Pile, state: Any, zones: int) -> list[int]:
    """The cards that lie in each zone for certain."""
    cards = (1 << 8 * pile.kinds) - 1
    return [pile.held(state, zone) & cards for zone in range(zones)]


def _hull(known: Sequence[Sequence[int]], one: Bounds, other: Bounds) -> Together | None:
    doubts = [
        [_more(held, least, one.kinds) for held, least in zip(cards, rest, strict=True)]
        for cards, rest in (known, known[::-1])
    ]
    first, second = (
        bounds.loosened(sum(cards << 8 * one.kinds * zone for zone, cards in enumerate(zones)))
        for bounds, zones in zip((one, other), doubts, strict=True)
    )
    both = first.hull(second)
    if both is None:
        return None
    places = [more - have for more, have in zip(both.counts, first.counts, strict=True)]
    return Together(both, doubts[0], places)


def _more(cards: int, others: int, kinds: int) -> int:
    """The cards that are not among the others."""
    more = 0
    for place in range(0, 8 * kinds, 8):
        more += max(0, (cards >> place & PLACE) - (others >> place & PLACE)) << place
    return more


def _with_both_pasts(one: Worlds, other: Worlds) -> Together | None:
    """The same worlds, however they came about."""
    if one is other:
        return Together(one)
    if one.worlds.keys() != other.worlds.keys():
        return None
    return Together(
        one.of({world: past | other.worlds[world] for world, past in one.worlds.items()})
    )
