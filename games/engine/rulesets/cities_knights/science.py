"""The green progress cards: what they ask for, and what they do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations, islice, product

from games.engine import hints
from games.engine.board.swaps import STAYING
from games.engine.board.terrain import Terrain
from games.engine.core import NOBODY, Action, Check, Detail, Seat, Verb, cannot, keeps, says
from games.engine.rulesets.base.building import no_road, unpaid
from games.engine.rulesets.base.cards import room
from games.engine.rulesets.base.legal import if_allowed, listed
from games.engine.rulesets.base.packed import ONE, RESOURCES, heap, size
from games.engine.rulesets.base.places import bits
from games.engine.rulesets.base.state import BEFORE
from games.engine.rulesets.base.turns import off_turn
from games.engine.rulesets.cities_knights.building import (
    MEDICINE,
    ON_A_SPOT,
    may_raise,
    put_city,
)
from games.engine.rulesets.cities_knights.decks import POLITICS
from games.engine.rulesets.cities_knights.hand import holds
from games.engine.rulesets.cities_knights.improvements import (
    no_city_for_wall,
    no_wall_left,
    second_wall,
)
from games.engine.rulesets.cities_knights.knights.activating import no_knight
from games.engine.rulesets.cities_knights.knights.promoting import (
    FORTRESS,
    mighty_already,
    no_fortress,
    promoted_before,
    rise,
)
from games.engine.rulesets.cities_knights.knights.recruiting import none_left
from games.engine.rulesets.cities_knights.playing import (
    Play,
    alone,
    every_spot,
    held_check,
    own_cities,
    own_knights,
    played,
    use,
)
from games.engine.rulesets.cities_knights.state import MIGHTY, STRONG, CitiesState
from games.engine.rulesets.cities_knights.turns import MOMENT, pay
from games.engine.words import marked

# Alchemist


def set_dice(state: CitiesState, action: Action) -> None:
    """Facts: the red and the yellow die."""
    use(state, action, "Al")
    red, yellow = action.facts
    if state.phase == BEFORE:
        state.alchemy = (red, yellow)


@keeps("CK-224")
def check_before_roll(state: CitiesState, action: Action) -> Detail | None:
    if state.phase == BEFORE and state.alchemy is None:
        return off_turn(state, action)
    if state.phase < BEFORE:
        return None
    return says(marked("the dice are set or rolled already"))


@keeps("CK-225")
def check_dice(state: CitiesState, action: Action) -> Detail | None:
    if all(1 <= die <= 6 for die in action.facts):
        return None
    return says(marked("a die shows 1 to 6"))


# Mining and Irrigation


def harvested(state: CitiesState, seat: Seat, terrain: Terrain) -> int:
    """Two cards for each hex of the terrain at an own building, or what the bank has (CK-228)."""
    hexes = harvested_hexes(state, seat, terrain)
    kind = RESOURCES.index(terrain.gives)
    return min(2 * hexes, state.in_bank(kind)) * ONE[kind]


def harvested_hexes(state: CitiesState, seat: Seat, terrain: Terrain) -> int:
    """The hexes of the terrain at which the seat has a building."""
    return len(_buildings_at(state, seat, terrain))


def _buildings_at(state: CitiesState, seat: Seat, terrain: Terrain) -> list[int]:
    """By hex of the terrain with a building of the seat: what stands there, a city counted
    twice."""
    return [
        stood[seat]
        for hex_, stood in enumerate(state.stood)
        if stood[seat] and state.header.board.terrain[hex_] is terrain
    ]


def harvest(card: str, terrain: Terrain, hexes_count: str, no_buildings: str) -> Verb:
    """No facts. Gains: what each seat got, packed. The rules are how many cards a hex brings, and
    that it brings no more for a city or for several buildings; what is too much for the bank alone
    is told by the bank (CKD-16)."""
    kind = RESOURCES.index(terrain.gives)

    def due(state: CitiesState, action: Action) -> tuple[int, ...]:
        cards = harvested(state, action.seat, terrain)
        return tuple(cards if seat == action.seat else 0 for seat in state.seats)

    def apply(state: CitiesState, action: Action) -> None:
        gains = due(state, action) if action.gains is None else action.gains
        use(state, action, card)
        state.hands = [hand + cards for hand, cards in zip(state.hands, gains, strict=True)]
        state.bank -= sum(gains)

    def for_buildings(state: CitiesState, seat: Seat, more: int) -> bool:
        return more > 0 and any(stood > 1 for stood in _buildings_at(state, seat, terrain))

    def beyond_bank(state: CitiesState, action: Action) -> Detail | None:
        """Of a gain that the hexes would bring if the bank had the cards."""
        got = (action.gains or due(state, action))[action.seat]
        most, have = 2 * harvested_hexes(state, action.seat, terrain), state.in_bank(kind)
        if not have < size(got) <= most or got != size(got) * ONE[kind]:
            return None
        text = marked("the bank has {have} of {resource}")
        return says(text, have=have, resource=RESOURCES[kind])

    def wrong_gain(state: CitiesState, action: Action, *, buildings: bool) -> Detail | None:
        right = due(state, action)
        fits_but_the_bank = beyond_bank(state, action) is not None
        for seat, got in enumerate(action.gains or right):
            more = size(got) - size(right[seat])
            if fits_but_the_bank and seat == action.seat:
                continue
            if got != right[seat] and for_buildings(state, seat, more) == buildings:
                return says(
                    marked("{player} got {gained}, due is {due}"),
                    player=state.name(seat),
                    gained=heap(got),
                    due=heap(right[seat]),
                )
        return None

    return Verb.of(
        (
            played(card),
            Check("B-080", beyond_bank),
            Check(hexes_count, partial(wrong_gain, buildings=False)),
            Check(no_buildings, partial(wrong_gain, buildings=True)),
        ),
        apply,
    )


# Engineer


def wall_free(state: CitiesState, action: Action) -> None:
    """Facts: the intersection."""
    use(state, action, "En")
    state.walls[action.seat] |= 1 << action.facts[0]


# Crane


def crane(state: CitiesState, action: Action) -> None:
    use(state, action, "Cr")
    state.cranes += 1


# Smith


def smith(state: CitiesState, action: Action) -> None:
    """Facts: the intersections of one knight and of another one or `NOBODY`."""
    use(state, action, "Sm")
    for spot in forged(action):
        rise(state, action.seat, spot)


def forged(action: Action) -> Sequence[int]:
    return [spot for spot in action.facts if spot != NOBODY]


@keeps("CK-236")
def check_own_knights(state: CitiesState, action: Action) -> Detail | None:
    one, other = action.facts
    if one == other:
        return cannot(marked("the two knights are one"), hints.CK_TWO_KNIGHTS)
    troubles = (no_knight(state, action.seat, spot) for spot in forged(action))
    return next((trouble for trouble in troubles if trouble), None)


@keeps("CK-237")
def check_fortress(state: CitiesState, action: Action) -> Detail | None:
    if state.levels[action.seat][POLITICS] >= FORTRESS:
        return None
    troubles = (no_fortress(state, action.seat, spot) for spot in forged(action))
    return next((trouble for trouble in troubles if trouble), None)


@keeps("CK-239")
def check_not_promoted(state: CitiesState, action: Action) -> Detail | None:
    troubles = (promoted_before(state, action.seat, spot) for spot in forged(action))
    return next((trouble for trouble in troubles if trouble), None)


@keeps("CK-240")
def check_pieces(state: CitiesState, action: Action) -> Detail | None:
    """The stronger one is promoted first, whichever is named first: it makes room for the other."""
    seat = action.seat
    left = {rank: state.knights_left(seat, rank) for rank in (STRONG, MIGHTY)}
    for spot in sorted(forged(action), key=lambda spot: -state.strength(seat, spot)):
        rank = state.strength(seat, spot)
        if rank == MIGHTY:
            return mighty_already(state, seat, spot)
        if rank and left[rank + 1] < 1:
            return no_piece(state, seat, rank + 1)
        if rank:
            left[rank + 1] -= 1
            left[STRONG] += rank == STRONG
    return None


def no_piece(state: CitiesState, seat: Seat, rank: int) -> Detail:
    return none_left(state, seat, rank) or cannot(
        marked("{player} has one knight of strength {rank} left"),
        hints.CK_RANKS,
        player=state.name(seat),
        rank=rank,
    )


SMITH = (check_own_knights, check_fortress, check_not_promoted, check_pieces)

# Medicine


def cure(state: CitiesState, action: Action) -> None:
    """Facts: the intersection."""
    use(state, action, "Me")
    pay(state, action.seat, MEDICINE)
    put_city(state, action.seat, action.facts[0])


@keeps("CK-241")
def check_cured_for(state: CitiesState, action: Action) -> Detail | None:
    return unpaid(state, action, MEDICINE)


# Road Building


def play_roads(state: CitiesState, action: Action) -> None:
    use(state, action, "Rb")
    state.free = 2


@keeps("CK-244")
def check_a_road(state: CitiesState, action: Action) -> Detail | None:
    return no_road(state, action)


@keeps("CK-243")
def check_room(state: CitiesState, action: Action) -> Detail | None:
    if room(state, action.seat):
        return None
    return says(marked("{player} cannot lay a road"), player=state.name(action.seat))


# Inventor


def movable(state: CitiesState, hex_: int) -> bool:
    return bool(state.numbers[hex_]) and staying(state, hex_) is None


def staying(state: CitiesState, hex_: int) -> int | None:
    """A number on the hex that is not swapped."""
    return next((number for number in state.numbers[hex_] if number in STAYING), None)


def swap(state: CitiesState, action: Action) -> None:
    """Facts: the two hexes."""
    use(state, action, "In")
    one, other = action.facts
    for hex_ in action.facts:
        state.reckon(hex_, -1)
    numbers = list(state.numbers)
    numbers[one], numbers[other] = numbers[other], numbers[one]
    state.numbers = tuple(numbers)
    for hex_ in action.facts:
        state.reckon(hex_, 1)


@keeps("CK-245")
def check_two_hexes(state: CitiesState, action: Action) -> Detail | None:
    one, other = action.facts
    if one == other:
        return cannot(marked("the two hexes are one"), hints.CK_TWO_HEXES)
    return None


@keeps("CK-246")
def check_token(state: CitiesState, action: Action) -> Detail | None:
    for hex_ in action.facts:
        number = staying(state, hex_)
        if number is not None:
            return says(
                marked("on {hex} lies {number}"),
                hex=state.hex_name(hex_),
                number=number,
            )
    return None


@keeps("CK-247")
def check_has_token(state: CitiesState, action: Action) -> Detail | None:
    for hex_ in action.facts:
        if not state.numbers[hex_]:
            name = state.hex_name(hex_)
            return cannot(marked("{hex} has no token"), hints.CK_TWO_HEXES, hex=name)
    return None


VERBS = {
    "alchemist": Verb((*MOMENT, check_before_roll, held_check("Al"), check_dice), set_dice),
    "mining": harvest("Mi", Terrain.MOUNTAINS, "CK-228", "CK-229"),
    "irrigation": harvest("Ir", Terrain.FIELDS, "CK-248", "CK-249"),
    "engineer": Verb.of(
        (
            played("En"),
            Check("CK-230", no_city_for_wall),
            Check("CK-231", second_wall),
            Check("CK-231", no_wall_left),
        ),
        wall_free,
    ),
    "crane": Verb.of((played("Cr"),), crane),
    "smith": Verb.of((played("Sm"), *SMITH), smith),
    "medicine": Verb.of((played("Me"), *ON_A_SPOT, check_cured_for), cure),
    "road_building": Verb.of((played("Rb"), check_a_road, check_room), play_roads),
    "inventor": Verb.of((played("In"), check_two_hexes, check_token, check_has_token), swap),
}


# What may be done


def alchemists(state: CitiesState, seat: Seat) -> Iterator[Action]:
    """Before the roll."""
    for red, yellow in product(range(1, 7), repeat=2):
        yield listed(seat, "alchemist", red, yellow)


def engineers(state: CitiesState, seat: Seat) -> Iterator[Action]:
    for spot in bits(state.cities[seat]):
        yield from if_allowed(state, VERBS["engineer"], listed(seat, "engineer", spot))


def smiths(state: CitiesState, seat: Seat) -> Iterator[Action]:
    knights = bits(state.men[seat])
    for one, other in product(knights, [*knights, NOBODY]):
        yield from if_allowed(state, VERBS["smith"], listed(seat, "smith", one, other))


def medicines(state: CitiesState, seat: Seat) -> Iterator[Action]:
    if holds(state.hands[seat], MEDICINE):
        for spot in state.settlements(seat):
            if may_raise(state, seat, spot):
                yield listed(seat, "medicine", spot)


def road_buildings(state: CitiesState, seat: Seat) -> Iterator[Action]:
    if state.roads_left[seat] and room(state, seat):
        yield listed(seat, "road_building")


def inventors(state: CitiesState, seat: Seat) -> Iterator[Action]:
    for one, other in combinations(filter(partial(movable, state), range(len(state.numbers))), 2):
        yield listed(seat, "inventor", one, other)


PLAYS = {
    "alchemist": Play(lambda state, seat: (), lambda state, seat: [(1, 1)]),
    "mining": alone("mining"),
    "engineer": Play(engineers, own_cities),
    "crane": alone("crane"),
    "smith": Play(
        smiths, lambda state, seat: ((spot, NOBODY) for spot in own_knights(state, seat))
    ),
    "medicine": Play(medicines, every_spot),
    "road_building": Play(road_buildings),
    "inventor": Play(
        inventors,
        lambda state, seat: islice(product(range(len(state.places.corners)), repeat=2), 100),
    ),
    "irrigation": alone("irrigation"),
}
"""The Alchemist is played before the roll."""
