"""Cards of two sides at once, some of them unseen: only the side that lacks its own is named, and
only what is broken whatever the unseen cards are."""

from __future__ import annotations

import pytest

from games.engine.verdicts import verdict_on
from tests.games.rulesets import table

ALL_ORE = f"H {'O' * 19}"
ALL_LUMBER = f"H {'L' * 19}"

LATE = "TURN Anna ROLLED NOT-PLAYED BOUGHT 0 NOW 0"
CITIES_LATE = "SHIP 2 TURN Anna ROLLED NOW 0 ATTACKED NOT-LASTING FRESH 0 RISEN 0"


def judged(line, anna, ben, cyril="H 0", ruleset="base", **more):
    """Of a game that begins in the turn of Anna: what is found, without what follows."""
    sort = "C" if ruleset == "cities-knights" else ""
    moment = (
        CITIES_LATE
        if ruleset == "cities-knights"
        else f"K {more.get('robber', 'c2')} {more.get('moment', LATE)}"
    )
    position = (
        f'[Position "Anna: S b2s {sort} e1n R b2sw e1nw {anna}\n'
        f"Ben: S d3s {sort} a3s R d3sw a3sw {ben}\n"
        f"Cyril: S b4s {sort} d1n R b4sw d1ne {cyril}\n"
        f'{moment}"]\n'
    )
    verdict = verdict_on(f"{table.head(ruleset)}{position}\n{line}\n".encode())
    assert "errors" not in verdict, verdict
    return [(one["rule"], one["detail"]) for one in verdict["findings"]]


# The bank


@pytest.mark.rule("B-107")
@pytest.mark.rule("B-114")
@pytest.mark.parametrize("hand", ["H 4?", "H 4O", "H OO??", "H O?????"])
def test_a_bank_without_the_card_is_named_alone(hand):
    found = judged("1 Anna T 4O>L\n2 Ben 8", hand, ALL_LUMBER)

    assert found == [("B-114", "the bank has 0 of lumber")]


@pytest.mark.rule("B-107")
@pytest.mark.parametrize("hand", ["H 3?", "H W???", "H WWLL???"])
def test_who_cannot_have_the_cards_for_the_bank_is_named_first(hand):
    (rule, detail), *_others = judged("1 Anna T 4O>B", hand, "H 0")

    assert rule == "B-107"
    assert detail.startswith("Anna holds")


@pytest.mark.rule("B-114")
def test_the_game_is_judged_on_behind_a_bank_without_the_card():
    """She had four ore, so that the fifth card may be anything."""
    line = "1 Anna T 4O>L T 4O>B"

    found = judged(line, "H 5?", ALL_LUMBER)

    assert [rule for rule, _detail in found] == ["B-114", "B-107"]


@pytest.mark.rule("B-164")
@pytest.mark.rule("B-168")
@pytest.mark.parametrize("cards", ["D ??", "D Y"])
def test_an_invention_that_may_be_there_is_not_missed_where_the_bank_lacks(cards):
    found = judged("1 Anna Y OO", f"H 0 {cards}", "H 0", ALL_ORE)

    assert found == [("B-168", "the bank has 0 of ore")]


@pytest.mark.rule("B-155")
@pytest.mark.rule("B-012")
@pytest.mark.rule("B-016")
@pytest.mark.parametrize(("card", "rule"), [("N", "B-012"), ("Y", "B-016")])
def test_a_price_that_may_be_there_is_not_missed_where_the_deck_lacks(card, rule):
    """Two Monopolies are left in the deck."""
    moment = f"DECK 2 {LATE}"
    found = judged(f"1 Anna D {card}", "H 3? D LLYY", "H 0 D VVVVV", "H 0 N 14", moment=moment)

    assert [rule for rule, _detail in found] == [rule]


@pytest.mark.rule("CK-093")
@pytest.mark.parametrize("hand", ["H 4?", "H 4O"])
def test_a_bank_without_the_commodity_is_named_alone(hand):
    """Ben has all the coins."""
    found = judged("1 Anna T 4O>M", hand, f"H {'M' * 12}", ruleset="cities-knights")

    assert found == [("B-114", "the bank has 0 of coin")]


# Others


PARTNERS = [
    ("base", "B-104", "P Ben O<>L", "H 4?", "H 3W", "Ben holds 3× wool, not 1× lumber"),
    ("base", "B-104", "P Ben O<>L", "H 4?", "H 0", "Ben holds 0 cards, not 1× lumber"),
    ("base", "B-104", "P Ben OO<>WWWW", "H 4?", "H 3W", "Ben holds 3× wool, not 4× wool"),
    ("base", "B-104", "P Ben OO<>WW", "H O", "H 3?", "Anna holds 1× ore, not 2× ore"),
    ("base", "B-104", "Ben: P Anna L<>O", "H 4?", "H 3W", "Ben holds 3× wool, not 1× lumber"),
    ("base+tour", "TG-18", "P Ben O<>L", "H 4?", "H 3W", "Ben holds 3× wool, not 1× lumber"),
    (
        *("cities-knights", "CK-092", "P Ben P<>L", "H 4?", "H 5M"),
        "Ben holds 5× coin, not 1× lumber",
    ),
]


@pytest.mark.rule("B-104")
@pytest.mark.rule("TG-18")
@pytest.mark.rule("CK-092")
@pytest.mark.parametrize("partner", PARTNERS)
def test_the_side_of_a_deal_that_lacks_its_cards_is_named(partner):
    ruleset, rule, line, anna, ben, detail = partner

    assert judged(f"1 Anna {line}", anna, ben, "H 2?", ruleset) == [(rule, detail)]


VICTIMS = [
    ("CK-288", "y", "Mm", "Mm Ben LL", "Ben holds 3× wool, not 2× lumber"),
    ("CK-268", "b", "Sp", "Sp Ben Mi", "Ben has no card Mining"),
    ("CK-251", "b", "Bi", "Bi a3<Ben:O", "Ben holds 3× wool, not 1× ore"),
]


@pytest.mark.rule("CK-061")
@pytest.mark.rule("CK-251")
@pytest.mark.rule("CK-268")
@pytest.mark.rule("CK-288")
@pytest.mark.parametrize("seen", [False, True])
@pytest.mark.parametrize("victim", VICTIMS)
def test_a_progress_card_that_may_be_there_is_not_missed_where_the_victim_lacks(victim, seen):
    rule, colour, card, line, detail = victim
    anna, ben = f"H 0 P {card if seen else f'{colour}?'}", "C c5ne R c5e H 3W P Wa"

    assert judged(f"1 Anna {line}", anna, ben, ruleset="cities-knights") == [(rule, detail)]


# Commercial Harbour

OPPONENTS = [
    ("H 5M", "L<>P", "CK-280", "Ben holds 5× coin, not 1× paper"),
    ("H MMW", "L<>C", "CK-280", "Ben holds 1× wool, 2× coin, not 1× cloth"),
    ("H M?", "L<>0", "CK-280", "Ben has commodities"),
    ("H WW", "L<>P", "CK-283", "Ben has no paper"),
    ("H 0", "L<>P", "CK-283", "Ben has no paper"),
    # All the paper lies with Cyril; what nobody saw may be coin.
    ("H 2?", "L<>P", "CK-280", "Ben holds 2× unseen card, not 1× paper"),
    # The same, and she has no lumber either.
    ("H 5M", "B<>P", "CK-280", "Ben holds 5× coin, not 1× paper"),
]


@pytest.mark.rule("CK-280")
@pytest.mark.rule("CK-283")
@pytest.mark.parametrize(("ben", "line", "rule", "detail"), OPPONENTS)
def test_only_who_has_no_commodity_keeps_out_of_the_exchange(ben, line, rule, detail):
    cyril = f"H {'P' * 12}"

    found = judged(f"1 Anna Ch J Ben {line}", "H 4L P Ch", ben, cyril, "cities-knights")

    assert found == [(rule, detail)]


@pytest.mark.rule("CK-283")
def test_unseen_cards_none_of_which_can_be_a_commodity_are_told_as_none():
    """Anna and Cyril have all the commodities."""
    anna, cyril = f"H L{'C' * 12} P Ch", f"H {'P' * 12}{'M' * 12}"

    found = judged("1 Anna Ch J Ben L<>P", anna, "H 2?", cyril, "cities-knights")

    assert found == [("CK-283", "Ben has no paper")]


# Cards of the bank are open

BY_NAME = "cards of the bank are open: they are written by name, not as ?"

SLIPS = [
    *("T 4?>O", "T 3?>O", "T 2?>O", "T ?>O", "T 5?>O"),
    *("T W???>O", "T W??>O", "T WW?>O", "T W?>O", "T WWW?>O"),
]


@pytest.mark.rule("B-107")
@pytest.mark.rule("B-108")
@pytest.mark.rule("B-109")
@pytest.mark.rule("B-112")
@pytest.mark.parametrize("line", SLIPS)
def test_of_unseen_cards_for_the_bank_nothing_is_said_but_that_they_are_named(line):
    found = judged(f"1 Anna {line}", "H WWW?????", "H 2?")

    assert found == [("B-107", BY_NAME)]


@pytest.mark.rule("CK-093")
@pytest.mark.rule("CK-094")
@pytest.mark.rule("CK-096")
@pytest.mark.rule("CK-099")
@pytest.mark.rule("CK-101")
@pytest.mark.rule("CK-285")
@pytest.mark.parametrize("line", [*SLIPS, "T MM?>O", "T M?>O", "Mf T 2?>O"])
@pytest.mark.parametrize("trade", ["", "y 1", "y 3"])
def test_the_same_with_commodities(line, trade):
    anna = f"H WWWMM????? {trade} P Mf"

    found = judged(f"1 Anna {line}", anna, "H 2?", ruleset="cities-knights")

    assert found == [("CK-093", BY_NAME)]


@pytest.mark.rule("B-112")
@pytest.mark.rule("CK-094")
@pytest.mark.parametrize(("ruleset", "rule"), [("base", "B-112"), ("cities-knights", "CK-094")])
def test_cards_of_two_kinds_beside_unseen_ones_are_not_of_one(ruleset, rule):
    found = judged("1 Anna T WB??>O", "H WWWBB?????", "H 2?", ruleset=ruleset)

    assert found[0][0] == rule


@pytest.mark.rule("EB-020")
@pytest.mark.rule("EB-021")
@pytest.mark.rule("SC-020")
@pytest.mark.parametrize(("part", "rule"), [("easter-bunny", "EB-020"), ("santa", "SC-020")])
@pytest.mark.parametrize("line", ["& c1 ?", "& c1 2?", "& d1 W?>c3", "& d1 ?>c3"])
def test_an_unseen_price_of_the_figure_is_a_slip_of_the_pen(part, rule, line):
    """The robber stands on d1, where two wool are due."""
    moment = f"& a1 {LATE} NOT-VISITED"

    found = judged(
        f"1 Anna {line}", "H W????", "H 2?", "H 0", f"base+{part}", moment=moment, robber="d1"
    )

    assert found == [(rule, BY_NAME)]
