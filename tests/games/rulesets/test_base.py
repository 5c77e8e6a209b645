"""Each rule of the base game that a record can show: the action that breaks it, and the nearest
one that does not. The table and its founding are drawn in `table`."""

from __future__ import annotations

import pytest

from games.engine.rulesets.base.packed import (
    INVENTION,
    KNIGHT,
    MONOPOLY,
    ROAD_BUILDING,
    VICTORY_POINT,
    pack,
)
from tests.games.rulesets.table import FOUNDED, after, broken, case

ROLLED = "1 Anna 2"
"""Nobody gets anything for a 2."""


def opening(*lines):
    return {"lines": lines, "founded": False}


def rolled(**given):
    return {"lines": (ROLLED,)} | given


def holding(letters, **given):
    return rolled(hands={"Anna": letters}) | given


def having(*kinds, **given):
    return rolled(cards={"Anna": kinds}) | given


def seven(**given):
    return {"then": "1 Anna 7"} | given


FULL_HAND = {"Ben": "BBBBLLLL"}

FOUR = "+Anna:G +Ben:L +Cyril:LG"
"""What a 4 brings."""

CASES = [
    # The founding
    case(
        "B-054",
        opening("Anna 3+3", "Ben 2+2"),
        "Anna S c2n",
        "Anna S c2n",
        opening("Anna 3+3", "Ben 2+2", "Cyril 1+1"),
    ),
    case("B-054", opening("Anna 3+3", "Ben 2+2", "Cyril 1+1"), "Anna 4+4", "Anna 3+3", opening()),
    case("B-055", opening("Anna 6+5", "Ben 6+5", "Cyril 1+1"), "Cyril 3+3", "Anna 3+3"),
    case("B-056", opening(FOUNDED[0]), "Cyril S b4s", "Ben S b4s"),
    case("B-057", opening(*FOUNDED[:3]), "Anna S e1n", "Cyril S e1n"),
    case("B-058", rolled(), "Anna S a1n", "Anna S a1n", opening()),
    case("B-059", opening("Anna S b2s"), "Anna R a1nw", "Anna R b2sw"),
    case("B-060", opening("Anna S b2s"), "Ben S b4s", "Anna R b2se"),
    case("B-060", opening(), "Anna R b2se", "Anna S b2s R b2se"),
    case("B-061", opening(*FOUNDED[:3]), "Cyril S d1n +LL", "Cyril S d1n +LWG"),
    case("B-062", opening(), "Anna S b2s +O", "Anna S b2s +0"),
    case("B-064", opening(*FOUNDED[:5]), "1 Anna 8", "1 Anna 8", {}),
    case("B-131", opening(FOUNDED[0]), "Ben S b2s", "Ben S a1s"),
    case("B-133", opening(FOUNDED[0]), "Ben S b2se", "Ben S b2ne"),
    # The turn
    case("B-065", {"lines": ("1 Anna 8 /",)}, "2 Cyril 8", "2 Ben 8"),
    case("B-067", {}, "1 Anna /", "1 Anna 8 /"),
    case("B-067", rolled(), "1 Anna 8", "1 Anna /"),
    case("B-070", rolled(hands={"Ben": "BL"}), "1 Ben R d3se", "1 Anna R b2se", holding("BL")),
    case("B-070", rolled(), "1 Ben /", "1 Anna /"),
    # The roll
    case("B-022", {}, "1 Anna 13", "1 Anna 12"),
    case("B-022", {}, "1 Anna 7+1", "1 Anna 6+2"),
    case("B-026", {}, f"1 Anna 4 +Anna:O {FOUR}", f"1 Anna 4 {FOUR}"),
    case("B-073", {}, "1 Anna 4 +Anna:G +Cyril:LG", f"1 Anna 4 {FOUR}"),
    case("B-074", {}, "1 Anna 4 +Anna:GG +Ben:L +Cyril:LG", f"1 Anna 4 {FOUR}"),
    case(
        "B-075",
        {"cities": {"Anna": "b2s"}},
        "1 Anna 4 +Anna:G +Ben:L +Cyril:LG",
        "1 Anna 4 +Anna:GG +Ben:L +Cyril:LG",
    ),
    case(
        "B-076",
        {"built": {"Anna": "c2s"}},
        "1 Anna 4 +Anna:G +Ben:L +Cyril:LG",
        "1 Anna 4 +Anna:GG +Ben:L +Cyril:LG",
    ),
    case("B-077", {}, "1 Anna 4 +Anna:G +Ben:L +Cyril:L", f"1 Anna 4 {FOUR}"),
    case(
        "B-078",
        {"robber": "c2"},
        "1 Anna 4 +Anna:G +Ben:L +Cyril:L",
        "1 Anna 4 +Ben:L +Cyril:L",
    ),
    case("B-080", {"bank": {"G": 1}}, "1 Anna 4 +Anna:99G +Ben:99G", f"1 Anna 4 {FOUR}", {}),
    case("B-082", {"bank": {"G": 1}}, f"1 Anna 4 {FOUR}", f"1 Anna 4 {FOUR}", {"bank": {"G": 2}}),
    case(
        "B-082",
        {"bank": {"G": 1}},
        "1 Anna 4 +Anna:G +Ben:L +Cyril:L",
        "1 Anna 4 +Ben:L +Cyril:L",
    ),
    case(
        "B-083",
        {"bank": {"O": 1}, "cities": {"Anna": "b2s"}},
        "1 Anna 9 +Ben:G",
        "1 Anna 9 +Anna:O +Ben:G",
    ),
    case(
        "B-084",
        {"bank": {"O": 1}, "cities": {"Anna": "b2s"}},
        "1 Anna 9 +Anna:O",
        "1 Anna 9 +Anna:O +Ben:G",
    ),
    case("B-085", {}, "1 Anna 7 +Ben:W", "1 Anna 7 +0"),
    # A seven
    case("B-086", seven(hands=FULL_HAND), "1 Anna X Anna L", "1 Anna X Ben BBBB"),
    case("B-086", seven(hands=FULL_HAND), "1 Anna /", "1 Anna X Ben BBBB"),
    case("B-087", seven(hands=FULL_HAND), "1 Anna X Ben BBB K d4", "1 Anna X Ben BBBB K d4"),
    case("B-087", seven(hands=FULL_HAND), "1 Anna X Ben BBBBL", "1 Anna X Ben BBBB"),
    case("B-088", seven(hands=FULL_HAND), "1 Anna X Ben WWWW", "1 Anna X Ben BBLL"),
    case("B-090", rolled(), "1 Anna X Ben L", "1 Anna X Ben BBLL", seven(hands=FULL_HAND)),
    case("B-091", seven(hands=FULL_HAND), "1 Anna K d4", "1 Anna X Ben BBLL K d4"),
    case("B-092", seven(), "1 Anna K c3", "1 Anna K d4"),
    case("B-092", seven(), "1 Ben K d4", "1 Anna K d4"),
    case("B-092", seven(), "1 Anna /", "1 Anna K d4 /"),
    case("B-092", rolled(), "1 Anna K d4", "1 Anna K d4", seven()),
    case("B-094", seven(), "1 Anna K c1", "1 Anna K c1<Cyril:W"),
    case("B-094", seven(), "1 Anna K c1<Cyril", "1 Anna K c1<Cyril", seven(hands={"Cyril": ""})),
    case("B-096", seven(), "1 Anna K d4<Cyril:W", "1 Anna K c1<Cyril:W"),
    case("B-096", seven(), "1 Anna K b2<Anna:W", "1 Anna K b2"),
    case("B-097", seven(hands={"Cyril": ""}), "1 Anna K c1<Cyril:W", "1 Anna K c1<Cyril"),
    case("B-094", seven(), "1 Anna K c1<Cyril:O", "1 Anna K c1<Cyril:W"),
    # Deals
    case("B-100", rolled(), "1 Ben P Cyril W<>G", "1 Anna P Cyril W<>G"),
    case("B-100", rolled(), "1 Anna P Anna W<>L", "1 Anna P Ben W<>B"),
    case("B-101", {}, "1 Anna P Cyril L<>G", "1 Anna 2 P Cyril L<>G"),
    case("B-104", rolled(), "1 Anna P Cyril O<>G", "1 Anna P Cyril L<>G"),
    case("B-104", rolled(), "1 Anna P Cyril L<>O", "1 Anna P Cyril L<>G"),
    case("B-105", rolled(), "1 Anna P Cyril L<>0", "1 Anna P Cyril L<>G"),
    case("B-106", rolled(), "1 Anna P Cyril LW<>W", "1 Anna P Cyril LW<>G"),
    # The bank
    case("B-107", holding("LLLLL"), "1 Anna T 5L>O", "1 Anna T 4L>O"),
    case("B-107", holding("LLL"), "1 Anna T 4L>O", "1 Anna T 4L>O", holding("LLLL")),
    case(
        "B-108",
        holding("LLLL"),
        "1 Anna T 3L>O",
        "1 Anna T 3L>O",
        holding("LLLL", built={"Anna": "a1n"}),
    ),
    case(
        "B-109",
        holding("LLLL"),
        "1 Anna T 2L>O",
        "1 Anna T 2L>O",
        holding("LLLL", built={"Anna": "e1sw"}),
    ),
    case(
        "B-110",
        holding("BLLL", then="1 Anna R e1w"),
        "1 Anna T 2L>O",
        "1 Anna S e1sw T 2L>O",
        holding("BLBLWGLL", then="1 Anna R e1w"),
    ),
    case(
        "B-110",
        holding("LLL", then="", built={"Ben": "a1n"}, roads=[1, 0, 0]),
        "1 Anna T 3L>O",
        "1 Anna T 3L>O",
        holding("LLL", built={"Anna": "a1n"}),
    ),
    case("B-111", holding("LLLL"), "1 Anna T 4L>L", "1 Anna T 4L>O"),
    case("B-112", holding("LLLLW"), "1 Anna T LLLW>O", "1 Anna T 4L>O"),
    case("B-113", holding("LLWW", built={"Anna": "e1sw"}), "1 Anna T 2W>O", "1 Anna T 2L>O"),
    case(
        "B-114",
        holding("LLLL", bank={"O": 0}),
        "1 Anna T 4L>O",
        "1 Anna T 4L>O",
        holding("LLLL", bank={"O": 1}),
    ),
    case("B-116", {"hands": {"Anna": "LLLL"}}, "1 Anna T 4L>O", "1 Anna 2 T 4L>O"),
    case("B-116", rolled(hands={"Ben": "LLLL"}), "1 Ben T 4L>O", "1 Anna T 4L>O", holding("LLLL")),
    # Roads
    case("B-121", {"hands": {"Anna": "BL"}}, "1 Anna R b2se", "1 Anna 2 R b2se"),
    case("B-122", holding("BW"), "1 Anna R b2se", "1 Anna R b2se", holding("BL")),
    case("B-124", holding("BL"), "1 Anna R d1ne", "1 Anna R b2se"),
    case("B-125", holding("BL"), "1 Anna R a1nw", "1 Anna R b2se"),
    case(
        "B-126",
        holding("BBBLLL"),
        "1 Anna R c2nw R c2w R d1nw",
        "1 Anna R c2nw R c2w R c1ne",
    ),
    case(
        "B-128",
        holding("BL", roads_left=[0, 13, 13]),
        "1 Anna R b2se",
        "1 Anna R b2se",
        holding("BL", roads_left=[1, 13, 13]),
    ),
    case("B-182", holding("BBLL"), "1 Anna R b2se U c2e", "1 Anna R b2se R c2e"),
    # Settlements and cities
    case(
        "B-129", holding("BLBLWO"), "1 Anna R e1w S e1sw", "1 Anna R e1w S e1sw", holding("BLBLWG")
    ),
    case("B-130", holding("BLBLWG"), "1 Anna S a1n", "1 Anna R e1w S e1sw"),
    case("B-131", holding("BLBLWG"), "1 Anna S d1n", "1 Anna R e1w S e1sw"),
    case("B-132", holding("BLBLWG"), "1 Anna S e1nw", "1 Anna R e1w S e1sw"),
    case(
        "B-135",
        holding("BLBLWG", settlements_left=[0, 3, 3]),
        "1 Anna R e1w S e1sw",
        "1 Anna R e1w S e1sw",
        holding("BLBLWG", settlements_left=[1, 3, 3]),
    ),
    case("B-137", holding("GGGOO"), "1 Anna C b2s", "1 Anna C b2s", holding("GGOOO")),
    case("B-138", holding("GGOOO"), "1 Anna C b1se", "1 Anna C b2s"),
    case(
        "B-141",
        holding("GGOOO", cities_left=[0, 4, 4]),
        "1 Anna C b2s",
        "1 Anna C b2s",
        holding("GGOOO", cities_left=[1, 4, 4]),
    ),
    # Development cards
    *(
        case(
            rule,
            holding("WGO", stock=pack([0 if kind == gone else 1 for kind in range(5)])),
            f"1 Anna D {letter}",
            f"1 Anna D {letter}",
            holding("WGO"),
        )
        for rule, gone, letter in (
            ("B-012", KNIGHT, "N"),
            ("B-013", VICTORY_POINT, "V"),
            ("B-014", MONOPOLY, "M"),
            ("B-015", ROAD_BUILDING, "L"),
            ("B-016", INVENTION, "Y"),
        )
    ),
    case("B-155", holding("WGG"), "1 Anna D N", "1 Anna D N", holding("WGO")),
    case("B-156", {"hands": {"Anna": "WGO"}}, "1 Anna D N", "1 Anna 2 D N"),
    case("B-158", holding("WGO", deck=0), "1 Anna D N", "1 Anna D N", holding("WGO", deck=1)),
    case("B-160", having(KNIGHT, MONOPOLY), "1 Anna N d4 M W", "1 Anna M W"),
    case("B-161", holding("WGO"), "1 Anna D M M W", "1 Anna M W", having(MONOPOLY)),
    case("B-163", rolled(cards={"Ben": (KNIGHT,)}), "1 Ben N", "1 Anna N", having(KNIGHT)),
    case("B-164", rolled(), "1 Anna N", "1 Anna N", having(KNIGHT)),
    case("B-164", having(VICTORY_POINT, points=[10, 2, 2]), "1 Anna V 2", "1 Anna V 1"),
    case("B-165", having(MONOPOLY), "1 Anna M W -Ben:W", "1 Anna M W -Ben:W -Cyril:W"),
    case("B-166", rolled(), "1 Anna F b2se", "1 Anna L b2se", having(ROAD_BUILDING)),
    case("B-166", having(ROAD_BUILDING), "1 Anna L b2se c2e F c2se", "1 Anna L b2se c2e"),
    case(
        "B-167",
        having(ROAD_BUILDING, roads_left=[0, 9, 9]),
        "1 Anna L",
        "1 Anna L",
        having(ROAD_BUILDING, roads_left=[1, 9, 9]),
    ),
    case("B-168", having(INVENTION), "1 Anna Y OOO", "1 Anna Y OO"),
    case("B-168", having(INVENTION, bank={"O": 1}), "1 Anna Y OO", "1 Anna Y OB"),
    case("B-170", {"cards": {"Anna": (KNIGHT,)}}, "1 Anna N 8", "1 Anna N d4 8"),
    case("B-170", having(KNIGHT), "1 Anna N c3", "1 Anna N d4"),
    case("B-170", having(KNIGHT), "1 Anna N Ben: K d4", "1 Anna N d4"),
    # The end
    case(
        "B-176",
        having(VICTORY_POINT, points=[9, 2, 2]),
        "1 Anna V 1",
        "1 Anna V 1",
        having(VICTORY_POINT, points=[10, 2, 2]),
    ),
    case(
        "B-178",
        rolled(points=[9, 2, 2]),
        "1 Anna *",
        "1 Anna C b2s *",
        holding("GGOOO", points=[9, 2, 2]),
    ),
    case("B-179", rolled(points=[2, 10, 2]), "1 Ben *", "1 Anna / Ben: *"),
    case(
        "B-180",
        holding("GGOOOBL", points=[9, 2, 2]),
        "1 Anna C b2s R b2se",
        "1 Anna R b2se C b2s",
    ),
    case("T-059", rolled(), "1 Anna BELL BELL", "1 Anna BELL"),
    case(
        "T-060",
        rolled(turns_left=1),
        "1 Anna / Ben: 8",
        "1 Anna / Ben: 8",
        rolled(turns_left=2),
    ),
]


def laid_out(given):
    given = dict(given)
    return after(*given.pop("lines", ()), **given)


@pytest.mark.parametrize(("rule", "given", "breaks", "instead", "keeps"), CASES)
def test_the_rule_is_named_when_it_is_broken(rule, given, breaks, instead, keeps):
    assert rule in broken(laid_out(given), breaks)


@pytest.mark.parametrize(("rule", "given", "breaks", "instead", "keeps"), CASES)
def test_the_nearest_action_that_keeps_the_rule_is_allowed(rule, given, breaks, instead, keeps):
    assert broken(laid_out(instead), keeps) == []
