"""Every way in which the resource cards can lie, as long as these are few enough to be kept.

A way tells the cards of each zone, packed: the hands, the market, the discard pile, and the deck
last. A card that nobody saw moves in as many ways as there are kinds that it can be of. What is
asked here is sound: whoever could have played a record with all its cards known has one way left.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod
from typing import Final, NamedTuple

from games.engine.rulesets.base.packed import ONE, UNKNOWN, holds, missing, size
from games.engine.worlds import choices, number_of_choices

SEEN: Final = ONE[UNKNOWN] - 1
"""The places of the five resources."""

MOST: Final = 4_000
"""Ways that are kept."""

WORK: Final = 40_000
"""Ways that are left by all actions of a game together, each of some five microseconds."""

TRIES: Final = 2 * MOST
"""Ways gone through for one hidden action before there are too many."""

AT_FIRST: Final = 1_500
"""Ways in which hands that nobody wrote down at the beginning can be: two hands of three cards."""

Way = tuple[int, ...]
Ways = frozenset[Way]

DISCARDS: Final = -2
DECK: Final = -1


class Step(NamedTuple):
    """Cards that change zones, those not seen counted in the place after the last kind."""

    source: int
    target: int
    cards: int


def ways_of(known: Sequence[int], blind: Sequence[int], total: int) -> Ways | None:
    """All ways in which zones hold cards of which those are known and so many are not; None if
    they are too many, or if there is none at all."""
    lying = sum(known)
    if not holds(total, lying):
        return None
    unseen = [(zone, count) for zone, count in enumerate(blind) if count]
    if prod(number_of_choices(total - lying, count, UNKNOWN) for _, count in unseen) > AT_FIRST:
        return None
    ways: Ways | None = frozenset([(*known, total - lying)])
    for zone, count in unseen:
        if ways is not None:
            ways = moved(ways, Step(DECK, zone, count * ONE[UNKNOWN]))
    return ways or None


def moved(ways: Ways, step: Step) -> Ways | None:
    """The ways after cards have gone from a zone to another, without those in which they were not
    there; None if they are too many."""
    source, target, cards = step
    seen, unseen = cards & SEEN, cards >> 8 * UNKNOWN
    if unseen:
        return _spread(ways, source, target, seen, unseen)
    return frozenset(_after(way, source, target, seen) for way in ways if holds(way[source], seen))


def _spread(ways: Ways, source: int, target: int, seen: int, unseen: int) -> Ways | None:
    found: set[Way] = set()
    options: dict[int, Sequence[int]] = {}
    tried = 0
    for way in ways:
        if not holds(way[source], seen):
            continue
        spare = way[source] - seen
        if spare not in options:
            if number_of_choices(spare, unseen, UNKNOWN) > TRIES:
                return None
            options[spare] = choices(spare, unseen, UNKNOWN)
        tried += len(options[spare])
        if tried > TRIES:
            return None
        for more in options[spare]:
            found.add(_after(way, source, target, seen + more))
    return frozenset(found) if len(found) <= MOST else None


def _after(way: Way, source: int, target: int, cards: int) -> Way:
    zones = list(way)
    zones[source] -= cards
    zones[target] += cards
    return tuple(zones)


def shuffled(ways: Ways) -> Ways:
    """The discard pile has become cards of the deck."""
    return frozenset((*way[:DISCARDS], 0, way[DECK] + way[DISCARDS]) for way in ways)


def drawn(ways: Ways, seat: int, cards: int, deck: int) -> Ways | None:
    """After cards were drawn from a deck of so many, which is made anew of the discard pile if it
    is used up, whether that is before the last card or with it (CG-029)."""
    count = size(cards & SEEN) + (cards >> 8 * UNKNOWN)
    if count > deck:
        return _drawn_across(ways, seat, cards, count)
    after = moved(ways, Step(DECK, seat, cards))
    return shuffled(after) if after and count == deck else after


def _drawn_across(ways: Ways, seat: int, cards: int, count: int) -> Ways | None:
    """The same for so many that the whole deck is among them, and the others come from the discard
    pile."""
    found: set[Way] = set()
    tried = 0
    for way in ways:
        deck, pile = way[DECK], way[DISCARDS]
        rest = count - size(deck)
        seen = missing(deck, cards & SEEN)
        unseen = rest - size(seen)
        if unseen < 0 or not holds(pile, seen):
            continue
        tried += number_of_choices(pile - seen, unseen, UNKNOWN)
        if tried > TRIES:
            return None
        for more in choices(pile - seen, unseen, UNKNOWN):
            zones = list(way)
            zones[seat] += deck + seen + more
            zones[DISCARDS], zones[DECK] = 0, pile - seen - more
            found.add(tuple(zones))
    return frozenset(found) if len(found) <= MOST else None


def can_lie(ways: Iterable[Way], zone: int, cards: int) -> bool:
    """Whether the cards that were seen lie there in some way."""
    return any(holds(way[zone], cards & SEEN) for way in ways)
