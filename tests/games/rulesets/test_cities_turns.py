"""Each rule of founding, turns, rolls and cards drawn in Cities & Knights that a record can show:
the action that breaks it, and the nearest one that does not. The table is in `cities_table`."""

from __future__ import annotations

import pytest

from tests.games.rulesets.cities_table import (
    ALL_LOSE,
    FOUNDED,
    ROLLED,
    holding,
    laid_out,
    landing,
    opening,
    rolled,
    rolling,
)
from tests.games.rulesets.table import broken, case

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
        "CK-039",
        {"ship": 6, "then": "1 Anna 1+6s"},
        "1 Anna K d4",
        f"1 Anna {ALL_LOSE} K d4",
    ),
    case(
        "CK-035",
        rolling("1+6y", attacked=True, levels={"Ben": (1, 0, 0)}),
        "1 Anna K d4",
        "1 Anna D Ben Mt K d4",
    ),
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
        "CK-042",
        rolling("1+1y", levels={"Anna": (1, 0, 0), "Ben": (1, 0, 0)}),
        "1 Anna Ben: GIVES-UP Anna: D Anna Mt D Ben Mt",
        "1 Anna Ben: GIVES-UP Anna: D Anna Mt",
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
    case(
        "CK-057",
        rolling("1+1y", levels={"Ben": (1, 0, 0)}, progress={"Ben": "Mi Mi Ir Ir"}),
        "1 Anna D Ben Mt +0",
        "1 Anna D Ben Mt E Ben Mi +0",
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
        landing(points=[12, 3, 3], knights={"Anna": "b2sw=3+"}, hands={"Anna": "BL"}),
        "1 Anna R b2se",
        "1 Anna *",
    ),
    case("CK-223", rolled(points=[3, 13, 3]), "1 Ben *", "1 Anna / Ben: *"),
]


@pytest.mark.parametrize(("rule", "given", "breaks", "instead", "keeps"), CASES)
def test_the_rule_is_named_when_it_is_broken(rule, given, breaks, instead, keeps):
    assert rule in broken(laid_out(given), breaks)


@pytest.mark.parametrize(("rule", "given", "breaks", "instead", "keeps"), CASES)
def test_the_nearest_action_that_keeps_the_rule_is_allowed(rule, given, breaks, instead, keeps):
    assert broken(laid_out(instead), keeps) == []
