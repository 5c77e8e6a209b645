"""The book of a base game, its clarifications and its extension for five and six."""

from __future__ import annotations

from collections import Counter

from tests.games.plain_book.island import Island
from tests.games.plain_book.routes import holder_after, longest_chain

RESOURCES = ("brick", "lumber", "wool", "grain", "ore")

PRICES = {
    "road": Counter(brick=1, lumber=1),
    "settlement": Counter(brick=1, lumber=1, wool=1, grain=1),
    "city": Counter(grain=2, ore=3),
    "card": Counter(wool=1, grain=1, ore=1),
}


class Wrong(Exception):
    """The game did something that the book has no cards, pieces or leave for."""


def expect(true, what):
    if not true:
        raise Wrong(what)


class Book:
    """A game of the box as somebody beside the table would write it into a book.

    `write` takes a deed as the JSON of a record has it; the method `do_` and its verb writes it
    down. Cards lie in the `bank`, in `hands` and, bought, in `cards`; pieces are dictionaries from
    their places to the seats of their owners. `page` says how everything stands.
    """

    tile = "Longest Road"
    goal = 10

    def __init__(self, header):
        self.island = Island(header.board)
        self.seats = range(len(header.players))
        self.options = header.options
        self.target = int(header.options.get("target", self.goal))
        self.bank = self.full_bank()
        self.hands = [Counter() for _ in self.seats]
        self.deck = self.full_deck()
        self.cards = [Counter() for _ in self.seats]
        self.knights_played = [0 for _ in self.seats]
        self.settlements = {}
        self.cities = {}
        self.roads = {}
        self.robber = self.island.robber
        self.holder_of_route = None
        self.holder_of_army = None
        self.first = None
        self.turn = None
        self.winner = None
        self.before_last_road = None
        self.walked = [(None, 0) for _ in self.seats]

    def full_bank(self):
        return Counter(dict.fromkeys(RESOURCES, 19))

    def full_deck(self):
        return {
            "knight": 14,
            "victory point": 5,
            "road building": 2,
            "invention": 2,
            "monopoly": 2,
        }

    def write(self, deed):
        if self.winner is not None:
            expect(deed["verb"] in ("claim", "show"), "nothing is played after the end (B-180)")
            return
        getattr(self, f"do_{deed['verb']}")(deed["seat"], deed)
        self.go_on()
        self.see_winner()

    def go_on(self):
        """What follows by itself once everybody has done what was due."""

    # Cards

    def give(self, seat, cards):
        """From the bank into a hand."""
        for kind, count in cards.items():
            expect(self.bank[kind] >= count, f"{count} {kind} in the bank")
            self.bank[kind] -= count
            self.hands[seat][kind] += count

    def pay(self, seat, cards):
        """From a hand into the bank."""
        self.take_from(seat, cards)
        self.bank.update(cards)

    def take_from(self, seat, cards):
        for kind, count in cards.items():
            expect(self.hands[seat][kind] >= count, f"{count} {kind} in the hand of {seat}")
            self.hands[seat][kind] -= count

    def hand_over(self, giver, taker, cards):
        self.take_from(giver, cards)
        self.hands[taker].update(cards)

    def steal(self, thief, victim, kind):
        if kind is not None:
            self.hand_over(victim, thief, Counter({kind: 1}))

    def what_there_is(self, cards):
        """As many of the cards as the bank has."""
        return Counter({kind: min(count, self.bank[kind]) for kind, count in cards.items()})

    # The founding

    def do_start_roll(self, seat, deed):
        """Who starts is seen from who founds first."""

    def do_found(self, seat, deed):
        spot = deed["intersection"]
        second = seat in self.settlements.values()
        if self.first is None:
            self.first = self.turn = seat
        self.put_settlement(seat, spot)
        if second:
            self.give(seat, self.starting_cards(spot))

    def starting_cards(self, spot):
        """One card of each hex at the second settlement (B-061)."""
        resources = map(self.island.resource, self.island.hexes_at(spot))
        return Counter(resource for resource in resources if resource)

    def do_found_road(self, seat, deed):
        self.lay_road(seat, deed["path"])
        self.see_end_of_founding()

    def see_end_of_founding(self):
        if self.pieces_laid() == 2 * len(self.seats):
            self.begin_turn(self.first)

    def pieces_laid(self):
        return len(self.roads)

    # Turns

    def begin_turn(self, seat):
        self.turn = seat

    def do_end_turn(self, seat, deed):
        self.begin_turn((seat + 1) % len(self.seats))

    def on_turn(self):
        """Who can win now, first of all the first (B-179)."""
        return [self.turn]

    def see_winner(self):
        """The game is over once the player on turn has the points (B-178, D-30)."""
        for seat in self.on_turn():
            if seat is not None and self.winner is None and self.total(seat) >= self.target:
                self.winner = seat

    # The roll

    def do_void_roll(self, seat, deed):
        """It has no effect (TG-20)."""

    def do_roll(self, seat, deed):
        dice = deed["dice"]
        total = sum(dice) if isinstance(dice, list) else dice
        if total != 7:
            self.produce_for(total)

    def produce_for(self, total):
        for seat, cards in enumerate(self.paid(self.yields(total))):
            self.give(seat, cards)

    def yields(self, total):
        """What each seat is due, whether the bank has it or not (B-074 to B-078)."""
        due = [Counter() for _ in self.seats]
        for hex_ in self.island.hexes:
            if total in self.island.numbers[hex_] and hex_ != self.robber:
                for spot in self.island.corners[hex_]:
                    if spot in self.as_settlements():
                        due[self.as_settlements()[spot]].update(self.from_settlement(hex_))
                    if spot in self.cities:
                        due[self.cities[spot]].update(self.from_city(hex_))
        return due

    def as_settlements(self):
        """Owners of what brings and counts as much as a settlement, by intersection."""
        return self.settlements

    def from_settlement(self, hex_):
        resource = self.island.resource(hex_)
        return Counter({resource: 1}) if resource else Counter()

    def from_city(self, hex_):
        resource = self.island.resource(hex_)
        return Counter({resource: 2}) if resource else Counter()

    def paid(self, due):
        """What the bank can pay: of a kind that is short nobody gets any, but one player alone
        gets what is left (B-082 to B-084)."""
        paid = [Counter() for _ in self.seats]
        for kind in self.bank:
            waiting = [seat for seat in self.seats if due[seat][kind]]
            enough = sum(due[seat][kind] for seat in waiting) <= self.bank[kind]
            for seat in waiting:
                if enough:
                    paid[seat][kind] = due[seat][kind]
                elif len(waiting) == 1:
                    paid[seat][kind] = self.bank[kind]
        return paid

    def do_discard(self, seat, deed):
        self.pay(seat, deed["cards"])

    def do_robber(self, seat, deed):
        self.robber = deed["hex"]
        self.steal(seat, deed["victim"], deed["card"])

    # Trade

    def do_bank(self, seat, deed):
        self.pay(seat, deed["give"])
        self.give(seat, deed["take"])

    def do_deal(self, seat, deed):
        self.hand_over(seat, deed["with"], deed["give"])
        self.hand_over(deed["with"], seat, deed["get"])

    # Building

    def put_settlement(self, seat, spot):
        expect(spot not in self.settlements and spot not in self.cities, "an empty intersection")
        self.settlements[spot] = seat
        expect(self.count(self.settlements, seat) <= 5, "five settlements (B-017)")
        self.see_routes()

    def lay_road(self, seat, path):
        expect(path not in self.roads, "an empty path (B-124)")
        self.before_last_road = dict(self.roads), self.holder_of_route
        self.roads[path] = seat
        expect(self.count(self.roads, seat) <= 15, "fifteen roads (B-019)")
        self.see_routes()

    def count(self, pieces, seat):
        return list(pieces.values()).count(seat)

    def do_road(self, seat, deed):
        self.pay(seat, PRICES["road"])
        self.lay_road(seat, deed["path"])

    def do_free_road(self, seat, deed):
        self.lay_road(seat, deed["path"])

    def do_move_road(self, seat, deed):
        """The last road is taken up as if it had never been laid, and laid anew (TG-17, D-35)."""
        self.roads, self.holder_of_route = self.before_last_road
        self.lay_road(seat, deed["path"])

    def do_settle(self, seat, deed):
        self.pay(seat, PRICES["settlement"])
        self.put_settlement(seat, deed["intersection"])

    def do_city(self, seat, deed):
        self.pay(seat, PRICES["city"])
        self.raise_city(seat, deed["intersection"])

    def raise_city(self, seat, spot):
        expect(self.settlements.get(spot) == seat, "a city replaces an own settlement (B-138)")
        del self.settlements[spot]
        self.cities[spot] = seat
        expect(self.count(self.cities, seat) <= 4, "four cities (B-018)")

    # Development cards

    def do_buy(self, seat, deed):
        self.pay(seat, PRICES["card"])
        self.draw_card(seat, deed["card"])

    def draw_card(self, seat, card):
        expect(self.deck[card] > 0, f"a {card} in the deck")
        self.deck[card] -= 1
        self.cards[seat][card] += 1

    def use(self, seat, card):
        expect(self.cards[seat][card] > 0, f"a {card} in the hand of {seat}")
        self.cards[seat][card] -= 1

    def do_show(self, seat, deed):
        """They count all the same; who has ten points may show them (D-32, BFD-31)."""
        expect(self.total(seat) >= 10, "ten points")

    def do_knight(self, seat, deed):
        self.use(seat, "knight")
        self.knights_played[seat] += 1
        # Three at least, and more than the holder (B-172, B-173).
        holder = self.holder_of_army
        most = 2 if holder is None else self.knights_played[holder]
        if self.knights_played[seat] > most:
            self.holder_of_army = seat

    def do_road_building(self, seat, deed):
        self.use(seat, "road building")

    def do_invention(self, seat, deed):
        self.use(seat, "invention")
        self.give(seat, deed["cards"])

    def do_monopoly(self, seat, deed):
        self.use(seat, "monopoly")
        kind = deed["resource"]
        for other in self.seats:
            if other != seat:
                self.hand_over(other, seat, Counter({kind: self.hands[other][kind]}))

    # Special tiles and points

    def pieces_of(self, seat):
        """Roads, and ships where there are any, by path."""
        return {path: "road" for path, owner in self.roads.items() if owner == seat}

    def buildings_of(self, seat):
        return {
            spot
            for pieces in (self.settlements, self.cities)
            for spot, owner in pieces.items()
            if owner == seat
        }

    def closed_to(self, seat):
        """The intersections through which a chain of the seat does not go on (B-145)."""
        return {spot for other in self.seats if other != seat for spot in self.buildings_of(other)}

    def route(self, seat):
        """Walked anew only if something has changed: it takes long."""
        drawn = self.pieces_of(seat), self.buildings_of(seat), self.closed_to(seat)
        if self.walked[seat][0] != drawn:
            self.walked[seat] = drawn, longest_chain(self.island, *drawn)
        return self.walked[seat][1]

    def see_routes(self):
        lengths = [self.route(seat) for seat in self.seats]
        self.holder_of_route = holder_after(lengths, self.holder_of_route)

    def points(self, seat):
        """What the seat's points are made of (B-175)."""
        return {
            "settlements": self.count(self.settlements, seat),
            "cities": 2 * self.count(self.cities, seat),
            self.tile: 2 if self.holder_of_route == seat else 0,
            "Largest Army": 2 if self.holder_of_army == seat else 0,
            "Victory Point cards": self.cards[seat]["victory point"],
        }

    def total(self, seat):
        return sum(self.points(seat).values())

    def page(self):
        """All that is compared, by name."""
        return {
            "hands": [+hand for hand in self.hands],
            "bank": +self.bank,
            "points": [self.points(seat) for seat in self.seats],
            "routes": [self.route(seat) for seat in self.seats],
            "route": self.holder_of_route,
            "settlements": self.as_settlements(),
            "cities": self.cities,
            "roads": self.roads,
            "robber": self.robber,
            "winner": self.winner,
            **self.cards_page(),
        }

    def cards_page(self):
        return {
            "deck": +Counter(self.deck),
            "cards": [+cards for cards in self.cards],
            "army": self.holder_of_army,
            "knights played": self.knights_played,
        }


class FiveSix(Book):
    """Five or six players, two of whom act in each turn, with markers three seats apart."""

    def full_bank(self):
        return Counter(dict.fromkeys(RESOURCES, 24))

    def full_deck(self):
        return {
            "knight": 20,
            "victory point": 5,
            "road building": 3,
            "invention": 3,
            "monopoly": 3,
        }

    def __init__(self, header):
        super().__init__(header)
        self.second_part = False

    def do_end_turn(self, seat, deed):
        """The first player hands on to the second, the second ends the turn (X-039, X-048)."""
        self.second_part = not self.second_part
        if not self.second_part:
            self.begin_turn((self.turn + 1) % len(self.seats))

    def on_turn(self):
        """Both players of the turn, whoever acts; the first goes before (X-052, X-054)."""
        if self.turn is None:
            return []
        return [self.turn, (self.turn + 3) % len(self.seats)]
