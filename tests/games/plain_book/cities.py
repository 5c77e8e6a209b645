"""The book of Cities & Knights: commodities, knights, barbarians, improvements, metropolises.

The progress cards stand on a page of their own, `progress.py`.
"""

from __future__ import annotations

from collections import Counter

from tests.games.plain_book.base import RESOURCES, Book, expect
from tests.games.plain_book.progress import DECKS, ProgressCards

COMMODITIES = ("coin", "paper", "cloth")

SECOND_CARD = {"mountains": "coin", "forest": "paper", "pasture": "cloth"}
"""What a city gets beside the resource (CK-070 to CK-072)."""

PAID_IN = {"yellow": "cloth", "blue": "coin", "green": "paper"}
"""Trade, politics and science by their colours (CK-160)."""

COLOUR = {"trade": "yellow", "politics": "blue", "science": "green"}
"""Of each track (CK-160)."""

KNIGHT = Counter(ore=1, wool=1)
"""To recruit one, and to promote one (CK-109, CK-121)."""


class Knight:
    def __init__(self, owner, strength, *, active):
        self.owner = owner
        self.strength = strength
        self.active = active


class Cities(ProgressCards, Book):
    """`knights` stand on their intersections, `walls` are intersections, `lying` the reduced
    cities with their owners. `levels` are those of a seat by colour, `metropolis` the
    intersections by colour. `ship` is how far the barbarians have come.

    `due` is what has still to be done before the roll produces, in its order: pairs of what and
    whom, with the total rolled at the end.
    """

    tile = "Longest Trade Route"
    goal = 13

    def __init__(self, header):
        self.knights = {}
        self.lying = {}
        self.walls = set()
        self.metropolis = {}
        super().__init__(header)
        self.levels = [dict.fromkeys(PAID_IN, 0) for _ in self.seats]
        self.ship = 0
        self.attacked = False
        self.defender = [0 for _ in self.seats]
        self.merchant = None
        self.merchant_owner = None
        self.experienced = header.options.get("experienced") == "1"
        self.committed = {}
        self.due = []
        self.gate = None
        self.passed = set()
        self.red = 0
        self.dry = []

    def full_bank(self):
        return Counter({**dict.fromkeys(RESOURCES, 19), **dict.fromkeys(COMMODITIES, 12)})

    # The founding

    def do_found(self, seat, deed):
        if self.first is None:
            self.first = self.turn = seat
        self.put_settlement(seat, deed["intersection"])

    def do_found_city(self, seat, deed):
        """In the second round a city, and a card for each hex at it (CK-024, CK-026)."""
        spot = deed["intersection"]
        expect(spot not in self.settlements and spot not in self.cities, "an empty intersection")
        self.cities[spot] = seat
        self.see_routes()
        self.give(seat, self.starting_cards(spot))

    # The roll

    def clockwise(self):
        """The seats from the active player on."""
        return [(self.turn + step) % len(self.seats) for step in self.seats]

    def do_roll(self, seat, deed):
        """Ship or gate, then draws, then production (CK-035)."""
        red, yellow = deed["dice"]
        self.red = red
        self.gate = None
        self.passed = set()
        self.dry = []
        self.due = [("produce", red + yellow)]
        if deed["event"] == "ship":
            self.ship += 1
            if self.ship == 7:
                self.land()
        else:
            self.gate = deed["event"].split()[0]
            drawing = [other for other in self.clockwise() if self.draws_at_gate(other)]
            self.due = [("draw", other) for other in drawing] + self.due

    def draws_at_gate(self, seat):
        """Level 1 with red 1 or 2, and each level with one more (CK-042 to CK-047)."""
        level = self.levels[seat][self.gate]
        return level > 0 and self.red <= level + 1

    def go_on(self):
        """Do what needs nobody, until something is due of somebody; the winner stops it all."""
        self.see_winner()
        while self.due and self.winner is None:
            what, whom = self.due[0]
            if what == "fight":
                self.due.pop(0)
                self.fight()
            elif what == "draw" and self.nothing_to_draw():
                self.due.pop(0)
                self.passed.add(whom)
            elif what == "produce":
                self.due.pop(0)
                if whom != 7:
                    self.produce_for(whom)
            else:
                return
            self.see_winner()

    def nothing_to_draw(self):
        """The deck of the gate is empty, and no other is used (CKD-10)."""
        colours = DECKS if self.gate is None else [self.gate]
        return all(self.left_in(colour) == 0 for colour in colours)

    def done(self, what, seat):
        """Strike out what was due of the seat; losers may give up their cities in any order."""
        expect((what, seat) in self.due, f"{what} is due of {seat}")
        self.due.remove((what, seat))

    def produce_for(self, total):
        """Afterwards Aqueducts may bring those a card who got none (CK-174 to CK-176)."""
        had = [hand.total() for hand in self.hands]
        super().produce_for(total)
        self.dry = [
            seat
            for seat in self.clockwise()
            if self.levels[seat]["green"] >= 3 and self.hands[seat].total() == had[seat]
        ]

    def from_city(self, hex_):
        second = SECOND_CARD.get(self.island.terrain[hex_])
        if second is None:
            return super().from_city(hex_)
        return Counter({self.island.resource(hex_): 1, second: 1})

    def as_settlements(self):
        """Reduced cities too (CK-075, CK-220)."""
        return {**self.settlements, **self.lying}

    def do_produce(self, seat, deed):
        """What was produced is told once more."""

    def do_aqueduct(self, seat, deed):
        expect(seat in self.dry, f"an empty-handed {seat}")
        self.dry.remove(seat)
        expect(deed["card"] in RESOURCES, "a resource (CK-177)")
        self.give(seat, Counter({deed["card"]: 1}))

    # The barbarians

    def land(self):
        """In the variant everybody declares knights first, or none (CKV-02, CKV-04)."""
        self.committed = {}
        self.due = [("fight", None), *self.due]
        if self.experienced:
            self.due = [("commit", seat) for seat in self.clockwise()] + self.due
        else:
            self.committed = {seat: self.active_knights(seat) for seat in self.seats}

    def active_knights(self, seat):
        return [
            spot for spot, knight in self.knights.items() if knight.owner == seat and knight.active
        ]

    def do_commit(self, seat, deed):
        expect(set(deed["knights"]) <= set(self.active_knights(seat)), "active knights (CKV-03)")
        self.done("commit", seat)
        self.committed[seat] = deed["knights"]

    def fight(self):
        """Upright cities against knights (CK-190 to CK-213)."""
        barbarians = len(self.cities)
        given = [
            sum(self.knights[spot].strength for spot in self.committed.get(seat, ()))
            for seat in self.seats
        ]
        for spots in self.committed.values():
            for spot in spots:
                self.knights[spot].active = False
        self.ship = 0
        self.attacked = True
        if barbarians > sum(given):
            self.barbarians_win(given)
        else:
            self.knights_win(given)

    def barbarians_win(self, given):
        exposed = [seat for seat in self.seats if self.free_cities(seat)]
        least = min((given[seat] for seat in exposed), default=0)
        losers = [seat for seat in exposed if given[seat] == least]
        self.due = [("lose", seat) for seat in losers] + self.due

    def knights_win(self, given):
        most = max(given)
        best = [seat for seat in self.clockwise() if given[seat] == most > 0]
        if len(best) == 1:
            self.defender[best[0]] += 1
        else:
            self.due = [("draw", seat) for seat in best] + self.due

    def free_cities(self, seat):
        """The upright ones without a metropolis."""
        return [
            spot
            for spot, owner in self.cities.items()
            if owner == seat and spot not in self.metropolis.values()
        ]

    def do_lose_city(self, seat, deed):
        spot = deed["intersection"]
        expect(spot in self.free_cities(seat), "a free city of one's own (CK-204, CK-205)")
        self.done("lose", seat)
        del self.cities[spot]
        self.walls.discard(spot)
        if self.count(self.settlements, seat) < 5:
            self.settlements[spot] = seat
        else:
            self.lying[spot] = seat

    # Building

    def raise_city(self, seat, spot):
        if self.lying.get(spot) == seat:
            del self.lying[spot]
            self.settlements[spot] = seat
        super().raise_city(seat, spot)
        upright_and_lying = {**self.cities, **self.lying}
        expect(self.count(upright_and_lying, seat) <= 4, "four cities (CK-008)")

    def do_wall(self, seat, deed):
        self.pay(seat, Counter(brick=2))
        self.put_wall(seat, deed["intersection"])

    def put_wall(self, seat, spot):
        expect(self.cities.get(spot) == seat, "a wall under an own city (CK-104)")
        expect(spot not in self.walls, "one wall for a city (CK-105)")
        self.walls.add(spot)
        own = [wall for wall in self.walls if self.cities[wall] == seat]
        expect(len(own) <= 3, "three walls (CK-106)")

    def do_improve(self, seat, deed):
        colour, level = COLOUR[deed["track"]], deed["level"]
        cheaper = 1 if deed["crane"] == "yes" else 0
        expect(level == self.levels[seat][colour] + 1 <= 5, "one level after another (CK-166)")
        self.pay(seat, Counter({PAID_IN[colour]: level - cheaper}))
        self.levels[seat][colour] = level
        wins = self.wins_metropolis(seat, colour, level)
        expect(wins == (deed["metropolis"] is not None), "a metropolis if one is won")
        if wins:
            spot = deed["metropolis"]
            expect(spot in self.free_cities(seat), "a free city (CK-179, CK-295)")
            self.metropolis[colour] = spot

    def wins_metropolis(self, seat, colour, level):
        """Level 4 wins one that nobody has, level 5 one of somebody with level 4 (CK-179 to
        CK-184)."""
        if colour not in self.metropolis:
            return level == 4
        owner = self.cities[self.metropolis[colour]]
        return level == 5 and owner != seat and self.levels[owner][colour] == 4

    # Knights

    def put_knight(self, seat, spot, knight):
        taken = {**self.settlements, **self.cities, **self.lying, **self.knights}
        expect(spot not in taken, "a free intersection (CK-112)")
        self.knights[spot] = knight
        alike = [
            other
            for other in self.knights.values()
            if other.owner == seat and other.strength == knight.strength
        ]
        expect(len(alike) <= 2, "two knights of a strength (CK-115, CK-127)")

    def own_knight(self, seat, spot):
        knight = self.knights[spot]
        expect(knight.owner == seat, "an own knight")
        return knight

    def do_recruit(self, seat, deed):
        self.pay(seat, KNIGHT)
        self.put_knight(seat, deed["intersection"], Knight(seat, 1, active=False))
        self.see_routes()

    def do_activate(self, seat, deed):
        self.pay(seat, Counter(grain=1))
        self.own_knight(seat, deed["intersection"]).active = True

    def do_promote(self, seat, deed):
        self.pay(seat, KNIGHT)
        self.promote(seat, deed["intersection"])

    def promote(self, seat, spot):
        """The status stays (CK-123)."""
        knight = self.own_knight(seat, spot)
        del self.knights[spot]
        expect(knight.strength < 3, "a knight that is not mighty (CK-128)")
        stronger = Knight(seat, knight.strength + 1, active=knight.active)
        self.put_knight(seat, spot, stronger)

    def do_move_knight(self, seat, deed):
        self.move_knight(seat, deed["from"], deed["to"])
        self.see_routes()

    def move_knight(self, seat, start, target):
        knight = self.own_knight(seat, start)
        expect(knight.active, "an active knight (CK-137)")
        del self.knights[start]
        knight.active = False
        self.put_knight(seat, target, knight)

    def do_displace(self, seat, deed):
        """The one that goes keeps its status; routes count when both stand (CK-154, CKD-68)."""
        driven = self.knights.pop(deed["to"])
        expect(driven.owner != seat, "a knight of another player (CK-148)")
        expect(driven.strength < self.knights[deed["from"]].strength, "a weaker one (CK-146)")
        self.move_knight(seat, deed["from"], deed["to"])
        if deed["displaced_to"] is not None:
            self.put_knight(driven.owner, deed["displaced_to"], driven)
        self.see_routes()

    def do_chase(self, seat, deed):
        """The robber's move, or the pirate's, follows."""
        knight = self.own_knight(seat, deed["intersection"])
        expect(knight.active, "an active knight (CK-156)")
        knight.active = False

    def closed_to(self, seat):
        """Knights of others close a route as their buildings do (CK-129)."""
        foreign = {spot for spot, knight in self.knights.items() if knight.owner != seat}
        return super().closed_to(seat) | foreign

    def buildings_of(self, seat):
        lying = {spot for spot, owner in self.lying.items() if owner == seat}
        return super().buildings_of(seat) | lying

    # Points

    def points(self, seat):
        """What the seat's points are made of (CK-220)."""
        cities = self.count(self.cities, seat)
        metropolises = sum(1 for spot in self.metropolis.values() if self.cities[spot] == seat)
        return {
            "settlements": self.count(self.as_settlements(), seat) - self.count(self.lying, seat),
            "reduced cities": self.count(self.lying, seat),
            "cities": 2 * (cities - metropolises),
            "metropolises": 4 * metropolises,
            self.tile: 2 if self.holder_of_route == seat else 0,
            "Defenders of Catan": self.defender[seat],
            "Printer and Constitution": len(self.open[seat]),
            "merchant": 1 if self.merchant_owner == seat else 0,
        }

    def cards_page(self):
        return {
            "lying": self.lying,
            "walls": self.walls,
            "levels": self.levels,
            "metropolises": self.metropolis,
            "metropolis owners": {
                colour: self.cities[spot] for colour, spot in self.metropolis.items()
            },
            "knights": {
                spot: (knight.owner, knight.strength, knight.active)
                for spot, knight in self.knights.items()
            },
            "ship": self.ship,
            "attacked": self.attacked,
            "merchant": (self.merchant, self.merchant_owner),
            "progress cards": [+held for held in self.held],
            "decks": {colour: +deck for colour, deck in self.decks.items()},
            "under the decks": self.under,
        }
