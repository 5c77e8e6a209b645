"""The resource cards of a card game: where they lie, and what is known of each place.

They lie in zones: the hands of the players, 0 to n-1, then the market, then the discard pile. A
zone keeps the cards that lie there for certain (`known`, packed) and how many more there are
(`blind`). What is known never grows wrong: after an unseen card has left a zone, one card less of
each kind is certain there. The deck is all the rest, so that only its size is kept.

That forgets what cards of several zones have to do with each other, so that beside it all `ways`
in which they can lie are kept, from the first unseen card on and as long as they are few.
"""

from __future__ import annotations

from typing import Final

from games.engine.core import Action, Seat
from games.engine.pasts import Noted
from games.engine.rulesets.base.packed import FULL, ONE, UNKNOWN, size
from games.engine.rulesets.card_game.ways import (
    DECK,
    SEEN,
    TRIES,
    WORK,
    Step,
    Ways,
    drawn,
    moved,
    past_of,
    ways_of,
)
from games.engine.spreads import Event

MARKET_CARDS: Final = 5
HAND_CARDS: Final = 3

ONE_OF_EACH: Final = sum(ONE[:5])


class ResourceZones:
    """`total` are all resource cards, `seen` those that are known to lie anywhere, `deck` how many
    are left to be drawn. `shuffled` is the size of the deck that the action before made of the
    discard pile, 0 if it made none. `ways` are all in which the cards can lie: None while each is
    known, and once they are too many, as `followed` says no longer then. `work` counts those gone
    through. `noted` are the hidden actions, `events` the hidden moves of the one that is played,
    `width` the bits that the past of a way has for them, and `past` what they may have been by the
    time when no ways were kept.
    """

    __slots__ = (
        "blind",
        "deck",
        "events",
        "followed",
        "known",
        "n",
        "noted",
        "past",
        "seen",
        "shuffled",
        "total",
        "ways",
        "width",
        "work",
    )

    def __init__(self, n: int, total: int) -> None:
        self.n = n
        self.total = total
        self.known = [0] * (n + 2)
        self.blind = [HAND_CARDS] * n + [MARKET_CARDS, 0]
        self.seen = 0
        self.deck = size(total) - HAND_CARDS * n - MARKET_CARDS
        self.shuffled = 0
        self.ways: Ways | None = None
        self.followed = True
        self.noted: list[Noted] = []
        self.events: tuple[Event, ...] = ()
        self.width = 0
        self.past = 0
        self.work = 0

    # All ways in which the resource cards can lie

    def ways_before(self, cards: int) -> Ways | None:
        """All ways, as the cards are about to move; None where each is known, and where they are
        followed no longer."""
        if self.ways is not None:
            return self.ways
        blind = any(self.blind)
        if self.work > WORK or not (self.followed if blind else cards >> 40):
            return None
        return ways_of(self.known, self.blind, self.total, self.past)

    def note(self, cards: int) -> Event | None:
        """Room in the past for what the unseen ones of the cards may be; None if all were seen."""
        count = cards >> 40
        if not count:
            return None
        event = Event(self.width, 0, count)
        self.width += UNKNOWN * (count + 1)
        self.events = (*self.events, event)
        return event

    def note_events(self, action: Action) -> None:
        """What moved unseen was the action's."""
        if self.events:
            self.noted.append(Noted(action, self.events))
            self.events = ()

    def follow(self, before: Ways | None, ways: Ways | None) -> None:
        """Those that are left of the ways before. Where they are too many, or none, what is
        certain has to do from here on."""
        if before is None:
            self.followed = self.followed and not any(self.blind)
            return
        self.work += len(ways) if ways else TRIES
        self.ways = ways if ways and self.work <= WORK else None
        if self.ways is None:
            self.followed = False
            self.past = past_of(ways or before)
        elif len(self.ways) == 1:
            (((*self.known, _deck), self.past),) = self.ways.items()
            self.blind = [0] * len(self.known)
            self.seen = sum(self.known)
            self.ways = None

    # Zones

    @property
    def market(self) -> int:
        """The zone of the market."""
        return self.n

    @property
    def discards(self) -> int:
        """The zone of the discard pile."""
        return self.n + 1

    def held(self, zone: int) -> int:
        """How many cards lie there."""
        return size(self.known[zone]) + self.blind[zone]

    def lacks(self, zone: int, cards: int) -> bool:
        """Whether the cards cannot be there, those unseen among them."""
        return self.lacking(self.known[zone], self.blind[zone], cards)

    def lacking(self, known: int, blind: int, cards: int) -> bool:
        """The same for cards that lie nowhere yet."""
        short = self.short(known, cards)
        return short > blind or count_of(cards) > size(known) + blind

    def short(self, known: int, cards: int) -> int:
        """How many of the cards that were seen are not known to be there."""
        return size(less(cards & SEEN, known))

    def take(self, zone: int, cards: int) -> int:
        """Take the cards away; those that are known of them now, packed."""
        known = self.known[zone]
        total = size(known) + self.blind[zone] - count_of(cards)
        taken, left = self.parted(zone, cards)
        self.seen += left - known
        self.known[zone] = left
        self.blind[zone] = total - size(left)
        return taken

    def parted(self, zone: int, cards: int) -> tuple[int, int]:
        """What is known of the cards if they leave the zone, and of those that stay."""
        known, seen, unseen = self.known[zone], cards & SEEN, cards >> 40
        total = size(known) + self.blind[zone] - size(seen) - unseen
        left = less(known, seen)
        taken = seen
        if unseen and left:
            # What stays is no more than all that stays, and no kind loses more than all that goes.
            taken += less(left, min(total, MOST) * ONE_OF_EACH)
            left = less(left, min(unseen, MOST) * ONE_OF_EACH)
        return taken, left

    def put(self, zone: int, known: int, blind: int) -> None:
        self.known[zone] += known
        self.blind[zone] += blind
        self.seen += known

    def move(self, source: int, target: int, cards: int) -> None:
        """Cards change zones."""
        ways, step = self.ways_before(cards), Step(source, target, cards, self.note(cards))
        known = self.take(source, cards)
        self.put(target, known, count_of(cards) - size(known))
        self.follow(ways, None if ways is None else moved(ways, step))

    def draw(self, seat: Seat, cards: int) -> None:
        """Cards of the deck; what there is too few of is lost (CGD-07)."""
        ways, deck = self.ways_before(cards), self.deck
        step = Step(DECK, seat, cards, self.note(cards))
        self._draw(seat, cards)
        self.follow(ways, None if ways is None else drawn(ways, step, deck))

    def _draw(self, seat: Seat, cards: int) -> None:
        left = count_of(cards)
        drawn = 0
        while left and self.reshuffle_if_empty():
            some = min(left, self.deck)
            self.deck -= some
            left -= some
            drawn += some
        seen = cards & SEEN
        self.put(seat, seen, drawn - size(seen))
        self.reshuffle_if_empty()

    def reshuffle_if_empty(self) -> bool:
        """Make the discard pile the deck as soon as that is used up (CG-029, CGD-06); whether
        there are cards to draw."""
        if not self.deck:
            pile = self.discards
            self.deck = self.held(pile)
            # A new deck that is drawn at once leaves none to make another of.
            self.shuffled = self.deck or self.shuffled
            self.seen -= self.known[pile]
            self.known[pile] = self.blind[pile] = 0
        return self.deck > 0

    def can_be_drawn(self) -> int:
        """Cards in the deck and the discard pile."""
        return self.deck + self.held(self.discards)

    def too_many(self, fresh: int, gone: int = 0) -> int:
        """The resources of which there would be more than there are cards if `fresh` ones, packed,
        came to light and `gone` ones went back into the deck; packed."""
        return less(self.seen + fresh - gone, self.total)


def count_of(cards: int) -> int:
    """How many cards, those unseen included."""
    return size(cards & SEEN) + (cards >> 40)


MOST: Final = 127
"""Cards in a place of a packed number."""


def less(some: int, others: int) -> int:
    """Of each kind what is left, none below zero."""
    left = some + FULL - others
    # The highest bit of a place is still set where it has not fallen below zero.
    there = left & FULL
    return left & there - (there >> 7)
