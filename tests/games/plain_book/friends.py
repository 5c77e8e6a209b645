"""The page of Best Friends in the book: favour tokens, gifts, networks that were joined."""

from __future__ import annotations

from collections import Counter

from tests.games.plain_book.base import expect

TOKENS = {"wagon": 2, "ship": 2, "shovel": 2, "books": 4, "dividers": 4}
"""Favour tokens of each kind for every player (BF-008 to BF-011)."""


class Network:
    """Connected roads and buildings of a seat, and the networks with which it was joined."""

    def __init__(self, owner, piece):
        self.owner = owner
        self.pieces = {piece}
        self.met = set()


class BestFriends:
    """`tokens` are how many favour tokens a seat has, `pool` how many lie face down, `laid` those
    on the guilds; `merits` are victory point tokens. `took` are those who took the tokens of the
    last action, one by one."""

    goal = 11

    def __init__(self, header):
        self.networks = []
        super().__init__(header)
        self.pool = sum(TOKENS.values()) * len(self.seats)
        self.laid = Counter()
        self.tokens = [0 for _ in self.seats]
        self.merits = [0 for _ in self.seats]
        self.took = []

    def write(self, deed):
        if deed["verb"] != "tokens":
            self.took = []
        super().write(deed)

    # Tokens

    def take_tokens(self, seats):
        """In this order, as long as there are any (BF-063)."""
        for seat in seats:
            self.refill()
            if self.pool:
                self.pool -= 1
                self.tokens[seat] += 1
                self.took.append(seat)

    def refill(self):
        """By a setting the tokens on the guilds become the pool once it is empty (BFD-21)."""
        if self.options.get("refill_pool") == "1" and not self.pool:
            self.pool = self.laid.total()
            self.laid = Counter()

    def do_tokens(self, seat, deed):
        """Who took the last ones, in which order: the builder may choose it, which matters if
        they are the last of the pool (BF-051, BF-063)."""
        for taker in self.took:
            self.pool += 1
            self.tokens[taker] -= 1
        self.took = []
        self.take_tokens(deed["draws"])

    def lay(self, seat, tokens):
        """On their guilds (BF-081)."""
        count = sum(tokens.values())
        expect(self.tokens[seat] >= count, f"{count} tokens of {seat}")
        self.tokens[seat] -= count
        self.laid.update({str(kind): number for kind, number in tokens.items()})

    # Earning them

    def do_robber(self, seat, deed):
        """A hex without buildings, or a desert with others' where nobody is robbed, brings one
        (BF-016 to BF-021)."""
        super().do_robber(seat, deed)
        there = {
            owner
            for pieces in (self.settlements, self.cities)
            for spot, owner in pieces.items()
            if spot in self.island.corners[deed["hex"]]
        }
        desert = self.island.terrain[deed["hex"]] == "desert"
        spared = desert and deed["card"] is None and there - {seat}
        if not there or spared:
            self.take_tokens([seat])

    def do_give(self, seat, deed):
        self.hand_over(seat, deed["receiver"], self.one_card(deed))
        self.take_tokens([seat])

    def do_refuse(self, seat, deed):
        """The card stays (BF-031)."""

    def do_give_to_bank(self, seat, deed):
        self.pay(seat, self.one_card(deed))
        self.take_tokens([seat])

    def one_card(self, deed):
        cards = Counter(deed["cards"])
        expect(cards.total() == 1, "a gift of one card (BF-027)")
        return cards

    # Networks

    def put_settlement(self, seat, spot):
        super().put_settlement(seat, spot)
        self.connect(seat, ("building", spot), [spot])

    def lay_road(self, seat, path):
        """The first contact brings every other owner one token, then the builder three (BF-044 to
        BF-054); none while the founding goes on."""
        super().lay_road(seat, path)
        ends = self.island.ends[path]
        ours = self.connect(seat, ("road", path), ends)
        met = [
            other
            for other in self.networks
            if other.owner != seat and other not in ours.met and self.at(other, ends)
        ]
        for other in met:
            other.met.add(ours)
            ours.met.add(other)
        if met and self.founded():
            self.take_tokens([other.owner for other in met] + [seat] * 3)

    def founded(self):
        """Whether the founding was over before the road that is laid."""
        return len(self.roads) > 2 * len(self.seats)

    def connect(self, seat, piece, spots):
        """Unite the piece with every own one at its intersections, but not across a building of
        another player (BF-042, BF-057, BF-058)."""
        network = Network(seat, piece)
        open_spots = [spot for spot in spots if spot not in self.closed_to(seat)]
        joined = [
            other for other in self.networks if other.owner == seat and self.at(other, open_spots)
        ]
        for other in joined:
            network.pieces |= other.pieces
            network.met |= other.met
            self.networks.remove(other)
        for other in self.networks:
            if other.met & set(joined):
                other.met = (other.met - set(joined)) | {network}
        self.networks.append(network)
        return network

    def at(self, network, spots):
        """Whether the network has a piece at one of the intersections."""
        for kind, place in network.pieces:
            places = [place] if kind == "building" else self.island.ends[place]
            if set(places) & set(spots):
                return True
        return False

    # Favours

    def do_traders(self, seat, deed):
        self.lay(seat, deed["tokens"])
        self.do_bank(seat, deed)

    def do_traders_again(self, seat, deed):
        self.do_bank(seat, deed)

    def do_merchants(self, seat, deed):
        self.lay(seat, deed["tokens"])
        self.give(seat, self.one_card(deed))

    def do_road_builders(self, seat, deed):
        self.lay(seat, deed["tokens"])
        self.lay_road(seat, deed["path"])

    def do_scholars(self, seat, deed):
        self.lay(seat, deed["tokens"])
        self.draw_card(seat, deed["card"])

    def do_master_builders(self, seat, deed):
        self.lay(seat, deed["tokens"])
        self.merits[seat] += 1
        expect(sum(self.merits) <= 16, "sixteen victory point tokens (BF-005)")

    def do_exchange_token(self, seat, deed):
        """One drawn, one put back (BF-093)."""
        expect(deed["drawn"] == deed["back"] == 1, "one token for one")
        self.refill()
        expect(self.tokens[seat] and self.pool, "a token here and one there (BF-095, BF-096)")

    # Points

    def points(self, seat):
        return {**super().points(seat), "victory point tokens": self.merits[seat]}

    def page(self):
        return {
            **super().page(),
            "tokens": self.tokens,
            "pool": self.pool,
            "laid": +self.laid,
            "merits": self.merits,
        }
