"""All legal actions of a moment at sea: those of the game on land that fit, and the ships'."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations_with_replacement

from games.engine.core import NOBODY, Action, Verb
from games.engine.rulesets.base.building import LAYING, SETTLEMENT
from games.engine.rulesets.base.legal import if_allowed, listed
from games.engine.rulesets.base.packed import GUARD, ONE, UNKNOWN
from games.engine.rulesets.base.places import bits
from games.engine.rulesets.base.state import BEFORE, FOUND_ROAD, MAIN, ROBBER
from games.engine.rulesets.seafarers import founding, gold, ships
from games.engine.rulesets.seafarers.state import Sailing

Legal = Callable[[Sailing], Iterator[Action]]


def at_sea(on_land: Legal, verbs: Mapping[str, Verb]) -> Legal:
    """The legal actions of the game with the sea added to it."""

    def road_building(state: Sailing) -> Iterator[Action]:
        played = listed(state.turn, "road_building")
        yield from if_allowed(state, verbs["road_building"], played)

    def founding_ships(state: Sailing) -> Iterator[Action]:
        for path in state.places.paths_at[state.founder]:
            ship = listed(state.turn, "found_ship", path)
            yield from if_allowed(state, verbs["found_ship"], ship)

    def settlements(state: Sailing) -> Iterator[Action]:
        seat = state.turn
        if (state.hands[seat] + GUARD - SETTLEMENT) & GUARD == GUARD:
            for spot in bits(state.sail[seat] & ~state.reach[seat] & state.waters.land):
                yield from if_allowed(state, verbs["settle"], listed(seat, "settle", spot))

    def legal(state: Sailing) -> Iterator[Action]:
        if gold.awaited(state):
            yield from picks(state)
            return
        for action in on_land(state):
            fits = NARROWED.get(action.verb)
            if fits is None or fits(state, action):
                yield action
        if state.phase == FOUND_ROAD:
            yield from founding_ships(state)
        yield from MORE.get(state.phase, nothing)(state)
        if state.phase in (BEFORE, MAIN):
            yield from free_ships(state)
            yield from road_building(state)
        if state.phase == MAIN:
            yield from settlements(state)

    return legal


def on_land(state: Sailing, action: Action) -> bool:
    return bool(state.waters.roads >> action.facts[0] & 1)


NARROWED: Mapping[str, Callable[[Sailing, Action], bool]] = {
    "found": founding.at_home,
    "found_city": founding.at_home,
    "found_road": on_land,
    "road": on_land,
    "free_road": on_land,
    "settle": lambda state, action: bool(state.waters.land >> action.facts[0] & 1),
    "robber": lambda state, action: action.facts[0] not in state.waters.water,
    "road_building": lambda state, action: False,
}
"""Which of the actions listed for a game on land fit; Road Building is listed anew."""


def picks(state: Sailing) -> Iterator[Action]:
    """Every choice of everyone to whom gold brings cards."""
    for seat in state.seats:
        if state.picks[seat]:
            stock = [kind for kind in range(UNKNOWN) if state.in_bank(kind)]
            for chosen in combinations_with_replacement(stock, gold.due(state, seat)):
                picked = listed(seat, "gold", sum(ONE[kind] for kind in chosen))
                yield from if_allowed(state, gold.VERBS["gold"], picked)


def after_roll(state: Sailing) -> Iterator[Action]:
    seat = state.turn
    if state.ships_left[seat] and (state.hands[seat] + GUARD - ships.SHIP) & GUARD == GUARD:
        for path in room(state, state.sail[seat]):
            yield listed(seat, "ship", path)
    yield from ship_moves(state)


def ship_moves(state: Sailing) -> Iterator[Action]:
    seat = state.turn
    if state.moved:
        return
    stuck = state.launched | state.pirates_paths()
    for here in bits(state.ships[seat] & ~stuck):
        if ships.is_open(state, seat, here):
            left = state.ships[seat] & ~(1 << here)
            for there in room(state, state.sail_of(seat, left)):
                yield listed(seat, "move_ship", here, there)


def room(state: Sailing, sail: int) -> list[int]:
    """Where a ship may be put that goes on from one of the intersections."""
    paths = 0
    for spot in bits(sail):
        paths |= state.places.roads_at[spot]
    return bits(paths & state.waters.ships & ~(state.laid | state.pirates_paths()))


def free_ships(state: Sailing) -> Iterator[Action]:
    seat, previous = state.turn, state.previous
    if state.free and previous is not None and previous.verb in LAYING and state.ships_left[seat]:
        for path in room(state, state.sail[seat]):
            yield listed(seat, "free_ship", path)


def pirate_moves(state: Sailing) -> Iterator[Action]:
    """Hex and victim; nobody where nobody has a card to take."""
    seat = state.turn
    if state.pirate == NOBODY:
        return
    for hex_ in sorted(state.waters.water - {state.pirate}):
        rich = [other for other in state.pirates_victims(seat, hex_) if state.hands[other]]
        for victim in rich:
            yield listed(seat, "pirate", hex_, victim, UNKNOWN)
        if not rich:
            yield listed(seat, "pirate", hex_, NOBODY, NOBODY)


def nothing(state: Sailing) -> Iterator[Action]:
    return iter(())


MORE: Mapping[int, Legal] = {
    ROBBER: pirate_moves,
    MAIN: after_roll,
}
