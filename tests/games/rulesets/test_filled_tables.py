"""Unseen cards of photographed tables, held against every way to fill them in."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest

from games.engine import branches, hands, parting, rulesets, worlds
from games.engine.core import Untenable
from games.engine.replay import replay
from games.engine.rulesets.base import laying
from tests.games.rulesets.filled_tables import (
    a_table,
    accused,
    accused_by_all,
    filled_in,
    fillings,
    table,
)
from tests.samples import at_length


def broken(*told, **rest):
    """The rules that are broken, and how it is said."""
    game = table(*told, **rest)
    found = replay(rulesets.by_key(game.header.ruleset), game).violations
    return [(one.rule.id, str(one.detail)) for one in found]


# What everyone gives up


@pytest.mark.rule("B-165")
@pytest.mark.parametrize(
    ("hands_", "bank", "line", "said"),
    [
        (
            ("BLWGO", "2?", "1?"),
            "18B16L18W17G18O",
            "M G -Ben:0 -Cyril:0",
            "all together gave 0 cards, due is 1× grain",
        ),
        (
            ("BLWGO", "2?", "1?"),
            "18B16L18W17G18O",
            "M L -Ben:L -Cyril:0",
            "all together gave 1× lumber, due is 2× lumber",
        ),
        (
            ("0", "3?", "4?"),
            "19B19L19W18G13O",
            "M O -Ben:OO -Cyril:OOO",
            "all together gave 5× ore, due is 6× ore",
        ),
        (
            ("0", "3?", "9?"),
            "17B17L17W17G15O",
            "M O -Ben:O -Cyril:OO",
            "all together gave 3× ore, due is 4× ore",
        ),
    ],
)
def test_a_monopoly_brings_what_a_counted_bank_leaves(hands_, bank, line, said):
    assert broken("base", hands_, f"1 Anna {line}", bank=bank) == [("B-165", said)]


@pytest.mark.rule("B-165")
@pytest.mark.parametrize(
    ("hands_", "line", "said"),
    [
        (
            ("BLWGO", "2?", "L"),
            "M L -Ben:LL -Cyril:0",
            "Cyril gave 0 cards, due is 1× lumber",
        ),
        (
            ("BLWGO", "3?", "3?"),
            "M L -Ben:LL -Cyril:LLLL",
            "Cyril gave 4× lumber, due are 0 to 3 of lumber",
        ),
        (
            ("BLWGO", "3?", "3?"),
            "M G -Ben:GGGG",
            "Ben gave 4× grain, due are 0 to 3 of grain",
        ),
        (
            ("BLWGO", "G9?", "9?"),
            "M G -Ben:0 -Cyril:G",
            "Ben gave 0 cards, due are 1 to 10 of grain",
        ),
    ],
)
def test_who_is_blamed_for_a_monopoly_cannot_have_given_that(hands_, line, said):
    assert broken("base", hands_, f"1 Anna {line}") == [("B-165", said)]


@pytest.mark.rule("CK-291")
@pytest.mark.rule("CK-289")
@pytest.mark.parametrize(
    ("bank", "line", "rule"),
    [
        ("19B17L19W18G19O12M12P12C", "Rm G -Ben:0 -Cyril:0", "CK-291"),
        ("19B19L19W19G19O10M12P11C", "Cm C -Ben:0 -Cyril:0", "CK-289"),
    ],
)
def test_a_monopoly_in_cities_and_knights_brings_what_a_counted_bank_leaves(bank, line, rule):
    found = broken("cities-knights", ("0", "2?", "1?"), f"1 Anna {line}", bank=bank)

    assert [one for one, _said in found] == [rule]


def test_the_game_goes_on_with_what_a_monopoly_should_have_brought():
    """Ben said that he had no lumber, but he had; he has it still."""
    line = "1 Anna M L -Ben:0 -Cyril:0 P Ben B<>L P Cyril B<>L"

    found = broken("base", ("BBO", "1?", "1?"), line, bank="17B17L19W19G18O")

    assert [rule for rule, _said in found] == ["B-165"]


# Deals


@pytest.mark.rule("B-106")
@pytest.mark.parametrize("more", ["", "9?"])
@pytest.mark.parametrize(
    ("hands_", "line", "rule"),
    [
        (("W?", "??", "BBB"), "P Ben W?<>? P Cyril W<>B", "B-104"),
        (("L", "WW?", "BBB"), "P Ben ?<>WW? P Cyril L<>B P Cyril L<>B", "B-104"),
        (("O", "OO?", "BBB"), "P Ben ?<>OO", "B-106"),
    ],
)
def test_a_card_that_was_dealt_is_not_what_was_given_for_it(hands_, line, rule, more):
    """However many cards of others were not seen."""
    anna, ben, cyril = hands_

    found = broken("base", (anna, ben, cyril + more), f"1 Anna {line}")

    assert [one for one, _said in found][:1] == [rule]


@pytest.mark.rule("B-106", "B-104")
@pytest.mark.parametrize("more", ["", "9?"])
def test_an_unseen_card_that_can_only_be_one_is_held_by_who_gives_it(more):
    """What it was given for is wrong, and nothing else."""
    found = broken("base", ("O", "OO", more or "0"), "1 Anna P Ben ?<>OO")

    assert [one for one, _said in found] == ["B-106"]


@pytest.mark.parametrize("held", ["O", "?", "OW"])
@pytest.mark.parametrize(("key", "rule"), [("base", "B-100"), ("cities-knights", "CK-092")])
def test_unseen_cards_that_somebody_deals_to_themselves_are_no_fault_of_the_checker(
    key, rule, held
):
    """Both go from one hand, which has less."""
    found = broken(key, (held, "0", "0"), "1 Anna P Anna ?<>?")

    assert rule in [one for one, _said in found]


@pytest.mark.parametrize(
    ("key", "hands_", "lines", "rule"),
    [
        ("base", ("??", "?", "BBB"), "1 Anna P Ben ??<>? P Cyril W<>B", "B-104"),
        ("base+tour", ("??", "W?", "BBB"), "1 Anna P Ben ??<>W?", "TG-18"),
    ],
)
def test_unseen_cards_of_both_sides_are_apart(key, hands_, lines, rule):
    found = broken(key, hands_, f"{lines} /\n2 Ben 12 P Cyril W<>B")

    assert [one for one, _said in found] == [rule]


@pytest.mark.rule("CK-294")
def test_a_deal_in_cities_and_knights_keeps_its_unseen_cards_apart():
    line = "1 Anna P Ben W?<>? P Cyril W<>B"

    found = broken("cities-knights", ("W?", "??", "BBB"), line)

    assert len(found) == 1


def test_deals_of_cards_that_nobody_saw_are_followed_for_hundreds_of_turns():
    """They change nothing of what is known: no card was seen, and no hand has more or fewer."""
    players = ("Anna", "Ben", "Cyril")
    lines = []
    for turn in range(600):
        on_turn, *others = players[turn % 3 :] + players[: turn % 3]
        deals = " ".join(f"P {other} ?<>?" for other in others * 2)
        lines.append(f"{turn + 1} {on_turn} {'12 ' if turn else ''}{deals} /")
    game = table("base", ("6?", "6?", "6?"), "\n".join(lines))

    report = replay(rulesets.by_key("base"), game)

    assert report.violations == []
    assert report.whole


# By chance


@pytest.mark.rule("B-010")
@pytest.mark.parametrize("key", ["base", "cities-knights"])
def test_hands_stand_beside_a_counted_bank_only_if_all_cards_add_up(key):
    """`fillings` looks at no others."""
    ruleset = rulesets.by_key(key)
    bank = "18B17L19W19G19O" + ("11M12P12C" if "cities" in key else "")
    game = table(key, ("?", "?" if "cities" in key else "0", "L?"), "1 Anna T 4W>B", bank)

    tenable = []
    for filled in filled_in(ruleset, game):
        with suppress(Untenable):
            ruleset.setup(filled.header)
            tenable.append(filled)

    assert tenable == list(fillings(ruleset, game))
    assert len(tenable) == (6 if "cities" in key else 2)


@pytest.mark.parametrize("key", ["base", "base+tour", "cities-knights"])
@pytest.mark.parametrize("seed", at_length([41, *range(20)], after=8))
def test_a_table_is_accused_where_the_last_way_to_fill_it_in_ends(key, seed, monkeypatch):
    """Where only bounds are kept it may be later, or not at all."""
    game = a_table(key, random.Random(seed))
    due = accused_by_all(game)

    assert accused(game) == due

    for module in (branches, worlds):
        monkeypatch.setattr(module, "MOST", 1)
    monkeypatch.setattr(hands, "FEW", 0)
    monkeypatch.setattr(parting, "SEVERAL", 0)
    monkeypatch.setattr(laying, "KEPT", 1)

    assert accused(game) >= due
