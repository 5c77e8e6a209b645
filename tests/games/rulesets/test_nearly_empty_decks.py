"""Draws from a nearly empty deck of progress cards: a fifth card that goes back at once lies under
it and is there for whoever draws next (CK-057, CKD-12)."""

from __future__ import annotations

import pytest

from games.engine import rulesets
from games.engine.replay import replay
from tests.games.rulesets import cities_table, positions, table

ISLAND = """Anna: S b2s  C e1n  R b2sw b2se e1nw  H 0  {}
Ben: S d3s  C a3s  R d3sw a3sw  H 0  g 2  {}
Cyril: S b4s  C d1n  R b4sw d1ne  H 0  g 2  {}
Dana: S d4se  C b1sw  R d4e b1w  H 0  g 2  {}
TURN Anna  NOT-ROLLED  ATTACKED  SHIP """

AT_SEA = """Anna: S d3sw  C h5s  R f4sw  H 0  {}
Ben: S e5se g5se  C b6n  H 0  ~ e6e d6se  g 2  {}
Cyril: S g2s  C f3n  R g2se f3ne  H 0  g 2  {}
Dana: S e3n  C f5s  R f5sw  H 0  g 2  {}
K e5  ~K c3  TURN Anna  NOT-ROLLED  ATTACKED  SHIP """

SEEN = ("P Pr Al Al Mi Mi", "P En Cr Cr Sm", "P Sm Me Me Rb", "P Rb In In Ir")
"""An Irrigation is left in the deck of science."""

UNSEEN = ("P Pr g? g? g? g?", *3 * ("P g? g? g? g?",))
"""One card is left in it, and nobody knows which."""

BESIDE = (SEEN[0], "P Mt Cr Cr Sm", *SEEN[2:])
"""As above, with a card of trade in Ben's hand; an Engineer and an Irrigation are left."""

DUE_TO_ALL = ("g 2  {}", "{}", "{}", "{}")
DUE_TO_THREE = ("g 1  {}", "{}", "{}", "{}")
"""With a red 3 Anna draws nothing."""

TIE = ("g 2  {}", "K2 a2se  A a2se  {}", "K2 b3se  A b3se  {}", "{}")
"""Ben and Cyril are the best defenders."""


def laid_out(cards=SEEN, due=DUE_TO_THREE, ship=3, where=ISLAND):
    return where.format(*(word.format(held) for word, held in zip(due, cards, strict=True))) + str(
        ship
    )


def found(line, *lines, ruleset="cities-knights", **given):
    """What the lines break, as rules and details."""
    game = positions.record(ruleset, 4, laid_out(**given), "\n".join((line, *lines)))
    report = replay(rulesets.by_key(ruleset), game)
    return [(one.rule.id, one.detail.text.format(**one.detail.facts)) for one in report.violations]


NEXT = "2 Ben 2+2y"

BEN = "1 Anna 3+1g D Ben Ir E Ben En"


@pytest.mark.rule("CK-044", "CK-050", "CK-052", "CK-057")
@pytest.mark.parametrize(
    "lines",
    [
        (f"{BEN} D Cyril En E Cyril En D Dana En E Dana En", NEXT),
        (f"{BEN} D Cyril g? E Cyril Me D Dana g? E Dana g?", NEXT),
        ("1 Anna 3+1g D Ben Ir E Ben Ir D Cyril Ir E Cyril Ir D Dana Ir E Dana Ir", NEXT),
    ],
)
def test_a_card_given_back_at_once_is_there_for_whoever_draws_next(lines):
    assert found(*lines) == []


@pytest.mark.rule("CK-050")
@pytest.mark.parametrize(
    ("line", "missing"),
    [
        (BEN, "Cyril"),
        (f"{BEN} D Cyril En E Cyril En", "Dana"),
        (f"{BEN} D Cyril 0", "Dana"),
    ],
)
def test_whoever_does_not_draw_the_card_given_back_at_once_is_missing(line, missing):
    said = f"{missing} has neither drawn a card nor waived it"

    assert found(line, NEXT) == [("CK-050", said)]


@pytest.mark.rule("CK-050", "CK-052")
@pytest.mark.parametrize("then", ["D Cyril 0 D Dana 0", "D Cyril En E Cyril En D Dana 0"])
def test_a_card_given_back_at_once_may_be_waived(then):
    """CKD-09."""
    assert found(f"{BEN} {then}", NEXT) == []


@pytest.mark.rule("CK-064")
@pytest.mark.parametrize(
    ("line", "following"),
    [
        (f"{BEN} D Cyril Cr", "Engineer"),
        (f"{BEN} D Cyril En E Cyril Me D Dana En", "Medicine"),
    ],
)
def test_the_card_given_back_at_once_is_the_next_one_and_no_other(line, following):
    assert found(line) == [("CK-064", f"the next card of the deck is {following}")]


@pytest.mark.rule("CK-052", "CK-064")
@pytest.mark.parametrize(
    ("last", "rules"), [("Me E Dana In D Anna In", []), ("Mi E Dana In D Anna In", ["CK-064"])]
)
def test_cards_played_before_come_first_and_those_given_back_after_them(last, rules):
    """Both Minings lie under the empty deck; Ben is on turn and keeps his."""
    line = f"2 Ben 1+1g D Ben Mi D Cyril Mi E Cyril Me D Dana {last}"

    told = found("1 Anna 1+1g D Anna g? Mi Mi", line, due=DUE_TO_ALL)

    assert [rule for rule, _said in told] == rules


@pytest.mark.rule("CK-050", "CK-052")
@pytest.mark.parametrize(
    ("draws", "rules"),
    [
        ("D Anna 0 D Ben g? E Ben g? D Cyril g? E Cyril g? D Dana 0", []),
        ("D Anna 0 D Ben g? E Ben g? D Cyril g? E Cyril g? D Dana g? E Dana g?", []),
        ("D Anna 0 D Ben g? E Ben g?", ["CK-050"]),
        ("D Anna 0 D Ben g? E Ben g? D Cyril 0", ["CK-050"]),
        ("D Anna g? E Anna g?", []),
        ("D Anna g? D Ben g?", ["CK-052"]),
    ],
)
def test_the_same_holds_of_cards_that_nobody_saw(draws, rules):
    """Anna is on turn and keeps a fifth card, which leaves none for the others."""
    told = found(f"1 Anna 1+1g {draws}", NEXT, cards=UNSEEN, due=DUE_TO_ALL)

    assert [rule for rule, _said in told] == rules


@pytest.mark.rule("CK-057")
@pytest.mark.parametrize("then", ["", " D Cyril 0 D Dana 0"])
def test_a_card_too_many_that_stays_is_told_alone(then):
    assert [rule for rule, _said in found(f"1 Anna 3+1g D Ben Ir{then}", NEXT)] == ["CK-057"]


@pytest.mark.rule("CK-052")
@pytest.mark.parametrize(("then", "rules"), [("", []), ("D Cyril g?", ["CK-052"])])
def test_a_card_of_another_colour_given_back_leaves_the_deck_empty(then, rules):
    """CKD-10."""
    line = f"1 Anna 1+1g D Anna En D Ben Ir E Ben Mt {then}"

    told = found(line, cards=BESIDE, due=DUE_TO_ALL)

    assert [rule for rule, _said in told] == rules


@pytest.mark.rule("CK-212", "CK-064")
@pytest.mark.parametrize(("card", "rules"), [("En", []), ("Cr", ["CK-064"])])
def test_best_defenders_draw_what_was_given_back_at_once_as_well(card, rules):
    told = found(f"1 Anna 1+1s D Ben Ir E Ben En D Cyril {card} E Cyril En", due=TIE, ship=6)

    assert [rule for rule, _said in told] == rules


@pytest.mark.rule("CK-044", "CK-050")
@pytest.mark.parametrize(
    ("then", "rules"),
    [(" D Cyril En E Cyril En D Dana 0", []), (" D Cyril En E Cyril En", ["CK-050"])],
)
def test_the_same_holds_at_sea(then, rules):
    told = found(f"{BEN}{then}", NEXT, where=AT_SEA, ruleset="cities-knights+seafarers")

    assert [rule for rule, _said in told] == rules


@pytest.mark.rule("CK-052")
@pytest.mark.parametrize(("then", "rules"), [("", []), (" Cyril: D Cyril g?", ["CK-052"])])
def test_whoever_leaves_with_a_card_too_many_gives_none_back(then, rules):
    told = found(f"1 Anna 3+1g D Ben Ir Ben: GIVES-UP{then}", "2 Cyril 2+2y")

    assert [rule for rule, _said in told] == rules


# Too late


@pytest.mark.rule("CK-052")
@pytest.mark.parametrize(
    "late", ["D Ben Ir", "E Anna Ir D Ben Ir", "E Anna Ir D Ben Mi", "Mi D Ben Sm"]
)
def test_who_draws_after_the_roll_has_brought_its_cards_reads_that_the_deck_was_empty(late):
    """A card that has come under it since then was not there."""
    told = found(f"1 Anna 1+1g D Anna Ir {late}", due=DUE_TO_ALL)

    assert {rule for rule, _said in told} == {"CK-052"}
    assert "empty" in told[0][1]


PLACED = {"land": (ISLAND, "cities-knights"), "sea": (AT_SEA, "cities-knights+seafarers")}


@pytest.mark.rule("CK-042", "CK-049", "CK-050", "CK-051", "CK-052")
@pytest.mark.parametrize("place", PLACED)
@pytest.mark.parametrize(
    ("then", "rules"),
    [
        ("", []),
        ("D Ben 0 D Cyril 0 D Dana 0", []),
        ("D Dana 0 D Ben 0", []),
        ("D Cyril 0 Ir", []),
        ("Ir D Ben 0", []),
        ("E Anna Ir D Ben 0", []),
        ("Cyril: GIVES-UP Anna: D Ben 0", []),
        ("D Ben 0 GIVES-UP", []),
        ("D Ben 0 D Ben 0", ["CK-049"]),
        ("Cyril: GIVES-UP Anna: D Cyril 0", ["CK-042"]),
        ("D Ben g?", ["CK-052"]),
    ],
)
def test_that_nobody_drew_from_the_empty_deck_may_be_written(then, rules, place):
    """CKD-09, CKD-10; the hint of CK-052 names this way to write it."""
    where, ruleset = PLACED[place]

    told = found(f"1 Anna 1+1g D Anna Ir {then}", due=DUE_TO_ALL, where=where, ruleset=ruleset)

    assert [rule for rule, _said in told] == rules


@pytest.mark.rule("CK-043", "CK-051")
@pytest.mark.parametrize(
    ("line", "due", "rule"),
    [
        ("1 Anna 1+1g D Anna 0 D Cyril 0", DUE_TO_ALL, "CK-051"),
        ("1 Anna 3+1g D Ben Ir E Ben En D Anna 0", DUE_TO_THREE, "CK-043"),
    ],
)
def test_a_card_that_is_not_due_is_not_waived_either(line, due, rule):
    assert found(line, due=due)[0][0] == rule


@pytest.mark.rule("CK-042")
@pytest.mark.parametrize("card", ["0", "En"])
def test_a_level_reached_after_the_roll_brings_no_card_of_it(card):
    """The deck was not empty."""
    state = cities_table.after(then="1 Anna 1+1g", hands={"Anna": "PP"})

    assert table.broken(state, f"1 Anna I g1 D Anna {card}") == ["CK-042"]


@pytest.mark.rule("CK-222")
def test_nobody_reads_of_an_empty_deck_where_the_draw_before_won():
    levels = {"Anna": (0, 0, 1), "Ben": (0, 0, 1)}
    state = cities_table.after(then="1 Anna 1+1g", levels=levels, points=[12, 3, 3])

    assert table.broken(state, "1 Anna D Anna Pr D Ben Al") == ["CK-222"]
