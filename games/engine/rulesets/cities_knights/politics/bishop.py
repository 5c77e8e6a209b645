"""The Bishop: the robber is moved, and all who are there give a card."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from games.engine import hints
from games.engine.core import NOBODY, Action, Detail, Seat, Verb, cannot, keeps, says
from games.engine.rulesets.base.legal import listed as action_of
from games.engine.rulesets.base.packed import ONE, PLACE, UNKNOWN, heap
from games.engine.rulesets.base.turns import held
from games.engine.rulesets.cities_knights.playing import Play, every_hex, played, use
from games.engine.rulesets.cities_knights.state import CitiesState
from games.engine.words import Listed, listed, marked


def may_take(state: CitiesState, action: Action, victim: Seat, kind: int) -> bool:
    there = victim in state.victims(action.seat, action.facts[0])
    if kind < 0:
        return not (there and state.hands[victim])
    return there and bool(state.hands[victim] >> 8 * kind & PLACE)


def send_robber(state: CitiesState, action: Action) -> None:
    """Facts: the hex, and the cards taken: eight bits for each seat, the kind and one, 0 if none
    is taken."""
    use(state, action, "Bi")
    hex_, _stolen = action.facts
    state.move_robber(hex_)
    for victim, kind in thefts(action):
        state.hands[victim] -= ONE[kind]
        state.hands[action.seat] += ONE[kind]


def thefts(action: Action) -> list[tuple[Seat, int]]:
    """Victims and the kinds of the cards taken."""
    places = action.facts[1].to_bytes(8, "little")
    return [(victim, place - 1) for victim, place in enumerate(places) if place]


@keeps("CK-086")
def check_robber_free(state: CitiesState, action: Action) -> Detail | None:
    if state.attacked:
        return None
    return says(marked("the barbarians have not attacked yet"))


@keeps("CK-250")
def check_other_hex(state: CitiesState, action: Action) -> Detail | None:
    if action.facts[0] != state.robber:
        return None
    name = state.hex_name(state.robber)
    return says(marked("the robber stands on {hex} already"), hex=name)


@keeps("CK-251")
def check_all_robbed(state: CitiesState, action: Action) -> Detail | None:
    taken = dict(thefts(action))
    for victim, kind in taken.items():
        if victim >= state.n or not state.hands[victim] >> 8 * kind & PLACE:
            return not_there(state, victim, kind)
    for seat in state.seats:
        if not may_take(state, action, seat, taken.get(seat, NOBODY)):
            return all_due(state, action, taken)
    return None


def rest(state: CitiesState, action: Action) -> frozenset[str]:
    """The rule that asks for the cards of all, where those named can lose one."""
    victims = state.victims(action.seat, action.facts[0])
    named = [victim for victim, _kind in thefts(action)]
    fits = all(victim in victims and state.hands[victim] for victim in named)
    return frozenset({"CK-251"}) if fits else frozenset()


def all_due(state: CitiesState, action: Action, taken: Collection[Seat]) -> Detail:
    """Who gave a card, and who has one to give."""
    there = [seat for seat in state.victims(action.seat, action.facts[0]) if state.hands[seat]]
    return says(
        marked("robbed were: {names}; one card each is due from: {due}"),
        names=_named(state, taken),
        due=_named(state, there),
    )


def _named(state: CitiesState, seats: Collection[Seat]) -> Listed | Detail:
    return listed(map(state.name, sorted(seats))) if seats else says(marked("nobody"))


def not_there(state: CitiesState, victim: Seat, kind: int) -> Detail:
    if victim >= state.n:
        return cannot(marked("the card taken is not there"), hints.CK_BISHOP)
    return cannot(
        marked("{player} holds {held}, not {resource}"),
        hints.CK_BISHOP,
        resource=heap(ONE[kind]),
        **held(state, victim),
    )


BISHOP = Verb.of(
    (played("Bi"), check_robber_free, check_other_hex, check_all_robbed),
    send_robber,
)


# What may be done


def bishops(state: CitiesState, seat: Seat) -> Iterator[Action]:
    """The cards taken are those that nobody saw."""
    if state.attacked:
        for hex_ in range(len(state.places.corners)):
            if hex_ != state.robber:
                stolen = sum(
                    UNKNOWN + 1 << 8 * victim
                    for victim in state.victims(seat, hex_)
                    if state.hands[victim]
                )
                yield action_of(seat, "bishop", hex_, stolen)


PLAYS = {
    "bishop": Play(bishops, lambda state, seat: ((*hex_, 0) for hex_ in every_hex(state, seat)))
}
