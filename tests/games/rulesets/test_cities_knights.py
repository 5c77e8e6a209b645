"""Each rule of knights in Cities & Knights that a record can show: the action that breaks it, and
the nearest one that does not. The table is in `cities_table`."""

from __future__ import annotations

import pytest

from tests.games.rulesets.cities_table import (
    BLOCKED,
    WAY_OUT,
    holding,
    knight,
    laid_out,
    rivals,
    rolled,
)
from tests.games.rulesets.table import broken, case

CASES = [
    # Knights
    case("CK-109", holding("W"), "1 Anna N b2sw", "1 Anna N b2sw", holding("WO")),
    case(
        "CK-112",
        holding("WO", knights={"Ben": "b2sw=1"}),
        "1 Anna N b2sw",
        "1 Anna N b2sw",
        holding("WO"),
    ),
    case("CK-113", holding("WO"), "1 Anna N a1n", "1 Anna N b2sw"),
    case(
        "CK-115",
        knight("b2sw=1 e1nw=1", "WO"),
        "1 Anna N c2nw",
        "1 Anna N c2nw",
        knight("b2sw=2 e1nw=1", "WO"),
    ),
    case("CK-116", knight("b2sw=3", "O"), "1 Anna A b2sw", "1 Anna A b2sw", knight("b2sw=3", "G")),
    case("CK-118", knight("b2sw=1+", "G"), "1 Anna A b2sw", "1 Anna A b2sw", knight("b2sw=1", "G")),
    case("CK-118", knight("b2sw=1", "G"), "1 Anna A e1nw", "1 Anna A b2sw"),
    case(
        "CK-119",
        knight("b2sw=1", "G"),
        "1 Anna A b2sw M b2sw>c2nw",
        "1 Anna M b2sw>c2nw",
        knight("b2sw=1+", "G"),
    ),
    case("CK-120", knight("b2sw=1"), "1 Anna M b2sw>c2nw", "1 Anna M b2sw>c2nw", knight("b2sw=1+")),
    case("CK-121", knight("b2sw=1", "O"), "1 Anna L b2sw", "1 Anna L b2sw", knight("b2sw=1", "WO")),
    case("CK-122", knight("b2sw=1", "WO"), "1 Anna L e1nw", "1 Anna L b2sw"),
    case(
        "CK-124",
        knight("b2sw=1 e1nw=1", "WWOO", levels={"Anna": (0, 3, 0)}),
        "1 Anna L b2sw L b2sw",
        "1 Anna L b2sw L e1nw",
    ),
    case(
        "CK-126",
        knight("b2sw=2", "WO"),
        "1 Anna L b2sw",
        "1 Anna L b2sw",
        knight("b2sw=2", "WO", levels={"Anna": (0, 3, 0)}),
    ),
    case(
        "CK-127",
        knight("b2sw=2 e1nw=2 c2nw=1", "WO"),
        "1 Anna L c2nw",
        "1 Anna L c2nw",
        knight("b2sw=2 c2nw=1", "WO"),
    ),
    case(
        "CK-128",
        knight("b2sw=3", "WO", levels={"Anna": (0, 3, 0)}),
        "1 Anna L b2sw",
        "1 Anna L b2sw",
        knight("b2sw=2", "WO", levels={"Anna": (0, 3, 0)}),
    ),
    case(
        "CK-131",
        holding("BL", knights={"Ben": "b2sw=1"}),
        "1 Anna R c2nw",
        "1 Anna R c2nw",
        holding("BL", knights={"Anna": "b2sw=1"}),
    ),
    case(
        "CK-132",
        holding("BLWG", roads={"Anna": "e1w"}, knights={"Ben": "e1sw=1"}),
        "1 Anna S e1sw",
        "1 Anna S e1sw",
        holding("BLWG", roads={"Anna": "e1w"}, knights={"Ben": "e1nw=1"}),
    ),
    case(
        "CK-134",
        holding("BLWG", roads={"Anna": "e1w"}, knights={"Anna": "e1sw=1+"}),
        "1 Anna S e1sw",
        "1 Anna M e1sw>e1nw S e1sw",
    ),
    # What knights do
    case(
        "CK-136",
        rolled(knights={"Ben": "d3sw=1+"}, roads={"Ben": "d2se"}),
        "1 Ben M d3sw>d2s",
        "1 Anna M b2sw>c2nw",
        knight("b2sw=1+"),
    ),
    case(
        "CK-136",
        {"knights": {"Anna": "b2sw=1+"}, "roads": {"Anna": "c2nw"}},
        "1 Anna M b2sw>c2nw",
        "1 Anna 1+1y M b2sw>c2nw",
    ),
    case(
        "CK-120",
        rivals("b2sw=2"),
        "1 Anna M b2sw>c2nw*d1ne",
        "1 Anna M b2sw>c2nw*d1ne",
        rivals(),
    ),
    case("CK-138", knight("b2sw=1+"), "1 Anna M b2sw>c2nw M c2nw>b2sw", "1 Anna M b2sw>c2nw"),
    case(
        "CK-140",
        knight("b2sw=1+", "G"),
        "1 Anna M b2sw>c2nw A c2nw M c2nw>b2sw",
        "1 Anna M b2sw>c2nw A c2nw",
    ),
    case("CK-142", knight("b2sw=1+"), "1 Anna M b2sw>e1nw", "1 Anna M b2sw>c2nw"),
    case(
        "CK-143",
        knight("b2sw=1+ c2nw=1"),
        "1 Anna M b2sw>c2nw",
        "1 Anna M b2sw>c2nw",
        knight("b2sw=1+"),
    ),
    case(
        "CK-144",
        rolled(knights={"Anna": "b2sw=2+", "Ben": "c2nw=1"}, roads={"Anna": "c2nw c1ne"}),
        "1 Anna M b2sw>b1sw",
        "1 Anna M b2sw>b1sw",
        rolled(knights={"Anna": "b2sw=2+ c2nw=1"}, roads={"Anna": "c2nw c1ne"}),
    ),
    case(
        "CK-293",
        knight("b2sw=2+", roads={"Anna": "c2nw c1ne"}, built={"Ben": "c2nw"}),
        "1 Anna M b2sw>b1sw",
        "1 Anna M b2sw>b1sw",
        knight("b2sw=2+", roads={"Anna": "c2nw c1ne"}, built={"Anna": "c2nw"}),
    ),
    case(
        "CK-146",
        rivals(other="c2nw=2"),
        "1 Anna M b2sw>c2nw*d1ne",
        "1 Anna M b2sw>c2nw*d1ne",
        rivals(other="c2nw=1+"),
    ),
    case(
        "CK-147",
        rivals(other="b4sw=1 c2nw=1"),
        "1 Anna M b2sw>b4sw*b4se",
        "1 Anna M b2sw>c2nw*d1ne",
    ),
    case(
        "CK-148",
        knight("b2sw=2+ c2nw=1"),
        "1 Anna M b2sw>c2nw*0",
        "1 Anna M b2sw>c2nw*d1ne",
        rivals(),
    ),
    case("CK-150", rivals(), "1 Anna M b2sw>c2nw*b4sw", "1 Anna M b2sw>c2nw*d1ne"),
    case("CK-151", rivals(), "1 Anna M b2sw>c2nw*0", "1 Anna M b2sw>c2nw*d1ne"),
    case(
        "CK-152",
        rolled(**WAY_OUT),
        "1 Anna M b2sw>c2nw*c2se",
        "1 Anna M b2sw>c2nw*d1nw",
    ),
    case("CK-153", rolled(**BLOCKED), "1 Anna M b2sw>c2nw*b4sw", "1 Anna M b2sw>c2nw*0"),
    case("CK-155", rolled(**WAY_OUT), "1 Anna M b2sw>c2nw*d1ne", "1 Anna M b2sw>c2nw*d1nw"),
    case(
        "CK-156",
        knight("b2sw=1+", attacked=True),
        "1 Anna Z b2sw",
        "1 Anna Z b2se d4",
        knight("b2se=1+", roads={"Anna": "b2se"}, attacked=True),
    ),
    case(
        "CK-158",
        knight("b2se=1+", roads={"Anna": "b2se"}, attacked=True),
        "1 Anna Z b2se c3",
        "1 Anna Z b2se d4",
    ),
    case(
        "CK-158",
        knight("b2se=1+", roads={"Anna": "b2se"}, attacked=True),
        "1 Anna Z b2se /",
        "1 Anna Z b2se d4 /",
    ),
]


@pytest.mark.parametrize(("rule", "given", "breaks", "instead", "keeps"), CASES)
def test_the_rule_is_named_when_it_is_broken(rule, given, breaks, instead, keeps):
    assert rule in broken(laid_out(given), breaks)


@pytest.mark.parametrize(("rule", "given", "breaks", "instead", "keeps"), CASES)
def test_the_nearest_action_that_keeps_the_rule_is_allowed(rule, given, breaks, instead, keeps):
    assert broken(laid_out(instead), keeps) == []
