"""Actions of Cities & Knights that come near to a legal one, to be told why none of a kind is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import islice, product

from games.engine.core import NOBODY, Seat
from games.engine.rulesets.base.packed import ONE, PLACE, UNKNOWN
from games.engine.rulesets.base.places import bits
from games.engine.rulesets.cities_knights.decks import PLACES, TRACKS, unseen_kind
from games.engine.rulesets.cities_knights.hand import COIN
from games.engine.rulesets.cities_knights.legal import held_cards
from games.engine.rulesets.cities_knights.state import TOP, CitiesState

Facts = Iterable[tuple[int, ...]]

Near = Callable[[CitiesState, Seat], Facts]


def _alone(state: CitiesState, seat: Seat) -> Facts:
    return [()]


def _spots(state: CitiesState, seat: Seat) -> Facts:
    return ((spot,) for spot in range(len(state.places.around)))


def _hexes(state: CitiesState, seat: Seat) -> Facts:
    return ((hex_,) for hex_ in range(len(state.places.corners)))


def _cities(state: CitiesState, seat: Seat) -> Facts:
    """The own cities; any intersection where there is none."""
    return ((spot,) for spot in bits(state.cities[seat]) or [0])


def _men(state: CitiesState, seat: Seat) -> list[int]:
    """The own knights; any intersection where there is none."""
    return bits(state.men[seat]) or [0]


def _knights(state: CitiesState, seat: Seat) -> Facts:
    return ((spot,) for spot in _men(state, seat))


def _rivals(state: CitiesState, seat: Seat) -> list[int]:
    return bits(state.guards & ~state.men[seat]) or [0]


def _moves(state: CitiesState, seat: Seat) -> Facts:
    for start in _men(state, seat):
        for target in bits(state.reached(seat, start, past=~0)) or [start]:
            yield start, target


def _displacing(state: CitiesState, seat: Seat) -> Facts:
    return ((one, other, NOBODY) for one, other in product(_men(state, seat), _rivals(state, seat)))


def _improvements(state: CitiesState, seat: Seat) -> Facts:
    for track in TRACKS:
        level = min(state.levels[seat][track] + 1, TOP)
        for spot in (NOBODY, *bits(state.free_cities(seat))):
            yield track, level, spot, 0


def _cards(state: CitiesState, seat: Seat) -> Facts:
    return list(held_cards(state, seat)) or [(0, 0)]


def _exchanges(state: CitiesState, seat: Seat) -> Facts:
    """Only after a Commercial Harbour, or with one."""
    if not state.harbours and not list(may_have("Ch", _alone)(state, seat)):
        return ()
    return ((other, kind, COIN) for other in _others(state, seat) for kind in range(UNKNOWN))


def _others(state: CitiesState, seat: Seat) -> list[Seat]:
    return [other for other in state.seats if other != seat]


def _roads(state: CitiesState, seat: Seat) -> Facts:
    return ((path, NOBODY) for path in bits(state.laid) or [0])


def may_have(letters: str, near: Near) -> Near:
    """What comes near to a play of the card, if the player may have it."""
    colour, kind = PLACES[letters]

    def nearest(state: CitiesState, seat: Seat) -> Facts:
        held = state.progress[colour][seat]
        known = held >> 8 * kind & PLACE or held >> 8 * unseen_kind(colour) & PLACE
        return near(state, seat) if known else ()

    return nearest


PLAYS: Mapping[str, tuple[str, Near]] = {
    "alchemist": ("Al", lambda state, seat: [(1, 1)]),
    "mining": ("Mi", _alone),
    "engineer": ("En", _cities),
    "crane": ("Cr", _alone),
    "smith": ("Sm", lambda state, seat: ((spot, NOBODY) for spot in _men(state, seat))),
    "medicine": ("Me", _spots),
    "road_building": ("Rb", _alone),
    "inventor": ("In", lambda state, seat: islice(product(_hex(state), _hex(state)), 100)),
    "irrigation": ("Ir", _alone),
    "bishop": ("Bi", lambda state, seat: ((hex_, 0) for hex_ in _hex(state))),
    "diplomat": ("Di", _roads),
    "warlord": ("Wa", _alone),
    "wedding": ("We", _alone),
    "intrigue": ("It", lambda state, seat: ((spot, NOBODY) for spot in _rivals(state, seat))),
    "saboteur": ("Sa", _alone),
    "spy": (
        "Sp",
        lambda state, seat: (
            (other, colour, unseen_kind(colour))
            for other in _others(state, seat)
            for colour in TRACKS
        ),
    ),
    "deserter": ("De", lambda state, seat: ((spot, NOBODY, 0) for spot in _rivals(state, seat))),
    "merchant": ("Mt", _hexes),
    "commercial_harbour": ("Ch", _alone),
    "merchant_fleet": ("Mf", _alone),
    "master_merchant": (
        "Mm",
        lambda state, seat: ((other, 2 * ONE[UNKNOWN]) for other in _others(state, seat)),
    ),
    "commodity_monopoly": ("Cm", lambda state, seat: [(COIN,)]),
    "resource_monopoly": ("Rm", lambda state, seat: [(0,)]),
}
"""The cards by the verbs that play them."""


def _hex(state: CitiesState) -> list[int]:
    return list(range(len(state.places.corners)))


NEAREST: Mapping[str, Near] = {
    "roll": lambda state, seat: [(8, 4, 4, 0)],
    "wall": _cities,
    "improve": _improvements,
    "recruit": _spots,
    "activate": _knights,
    "promote": _knights,
    "move_knight": _moves,
    "displace": _displacing,
    "chase": _knights,
    **{verb: may_have(letters, near) for verb, (letters, near) in PLAYS.items()},
    "exchange": _exchanges,
    "give_back": _cards,
}
"""By verb, all facts that are worth a try."""
