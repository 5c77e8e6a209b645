"""Actions of Cities & Knights that come near to a legal one, to be told why none of a kind is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product

from games.engine.core import NOBODY, Seat
from games.engine.rulesets.base.packed import PLACE, UNKNOWN
from games.engine.rulesets.base.places import bits
from games.engine.rulesets.cities_knights.card_plays import PLAYS
from games.engine.rulesets.cities_knights.decks import PLACES, TRACKS, unseen_kind
from games.engine.rulesets.cities_knights.hand import COIN
from games.engine.rulesets.cities_knights.legal import held_cards
from games.engine.rulesets.cities_knights.playing import (
    Near,
    every_spot,
    opponents,
    own_cities,
    own_knights,
    rival_knights,
)
from games.engine.rulesets.cities_knights.state import TOP, CitiesState
from games.engine.rulesets.cities_knights.words import CARD_OF

Facts = Iterable[tuple[int, ...]]


def _knights(state: CitiesState, seat: Seat) -> Facts:
    return ((spot,) for spot in own_knights(state, seat))


def _moves(state: CitiesState, seat: Seat) -> Facts:
    for start in own_knights(state, seat):
        for target in bits(state.reached(seat, start, past=~0)) or [start]:
            yield start, target


def _displacing(state: CitiesState, seat: Seat) -> Facts:
    return (
        (one, other, NOBODY)
        for one, other in product(own_knights(state, seat), rival_knights(state, seat))
    )


def _improvements(state: CitiesState, seat: Seat) -> Facts:
    for track in TRACKS:
        level = min(state.levels[seat][track] + 1, TOP)
        for spot in (NOBODY, *bits(state.free_cities(seat))):
            yield track, level, spot, 0


def _cards(state: CitiesState, seat: Seat) -> Facts:
    return list(held_cards(state, seat)) or [(0, 0)]


def _exchanges(state: CitiesState, seat: Seat) -> Facts:
    """Only after a Commercial Harbour, or with one."""
    if not state.harbours and not list(may_have("Ch", lambda state, seat: [()])(state, seat)):
        return ()
    return ((other, kind, COIN) for other in opponents(state, seat) for kind in range(UNKNOWN))


def may_have(letters: str, near: Near) -> Near:
    """What comes near to a play of the card, if the player may have it."""
    colour, kind = PLACES[letters]

    def nearest(state: CitiesState, seat: Seat) -> Facts:
        held = state.progress[colour][seat]
        known = held >> 8 * kind & PLACE or held >> 8 * unseen_kind(colour) & PLACE
        return near(state, seat) if known else ()

    return nearest


NEAREST: Mapping[str, Near] = {
    "roll": lambda state, seat: [(8, 4, 4, 0)],
    "wall": own_cities,
    "improve": _improvements,
    "recruit": every_spot,
    "activate": _knights,
    "promote": _knights,
    "move_knight": _moves,
    "displace": _displacing,
    "chase": _knights,
    **{verb: may_have(CARD_OF[verb], play.near) for verb, play in PLAYS.items()},
    "exchange": _exchanges,
    "give_back": _cards,
}
"""By verb, all facts that are worth a try."""
