"""What a roll has brought, if the record says it, and the Aqueduct."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import NamedTuple

from games.engine.board.terrain import Terrain
from games.engine.core import Action, Check, Detail, Seat, Verb, keeps, says
from games.engine.rulesets.base.packed import ONE, PLACE
from games.engine.rulesets.base.rolling import SEVEN
from games.engine.rulesets.base.state import RESOLVING
from games.engine.rulesets.base.turns import check_founded, check_time, has_left
from games.engine.rulesets.cities_knights.decks import SCIENCE
from games.engine.rulesets.cities_knights.hand import KINDS, NAMES, is_commodity
from games.engine.rulesets.cities_knights.resolving import AQUEDUCT, bring
from games.engine.rulesets.cities_knights.state import CitiesState
from games.engine.rulesets.cities_knights.turns import (
    OVER_NOW,
    ROLLING,
    check_surplus_returned,
)
from games.engine.words import marked

# What was produced


def may_produce(state: CitiesState, action: Action) -> bool:
    """No facts; the gains are what each seat got."""
    return (
        just_produced(state)
        and check_attack_first.ask(state, action) is None
        and (
            action.gains == state.brought
            or (action.gains is not None and not any(differences(state, action)))
        )
    )


def just_produced(state: CitiesState) -> bool:
    previous = state.previous
    return previous is not None and previous.verb in BRINGING and state.brought is not None


BRINGING = ROLLING | {"concede"}
"""Where a player leaves in the middle of a roll, the others go on with it."""


def implied(state: CitiesState, action: Action) -> Action | None:
    """Where the game goes on before all is done that comes first, the roll has brought its cards
    all the same."""
    waits = state.phase == RESOLVING and state.pending and state.rolled != SEVEN
    if not waits or action.verb in OF_A_ROLL:
        return None
    return Action(state.turn, "produce", (), None, action.line)


OF_A_ROLL = BRINGING | {
    *("produce", "aqueduct", "gold", "discard", "robber", "pirate"),
    *("claim", "bell", "abandon"),
}
"""What is done before a roll has brought everything, or at any time."""


def produce(state: CitiesState, action: Action) -> None:
    """Hands and bank as the table had them, which is the same if all was right. Without gains the
    cards come now."""
    if action.gains is None and state.pending:
        bring(state)
    gains, brought = action.gains, state.brought
    if gains is None or brought is None or gains == brought or not just_produced(state):
        return
    state.bank += sum(brought) - sum(gains)
    state.hands = [
        hand + got - due for hand, got, due in zip(state.hands, gains, brought, strict=True)
    ]


class Difference(NamedTuple):
    """A seat that took another number of cards of a kind than is due to it; `took` are all the
    cards that it took, packed."""

    seat: Seat
    kind: int
    due: int
    got: int
    took: int


def differences(state: CitiesState, action: Action) -> Iterator[Difference]:
    if action.gains is None or state.brought is None or not just_produced(state):
        return
    for seat, (took, due) in enumerate(zip(action.gains, state.brought, strict=True)):
        # Whoever left behind the roll may have done so before it brought anything.
        if state.out >> seat & 1 and not took:
            continue
        for kind in KINDS:
            got, right = took >> 8 * kind & PLACE, due >> 8 * kind & PLACE
            if got != right:
                yield Difference(seat, kind, right, got, took)


def of_one_who_left(state: CitiesState, difference: Difference) -> bool:
    return bool(state.out >> difference.seat & 1)


def on_a_seven(state: CitiesState, difference: Difference) -> bool:
    return state.rolled == SEVEN


def short_of(state: CitiesState, difference: Difference) -> bool:
    """Whether the bank could not pay the kind to all."""
    place = 8 * difference.kind
    brought = sum(cards >> place & PLACE for cards in state.brought or ())
    return sum(state.brings(state.rolled)) >> place & PLACE > brought or (
        difference.got > difference.due
        and state.in_bank(difference.kind) < difference.got - difference.due
    )


def takers(state: CitiesState, difference: Difference) -> int:
    row = state.brings(state.rolled)
    return sum(1 for cards in row if cards >> 8 * difference.kind & PLACE)


def shared_rest(state: CitiesState, difference: Difference) -> bool:
    return short_of(state, difference) and takers(state, difference) > 1


def single_rest(state: CitiesState, difference: Difference) -> bool:
    return short_of(state, difference) and takers(state, difference) == 1


def hexes(state: CitiesState, seat: Seat) -> list[int]:
    """The hexes with the number at which the seat has a building, the robber's too."""
    return [
        hex_
        for hex_, numbers in enumerate(state.numbers)
        if state.rolled in numbers and state.stood[hex_][seat]
    ]


def of_the_robber(state: CitiesState, difference: Difference) -> bool:
    hex_ = state.robber
    kinds = state.unit[hex_] | state.second[hex_]
    return (
        hex_ in hexes(state, difference.seat)
        and difference.got > difference.due
        and bool(kinds & PLACE << 8 * difference.kind)
    )


def of_a_settlement(state: CitiesState, difference: Difference) -> bool:
    """More than one resource of each, or a commodity, though no city of the player stands at a hex
    with the number that brings it."""
    if difference.got <= difference.due:
        return False
    cities = set(cities_at(state, difference.seat))
    bringing = bringers(state, difference)
    if is_commodity(difference.kind) and not cities:
        return bool(hexes(state, difference.seat))
    return bool(bringing) and not cities & set(bringing)


def bringers(state: CitiesState, difference: Difference) -> list[int]:
    """The hexes with the number at which the seat has a building and that bring the kind, if to a
    city alone."""
    place = PLACE << 8 * difference.kind
    return [
        hex_
        for hex_ in hexes(state, difference.seat)
        if (state.unit[hex_] | state.second[hex_]) & place
    ]


def concerns(state: CitiesState, difference: Difference, hex_: int) -> bool:
    """Whether the difference is one of what the hex brings, or of a kind that none does."""
    bringing = bringers(state, difference)
    return hex_ in bringing or not bringing


def cities_at(state: CitiesState, seat: Seat) -> list[int]:
    return [hex_ for hex_ in hexes(state, seat) if state.doubled[hex_][seat]]


def of_a_reduced_city(state: CitiesState, difference: Difference) -> bool:
    return stands_at(state, difference, state.reduced[difference.seat])


def of_a_metropolis(state: CitiesState, difference: Difference) -> bool:
    return stands_at(state, difference, state.metropolises(difference.seat))


def stands_at(state: CitiesState, difference: Difference, spots: int) -> bool:
    return any(
        spots & state.places.corners[hex_] and concerns(state, difference, hex_)
        for hex_ in hexes(state, difference.seat)
    )


def two_alike(state: CitiesState, difference: Difference) -> bool:
    """A resource and its commodity were exchanged for one another."""
    for hex_ in cities_at(state, difference.seat):
        unit, second = state.unit[hex_], state.second[hex_]
        if unit != second:
            brought = (state.brought or ())[difference.seat]
            if difference.took - brought in (unit - second, second - unit):
                return True
    return False


def of_no_hex(state: CitiesState, difference: Difference) -> bool:
    return difference.got > 0 and not bringers(state, difference)


def of_a_city_at(terrain: Terrain) -> Callable[[CitiesState, Difference], bool]:
    def fits(state: CitiesState, difference: Difference) -> bool:
        return any(
            state.header.board.terrain[hex_] is terrain and concerns(state, difference, hex_)
            for hex_ in cities_at(state, difference.seat)
        )

    return fits


def of_one_hex(state: CitiesState, difference: Difference) -> bool:
    if difference.got:
        return difference.got < difference.due and len(bringers(state, difference)) > 1
    return difference.took > 0 and len(hexes(state, difference.seat)) > 1


def of_one_building(state: CitiesState, difference: Difference) -> bool:
    buildings = state.buildings[difference.seat]
    return difference.got > 0 and any(
        (buildings & state.places.corners[hex_]).bit_count() > 1
        for hex_ in hexes(state, difference.seat)
    )


def of_others(state: CitiesState, difference: Difference) -> bool:
    return not difference.took


def otherwise(state: CitiesState, difference: Difference) -> bool:
    return True


REASONS: tuple[tuple[str, Callable[[CitiesState, Difference], bool]], ...] = (
    ("CK-084", on_a_seven),
    ("B-073", of_one_who_left),
    ("CK-076", of_the_robber),
    ("B-082", shared_rest),
    ("B-083", single_rest),
    ("CK-075", of_a_reduced_city),
    ("CK-074", of_a_metropolis),
    ("CK-073", two_alike),
    ("CK-067", of_a_settlement),
    ("CK-068", of_a_city_at(Terrain.HILLS)),
    ("CK-069", of_a_city_at(Terrain.FIELDS)),
    ("CK-070", of_a_city_at(Terrain.MOUNTAINS)),
    ("CK-071", of_a_city_at(Terrain.FOREST)),
    ("CK-072", of_a_city_at(Terrain.PASTURE)),
    ("CK-066", of_no_hex),
    ("B-076", of_one_building),
    ("B-077", of_one_hex),
    ("B-073", of_others),
    ("CK-066", otherwise),
)
"""What is wrong with a difference: the first that fits."""


def explained(state: CitiesState, action: Action) -> Iterator[tuple[str, Difference]]:
    """Of each player the narrowest reason, and the difference that it explains: a card that was
    taken for another is one mistake."""
    by_seat: dict[Seat, list[Difference]] = {}
    for difference in differences(state, action):
        by_seat.setdefault(difference.seat, []).append(difference)
    for some in by_seat.values():
        found = (
            (reason, difference)
            for reason, fits in REASONS
            for difference in some
            if fits(state, difference)
        )
        yield from islice(found, 1)


def gains_check(rule: str) -> Check:
    """The check of one of the reasons."""

    def ask(state: CitiesState, action: Action) -> Detail | None:
        for reason, difference in explained(state, action):
            if reason == rule and of_one_who_left(state, difference):
                return has_left(state, difference.seat)
            if reason == rule:
                return says(
                    marked("{player} took {got} of {resource}, due is {due}"),
                    player=state.name(difference.seat),
                    got=difference.got,
                    due=difference.due,
                    resource=NAMES[difference.kind],
                )
        return None

    return Check(rule, ask)


@keeps("CK-039")
def check_attack_first(state: CitiesState, action: Action) -> Detail | None:
    if state.phase == RESOLVING and (state.losers or state.commits or state.free_choice):
        return says(marked("the attack has not been resolved"))
    return None


MORE_PRESSING = (check_attack_first, check_surplus_returned)


@keeps("CK-035")
def check_order(state: CitiesState, action: Action) -> Detail | None:
    if just_produced(state) or any(check(state, action) for check in MORE_PRESSING):
        return None
    return says(marked("no roll has just produced"))


@keeps("CK-066")
def check_written(state: CitiesState, action: Action) -> Detail | None:
    return None if action.gains is not None else says(marked("nothing is said to be produced"))


# Aqueduct


def after_production(state: CitiesState) -> bool:
    previous = state.previous
    if previous is None or (previous.verb == "concede" and state.brought is None):
        return False
    return previous.verb in {*BRINGING, "produce", "gold", "aqueduct"}


def take_water(state: CitiesState, action: Action) -> None:
    """Facts: the kind of the card."""
    (kind,) = action.facts
    seat = action.seat
    state.hands[seat] += ONE[kind]
    state.bank -= ONE[kind]
    state.watered |= 1 << seat
    if seat in state.dry:
        # The others take in the order of draws (CKD-18).
        state.dry = state.dry[state.dry.index(seat) + 1 :]


@keeps("CK-174")
def check_aqueduct(state: CitiesState, action: Action) -> Detail | None:
    seat = action.seat
    if not after_production(state):
        # That a 7 was rolled is told by its own rule (CK-175), for the rest of the turn.
        return None if state.rolled == SEVEN else says(marked("no roll has just produced"))
    if state.levels[seat][SCIENCE] < AQUEDUCT:
        return says(marked("{player} has no Aqueduct"), player=state.name(seat))
    if state.phase == RESOLVING or state.has_gained(seat):
        return says(marked("{player} got cards, or is still to get some"), player=state.name(seat))
    return None


@keeps("CK-175")
def check_no_seven(state: CitiesState, action: Action) -> Detail | None:
    return says(marked("a 7 was rolled")) if state.rolled == SEVEN else None


@keeps("CK-174")
def check_in_order(state: CitiesState, action: Action) -> Detail | None:
    """Others behind the player in the order of draws have taken theirs (CKD-18)."""
    return None if state.watered >> action.seat & 1 else too_late(state, action)


@keeps("CK-178")
def check_one_card(state: CitiesState, action: Action) -> Detail | None:
    return too_late(state, action) if state.watered >> action.seat & 1 else None


def too_late(state: CitiesState, action: Action) -> Detail | None:
    if action.seat in state.dry or check_aqueduct(state, action) or check_no_seven(state, action):
        return None
    if state.out >> action.seat & 1:
        return has_left(state, action.seat)
    return says(marked("{player} has had the turn for it"), player=state.name(action.seat))


@keeps("CK-177")
def check_resource(state: CitiesState, action: Action) -> Detail | None:
    (kind,) = action.facts
    if is_commodity(kind):
        return says(marked("{card} is no resource"), card=NAMES[kind])
    return None


@keeps("CK-174")
def check_bank_holds(state: CitiesState, action: Action) -> Detail | None:
    (kind,) = action.facts
    if state.in_bank(kind):
        return None
    return says(marked("the bank has no {resource}"), resource=NAMES[kind])


BEFORE_IT = (*OVER_NOW, check_time, check_founded)

VERBS = {
    "produce": Verb(
        (
            *BEFORE_IT,
            *MORE_PRESSING,
            check_order,
            check_written,
            *map(gains_check, dict(REASONS)),
        ),
        produce,
        may_produce,
    ),
    "aqueduct": Verb(
        (
            *BEFORE_IT,
            check_aqueduct,
            check_no_seven,
            check_in_order,
            check_one_card,
            check_resource,
            check_bank_holds,
        ),
        take_water,
    ),
}
