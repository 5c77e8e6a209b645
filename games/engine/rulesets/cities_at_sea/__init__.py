"""Cities & Knights with Seafarers: the sea added to it, and what the two say of each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from games.engine import hints
from games.engine.board.terrain import Terrain
from games.engine.core import (
    NOBODY,
    Action,
    Allowed,
    Check,
    Detail,
    Header,
    Narrowing,
    Ruleset,
    Verb,
    cannot,
    keeps,
    passing,
    reported_narrowly,
    says,
)
from games.engine.rulesets import cities_knights
from games.engine.rulesets.base.legal import if_allowed, listed
from games.engine.rulesets.base.opening import check_as_written
from games.engine.rulesets.base.packed import ONE, UNKNOWN, heap
from games.engine.rulesets.base.places import bits
from games.engine.rulesets.base.state import MAIN
from games.engine.rulesets.cities_at_sea import knights
from games.engine.rulesets.cities_at_sea.rules import RECKONED, RULES
from games.engine.rulesets.cities_at_sea.state import CitiesAtSea
from games.engine.rulesets.cities_knights import ending, science
from games.engine.rulesets.cities_knights.knights.chasing import (
    check_beside_robber,
    check_robber_free,
)
from games.engine.rulesets.cities_knights.knights.recruiting import check_at_road
from games.engine.rulesets.cities_knights.opening import as_founded, check_header
from games.engine.rulesets.cities_knights.politics import diplomat
from games.engine.rulesets.cities_knights.turns import adapted
from games.engine.rulesets.seafarers import cards, gold, seafaring, ships
from games.engine.rulesets.seafarers import pirate as pirates
from games.engine.words import marked

# Cards


@keeps("CKS-16")
def check_two_pieces(state: CitiesAtSea, action: Action) -> Detail | None:
    """Two pieces in all have been laid with the card."""
    previous = state.previous
    laid = previous is not None and previous.verb in ("free_road", "free_ship")
    if laid and not state.free and action.seat == state.turn and state.phase == MAIN:
        return says(marked("two pieces were laid with the card"))
    return None


@keeps("B-123")
def check_laid_on_land(state: CitiesAtSea, action: Action) -> Detail | None:
    new = action.facts[1]
    if new == NOBODY or state.waters.roads >> new & 1:
        return None
    return says(marked("{path} lies between two hexes of sea"), path=state.path_name(new))


@keeps("CKS-18")
def check_no_ship_closes(state: CitiesAtSea, action: Action) -> Detail | None:
    path, _new = action.facts
    owner = state.road_owner(path)
    if owner < 0 or diplomat.is_open(state, owner, path):
        return None
    if any(state.ships[owner] & state.places.roads_at[end] for end in state.places.ends[path]):
        return says(
            marked("a ship of {player}'s closes the road on {path}"),
            player=state.name(owner),
            path=state.path_name(path),
        )
    return None


@keeps("CKS-11")
def check_not_on_gold(state: CitiesAtSea, action: Action) -> Detail | None:
    return no_place_for_merchant(state, action.facts[0], Terrain.GOLD)


@keeps("CK-279")
def check_merchant_on_land(state: CitiesAtSea, action: Action) -> Detail | None:
    return no_place_for_merchant(state, action.facts[0], Terrain.SEA)


def no_place_for_merchant(state: CitiesAtSea, hex_: int, terrain: Terrain) -> Detail | None:
    if state.header.board.terrain[hex_] is not terrain:
        return None
    name = state.hex_name(hex_)
    return says(marked("{hex} is no place for the merchant"), hex=name)


# Gold


@keeps("CKS-10")
def check_no_commodity(state: CitiesAtSea, action: Action) -> Detail | None:
    (chosen,) = action.facts
    if chosen < ONE[UNKNOWN + 1]:
        return None
    return cannot(marked("{cards} are not resources only"), hints.GOLD, cards=heap(chosen))


# All of it


THROUGH = {ships.check_not_through: knights.check_not_through_buildings}

INSTEAD: Mapping[str, Mapping[Check, Check]] = {
    "ship": THROUGH,
    "free_ship": THROUGH,
    "move_ship": {
        check: knights.unless_held(check) for check in (ships.check_open_end, ships.check_open_line)
    },
    "recruit": {check_at_road: knights.check_recruited_at_coast},
    "chase": {
        check_beside_robber: knights.check_beside,
        check_robber_free: knights.check_robber_free,
    },
}

UNDER: Mapping[str, dict[str, str]] = {
    "move_knight": {"CK-142": "CKS-02"},
    "intrigue": {"CK-262": "CKS-17"},
}

THIRTEEN, OF_THE_MAP = "CK-221", "CKS-09"
"""The points to win: those of the map and two more are in place of thirteen."""

ALSO: Mapping[str, tuple[Check, ...]] = {
    "ship": (knights.check_not_through_knights,),
    "free_ship": (knights.check_not_through_knights, check_two_pieces),
    "free_road": (check_two_pieces,),
    "move_ship": (knights.check_knight_joined, knights.check_no_rival_knight),
    "move_knight": (knights.check_on_own_ship,),
    "deserter": (knights.check_deserter_on_land,),
    "diplomat": (check_laid_on_land, check_no_ship_closes),
    "bishop": (pirates.check_on_land,),
    "merchant": (check_not_on_gold, check_merchant_on_land),
    "chase": (knights.check_pirate_free, knights.check_beside_pirate),
    "robber": (knights.check_robber_chased, knights.check_attacked),
    "pirate": (knights.check_pirate_chased, knights.check_attacked),
    "aqueduct": (gold.check_chosen,),
    "gold": (check_no_commodity,),
}


def verbs(at_sea: Mapping[str, Verb]) -> dict[str, Verb]:
    """Those of the game at sea, by the moments of Cities & Knights where they come from the sea."""
    of_the_sea = {*ships.VERBS, *pirates.VERBS, *gold.VERBS}
    return {
        name: together(name, adapted(verb) if name in of_the_sea else verb)
        for name, verb in at_sea.items()
    }


def together(name: str, verb: Verb) -> Verb:
    """The verb with what the two games say of it together."""
    ours = verb.instead(INSTEAD.get(name, {})).under(UNDER.get(name, {}))
    return to_the_goal(ours).also(*ALSO.get(name, ()))


def goal(state: CitiesAtSea) -> str:
    """The rule that says how many points win. The island of the box is no map of a scenario."""
    return THIRTEEN if state.header.board.frame.chart is None else OF_THE_MAP


def to_the_goal(verb: Verb) -> Verb:
    """The verb, too few points and a win before told by the rule of the goal."""
    return verb.reported(
        one
        for check in verb.checks
        for one in (by_goal(check) if check.rule == THIRTEEN else (check,))
    )


def by_goal(check: Check) -> tuple[Check, ...]:
    def told(rule: str) -> Check:
        def ask(state: CitiesAtSea, action: Action) -> Detail | None:
            return check.ask(state, action) if rule == goal(state) else None

        return Check(rule, ask)

    return told(THIRTEEN), told(OF_THE_MAP)


def check_pieces(header: Header) -> Iterator[tuple[str, Detail]]:
    """Of what the game on land asks of the header: the robber starts where the map has it
    (CKD-62)."""
    return ((rule, detail) for rule, detail in check_header(header) if rule == "CK-021")


def check_map(header: Header) -> Iterator[tuple[str, Detail]]:
    return check_as_written(as_founded(header))


def check_result(state: CitiesAtSea, header: Header) -> Iterator[tuple[str, Detail]]:
    for rule, detail in ending.check_result(state, header):
        yield goal(state) if rule == THIRTEEN else rule, detail


# Legal actions

FITS: Mapping[str, Allowed] = {
    name: passing(ALSO[name])
    for name in ("bishop", "diplomat", "merchant", "move_ship", "robber", "pirate")
}
"""Whether an action that one of the two games lists fits the other."""


def legal(state: CitiesAtSea) -> Iterator[Action]:
    """Those of the two games that fit both, and what knights do because of ships and pirate."""
    for action in AT_SEA.legal(state):
        fits = FITS.get(action.verb)
        if fits is None or fits(state, action):
            yield action
    if state.phase == MAIN and not gold.awaited(state):
        seat = state.turn
        for spot in bits(state.sail[seat] & ~state.reach[seat]):
            yield from if_allowed(state, VERBS["recruit"], listed(seat, "recruit", spot))
        for spot in bits(state.men[seat]):
            if knights.pirate_at(state, spot) and not knights.robber_at(state, spot):
                yield from if_allowed(state, VERBS["chase"], listed(seat, "chase", spot))


DISCARDING = ("CK-078", "CK-080", "CK-081", "CK-082")
"""Half of the hand, by walls."""

NARROWER: Narrowing = {
    "robber": {"CK-085": ("CKS-12",), "CK-090": ("CKS-12",)},
    "pirate": dict.fromkeys(("SF-16", "B-091", *DISCARDING), ("CKS-12",)),
    "chase": {"CK-156": ("CKS-07",)},
    "gold": {"SF-20": ("CKS-10",)},
    "move_knight": {"CKS-02": ("CKS-03",)},
    "free_road": {"CK-244": ("CKS-16",)},
    "free_ship": {"CK-244": ("CKS-16",)},
    "diplomat": {"CK-253": ("CKS-18",)},
}
"""Where the two games together have a row of their own."""

AT_SEA: Ruleset = seafaring(
    cities_knights.RULESET,
    key="cities-knights+seafarers",
    name=marked("Cities & Knights with Seafarers"),
    state=CitiesAtSea,
    road_building=cities_knights.RULESET.verbs["road_building"].instead(
        {science.check_a_road: cards.check_a_piece, science.check_room: cards.check_room}
    ),
)

VERBS = verbs(AT_SEA.verbs)

RULESET = replace(
    AT_SEA,
    rules={**AT_SEA.rules, **RULES},
    reckoned={**AT_SEA.reckoned, **RECKONED},
    verbs=reported_narrowly(
        {name: verb.under(cities_knights.SAME) for name, verb in VERBS.items()},
        NARROWER,
    ),
    legal=legal,
    opening=(check_pieces, check_map),
    closing=(check_result,),
    final=AT_SEA.final | {OF_THE_MAP},
)
