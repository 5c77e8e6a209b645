"""The Spy: a progress card is taken from an opponent."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine import hints
from games.engine.core import Action, Detail, Seat, Verb, cannot, keeps
from games.engine.rulesets.base.legal import listed
from games.engine.rulesets.base.packed import PLACE
from games.engine.rulesets.cities_knights.decks import (
    DECKS,
    OPEN,
    PRINTER,
    TRACKS,
    name_of,
    one,
    unseen_kind,
)
from games.engine.rulesets.cities_knights.playing import (
    Play,
    no_opponent,
    opponents,
    played,
    use,
)
from games.engine.rulesets.cities_knights.state import CitiesState
from games.engine.rulesets.cities_knights.turns import no_card
from games.engine.words import marked


def spy(state: CitiesState, action: Action) -> None:
    """Facts: the opponent, colour and kind of the card."""
    use(state, action, "Sp")
    opponent, colour, kind = action.facts
    state.progress[colour][opponent] -= one(kind)
    state.progress[colour][action.seat] += one(kind)


@keeps("CK-268")
def check_card_there(state: CitiesState, action: Action) -> Detail | None:
    opponent, colour, kind = action.facts
    if opponent == action.seat:
        return no_opponent(state, action, opponent)
    if (colour, kind) in OPEN or state.progress[colour][opponent] >> 8 * kind & PLACE:
        return None
    return no_card(state, opponent, colour, kind, hints.CK_SPY)


@keeps("CK-235")
def check_not_printer(state: CitiesState, action: Action) -> Detail | None:
    return lies_open(state, action) if action.facts[1:] == PRINTER else None


@keeps("CK-278")
def check_not_constitution(state: CitiesState, action: Action) -> Detail | None:
    return lies_open(state, action) if action.facts[1:] != PRINTER else None


def lies_open(state: CitiesState, action: Action) -> Detail | None:
    _opponent, colour, kind = action.facts
    if (colour, kind) not in OPEN:
        return None
    return cannot(marked("the card {card} lies open"), hints.CK_SPY, card=name_of(colour, kind))


SPY = Verb.of((played("Sp"), check_card_there, check_not_printer, check_not_constitution), spy)


# What may be done


def spies(state: CitiesState, seat: Seat) -> Iterator[Action]:
    for opponent in state.seats:
        if opponent != seat:
            for colour in TRACKS:
                cards = state.progress[colour][opponent]
                for kind in range(len(DECKS[colour]) + 1):
                    if cards >> 8 * kind & PLACE:
                        yield listed(seat, "spy", opponent, colour, kind)


def near_spies(state: CitiesState, seat: Seat) -> Iterator[tuple[int, ...]]:
    for opponent in opponents(state, seat):
        for colour in TRACKS:
            yield opponent, colour, unseen_kind(colour)


PLAYS = {"spy": Play(spies, near_spies)}
