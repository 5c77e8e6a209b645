"""Each rule of production, sevens and trade in Cities & Knights that a record can show: the action
that breaks it, and the nearest one that does not. The table is in `cities_table`."""

from __future__ import annotations

import pytest

from tests.games.rulesets.cities_table import (
    ALL_LOSE,
    FOUR,
    FULL_HAND,
    RICH,
    holding,
    laid_out,
    landing,
    rolled,
    rolling,
    seven,
)
from tests.games.rulesets.table import broken, case

CASES = [
    # Production
    case("CK-067", rolling("2+2y"), "1 Anna +GG +Ben:LP +Cyril:LGG", f"1 Anna {FOUR}"),
    case("CK-066", rolling("2+2y"), f"1 Anna {FOUR} +Anna:O", f"1 Anna {FOUR}"),
    case("CK-067", rolling("2+2y"), f"1 Anna {FOUR} +Anna:C", f"1 Anna {FOUR}"),
    # Both of Cyril's buildings are beside a 3: the settlement at mountains, the city at a forest.
    case(
        "CK-067",
        rolling("1+2y"),
        "1 Anna +Anna:LP +Cyril:LPM",
        "1 Anna +Anna:LP +Cyril:LPO",
    ),
    case("CK-068", rolling("5+6y"), "1 Anna +Ben:B +Cyril:B", "1 Anna +Ben:BB +Cyril:B"),
    case("CK-069", rolling("2+2y"), "1 Anna +Anna:G +Ben:LP +Cyril:LG", f"1 Anna {FOUR}"),
    case(
        "CK-070",
        rolling("3+6y", cities={"Anna": "b2s"}),
        "1 Anna +Anna:O +Ben:G",
        "1 Anna +Anna:OM +Ben:G",
    ),
    case("CK-071", rolling("2+2y"), "1 Anna +Anna:G +Ben:L +Cyril:LGG", f"1 Anna {FOUR}"),
    case("CK-072", rolling("2+3y"), "1 Anna +Anna:W", "1 Anna +Anna:WC"),
    case(
        "CK-073",
        rolling("3+6y", cities={"Anna": "b2s"}),
        "1 Anna +Anna:OO +Ben:G",
        "1 Anna +Anna:OM +Ben:G",
    ),
    case(
        "CK-074",
        rolling("2+3y", metropolises={"Anna": "e1n=g"}),
        "1 Anna +Anna:WCC",
        "1 Anna +Anna:WC",
    ),
    case("CK-075", rolling("2+3y", reduced={"Anna": "e1n"}), "1 Anna +WC", "1 Anna +W"),
    case("CK-076", rolling("2+3y", robber="d2"), "1 Anna +C", "1 Anna +0"),
    case("CK-084", seven(), "1 Anna +Ben:W", "1 Anna +0"),
    # A seven
    case("CK-078", seven(hands=FULL_HAND), "1 Anna X Ben BBB /", "1 Anna X Ben BBBB /"),
    case("CK-078", seven(hands=FULL_HAND), "1 Anna /", "1 Anna X Ben BBBB /"),
    case(
        "CK-079",
        seven(hands=FULL_HAND | {"Cyril": "LLLLLMM"}),
        "1 Anna X Cyril LLL",
        "1 Anna X Ben BBBB",
    ),
    case(
        "CK-080",
        seven(hands={"Ben": "BBBBBLLLLM"}, walls={"Ben": "a3s"}),
        "1 Anna X Ben BBBB /",
        "1 Anna X Ben BBBBM /",
    ),
    case(
        "CK-080",
        seven(hands=FULL_HAND | {"Cyril": "LLLLLMMMM"}, walls={"Cyril": "d1n"}),
        "1 Anna X Cyril LLLL",
        "1 Anna X Ben BBBB",
    ),
    case(
        "CK-081",
        seven(hands={"Ben": "BBBBBBLLLLMM"}, cities=RICH, walls={"Ben": "a3s d3s"}),
        "1 Anna X Ben B /",
        "1 Anna X Ben BBBBMM /",
    ),
    case(
        "CK-082",
        seven(
            hands={"Ben": "BBBBBBLLLLMMMM"},
            cities={"Ben": "d3s c5ne"},
            walls={"Ben": "a3s d3s c5ne"},
        ),
        "1 Anna X Ben BBBBMM /",
        "1 Anna X Ben BBBMMMM /",
    ),
    case("CK-083", seven(hands=FULL_HAND), "1 Anna X Ben PPPP", "1 Anna X Ben BBLL"),
    case("CK-085", seven(), "1 Anna K d4", "1 Anna K d4", seven(attacked=True)),
    case(
        "CK-087",
        rolled(knights={"Anna": "b2se=1+"}, roads={"Anna": "b2se"}),
        "1 Anna Z b2se",
        "1 Anna Z b2se d4",
        rolled(knights={"Anna": "b2se=1+"}, roads={"Anna": "b2se"}, attacked=True),
    ),
    case("CK-088", seven(attacked=True), "1 Anna /", "1 Anna K d4 /"),
    case(
        "CK-089",
        landing(then=f"1 Anna 3+4s {ALL_LOSE}"),
        "1 Anna /",
        "1 Anna K d4 /",
    ),
    case("CK-090", seven(attacked=True), "1 Anna K c3", "1 Anna K d4"),
    case("CK-090", seven(attacked=True), "1 Anna K c1", "1 Anna K c1<Cyril:W"),
    # Trade
    case("CK-092", rolled(), "1 Ben P Cyril W<>G", "1 Anna P Cyril W<>G"),
    case("CK-092", rolled(), "1 Anna P Cyril W<>M", "1 Anna P Cyril W<>G"),
    case("CK-093", holding("PP"), "1 Anna T 2P>O", "1 Anna T 4P>O", holding("PPPP")),
    case("CK-093", holding("P"), "1 Anna T P>O", "1 Anna T 4P>O", holding("PPPP")),
    case("CK-094", holding("CCPP"), "1 Anna T CCPP>M", "1 Anna T 4C>M", holding("CCCC")),
    case(
        "CK-095",
        holding("MMM"),
        "1 Anna T 3M>G",
        "1 Anna T 3M>G",
        holding("MMM", built={"Anna": "a1n"}),
    ),
    case(
        "CK-096",
        holding("BBB"),
        "1 Anna T 3B>C",
        "1 Anna T 3B>C",
        holding("BBB", built={"Anna": "a1n"}),
    ),
    case("CK-096", holding("WWWW"), "1 Anna T 2W>O", "1 Anna T 4W>O"),
    case("CK-097", holding("OOBB", built={"Anna": "b1nw"}), "1 Anna T 2O>P", "1 Anna T 2B>P"),
    case(
        "CK-098",
        holding("MM", built={"Anna": "a2n"}),
        "1 Anna T 2M>W",
        "1 Anna T 4M>W",
        holding("MMMM", built={"Anna": "a2n"}),
    ),
    case(
        "CK-099",
        holding("CC", levels={"Anna": (2, 0, 0)}),
        "1 Anna T 2C>O",
        "1 Anna T 2C>O",
        holding("CC", levels={"Anna": (3, 0, 0)}),
    ),
    case(
        "CK-100",
        holding("MC", levels={"Anna": (3, 0, 0)}),
        "1 Anna T MC>P",
        "1 Anna T 2M>P",
        holding("MM", levels={"Anna": (3, 0, 0)}),
    ),
    case(
        "CK-101",
        holding("OO", levels={"Anna": (3, 0, 0)}),
        "1 Anna T 2O>M",
        "1 Anna T 4O>M",
        holding("OOOO", levels={"Anna": (3, 0, 0)}),
    ),
    case("CK-102", holding("WWW", built={"Anna": "a1n"}), "1 Anna T 3W>MM", "1 Anna T 3W>M"),
    case("CK-102", holding("WWWW"), "1 Anna T 4W>W", "1 Anna T 4W>M"),
    case("CK-294", rolled(), "1 Anna P Cyril L<>0", "1 Anna P Cyril L<>G"),
    case(
        "CK-294",
        rolled(hands={"Anna": "MM", "Ben": "MP"}),
        "1 Anna P Ben MM<>M",
        "1 Anna P Ben MM<>P",
    ),
    case(
        "CK-215",
        holding("WW", merchant="Ben a3"),
        "1 Anna T 2W>O",
        "1 Anna T 2W>O",
        holding("WW", merchant="Anna d2"),
    ),
    case("CK-216", holding("PPLL", merchant="Anna d1"), "1 Anna T 2P>M", "1 Anna T 2L>M"),
]


@pytest.mark.parametrize(("rule", "given", "breaks", "instead", "keeps"), CASES)
def test_the_rule_is_named_when_it_is_broken(rule, given, breaks, instead, keeps):
    assert rule in broken(laid_out(given), breaks)


@pytest.mark.parametrize(("rule", "given", "breaks", "instead", "keeps"), CASES)
def test_the_nearest_action_that_keeps_the_rule_is_allowed(rule, given, breaks, instead, keeps):
    assert broken(laid_out(instead), keeps) == []
