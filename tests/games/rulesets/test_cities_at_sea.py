"""Each rule of Cities & Knights with Seafarers that a record can show: the action that breaks it,
and the nearest one that does not. Board and founding are those of `table` at sea, with cities in
the second round."""

from __future__ import annotations

import pytest

from games.engine import rulesets
from games.engine.core import NOBODY, Action
from games.engine.rulesets.cities_knights.decks import PLACES, one
from games.engine.rulesets.cities_knights.knights.activating import set_active
from games.engine.rulesets.cities_knights.knights.moving import able
from games.engine.rulesets.seafarers.legal import ship_moves
from tests.games.rulesets import table
from tests.games.rulesets.table import SEA_FOUNDED, SIX, broken, case, play

KEY = "cities-knights+seafarers"

FOUNDED = (*SEA_FOUNDED[:4], *(line.replace(" S ", " C ") for line in SEA_FOUNDED[4:]))


def rolled(**given):
    """Anna has rolled a 12, which brings nobody anything; the barbarians have attacked."""
    return {"lines": ("1 Anna 6+6y",), "attacked": True} | given


def to_roll(**given):
    return {"attacked": True} | given


def knight(spot="c5se", **given):
    """Anna has an active knight there, from an earlier turn."""
    return rolled(knights={"Anna": f"{spot}=1+"}) | given


def laid_out(given):
    """The position: knights are words such as `c5se=2+`, with a plus for a helmet, progress cards
    their letters; the rest is as `table.after` has it."""
    given = dict(given)
    knights, progress = given.pop("knights", {}), given.pop("progress", {})
    lines, then = given.pop("lines", ()), given.pop("then", "")
    state = table.after(*FOUNDED, *lines, ruleset=KEY, players=4, founded=False, **given)
    spots = state.places.grid.intersection_named
    for name, words in knights.items():
        for word in words.split():
            spot, rank = word.split("=")
            state.stand(SIX.index(name), spots[spot], int(rank[0]), active=rank.endswith("+"))
    for name, letters in progress.items():
        colour, kind = PLACES[letters]
        state.progress[colour][SIX.index(name)] += one(kind)
        state.decks[colour] -= one(kind)
    if then:
        play(state, then)
    return state


OVER_SEA = {"Anna": "c5e c5ne b5e b5ne a5w"}
"""Ships from c5se round the small island out to the open sea at a5nw."""

FORK = {"Anna": "c5e d6ne"}
"""Two ships from c5se, to c5ne and to d6ne."""

BEN_AT_END = {"Ben": "c5se=1"}
"""Ben's knight at the end of Anna's ships."""

ON_GOLD = to_roll(built={"Anna": "c5ne"})

CASES = [
    case(
        "CKS-02",
        knight(sailed={"Anna": "c5e"}),
        "1 Anna M c5se>c5n",
        "1 Anna M c5se>c5ne",
    ),
    case("CKS-03", knight(), "1 Anna M c5se>a5nw", "1 Anna M c5se>a5nw", knight(sailed=OVER_SEA)),
    case(
        "CKS-04",
        knight("c5ne", sailed=FORK),
        "1 Anna ~ c5e>d5e",
        "1 Anna ~ d6ne>d5e",
    ),
    case(
        "CKS-06",
        rolled(sailed=FORK, knights={"Ben": "c5ne=1"}),
        "1 Anna ~ c5e>d5e",
        "1 Anna ~ d6ne>d5e",
    ),
    case("CKS-07", knight(), "1 Anna Z c5se", "1 Anna Z c5se", knight(pirate="d6")),
    case(
        "CKS-07",
        knight(robber="c6"),
        "1 Anna Z c5se ~K a1",
        "1 Anna Z c5se K b3",
    ),
    case("CK-156", knight(pirate="d6"), "1 Anna Z c5se K b3", "1 Anna Z c5se ~K a1"),
    case(
        "CKS-09",
        rolled(points=[14, 3, 3, 3]),
        "1 Anna *",
        "1 Anna C c5s *",
        rolled(points=[15, 3, 3, 3], hands={"Anna": "GGOOO"}),
    ),
    case("CKS-10", ON_GOLD, "1 Anna 5+5y ~G Anna C", "1 Anna 5+5y ~G Anna W"),
    case(
        "CKS-11",
        rolled(built={"Anna": "c5ne"}, progress={"Anna": "Mt"}),
        "1 Anna Mt c6",
        "1 Anna Mt b6",
    ),
    case(
        "CK-279",
        rolled(progress={"Anna": "Mt"}),
        "1 Anna Mt c5",
        "1 Anna Mt b6",
        rolled(built={"Anna": "c5ne"}, progress={"Anna": "Mt"}),
    ),
    case(
        "CKS-12",
        to_roll(attacked=False),
        "1 Anna 6+1y ~K a1",
        "1 Anna 6+1y ~K a1",
        to_roll(),
    ),
    case(
        "CKS-12",
        to_roll(attacked=False),
        "1 Anna 6+1y K b3",
        "1 Anna 6+1y K b3",
        to_roll(),
    ),
    case(
        "CKS-13",
        knight(pirate="d6", attacked=False),
        "1 Anna Z c5se",
        "1 Anna Z c5se",
        knight(pirate="d6"),
    ),
    case("CKS-14", rolled(hands={"Anna": "WO"}), "1 Anna N a1n", "1 Anna N c5se"),
    case(
        "CKS-14",
        rolled(hands={"Anna": "WO"}, sailed=OVER_SEA),
        "1 Anna N a5nw",
        "1 Anna N b5ne",
    ),
    case(
        "CKS-15",
        rolled(hands={"Anna": "LW"}, knights=BEN_AT_END),
        "1 Anna ~ c5e",
        "1 Anna ~ d5e",
    ),
    case(
        "CKS-16",
        rolled(progress={"Anna": "Rb"}),
        "1 Anna Rb f3e ~F c5e ~F d5e",
        "1 Anna Rb f3e ~F c5e",
    ),
    case(
        "CKS-16",
        rolled(progress={"Anna": "Rb"}),
        "1 Anna Rb ~F c5e ~F d5e F f3e",
        "1 Anna Rb ~F c5e ~F d5e",
    ),
    case(
        "CKS-17",
        rolled(progress={"Anna": "It"}, knights={"Ben": "e6s=1"}),
        "1 Anna It e6s>0",
        "1 Anna It c5se>0",
        rolled(progress={"Anna": "It"}, knights=BEN_AT_END),
    ),
    case(
        "CKS-18",
        rolled(progress={"Anna": "Di"}, sailed={"Ben": "h5ne"}),
        "1 Anna Di g5se",
        "1 Anna Di g5se",
        rolled(progress={"Anna": "Di"}),
    ),
    # Rules of the two games that the other one touches
    case(
        "SF-15",
        rolled(progress={"Anna": "Bi"}),
        "1 Anna Bi a1",
        "1 Anna Bi b3",
    ),
    case(
        "B-123",
        rolled(progress={"Ben": "Di"}, lines=("1 Anna 6+6y /", "2 Ben 6+6y")),
        "2 Ben Di g5se>g6sw",
        "2 Ben Di g5se>g5e",
    ),
    case(
        "CK-277",
        rolled(progress={"Anna": "De"}, knights=BEN_AT_END, sailed=OVER_SEA),
        "1 Anna De c5se>a5nw",
        "1 Anna De c5se>c5se",
    ),
    case("SF-20", ON_GOLD, "1 Anna 5+5y /", "1 Anna 5+5y ~G Anna B /"),
]


@pytest.mark.parametrize(("rule", "given", "breaks", "instead", "keeps"), CASES)
def test_the_rule_is_named_when_it_is_broken(rule, given, breaks, instead, keeps):
    assert rule in broken(laid_out(given), breaks)


@pytest.mark.parametrize(("rule", "given", "breaks", "instead", "keeps"), CASES)
def test_the_nearest_action_that_keeps_the_rule_is_allowed(rule, given, breaks, instead, keeps):
    assert broken(laid_out(instead), keeps) == []


def test_no_knight_of_a_deserter_is_listed_at_sea():
    state = laid_out(rolled(progress={"Anna": "De"}, knights={"Ben": "a5nw=1"}, sailed=OVER_SEA))
    there = state.places.grid.intersection_named["a5nw"]

    listed = [one.facts for one in rulesets.by_key(KEY).legal(state) if one.verb == "deserter"]

    assert (there, NOBODY, 0) in listed
    assert [facts for facts in listed if facts[1] == there] == []


# What the engine reckons


@pytest.mark.rule("CKS-01")
def test_cities_and_knights_of_all_islands_meet_an_attack():
    """Nine cities and no knight: the city on the small island is counted, and may be lost."""
    state = laid_out(to_roll(attacked=False, ship=6, built={"Anna": "c5ne"}))
    spot = state.places.grid.intersection_named["c5ne"]
    state.raise_city(0, spot)

    play(state, "1 Anna 6+5s")

    assert state.forces == (5, 0)
    assert broken(state, "1 Anna B Anna c5ne") == []


@pytest.mark.rule("CKS-05")
def test_a_rival_s_knight_parts_a_line_of_ships():
    whole, parted = (
        laid_out(rolled(sailed=OVER_SEA, knights=knights)) for knights in ({}, {"Ben": "c5n=1"})
    )

    assert whole.length(0) == 6
    assert parted.length(0) == 3


@pytest.mark.rule("CKS-08")
def test_the_knight_that_chased_the_pirate_is_passive():
    state = laid_out(knight(pirate="d6", sailed={"Anna": "c5e"}, then="1 Anna Z c5se ~K a1"))

    assert not state.active[0]
    assert "CK-138" in broken(state, "1 Anna M c5se>c5ne")


def test_a_knight_goes_on_from_road_to_ship_at_an_own_building_only():
    """From the road at c5sw over the settlement at c5s to the end of the ship (CKD-58)."""
    roads = {"then": "1 Anna R c5sw", "hands": {"Anna": "BL"}}
    state = laid_out(knight("c5sw", **roads))
    spots = state.places.grid.intersection_named

    assert state.reached(0, spots["c5sw"]) >> spots["c5se"] & 1
    state.buildings[0] &= ~(1 << spots["c5s"])
    assert not state.reached(0, spots["c5sw"]) >> spots["c5se"] & 1


def test_gold_is_production_so_that_an_aqueduct_stays_dry():
    """CKD-18."""
    state = laid_out(ON_GOLD)
    state.levels[0][2] = 3

    play(state, "1 Anna 5+5y")

    assert state.picks == [1, 0, 0, 0]
    assert state.dry == ()


@pytest.mark.rule("CK-174")
def test_water_beside_gold_is_no_second_card_but_none_at_all():
    """CKD-18."""
    state = laid_out(ON_GOLD)
    state.levels[0][2] = 3

    play(state, "1 Anna 5+5y ~G Anna B")

    assert broken(state, "1 Anna Q Anna O") == ["CK-174"]


@pytest.mark.rule("CK-245", "SF-20")
def test_gold_brings_its_cards_for_the_number_that_an_inventor_put_there():
    state = laid_out(rolled(built={"Anna": "c5ne"}, progress={"Anna": "In"}))

    play(state, "1 Anna In c6 d3 /")  # gold 10, forest 5
    play(state, "2 Ben 4+1y")

    assert state.picks == [1, 0, 0, 0]


@pytest.mark.parametrize("key", [KEY, "seafarers+cities-knights"])
def test_the_parts_are_named_in_any_order(key):
    assert rulesets.by_key(key).key == KEY


@pytest.mark.rule("CKS-07")
def test_a_chase_of_no_one_is_told_once():
    """Neither robber nor pirate is at c5se: the pirate is named once, not at its own move again."""
    state, told = laid_out(knight()), []
    for action in table.actions_of("1 Anna Z c5se ~K a1", ruleset=KEY, players=4).actions:
        told += [one.rule.id for one in rulesets.by_key(KEY).play(state, action)]

    assert told.count("CKS-07") == 1


@pytest.mark.rule("CKS-13")
def test_a_chase_of_the_pirate_before_the_attack_is_told_once():
    state = laid_out(knight(pirate="d6", attacked=False))

    assert broken(state, "1 Anna Z c5se") == ["CKS-13"]


@pytest.mark.rule("SF-13")
@pytest.mark.rule("CK-119")
def test_a_knight_just_activated_keeps_no_ship_in_port_and_a_new_ship_no_knight():
    """The intersection of the knight and the path of the ship may have the same number."""
    state = laid_out(rolled(sailed=OVER_SEA))
    before = set(ship_moves(state))
    set_active(state, 0, state.ships[0])

    assert before
    assert set(ship_moves(state)) == before

    state = laid_out(rolled(hands={"Anna": "LW"}, sailed={"Anna": "c5e"}))
    path = state.places.grid.path_named["d5e"]
    state.stand(0, path, 1, active=True)
    play(state, "1 Anna ~ d5e")

    assert able(state, 0, path)


@pytest.mark.rule("SF-09")
def test_a_ship_that_is_founded_asks_for_no_road_in_the_stock():
    state = laid_out(rolled())
    state.roads_left[0] = 0
    ship = Action(0, "found_ship", (0,))

    found = rulesets.by_key(KEY).broken(state, ship)

    assert "CK-008" not in [one.rule.id for one in found]
