"""What every play of a progress card has in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import NamedTuple

from games.engine import hints
from games.engine.core import Action, Check, Detail, Group, Seat, keeps, says
from games.engine.rulesets.base.legal import listed
from games.engine.rulesets.base.packed import PLACE
from games.engine.rulesets.base.places import bits
from games.engine.rulesets.base.state import MAIN
from games.engine.rulesets.base.turns import before_roll, off_turn
from games.engine.rulesets.cities_knights.decks import PLACES
from games.engine.rulesets.cities_knights.draws import put_under
from games.engine.rulesets.cities_knights.state import CitiesState
from games.engine.rulesets.cities_knights.turns import MOMENT, check_attack_over, no_card
from games.engine.words import marked

Legal = Callable[[CitiesState, Seat], Iterable[Action]]

Near = Callable[[CitiesState, Seat], Iterable[tuple[int, ...]]]
"""Facts that come near to those of a legal action."""


class Play(NamedTuple):
    """What may be done with a progress card after the roll by the player on turn who holds it, and
    what comes near to that, to be told why none is legal."""

    legal: Legal
    near: Near = lambda state, seat: [()]


def alone(verb: str) -> Play:
    """The card is played without any facts."""
    return Play(lambda state, seat: [listed(seat, verb)])


def may_play(state: CitiesState, action: Action, card: str) -> bool:
    """Whether it is time for the card, by its letters, and the player holds it."""
    return (
        state.phase >= MAIN and action.seat == state.turn and holds_card(state, action.seat, card)
    )


def holds_card(state: CitiesState, seat: Seat, card: str) -> bool:
    colour, kind = PLACES[card]
    return bool(state.progress[colour][seat] >> 8 * kind & PLACE)


def use(state: CitiesState, action: Action, card: str) -> None:
    put_under(state, action.seat, *PLACES[card])


@keeps("CK-060")
def check_playing_time(state: CitiesState, action: Action) -> Detail | None:
    return off_turn(state, action) or before_roll(state)


def held_check(card: str) -> Check:
    def ask(state: CitiesState, action: Action) -> Detail | None:
        if holds_card(state, action.seat, card):
            return None
        return no_card(state, action.seat, *PLACES[card], hints.CK_DRAW_BEFORE)

    return Check("CK-061", ask)


def played(card: str) -> Group:
    """The checks of any play of the card."""
    checks = (*MOMENT, check_attack_over, check_playing_time, held_check(card))
    return Group(partial(may_play, card=card), checks)


def no_opponent(state: CitiesState, action: Action, opponent: Seat) -> Detail | None:
    if opponent == action.seat:
        return says(marked("{player} is no opponent"), player=state.name(opponent))
    return None


# What comes near to a play


def own_knights(state: CitiesState, seat: Seat) -> list[int]:
    """Any intersection where there is none."""
    return bits(state.men[seat]) or [0]


def rival_knights(state: CitiesState, seat: Seat) -> list[int]:
    return bits(state.guards & ~state.men[seat]) or [0]


def own_cities(state: CitiesState, seat: Seat) -> Iterator[tuple[int, ...]]:
    """Any intersection where there is none."""
    return ((spot,) for spot in bits(state.cities[seat]) or [0])


def every_spot(state: CitiesState, seat: Seat) -> Iterator[tuple[int, ...]]:
    return ((spot,) for spot in range(len(state.places.around)))


def every_hex(state: CitiesState, seat: Seat) -> Iterator[tuple[int, ...]]:
    return ((hex_,) for hex_ in range(len(state.places.corners)))


def opponents(state: CitiesState, seat: Seat) -> list[Seat]:
    return [other for other in state.seats if other != seat]
