"""The worked examples of the booklet of Cities & Knights, by its lines. The table is drawn in
`cities_table`."""

from __future__ import annotations

import pytest

from games.engine.rulesets.base.packed import in_words
from games.engine.rulesets.base.places import bits
from games.engine.rulesets.cities_knights.knights.moving import targets
from tests.games.rulesets.cities_table import (
    BLOCKED,
    FOUNDED,
    RULES,
    after,
    holding,
    knight,
    laid_out,
    play,
    rivals,
    rolled,
    rolling,
    seven,
)
from tests.games.rulesets.progress_table import having
from tests.games.rulesets.table import broken, give

FOUR_FOUNDED = (
    *FOUNDED[:3],
    "Dana S c1nw R c1w",
    "Dana C a1n R a1nw",
    *FOUNDED[3:],
)


def spot(state, name):
    return state.places.grid.intersection_named[name]


def hand(state, seat=0):
    return in_words(state.hands[seat])


@pytest.mark.rule("CK-183", "CK-185", "CK-184")
def test_a_metropolis_is_taken_and_the_city_stays():
    """Lines 538 to 541: the owner has the Cathedral, another builds the High Assembly."""
    given = holding(
        "MMMMM",
        levels={"Anna": (0, 4, 0), "Ben": (0, 4, 0)},
        metropolises={"Ben": "a3s=b"},
    )
    state = laid_out(given)
    assert state.points == [3, 5, 3]

    play(state, "1 Anna I b5 e1n")

    assert state.points == [5, 3, 3]
    assert state.cities[1] == 1 << spot(state, "a3s")
    give(state, 1, "MMMMM")
    assert "CK-184" in broken(state, "1 Anna / Ben: 1+1s I b5 a3s")


@pytest.mark.rule("CK-191", "CK-193", "CK-199", "CK-200", "CK-202", "CK-203")
def test_the_attack_in_the_booklet():
    """Lines 738 to 751: Jana, Klára, Franta and Petr."""
    state = after(
        *FOUR_FOUNDED,
        founded=False,
        players=4,
        reduced={"Anna": "e1n"},
        metropolises={"Ben": "a3s=y"},
        cities={"Cyril": "b4s", "Dana": "c1nw"},
        knights={"Anna": "b2sw=1+", "Cyril": "b4sw=1+", "Dana": "c1sw=1+"},
        ship=6,
        then="1 Anna 1+1s",
    )

    assert state.forces == (5, 3)
    assert bits(state.losers) == [2, 3]


@pytest.mark.rule("CK-048", "CK-044", "CK-050")
def test_a_card_for_who_is_not_on_turn():
    """Lines 564 to 568: yellow 6, red 3, yellow gate; B has Market and Trading House."""
    state = laid_out(rolling("3+6y", levels={"Ben": (2, 0, 0)}))

    assert state.drawers == (1,)


@pytest.mark.rule("CK-080", "CK-081")
@pytest.mark.parametrize(("cards", "owed"), [("B" * 11, 0), ("B" * 6 + "L" * 6, 6)])
def test_two_walls(cards, owed):
    """Lines 370 to 372: eleven cards are held, of twelve six go."""
    given = {"hands": {"Ben": cards}, "cities": {"Ben": "d3s"}, "walls": {"Ben": "a3s d3s"}}

    assert laid_out(seven(**given)).owed[1] == owed


@pytest.mark.rule("CK-142")
def test_a_knight_goes_wherever_its_own_route_leads():
    """Lines 613 to 620: not to a route that hangs together with no piece of this one."""
    state = laid_out(knight("b2sw=1+", roads={"Anna": "c2nw c1ne"}))

    names = [
        state.places.grid.intersection_names[place]
        for place in bits(targets(state, 0, spot(state, "b2sw")))
    ]
    assert sorted(names) == sorted(
        state.places.grid.intersection_names[spot(state, name)] for name in ("c2nw", "b1sw")
    )


@pytest.mark.rule("CK-150", "CK-153")
def test_a_displaced_knight_goes_along_its_route_or_leaves():
    """Lines 644 to 656."""
    away = laid_out(rolled(**BLOCKED))

    assert "CK-150" in broken(laid_out(rivals()), "1 Anna M b2sw>c2nw*b4sw")
    assert broken(laid_out(rivals()), "1 Anna M b2sw>c2nw*d1ne") == []
    play(away, "1 Anna M b2sw>c2nw*0")
    assert away.men[2] == 0


@pytest.mark.rule("CK-156", "CK-139", "CK-140")
def test_a_knight_moves_to_the_robber_first_and_chases_it_in_the_next_turn():
    """Lines 669 to 683."""
    given = knight("b2sw=1+", "G", roads={"Anna": "b2se"}, attacked=True)
    state = laid_out(given)

    play(state, "1 Anna M b2sw>b2se A b2se / Ben: 1+1s / Cyril: 1+1s / Anna: 1+1s")

    assert broken(state, "4 Anna Z b2se d4") == []


@pytest.mark.rule("CK-113", "CK-129", "CK-131")
def test_a_knight_on_one_of_four_intersections_blocks_or_interrupts_another_player():
    """Lines 413 to 424: on one of them it blocks another player's next road, on one the route."""
    roads = {"Anna": "c2nw b2se", "Cyril": "c2w"}
    blocked = laid_out(holding("WO", roads=roads, hands={"Anna": "WO", "Cyril": "BL"}))
    route = roads | {"Cyril": "c2w c1ne b1w b1nw"}
    cut = laid_out(holding("WO", roads=route))
    places = {one.facts[0] for one in RULES.legal(blocked) if one.verb == "recruit"}
    assert places == {spot(blocked, name) for name in ("b2sw", "c2nw", "b2se", "e1nw")}
    assert (cut.route_holder, cut.length(2)) == (2, 5)

    play(cut, "1 Anna N c2nw")
    play(blocked, "1 Anna N c2nw / Ben: 1+1s / Cyril: 1+1s")

    assert (cut.route_holder, cut.length(2)) == (-1, 3)
    assert "CK-131" in broken(blocked, "3 Cyril R c1ne")


@pytest.mark.rule("CK-228", "CK-229")
def test_mining_at_two_mountains():
    """Lines 865 to 866: two settlements at one, a city at the other bring four ore."""
    state = laid_out(having("Mi", "", built={"Anna": "b2n"}, cities={"Anna": "d4se"}))

    play(state, "1 Anna Mi")

    assert hand(state) == "OOOO"


@pytest.mark.rule("CK-248", "CK-249")
def test_irrigation_of_two_fields():
    """Lines 924 to 925: two cities at one, a settlement at the other bring four grain."""
    state = laid_out(having("Ir", "", built={"Anna": "e3s"}, cities={"Anna": "b2s c2s"}))

    play(state, "1 Anna Ir")

    assert hand(state) == "GGGG"
