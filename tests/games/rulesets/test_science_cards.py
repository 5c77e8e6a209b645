"""The green progress cards, those of science: played without what they need, and what they bring
counted. Their moments are in `test_progress_cards`, the table in `cities_table`."""

from __future__ import annotations

import pytest

from games.engine.rulesets.base.packed import in_words
from tests.games.rulesets.cities_table import RULES, after, knight, laid_out, lines, play
from tests.games.rulesets.progress_table import having, held
from tests.games.rulesets.table import actions_of, broken, case

CASES = [
    case("CK-224", having("Al"), "1 Anna Al 3+3", "1 Anna Al 3+3y", {"progress": {"Anna": "Al"}}),
    case("CK-224", {"progress": {"Anna": "Al Al"}}, "1 Anna Al 3+3 Al 2+2", "1 Anna Al 3+3y"),
    case("CK-225", {"progress": {"Anna": "Al"}}, "1 Anna Al 7+3", "1 Anna Al 6+3y"),
    case("CK-226", {"progress": {"Anna": "Al"}}, "1 Anna Al 3+3 1+1y", "1 Anna Al 3+3y"),
    case("CK-228", having("Mi"), "1 Anna Mi +O", "1 Anna Mi +OO"),
    case("CK-228", having("Mi"), "1 Anna Mi +GG", "1 Anna Mi"),
    case("CK-228", having("Mi"), "1 Anna Mi +OOOO", "1 Anna Mi +OO"),
    case("CK-229", having("Mi", cities={"Anna": "b2s"}), "1 Anna Mi +OOOO", "1 Anna Mi +OO"),
    case("CK-248", having("Ir"), "1 Anna Ir +0", "1 Anna Ir +GG"),
    case("CK-249", having("Ir", cities={"Anna": "b2s"}), "1 Anna Ir +GGGG", "1 Anna Ir +GG"),
    case("CK-230", having("En"), "1 Anna En b2s", "1 Anna En e1n"),
    case(
        "CK-231",
        having("En", walls={"Anna": "e1n"}),
        "1 Anna En e1n",
        "1 Anna En e1n",
        having("En"),
    ),
    case(
        "CK-231",
        having("En", cities={"Anna": "b2s a1n c5ne"}, walls={"Anna": "b2s a1n c5ne"}),
        "1 Anna En e1n",
        "1 Anna En e1n",
        having("En", cities={"Anna": "b2s a1n c5ne"}, walls={"Anna": "b2s a1n"}),
    ),
    case(
        "CK-232",
        having("Cr", "", levels={"Anna": (0, 0, 1)}),
        "1 Anna Cr I g2-",
        "1 Anna Cr I g2-",
        having("Cr", "P", levels={"Anna": (0, 0, 1)}),
    ),
    case("CK-233", having("Cr", ""), "1 Anna I g1-", "1 Anna Cr I g1-"),
    case("CK-233", having("Cr", ""), "1 Anna Cr I g1- I y1-", "1 Anna Cr I g1-"),
    case(
        "CK-236", knight("b2sw=1", progress={"Anna": "Sm"}), "1 Anna Sm b2sw b2sw", "1 Anna Sm b2sw"
    ),
    case(
        "CK-237",
        knight("b2sw=2", progress={"Anna": "Sm"}),
        "1 Anna Sm b2sw",
        "1 Anna Sm b2sw",
        knight("b2sw=2", progress={"Anna": "Sm"}, levels={"Anna": (0, 3, 0)}),
    ),
    case(
        "CK-239",
        knight("b2sw=1 e1nw=1", "WO", progress={"Anna": "Sm"}, levels={"Anna": (0, 3, 0)}),
        "1 Anna L b2sw Sm b2sw",
        "1 Anna L b2sw Sm e1nw",
    ),
    case(
        "CK-240",
        knight("b2sw=2 e1nw=2 c2nw=1", progress={"Anna": "Sm"}),
        "1 Anna Sm c2nw",
        "1 Anna Sm c2nw",
        knight("b2sw=2 c2nw=1", progress={"Anna": "Sm"}),
    ),
    case(
        "CK-240",
        knight("b2sw=2 e1nw=1 c2nw=1", progress={"Anna": "Sm"}),
        "1 Anna Sm c2nw e1nw",
        "1 Anna Sm b2sw c2nw",
        knight("b2sw=2 e1nw=2 c2nw=1", progress={"Anna": "Sm"}, levels={"Anna": (0, 3, 0)}),
    ),
    case("CK-241", having("Me", "GO"), "1 Anna Me b2s", "1 Anna Me b2s", having("Me", "GOO")),
    case(
        "CK-243",
        having("Rb", reach=[0, 0, 0]),
        "1 Anna Rb",
        "1 Anna Rb b2se",
        having("Rb"),
    ),
    case(
        "CK-244",
        having("Rb", roads_left=[0, 9, 9]),
        "1 Anna Rb",
        "1 Anna Rb b2se",
        having("Rb", roads_left=[1, 9, 9]),
    ),
    case("CK-245", having("In"), "1 Anna In a1 a1", "1 Anna In a1 a2"),
    case("CK-246", having("In"), "1 Anna In a1 a3", "1 Anna In a1 a2"),
    case("CK-247", having("In"), "1 Anna In a1 c3", "1 Anna In a1 a2"),
]


@pytest.mark.parametrize(("rule", "given", "breaks", "instead", "keeps"), CASES)
def test_the_rule_is_named_when_it_is_broken(rule, given, breaks, instead, keeps):
    assert rule in broken(laid_out(given), breaks)


@pytest.mark.parametrize(("rule", "given", "breaks", "instead", "keeps"), CASES)
def test_the_nearest_action_that_keeps_the_rule_is_allowed(rule, given, breaks, instead, keeps):
    assert broken(laid_out(instead), keeps) == []


# What they bring


@pytest.mark.rule("CK-228", "CK-229")
def test_mining_brings_two_ore_for_each_mountain_whatever_stands_there():
    state = after(
        "1 Anna 1+1y", hands={"Cyril": ""}, cities={"Anna": "b2s"}, progress={"Anna": "Mi"}
    )

    play(state, "1 Anna Mi")

    assert held(state) == "LLWOO"


@pytest.mark.rule("CK-248", "CK-249")
def test_irrigation_brings_two_grain_for_each_field_though_the_robber_stands_there():
    state = laid_out(having("Ir", "", robber="c2", built={"Anna": "e3s"}))

    play(state, "1 Anna Ir")

    assert held(state) == "GGGG"


@pytest.mark.rule("CK-228")
def test_mining_brings_what_the_bank_has():
    state = laid_out(having("Mi", "", bank={"O": 1}))

    play(state, "1 Anna Mi")

    assert held(state) == "O"


@pytest.mark.rule("B-080", "CK-228", "CK-229", "CK-248", "CK-249")
@pytest.mark.parametrize(
    ("given", "line", "told"),
    [
        # One mountain hex with a city at it.
        ({"bank": {"O": 1}}, "1 Anna Mi +OO", "B-080 the bank has 1 of ore"),
        ({"bank": {"O": 0}}, "1 Anna Mi +O", "B-080 the bank has 0 of ore"),
        ({"bank": {"O": 1}}, "1 Anna Mi +OOO", "CK-229 Anna got 3× ore, due is 1× ore"),
        ({"bank": {"O": 1}}, "1 Anna Mi +0", "CK-228 Anna got 0 cards, due is 1× ore"),
        ({"bank": {"O": 1}}, "1 Anna Mi +Ben:OO", "CK-228 Anna got 0 cards, due is 1× ore"),
        ({"bank": {"O": 9}}, "1 Anna Mi +OOO", "CK-229 Anna got 3× ore, due is 2× ore"),
    ],
)
def test_more_than_the_bank_has_is_told_by_the_bank_alone(given, line, told):
    state = laid_out(having("Mi", "", cities={"Anna": "b2s"}, **given))

    (action,) = actions_of(line, ruleset="cities-knights").actions

    assert [f"{one.rule.id} {one.detail}" for one in RULES.broken(state, action)] == [told]


@pytest.mark.rule("CK-226", "CK-227")
def test_the_alchemist_sets_the_dice_by_which_all_draw_and_produce():
    state = after(progress={"Anna": "Al"}, levels={"Anna": (0, 0, 1)}, hands={"Anna": ""})

    play(state, "1 Anna Al 2+3g D Anna Cr")

    assert held(state) == "WC"


@pytest.mark.rule("CK-230")
def test_the_engineer_wants_no_brick():
    state = laid_out(having("En", ""))

    play(state, "1 Anna En e1n")

    assert state.walls[0].bit_count() == 1


@pytest.mark.rule("CK-232", "CK-234", "CK-242")
def test_the_crane_saves_a_commodity_and_nothing_for_a_city():
    state = laid_out(having("Cr", "PPGGOO", levels={"Anna": (0, 0, 2)}))

    assert "CK-234" in broken(state.copy(), "1 Anna Cr C b2s")
    play(state, "1 Anna Cr I g3-")

    assert held(state) == "GGOO"


@pytest.mark.rule("CK-236", "CK-238")
def test_the_smith_promotes_two_and_leaves_their_helmets_as_they_are():
    state = laid_out(knight("b2sw=1+ e1nw=1", progress={"Anna": "Sm"}))

    play(state, "1 Anna Sm b2sw e1nw")

    assert [mask.bit_count() for mask in state.ranks[0]] == [0, 0, 2, 0]
    assert state.active[0].bit_count() == 1


@pytest.mark.rule("CK-241", "CK-242")
def test_medicine_makes_a_city_of_a_settlement_or_of_a_reduced_city():
    state = laid_out(having("Me Me", "GGOOOO", reduced={"Anna": "e1n"}))

    play(state, "1 Anna Me e1n Me b2s")

    assert (held(state), state.points[0]) == ("", 4)
    assert state.reduced[0] == 0


@pytest.mark.rule("CK-243", "CK-244")
def test_road_building_lays_two_roads_for_nothing_and_no_third():
    state = laid_out(having("Rb", ""))

    assert broken(state.copy(), "1 Anna Rb b2se e1w F e1sw") == ["CK-244"]
    play(state, "1 Anna Rb b2se e1w")

    assert state.roads[0].bit_count() == 4


@pytest.mark.rule("CK-245", "CK-247")
def test_the_inventor_changes_what_numbers_bring():
    state = laid_out(having("In", robber="c2"))

    play(state, "1 Anna In c2 d2")

    assert (state.numbers[8], state.numbers[13]) == ((5,), (4,))
    assert in_words(state.yields[4][0]) == "WC"
    assert in_words(state.yields[5][0]) == ""


@pytest.mark.rule("CK-228")
def test_what_the_table_took_for_mining_is_what_is_played_on_with():
    state = laid_out(having("Mi", ""))

    RULES.play(state, lines("1 Anna Mi +O").actions[0])

    assert (held(state), state.in_bank(4)) == ("O", 18)
