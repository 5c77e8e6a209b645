"""The rules of Cities & Knights that say a wider one again: each tells the breach in its own case.
The table is drawn in `cities_table`."""

from __future__ import annotations

import pytest

from tests.games.rulesets.cities_table import (
    ALL_LOSE,
    FULL_HAND,
    RULES,
    holding,
    knight,
    laid_out,
    landing,
    lines,
    play,
    rolled,
    rolling,
    seven,
)
from tests.games.rulesets.progress_table import DESERTED, RIVAL, having
from tests.games.rulesets.table import broken, case

LOST = f"1 Anna 1+1s {ALL_LOSE}"

NONE_DECLARED = "1 Anna 1+1s H Anna 0 H Ben 0 H Cyril 0"

FIVE = "Mi Mi Ir Ir Cr"

CASES = [
    # Pieces and the start
    case(
        "CK-008",
        holding("GGOOO", cities_left=[0, 3, 3]),
        "1 Anna C b2s",
        "1 Anna C b2s",
        holding("GGOOO"),
    ),
    case(
        "CK-008",
        holding("BL", roads_left=[0, 9, 9]),
        "1 Anna R b2se",
        "1 Anna R b2se",
        holding("BL", roads_left=[1, 9, 9]),
    ),
    case("CK-017", {}, "1 Anna Al 3+3", "1 Anna Al 3+3y", {"progress": {"Anna": "Al"}}),
    case(
        "CK-019",
        rolling("1+1y"),
        "1 Anna D Anna Mt",
        "1 Anna D Anna Mt",
        rolling("1+1y", levels={"Anna": (1, 0, 0)}),
    ),
    # The ship
    case("CK-015", landing(ship=5), "1 Anna B Anna e1n", "1 Anna B Anna e1n", landing()),
    case(
        "CK-036",
        landing(ship=5, attacked=True),
        "1 Anna B Anna e1n",
        "1 Anna B Anna e1n",
        landing(attacked=True),
    ),
    case("CK-038", rolling("1+1y", ship=6), "1 Anna B Anna e1n", "1 Anna B Anna e1n", landing()),
    case(
        "CK-213",
        landing(ship=0, attacked=True),
        "1 Anna B Anna e1n",
        "1 Anna B Anna e1n",
        landing(attacked=True),
    ),
    # Draws and hands
    case(
        "CK-053",
        rolling("1+1b", levels={"Ben": (0, 0, 3)}),
        "1 Anna D Anna Bi",
        "1 Anna D Anna Bi",
        rolling("1+1b", levels={"Anna": (0, 1, 0)}),
    ),
    case(
        "CK-056",
        rolled(progress={"Anna": FIVE}, shown=[1, 0, 0]),
        "1 Anna /",
        "1 Anna /",
        rolled(progress={"Anna": "Mi Mi Ir Ir"}, shown=[1, 0, 0]),
    ),
    case(
        "CK-059",
        rolling("1+1g", levels={"Ben": (0, 0, 1)}),
        "1 Anna D Ben Pr E Ben Pr",
        "1 Anna D Ben Pr",
    ),
    case(
        "CK-062",
        rolling("1+1y", levels={"Anna": (1, 0, 0), "Ben": (1, 0, 0)}),
        "1 Anna D Anna Ch Ch",
        "1 Anna D Anna Ch D Ben Mt Ch",
    ),
    case(
        "CK-065",
        seven(hands=FULL_HAND | {"Anna": "LLLLLMM"}, progress={"Anna": "Mi Ir"}),
        "1 Anna X Anna LLLL",
        "1 Anna X Ben BBBB",
    ),
    case(
        "CK-227",
        {"progress": {"Anna": "Al"}, "levels": {"Anna": (0, 0, 1)}},
        "1 Anna Al 5+1g D Anna Cr",
        "1 Anna Al 1+5g D Anna Cr",
    ),
    # Production
    case("CK-041", landing(then=f"1 Anna 2+3s {ALL_LOSE}"), "1 Anna +WC", "1 Anna +W"),
    case(
        "CK-041",
        landing(then=f"1 Anna 2+2s {ALL_LOSE}"),
        "1 Anna +Anna:G +Ben:L +Cyril:LGG",
        "1 Anna +Anna:G +Ben:L +Cyril:LG",
    ),
    case(
        "CK-176",
        rolling("2+6y", levels={"Anna": (0, 0, 3)}, built={"Anna": "a3n"}, robber="a3"),
        "1 Anna Q Anna O",
        "1 Anna Q Anna O",
        rolling("2+3y", levels={"Anna": (0, 0, 3)}, robber="d2"),
    ),
    case("CK-219", rolling("2+3y", robber="d2", merchant="Anna d2"), "1 Anna +WC", "1 Anna +0"),
    # Prices
    case("CK-296", holding("BP"), "1 Anna R b2se", "1 Anna R b2se", holding("BL")),
    case("CK-296", holding("GGOOM"), "1 Anna C b2s", "1 Anna C b2s", holding("GGOOO")),
    case("CK-296", holding("BM"), "1 Anna W e1n", "1 Anna W e1n", holding("BB")),
    case("CK-296", holding("WM"), "1 Anna N b2sw", "1 Anna N b2sw", holding("WO")),
    case("CK-296", knight("b2sw=1", "C"), "1 Anna A b2sw", "1 Anna A b2sw", knight("b2sw=1", "G")),
    case(
        "CK-234", having("Cr", "GGOO"), "1 Anna Cr C b2s", "1 Anna Cr C b2s", having("Cr", "GGOOO")
    ),
    case("CK-117", holding("WO"), "1 Anna N b2sw A b2sw", "1 Anna N b2sw A b2sw", holding("WOG")),
    case(
        "CK-139",
        knight("b2sw=1+"),
        "1 Anna M b2sw>c2nw A c2nw",
        "1 Anna M b2sw>c2nw A c2nw",
        knight("b2sw=1+", "G"),
    ),
    case(
        "CK-265",
        having("It", "") | RIVAL,
        "1 Anna It c2nw>d1ne N c2nw",
        "1 Anna It c2nw>d1ne N c2nw",
        having("It", "WO") | RIVAL,
    ),
    # Helmets
    case("CK-111", knight("e1nw=1", "WO"), "1 Anna N b2sw M b2sw>c2nw", "1 Anna N b2sw"),
    case(
        "CK-123",
        knight("b2sw=1", "WO"),
        "1 Anna L b2sw M b2sw>c2nw",
        "1 Anna L b2sw M b2sw>c2nw",
        knight("b2sw=1+", "WO"),
    ),
    case(
        "CK-141",
        knight("b2sw=1+", "WOG"),
        "1 Anna L b2sw A b2sw",
        "1 Anna L b2sw A b2sw",
        knight("b2sw=1", "WOG"),
    ),
    case(
        "CK-157",
        knight("b2se=3", roads={"Anna": "b2se"}, attacked=True),
        "1 Anna Z b2se",
        "1 Anna Z b2se d4",
        knight("b2se=1+", roads={"Anna": "b2se"}, attacked=True),
    ),
    case(
        "CK-196",
        landing(knights={"Anna": "b2sw=3+"}, roads={"Anna": "c2nw"}),
        "1 Anna M b2sw>c2nw",
        "1 Anna M b2sw>c2nw",
        knight("b2sw=3+"),
    ),
    # Improvements
    case(
        "CK-169",
        holding("MM", levels={"Anna": (0, 1, 0)}, cities={"Anna": "b2s"}, reduced={"Anna": "e1n"}),
        "1 Anna I b1",
        "1 Anna I b2",
    ),
    case(
        "CK-170",
        landing(hands={"Anna": "CC"}, levels={"Anna": (1, 0, 0)}, then=LOST),
        "1 Anna I y2",
        "1 Anna I y2",
        holding("CC", levels={"Anna": (1, 0, 0)}),
    ),
    # The attack
    case(
        "CK-108",
        landing(knights={"Anna": "b2sw=3+"}),
        "1 Anna B Cyril d1n",
        "1 Anna B Cyril d1n",
        landing(knights={"Anna": "b2sw=2+"}),
    ),
    case(
        "CK-191",
        landing(knights={"Anna": "b2sw=1+ e1nw=2+"}, metropolises={"Ben": "a3s=y"}),
        "1 Anna B Cyril d1n",
        "1 Anna B Cyril d1n",
        landing(knights={"Anna": "b2sw=2+"}, metropolises={"Ben": "a3s=y"}),
    ),
    case(
        "CK-192",
        landing(knights={"Ben": "d3sw=2+"}, reduced={"Anna": "e1n"}),
        "1 Anna B Cyril d1n",
        "1 Anna B Cyril d1n",
        landing(knights={"Ben": "d3sw=1+"}, reduced={"Anna": "e1n"}),
    ),
    case(
        "CK-193",
        landing(knights={"Anna": "b2sw=2+"}, reduced={"Anna": "e1n"}),
        "1 Anna B Cyril d1n",
        "1 Anna B Cyril d1n",
        landing(knights={"Anna": "b2sw=1+"}, reduced={"Anna": "e1n"}),
    ),
    case("CK-194", landing(knights={"Anna": "b2sw=3"}), "1 Anna /", f"1 Anna {ALL_LOSE} /"),
    case(
        "CK-194",
        landing(knights={"Anna": "b2sw=2", "Ben": "d3sw=1+", "Cyril": "d1ne=1+"}),
        "1 Anna B Ben a3s",
        "1 Anna B Anna e1n",
    ),
    case(
        "CKV-06",
        landing(experienced=True, knights={"Anna": "b2sw=3+"}, then=NONE_DECLARED),
        "1 Anna /",
        f"1 Anna {ALL_LOSE} /",
    ),
    case(
        "CKV-07",
        landing(
            experienced=True,
            knights={"Anna": "b2sw=2+", "Ben": "d3sw=1+", "Cyril": "d1ne=1+"},
            then="1 Anna 1+1s H Anna 0 H Ben d3sw H Cyril d1ne",
        ),
        "1 Anna B Ben a3s",
        "1 Anna B Anna e1n",
    ),
    case(
        "CKV-08",
        landing(
            experienced=True,
            hands={"Anna": "G"},
            knights={"Anna": "b2sw=1+ e1nw=2+"},
            then="1 Anna 1+1s H Anna e1nw H Ben 0 H Cyril 0 B Ben a3s B Cyril d1n",
        ),
        "1 Anna A b2sw",
        "1 Anna A e1nw",
    ),
    case(
        "CKV-08",
        landing(
            experienced=True,
            knights={"Anna": "b2sw=1+ e1nw=2+"},
            roads={"Anna": "c2nw e1w"},
            then="1 Anna 1+1s H Anna e1nw H Ben 0 H Cyril 0 B Ben a3s B Cyril d1n",
        ),
        "1 Anna M e1nw>d1s",
        "1 Anna M b2sw>c2nw",
    ),
    # Cards
    case("CK-242", having("Me Me", "GGOOOO"), "1 Anna Me b2s Me b2s", "1 Anna Me b2s"),
    case(
        "CK-270",
        rolled(progress={"Anna": "Sp", "Ben": "Al"}),
        "1 Anna Sp Ben Al Al 3+3",
        "1 Anna Sp Ben Al",
    ),
    case(
        "CK-275",
        having("De") | DESERTED,
        "1 Anna De d3sw>c2nw=3",
        "1 Anna De d3sw>c2nw",
        having("De") | DESERTED | {"knights": {"Ben": "d3sw=3"}},
    ),
]


@pytest.mark.parametrize(("rule", "given", "breaks", "instead", "keeps"), CASES)
def test_the_breach_is_told_by_the_rule_whose_case_it_is(rule, given, breaks, instead, keeps):
    assert rule in broken(laid_out(given), breaks)


@pytest.mark.parametrize(("rule", "given", "breaks", "instead", "keeps"), CASES)
def test_the_nearest_action_that_keeps_the_rule_is_allowed(rule, given, breaks, instead, keeps):
    assert broken(laid_out(instead), keeps) == []


# Not in another case


@pytest.mark.rule("CK-120", "CK-196")
def test_a_knight_that_fought_in_an_earlier_turn_is_passive_and_no_more():
    state = laid_out(landing(knights={"Anna": "b2sw=3+"}, roads={"Anna": "c2nw"}))
    play(state, "1 Anna / Ben: 1+1y / Cyril: 1+1y / Anna: 1+1y")

    assert broken(state, "4 Anna M b2sw>c2nw") == ["CK-120"]


@pytest.mark.rule("CK-182", "CK-184")
def test_what_level_four_does_not_win_is_told_once():
    metropolis = {"metropolises": {"Ben": "a3s=y"}}
    four = holding("CCCC", levels={"Anna": (3, 0, 0), "Ben": (5, 0, 0)}, **metropolis)
    five = holding("CCCCC", levels={"Anna": (4, 0, 0), "Ben": (5, 0, 0)}, **metropolis)

    assert broken(laid_out(four), "1 Anna I y4 e1n") == ["CK-182"]
    assert broken(laid_out(five), "1 Anna I y5 e1n") == ["CK-184"]


@pytest.mark.rule("CK-179", "CK-181", "CK-182", "CK-184")
@pytest.mark.parametrize(
    ("line", "rules"),
    [
        ("I y5 e1n", []),
        ("I y5", []),
        ("I y5 b2s", ["CK-181"]),
        ("I y5 d4n", ["CK-181"]),
        ("I b3 b2s", ["CK-179"]),
        ("I g4 b2s", []),
    ],
)
def test_the_place_of_a_metropolis_is_chosen_once(line, rules):
    given = holding(
        "CCCCCMMMPPPP",
        levels={"Anna": (4, 2, 3)},
        metropolises={"Anna": "e1n=y"},
        cities={"Anna": "b2s e1n"},
    )

    assert broken(laid_out(given), f"1 Anna {line}") == rules


@pytest.mark.rule("CK-010", "CK-184")
def test_a_place_at_a_level_that_there_is_not_is_no_metropolis_of_another():
    given = holding("CCCCCC", levels={"Anna": (5, 0, 0)})

    assert broken(laid_out(given), "1 Anna I y6 e1n") == ["CK-010"]


@pytest.mark.rule("CK-066", "CK-067", "CK-069", "CK-071", "B-077")
@pytest.mark.parametrize(
    ("dice", "gains", "rule"),
    [
        ("1+2y", "+Anna:LP +Cyril:LP", "B-077"),
        ("1+2y", "+Anna:LP +Cyril:LO", "CK-071"),
        ("1+2y", "+Anna:LP +Cyril:LPOO", "CK-067"),
        ("1+2y", "+Anna:LP +Ben:M +Cyril:LPO", "CK-066"),
        ("2+2y", "+Anna:G +Ben:LP +Cyril:GG", "B-077"),
        ("2+2y", "+Anna:G +Ben:LP +Cyril:GL", "CK-069"),
        ("3+3y", "+Ben:GG +Cyril:WC", "CK-067"),
    ],
)
def test_what_was_taken_is_told_by_the_buildings_that_bring_the_kind(dice, gains, rule):
    """Cyril has a settlement at mountains 3 and a forest 4, a city at a forest 3, fields 4 and a
    pasture 6; Ben a settlement at fields 6, and nothing at a 3."""
    assert broken(laid_out(rolling(dice)), f"1 Anna {gains}") == [rule]


@pytest.mark.rule("CK-118", "CK-141")
def test_a_second_helmet_of_the_turn_is_no_helmet_lost_by_a_promotion():
    state = laid_out(knight("b2sw=1", "WOGG"))

    assert broken(state, "1 Anna L b2sw A b2sw A b2sw") == ["CK-118"]


@pytest.mark.rule("CK-166", "CK-169")
def test_a_level_that_was_built_before_is_none_that_was_lost():
    state = laid_out(holding("PP", levels={"Anna": (0, 0, 1)}))

    assert broken(state, "1 Anna I g1") == ["CK-166"]


@pytest.mark.rule("CK-166")
def test_a_level_below_the_first_is_told_as_that():
    (action,) = lines("1 Anna I g0").actions[-1:]

    found = RULES.broken(laid_out(holding("PP")), action)

    assert [str(one.detail) for one in found if one.rule.id == "CK-166"] == [
        "a track begins with level 1"
    ]


@pytest.mark.rule("CK-174", "CK-178")
@pytest.mark.parametrize(
    ("line", "rules"),
    [
        ("1 Anna Q Anna O Q Cyril O", []),
        ("1 Anna Q Cyril O Q Anna O", ["CK-174"]),
        ("1 Anna Q Anna O Q Cyril O Q Anna O", ["CK-178"]),
    ],
)
def test_aqueducts_bring_a_card_each_in_the_order_of_draws(line, rules):
    state = laid_out(rolling("1+1y", levels={"Anna": (0, 0, 3), "Cyril": (0, 0, 3)}))

    assert broken(state, line) == rules


@pytest.mark.rule("CK-066", "B-077")
def test_a_card_of_another_kind_for_one_hex_is_no_card_of_a_hex_left_out():
    """Cyril's settlement is at one hex with an 11, which brings brick."""
    state = laid_out(rolling("5+6y"))

    assert broken(state, "1 Anna +Ben:BB +Cyril:O") == ["CK-066"]


@pytest.mark.rule("CK-174")
def test_the_last_card_of_the_bank_is_good_for_an_aqueduct():
    state = laid_out(rolling("1+1y", levels={"Anna": (0, 0, 3)}, bank={"O": 1}))

    assert broken(state.copy(), "1 Anna Q Anna O") == []
    play(state, "1 Anna Q Anna O")
    assert state.in_bank(4) == 0


@pytest.mark.rule("CK-188")
def test_level_four_needs_a_free_city_though_it_wins_nothing():
    """CKD-31: the metropolis of trade is Ben's."""
    given = holding(
        "CCCC",
        levels={"Anna": (3, 4, 0), "Ben": (4, 0, 0)},
        metropolises={"Anna": "e1n=b", "Ben": "a3s=y"},
    )

    assert broken(laid_out(given), "1 Anna I y4") == ["CK-188"]


@pytest.mark.rule("CK-147")
def test_who_displaces_nobody_is_told_so_and_no_more():
    assert broken(laid_out(knight("b2sw=2+")), "1 Anna M b2sw>c2nw*0") == ["CK-147"]


@pytest.mark.rule("CK-066", "CK-076")
def test_a_card_of_no_hex_is_none_of_the_robber_s_hex_far_away():
    state = laid_out(rolling("2+3y", robber="a3"))

    assert broken(state, "1 Anna +Anna:WC +Ben:W") == ["CK-066"]


@pytest.mark.rule("CK-174")
def test_the_aqueduct_is_used_before_anything_else_is_done():
    """CKD-18."""
    given = rolling("1+1y", levels={"Anna": (0, 0, 3)}, hands={"Anna": "BL"})

    assert broken(laid_out(given), "1 Anna R b2se Q Anna O") == ["CK-174"]


@pytest.mark.rule("CK-138")
def test_two_knights_take_one_action_each():
    state = laid_out(knight("b2sw=1+ e1nw=1+", roads={"Anna": "c2nw e1w"}))

    assert broken(state, "1 Anna M b2sw>c2nw M e1nw>e1sw") == []


@pytest.mark.rule("CK-199", "CK-202", "CK-203")
def test_why_a_city_is_not_lost_is_told_once():
    one_knight = landing(knights={"Anna": "b2sw=1+"})
    metropolis = landing(metropolises={"Anna": "e1n=y"})

    assert broken(laid_out(one_knight), "1 Anna B Anna e1n") == ["CK-199"]
    assert broken(laid_out(metropolis), "1 Anna B Anna e1n") == ["CK-203"]


@pytest.mark.rule("CK-034", "CK-296")
def test_a_price_that_is_not_paid_is_named_before_the_guess_that_commodities_were_to_pay_it():
    state = laid_out(holding("LC"))
    (road,) = lines("1 Anna R b2se").actions

    assert [one.rule.id for one in RULES.broken(state, road)] == ["CK-034", "CK-296"]
    assert "CK-296" in RULES.guesses
