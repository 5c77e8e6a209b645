"""Cities & Knights with Seafarers: the sea added to it, and what the two say of each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from games.engine import hints
from games.engine.board.terrain import Terrain
from games.engine.core import (
    NOBODY,
    Action,
    Check,
    Detail,
    Header,
    Narrowing,
    Ruleset,
    Verb,
    cannot,
    keeps,
    says,
    told_narrowly,
)
from games.engine.rulesets import cities_knights
from games.engine.rulesets.base.legal import listed
from games.engine.rulesets.base.opening import check_board
from games.engine.rulesets.base.packed import ONE, UNKNOWN, heap
from games.engine.rulesets.base.places import bits
from games.engine.rulesets.base.state import MAIN
from games.engine.rulesets.cities_at_sea import knights
from games.engine.rulesets.cities_at_sea.rules import RULES
from games.engine.rulesets.cities_at_sea.state import CitiesAtSea
from games.engine.rulesets.cities_knights import science
from games.engine.rulesets.cities_knights.knights.chasing import (
    check_beside_robber,
    check_robber_free,
)
from games.engine.rulesets.cities_knights.knights.moving import able as able_knight
from games.engine.rulesets.cities_knights.knights.recruiting import check_at_road, may_recruit
from games.engine.rulesets.cities_knights.opening import check_header
from games.engine.rulesets.cities_knights.playing import may_play
from games.engine.rulesets.cities_knights.politics import diplomat
from games.engine.rulesets.cities_knights.turns import adapted, renamed
from games.engine.rulesets.seafarers import cards, gold, instead, seafaring, ships
from games.engine.rulesets.seafarers import pirate as pirates
from games.engine.words import marked

Fits = Callable[[CitiesAtSea, Action], bool]


def narrowed(verb: Verb, fits: Fits, *checks: Check) -> Verb:
    """The verb, allowed only where the action fits, and the checks that say why not."""

    def allowed(state: CitiesAtSea, action: Action) -> bool:
        return fits(state, action) and verb.allowed(state, action)

    return replace(verb, quick=allowed, checks=(*verb.checks, *checks))


# Cards


def may_build_roads(state: CitiesAtSea, action: Action) -> bool:
    return may_play(state, action, "Rb") and cards.room(state, action.seat)


@keeps("CKS-16")
def check_two_pieces(state: CitiesAtSea, action: Action) -> Detail | None:
    """Two pieces in all have been laid with the card."""
    previous = state.previous
    laid = previous is not None and previous.verb in ("free_road", "free_ship")
    if laid and not state.free and action.seat == state.turn and state.phase == MAIN:
        return says(marked("two pieces were laid with the card"))
    return None


def on_land(state: CitiesAtSea, action: Action) -> bool:
    return action.facts[0] not in state.waters.water


def laid_on_land(state: CitiesAtSea, action: Action) -> bool:
    new = action.facts[1]
    return new == NOBODY or bool(state.waters.roads >> new & 1)


@keeps("B-123")
def check_laid_on_land(state: CitiesAtSea, action: Action) -> Detail | None:
    if laid_on_land(state, action):
        return None
    name = state.path_name(action.facts[1])
    return says(marked("{path} lies between two hexes of sea"), path=name)


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


def tradable(state: CitiesAtSea, action: Action) -> bool:
    terrain: Terrain = state.header.board.terrain[action.facts[0]]
    return terrain not in (Terrain.GOLD, Terrain.SEA)


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


def verbs(at_sea: Mapping[str, Verb]) -> dict[str, Verb]:
    ours = dict(at_sea)
    for name in (*ships.VERBS, *pirates.VERBS, *gold.VERBS):
        ours[name] = adapted(ours[name])
    for name in ("ship", "free_ship"):
        kind = instead(ours[name], {ships.check_not_through: knights.check_not_through_buildings})
        ours[name] = replace(kind, checks=(*kind.checks, knights.check_not_through_knights))
    for name in ("free_road", "free_ship"):
        ours[name] = replace(ours[name], checks=(*ours[name].checks, check_two_pieces))
    moved = instead(
        ours["move_ship"],
        {
            check: knights.unless_held(check)
            for check in (ships.check_open_end, ships.check_open_line)
        },
    )
    ours["move_ship"] = Verb(
        (*moved.checks, knights.check_knight_joined, knights.check_no_rival_knight),
        moved.apply,
        knights.may_move_ship,
    )
    ours["settle"] = narrowed(ours["settle"], no_guard)
    ours["recruit"] = instead(ours["recruit"], {check_at_road: knights.check_recruited_at_coast})
    moved_knight = renamed(ours["move_knight"], {"CK-142": "CKS-02"})
    ours["move_knight"] = replace(
        moved_knight, checks=(*moved_knight.checks, knights.check_on_own_ship)
    )
    ours["deserter"] = replace(
        ours["deserter"],
        quick=knights.may_lure,
        checks=(*ours["deserter"].checks, knights.check_deserter_on_land),
    )
    ours["intrigue"] = renamed(ours["intrigue"], {"CK-262": "CKS-17"})
    ours["diplomat"] = narrowed(
        ours["diplomat"], laid_on_land, check_laid_on_land, check_no_ship_closes
    )
    ours["bishop"] = narrowed(ours["bishop"], on_land, pirates.check_on_land)
    ours["merchant"] = narrowed(
        ours["merchant"], tradable, check_not_on_gold, check_merchant_on_land
    )
    chase = instead(
        ours["chase"],
        {check_beside_robber: knights.check_beside, check_robber_free: knights.check_robber_free},
    )
    ours["chase"] = Verb(
        (*chase.checks, knights.check_pirate_free, knights.check_beside_pirate),
        chase.apply,
        knights.may_chase,
    )
    ours["robber"] = narrowed(
        ours["robber"],
        knights.may_move_robber,
        knights.check_robber_chased,
        knights.check_attacked,
    )
    ours["pirate"] = narrowed(
        ours["pirate"],
        knights.may_move_pirate,
        knights.check_pirate_chased,
        knights.check_attacked,
    )
    ours["aqueduct"] = narrowed(ours["aqueduct"], gold_chosen, gold.check_chosen)
    ours["gold"] = replace(ours["gold"], checks=(*ours["gold"].checks, check_no_commodity))
    ours["claim"] = renamed(ours["claim"], {"CK-221": "CKS-09"})
    return ours


def no_guard(state: CitiesAtSea, action: Action) -> bool:
    return not state.guards >> action.facts[0] & 1


def gold_chosen(state: CitiesAtSea, action: Action | None = None) -> bool:
    return not gold.awaited(state)


def check_pieces(header: Header) -> Iterator[tuple[str, Detail]]:
    """Of what the game on land asks of the header: the robber starts where the map has it
    (CKD-62)."""
    return ((rule, detail) for rule, detail in check_header(header) if rule == "CK-021")


# Legal actions

LAND: Mapping[str, Fits] = {
    "bishop": on_land,
    "diplomat": laid_on_land,
    "merchant": tradable,
    "move_ship": knights.may_move_ship,
    "robber": knights.may_move_robber,
    "settle": no_guard,
    "pirate": knights.may_move_pirate,
}


def legal(state: CitiesAtSea) -> Iterator[Action]:
    """Those of the two games that fit both, and what knights do because of ships and pirate."""
    for action in AT_SEA.legal(state):
        fits = LAND.get(action.verb)
        if fits is None or fits(state, action):
            yield action
    if state.phase == MAIN and gold_chosen(state):
        seat = state.turn
        for spot in bits(state.sail[seat] & ~state.reach[seat]):
            recruited = listed(seat, "recruit", spot)
            if may_recruit(state, recruited):
                yield recruited
        for spot in bits(state.men[seat]):
            chased = listed(seat, "chase", spot)
            beside = knights.pirate_at(state, spot) and not knights.robber_at(state, spot)
            if beside and able_knight(state, seat, spot) and knights.may_chase(state, chased):
                yield chased


NARROWER: Narrowing = {
    "robber": {"CK-085": ("CKS-12",), "CK-090": ("CKS-12",)},
    "pirate": {"SF-16": ("CKS-12",), "B-091": ("CKS-12",)},
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
    road_building=replace(
        instead(
            cities_knights.RULESET.verbs["road_building"],
            {science.check_a_road: cards.check_a_piece, science.check_room: cards.check_room},
        ),
        quick=may_build_roads,
    ),
)

RULESET = replace(
    AT_SEA,
    rules={**AT_SEA.rules, **RULES},
    verbs=told_narrowly(
        {name: renamed(verb, cities_knights.SAME) for name, verb in verbs(AT_SEA.verbs).items()},
        NARROWER,
    ),
    legal=legal,
    opening=(check_pieces, check_board),
)
