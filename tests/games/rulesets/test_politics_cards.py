"""The blue progress cards, those of politics: played without what they need, and what they bring
counted. Their moments are in `test_progress_cards`, the table in `cities_table`."""

from __future__ import annotations

import pytest

from games.engine.core import NotARecord
from tests.games.rulesets import cities_table
from tests.games.rulesets.cities_table import (
    RICH,
    RIVALS,
    RULES,
    knight,
    laid_out,
    lines,
    play,
    rolled,
)
from tests.games.rulesets.progress_table import DESERTED, RIVAL, having, held
from tests.games.rulesets.table import broken, case

CASES = [
    case("CK-086", having("Bi"), "1 Anna Bi d4", "1 Anna Bi d4", having("Bi", attacked=True)),
    case("CK-250", having("Bi", attacked=True), "1 Anna Bi c3", "1 Anna Bi d4"),
    case("CK-251", having("Bi", attacked=True), "1 Anna Bi c2", "1 Anna Bi c2<Cyril:W"),
    case(
        "CK-251",
        having("Bi", attacked=True),
        "1 Anna Bi c2<Cyril:W<Ben:W",
        "1 Anna Bi b4<Ben:W<Cyril:W",
    ),
    case("CK-253", having("Di", roads={"Ben": "d2se"}), "1 Anna Di d3sw", "1 Anna Di d2se"),
    case("CK-253", having("Di"), "1 Anna Di a1nw", "1 Anna Di d3sw"),
    case(
        "CK-254",
        having("Di", knights={"Ben": "d3sw=1"}),
        "1 Anna Di d3sw",
        "1 Anna Di d3sw",
        having("Di", knights={"Anna": "d3sw=1"}),
    ),
    case("CK-255", having("Di"), "1 Anna Di d3sw>b2se", "1 Anna Di d3sw"),
    case("CK-256", having("Di"), "1 Anna Di b2sw>c2nw", "1 Anna Di b2sw>b2se"),
    case("CK-256", having("Di"), "1 Anna Di b2sw>d3sw", "1 Anna Di b2sw"),
    case("CK-259", having("We", cities=RICH), "1 Anna We G Cyril W", "1 Anna We G Ben WB"),
    case("CK-261", having("We", cities=RICH), "1 Anna We G Ben W /", "1 Anna We G Ben WB /"),
    case("CK-261", having("We", cities=RICH), "1 Anna We G Ben PP", "1 Anna We G Ben WB"),
    case("CK-261", having("We", cities=RICH), "1 Anna We /", "1 Anna We G Ben WB /"),
    case(
        "CK-262",
        having("It", knights={"Cyril": "b4sw=1"}),
        "1 Anna It b4sw>b4se",
        "1 Anna It c2nw>d1ne",
        having("It") | RIVAL,
    ),
    case(
        "CK-263",
        having("It", knights={"Anna": "b2sw=1"}),
        "1 Anna It b2sw>b2se",
        "1 Anna It c2nw>d1ne",
        having("It") | RIVAL,
    ),
    case("CK-264", having("It") | RIVAL, "1 Anna It c2nw>0", "1 Anna It c2nw>d1ne"),
    case("CK-264", having("It") | RIVAL, "1 Anna It c2nw>b4sw", "1 Anna It c2nw>d1ne"),
    case(
        "CK-266",
        having("Sa", cities=RICH | {"Anna": "b2s"}),
        "1 Anna Sa X Cyril W",
        "1 Anna Sa X Ben W",
    ),
    case("CK-267", having("Sa"), "1 Anna Sa X Ben WB", "1 Anna Sa X Ben W"),
    case("CK-267", having("Sa"), "1 Anna Sa X Ben W /", "1 Anna Sa X Ben W X Cyril L /"),
    case(
        "CK-268",
        rolled(progress={"Anna": "Sp", "Ben": "Mi"}),
        "1 Anna Sp Ben Ir",
        "1 Anna Sp Ben Mi",
    ),
    case(
        "CK-268",
        rolled(progress={"Anna": "Sp Mi", "Ben": "Mi"}),
        "1 Anna Sp Anna Mi",
        "1 Anna Sp Ben Mi",
    ),
    case(
        "CK-235",
        rolled(progress={"Anna": "Sp", "Ben": "Mi"}),
        "1 Anna Sp Ben Pr",
        "1 Anna Sp Ben Mi",
    ),
    case(
        "CK-278",
        rolled(progress={"Anna": "Sp", "Ben": "Mi"}),
        "1 Anna Sp Ben Co",
        "1 Anna Sp Ben Mi",
    ),
    case(
        "CK-271",
        having("De", knights={"Anna": "b2sw=1"}),
        "1 Anna De b2sw",
        "1 Anna De d3sw",
        having("De") | DESERTED,
    ),
    case(
        "CK-272",
        having("De", knights={"Anna": "b2sw=2 e1nw=2", "Ben": "d3sw=2"}, roads={"Anna": "c2nw"}),
        "1 Anna De d3sw>c2nw",
        "1 Anna De d3sw>c2nw",
        having("De", knights={"Anna": "b2sw=2", "Ben": "d3sw=2"}, roads={"Anna": "c2nw"}),
    ),
    case(
        "CK-273",
        having("De") | DESERTED,
        "1 Anna De d3sw>c2nw=1",
        "1 Anna De d3sw>c2nw=1",
        having("De", knights={"Anna": "b2sw=2 e1nw=2", "Ben": "d3sw=2"}, roads={"Anna": "c2nw"}),
    ),
    case(
        "CK-274",
        having("De", knights={"Anna": "b2sw=1 e1nw=1", "Ben": "d3sw=1"}, roads={"Anna": "c2nw"}),
        "1 Anna De d3sw>c2nw=2",
        "1 Anna De d3sw",
    ),
    case("CK-277", having("De") | DESERTED, "1 Anna De d3sw>a1n", "1 Anna De d3sw>c2nw"),
    case("CK-277", having("De") | DESERTED, "1 Anna De d3sw>b4s", "1 Anna De d3sw>b2sw"),
]


@pytest.mark.parametrize(("rule", "given", "breaks", "instead", "keeps"), CASES)
def test_the_rule_is_named_when_it_is_broken(rule, given, breaks, instead, keeps):
    assert rule in broken(laid_out(given), breaks)


@pytest.mark.parametrize(("rule", "given", "breaks", "instead", "keeps"), CASES)
def test_the_nearest_action_that_keeps_the_rule_is_allowed(rule, given, breaks, instead, keeps):
    assert broken(laid_out(instead), keeps) == []


# What they bring


@pytest.mark.rule("CK-250", "CK-251", "CK-252")
def test_the_bishop_takes_a_card_from_each_opponent_there_though_one_has_two_buildings():
    state = laid_out(having("Bi", "", attacked=True, built={"Ben": "b4ne"}))

    play(state, "1 Anna Bi b4<Ben:W<Cyril:L")

    assert held(state) == "LW"
    assert state.robber == state.places.grid.hex_named["b4"]


@pytest.mark.rule("CK-250", "CK-251")
def test_the_bishop_goes_to_the_desert_and_takes_nothing_of_who_has_nothing():
    """CKD-40, CKD-41."""
    given = having("Bi Bi", "", attacked=True, robber="d4", hands={"Anna": "", "Ben": ""})
    state = laid_out(given)

    play(state, "1 Anna Bi c3 Bi b4<Cyril:L")

    assert [held(state, seat) for seat in state.seats] == ["L", "", "WG"]


@pytest.mark.rule("CK-251")
def test_who_is_named_without_a_card_at_the_bishop_has_none():
    """As `K d3<Ben` says it of the robber."""
    bare = laid_out(having("Bi", "", attacked=True, hands={"Ben": ""}))
    rich = laid_out(having("Bi", "", attacked=True))

    assert broken(bare, "1 Anna Bi b4<Ben<Cyril:L") == []
    assert broken(rich, "1 Anna Bi b4<Ben<Cyril:L") == ["CK-251"]


@pytest.mark.rule("CK-251", "CK-252")
@pytest.mark.parametrize(
    ("words", "row"),
    [("b4<Ben<Ben:W", "CK-252"), ("b4<Ben<Ben", "CK-252"), ("b4<Ben:0", "CK-251")],
)
def test_nobody_is_named_twice_at_the_bishop_nor_with_no_card_for_a_card(words, row):
    with pytest.raises(NotARecord, match=row):
        cities_table.lines(f"1 Anna Bi {words}")


@pytest.mark.rule("CK-268")
def test_nobody_spies_on_who_has_no_card_face_down():
    """CKD-47."""
    state = laid_out(rolled(progress={"Anna": "Sp"}, shown=[0, 1, 0]))

    assert "CK-268" in broken(state.copy(), "1 Anna Sp Ben Mi")
    assert not any(action.verb == "spy" for action in RULES.legal(state))


@pytest.mark.rule("CK-271", "CK-274")
def test_a_deserter_without_a_place_is_removed_all_the_same():
    """CKD-45: an opponent loses the knight, and nothing is placed."""
    state = laid_out(having("De") | DESERTED)

    play(state, "1 Anna De d3sw")

    assert (state.men[0], state.men[1]) == (0, 0)


@pytest.mark.rule("CK-253", "CK-254", "CK-255", "CK-297")
def test_the_diplomat_takes_a_road_and_the_route_with_it():
    state = laid_out(having("Di", roads={"Ben": "d3se d4sw d4se d4e"}))
    assert (state.route_holder, state.points[1]) == (1, 5)

    play(state, "1 Anna Di d4e")

    assert (state.route_holder, state.points[1]) == (-1, 3)
    assert state.roads_left[1] == 10


@pytest.mark.rule("CK-256", "CK-297")
def test_the_diplomat_moves_an_own_road_for_nothing():
    state = laid_out(having("Di", ""))

    play(state, "1 Anna Di b2sw>b2se")

    assert state.roads[0] >> state.places.grid.path_named["b2se"] & 1
    assert state.roads[0].bit_count() == 2


@pytest.mark.rule("CK-257", "CK-258")
def test_the_warlord_activates_all_own_knights_which_do_not_act_in_the_turn():
    state = laid_out(knight("b2sw=1 e1nw=3", progress={"Anna": "Wa"}) | {"hands": {"Anna": ""}})

    play(state, "1 Anna Wa")

    assert state.active[0] == state.men[0]
    assert "CK-119" in broken(state, "1 Anna M b2sw>c2nw")


@pytest.mark.rule("CK-259", "CK-260", "CK-261")
def test_for_a_wedding_those_with_more_points_give_two_cards_of_their_choice():
    given = having(
        "We", "", cities=RICH | {"Cyril": "b4s"}, hands={"Anna": "", "Ben": "WP", "Cyril": "M"}
    )
    state = laid_out(given)

    play(state, "1 Anna We G Cyril M G Ben WP")

    assert held(state) == "WMP"


@pytest.mark.rule("CK-262", "CK-263", "CK-264", "CK-265")
def test_intrigue_drives_a_mighty_knight_off_which_stays_active():
    state = laid_out(having("It", "") | RIVALS | {"knights": {"Cyril": "c2nw=3+"}})

    play(state, "1 Anna It c2nw>d1ne")

    spot = state.places.grid.intersection_named["d1ne"]
    assert state.strength(2, spot) == 3
    assert state.active[2] == 1 << spot
    assert state.men[0] == 0


@pytest.mark.rule("CK-266", "CK-267")
def test_a_saboteur_takes_half_of_every_hand_whatever_its_size():
    given = having("Sa", hands={"Anna": "", "Ben": "BBBBBMMMM", "Cyril": "L"}, walls={"Ben": "a3s"})
    state = laid_out(given)

    play(state, "1 Anna Sa X Ben BBMM")

    assert (held(state, 1), held(state, 2)) == ("BBBMM", "L")
    assert state.phase == laid_out(given).phase


@pytest.mark.rule("CK-079", "CK-266", "CK-267")
@pytest.mark.parametrize("line", ["1 Anna Sa X Ben 0 X Cyril 0", "1 Anna X Ben 0"])
def test_a_mark_that_somebody_discards_nothing_breaks_no_rule(line):
    state = laid_out(having("Sa", hands={"Anna": "", "Ben": "B", "Cyril": ""}))

    assert broken(state, line) == []


@pytest.mark.rule("CK-267")
def test_such_a_mark_stands_for_no_card_that_a_saboteur_costs_another():
    hands = {"Anna": "", "Ben": "BB", "Cyril": ""}

    assert broken(laid_out(having("Sa", hands=hands)), "1 Anna Sa X Cyril 0 X Ben 0") == ["CK-267"]
    assert broken(laid_out(having("Sa", hands=hands)), "1 Anna Sa X Cyril 0 X Ben B /") == []


@pytest.mark.rule("CK-266")
def test_a_saboteur_spares_those_with_fewer_points_though_nobody_else_owes_a_card():
    state = laid_out(
        having("Sa", hands={"Anna": "", "Cyril": "WWWW"}, cities=RICH | {"Anna": "b2s"})
    )

    assert broken(state, "1 Anna Sa X Cyril WW") == ["CK-266"]


@pytest.mark.rule("CK-266")
@pytest.mark.parametrize("others", [{}, {"Ben": "a3s d3s"}])
def test_who_is_spared_by_a_saboteur_is_told_why(others):
    """Whether somebody else owes cards or nobody does."""
    hands = {"Anna": "", "Ben": "BB", "Cyril": "WWWW"}
    state = laid_out(having("Sa", hands=hands, cities=RICH | {"Anna": "b2s"} | others))
    *before, last = lines("1 Anna Sa X Cyril WW").actions
    for action in before:
        RULES.play(state, action)

    (found,) = RULES.broken(state, last)

    assert str(found.detail) == "Cyril has fewer points than Anna, so the Saboteur costs no cards"


@pytest.mark.rule("CK-268", "CK-270")
def test_a_spy_takes_a_spy_who_is_played_at_once():
    state = laid_out(rolled(progress={"Anna": "Sp", "Ben": "Sp Mi", "Cyril": "Al"}))

    play(state, "1 Anna Sp Ben Sp Sp Cyril Al")

    assert [state.face_down(seat) for seat in state.seats] == [1, 1, 0]
    assert "CK-270" in broken(state, "1 Anna Al 3+3")


@pytest.mark.rule("CK-271", "CK-272", "CK-275", "CK-276")
def test_a_deserter_changes_sides_with_helmet_and_strength():
    state = laid_out(having("De", "") | DESERTED | {"knights": {"Ben": "d3sw=3+"}})

    play(state, "1 Anna De d3sw>c2nw")

    spot = state.places.grid.intersection_named["c2nw"]
    assert state.men[1] == 0
    assert state.strength(0, spot) == 3
    assert state.active[0] == 1 << spot
    assert "CK-119" in broken(state, "1 Anna M c2nw>b2sw")
