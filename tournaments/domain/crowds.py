"""How many sign-ups may wait to be confirmed before no more are taken, and from where.

Whoever has a few networks must not close the sign-up to everybody else. Up to a bound each network
may leave many sign-ups behind (a club, a school, a hall); beyond it the room that is left is for
networks of which hardly anybody waits, and counted anew each hour.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

FEWEST_UNCONFIRMED = 240
MOST_OVER_CAPACITY = 1_000
MOST_FROM_ONE_PLACE = 60
FEWEST_FROM_THE_HALL = 120
MOST_FROM_THE_HALL_OVER_CAPACITY = 500

MANY_FROM_ONE_PLACE = 3
"""From this number on sign-ups from one place are shown together; fewer are a family."""

NETWORKS_AT_THE_BOUND = 4
"""Networks that together reach the bound of all, also on the day, when each may leave more."""

MOST_STRAY = 120
"""Taken in an hour beyond the bound, from places of which fewer than those wait."""


@dataclass(frozen=True, slots=True)
class Crowd:
    """From which places no more sign-ups are taken: from none at all (`closed`), from those at
    their own bound (`full`), and at the bound of the event (`everywhere`) from those of which
    several wait (`several`)."""

    everywhere: bool
    closed: bool
    full: frozenset[str]
    several: frozenset[str]

    def has_its_share(self, place: str) -> bool:
        """Whether a place, "" for one that nobody knows, gets none of the room that is left."""
        return self.everywhere and (not place or place in self.several)


def crowd_among(capacity: int, waiting: Iterable[tuple[str, bool]], *, in_the_hall: bool) -> Crowd:
    """The crowd that all make who wait to be confirmed: the place of each, "" for none, and whether
    the sign-up is fresh, that is younger than an hour."""
    waiting = list(waiting)
    counted = Counter(place for place, _fresh in waiting)
    together = _counted_in_the_hall(counted, capacity) if in_the_hall else len(waiting)
    everywhere = together >= most_unconfirmed(capacity)
    stray = sum(fresh and counted[place] <= MANY_FROM_ONE_PLACE for place, fresh in waiting)
    most = most_from_one_place(capacity, in_the_hall=in_the_hall)
    return Crowd(
        everywhere=everywhere,
        closed=everywhere and stray >= MOST_STRAY,
        full=frozenset(_of_at_least(most, counted)),
        several=frozenset(_of_at_least(MANY_FROM_ONE_PLACE, counted)),
    )


def _counted_in_the_hall(counted: Counter[str], capacity: int) -> int:
    """How many wait, no network counted for more than its part of the bound of all: two could fill
    that on the day, and the hall, which is one network, would be refused."""
    most = most_unconfirmed(capacity) // NETWORKS_AT_THE_BOUND
    return sum(min(there, most) if place else there for place, there in counted.items())


def _of_at_least(many: int, counted: Counter[str]) -> Iterable[str]:
    return (place for place, there in counted.items() if place and there >= many)


def most_unconfirmed(capacity: int) -> int:
    """How many sign-ups of an event may wait to be confirmed wherever they came from: four times
    its capacity, within reason. Enough for several places that are at their bound, few enough for
    every page. On the day a network counts for a quarter of it at most."""
    return max(min(4 * capacity, capacity + MOST_OVER_CAPACITY), FEWEST_UNCONFIRMED)


def most_from_one_place(capacity: int, *, in_the_hall: bool) -> int:
    """The same of those that came from one network: a club or a school, or on the day everybody
    in the hall, with those for whom there is no place."""
    if not in_the_hall:
        return MOST_FROM_ONE_PLACE
    full = min(2 * capacity, capacity + MOST_FROM_THE_HALL_OVER_CAPACITY)
    return max(full, FEWEST_FROM_THE_HALL)
