"""What the book has beside it at sea: ships, the pirate, gold, points for foreign parts."""

from __future__ import annotations

from collections import Counter

from tests.games.plain_book.base import RESOURCES, Book, expect

SHIP = Counter(lumber=1, wool=1)


class AtSea:
    """Put before the book of a game on land as a base class.

    `ships` are their owners by path, `gold_due` how many cards of choice each seat still has to
    take, `settled` the numbers of the foreign areas in which a seat has settled.
    """

    beyond = 0
    """Points to win beyond those of the map (CKS-09)."""

    def __init__(self, header):
        self.ships = {}
        self.gold_due = [0 for _ in header.players]
        self.settled = [set() for _ in header.players]
        super().__init__(header)
        self.pirate = self.island.pirate
        self.target = int(self.options.get("target", self.island.target + self.beyond))
        self.special = int(self.options.get("special", self.island.special))

    # Ships

    def launch(self, seat, path):
        expect(path not in self.ships and path not in self.roads, "an empty path (SF-04)")
        self.ships[path] = seat
        expect(self.count(self.ships, seat) <= 15, "fifteen ships (SF-01)")
        self.see_routes()

    def do_ship(self, seat, deed):
        self.pay(seat, SHIP)
        self.launch(seat, deed["path"])

    def do_free_ship(self, seat, deed):
        self.launch(seat, deed["path"])

    def do_found_ship(self, seat, deed):
        self.launch(seat, deed["path"])
        self.see_end_of_founding()

    def do_move_ship(self, seat, deed):
        expect(self.ships.pop(deed["path"]) == seat, "an own ship is moved")
        self.launch(seat, deed["to"])

    def pieces_laid(self):
        return len(self.roads) + len(self.ships)

    def pieces_of(self, seat):
        ships = {path: "ship" for path, owner in self.ships.items() if owner == seat}
        return {**super().pieces_of(seat), **ships}

    # The pirate

    def do_pirate(self, seat, deed):
        self.pirate = deed["hex"]
        self.steal(seat, deed["victim"], deed["card"])

    # Gold

    def starting_cards(self, spot):
        hexes = self.island.hexes_at(spot)
        owner = self.settlements.get(spot, self.cities.get(spot))
        self.gold_due[owner] += sum(1 for hex_ in hexes if self.island.terrain[hex_] == "gold")
        return super().starting_cards(spot)

    def produce_for(self, total):
        super().produce_for(total)
        self.see_gold(total)

    def see_gold(self, total):
        """One card of choice for a settlement, two for a city (SF-20 to SF-22)."""
        for hex_ in self.island.hexes:
            golden = self.island.terrain[hex_] == "gold" and hex_ != self.robber
            if golden and total in self.island.numbers[hex_]:
                for spot in self.island.corners[hex_]:
                    if spot in self.as_settlements():
                        self.gold_due[self.as_settlements()[spot]] += 1
                    if spot in self.cities:
                        self.gold_due[self.cities[spot]] += 2
        self.see_empty_bank()

    def see_empty_bank(self):
        """Of an empty bank nothing is due: one gets what is there (as in CKD-16)."""
        if not any(self.bank[kind] for kind in RESOURCES):
            self.gold_due = [0 for _ in self.seats]

    def do_gold(self, seat, deed):
        cards = Counter(deed["cards"])
        expect(set(cards) <= set(RESOURCES), "gold brings resources (CKS-10)")
        due = min(self.gold_due[seat], sum(self.bank[kind] for kind in RESOURCES))
        expect(cards.total() == due, f"{due} cards for gold")
        self.give(seat, cards)
        self.gold_due[seat] = 0
        self.see_empty_bank()

    # Points

    def put_settlement(self, seat, spot):
        super().put_settlement(seat, spot)
        self.see_areas(seat, spot)

    def see_areas(self, seat, spot):
        """The first settlement of a seat in each foreign area (SF-27, SF-31)."""
        for number, area in enumerate(self.island.areas):
            if area & set(self.island.hexes_at(spot)):
                self.settled[seat].add(number)

    def points(self, seat):
        made = super().points(seat)
        made["special points"] = self.special * len(self.settled[seat])
        return made

    def page(self):
        return {
            **super().page(),
            "ships": self.ships,
            "pirate": self.pirate,
            "gold": self.gold_due,
        }


class Sea(AtSea, Book):
    """Seafarers."""
