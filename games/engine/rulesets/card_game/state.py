"""A card game in play: cards in hands and on the table, whose turn it is, what is due."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from typing import Any, Final

from games.engine.core import NOBODY, OPEN, WON, Action, Header, Seat
from games.engine.rulesets.card_game.cards import (
    EXPANSION,
    KNIGHT,
    ROAD,
    SETTLEMENT,
    Card,
    CardSet,
    Effect,
)
from games.engine.rulesets.card_game.resource_zones import ResourceZones
from games.engine.words import marked

OPENING, EXCHANGE, BUILD, DRAWN, OVER = range(5)
"""The phases of a turn, set-up before and the end after them."""

CITY: Final = 4
"""What is built, beside the four kinds of building cards."""

SIDE_A, SIDE_B = 0, 1

WHITE, OTHER_SIDE = 0, 1
"""The sides of the destiny card."""

TARGET: Final = 10
DRAWN_CARDS: Final = 2

BY_DECK, BY_MARKET, BY_OPPONENT = range(3)
"""Ways to exchange."""

POINTS_OF: Final = (
    marked("settlements"),
    marked("bare cities"),
    marked("city expansions"),
    marked("roads"),
    marked("knights"),
)


class CardState(ResourceZones):
    """`stock`, `stacks[kind][seat]` and `built` count building cards by kind; every stack shows
    side A first, then B, A ..., so a count says it all. `owned[seat]` are the expansions in front
    of a player by their index, `worth[seat]` their points as far as they are known and
    `vague[seat]` how many of them may be worth one more. `shown` are parts of the set-up that the
    record has told, as bits. Of the turn: `touched` once anything was done, `exchanged` cards by
    the way, `chosen_from` whose hand the Library has shown, `refused` whose shuffle was denied and
    `built` what was built, both as bits, `used` the expansions whose advantage was, with the phase;
    `spent` are those of each player in the whole game, and `picked` the cards that each chose by
    sight beyond what may be done in every phase. `event` is one
    that is due, `performed` one that is being carried out, `owed` and `owed_draws` the cards that
    seats still have to lose and to draw for it, `made` the exchanges made for a card, a seat and
    a verb for each card. `may_flip` and `must_flip` tell of the destiny card, `flipped` that the
    event which is being carried out has turned it over, `read_aloud` that it was written down;
    `arrows` point clockwise (1), the other way (-1) or nobody knows (0). `effect` is the index of
    an expansion that was used just before and whose text nobody has entered, or that makes players
    exchange. `robbed` tells, as bits, whose stack of roads or knights has lost its top card to
    somebody since its owner built on it.
    `strict` asks checks to answer although a card may say otherwise.
    `unseen` only tells after which action there were too many ways in which the resource cards can
    lie.
    """

    __slots__ = (
        "arrows",
        "built",
        "cards",
        "chosen_from",
        "cities",
        "effect",
        "ended",
        "event",
        "exchanged",
        "flipped",
        "header",
        "library_used",
        "made",
        "may_flip",
        "must_flip",
        "out",
        "owed",
        "owed_draws",
        "owned",
        "performed",
        "phase",
        "picked",
        "previous",
        "read_aloud",
        "refused",
        "robbed",
        "settlements",
        "shown",
        "side",
        "spent",
        "stacks",
        "stock",
        "strict",
        "target",
        "touched",
        "turn",
        "unseen",
        "used",
        "vague",
        "winner",
        "worth",
    )

    def __init__(self, header: Header, cards: CardSet) -> None:
        super().__init__(len(header.players), cards.resource_cards(copies_of(header)))
        self.header = header
        self.cards = cards
        self.target = int(header.options.get("target", TARGET))
        self._lay_out_the_cards()
        self._begin()

    def _lay_out_the_cards(self) -> None:
        n = self.n
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
        self.read_aloud = False
        self.owed = [0] * n
        self.owed_draws = [0] * n
        self.made: tuple[tuple[Seat, str], ...] = ()
        self.robbed = 0
        self.spent: tuple[tuple[Seat, int], ...] = ()
        self.picked = (0,) * n
        self.out = 0
        self.winner: Seat | None = None
        self.ended = OPEN
        self.previous: Action | None = None
        self.unseen: Any = None
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
        self.flipped = False
        self.effect = NOBODY
        self.used: tuple[tuple[int, int], ...] = ()

    @property
    def seats(self) -> range:
        return range(self.n)

    def staying(self, seats: Iterable[Seat]) -> list[Seat]:
        """Those of them who have not left the game."""
        return [seat for seat in seats if not self.out >> seat & 1]

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

    def times_used(self, seat: Seat, card: int, per: object) -> int:
        """How often the player on turn has used the advantage of the expansion already, in the
        phase, the turn or the game."""
        if per == "game":
            return self.spent.count((seat, card))
        return sum(
            used == card and (per != "phase" or phase == self.phase) for used, phase in self.used
        )

    def use(self, seat: Seat, card: int) -> None:
        self.used = (*self.used, (card, self.phase))
        self.spent = (*self.spent, (seat, card))

    def begin_turn(self, seat: Seat) -> None:
        self.turn = seat
        self.phase = EXCHANGE
        self.touched = False
        self._begin_phases()
        self.end_if_won()

    def end_if_won(self) -> None:
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


def copies_of(header: Header) -> int:
    """Of the game on the table: as the record says, or as many as are needed."""
    return int(header.options.get("copies", 2 if len(header.players) > 4 else 1))


def beginner(header: Header) -> Seat | None:
    """The oldest player, who begins unless the organiser said who does (CG-024, CGD-05); None
    where the record does not tell."""
    if header.options.get("seated") == "1" or "oldest" not in header.options:
        return None
    return int(header.options["oldest"]) - 1


def is_anyones(header: Header) -> bool:
    """Whether nothing is written down of who begins, so that whoever acts first does."""
    return beginner(header) is None and header.options.get("seated") != "1"


_LISTS = (
    *("blind", "cities", "known", "noted", "owed", "owed_draws", "owned"),
    *("settlements", "stock", "vague", "worth"),
)
