"""A game at sea in play: ships beside roads, the pirate, gold that is due, islands settled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engine.board.routes import SHORTEST
from games.engine.board.terrain import Terrain
from games.engine.core import NOBODY, Header, Seat
from games.engine.rulesets.base.places import bits
from games.engine.rulesets.base.state import (
    MAIN,
    NO_SEAT,
    BaseState,
    target_of,
)
from games.engine.rulesets.seafarers.routes import ends_of, longest_route
from games.engine.rulesets.seafarers.waters import waters_of
from games.engine.words import marked

SHIPS = 15
"""The ships of a colour (SF-01)."""

SPECIAL = marked("special points")


class Sailing(BaseState):
    """What the sea adds to a game on land; put before its state as a base class.

    `ships` are masks of paths by seat, `sail` the intersections from which a ship of the seat may
    go on. `launched` are the ships built in this turn; `moved`: one was moved in it. `pirate` is
    its hex, `NOBODY` if it is not used. `picks` are the cards that gold owes each seat,
    `after_gold` the phase to which the last pick leads; `gold_passed`: the game went on without
    them. `golden` are the hexes of gold. `settled` has a bit for each foreign area in which the
    seat has settled, `special` is what one is worth.
    """

    ABOVE = 0
    """Points that are added to those of the map to win (CKS-09)."""

    def __init__(self, header: Header, **stock: Any) -> None:
        super().__init__(header, **stock)
        n, board = self.n, header.board
        chart = board.frame.chart
        self.waters = waters_of(board.frame)
        self.ships = [0] * n
        self.sail = [0] * n
        self.ships_left = [SHIPS] * n
        self.launched = 0
        self.moved = False
        self.pirate = self.pirates_start
        self.picks = [0] * n
        self.after_gold = MAIN
        self.gold_passed = False
        self.last_roll = 0
        self.golden = tuple(
            hex_ for hex_, terrain in enumerate(board.terrain) if terrain is Terrain.GOLD
        )
        self.settled = [0] * n
        self.special = 0 if chart is None else special_of(header, chart.special)
        if chart is not None:
            self.target = target_of(header, chart.target + self.ABOVE)
        self.sea_routes: list[tuple[int, ...]] = [()] * n

    _lists: tuple[str, ...] = (
        *BaseState._lists,
        *("picks", "sail", "sea_routes", "settled", "ships", "ships_left"),
    )

    def begin_turn(self, seat: Seat) -> None:
        self.launched = 0
        self.moved = False
        super().begin_turn(seat)

    # Pieces

    def build(self, seat: Seat, spot: int) -> None:
        bit = 1 << spot
        for other in self.seats:
            if other == seat:
                self.sail[other] |= bit
            else:
                self.sail[other] &= ~bit
        super().build(seat, spot)
        if self.special:
            self.reward_area(seat, bit)

    def reward_area(self, seat: Seat, spot: int) -> None:
        """The first settlement in a foreign area brings special points (SF-27, SF-31)."""
        for number, area in enumerate(self.waters.areas):
            if area & spot and not self.settled[seat] >> number & 1:
                self.settled[seat] |= 1 << number
                self.points[seat] += self.special

    def free_pieces(self, seat: Seat) -> int:
        return super().free_pieces(seat) + self.ships_left[seat]

    def launch(self, seat: Seat, path: int) -> None:
        """Put a ship on the path; payment and the special tile are up to the caller."""
        bit = 1 << path
        self.ships[seat] |= bit
        self.laid |= bit
        self.ships_left[seat] -= 1
        self.sail[seat] |= self.places.ends_of[path] & ~self.rivals(seat)

    def take_in(self, seat: Seat, path: int) -> None:
        """Take the ship off the path."""
        bit = 1 << path
        self.ships[seat] &= ~bit
        self.laid &= ~bit
        self.ships_left[seat] += 1
        self.sail[seat] = self.sail_of(seat, self.ships[seat])

    def sail_of(self, seat: Seat, ships: int) -> int:
        """The intersections from which a ship may go on if the seat has these."""
        sail = self.buildings[seat]
        for ship in bits(ships):
            sail |= self.places.ends_of[ship]
        return sail & ~self.rivals(seat)

    def ship_owner(self, path: int) -> Seat:
        return next((seat for seat in self.seats if self.ships[seat] >> path & 1), NO_SEAT)

    @property
    def pirates_start(self) -> int:
        """The hex on which the pirate starts, `NOBODY` if it is not used."""
        pirate = self.header.board.pirate
        return NOBODY if pirate is None else pirate

    def pirates_paths(self) -> int:
        """The paths round the pirate, on which no ship is built or moved (SF-18, SF-19)."""
        return 0 if self.pirate == NOBODY else self.waters.sides[self.pirate]

    def pirates_victims(self, seat: Seat, hex_: int) -> list[Seat]:
        """The opponents with a ship at the hex (SF-17)."""
        sides = self.waters.sides[hex_]
        return [other for other in self.seats if other != seat and self.ships[other] & sides]

    def closes(self, seat: Seat, spot: int, path: int) -> bool:
        """Whether an own piece at the end of a line holds the ship on the path (SF-12)."""
        return bool(self.buildings[seat] >> spot & 1)

    # Gold

    def gold_with(self, total: int) -> list[int]:
        """The hexes of gold on which the number lies now: tokens may change places (CK-245)."""
        return [hex_ for hex_ in self.golden if total in self.numbers[hex_]]

    def gold_due(self, total: int) -> list[int]:
        """How many cards the gold with the number brings each seat (SF-20 to SF-22), none to
        those who have left."""
        due = [0] * self.n
        for hex_ in self.gold_with(total):
            if hex_ != self.robber:
                for seat, count in enumerate(self.stood[hex_]):
                    if not self.out >> seat & 1:
                        due[seat] += count
        return due

    # Special tiles

    def length(self, seat: Seat) -> int:
        """Pieces in the seat's longest route of roads and ships (SF-23 to SF-25)."""
        ships = self.ships[seat]
        if not ships:
            return super().length(seat)
        roads = self.roads[seat]
        # What stands elsewhere, such as a knight, matters to nobody's route.
        spots = ends_of(self.places, roads | ships)
        of = (roads, ships, self.rivals(seat) & spots, self.buildings[seat] & spots)
        if self.sea_routes[seat] != of:
            self.sea_routes[seat] = of
            self.routes[seat] = longest_route(self.places, *of)
            # What was known of the roads alone holds no more.
            self.routes_of[seat] = (-1, -1)
        return self.routes[seat]

    def award_longer_road(self, seat: Seat) -> None:
        holder = self.route_holder
        if seat != holder:
            count = (self.roads[seat] | self.ships[seat]).bit_count()
            if count >= SHORTEST and (holder == NO_SEAT or count > self.length(holder)):
                self.award_longest_road()

    def award_after_cut(self, seat: Seat, spot: int) -> None:
        """A new building cuts rivals' chains, and joins own roads and ships (SF-24)."""
        here = self.places.roads_at[spot]
        if self.roads[seat] & here and self.ships[seat] & here:
            self.award_longest_road()
            return
        for other in self.seats:
            pieces = (self.roads[other] | self.ships[other]) & here
            if pieces & (pieces - 1) and other != seat:
                self.award_longest_road()
                return

    # For the site

    def make_up(self, seat: Seat) -> Mapping[str, int]:
        made = dict(super().make_up(seat))
        if self.waters.areas:
            made[SPECIAL] = self.special * self.settled[seat].bit_count()
        return made


def special_of(header: Header, usual: int) -> int:
    """Points for the first settlement in a foreign area: those of the map, or of the option."""
    asked = header.options.get("special", "")
    return int(asked) if asked.isdecimal() and len(asked) < 3 else usual
