"""Tables as a photograph shows them: the position of a game in play, all of it told or less."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from games.engine.core import NOBODY
from games.engine.rulesets.base.building import LAYING
from games.engine.rulesets.base.packed import KNIGHT, ONE, PLACE, UNKNOWN, size
from games.engine.rulesets.base.places import bits
from games.engine.rulesets.base.position import (
    BY_KNIGHT,
    BY_SEVEN,
    DISCARDS,
    NOTHING,
    ONE_ROAD,
    TWO_ROADS,
    Held,
    More,
    Position,
)
from games.engine.rulesets.base.state import BEFORE, DISCARD, MAIN, PAIRED, RESOLVING, ROBBER
from games.engine.rulesets.cities_knights.decks import (
    CONSTITUTION,
    OPEN,
    PRINTER,
    TRACKS,
    unseen_kind,
)
from games.engine.rulesets.cities_knights.hand import KINDS
from games.engine.rulesets.cities_knights.production import after_production
from games.engine.rulesets.cities_knights.state import CitiesState
from games.engine.rulesets.festive.state import Festive
from games.engine.rulesets.seafarers.state import Sailing


def is_told(state: Any) -> bool:
    """Whether a position tells the moment, not only the action before it; never the founding."""
    gold = isinstance(state, Sailing) and state.phase == RESOLVING and any(state.picks)
    if state.phase not in (BEFORE, DISCARD, ROBBER, MAIN, PAIRED) and not gold:
        return False
    if isinstance(state, CitiesState) and not _is_plain(state):
        return False
    before = state.previous
    return before is None or before.verb not in ("robber", "void_roll")


def _is_plain(state: CitiesState) -> bool:
    """No card of this turn still works, and nobody may use an Aqueduct now."""
    works = state.cranes or state.fleets or state.fleet_kinds or state.harbours or state.alchemy
    return not works and not (state.dry and after_production(state))


def photographed(state: Any, stock: int) -> Position:
    """The position of a game whose cards are all known, with all that there is to tell; `stock` are
    the development cards of the box."""
    if isinstance(state, CitiesState):
        return _photographed_cities(state)
    rock = getattr(state, "rock", state.turn)
    laid = sum(state.cards) + sum(state.army) * ONE[KNIGHT]
    return Position(
        held=tuple(
            Held(
                settlements=tuple(state.settlements(seat)),
                cities=tuple(bits(state.cities[seat])),
                roads=tuple(bits(state.roads[seat])),
                hand=state.hands[seat],
                cards=state.cards[seat],
                knights=state.army[seat],
                more=tuple(sorted(_more_of(state, seat))),
            )
            for seat in state.seats
        ),
        turn=rock,
        robber=state.robber,
        bank=sum(ONE[kind] * state.in_bank(kind) for kind in range(UNKNOWN)),
        aside=stock - state.stock - laid,
        deck=state.deck,
        route=state.route_holder,
        army=state.army_holder,
        rolled=_rolled(state),
        played=state.played,
        bought=state.bought,
        due=_due(state),
        owing=tuple(seat for seat in state.seats if state.owed[seat]),
        part=1 if rock == state.turn else 2,
        more=tuple(sorted(_more(state))),
    )


def _photographed_cities(state: CitiesState) -> Position:
    return Position(
        held=tuple(
            Held(
                settlements=tuple(bits(state.buildings[seat] & ~all_cities(state, seat))),
                cities=tuple(bits(state.cities[seat])),
                roads=tuple(bits(state.roads[seat])),
                hand=state.hands[seat],
                more=tuple(sorted(_more_of(state, seat))),
            )
            for seat in state.seats
        ),
        turn=state.turn,
        robber=state.robber,
        bank=sum(ONE[kind] * state.in_bank(kind) for kind in KINDS),
        route=state.route_holder,
        rolled=_rolled(state),
        due=_due(state),
        owing=tuple(seat for seat in state.seats if state.owed[seat]),
        more=tuple(sorted(_more(state))),
    )


def all_cities(state: CitiesState, seat: int) -> int:
    return state.cities[seat] | state.reduced[seat]


def _of_cities(state: CitiesState, seat: int) -> Iterator[tuple[str, Any]]:
    """What Cities & Knights tells of a player."""
    for name, mask in (
        ("lying", state.reduced[seat]),
        ("walls", state.walls[seat]),
        *zip(("basics", "strongs", "mighties"), state.ranks[seat][1:], strict=True),
        ("active", state.active[seat]),
    ):
        if mask:
            yield name, tuple(bits(mask))
    for track, name in enumerate(("trade", "politics", "science")):
        if state.levels[seat][track]:
            yield name, state.levels[seat][track]
        if state.owner_of[track] == seat:
            yield f"{name}_metropolis", state.metropolis[track]
    if state.defenders[seat]:
        yield "defenders", state.defenders[seat]
    if state.merchant_of == seat:
        yield "merchant", state.merchant
    cards = [*_face_down(state, seat), *_open_cards(state)[seat]]
    if cards:
        yield "progress", tuple(sorted(cards))


def _face_down(state: CitiesState, seat: int) -> Iterator[tuple[int, int]]:
    """Each progress card of the seat that does not lie open, both of two of a kind."""
    for colour in TRACKS:
        for kind in range(unseen_kind(colour)):
            for _copy in range(state.progress[colour][seat] >> 8 * kind & PLACE):
                yield colour, kind


def _open_cards(state: CitiesState) -> list[list[tuple[int, int]]]:
    """The open cards of each seat; which of two players has which makes no difference."""
    out = [card for card in (PRINTER, CONSTITUTION) if not state.decks[card[0]] >> 8 * card[1] & 1]
    return [[out.pop() for _ in range(state.shown[seat])] for seat in state.seats]


def _more_of(state: Any, seat: int) -> Iterator[tuple[str, Any]]:
    """What is told of a player because other games add it."""
    if isinstance(state, CitiesState):
        yield from _of_cities(state, seat)
    if isinstance(state, Sailing):
        if state.ships[seat]:
            yield "ships", tuple(bits(state.ships[seat]))
        if state.picks[seat]:
            yield "gold", state.picks[seat]
    if isinstance(state, Festive) and state.tokens[seat] + state.coming[seat]:
        yield "tokens", state.tokens[seat] + state.coming[seat]


def _more(state: Any) -> Iterator[tuple[str, Any]]:
    """The same of the table."""
    if isinstance(state, CitiesState):
        yield "ship", state.ship
        yield "attacked", state.attacked
        yield "fresh", tuple(bits(state.fresh & state.active[state.turn]))
        yield "risen", tuple(bits(state.promoted & state.men[state.turn]))
        yield "lasting", False
        if state.phase == ROBBER and state.by_knight:
            yield "chased", state.previous.facts[0]
    if isinstance(state, Sailing):
        if state.pirate != NOBODY:
            yield "pirate", state.pirate
        yield "new", tuple(bits(state.launched))
        yield "sailed", state.moved
    if isinstance(state, Festive):
        yield "figure", state.figure
        yield "visited", state.visited


def _rolled(state: Any) -> bool:
    if state.phase == ROBBER and state.by_knight:
        return bool(state.after >= MAIN)
    return bool(state.phase != BEFORE)


def _due(state: Any) -> int:
    if state.phase == DISCARD:
        return DISCARDS
    if state.phase == ROBBER:
        return BY_KNIGHT if state.by_knight else BY_SEVEN
    if state.free and state.previous.verb in LAYING:
        return TWO_ROADS if state.free == 2 else ONE_ROAD
    return NOTHING


UNSHOWN = {"new", "sailed", "visited", "attacked", "fresh", "risen", "lasting"}
"""What a photograph does not show."""


def with_less_told(position: Position, chance: random.Random) -> Position:
    """The same table, of which some is not told and some cards were not seen."""
    changes: dict[str, Any] = {
        name: None
        for name in ("rolled", "played", "bought", "due", "bank", "deck")
        if chance.random() < 0.4
    }
    if "due" in changes and position.due == BY_KNIGHT:
        del changes["due"]
    if position.bought and "bought" not in changes:
        changes["bought"] = None
    more = tuple(
        (name, told) for name, told in position.more if name not in UNSHOWN or chance.random() < 0.6
    )
    held = [
        replace(
            one,
            hand=_hidden(one.hand, chance) if chance.random() < 0.6 else one.hand,
            cards=_hidden(one.cards, chance) if chance.random() < 0.6 else one.cards,
            more=_with_cards_face_down(one.more, chance),
        )
        for one in position.held
    ]
    return replace(position, held=tuple(held), more=more, **changes)


def _with_cards_face_down(more: More, chance: random.Random) -> More:
    """Some progress cards are not seen; open ones are."""
    return tuple(
        (name, told)
        if name != "progress"
        else (
            name,
            tuple(
                sorted(
                    (colour, unseen_kind(colour))
                    if (colour, kind) not in OPEN and chance.random() < 0.6
                    else (colour, kind)
                    for colour, kind in told
                )
            ),
        )
        for name, told in more
    )


def _hidden(cards: int, chance: random.Random) -> int:
    """All of the cards face down, or those of some kinds."""
    hidden = 0
    for kind in KINDS:
        of_kind = cards & 0xFF << 8 * kind
        if chance.random() < 0.7:
            hidden += of_kind
    return cards - hidden + size(hidden) * ONE[UNKNOWN]
