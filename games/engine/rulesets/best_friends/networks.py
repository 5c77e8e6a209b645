"""Networks of roads and buildings, and which of them have been joined with each other.

Each piece begins as a network of its own and is united with the own pieces beside it. What was
united is never parted again (BFD-16), and what was joined stays joined (BFD-14).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from games.engine.core import Seat
from games.engine.rulesets.base.places import Places, bits
from games.engine.rulesets.base.state import BaseState


class Joining(NamedTuple):
    """Two networks joined for the first time: their numbers, whose the road and the other network
    are, and whether that was in the founding."""

    ours: int
    theirs: int
    builder: Seat
    other: Seat
    founding: bool


class Contact(NamedTuple):
    """What a road met: whose networks for the first time, clockwise, a seat for each of them;
    whose it had met before; whether it united own ones.

    `known` are those who meet for the first time here, but not elsewhere, each with the builder of
    the last road that joined networks of the two; `repeated` is the row that says why the first
    of the others brings nothing.
    """

    first: tuple[Seat, ...] = ()
    again: tuple[Seat, ...] = ()
    own: bool = False
    known: Mapping[Seat, Seat] = MappingProxyType({})
    repeated: str = ""


class Networks:
    """Networks are numbers in the order in which they began. `parent` of one is the network that
    it was united with, or itself. `met` are masks of the numbers with which each was joined; of
    roads and buildings `by_path` and `by_spot` keep the number. `joinings` tell how they met, in
    order; `grown` is, by network, how many there had been when it last took in another one."""

    __slots__ = ("by_path", "by_spot", "grown", "joinings", "met", "parent")

    def __init__(self) -> None:
        self.parent: list[int] = []
        self.met: list[int] = []
        self.by_path: dict[int, int] = {}
        self.by_spot: dict[int, int] = {}
        self.joinings: list[Joining] = []
        self.grown: dict[int, int] = {}

    def copy(self) -> Networks:
        twin = Networks()
        twin.parent = self.parent.copy()
        twin.met = self.met.copy()
        twin.by_path = self.by_path.copy()
        twin.by_spot = self.by_spot.copy()
        twin.joinings = self.joinings.copy()
        twin.grown = self.grown.copy()
        return twin

    def found(self, state: BaseState, seat: Seat, spot: int) -> None:
        """The seat has built on the intersection: its roads there are one network with it. A
        building alone joins nobody (BF-055)."""
        self.by_spot[spot] = self._united(self._beside(state, seat, spot))

    def lay(self, state: BaseState, seat: Seat, path: int, *, founding: bool = False) -> Contact:
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
        theirs = sorted(
            {
                ((other - seat) % state.n, network)
                for end in ends
                for other in state.seats
                if other != seat
                for network in self._beside(state, other, end)
            }
        )
        met = [((seat + away) % state.n, network) for away, network in theirs]
        first = [(other, network) for other, network in met if not self.joined(ours, network)]
        again = [pair for pair in met if pair not in first]
        contact = Contact(
            tuple(other for other, _network in first),
            tuple(other for other, _network in again),
            len(own) > 1,
            {
                other: known.builder
                for other, _network in first
                for known in self.joinings
                if {known.builder, known.other} == {seat, other}
            },
            self._repeated(state, seat, ours, again[0][1]) if again and not first else "",
        )
        for other, network in first:
            self.met[ours] |= 1 << network
            self.met[network] |= 1 << ours
            self.joinings.append(Joining(ours, network, seat, other, founding))
        return contact

    def _repeated(self, state: BaseState, seat: Seat, ours: int, theirs: int) -> str:
        """The row that says why the two networks are joined already."""
        (first, known), *_later = [
            (at, joining)
            for at, joining in enumerate(self.joinings)
            if {self.of(joining.ours), self.of(joining.theirs)} == {ours, theirs}
        ]
        if known.founding:
            return "BF-054"
        if any(self._parted(state, network) for network in (ours, theirs)):
            return "BF-058"
        if any(self.grown.get(network, 0) > first for network in (ours, theirs)):
            return "BF-057"
        return "BF-046" if known.builder == seat else "BF-047"

    def _parted(self, state: BaseState, network: int) -> bool:
        """Whether a building of somebody else stands between roads of the network."""
        paths = {path for path, number in self.by_path.items() if self.of(number) == network}
        if not paths:
            return False
        (seat,) = [seat for seat in state.seats if state.roads[seat] >> min(paths) & 1]
        closed = state.rivals(seat)
        reached: set[int] = set()
        edge = {min(paths)}
        while edge:
            reached |= edge
            edge = {
                beside
                for path in edge
                for end in state.places.ends[path]
                if not closed >> end & 1
                for beside in bits(state.roads[seat] & state.places.roads_at[end])
            } - reached
        return not paths <= reached

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
        if len(networks) > 1:
            self.grown[ours] = len(self.joinings)
        for network in networks - {ours}:
            self.parent[network] = ours
            self.met[ours] |= self.met[network]
        return ours
