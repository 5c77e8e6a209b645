"""Every way in which the resource cards can lie, as long as these are few enough to be kept.

A way tells the cards of each zone, packed: the hands, the market, the discard pile, and the deck
last. A card that nobody saw moves in as many ways as there are kinds that it can be of. What is
asked here is sound: whoever could have played a record with all its cards known has one way left.
Beside each way stands its past: which cards each hidden move may have been on the way there, in
bits as `worlds.Event` tells.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from math import prod
from operator import or_
from typing import Final, NamedTuple

from games.engine.rulesets.base.packed import ONE, PLACE, UNKNOWN, holds, missing, size
from games.engine.spreads import Event, choices, number_of_choices

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
Ways = Mapping[Way, int]
"""With the past of each."""

DISCARDS: Final = -2
DECK: Final = -1


class Step(NamedTuple):
    """Cards that change zones, those not seen counted in the place after the last kind; `event`
    is where it is noted what they were."""

    source: int
    target: int
    cards: int
    event: Event | None = None


def ways_of(known: Sequence[int], blind: Sequence[int], total: int, past: int = 0) -> Ways | None:
    """All ways in which zones hold cards, the `known` ones and as many `blind` ones; None if
    they are too many, or if there is none at all."""
    lying = sum(known)
    if not holds(total, lying):
        return None
    unseen = [(zone, count) for zone, count in enumerate(blind) if count]
    if prod(number_of_choices(total - lying, count, UNKNOWN) for _, count in unseen) > AT_FIRST:
        return None
    ways: Ways | None = {(*known, total - lying): past}
    for zone, count in unseen:
        if ways is not None:
            ways = moved(ways, Step(DECK, zone, count * ONE[UNKNOWN]))
    return ways or None


def moved(ways: Ways, step: Step) -> Ways | None:
    """The ways after cards have gone from a zone to another, without those in which they were not
    there; None if they are too many."""
    seen, unseen = step.cards & SEEN, step.cards >> 8 * UNKNOWN
    if unseen:
        return _spread(ways, step, seen, unseen)
    return {
        _after(way, step, seen): past for way, past in ways.items() if holds(way[step.source], seen)
    }


def _spread(ways: Ways, step: Step, seen: int, unseen: int) -> Ways | None:
    found: dict[Way, int] = {}
    options: dict[int, Sequence[tuple[int, int]]] = {}
    tried = 0
    for way, past in ways.items():
        if not holds(way[step.source], seen):
            continue
        spare = way[step.source] - seen
        if spare not in options:
            if number_of_choices(spare, unseen, UNKNOWN) > TRIES:
                return None
            options[spare] = [
                (more, noted(step.event, more)) for more in choices(spare, unseen, UNKNOWN)
            ]
        tried += len(options[spare])
        if tried > TRIES:
            return None
        for more, bits in options[spare]:
            after = _after(way, step, seen + more)
            found[after] = found.get(after, 0) | past | bits
    return found if len(found) <= MOST else None


def _after(way: Way, step: Step, cards: int) -> Way:
    zones = list(way)
    zones[step.source] -= cards
    zones[step.target] += cards
    return tuple(zones)


def noted(event: Event | None, cards: int) -> int:
    """The bits that say that the hidden cards were these."""
    if event is None:
        return 0
    width = event.cards + 1
    return sum(
        1 << event.at + kind * width + (cards >> 8 * kind & PLACE) for kind in range(UNKNOWN)
    )


def past_of(ways: Ways) -> int:
    """All that may have been on any of the ways."""
    return reduce(or_, ways.values(), 0)


def shuffled(ways: Ways) -> Ways:
    """The discard pile has become cards of the deck."""
    return _joined(
        ((*way[:DISCARDS], 0, way[DECK] + way[DISCARDS]), past) for way, past in ways.items()
    )


def drawn(ways: Ways, step: Step, deck: int) -> Ways | None:
    """After cards were drawn from a deck of that size, which is made anew of the discard pile if it
    is used up, whether that is before the last card or with it (CG-029)."""
    count = size(step.cards & SEEN) + (step.cards >> 8 * UNKNOWN)
    if count > deck:
        return _drawn_across(ways, step, count)
    after = moved(ways, step)
    return shuffled(after) if after and count == deck else after


def _drawn_across(ways: Ways, step: Step, count: int) -> Ways | None:
    """The same for so many that the whole deck is among them, and the others come from the discard
    pile."""
    found: list[tuple[Way, int]] = []
    told = step.cards & SEEN
    tried = 0
    for way, past in ways.items():
        deck, pile = way[DECK], way[DISCARDS]
        seen = missing(deck, told)
        unseen = count - size(deck) - size(seen)
        if unseen < 0 or not holds(pile, seen):
            continue
        tried += number_of_choices(pile - seen, unseen, UNKNOWN)
        if tried > TRIES:
            return None
        for more in choices(pile - seen, unseen, UNKNOWN):
            zones = list(way)
            zones[step.target] += deck + seen + more
            zones[DISCARDS], zones[DECK] = 0, pile - seen - more
            found.append((tuple(zones), past | noted(step.event, deck + seen + more - told)))
    ways = _joined(found)
    return ways if len(ways) <= MOST else None


def _joined(found: Iterable[tuple[Way, int]]) -> Ways:
    """Each way once, with what was on any of its pasts."""
    ways: dict[Way, int] = {}
    for way, past in found:
        ways[way] = ways.get(way, 0) | past
    return ways


def can_lie(ways: Iterable[Way], zone: int, cards: int) -> bool:
    """Whether the cards that were seen lie there in some way."""
    return any(holds(way[zone], cards & SEEN) for way in ways)
