"""Each rule of Cities & Knights that a record can show: the action that breaks it, and the nearest
one that does not. The table and its founding are drawn in `table` and `cities_table`; progress
cards have a file of their own."""

from __future__ import annotations

import pytest

from tests.games.rulesets.cities_table import FOUNDED, ROLLED, after
from tests.games.rulesets.table import broken, case


def opening(*lines):
    return {"lines": lines, "founded": False}


def rolled(**given):
    return {"lines": (ROLLED,)} | given


def holding(letters, **given):
    return rolled(hands={"Anna": letters}) | given


def seven(**given):
    return {"then": "1 Anna 3+4y"} | given


def rolling(dice, **given):
    return {"then": f"1 Anna {dice}"} | given


def landing(**given):
    """The barbarians land; by then three cities stand on the board."""
    return {"ship": 6, "then": "1 Anna 1+1s"} | given


def knight(word, letters="", **given):
    """Anna's knights, and roads from b2sw to c2nw."""
    return holding(letters, knights={"Anna": word}, roads={"Anna": "c2nw"}) | given


ALL_LOSE = "B Anna e1n B Ben a3s B Cyril d1n"

FOUR = "+Anna:G +Ben:LP +Cyril:LGG"
"""What a 4 brings."""

FULL_HAND = {"Ben": "BBBBLLLL"}

RIVALS = {"roads": {"Anna": "c2nw", "Cyril": "c2w"}}
"""Cyril's road from his city on d1n and one of Anna's meet on c2nw."""


def rivals(word="b2sw=2+", other="c2nw=1", **given):
    return rolled(knights={"Anna": word, "Cyril": other}) | RIVALS | given


BLOCKED = {
    "knights": {"Anna": "b2sw=2+", "Cyril": "c2nw=1", "Ben": "d1ne=1"},
    "roads": {"Anna": "c2nw", "Cyril": "c2w c2se"},
}
"""From c2nw Cyril's knight gets only to his city, and to Ben's knight behind it."""

WAY_OUT = BLOCKED | {"roads": {"Anna": "c2nw", "Cyril": "c2w c2se d1nw"}}

RICH = {"Ben": "d3s"}
"""A second city: four points."""

CASES = [
    # The founding
    case("CK-022", opening(FOUNDED[0]), "Cyril S b4s", "Ben S d3s"),
    case("CK-023", opening(), "Anna C b2s", "Anna S b2s"),
    case("CK-023", opening("Anna S b2s"), "Anna R a1nw", "Anna R b2sw"),
    case("CK-024", opening(*FOUNDED[:3]), "Cyril S d1n", "Cyril C d1n"),
    case("CK-025", opening(*FOUNDED[:3], "Cyril C d1n"), "Cyril R b4se", "Cyril R d1ne"),
    case("CK-026", opening(*FOUNDED[:3]), "Cyril C d1n +LW", "Cyril C d1n +LWG"),
    case("CK-027", opening(*FOUNDED[:3]), "Cyril C d1n +LWGP", "Cyril C d1n +LWG"),
    case("CK-028", {}, "1 Ben 1+2y", "1 Anna 1+2y"),
    # The turn
    case("CK-011", {}, "1 Anna 7+1y", "1 Anna 6+1y"),
    case("CK-030", rolled(), "1 Anna 1+1y", "1 Anna /"),
    case("CK-031", {"hands": {"Anna": "WO"}}, "1 Anna N b2sw", "1 Anna 1+1y N b2sw"),
    case("CK-031", {"hands": {"Anna": "BL"}}, "1 Anna R b2se", "1 Anna 1+1y R b2se"),
    case("CK-032", rolled(hands={"Ben": "WO"}), "1 Ben N d3sw", "1 Anna N b2sw", holding("WO")),
    case("CK-033", {"lines": (f"{ROLLED} /",)}, "2 Cyril 1+1y", "2 Ben 1+1y"),
    case("CK-034", holding("BW"), "1 Anna R b2se", "1 Anna R b2se", holding("BL")),
    case(
        "CK-035",
        rolling("1+1y", levels={"Ben": (1, 0, 0)}),
        "1 Anna +0",
        "1 Anna D Ben Mt +0",
    ),
    case(
        "CK-037",
        rolling("1+1s", levels={"Anna": (3, 0, 0)}),
        "1 Anna D Anna Mt",
        "1 Anna D Anna Mt",
        rolling("1+1y", levels={"Anna": (3, 0, 0)}),
    ),
    case("CK-039", landing(), "1 Anna +0", f"1 Anna {ALL_LOSE} +0"),
    case(
        "CK-040",
        landing(hands={"Anna": "WO"}),
        "1 Anna N b2sw",
        f"1 Anna {ALL_LOSE} N b2sw",
    ),
    # Progress cards
    case(
        "CK-042",
        rolling("1+1y", levels={"Anna": (0, 3, 0)}),
        "1 Anna D Anna Mt",
        "1 Anna D Anna Mt",
        rolling("1+1y", levels={"Anna": (1, 0, 0)}),
    ),
    case(
        "CK-043",
        rolling("3+1y", levels={"Anna": (1, 0, 0)}),
        "1 Anna D Anna Mt",
        "1 Anna D Anna Mt",
        rolling("2+1y", levels={"Anna": (1, 0, 0)}),
    ),
    case(
        "CK-044",
        rolling("4+1y", levels={"Anna": (2, 0, 0)}),
        "1 Anna D Anna Mt",
        "1 Anna D Anna Mt",
        rolling("3+1y", levels={"Anna": (2, 0, 0)}),
    ),
    case(
        "CK-045",
        rolling("5+1y", levels={"Anna": (3, 0, 0)}),
        "1 Anna D Anna Mt",
        "1 Anna D Anna Mt",
        rolling("4+1y", levels={"Anna": (3, 0, 0)}),
    ),
    case(
        "CK-046",
        rolling("6+2y", levels={"Anna": (4, 0, 0)}),
        "1 Anna D Anna Mt",
        "1 Anna D Anna Mt",
        rolling("5+3y", levels={"Anna": (4, 0, 0)}),
    ),
    case(
        "CK-047",
        rolling("6+2y", levels={"Anna": (5, 0, 0)}),
        "1 Anna /",
        "1 Anna D Anna 0 /",
    ),
    case(
        "CK-048",
        rolling("6+2y", levels={"Anna": (1, 0, 0)}),
        "1 Anna D Anna Mt",
        "1 Anna D Anna Mt",
        rolling("2+6y", levels={"Anna": (1, 0, 0)}),
    ),
    case(
        "CK-049",
        rolling("1+1y", levels={"Anna": (1, 0, 0)}),
        "1 Anna D Anna Mt D Anna Mt",
        "1 Anna D Anna Mt",
    ),
    case(
        "CK-050",
        rolling("1+1y", levels={"Ben": (1, 0, 0)}),
        "1 Anna /",
        "1 Anna D Ben Mt /",
    ),
    case(
        "CK-051",
        rolling("1+1y", levels={"Anna": (1, 0, 0), "Ben": (1, 0, 0)}),
        "1 Anna D Ben Mt",
        "1 Anna D Anna Mt D Ben Mt",
    ),
    case(
        "CK-052",
        rolling("1+1y", levels={"Anna": (1, 1, 0)}),
        "1 Anna D Anna Bi",
        "1 Anna D Anna Mt",
    ),
    case(
        "CK-052",
        rolling("1+1y", levels={"Anna": (1, 0, 0)}, decks=[0, 0, 0]),
        "1 Anna D Anna Mt",
        "1 Anna /",
    ),
    case(
        "CK-005",
        rolling("1+1g", levels={"Anna": (0, 0, 1)}, progress={"Ben": "En"}),
        "1 Anna D Anna En",
        "1 Anna D Anna Cr",
    ),
    case(
        "CK-006",
        rolling("1+1b", levels={"Anna": (0, 1, 0)}, progress={"Ben": "Bi", "Cyril": "Bi"}),
        "1 Anna D Anna Bi",
        "1 Anna D Anna Sp",
    ),
    case(
        "CK-007",
        rolling("1+1y", levels={"Anna": (1, 0, 0)}, progress={"Ben": "Cm Cm"}),
        "1 Anna D Anna Cm",
        "1 Anna D Anna Rm",
    ),
    case(
        "CK-064",
        rolling("1+1y", levels={"Anna": (1, 0, 0)}, decks=[0, 0, 0], under=[(1, 0), (), ()]),
        "1 Anna D Anna Mt",
        "1 Anna D Anna Ch",
    ),
    case(
        "CK-055",
        rolled(progress={"Anna": "Mi Mi Ir Ir Cr"}),
        "1 Anna /",
        "1 Anna E Anna Mi /",
    ),
    case(
        "CK-057",
        rolling("1+1y", levels={"Ben": (1, 0, 0)}, progress={"Ben": "Mi Mi Ir Ir"}),
        "1 Anna D Ben Mt /",
        "1 Anna D Ben Mt E Ben Mi /",
    ),
    case("CK-057", rolled(progress={"Ben": "Mi Mi Ir Ir"}), "1 Anna E Ben Mi", "1 Anna /"),
    case(
        "CK-055",
        rolled(progress={"Anna": "Mi Mi Ir Ir Cr"}),
        "1 Anna /",
        "1 Anna Mi /",
    ),
    case(
        "CK-058",
        rolled(progress={"Anna": "Mi Mi Ir Ir"}),
        "1 Anna E Anna Mi",
        "1 Anna E Anna Mi",
        rolled(progress={"Anna": "Mi Mi Ir Ir Cr"}),
    ),
    # Production
    case("CK-002", rolling("2+2y"), "1 Anna +GG +Ben:LP +Cyril:LGG", f"1 Anna {FOUR}"),
    case("CK-066", rolling("2+2y"), f"1 Anna {FOUR} +Anna:O", f"1 Anna {FOUR}"),
    case("CK-067", rolling("2+2y"), f"1 Anna {FOUR} +Anna:C", f"1 Anna {FOUR}"),
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
    case("CK-078", seven(hands=FULL_HAND), "1 Anna X Ben BBB", "1 Anna X Ben BBBB"),
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
        "1 Anna X Ben BBBB",
        "1 Anna X Ben BBBBM",
    ),
    case(
        "CK-081",
        seven(hands={"Ben": "BBBBBBLLLLMM"}, cities=RICH, walls={"Ben": "a3s d3s"}),
        "1 Anna X Ben B",
        "1 Anna X Ben BBBBMM",
    ),
    case(
        "CK-082",
        seven(
            hands={"Ben": "BBBBBBLLLLMMMM"},
            cities={"Ben": "d3s c5ne"},
            walls={"Ben": "a3s d3s c5ne"},
        ),
        "1 Anna X Ben BBBBMM",
        "1 Anna X Ben BBBMMMM",
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
    case("CK-093", holding("PPP"), "1 Anna T 3P>O", "1 Anna T 4P>O", holding("PPPP")),
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
    case("CK-179", holding("CCCC", levels={"Anna": (3, 0, 0)}), "1 Anna I y4", "1 Anna I y4 e1n"),
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
        ),
        "1 Anna I y5",
        "1 Anna I y5 e1n",
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
    # The end
    case(
        "CK-221",
        rolled(points=[12, 3, 3]),
        "1 Anna *",
        "1 Anna C b2s *",
        holding("GGOOO", points=[12, 3, 3]),
    ),
    case(
        "CK-221",
        holding("GGOOOBL", points=[12, 3, 3]),
        "1 Anna C b2s R b2se",
        "1 Anna R b2se C b2s",
    ),
    case(
        "CK-222",
        landing(points=[12, 3, 3], knights={"Anna": "b2sw=3+"}),
        "1 Anna /",
        "1 Anna *",
    ),
    case("CK-223", rolled(points=[3, 13, 3]), "1 Ben *", "1 Anna / Ben: *"),
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
