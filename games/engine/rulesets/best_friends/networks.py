"""Networks of roads and buildings, and which of them have been joined with each other.

Each piece begins as a network of its own and is united with the own pieces beside it. What was
united is never parted again (BFD-16), and what was joined stays joined (BFD-14).
"""

from __future__ import annotations

from typing import NamedTuple

from games.engine.core import Seat
from games.engine.rulesets.base.places import Places, bits
from games.engine.rulesets.base.state import BaseState


class Contact(NamedTuple):
    """What a road met: whose networks for the first time, clockwise, a seat for each of them;
    whether it met others of other players as well, and whether it united own ones."""

    first: tuple[Seat, ...] = ()
    again: bool = False
    own: bool = False


class Networks:
    """Networks are numbers in the order in which they began. `parent` of one is the network that
    it was united with, or itself. `met` are masks of the numbers with which each was joined; of
    roads and buildings `by_path` and `by_spot` keep the number."""

    __slots__ = ("by_path", "by_spot", "met", "parent")

    def __init__(self) -> None:
        self.parent: list[int] = []
        self.met: list[int] = []
        self.by_path: dict[int, int] = {}
        self.by_spot: dict[int, int] = {}

    def copy(self) -> Networks:
        twin = Networks()
        twin.parent = self.parent.copy()
        twin.met = self.met.copy()
        twin.by_path = self.by_path.copy()
        twin.by_spot = self.by_spot.copy()
        return twin

    def found(self, state: BaseState, seat: Seat, spot: int) -> None:
        """The seat has built on the intersection: its roads there are one network with it. A
        building alone joins nobody (BF-055)."""
        self.by_spot[spot] = self._united(self._beside(state, seat, spot))

    def lay(self, state: BaseState, seat: Seat, path: int) -> Contact:
        """The seat has laid a road: which other networks it meets, all of them joined from now
        on."""
        ends = state.places.ends[path]
        closed = state.rivals(seat)
        own = {
            network
            for end in ends
            if not closed >> end & 1
            for network in self._beside(state, seat, end, without=path)
        }
        ours = self._united(own)
        self.by_path[path] = ours
        theirs = {
            (other, network)
            for end in ends
            for other in state.seats
            if other != seat
            for network in self._beside(state, other, end)
        }
        first = [(other, network) for other, network in theirs if not self.joined(ours, network)]
        for _other, network in first:
            self.met[ours] |= 1 << network
            self.met[network] |= 1 << ours
        return Contact(
            tuple(
                sorted(
                    (other for other, _network in first), key=lambda other: (other - seat) % state.n
                )
            ),
            again=len(first) < len(theirs),
            own=len(own) > 1,
        )

    def take_up(self, path: int) -> None:
        """The road is taken off the board; its network stays as it is."""
        self.by_path.pop(path, None)

    def of(self, network: int) -> int:
        """The network of which this one is a part now."""
        while self.parent[network] != network:
            network = self.parent[network]
        return network

    def joined(self, one: int, other: int) -> bool:
        return self.of(other) in {self.of(met) for met in bits(self.met[self.of(one)])}

    def _beside(self, state: BaseState, seat: Seat, spot: int, *, without: int = -1) -> set[int]:
        """The networks of the seat with a piece at the intersection."""
        places: Places = state.places
        mine = [
            self.by_path[path]
            for path in bits(state.roads[seat] & places.roads_at[spot])
            if path != without and path in self.by_path
        ]
        if state.buildings[seat] >> spot & 1 and spot in self.by_spot:
            mine.append(self.by_spot[spot])
        return {self.of(network) for network in mine}

    def _united(self, networks: set[int]) -> int:
        """One network out of all of these, a new one if there is none."""
        if not networks:
            self.parent.append(len(self.parent))
            self.met.append(0)
            return len(self.parent) - 1
        ours = min(networks)
        for network in networks - {ours}:
            self.parent[network] = ours
            self.met[ours] |= self.met[network]
        return ours
