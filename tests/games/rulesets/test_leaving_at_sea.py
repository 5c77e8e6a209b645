"""Who leaves Cities & Knights at sea: what the others still do for the roll or a card of the one
who left, they do as on the island; and what the robber and the Bishop would have taken."""

from __future__ import annotations

import pytest

from games.engine import rulesets
from games.engine.replay import replay
from tests.games.rulesets import positions

AT_SEA = """Anna: S d3sw  C h5s  R f4sw  H 7O  P Sa We  {anna}
Ben: S e5se g5se  C b6n  H 9L  ~ e6e d6se  b 1  DC 2  {ben}
Cyril: S g2s  C f3n  R g2se f3ne  H 9W
Dana: S e3n  C f5s  R f5sw
K e5  ~K c3  ATTACKED  TURN Anna  {moment}"""

BEFORE_ROLL = "SHIP 3  NOT-ROLLED"
BEFORE_ATTACK = "SHIP 6  NOT-ROLLED"
ROLLED = "SHIP 3  ROLLED  NOW 0"


def found_at_sea(line, moment, anna="", ben="g 1"):
    """The rules that are broken by the lines of a game from this table."""
    table = AT_SEA.format(anna=anna, ben=ben, moment=moment)
    return found_in("cities-knights+seafarers", 4, table, f"{line}\n2 Ben 3+3y")


def found_in(*table):
    game = positions.record(*table)
    report = replay(rulesets.by_key(game.header.ruleset), game)
    return [violation.rule.id for violation in report.violations]


@pytest.mark.rule("CK-042", "CK-050", "CK-052")
@pytest.mark.parametrize(
    ("line", "rules"),
    [
        ("1 Anna 1+3g Cyril: GIVES-UP Anna: D Anna g? D Ben g?", []),
        ("1 Anna 1+3g GIVES-UP D Ben g?", []),
        ("1 Anna 1+3g GIVES-UP", ["CK-050"]),
    ],
)
def test_the_others_draw_what_the_roll_of_one_who_leaves_brings(line, rules):
    """What was still to come was forgotten at sea, where gold was not even due."""
    assert found_at_sea(line, BEFORE_ROLL, anna="g 1") == rules


@pytest.mark.rule("CK-190")
@pytest.mark.parametrize(
    ("line", "rules"),
    [
        ("1 Anna 1+3s GIVES-UP B Ben b6n B Cyril f3n B Dana f5s", []),
        ("1 Anna 1+3s Dana: GIVES-UP B Anna h5s B Ben b6n B Cyril f3n", []),
    ],
)
def test_the_attack_goes_on_when_somebody_leaves_in_it(line, rules):
    assert found_at_sea(line, BEFORE_ATTACK) == rules


@pytest.mark.rule("CK-057")
def test_a_fifth_card_is_still_given_back_when_another_leaves():
    line = "1 Anna 1+3g D Ben g? Dana: GIVES-UP Ben: E Ben b?"

    assert found_at_sea(line, BEFORE_ROLL, ben="g 1  P b? b? g? y?") == []


@pytest.mark.rule("CK-267", "CK-259")
@pytest.mark.parametrize(
    ("line", "rules"),
    [
        ("1 Anna Sa GIVES-UP X Ben LLLL X Cyril WWWW", []),
        ("1 Anna Sa GIVES-UP X Ben LLLL", ["CK-267"]),
        ("1 Anna Sa X Ben L GIVES-UP", ["CK-267"]),
        ("1 Anna We G Ben L Dana: GIVES-UP Ben: G Ben L", []),
    ],
)
def test_what_a_card_costs_the_others_stays_due_at_sea(line, rules):
    assert found_at_sea(line, ROLLED) == rules


@pytest.mark.rule("CK-174")
@pytest.mark.parametrize(
    ("line", "rules"),
    [
        ("1 Anna 1+1y GIVES-UP Q Ben O", []),
        ("1 Anna 1+1y GIVES-UP Q Ben O Q Cyril B", []),
        ("1 Anna 1+1y Q Anna B GIVES-UP Q Ben O", []),
        ("1 Anna 1+1y GIVES-UP Q Cyril B Q Ben O", ["CK-174"]),
        ("1 Anna 1+1y R b2se GIVES-UP Q Ben O", ["CK-174"]),
    ],
)
def test_the_aqueducts_of_the_others_bring_their_cards_behind_a_leaving(line, rules):
    table = (
        "Anna: S b2s  C e1n  R b2sw e1nw  g 3  H BL\n"
        "Ben: S d3s  C a3s  R d3sw a3sw  g 3\n"
        "Cyril: S b4s  C d1n  R b4sw d1ne  g 3\n"
        "K c3  SHIP 5  TURN Anna  NOT-ROLLED  ATTACKED"
    )

    assert found_in("cities-knights", 3, table, f"{line}\n2 Ben 3+3y") == rules


@pytest.mark.rule("CK-174", "SF-20")
def test_gold_and_an_aqueduct_come_behind_a_leaving_one_after_the_other():
    table = (
        "Anna: S h3n d3sw  C c6nw  R f4sw  ~ c5e  H 0  g 3\n"
        "Ben: S e5se g5se  C b6n  H 7?  ~ e6e d6se  g 3\n"
        "Cyril: S c6s c5s  C f3n  R g2se f3ne\n"
        "Dana: S e3n  C f5s  R f5sw\n"
        "K e5  ~K c3  SHIP 3  TURN Anna  NOT-ROLLED  ATTACKED"
    )
    line = "1 Anna 6+4y GIVES-UP ~G Cyril B Q Ben O\n2 Ben 4+4y"

    assert found_in("cities-knights+seafarers", 4, table, line) == []


ROBBING = (
    "Anna: S b2s  C e1n  R b2sw b2se e1nw  K1 b2se  {active}  P Bi\n"
    "Ben: S d3s  C a3s  R d3sw a3sw  H 9L\n"
    "Cyril: S b4s  C d1n  R b4sw  H W\n"
    "K b2  SHIP 3  TURN Anna  ATTACKED  {moment}"
)


@pytest.mark.rule("CK-090", "CK-251")
@pytest.mark.parametrize("key", ["cities-knights", "cities-knights+easter-bunny"])
@pytest.mark.parametrize("leaving", ["STOP", "GIVES-UP"])
@pytest.mark.parametrize(
    ("line", "row"),
    [
        ("3+4y X Ben LLLL K d3", "CK-090"),
        ("3+3y Z b2se d3", "CK-090"),
        ("3+3y Bi d3", "CK-251"),
        ("3+3y Bi b4<Ben:L", "CK-251"),
    ],
)
def test_a_theft_in_cities_and_knights_that_was_still_to_come_is_owed_by_nobody(
    key, leaving, line, row
):
    """The turn counts as far as it was played (D-126)."""
    table = ROBBING.format(active="A b2se", moment="NOT-ROLLED")

    assert found_in(key, 3, table, f"1 Anna {line} {leaving}") == []
    assert row in found_in(key, 3, table, f"1 Anna {line} R c2ne\n2 Ben 3+3y")


@pytest.mark.rule("CK-090", "CK-251")
@pytest.mark.parametrize(
    ("line", "rule"), [("3+4y X Ben LLLL K b2", "CK-090"), ("3+3y Bi d3<Cyril:W", "CK-251")]
)
def test_a_robber_that_stays_or_robs_whoever_is_not_there_is_told_all_the_same(line, rule):
    table = ROBBING.format(active="", moment="NOT-ROLLED")

    assert found_in("cities-knights", 3, table, f"1 Anna {line} STOP") == [rule]
