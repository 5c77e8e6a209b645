"""Each rule of walls, improvements, metropolises and attacks in Cities & Knights that a record can
show: the action that breaks it, and the nearest one that does not. The table is in
`cities_table`."""

from __future__ import annotations

import pytest

from tests.games.rulesets.cities_table import (
    ALL_LOSE,
    RULES,
    holding,
    laid_out,
    landing,
    lines,
    rolling,
    seven,
)
from tests.games.rulesets.table import broken, case

CASES = [
    # Walls
    case("CK-103", holding("B"), "1 Anna W e1n", "1 Anna W e1n", holding("BB")),
    case("CK-104", holding("BB"), "1 Anna W b2s", "1 Anna W e1n"),
    case("CK-105", holding("BBBB"), "1 Anna W e1n W e1n", "1 Anna W e1n"),
    case(
        "CK-106",
        holding("BB", cities={"Anna": "b2s a1n c5ne"}, walls={"Anna": "b2s a1n c5ne"}),
        "1 Anna W e1n",
        "1 Anna W e1n",
        holding("BB", cities={"Anna": "b2s a1n c5ne"}, walls={"Anna": "b2s a1n"}),
    ),
    # Improvements
    case(
        "CK-010",
        holding("CCCCCC", levels={"Anna": (5, 0, 0)}),
        "1 Anna I y6",
        "1 Anna I y5",
        holding("CCCCCC", levels={"Anna": (4, 0, 0)}, metropolises={"Anna": "e1n=y"}),
    ),
    case("CK-160", holding("M"), "1 Anna I y1", "1 Anna I y1", holding("C")),
    case("CK-161", holding(""), "1 Anna I y1", "1 Anna I y1", holding("C")),
    case(
        "CK-162",
        holding("M", levels={"Anna": (0, 1, 0)}),
        "1 Anna I b2",
        "1 Anna I b2",
        holding("MM", levels={"Anna": (0, 1, 0)}),
    ),
    case(
        "CK-163",
        holding("PPM", levels={"Anna": (0, 0, 2)}),
        "1 Anna I g3",
        "1 Anna I g3",
        holding("PPP", levels={"Anna": (0, 0, 2)}),
    ),
    case(
        "CK-164",
        holding("CCC", levels={"Anna": (3, 0, 0)}),
        "1 Anna I y4 e1n",
        "1 Anna I y4 e1n",
        holding("CCCC", levels={"Anna": (3, 0, 0)}),
    ),
    case(
        "CK-165",
        holding("MMMM", levels={"Anna": (0, 4, 0)}, metropolises={"Anna": "e1n=b"}),
        "1 Anna I b5",
        "1 Anna I b5",
        holding("MMMMM", levels={"Anna": (0, 4, 0)}, metropolises={"Anna": "e1n=b"}),
    ),
    case(
        "CK-166",
        holding("MMM", levels={"Anna": (0, 1, 0)}),
        "1 Anna I b3",
        "1 Anna I b3",
        holding("MMM", levels={"Anna": (0, 2, 0)}),
    ),
    case(
        "CK-167",
        landing(hands={"Anna": "C"}, then=f"1 Anna 1+1s {ALL_LOSE}"),
        "1 Anna I y1",
        "1 Anna I y1",
        holding("C"),
    ),
    case(
        "CK-171",
        holding("CGGOOO", reduced={"Anna": "e1n"}),
        "1 Anna I y1",
        "1 Anna C e1n I y1",
    ),
    case(
        "CK-174",
        rolling("1+1y", levels={"Anna": (0, 0, 2)}),
        "1 Anna Q Anna O",
        "1 Anna Q Anna O",
        rolling("1+1y", levels={"Anna": (0, 0, 3)}),
    ),
    case(
        "CK-174",
        rolling("2+3y", levels={"Anna": (0, 0, 3)}),
        "1 Anna Q Anna O",
        "1 Anna Q Anna O",
        rolling("2+3y", levels={"Anna": (0, 0, 3)}, robber="d2"),
    ),
    case(
        "CK-175",
        seven(levels={"Anna": (0, 0, 3)}),
        "1 Anna Q Anna O",
        "1 Anna Q Anna O",
        rolling("1+1y", levels={"Anna": (0, 0, 3)}),
    ),
    case(
        "CK-175",
        seven(levels={"Anna": (0, 0, 3)}, attacked=True),
        "1 Anna K a1 Q Anna O",
        "1 Anna Q Anna O",
        rolling("1+1y", levels={"Anna": (0, 0, 3)}),
    ),
    case(
        "CK-177",
        rolling("1+1y", levels={"Anna": (0, 0, 3)}),
        "1 Anna Q Anna M",
        "1 Anna Q Anna O",
    ),
    case(
        "CK-178",
        rolling("1+1y", levels={"Anna": (0, 0, 3), "Ben": (0, 0, 3)}),
        "1 Anna Q Anna O Q Anna O",
        "1 Anna Q Anna O Q Ben O",
    ),
    # Metropolises
    case(
        "CK-179", holding("CCCC", levels={"Anna": (3, 0, 0)}), "1 Anna I y4 b2s", "1 Anna I y4 e1n"
    ),
    case(
        "CK-179",
        holding("CCCC", levels={"Anna": (3, 0, 0)}, cities={"Anna": "b2s e1n"}),
        "1 Anna I y4",
        "1 Anna I y4",
        holding("CCCC", levels={"Anna": (3, 0, 0)}),
    ),
    case(
        "CK-182",
        holding(
            "CCCC",
            levels={"Anna": (3, 0, 0), "Ben": (4, 0, 0)},
            metropolises={"Ben": "a3s=y"},
        ),
        "1 Anna I y4 e1n",
        "1 Anna I y4",
    ),
    case(
        "CK-183",
        holding(
            "CCCCC",
            levels={"Anna": (4, 0, 0), "Ben": (4, 0, 0)},
            metropolises={"Ben": "a3s=y"},
            cities={"Anna": "b2s e1n"},
        ),
        "1 Anna I y5",
        "1 Anna I y5 e1n",
    ),
    case(
        "CK-183",
        holding(
            "CCCCC",
            levels={"Anna": (4, 0, 0), "Ben": (4, 0, 0)},
            metropolises={"Ben": "a3s=y"},
            cities={"Anna": "b2s e1n"},
        ),
        "1 Anna I y5",
        "1 Anna I y5",
        holding(
            "CCCCC",
            levels={"Anna": (4, 0, 0), "Ben": (4, 0, 0)},
            metropolises={"Ben": "a3s=y"},
        ),
    ),
    case(
        "CK-184",
        holding(
            "CCCCC",
            levels={"Anna": (4, 0, 0), "Ben": (5, 0, 0)},
            metropolises={"Ben": "a3s=y"},
        ),
        "1 Anna I y5 e1n",
        "1 Anna I y5",
    ),
    case(
        "CK-186",
        holding(
            "CCCC",
            levels={"Anna": (3, 4, 0)},
            cities={"Anna": "b2s"},
            metropolises={"Anna": "e1n=b"},
        ),
        "1 Anna I y4 e1n",
        "1 Anna I y4 b2s",
    ),
    case(
        "CK-188",
        holding("CCCC", levels={"Anna": (3, 4, 0)}, metropolises={"Anna": "e1n=b"}),
        "1 Anna I y4 e1n",
        "1 Anna I y4 b2s",
        holding(
            "CCCC",
            levels={"Anna": (3, 4, 0)},
            cities={"Anna": "b2s"},
            metropolises={"Anna": "e1n=b"},
        ),
    ),
    case(
        "CK-295",
        holding(
            "CCCCC",
            levels={"Anna": (4, 4, 0), "Ben": (4, 0, 0)},
            metropolises={"Anna": "e1n=b", "Ben": "a3s=y"},
        ),
        "1 Anna I y5 e1n",
        "1 Anna I y5 b2s",
        holding(
            "CCCCC",
            levels={"Anna": (4, 4, 0), "Ben": (4, 0, 0)},
            cities={"Anna": "b2s"},
            metropolises={"Anna": "e1n=b", "Ben": "a3s=y"},
        ),
    ),
    # The attack
    case("CK-190", landing(ship=4), "1 Anna B Anna e1n", "1 Anna B Anna e1n", landing()),
    case(
        "CKV-01",
        landing(knights={"Anna": "b2sw=1+"}),
        "1 Anna H Anna 0",
        "1 Anna H Anna 0",
        landing(knights={"Anna": "b2sw=1+"}, experienced=True),
    ),
    case("CKV-02", landing(experienced=True), "1 Anna H Ben 0", "1 Anna H Anna 0 H Ben 0"),
    case("CKV-02", landing(experienced=True), "1 Anna B Anna e1n", "1 Anna H Anna 0"),
    case(
        "CKV-03",
        landing(experienced=True, knights={"Anna": "b2sw=1 e1nw=1+"}),
        "1 Anna H Anna b2sw",
        "1 Anna H Anna e1nw",
    ),
    case(
        "CK-197",
        landing(knights={"Anna": "b2sw=2+", "Ben": "d3sw=3+"}),
        "1 Anna B Cyril d1n",
        "1 Anna B Cyril d1n",
        landing(),
    ),
    case(
        "CK-198",
        landing(knights={"Anna": "b2sw=1+", "Ben": "d3sw=2+"}),
        "1 Anna B Cyril d1n",
        "1 Anna B Cyril d1n",
        landing(),
    ),
    case("CK-199", landing(knights={"Anna": "b2sw=1+"}), "1 Anna B Anna e1n", "1 Anna B Ben a3s"),
    case(
        "CK-200",
        landing(knights={"Anna": "b2sw=1+"}),
        "1 Anna B Ben a3s /",
        "1 Anna B Ben a3s B Cyril d1n /",
    ),
    case("CK-201", landing(), "1 Anna B Anna e1n /", f"1 Anna {ALL_LOSE} /"),
    case("CK-202", landing(reduced={"Anna": "e1n"}), "1 Anna B Anna e1n", "1 Anna B Ben a3s"),
    case(
        "CK-203",
        landing(metropolises={"Anna": "e1n=y"}),
        "1 Anna B Anna e1n",
        "1 Anna B Ben a3s",
    ),
    case(
        "CK-204",
        landing(cities={"Anna": "b2s"}, metropolises={"Anna": "e1n=y"}),
        "1 Anna B Anna e1n",
        "1 Anna B Anna b2s",
    ),
    case(
        "CK-205",
        landing(cities={"Anna": "b2s"}),
        "1 Anna B Anna b2s B Anna e1n",
        "1 Anna B Anna b2s",
    ),
    case("CK-206", landing(), "1 Anna B Anna b2s", "1 Anna B Anna e1n"),
    case(
        "CK-208",
        holding("GGOO", reduced={"Anna": "e1n"}),
        "1 Anna C e1n",
        "1 Anna C e1n",
        holding("GGOOO", reduced={"Anna": "e1n"}),
    ),
    case("CK-209", holding("GGOOO", reduced={"Anna": "e1n"}), "1 Anna C b2s", "1 Anna C e1n"),
    case(
        "CK-212",
        landing(knights={"Anna": "b2sw=2+", "Ben": "d3sw=2+"}),
        "1 Anna D Cyril Mt",
        "1 Anna D Anna Mt D Ben Cr",
    ),
    case(
        "CK-212",
        landing(knights={"Anna": "b2sw=2+", "Ben": "d3sw=2+"}),
        "1 Anna D Anna Mt /",
        "1 Anna D Anna Mt D Ben 0 /",
    ),
]


@pytest.mark.parametrize(("rule", "given", "breaks", "instead", "keeps"), CASES)
def test_the_rule_is_named_when_it_is_broken(rule, given, breaks, instead, keeps):
    assert rule in broken(laid_out(given), breaks)


@pytest.mark.parametrize(("rule", "given", "breaks", "instead", "keeps"), CASES)
def test_the_nearest_action_that_keeps_the_rule_is_allowed(rule, given, breaks, instead, keeps):
    assert broken(laid_out(instead), keeps) == []


@pytest.mark.rule("CK-186", "CK-180")
def test_two_metropolises_on_one_city_stand_there_and_nowhere_else():
    """That is the one mistake: the city is none that barbarians take, and the points add up."""
    state = laid_out(
        holding("MMMMCCCC", levels={"Anna": (4, 3, 0)}, metropolises={"Anna": "e1n=y"})
        | {"cities": {"Anna": "b2s"}}
    )
    city = state.places.grid.intersection_named["e1n"]

    (action,) = lines("1 Anna I b4 e1n").actions[-1:]
    found = RULES.play(state, action)

    assert [one.rule.id for one in found] == ["CK-186"]
    assert state.metropolises(0) == 1 << city
    assert sum(state.make_up(0).values()) == state.points[0]


@pytest.mark.rule("CK-179", "CK-180")
def test_a_metropolis_is_won_where_nobody_said_on_which_city_it_stands():
    """The owner chooses nothing but the city (CKD-30): the points are there, and a city to lose."""
    given = holding("MMMM", levels={"Anna": (0, 3, 0)}) | {"cities": {"Anna": "b2s"}}
    state = laid_out(given)
    points, cities = state.points[0], state.free_cities(0)

    (action,) = lines("1 Anna I b4").actions[-1:]
    found = RULES.play(state, action)

    assert [one.rule.id for one in found] == ["CK-179"]
    assert (state.points[0], state.owner_of[1]) == (points + 2, 0)
    assert sum(state.make_up(0).values()) == state.points[0]
    assert state.metropolises(0) == 0
    assert state.free_cities(0) == cities


@pytest.mark.rule("CK-188")
def test_two_metropolises_without_a_place_take_up_two_cities():
    given = holding("MMMMCCCC", levels={"Anna": (3, 3, 0)}) | {"cities": {"Anna": "b2s"}}
    state = laid_out(given)

    found = [RULES.play(state, action) for action in lines("1 Anna I b4 I y4").actions[-2:]]

    assert [[one.rule.id for one in broken] for broken in found] == [["CK-179"], ["CK-179"]]
    assert state.free_cities(0) == 0
