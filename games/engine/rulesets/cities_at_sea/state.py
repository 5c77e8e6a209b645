"""Cities & Knights at sea in play: knights on ships, gold after the roll has produced."""

from __future__ import annotations

from games.engine.core import Seat
from games.engine.rulesets.cities_knights.state import CitiesState
from games.engine.rulesets.seafarers.gold import await_gold
from games.engine.rulesets.seafarers.state import Sailing


class CitiesAtSea(Sailing, CitiesState):
    ABOVE = 2

    _lists = (*dict.fromkeys((*Sailing._lists, *CitiesState._lists)),)

    def nothing_moved(self) -> bool:
        return super().nothing_moved() and self.pirate == self.pirates_start

    # Gold

    def produced(self) -> None:
        """Gold counts as production: whom it pays has no water from an Aqueduct (CKD-18)."""
        due = self.gold_due(self.rolled)
        self.dry = tuple(seat for seat in self.dry if not due[seat])
        await_gold(self, self.rolled)

    def has_gained(self, seat: Seat) -> bool:
        return super().has_gained(seat) or self.gold_due(self.rolled)[seat] > 0

    # Knights

    def ways(self, seat: Seat) -> int:
        return self.roads[seat] | self.ships[seat]

    def may_hold(self, spot: int) -> bool:
        """A new knight comes on land or at the coast (CKD-57)."""
        return bool(self.waters.land >> spot & 1)

    def reached(self, seat: Seat, start: int, *, past: int = 0) -> int:
        return self._reached(seat, start, past=past)

    def _reached(self, seat: Seat, start: int, *, past: int = 0, without: int = 0) -> int:
        """As on land; roads and ships go on into each other at own buildings only (CKD-58).
        `without` are paths to be passed over."""
        closed = self.rivals(seat) & ~past
        kinds = (self.roads[seat] & ~without, self.ships[seat] & ~without)
        ends = [(start, 0), (start, 1)]
        seen = set(ends)
        got = 0
        for end, kind in ends:
            for path, other in self.places.links[end]:
                if not kinds[kind] & path:
                    continue
                got |= 1 << other
                if closed >> other & 1:
                    continue
                joined = self.buildings[seat] >> other & 1
                for following in ((other, 0), (other, 1)) if joined else ((other, kind),):
                    if following not in seen:
                        seen.add(following)
                        ends.append(following)
        return got & ~(1 << start)

    def stand(self, seat: Seat, spot: int, rank: int, *, active: bool) -> None:
        super().stand(seat, spot, rank, active=active)
        for other in self.seats:
            if other != seat:
                self.sail[other] &= ~(1 << spot)

    def leave(self, seat: Seat, spot: int) -> None:
        super().leave(seat, spot)
        for other in self.seats:
            if self.ships[other] & self.places.roads_at[spot]:
                self.sail[other] = self.sail_of(other, self.ships[other])

    def closes(self, seat: Seat, spot: int, path: int) -> bool:
        return super().closes(seat, spot, path) or self.knight_holds(seat, spot, path)

    def knight_holds(self, seat: Seat, spot: int, path: int) -> bool:
        """Whether the own knight there would lose its way to all own buildings without the ship
        on the path (CKS-04, CKD-59)."""
        if not self.men[seat] >> spot & 1:
            return False
        return not self._reached(seat, spot, without=1 << path) & self.buildings[seat]
