"""A card game in play: cards in hands and on the table, whose turn it is, what is due.

Resource cards lie in zones: the hands of the players, 0 to n-1, then the market, then the discard
pile. A zone keeps the cards that lie there for certain (`known`, packed) and how many more there
are (`blind`). What is known never grows wrong: after an unseen card has left a zone, one card less
of each kind is certain there. The deck is all the rest, so that only its size is kept.

That forgets what cards of several zones have to do with each other, so that beside it all `ways`
in which they can lie are kept, from the first unseen card on and as long as they are few.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any, Final

from games.engine.core import NOBODY, OPEN, WON, Action, Header, Seat
from games.engine.pasts import Noted
from games.engine.rulesets.base.packed import FULL, ONE, UNKNOWN, size
from games.engine.rulesets.card_game.cards import (
    EXPANSION,
    KNIGHT,
    ROAD,
    SETTLEMENT,
    Card,
    CardSet,
    Effect,
)
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
from games.engine.words import marked

OPENING, EXCHANGE, BUILD, DRAWN, OVER = range(5)
"""The phases of a turn, set-up before and the end after them."""

CITY: Final = 4
"""What is built, beside the four kinds of building cards."""

SIDE_A, SIDE_B = 0, 1

WHITE, OTHER_SIDE = 0, 1
"""The sides of the destiny card."""

TARGET: Final = 10
MARKET_CARDS: Final = 5
HAND_CARDS: Final = 3
DRAWN_CARDS: Final = 2

BY_DECK, BY_MARKET, BY_OPPONENT = range(3)
"""Ways to exchange."""

ONE_OF_EACH: Final = sum(ONE[:5])

POINTS_OF: Final = (
    marked("settlements"),
    marked("bare cities"),
    marked("city expansions"),
    marked("roads"),
    marked("knights"),
)


class CardState:
    """`stock`, `stacks[kind][seat]` and `built` count building cards by kind; every stack shows
    side A first, then B, A ..., so a count says it all. `owned[seat]` are the expansions in front
    of a player by their index, `worth[seat]` their points as far as they are known and
    `vague[seat]` how many of them may be worth one more. `shown` are parts of the set-up that the
    record has told, as bits. Of the turn: `touched` once anything was done, `exchanged` cards by
    the way, `chosen_from` whose hand the Library has shown, `refused` whose shuffle was denied and
    `built` what was built, both as bits, `used` the expansions whose advantage was. `event` is one
    that is due, `performed` one that is being carried out, `owed` and `owed_draws` the cards that
    seats still have to lose and to draw for it, `made` the exchanges made for a card, a seat and
    a verb for each card. `may_flip` and `must_flip` tell of the destiny
    card; `arrows` point clockwise (1), the other way (-1) or nobody knows (0). `effect` is the
    index of an expansion that was used just before and whose text nobody has entered, or that
    makes players exchange. `shuffled` is the
    size of the deck that the action before made of the discard pile, 0 if it made none. `robbed`
    tells, as bits, whose stack of roads or knights has lost its top card to somebody since its
    owner built on it. `strict`
    asks checks to answer although a card may say otherwise. `ways` are all in which the cards can
    lie: None while each is known, and once they are too many, as `followed` says no longer then.
    `work` counts those gone through. `unseen` only tells after which action that was. `noted` are
    the hidden actions, `events` the hidden moves of the one that is played, `width` the bits that
    the past of a way has for them, and `past` what they may have been by the time when no ways
    were kept.
    """

    __slots__ = (
        "arrows",
        "blind",
        "built",
        "cards",
        "chosen_from",
        "cities",
        "deck",
        "effect",
        "ended",
        "event",
        "events",
        "exchanged",
        "followed",
        "header",
        "known",
        "library_used",
        "made",
        "may_flip",
        "must_flip",
        "n",
        "noted",
        "out",
        "owed",
        "owed_draws",
        "owned",
        "past",
        "performed",
        "phase",
        "previous",
        "refused",
        "robbed",
        "seen",
        "settlements",
        "shown",
        "shuffled",
        "side",
        "stacks",
        "stock",
        "strict",
        "target",
        "total",
        "touched",
        "turn",
        "unseen",
        "used",
        "vague",
        "ways",
        "width",
        "winner",
        "work",
        "worth",
    )

    def __init__(self, header: Header, cards: CardSet) -> None:
        n = len(header.players)
        self.header = header
        self.cards = cards
        self.n = n
        self.target = int(header.options.get("target", TARGET))
        self.total = cards.resource_cards(copies_of(header))
        self._lay_out_the_cards()
        self._begin()

    def _lay_out_the_cards(self) -> None:
        n = self.n
        self.known = [0] * (n + 2)
        self.blind = [HAND_CARDS] * n + [MARKET_CARDS, 0]
        self.seen = 0
        self.deck = size(self.total) - HAND_CARDS * n - MARKET_CARDS
        self.stock = [sum(self.cards.in_play(kind, n)) for kind in range(4)]
        self.stacks = [[1] * n, [0] * n]
        self.stock[ROAD] -= n
        self.stock[SETTLEMENT] -= n
        self.settlements = [1] * n
        self.cities = [0] * n
        self.owned: list[tuple[int, ...]] = [()] * n
        self.worth = [0] * n
        self.vague = [0] * n

    def _begin(self) -> None:
        n = self.n
        self.phase = OPENING
        self.turn: Seat = beginner(self.header) or 0
        self.touched = False
        self.shown = 0
        self.side = WHITE
        self.arrows = self.cards.white
        self.event = NOBODY
        self.performed = NOBODY
        self.owed = [0] * n
        self.owed_draws = [0] * n
        self.made: tuple[tuple[Seat, str], ...] = ()
        self.shuffled = 0
        self.robbed = 0
        self.out = 0
        self.winner: Seat | None = None
        self.ended = OPEN
        self.previous: Action | None = None
        self.unseen: Any = None
        self.ways: Ways | None = None
        self.followed = True
        self.noted: list[Noted] = []
        self.events: tuple[Event, ...] = ()
        self.width = 0
        self.past = 0
        self.work = 0
        self.strict = False
        self._begin_phases()

    def _begin_phases(self) -> None:
        self.exchanged: tuple[int, ...] = (0, 0, 0)
        self.chosen_from = NOBODY
        self.library_used = False
        self.refused = 0
        self.built = 0
        self.may_flip = False
        self.must_flip = False
        self.effect = NOBODY
        self.used: tuple[int, ...] = ()

    @property
    def seats(self) -> range:
        return range(self.n)

    def copy(self) -> CardState:
        twin = copy.copy(self)
        for name in _LISTS:
            setattr(twin, name, getattr(self, name).copy())
        twin.stacks = [stack.copy() for stack in self.stacks]
        return twin

    def name(self, seat: Seat) -> str:
        return self.header.players[seat].name

    # Turns

    def left_of(self, seat: Seat) -> Seat:
        """The next player clockwise who is still in the game."""
        following = (seat + 1) % self.n
        while self.out >> following & 1 and following != seat:
            following = (following + 1) % self.n
        return following

    def begin_turn(self, seat: Seat) -> None:
        self.turn = seat
        self.phase = EXCHANGE
        self.touched = False
        self._begin_phases()
        self.see_winner()

    def see_winner(self) -> None:
        """The game is over as soon as the player on turn has the points (CG-103, CGD-25)."""
        if self.winner is None and self.phase != OPENING and self.points(self.turn) >= self.target:
            self.winner = self.turn
            self.end(WON)

    def end(self, how: str) -> None:
        self.ended = how
        self.phase = OVER
        self.event = NOBODY
        self.must_flip = False

    # The score

    def points(self, seat: Seat) -> int:
        """As far as they are known; `vague` expansions may each be worth one more."""
        return (
            self.settlements[seat]
            + 2 * self.cities[seat]
            + self.worth[seat]
            + self.stacks[ROAD][seat] // 2
            + self.stacks[KNIGHT][seat] // 2
        )

    def most_points(self, seat: Seat) -> int:
        return self.points(seat) + self.vague[seat]

    def make_up(self, seat: Seat) -> Mapping[str, int]:
        made = (
            self.settlements[seat],
            2 * self.cities[seat],
            self.worth[seat],
            self.stacks[ROAD][seat] // 2,
            self.stacks[KNIGHT][seat] // 2,
        )
        return dict(zip(POINTS_OF, made, strict=True))

    # Cards in front of the players

    def lost_top(self, kind: int, seat: Seat) -> bool:
        """Whether the player's last road or knight changed owners (CG-094)."""
        return bool(self.robbed >> 2 * seat + kind & 1)

    def showing_a(self, kind: int, seat: Seat) -> int:
        """Roads or knights of the player that show side A (CG-081)."""
        return (self.stacks[kind][seat] + 1) // 2

    def expansions(self, seat: Seat) -> list[Card]:
        return [self.cards.expansions[index] for index in self.owned[seat]]

    def effects(self, seat: Seat, op: str) -> list[Effect]:
        """What the expansions of the player do by that word."""
        if not self.owned[seat]:
            return []
        return [
            effect
            for index in self.owned[seat]
            for effect in self.cards.expansions[index].effects
            if effect.op == op and effect.sure
        ]

    def sum_of(self, seat: Seat, op: str) -> int:
        if not self.owned[seat]:
            return 0
        return sum(effect.number("count") or 0 for effect in self.effects(seat, op))

    def has_unknown_text(self, seat: Seat) -> bool:
        """Whether the player owns an expansion of which not all is known: what it allows, nobody
        can call broken."""
        return any(not card.entered for card in self.expansions(seat))

    def protected(self, kind: int, seat: Seat) -> int:
        """How many of the first cards of the stack cannot be taken (CG-090)."""
        word = "road" if kind == ROAD else "knight"
        if not self.owned[seat]:
            return 0
        return max(
            (
                effect.number("first") or 0
                for effect in self.effects(seat, "protect")
                if effect.facts["kind"] == word
            ),
            default=0,
        )

    def can_lose(self, kind: int, seat: Seat) -> bool:
        """Whether a road or knight can be taken from the player."""
        return self.stacks[kind][seat] > self.protected(kind, seat)

    def victim(self, kind: int, seat: Seat, way: int) -> Seat:
        """From whom the builder takes the card if the arrows point that way; nobody has one:
        `NOBODY` (CG-087, CG-088, CG-091)."""
        for step in range(1, self.n):
            other = (seat + way * step) % self.n
            if self.can_lose(kind, other):
                return other
        return NOBODY

    def victims(self, kind: int, seat: Seat) -> set[Seat]:
        """From whom it may be by all that is known of the arrows."""
        ways = (self.arrows,) if self.arrows else (1, -1)
        return {self.victim(kind, seat, way) for way in ways} - {NOBODY}

    def copies_left(self, index: int) -> int:
        """How many more cards of the expansion there can be in stock."""
        built = sum(owned.count(index) for owned in self.owned)
        copies = self.cards.copies_in_play(self.cards.expansions[index], self.n)
        return min(copies - built, self.stock[EXPANSION])

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

    # Resource cards

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
            self.shuffled = self.deck
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


def copies_of(header: Header) -> int:
    """Of the game on the table: as the record says, or as many as are needed."""
    return int(header.options.get("copies", 2 if len(header.players) > 4 else 1))


def beginner(header: Header) -> Seat | None:
    """The oldest player, who begins unless the organiser said who does (CG-024, CGD-05); None
    where the record does not tell."""
    oldest = int(header.options.get("oldest", 0))
    if header.options.get("seated") == "1" or not 1 <= oldest <= len(header.players):
        return None
    return oldest - 1


_LISTS = (
    *("blind", "cities", "known", "noted", "owed", "owed_draws", "owned"),
    *("settlements", "stock", "vague", "worth"),
)
