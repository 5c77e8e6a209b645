"""The 54 progress cards of Cities & Knights: each played, played at the wrong time, played without
what it needs, and what it brings counted. The table is drawn in `cities_table`."""

from __future__ import annotations

import pytest

from games.engine import rulesets
from games.engine.core import NotARecord
from games.engine.rulesets.base.packed import in_words
from games.engine.rulesets.cities_knights.decks import DECKS, PLACES
from tests.games.rulesets.cities_table import KEY, after, lines, play
from tests.games.rulesets.table import broken, case
from tests.games.rulesets.test_cities_knights import (
    RICH,
    RIVALS,
    holding,
    knight,
    laid_out,
    rolled,
)


def having(cards, letters="LLW", **given):
    return holding(letters, progress={"Anna": cards}) | given


RIVAL = {"knights": {"Cyril": "c2nw=1"}} | RIVALS
"""Cyril's basic knight at the end of a road of Anna's."""

DESERTED = {"knights": {"Ben": "d3sw=2"}, "roads": {"Anna": "c2nw"}}

PLAYS = {
    "Mi": {},
    "Ir": {},
    "Cr": {},
    "Wa": {},
    "We": {},
    "Sa": {},
    "Ch": {},
    "Mf": {},
    "En e1n": {},
    "Sm b2sw": {"knights": {"Anna": "b2sw=1"}},
    "Me b2s": {"hands": {"Anna": "GOO"}},
    "Rb": {},
    "In a1 a2": {},
    "Bi d4": {"attacked": True},
    "Di d3sw": {},
    "It c2nw>d1ne": RIVAL,
    "Sp Ben Mi": {"progress": {"Ben": "Mi"}},
    "De d3sw>c2nw": DESERTED,
    "Mt d2": {},
    "Mm Ben WB": {"cities": RICH},
    "Cm M": {},
    "Rm O": {},
}
"""A legal play of each card, by what it needs."""


def played(play_, **more):
    """The position in which Anna holds the card, after the roll."""
    given = dict(PLAYS[play_]) | more
    held = {"Anna": play_[:2]} | given.pop("progress", {})
    return rolled(**given) | {"progress": held}


each_card = pytest.mark.parametrize("play_", PLAYS, ids=[play_[:2] for play_ in PLAYS])


def test_every_card_that_can_be_played_is_among_the_plays():
    open_cards = {"Pr", "Co", "Al"}

    assert {play_[:2] for play_ in PLAYS} == PLACES.keys() - open_cards


@pytest.mark.rule("CK-060", "CK-061", "CK-062")
@each_card
def test_the_card_is_played_after_the_roll_by_who_holds_it(play_):
    state = laid_out(played(play_))

    assert broken(state, f"1 Anna {play_}") == []


@pytest.mark.rule("CK-060")
@each_card
def test_the_card_is_not_played_before_the_roll(play_):
    given = played(play_)
    given.pop("lines")

    assert "CK-060" in broken(laid_out(given), f"1 Anna {play_}")


@pytest.mark.rule("CK-060")
@each_card
def test_the_card_is_not_played_on_the_turn_of_somebody_else(play_):
    state = laid_out(played(play_))
    play(state, "1 Anna /")

    assert "CK-060" in broken(state, f"2 Ben 1+1y Anna: {play_}")


@pytest.mark.rule("CK-061")
@each_card
def test_the_card_is_not_played_by_who_does_not_hold_it(play_):
    given = played(play_)
    given["progress"] = {name: held for name, held in given["progress"].items() if name != "Anna"}

    assert "CK-061" in broken(laid_out(given), f"1 Anna {play_}")


@pytest.mark.rule("CK-064")
@each_card
def test_the_card_goes_under_its_deck(play_):
    state = laid_out(played(play_))
    play(state, f"1 Anna {play_}")

    colour, kind = PLACES[play_[:2]]
    assert state.under[colour] == (kind,)
    assert state.face_down(0) == (play_[:2] == "Sp")


CASES = [
    # Science
    case("CK-224", having("Al"), "1 Anna Al 3+3", "1 Anna Al 3+3y", {"progress": {"Anna": "Al"}}),
    case("CK-224", {"progress": {"Anna": "Al Al"}}, "1 Anna Al 3+3 Al 2+2", "1 Anna Al 3+3y"),
    case("CK-225", {"progress": {"Anna": "Al"}}, "1 Anna Al 7+3", "1 Anna Al 6+3y"),
    case("CK-226", {"progress": {"Anna": "Al"}}, "1 Anna Al 3+3 1+1y", "1 Anna Al 3+3y"),
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
    # Politics
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
    case("CK-261", having("We", cities=RICH), "1 Anna We G Ben W", "1 Anna We G Ben WB"),
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
        "CK-269",
        rolled(progress={"Anna": "Sp", "Ben": "Mi"}),
        "1 Anna Sp Ben Co",
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
    # Trade
    case("CK-214", having("Mt"), "1 Anna Mt a3", "1 Anna Mt d2"),
    case(
        "CK-280",
        having("Ch", hands={"Anna": "L", "Ben": "M"}),
        "1 Anna Ch J Ben L<>0",
        "1 Anna Ch J Ben L<>M",
    ),
    case(
        "CK-280",
        having("Ch", hands={"Anna": "LP", "Ben": "M"}),
        "1 Anna Ch J Ben P<>M",
        "1 Anna Ch J Ben L<>M",
    ),
    case(
        "CK-282",
        having("Ch", hands={"Anna": "LL", "Ben": "MP", "Cyril": "M"}),
        "1 Anna Ch J Ben L<>M J Ben L<>P",
        "1 Anna Ch J Ben L<>M J Cyril L<>M",
    ),
    case(
        "CK-282",
        rolled(hands={"Ben": "M"}),
        "1 Anna J Ben L<>M",
        "1 Anna Ch J Ben L<>M",
        having("Ch", hands={"Anna": "L", "Ben": "M"}),
    ),
    case("CK-283", having("Ch"), "1 Anna Ch J Ben L<>M", "1 Anna Ch J Ben L<>0"),
    case("CK-284", holding("PP"), "1 Anna T 2P>O", "1 Anna Mf T 2P>O", having("Mf", "PP")),
    case("CK-284", having("Mf", "PP"), "1 Anna Mf / Anna: T 2P>O", "1 Anna Mf T 2P>O"),
    case("CK-285", having("Mf", "WOPP"), "1 Anna Mf T WO>M", "1 Anna Mf T 2P>M"),
    case(
        "CK-286",
        having("Mf", "PPBBPP"),
        "1 Anna Mf T 2P>O T 2B>O",
        "1 Anna Mf T 2P>O T 2P>O",
    ),
    case("CK-287", having("Mm"), "1 Anna Mm Ben WB", "1 Anna Mm Ben WB", having("Mm", cities=RICH)),
    case("CK-288", having("Mm", cities=RICH), "1 Anna Mm Ben W", "1 Anna Mm Ben WB"),
    case(
        "CK-288",
        having("Mm", cities=RICH, hands={"Ben": ""}),
        "1 Anna Mm Ben 0",
        "1 Anna Mm Ben M",
        having("Mm", cities=RICH, hands={"Ben": "M"}),
    ),
    case(
        "CK-289",
        having("Cm", hands={"Ben": "MMM"}),
        "1 Anna Cm M -Ben:MM",
        "1 Anna Cm M -Ben:M",
    ),
    case("CK-290", having("Cm"), "1 Anna Cm O", "1 Anna Cm M"),
    case(
        "CK-291",
        having("Rm", hands={"Ben": "OOO", "Cyril": "O"}),
        "1 Anna Rm O -Ben:OOO -Cyril:O",
        "1 Anna Rm O -Ben:OO -Cyril:O",
    ),
    case("CK-292", having("Rm"), "1 Anna Rm C", "1 Anna Rm W"),
]


@pytest.mark.parametrize(("rule", "given", "breaks", "instead", "keeps"), CASES)
def test_the_rule_is_named_when_it_is_broken(rule, given, breaks, instead, keeps):
    assert rule in broken(laid_out(given), breaks)


@pytest.mark.parametrize(("rule", "given", "breaks", "instead", "keeps"), CASES)
def test_the_nearest_action_that_keeps_the_rule_is_allowed(rule, given, breaks, instead, keeps):
    assert broken(laid_out(instead), keeps) == []


# What they bring


def held(state, seat=0):
    return in_words(state.hands[seat])


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

    assert "B-166" in broken(state.copy(), "1 Anna Rb b2se e1w F e1sw")
    play(state, "1 Anna Rb b2se e1w")

    assert state.roads[0].bit_count() == 4


@pytest.mark.rule("CK-245", "CK-247")
def test_the_inventor_changes_what_numbers_bring():
    state = laid_out(having("In", robber="c2"))

    play(state, "1 Anna In c2 d2")

    assert (state.numbers[8], state.numbers[13]) == ((5,), (4,))
    assert in_words(state.yields[4][0]) == "WC"
    assert in_words(state.yields[5][0]) == ""


@pytest.mark.rule("CK-250", "CK-251", "CK-252")
def test_the_bishop_takes_a_card_from_each_opponent_there_though_one_has_two_buildings():
    state = laid_out(having("Bi", "", attacked=True, built={"Ben": "b4ne"}))

    play(state, "1 Anna Bi b4<Ben:W<Cyril:L")

    assert held(state) == "LW"
    assert state.robber == state.places.grid.hex_named["b4"]


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


@pytest.mark.rule("CK-214", "CK-217", "CK-218", "CK-219", "CK-018")
def test_the_merchant_brings_a_point_and_goes_to_whoever_plays_the_card_next():
    state = laid_out(rolled(progress={"Anna": "Mt", "Ben": "Mt"}, robber="d2"))

    play(state, "1 Anna Mt d2 /")
    assert state.points == [4, 3, 3]
    play(state, "2 Ben 1+1s Mt a3")

    assert state.points == [3, 4, 3]
    assert state.merchant == state.places.grid.hex_named["a3"]


@pytest.mark.rule("CK-280", "CK-281", "CK-283")
def test_a_commercial_harbour_exchanges_a_resource_for_a_commodity():
    state = laid_out(having("Ch", hands={"Anna": "LL", "Ben": "M", "Cyril": ""}))

    play(state, "1 Anna Ch J Ben L<>M J Cyril L<>0")

    assert (held(state), held(state, 1)) == ("LM", "L")


@pytest.mark.rule("CK-284", "CK-286")
def test_two_merchant_fleets_are_good_for_two_kinds():
    state = laid_out(having("Mf Mf", "PPBBPP"))

    play(state, "1 Anna Mf Mf T 2P>O T 2B>O T 2P>O")

    assert held(state) == "OOO"


@pytest.mark.rule("CK-287", "CK-288")
def test_the_master_merchant_picks_two_cards():
    state = laid_out(having("Mm", "", cities=RICH, hands={"Anna": "", "Ben": "OMP"}))

    play(state, "1 Anna Mm Ben OM")

    assert (held(state), held(state, 1)) == ("OM", "P")


@pytest.mark.rule("CK-289", "CK-291")
def test_monopolies_take_one_commodity_and_two_resources_of_everybody():
    hands = {"Anna": "", "Ben": "MMOOO", "Cyril": "O"}
    state = laid_out(having("Cm Rm", hands=hands))

    play(state, "1 Anna Cm M Rm O")

    assert [held(state, seat) for seat in state.seats] == ["OOOM", "OM", ""]


@pytest.mark.rule("CK-059", "CK-235", "CK-278", "CK-056")
def test_printer_and_constitution_lie_open_at_once_as_a_point():
    state = laid_out({"levels": {"Ben": (0, 1, 1)}, "then": "1 Anna 1+1g D Ben Pr"})
    play(state, "1 Anna / Ben: 1+1b D Ben Co")

    assert state.points[1] == 5
    assert state.face_down(1) == 0


@pytest.mark.rule("CK-235", "CK-278")
@pytest.mark.parametrize("letters", ["Pr", "Co"])
def test_an_open_card_is_never_played(letters):
    with pytest.raises(NotARecord):
        lines(f"1 Anna {letters}")


@pytest.mark.rule("CK-001", "CK-004", "CK-005", "CK-006", "CK-007")
def test_there_are_three_decks_of_eighteen_cards():
    assert [sum(card.copies for card in deck) for deck in DECKS] == [18, 18, 18]


@pytest.mark.rule("CK-063")
def test_progress_cards_are_not_traded():
    with pytest.raises(NotARecord):
        lines("1 Anna P Ben OO<>Sp")


@pytest.mark.parametrize("text", ["Sp Ben", "Di d3sw>", "De d3sw>c2nw=4", "In a1", "Al 3", "Cm ?"])
def test_half_a_card_is_a_mistake_of_the_text(text):
    with pytest.raises(NotARecord):
        lines(f"1 Anna {text}")


def test_the_rule_set_is_the_one_that_is_asked_for():
    assert rulesets.by_key(KEY).key == KEY
