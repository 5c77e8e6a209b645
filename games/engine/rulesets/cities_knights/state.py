"""A game of Cities & Knights in play: what it adds to the pieces and cards of the base game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from games.engine.board.boards import Board
from games.engine.core import NOBODY, Header, Seat
from games.engine.rulesets.base.packed import ONE, PLACE, RESOURCES, pack
from games.engine.rulesets.base.places import bits, mask
from games.engine.rulesets.base.routes import longest_chain
from games.engine.rulesets.base.state import MAIN, NO_SEAT, BaseState, target_of
from games.engine.rulesets.cities_knights.decks import DECKS, TRACKS, count
from games.engine.rulesets.cities_knights.hand import (
    BANK,
    COMMODITIES,
    COMMODITY_CARDS,
    KINDS,
    RESOURCE_CARDS,
    SECOND,
)
from games.engine.words import marked

TARGET = 13
"""Points to win (CK-221)."""

LAST_SPACE = 7
"""Steps of the barbarian ship to its attack (CK-190, CKD-01)."""

SHIP = 3
"""The face of the event die; the gates are the tracks of their colours."""

BASIC, STRONG, MIGHTY = RANKS = (1, 2, 3)
"""Knights by their strength (CK-108)."""

OF_A_RANK = 2
"""Pieces of a colour for each rank (CK-009)."""

WALLS = 3
"""Walls of a colour (CK-010)."""

TOP = 5
"""The last level of a track (CK-010)."""

POINTS_OF = (
    marked("settlements"),
    marked("reduced cities"),
    marked("cities"),
    marked("metropolises"),
    marked("Longest Trade Route"),
    marked("Defenders of Catan"),
    marked("Printer and Constitution"),
    marked("merchant"),
)


@cache
def clockwise_from(first: Seat, count: int) -> tuple[Seat, ...]:
    return tuple((first + step) % count for step in range(count))


class CitiesState(BaseState):
    """`second` is what a city gets of each hex beside `unit`; `doubled[hex][seat]` counts upright
    cities. `reduced` cities lie on their sides. `general` are the seats at a 3:1 harbour, `halves`
    the kinds that a seat trades 2:1, as bits.

    `ranks[seat][strength]` are a seat's knights, `men` all of them, `guards` those of everybody,
    `active` those with a helmet. Of the knights of the player on turn, `fresh` were activated in
    this turn, `acted` have taken their action in it and `promoted` their step. `touched` are a
    seat's roads with the intersections at them.

    `levels[seat]` are improvements by track. `metropolis[track]` is the intersection of the
    metropolis and `owner_of` its owner. `progress[colour][seat]` are progress cards held face
    down, packed; `decks[colour]` those that nobody has drawn yet, `under[colour]` those put below
    them, the next one to come first. `shown` are the open ones of a seat, as points.

    While a roll is resolved: `event`, `red` and the total `rolled`; `pending` as long as it has not
    produced. `forces` are barbarians and knights of the attack just made, None if there was none.
    `commits` are to declare their knights (CKV-02), `committed` those declared;
    `losers` have to give up a city, as bits, and `lost` have done so; `drawers` are to draw, from
    any deck if `free_choice`; `drawn` have done so, for `passed` no card
    was left; `surplus` has a card too many. `brought` is
    what the roll has just produced, `dry` are those that may still use their Aqueduct, and
    those in the mask `watered` have done so. `receiver`
    gets the cards that are `owed` for a Wedding; `sabotaged` tells that the discards of this turn
    were last for a Saboteur. `after` is `BEFORE` where whoever rolled has left:
    then the turn of the next one is on, and its roll still to come.

    `fleets_gone`: the seats of Merchant Fleets of earlier turns, as bits.
    Of this turn: `cranes` not used yet; `fleets` without a kind and `fleet_kinds` as bits;
    `supposed`: of Cranes and of Fleets that are only supposed to have been played, before a
    position, how many are left and how many were used; `harbours` played and `harboured`
    opponents, as bits; `alchemy` are the dice set.
    """

    __slots__ = (
        "acted",
        "active",
        "alchemy",
        "attacked",
        "brought",
        "buried",
        "commits",
        "committed",
        "cranes",
        "decks",
        "defenders",
        "doubled",
        "downs",
        "drawers",
        "drawn",
        "dry",
        "event",
        "experienced",
        "fleet_kinds",
        "fleets",
        "fleets_gone",
        "forces",
        "free_choice",
        "fresh",
        "general",
        "guards",
        "halves",
        "harboured",
        "harbours",
        "levels",
        "losers",
        "lost",
        "men",
        "merchant",
        "merchant_of",
        "metropolis",
        "owner_of",
        "passed",
        "pending",
        "progress",
        "promoted",
        "ranks",
        "receiver",
        "red",
        "reduced",
        "rolled",
        "sabotaged",
        "second",
        "ship",
        "shown",
        "supposed",
        "surplus",
        "touched",
        "under",
        "walls",
        "watered",
    )

    def __init__(self, header: Header) -> None:
        board: Board = header.board
        super().__init__(header)
        self.target = target_of(header, TARGET)
        self.experienced = header.options.get("experienced") == "1"
        self.second = tuple(
            SECOND.get(terrain, unit)
            for terrain, unit in zip(board.terrain, self.unit, strict=True)
        )

    def _fill_the_bank(self, bank: int, deck: Sequence[int]) -> None:
        super()._fill_the_bank(bank, deck)
        self.deck = self.stock = 0
        self.bank = (
            BANK
            + pack([RESOURCE_CARDS] * len(RESOURCES))
            + sum(COMMODITY_CARDS * ONE[kind] for kind in COMMODITIES)
        )
        self.decks = [pack([card.copies for card in cards]) for cards in DECKS]
        self.under: list[tuple[int, ...]] = [() for _ in TRACKS]
        self.buried = [0 for _ in TRACKS]
        self.progress = [[0] * self.n for _ in TRACKS]
        self.downs: tuple[int, ...] | None = None
        self.shown = [0] * self.n
        self.defenders = [0] * self.n

    def _clear_the_board(self) -> None:
        super()._clear_the_board()
        n = self.n
        self.doubled = [[0] * n for _ in self.numbers]
        self.reduced = [0] * n
        self.walls = [0] * n
        self.general = 0
        self.halves = [0] * n
        self.ranks = [[0] * (MIGHTY + 1) for _ in range(n)]
        self.men = [0] * n
        self.guards = 0
        self.touched = [(0, 0)] * n
        self.active = [0] * n
        self.levels = [[0] * len(TRACKS) for _ in range(n)]
        self.metropolis = [NOBODY] * len(TRACKS)
        self.owner_of = [NO_SEAT] * len(TRACKS)
        self.merchant = NOBODY
        self.merchant_of = NO_SEAT

    def _await_the_founding(self) -> None:
        super()._await_the_founding()
        self.ship = 0
        self.attacked = False
        self.committed = [0] * self.n
        self.fleets_gone = 0
        self._forget_the_attack()
        self.clear_the_roll()
        self._forget_the_turn()

    def nothing_moved(self) -> bool:
        """Whether what stays until the first attack is where it starts (CK-085)."""
        start: int = self.header.board.robber
        return self.robber == start

    def clear_the_roll(self) -> None:
        """Nothing is due any more for a roll."""
        self.after = MAIN
        self.event = NOBODY
        self.red = self.rolled = 0
        self.pending = False
        self.drawers: tuple[Seat, ...] = ()
        self.drawn = self.passed = 0
        self.surplus = NO_SEAT
        self.brought: tuple[int, ...] | None = None
        self.dry: tuple[Seat, ...] = ()
        self.watered = 0
        if self.forces is not None or self.commits:
            self._forget_the_attack()
        if any(self.owed):
            self.owed = [0] * self.n
        self.receiver = NO_SEAT
        self.sabotaged = False

    def _forget_the_attack(self) -> None:
        self.forces: tuple[int, int] | None = None
        self.commits: tuple[Seat, ...] = ()
        self.losers = self.lost = 0
        self.free_choice = False

    def _forget_the_turn(self) -> None:
        self.fresh = self.acted = self.promoted = 0
        self.cranes = self.fleets = self.fleet_kinds = 0
        self.supposed: tuple[tuple[int, int], ...] = ((0, 0), (0, 0))
        self.harbours = self.harboured = 0
        self.alchemy: tuple[int, int] | None = None

    _lists = (
        *BaseState._lists,
        *(
            "active",
            "buried",
            "committed",
            "decks",
            "defenders",
            "halves",
            "men",
            "metropolis",
            "owner_of",
        ),
        *("reduced", "shown", "touched", "under", "walls"),
    )
    _tables = (*BaseState._tables, "doubled", "levels", "progress", "ranks")

    # Turns

    def starter(self) -> Seat:
        """Who takes the first turn: whoever placed a city last (CK-028)."""
        cities = 0 if self.founder == NOBODY else 1 << self.founder
        return next((seat for seat in self.seats if self.buildings[seat] & cities), self.first)

    def begin_turn(self, seat: Seat) -> None:
        self.clear_the_roll()
        if self.fleets or self.fleet_kinds:
            self.fleets_gone |= 1 << self.turn
        self._forget_the_turn()
        super().begin_turn(seat)

    def clockwise(self) -> Sequence[Seat]:
        """Those still in the game, the one on turn first (CK-051)."""
        seats = clockwise_from(self.turn, self.n)
        return [seat for seat in seats if not self.out >> seat & 1] if self.out else seats

    # Cards

    def has_gained(self, seat: Seat) -> bool:
        """Whether the roll has brought the seat anything."""
        return self.brought is not None and self.brought[seat] > 0

    def due(self, total: int) -> Sequence[int]:
        row = self.brings(total)
        if (self.bank - self.sums[total]) & BANK == BANK:
            return row
        return self.rationed(row)

    def short(self, row: Sequence[int]) -> list[int]:
        need = sum(row)
        return [kind for kind in KINDS if need >> 8 * kind & PLACE > self.in_bank(kind)]

    def bank_counts(self) -> tuple[int, ...]:
        return tuple((self.bank >> 8 * kind & PLACE) - 128 for kind in KINDS)

    def face_down(self, seat: Seat) -> int:
        """Progress cards that the seat holds face down.

        Where `progress` tells of each kind the most that there may be, `downs` has the numbers.
        """
        if self.downs is not None:
            return self.downs[seat]
        one, two, three = self.progress
        return count(one[seat] + two[seat] + three[seat])

    def left_in(self, colour: int) -> int:
        """Cards in the deck."""
        return count(self.decks[colour]) + len(self.under[colour])

    # Buildings

    def harvest(self, seat: Seat, spot: int) -> None:
        self._change(spot, seat, 1, 0)

    def raise_city(self, seat: Seat, spot: int) -> None:
        """The settlement or reduced city becomes an upright city; pieces are up to the caller."""
        self.cities[seat] |= 1 << spot
        self.points[seat] += 1
        self._change(spot, seat, 1, 1)

    def lower_city(self, seat: Seat, spot: int) -> None:
        """The upright city counts as a settlement from now on, and its wall is gone (CK-107)."""
        self.cities[seat] &= ~(1 << spot)
        self.walls[seat] &= ~(1 << spot)
        self.points[seat] -= 1
        self._change(spot, seat, -1, -1)

    def _change(self, spot: int, seat: Seat, stood: int, doubled: int) -> None:
        for hex_ in self.places.hexes_at[spot]:
            self.reckon(hex_, -1)
            self.stood[hex_][seat] += stood
            self.doubled[hex_][seat] += doubled
            self.reckon(hex_, 1)

    def reckon(self, hex_: int, sign: int) -> None:
        """Put what the hex brings to the yields of its number, or take it off them."""
        if hex_ == self.robber:
            return
        unit, second = self.unit[hex_], self.second[hex_]
        for number in self.numbers[hex_]:
            row = self.yields[number]
            for seat, cards in enumerate(self.stood[hex_]):
                if cards:
                    doubled = self.doubled[hex_][seat]
                    brought = sign * (unit * (cards - doubled) + second * doubled)
                    row[seat] += brought
                    self.sums[number] += brought

    @property
    def robber_is_free(self) -> bool:
        """Before the first attack of the barbarians it is not (CK-085 to CK-087)."""
        return self.attacked

    def move_robber(self, hex_: int) -> None:
        before = self.robber
        self.reckon(hex_, -1)
        self.robber = hex_
        self.reckon(before, 1)

    def open_harbours(self, seat: Seat, spot: int) -> None:
        for harbour in self.header.board.harbours:
            if spot in self.places.ends[harbour.path]:
                if harbour.kind is None:
                    self.general |= 1 << seat
                else:
                    self.halves[seat] |= 1 << RESOURCES.index(harbour.kind)

    def free_cities(self, seat: Seat) -> int:
        """The upright cities without a metropolis; none where as many metropolises as are left have
        been won without a word where they stand."""
        free = self.cities[seat] & ~self.metropolises(seat)
        placeless = sum(
            spot == NOBODY and owner == seat
            for spot, owner in zip(self.metropolis, self.owner_of, strict=True)
        )
        return free if free.bit_count() > placeless else 0

    def metropolises(self, seat: Seat) -> int:
        if seat not in self.owner_of:
            return 0
        # Against the rules two may stand on one city (CK-186).
        return mask(
            {
                spot
                for spot, owner in zip(self.metropolis, self.owner_of, strict=True)
                if owner == seat and spot != NOBODY
            }
        )

    # Knights

    def ways(self, seat: Seat) -> int:
        """The paths with pieces of the seat, over which its knights go (CK-113, CK-142)."""
        return self.roads[seat]

    def may_hold(self, spot: int) -> bool:
        """Whether the intersection is a place for a new knight, whoever stands on it."""
        return True

    def reached(self, seat: Seat, start: int, *, past: int = 0) -> int:
        """The intersections that a knight of the seat gets to by own roads, as a mask, those of
        others at the end of a way among them; it does not go on through those (CK-144, CK-293,
        CKD-19). `past` are intersections to be taken as free.
        """
        places = self.places
        roads, closed = self.roads[seat], self.rivals(seat) & ~past
        seen = 1 << start
        ends = [start]
        for end in ends:
            for path, other in places.links[end]:
                if roads & path and not seen >> other & 1:
                    seen |= 1 << other
                    if not closed >> other & 1:
                        ends.append(other)
        return seen & ~(1 << start)

    def produced(self) -> None:
        """A roll has brought its cards; what else it brings is up to other rule sets."""

    def rivals(self, seat: Seat) -> int:
        # No call of the base class: knights ask for it with every step.
        return self.taken & ~self.buildings[seat] | self.guards & ~self.men[seat]

    def length(self, seat: Seat) -> int:
        """Only what stands at own roads matters, so most moves of knights change nothing."""
        roads = self.roads[seat]
        if self.touched[seat][0] != roads:
            ends = 0
            for road in bits(roads):
                ends |= self.places.ends_of[road]
            self.touched[seat] = (roads, ends)
        of = (roads, self.rivals(seat) & self.touched[seat][1])
        if self.routes_of[seat] != of:
            self.routes_of[seat] = of
            self.routes[seat] = longest_chain(self.places, *of)
        return self.routes[seat]

    def strength(self, seat: Seat, spot: int) -> int:
        """Of the seat's knight on the intersection, 0 if there is none."""
        ranks = self.ranks[seat]
        for rank in RANKS:
            if ranks[rank] >> spot & 1:
                return rank
        return 0

    def knight_owner(self, spot: int) -> Seat:
        return next((seat for seat in self.seats if self.men[seat] >> spot & 1), NO_SEAT)

    def knights_left(self, seat: Seat, rank: int) -> int:
        return OF_A_RANK - self.ranks[seat][rank].bit_count()

    def stand(self, seat: Seat, spot: int, rank: int, *, active: bool) -> None:
        """Put a knight on the intersection; routes are up to the caller."""
        bit = 1 << spot
        self.ranks[seat][rank] |= bit
        self.men[seat] |= bit
        self.guards |= bit
        if active:
            self.active[seat] |= bit
        for other in self.seats:
            if other != seat:
                self.reach[other] &= ~bit

    def leave(self, seat: Seat, spot: int) -> None:
        """Take the knight off the board; routes are up to the caller."""
        bit = 1 << spot
        self.ranks[seat][self.strength(seat, spot)] &= ~bit
        self.men[seat] &= ~bit
        self.guards &= ~bit
        self.active[seat] &= ~bit
        here = self.places.roads_at[spot]
        for other, roads in enumerate(self.roads):
            if roads & here:
                self.reach[other] |= bit

    def force(self, seat: Seat, knights: int) -> int:
        """The strength of the seat's knights on the intersections of the mask."""
        _none, basic, strong, mighty = self.ranks[seat]
        return (
            BASIC * (basic & knights).bit_count()
            + STRONG * (strong & knights).bit_count()
            + MIGHTY * (mighty & knights).bit_count()
        )

    # For the site

    def make_up(self, seat: Seat) -> Mapping[str, int]:
        """What the seat's points are made of (CK-220)."""
        cities = self.cities[seat].bit_count()
        metropolises = self.metropolises(seat).bit_count()
        reduced = self.reduced[seat].bit_count()
        made = (
            self.buildings[seat].bit_count() - cities - reduced,
            reduced,
            2 * (cities - metropolises),
            2 * (metropolises + self.owner_of.count(seat)),
            2 * (self.route_holder == seat),
            self.defenders[seat],
            self.shown[seat],
            int(self.merchant_of == seat),
        )
        return dict(zip(POINTS_OF, made, strict=True))
