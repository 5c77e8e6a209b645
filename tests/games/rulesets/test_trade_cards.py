"""The yellow progress cards, those of trade: played without what they need, and what they bring
counted. Their moments are in `test_progress_cards`, the table in `cities_table`."""

from __future__ import annotations

import pytest

from tests.games.rulesets.cities_table import RICH, holding, laid_out, play, rolled
from tests.games.rulesets.progress_table import having, held
from tests.games.rulesets.table import broken, case

CASES = [
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
    case(
        "CK-282",
        having("Ch", hands={"Anna": "LLPP", "Ben": "W", "Cyril": "M"}),
        "1 Anna Ch J Ben L<>0 P Ben P<>W J Cyril L<>M J Cyril P<>C",
        "1 Anna Ch J Ben L<>0 P Cyril P<>M J Ben L<>0 J Cyril L<>P",
    ),
    case("CK-283", having("Ch"), "1 Anna Ch J Ben L<>M", "1 Anna Ch J Ben L<>0"),
    case(
        "CK-284",
        holding("PP", fleets_gone=1),
        "1 Anna T 2P>O",
        "1 Anna Mf T 2P>O",
        having("Mf", "PP"),
    ),
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


@pytest.mark.rule("CK-282", "CK-283")
def test_who_had_no_commodity_to_exchange_may_have_to_later_in_the_turn():
    state = laid_out(having("Ch", hands={"Anna": "LPP", "Ben": "W", "Cyril": ""}))
    later = "1 Anna Ch J Ben L<>0 P Ben P<>W"

    assert broken(state.copy(), f"{later} J Ben L<>0") == ["CK-280"]
    assert broken(state.copy(), f"{later} J Ben L<>P") == []
    assert broken(state, f"{later} J Ben L<>P J Ben W<>0") == ["CK-282"]


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
