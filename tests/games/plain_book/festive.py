"""The page of Easter Bunny and Santa Claus in the book: the figure and its tokens."""

from __future__ import annotations

from collections import Counter

from tests.games.plain_book.base import RESOURCES, expect


class Festive:
    """`figure` is the hex of the Bunny or of Santa, `home` the Spring Pasture or Santa's House;
    `tokens` are those of each seat, of eleven (EB-005, SC-005); `to_receive` says who still gets
    some for the last move, in order."""

    def __init__(self, header):
        super().__init__(header)
        ((home, _terrain),) = header.board.replaced
        self.home = self.figure = self.island.hexes[home]
        self.tokens = [0 for _ in self.seats]
        self.to_receive = []
        if header.options.get("expansion_goal") != "1":
            self.target = int(header.options.get("target", 10))

    def do_figure(self, seat, deed):
        """One wool, or two to chase the robber to a desert (EB-021 to EB-025)."""
        hex_ = deed["hex"]
        expect(hex_ != self.figure, "the figure goes to another hex (EB-027)")
        price = 2 if hex_ == self.robber else 1
        expect(Counter(deed["paid"]) == Counter(wool=price), f"{price} wool (EB-023)")
        self.pay(seat, deed["paid"])
        if hex_ == self.robber:
            expect(self.island.terrain[deed["robber"]] == "desert", "to a desert (EB-024)")
            expect(deed["robber"] != hex_, "to another desert (EB-030)")
            self.robber = deed["robber"]
        self.figure = hex_
        clockwise = [*self.seats[seat:], *self.seats[:seat]]
        corners = set(self.island.corners[hex_])
        self.to_receive = [other for other in clockwise if self.buildings_of(other) & corners]
        self.hand_out()

    def hand_out(self):
        """One player after the other, and nobody before those before have exchanged (EBD-11)."""
        while self.to_receive and max(self.tokens) < 2:
            self.tokens[self.to_receive.pop(0)] += 2 if self.figure == self.home else 1

    def do_exchange_tokens(self, seat, deed):
        """Two tokens for a card, or for none if the bank is empty (EB-041 to EB-046, EBD-12)."""
        expect(deed["returned"] == 2 <= self.tokens[seat], "two tokens")
        self.tokens[seat] -= 2
        cards = Counter(deed["taken"])
        resources = [kind for kind in RESOURCES if self.bank[kind]]
        expect(cards.total() == (1 if resources else 0), "one card")
        expect(set(cards) <= set(resources), "a resource that the bank has (EB-043)")
        self.give(seat, cards)
        self.hand_out()

    def end_of_exchanges(self):
        """Nobody keeps two tokens, and there are eleven (EB-005, EB-045)."""
        expect(max(self.tokens) < 2 and not self.to_receive, "all exchanges done")
        expect(sum(self.tokens) <= 11, "eleven tokens")

    def write(self, deed):
        if deed["verb"] != "exchange_tokens":
            self.end_of_exchanges()
        super().write(deed)
        robbed = self.robber in (self.figure, self.home)
        expect(not robbed, "the robber is neither there nor at home (EB-048, EB-049)")

    def page(self):
        return {**super().page(), "tokens": self.tokens, "figure": self.figure}
