"""What cannot have happened comes with how to write what was probably meant."""

from __future__ import annotations

import pytest

from games.engine import rulesets
from games.engine.rulesets.base.packed import MONOPOLY
from tests.games.rulesets import card_table, cities_table, table
from tests.games.rulesets.cities_table import knight, laid_out, landing, rivals, rolled, rolling


def hints(rules, state, actions):
    """Of the last action, the hints beside what cannot have happened."""
    *before, last = actions
    for action in before:
        rules.play(state, action)
    found = [one.detail for one in rules.broken(state, last) if one.detail.impossible]
    assert all(detail.hint for detail in found)
    return [detail.hint.format(**detail.facts) for detail in found]


def on_island(given, line):
    return hints(rulesets.by_key("base"), table.after(**given), table.actions_of(line).actions)


def in_cities(given, line):
    return hints(cities_table.RULES, laid_out(given), cities_table.lines(line).actions)


def with_cards(given, line):
    actions = card_table.record_of(line, players=given.get("players", 3)).actions
    return hints(card_table.rules(), card_table.after(**given), actions)


@pytest.mark.parametrize(
    ("given", "line", "hint"),
    [
        ({}, "1 Anna 2 S b2s", "A city in place of the settlement is written C b2s."),
        ({}, "1 Anna 2 S d3s", "Was another place meant, or another player?"),
        ({"hands": {"Anna": "GGOOO"}}, "1 Anna 2 C b1sw", "A new settlement is written S b1sw."),
        ({}, "1 Anna 2 R b2sw", "Was another place meant, or another player?"),
        ({"hands": {"Anna": "L"}}, "1 Anna 2 R b1e", "Was a deal, a theft or a trade"),
        ({"hands": {"Ben": "L"}}, "1 Anna 7 K a3<Ben:O", "Write K c3<Ben:? for a card"),
        ({}, "1 Anna 13", "Write both dice or their sum: 3+5 or 8."),
        (
            {},
            "1 Anna 2 Y OO",
            "Was its purchase left out? A card that nobody saw is bought by D ?.",
        ),
        ({"hands": {"Anna": "WWWW"}}, "1 Anna 2 T 4W>?", "Write the letters of the cards"),
        ({}, "1 Anna V 2", "Write how many were shown: V 1."),
        ({"hands": {"Anna": "G"}}, "1 Anna 2 P Ben O<>B", "Was a deal, a theft or a trade"),
        (
            {"cards": {"Anna": (MONOPOLY,)}},
            "1 Anna 2 M L -Ben:LL",
            "Without what they gave, it is worked out: M L.",
        ),
    ],
)
def test_in_the_base_game(given, line, hint):
    assert any(words.startswith(hint) for words in on_island(given, line)), on_island(given, line)


@pytest.mark.parametrize(
    ("given", "line", "hint"),
    [
        (rivals(), "1 Anna M b2sw>c2nw", "behind a star: b1se>b1s*c3n, or b1se>b1s*0"),
        (
            rolled(knights={"Anna": "b2sw=1 b2s=1", "Cyril": "c2nw=1"}, progress={"Anna": "De"}),
            "1 Anna De c2nw>c2n",
            "with its strength behind the place: =1.",
        ),
        (landing(), "1 Anna B Anna b2s", "Write the place of the city that was lost"),
        (rolled(), "1 Anna A b2sw", "Was the knight recruited or moved there before?"),
        (knight("b2sw=1+"), "1 Anna M b2sw>c2nw*c3n", "A move to an empty place"),
        (rolled(), "1 Anna Cr", "A card that nobody saw is drawn by D Ben g?."),
        (rolled(), "1 Anna Cm P", "A card that nobody saw is drawn by D Ben y?."),
        (rolled(), "1 Anna Wa", "A card that nobody saw is drawn by D Ben b?."),
        (rolled(), "1 Anna E Anna b?", "A card that nobody saw is drawn by D Ben b?."),
        (
            rolling("1+1y", levels={"Anna": (1, 0, 0)}, progress={"Ben": "Cm Cm"}),
            "1 Anna D Anna Cm",
            "One that nobody saw is written by its colour: D Ben y?.",
        ),
        (
            rolling("1+1b", levels={"Anna": (0, 1, 0)}, decks=[0, 0, 0], under=[(), (1, 0), ()]),
            "1 Anna D Anna Bi",
            "One that nobody saw is written by its colour: D Ben b?.",
        ),
        (rolled(progress={"Anna": "Sm"}), "1 Anna Sm b2sw b2sw", "Write two places, or one alone"),
        (rolled(progress={"Anna": "In"}), "1 Anna In c2 c2", "Write two hexes with numbers"),
        ({}, "1 Anna 7+1y", "Write the red die, the yellow die and the event die"),
        (rolled(progress={"Anna": "Rm"}), "1 Anna Rm O -Ben:OO", "it is worked out: Rm O."),
        (rolled(progress={"Anna": "Cm"}), "1 Anna Cm P -Ben:P", "it is worked out: Cm P."),
    ],
)
def test_in_cities_and_knights(given, line, hint):
    assert any(hint in words for words in in_cities(given, line)), in_cities(given, line)


@pytest.mark.parametrize(
    ("given", "line", "hint"),
    [
        ({"hands": {"Anna": "BL"}}, "1 Anna T B>O", "Was it the deck (X W>?)"),
        ({"hands": {"Anna": "BL"}}, "1 Anna K WGO", "Was a draw or an exchange before this"),
        ({}, "1 Anna P Anna ?>?", "Write the name of another player"),
        (
            {"hands": {"Anna": "BL"}, "stock": {"road": 0}},
            "1 Anna R BL",
            "Write from whom it was taken: R LB<Ben.",
        ),
        ({"hands": {"Anna": "WWWO"}}, "1 Anna E WWWO=fortress", "Was the city left out before"),
    ],
)
def test_in_the_card_game(given, line, hint):
    market = {"market": "BLWGG"} | given
    assert any(words.startswith(hint) for words in with_cards(market, line)), with_cards(
        given, line
    )


def test_at_sea():
    state = table.after(ruleset="seafarers", players=4)
    actions = table.actions_of("1 Anna 2 ~ c5e>c5se", ruleset="seafarers", players=4).actions

    told = hints(rulesets.by_key("seafarers"), state, actions)

    assert any(hint.endswith("One that was moved is no new one: ~ c2e>d3w.") for hint in told)


# What was done, what was due


def said(rules, state, actions):
    *before, last = actions
    for action in before:
        rules.play(state, action)
    return [str(one.detail) for one in rules.broken(state, last)]


@pytest.mark.rule("B-107")
def test_a_trade_at_no_rate_is_told_with_those_there_are():
    state = table.after(hands={"Anna": "WWWWW"})

    told = said(rulesets.by_key("base"), state, table.actions_of("1 Anna 2 T 5W>O").actions)

    assert told == [
        "5 cards were given for 1; due are 4 of one kind for 1, at a harbour 3 or 2",
    ]


@pytest.mark.rule("CK-251")
def test_who_gave_a_card_to_the_bishop_is_told_beside_who_has_to():
    state = laid_out(rolled(progress={"Anna": "Bi"}, attacked=True))

    told = said(cities_table.RULES, state, cities_table.lines("1 Anna Bi c2").actions)

    assert told == ["robbed were: nobody; one card each is due from: Cyril"]


@pytest.mark.parametrize(
    ("given", "line", "told"),
    [
        ({}, "1 Anna /", "nothing was done in the turn; cards to be drawn: 2"),
        (
            {"hands": {"Anna": "BLBL"}},
            "1 Anna R BL R BL",
            "Anna has built 1 of them in this turn, allowed are 1",
        ),
        (
            {"hands": {"Anna": "BL"}, "stock": {"road": 3}},
            "1 Anna R BL<Ben",
            "3 of them are in stock, so that nothing is taken from Ben",
        ),
        (
            {},
            "1 Anna GAIN ?",
            "cards that Anna draws: 1, due are none: no event and no card asks for it",
        ),
        ({"deck": 20}, "1 Anna RESHUFFLE 30", "cards still in the deck: 20"),
    ],
)
def test_the_card_game_says_what_was_due(given, line, told):
    actions = card_table.record_of(line).actions

    assert told in said(card_table.rules(), card_table.after(**given), actions)
