"""The page of the progress cards in the book of Cities & Knights."""

from __future__ import annotations

from collections import Counter

from tests.games.plain_book.base import RESOURCES, expect

DECKS = {
    "yellow": {
        "Merchant": 6,
        "Commercial Harbour": 2,
        "Merchant Fleet": 2,
        "Master Merchant": 2,
        "Commodity Monopoly": 2,
        "Resource Monopoly": 4,
    },
    "blue": {
        "Bishop": 2,
        "Diplomat": 2,
        "Warlord": 2,
        "Wedding": 2,
        "Intrigue": 2,
        "Saboteur": 2,
        "Spy": 3,
        "Deserter": 2,
        "Constitution": 1,
    },
    "green": {
        "Alchemist": 2,
        "Mining": 2,
        "Engineer": 1,
        "Crane": 2,
        "Printer": 1,
        "Smith": 2,
        "Medicine": 2,
        "Road Building": 2,
        "Inventor": 2,
        "Irrigation": 2,
    },
}
"""Trade, politics and science (CK-005 to CK-007)."""

OPEN = ("Printer", "Constitution")
"""They lie face up at once and are worth a point (CK-059)."""

HELD = 4
"""Cards face down that one may keep (CK-055)."""


def colour_of(card):
    return next(colour for colour, deck in DECKS.items() if card in deck)


class ProgressCards:
    """`decks` are the cards that nobody has drawn yet, `under` those put below them, the first
    one on top; `held` those that a seat has face down, `open` those that lie face up."""

    def __init__(self, header):
        self.decks = {colour: Counter(deck) for colour, deck in DECKS.items()}
        self.under = {colour: [] for colour in DECKS}
        self.held = [Counter() for _ in header.players]
        self.open = [[] for _ in header.players]
        self.bride = None
        super().__init__(header)

    def left_in(self, colour):
        return self.decks[colour].total() + len(self.under[colour])

    # Drawing and giving back

    def do_draw(self, seat, deed):
        """A card that is due may be waived (CKD-09). Who is not active and has five gives one
        back at once (CK-057). That no card was drawn where there was none is true (CKD-10)."""
        if deed["card"] is None and seat in self.passed:
            self.passed.remove(seat)
            return
        expect(self.due[0] == ("draw", seat), f"a card is due to {seat}")
        self.due.pop(0)
        card = deed["card"]
        if card is None:
            return
        colour = colour_of(card)
        expect(self.gate in (None, colour), "a card of the gate's colour (CK-052)")
        if self.decks[colour].total():
            expect(self.decks[colour][card] > 0, f"a {card} in the deck")
            self.decks[colour][card] -= 1
        else:
            expect(self.under[colour].pop(0) == card, "the top card")
        if card in OPEN:
            self.open[seat].append(card)
        else:
            self.held[seat][card] += 1
            if self.held[seat].total() > HELD and seat != self.turn:
                self.due.insert(0, ("give back", seat))

    def do_give_back(self, seat, deed):
        if ("give back", seat) in self.due:
            self.done("give back", seat)
        self.put_under(seat, deed["card"])

    def put_under(self, seat, card):
        """Under the deck of its colour (CK-064, CKD-12)."""
        expect(self.held[seat][card] > 0, f"a {card} in the hand of {seat}")
        self.held[seat][card] -= 1
        self.under[colour_of(card)].append(card)

    # Science

    def do_alchemist(self, seat, deed):
        self.put_under(seat, "Alchemist")

    def do_mining(self, seat, deed):
        self.put_under(seat, "Mining")
        self.harvest(seat, "mountains", "ore")

    def do_irrigation(self, seat, deed):
        self.put_under(seat, "Irrigation")
        self.harvest(seat, "fields", "grain")

    def harvest(self, seat, terrain, resource):
        """Two for each hex at an own building, as far as the bank has them (CKD-16)."""
        own = self.buildings_of(seat)
        hexes = [
            hex_
            for hex_ in self.island.hexes
            if self.island.terrain[hex_] == terrain and own & set(self.island.corners[hex_])
        ]
        self.give(seat, self.what_there_is(Counter({resource: 2 * len(hexes)})))

    def do_engineer(self, seat, deed):
        self.put_under(seat, "Engineer")
        self.put_wall(seat, deed["intersection"])

    def do_crane(self, seat, deed):
        """The improvement that it makes cheaper says so."""
        self.put_under(seat, "Crane")

    def do_smith(self, seat, deed):
        self.put_under(seat, "Smith")
        # The stronger one first: it frees a piece that the other may need.
        spots = [spot for spot in (deed["knight"], deed["other"]) if spot is not None]
        spots.sort(key=lambda spot: -self.knights[spot].strength)
        for spot in spots:
            self.promote(seat, spot)

    def do_medicine(self, seat, deed):
        self.put_under(seat, "Medicine")
        self.pay(seat, Counter(ore=2, grain=1))
        self.raise_city(seat, deed["intersection"])

    def do_road_building(self, seat, deed):
        """Free roads follow."""
        self.put_under(seat, "Road Building")

    def do_inventor(self, seat, deed):
        self.put_under(seat, "Inventor")
        numbers, one, other = self.island.numbers, deed["hex"], deed["other"]
        expect(not (numbers[one] | numbers[other]) & {2, 12, 6, 8}, "no 2, 12, 6, 8 (CK-246)")
        numbers[one], numbers[other] = numbers[other], numbers[one]

    # Politics

    def do_bishop(self, seat, deed):
        self.put_under(seat, "Bishop")
        self.robber = deed["hex"]
        for victim, kind in enumerate(deed["stolen"]):
            self.steal(seat, victim, kind)

    def do_diplomat(self, seat, deed):
        self.put_under(seat, "Diplomat")
        owner = self.roads.pop(deed["path"])
        if deed["laid"] is not None:
            expect(owner == seat, "only an own road is laid again (CK-255)")
            self.roads[deed["laid"]] = seat
        self.see_routes()

    def do_warlord(self, seat, deed):
        self.put_under(seat, "Warlord")
        for knight in self.knights.values():
            if knight.owner == seat:
                knight.active = True

    def do_wedding(self, seat, deed):
        """The gifts follow."""
        self.put_under(seat, "Wedding")
        self.bride = seat

    def do_gift(self, seat, deed):
        expect(self.total(seat) > self.total(self.bride), "a giver with more points (CK-259)")
        held = self.hands[seat].total()
        given = Counter(deed["cards"])
        expect(given.total() == min(2, held), "two cards, or all (CK-261)")
        self.hand_over(seat, self.bride, given)

    def do_intrigue(self, seat, deed):
        self.put_under(seat, "Intrigue")
        driven = self.knights.pop(deed["knight"])
        expect(driven.owner != seat, "a knight of another player (CK-263)")
        if deed["displaced_to"] is not None:
            self.put_knight(driven.owner, deed["displaced_to"], driven)
        self.see_routes()

    def do_saboteur(self, seat, deed):
        """The discards follow."""
        self.put_under(seat, "Saboteur")

    def do_spy(self, seat, deed):
        self.put_under(seat, "Spy")
        victim, card = deed["from"], deed["card"]
        expect(self.held[victim][card] > 0, f"a {card} in the hand of {victim}")
        self.held[victim][card] -= 1
        self.held[seat][card] += 1

    def do_deserter(self, seat, deed):
        """A knight as strong as the one removed, or a weaker one that is told (CK-272 to
        CK-276)."""
        self.put_under(seat, "Deserter")
        gone = self.knights.pop(deed["knight"])
        expect(gone.owner != seat, "a knight of another player (CKD-46)")
        if deed["placed"] is not None:
            strength = deed["strength"] or gone.strength
            expect(strength <= gone.strength, "no stronger one (CK-273)")
            new = type(gone)(seat, strength, active=gone.active)
            self.put_knight(seat, deed["placed"], new)
        self.see_routes()

    # Trade

    def do_merchant(self, seat, deed):
        self.put_under(seat, "Merchant")
        self.merchant = deed["hex"]
        self.merchant_owner = seat

    def do_commercial_harbour(self, seat, deed):
        self.put_under(seat, "Commercial Harbour")

    def do_exchange(self, seat, deed):
        """Without a commodity to get no exchange takes place (CK-283)."""
        if deed["get"] is not None:
            self.hand_over(seat, deed["with"], Counter({deed["give"]: 1}))
            self.hand_over(deed["with"], seat, Counter({deed["get"]: 1}))

    def do_merchant_fleet(self, seat, deed):
        self.put_under(seat, "Merchant Fleet")

    def do_master_merchant(self, seat, deed):
        self.put_under(seat, "Master Merchant")
        expect(self.total(deed["from"]) > self.total(seat), "one with more points (CK-287)")
        self.hand_over(deed["from"], seat, Counter(deed["cards"]))

    def do_commodity_monopoly(self, seat, deed):
        self.put_under(seat, "Commodity Monopoly")
        expect(deed["kind"] not in RESOURCES, "a commodity (CK-290)")
        self.collect(seat, deed["kind"], 1)

    def do_resource_monopoly(self, seat, deed):
        self.put_under(seat, "Resource Monopoly")
        expect(deed["kind"] in RESOURCES, "a resource (CK-292)")
        self.collect(seat, deed["kind"], 2)

    def collect(self, seat, kind, most):
        """So many of the kind from everybody else, or what there is."""
        for other in self.seats:
            if other != seat:
                count = min(most, self.hands[other][kind])
                self.hand_over(other, seat, Counter({kind: count}))
