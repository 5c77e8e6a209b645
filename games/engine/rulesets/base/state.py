"""A base game in play: pieces on the board, cards in hands, whose turn it is."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import TypeVar

from games.engine.board.boards import Board
from games.engine.board.routes import SHORTEST, holder_of_longest_road
from games.engine.branches import Unseen
from games.engine.core import NOBODY, OPEN, WON, Action, Header, Seat
from games.engine.rulesets.base.packed import (
    FULL,
    ONE,
    PLACE,
    RESOURCES,
    UNKNOWN,
    VICTORY_POINT,
    counts,
    pack,
)
from games.engine.rulesets.base.places import bits, mask, places_of
from games.engine.rulesets.base.routes import longest_chain
from games.engine.words import marked

S = TypeVar("S", bound="BaseState")

OVER, START, FOUND, FOUND_ROAD, BEFORE, DISCARD, ROBBER, SHIFT, RESOLVING, MAIN, PAIRED = range(11)
"""The phases: after the end; start rolls; a founding settlement is due, then its road; before the
roll; discards are due; the robber must move; it may still be shifted (Tour); the rule set waits for
something else before play goes on; trade and build, also as the second of two players (5-6). In the
last two everything that is paid for is allowed."""

SETTLEMENTS, CITIES, ROADS = 5, 4, 15
"""The pieces of a colour (B-017 to B-019)."""

TOTALS = range(2, 13)
"""What two dice can show together (B-072)."""

ALONE: Mapping[int | None, tuple[int, ...]] = {total: (total,) for total in TOTALS}
"""What is on a hex with the one number."""

TARGET = 10
"""Points to win (B-178)."""

SHOWING = 10
"""Points from which Victory Point cards may be shown, whatever it takes to win (B-176, BFD-31)."""

NO_SEAT: Seat = NOBODY

OF_CARDS = marked("Victory Point cards")

OF_HANDS = frozenset({"bank", "hands", "unseen"})
"""What a state holds of the cards of hands and bank."""

POINTS_OF = (
    marked("settlements"),
    marked("cities"),
    marked("Longest Road"),
    marked("Largest Army"),
    OF_CARDS,
)


class BaseState:
    """Seats, intersections, paths and hexes are numbers; masks have a bit for each of them.

    `hands`, `bank` and `cards` are packed (see `packed`); the bank has `FULL` added. `after` is
    the phase to which a move of the robber leads back; `by_knight` tells what moves it.
    `yields[total][seat]` is what a roll brings without the hex of the robber; `due` takes the bank
    into account. `stood[hex][seat]` counts settlements once and cities twice. `numbers` are those
    on each hex: none, one, or two where a scenario puts another one there. `owed` are the cards
    that seats still have to discard while discards are due, `paid` who has done so for the last 7.
    `turns_left` counts from the bell, -1
    before it. `free` roads of a card may still be laid. `swaps` are the trades with the bank that
    a seat may make, `rates` the best for each resource, packed. `holder_before` had Longest Road
    before the road laid last. `unseen` is what is known of cards that nobody but their owner saw,
    None as long as there are none.
    """

    __slots__ = (
        "after",
        "army",
        "army_holder",
        "bank",
        "blocked",
        "bought",
        "buildings",
        "by_knight",
        "cards",
        "cities",
        "cities_left",
        "deck",
        "ended",
        "first",
        "founded",
        "founder",
        "free",
        "hands",
        "harbour_points",
        "header",
        "holder_before",
        "laid",
        "n",
        "numbers",
        "out",
        "owed",
        "paid",
        "phase",
        "places",
        "played",
        "points",
        "previous",
        "rates",
        "reach",
        "roads",
        "roads_left",
        "robber",
        "rolls",
        "route_holder",
        "routes",
        "routes_of",
        "settlements_left",
        "stock",
        "stood",
        "sums",
        "swaps",
        "taken",
        "target",
        "turn",
        "turns_left",
        "unit",
        "unseen",
        "winner",
        "yields",
    )

    def __init__(
        self,
        header: Header,
        *,
        bank: int = 19,
        deck: Sequence[int] = (14, 5, 2, 2, 2),
    ) -> None:
        board: Board = header.board
        n = len(header.players)
        self.header = header
        self.n = n
        self.target = target_of(header)
        self.places = places_of(board.frame.grid)
        # What no two dice can roll brings nothing; that such a token lies there is a finding of
        # the board.
        numbers = [ALONE.get(number, ()) for number in board.numbers]
        for hex_, number in board.doubled:
            numbers[hex_] = (*ALONE.get(number, ()), *numbers[hex_])
        self.numbers = tuple(numbers)
        self.unit = tuple(
            0 if terrain.gives is None else ONE[RESOURCES.index(terrain.gives)]
            for terrain in board.terrain
        )
        self.harbour_points = mask(
            {end for harbour in board.harbours for end in self.places.ends[harbour.path]}
        )
        self.robber = board.robber
        self.points = [0] * n
        self._fill_the_bank(bank, deck)
        self._clear_the_board()
        self._await_the_founding()

    def _fill_the_bank(self, bank: int, deck: Sequence[int]) -> None:
        n = self.n
        self.hands = [0] * n
        self.bank = pack([bank] * 5) + FULL
        self.cards = [0] * n
        self.bought = 0
        self.played = False
        self.deck = sum(deck)
        self.stock = pack(deck)
        self.army = [0] * n
        self.army_holder = NO_SEAT

    def _clear_the_board(self) -> None:
        n = self.n
        self.buildings = [0] * n
        self.cities = [0] * n
        self.taken = 0
        self.blocked = 0
        self.roads = [0] * n
        self.laid = 0
        self.reach = [0] * n
        self.settlements_left = [SETTLEMENTS] * n
        self.cities_left = [CITIES] * n
        self.roads_left = [ROADS] * n
        self.route_holder = NO_SEAT
        self.holder_before = NO_SEAT
        self.routes = [0] * n
        self.routes_of = [(0, 0)] * n
        self.yields = [[0] * n for _ in range(13)]
        self.sums = [0] * 13
        self.stood = [[0] * n for _ in self.numbers]
        self.swaps = [set(FOUR_TO_ONE) for _ in range(n)]
        self.rates = [pack([4] * 5)] * n

    def _await_the_founding(self) -> None:
        n = self.n
        self.phase = FOUND
        self.after = MAIN
        self.by_knight = False
        self.owed = [0] * n
        self.paid = 0
        self.first: Seat = 0
        self.turn: Seat = 0
        self.founded = 0
        self.founder = NOBODY
        self.free = 0
        self.rolls: tuple[tuple[Seat, int], ...] = ()
        self.turns_left = -1
        self.out = 0
        self.winner: Seat | None = None
        self.ended = OPEN
        self.previous: Action | None = None
        self.unseen: Unseen | None = None

    @property
    def seats(self) -> range:
        return range(self.n)

    def copy(self: S) -> S:
        twin = copy.copy(self)
        for name in self._lists:
            setattr(twin, name, getattr(self, name).copy())
        for name in self._tables:
            setattr(twin, name, [row.copy() for row in getattr(self, name)])
        if self.unseen is not None:
            twin.unseen = self.unseen.copy()
        return twin

    @property
    def moment(self) -> tuple[int, ...]:
        """What comes next; other than that states differ rarely."""
        return (self.phase, *self.owed)

    def is_like(self, other: BaseState) -> bool:
        """Whether nothing but the cards of hands and bank makes a difference."""
        return all(
            getattr(self, name, None) == getattr(other, name, None)
            for kind in type(self).__mro__
            for name in getattr(kind, "__slots__", ())
            if name not in OF_HANDS
        ) and getattr(self, "__dict__", None) == getattr(other, "__dict__", None)

    def become(self, other: BaseState) -> None:
        """Be the other state from now on; it must not be used any more."""
        for kind in type(other).__mro__:
            for name in getattr(kind, "__slots__", ()):
                setattr(self, name, getattr(other, name))
        # What other rule sets note beside the fields of the box.
        getattr(self, "__dict__", {}).update(getattr(other, "__dict__", {}))

    _lists: tuple[str, ...] = (
        *("army", "buildings", "cards", "cities", "cities_left", "hands", "owed", "points"),
        *(
            "rates",
            "reach",
            "roads",
            "roads_left",
            "routes",
            "routes_of",
            "settlements_left",
            "sums",
        ),
    )
    _tables: tuple[str, ...] = ("stood", "swaps", "yields")

    # Turns

    def left_of(self, seat: Seat) -> Seat:
        """The next player clockwise who is still in the game."""
        following = (seat + 1) % self.n
        while self.out >> following & 1 and following != seat:
            following = (following + 1) % self.n
        return following

    def take_turn(self, seat: Seat, part: int = 1) -> None:
        """It is the seat's turn in a game that begins in the middle; `part` is that of a turn of
        two players."""
        self.turn = seat

    @property
    def acting(self) -> int:
        """The phase in which the player on turn trades and builds."""
        return MAIN

    def starter(self) -> Seat:
        """Who takes the first turn: whoever founded first (B-064)."""
        return self.first

    def begin_turn(self, seat: Seat) -> None:
        self.turn = seat
        self.phase = BEFORE
        if any(self.owed):
            self.owed = [0] * self.n
        self.bought = 0
        self.played = False
        self.free = 0
        self.end_if_won()

    def end_if_won(self) -> None:
        """The game is over as soon as the player on turn has the points (B-178, D-30, D-31)."""
        if self.points[self.turn] >= self.target and self.winner is None:
            self.winner = self.turn
            self.end(WON)

    @property
    def showing(self) -> int:
        """Points from which Victory Point cards may be shown; fewer, where they win already."""
        return min(SHOWING, self.target)

    def face_down_points(self, seat: Seat) -> int:
        """Victory Point cards of the seat that may still be shown."""
        return self.cards[seat] >> 8 * VICTORY_POINT & PLACE

    @property
    def first_of_turn(self) -> Seat:
        """Whose turn it is, whoever may act in it besides."""
        return self.turn

    @property
    def contenders(self) -> tuple[Seat, ...]:
        """Who can win now, the first of them before the others."""
        return (self.turn,)

    def end(self, how: str) -> None:
        self.ended = how
        self.phase = OVER

    @property
    def robber_is_free(self) -> bool:
        """Whether there is nothing that keeps the robber where it is."""
        return True

    # Cards

    def due(self, total: int) -> Sequence[int]:
        """What each seat gets for a roll, the bank's shortages reckoned in."""
        row = self.brings(total)
        if (self.bank - self.sums[total]) & FULL == FULL:
            return row
        return self.rationed(row)

    def brings(self, total: int) -> Sequence[int]:
        """The same out of a full bank. Who has left the game gets nothing any more."""
        row = self.yields[total]
        if not self.out:
            return row
        return [0 if self.out >> seat & 1 else cards for seat, cards in enumerate(row)]

    def rationed(self, row: Sequence[int]) -> list[int]:
        """Short of a resource: one player takes the rest, several take nothing (B-082, B-083)."""
        due = list(row)
        for kind in self.short(row):
            some = [seat for seat in self.seats if row[seat] >> 8 * kind & PLACE]
            for seat in some:
                due[seat] &= ~(PLACE << 8 * kind)
            if len(some) == 1:
                due[some[0]] += self.in_bank(kind) << 8 * kind
        return due

    def short(self, row: Sequence[int]) -> list[int]:
        """The resources of which the bank cannot pay all that is due."""
        need, left = counts(sum(row)), self.bank_counts()
        return [kind for kind in range(5) if need[kind] > max(0, left[kind])]

    def in_bank(self, kind: int) -> int:
        """Cards of the resource in the bank; none if it is in debt."""
        return max(0, (self.bank >> 8 * kind & PLACE) - 128)

    def bank_pays(self, cards: int) -> bool:
        """Whether the bank has these resources, whatever else it is in debt with."""
        return all(self.in_bank(kind) >= count for kind, count in enumerate(counts(cards)))

    @property
    def resources_in_bank(self) -> int:
        """How many there are; what others hold unseen may be among them."""
        return sum(map(self.in_bank, range(UNKNOWN))) + (self.bank >> 8 * UNKNOWN & PLACE)

    def bank_counts(self) -> tuple[int, ...]:
        return tuple([place - 128 for place in counts(self.bank)])

    # Pieces

    def free_pieces(self, seat: Seat) -> int:
        """Those that a card may lay free of charge."""
        return self.roads_left[seat]

    def build(self, seat: Seat, spot: int) -> None:
        """Put a settlement on the intersection; the rest is up to the caller: payment, routes."""
        bit = 1 << spot
        self.buildings[seat] |= bit
        self.taken |= bit
        self.blocked |= self.places.around[spot]
        self.settlements_left[seat] -= 1
        self.points[seat] += 1
        for other in range(self.n):
            if other == seat:
                self.reach[other] |= bit
            else:
                self.reach[other] &= ~bit
        self.harvest(seat, spot)
        if bit & self.harbour_points:
            self.open_harbours(seat, spot)

    def harvest(self, seat: Seat, spot: int) -> None:
        """One card more from each hex at the intersection, from now on."""
        for hex_ in self.places.hexes_at[spot]:
            self.stood[hex_][seat] += 1
            if hex_ != self.robber:
                for number in self.numbers[hex_]:
                    self.yields[number][seat] += self.unit[hex_]
                    self.sums[number] += self.unit[hex_]

    def open_harbours(self, seat: Seat, spot: int) -> None:
        for harbour in self.header.board.harbours:
            if spot in self.places.ends[harbour.path]:
                kind = None if harbour.kind is None else RESOURCES.index(harbour.kind)
                self.swaps[seat] |= harbour_swaps(kind)
                best = list(counts(self.rates[seat]))
                for served in range(5) if kind is None else (kind,):
                    best[served] = min(best[served], 3 if kind is None else 2)
                self.rates[seat] = pack(best)

    def move_robber(self, hex_: int) -> None:
        for here, sign in ((self.robber, 1), (hex_, -1)):
            for number in self.numbers[here]:
                row, unit = self.yields[number], self.unit[here] * sign
                for seat, count in enumerate(self.stood[here]):
                    if count:
                        row[seat] += unit * count
                        self.sums[number] += unit * count
        self.robber = hex_

    # Special tiles

    def length(self, seat: Seat) -> int:
        """Roads in the seat's longest chain, reckoned when asked for and kept."""
        of = (self.roads[seat], self.rivals(seat))
        if self.routes_of[seat] != of:
            self.routes_of[seat] = of
            self.routes[seat] = longest_chain(self.places, *of)
        return self.routes[seat]

    def rivals(self, seat: Seat) -> int:
        """The intersections through which the seat's roads do not go on (B-126, B-145)."""
        return self.taken & ~self.buildings[seat]

    def lengths(self) -> list[int]:
        return [self.length(seat) for seat in self.seats]

    def award_longest_road(self) -> None:
        """Give the tile to whom it belongs now (B-147 to B-154)."""
        before = self.route_holder
        holder = holder_of_longest_road(
            dict(enumerate(self.lengths())), None if before == NO_SEAT else before
        )
        self.give_longest_road(NO_SEAT if holder is None else holder)

    def give_longest_road(self, seat: Seat) -> None:
        if seat != self.route_holder:
            if self.route_holder != NO_SEAT:
                self.points[self.route_holder] -= 2
            if seat != NO_SEAT:
                self.points[seat] += 2
            self.route_holder = seat

    def award_longer_road(self, seat: Seat) -> None:
        """The same when the seat has just laid a road: only its own chain may have grown."""
        holder = self.route_holder
        if seat != holder:
            # A chain is no longer than all roads together, and the holder's has only grown.
            count = ROADS - self.roads_left[seat]
            if count >= SHORTEST and (holder == NO_SEAT or count > self.routes[holder]):
                if holder == NO_SEAT:
                    self.award_longest_road()
                elif self.length(seat) > self.length(holder):
                    self.give_longest_road(seat)

    def award_after_cut(self, seat: Seat, spot: int) -> None:
        """The seat has built on the intersection, maybe in the middle of a rival's chain."""
        roads_at = self.places.roads_at[spot]
        for other in range(self.n):
            here = self.roads[other] & roads_at
            if here & (here - 1) and other != seat:
                self.award_longest_road()
                return

    def award_largest_army(self, seat: Seat) -> None:
        """The seat has just played a Knight (B-172, B-173)."""
        holder = self.army_holder
        strength = self.army[seat]
        if seat != holder and strength > (2 if holder == NO_SEAT else self.army[holder]):
            if holder != NO_SEAT:
                self.points[holder] -= 2
            self.points[seat] += 2
            self.army_holder = seat

    # For the site

    def make_up(self, seat: Seat) -> Mapping[str, int]:
        """What the seat's points are made of (B-175)."""
        cities = self.cities[seat].bit_count()
        made = (
            self.buildings[seat].bit_count() - cities,
            2 * cities,
            2 * (self.route_holder == seat),
            2 * (self.army_holder == seat),
            self.cards[seat] >> 8 * VICTORY_POINT & PLACE,
        )
        return dict(zip(POINTS_OF, made, strict=True))

    def name(self, seat: Seat) -> str:
        return self.header.players[seat].name

    def spot_name(self, spot: int) -> str:
        """The name of the intersection."""
        return self.places.grid.intersection_names[spot]

    def path_name(self, path: int) -> str:
        return self.places.grid.path_names[path]

    def hex_name(self, hex_: int) -> str:
        return self.places.grid.hex_names[hex_]

    def stood_by(self, seat: Seat) -> list[int]:
        """How many cards each hex would bring the seat."""
        return [row[seat] for row in self.stood]

    def owner(self, spot: int) -> Seat:
        """Who has a building on the intersection, `NO_SEAT` if nobody."""
        return next((seat for seat in self.seats if self.buildings[seat] >> spot & 1), NO_SEAT)

    def road_owner(self, path: int) -> Seat:
        return next((seat for seat in self.seats if self.roads[seat] >> path & 1), NO_SEAT)

    def victims(self, seat: Seat, hex_: int) -> list[Seat]:
        """The opponents with a building at the hex."""
        corners = self.places.corners[hex_]
        return [other for other in self.seats if other != seat and self.buildings[other] & corners]

    def settlements(self, seat: Seat) -> list[int]:
        return bits(self.buildings[seat] & ~self.cities[seat])


def target_of(header: Header, usual: int = TARGET) -> int:
    """Points to win: the usual ones, or those of the option `target`."""
    asked = header.options.get("target", "")
    return int(asked) if asked.isdecimal() and 0 < len(asked) < 3 else usual


def swaps_at(rate: int, kinds: Sequence[int]) -> frozenset[tuple[int, int]]:
    return frozenset(
        (rate * ONE[give], ONE[take]) for give in kinds for take in range(5) if take != give
    )


def harbour_swaps(kind: int | None) -> frozenset[tuple[int, int]]:
    """What a harbour adds to the trades with the bank, as cards given and taken."""
    return THREE_TO_ONE if kind is None else TWO_TO_ONE[kind]


FOUR_TO_ONE = swaps_at(4, range(5))
THREE_TO_ONE = swaps_at(3, range(5))
TWO_TO_ONE = tuple(swaps_at(2, (kind,)) for kind in range(5))
