"""A ruling lets stand what is a breach with some unseen cards, and those stay possible then.
Without one it proves that they were others."""

from __future__ import annotations

import pytest

from games.engine.verdicts import verdict_on
from tests.games.rulesets.table import BOARD

MOMENTS = {
    "base": "K c3 TURN Anna ROLLED NOT-PLAYED BOUGHT 0 NOW 0",
    "cities-knights": ("K a1 SHIP 3 TURN Anna ROLLED NOW 0 ATTACKED FRESH 0 RISEN 0 NOT-LASTING"),
}


def findings(ruleset, *lines, held="", hand="2?"):
    """The rules that a game breaks which begins with unseen cards in Ben's hand and a card to play
    in Anna's."""
    second = "S" if ruleset == "base" else "C"
    position = (
        f"Anna: S b2s {second} e1n R b2sw e1nw H BBWW {held}\n"
        f"Ben: S d3s {second} a3s R d3sw a3sw H {hand}\n"
        f"Cyril: S b4s {second} d1n R b4sw d1ne H OW\n"
        f"{MOMENTS[ruleset]}"
    )
    head = f'[Ruleset "{ruleset}"]\n[Seats "Anna Ben Cyril"]\n{BOARD}\n[Position "{position}"]\n'
    found = verdict_on((head + "\n".join(lines) + "\n").encode())["findings"]
    return [one["rule"] for one in found]


LET_STAND = [
    pytest.param("base", "D M", "M G -Ben:G", "2 Ben 3 P Cyril G<>O", "B-104", id="monopoly"),
    pytest.param(
        *("cities-knights", "P Ch", "Ch J Ben B<>0", "2 Ben 1+1y I b1", "CK-161"), id="harbour"
    ),
    pytest.param(
        *("cities-knights", "P Ch", "Ch J Ben B<>?", "2 Ben 1+1y\n3 Cyril 1+1y P Anna O<>G"),
        "CK-092",
        id="a resource for the harbour",
    ),
    pytest.param(
        *("cities-knights", "P Cm", "Cm M -Ben:0", "2 Ben 1+1y P Cyril M<>O", "CK-092"),
        id="commodities",
    ),
    pytest.param(
        *("cities-knights", "P Rm", "Rm O -Ben:O -Cyril:O", "2 Ben 1+1y P Cyril O<>W", "CK-092"),
        id="resources",
    ),
]


@pytest.mark.parametrize(("ruleset", "held", "played", "later", "rule"), LET_STAND)
@pytest.mark.rule("B-104", "CK-092", "CK-161")
def test_a_ruling_keeps_the_cards_possible_for_which_it_was_given(
    ruleset, held, played, later, rule
):
    assert findings(ruleset, f"1 Anna {played} !1", later, held=held) == []
    assert findings(ruleset, f"1 Anna {played}", later, held=held) == [rule]


@pytest.mark.rule("B-104", "B-106")
def test_a_ruling_lets_one_kind_lie_on_both_sides_of_a_deal():
    assert findings("base", "1 Anna P Ben B<>? !1", "2 Ben 3 P Cyril BB<>O") == []
    assert findings("base", "1 Anna P Ben B<>? P Cyril BB<>O !1") == []
    assert findings("base", "1 Anna P Ben B<>? P Cyril BB<>O") == ["B-104"]


@pytest.mark.rule("CK-092")
def test_a_ruling_lets_nobody_have_what_no_card_can_have_been():
    """Two cards are no three."""
    played = "1 Anna Ch J Ben B<>0 !1"

    assert findings("cities-knights", played, "2 Ben 1+1y P Cyril MM<>O", held="P Ch") == []
    assert findings("cities-knights", played, "2 Ben 1+1y P Cyril MMM<>O", held="P Ch") == [
        "CK-092"
    ]


@pytest.mark.rule("B-181")
def test_a_ruling_on_the_last_action_lets_no_false_result_stand():
    """It is about that action; behind a claim it is about the end."""
    told = '[Result "Anna 3, Ben 2, Cyril 2"]\n'

    assert _of_a_result(told, "1 Anna P Ben B<>W P Ben BB<>W !1") == ["B-181"]
    assert _of_a_result(told.replace("3", "2"), "1 Anna P Ben B<>W P Ben BB<>W !1") == []
    assert _of_a_result(told.replace("3", "3*"), "1 Anna * !1") == []


def _of_a_result(told, line):
    head = (
        f'[Ruleset "base"]\n[Seats "Anna Ben Cyril"]\n{told}{BOARD}\n'
        '[Position "Anna: S b2s e1n R b2sw e1nw H BBBB\nBen: S d3s a3s R d3sw a3sw H WW\n'
        f'Cyril: S b4s d1n R b4sw d1ne H 0\n{MOMENTS["base"]}"]\n'
    )
    return [one["rule"] for one in verdict_on(f"{head}{line}\n".encode())["findings"]]


@pytest.mark.rule("B-165", "CK-289", "CK-291")
@pytest.mark.parametrize(
    ("ruleset", "card", "gave", "hand", "impossible"),
    [
        ("cities-knights", "Cm M", "MMM", "2?", True),
        ("cities-knights", "Cm M", "MM", "2?", False),
        ("cities-knights", "Cm M", "LO", "2?", False),
        ("cities-knights", "Cm M", "MLO", "2?", True),
        ("cities-knights", "Cm M", "LLL", "L2?", False),
        ("cities-knights", "Rm O", "OOO", "2?", True),
        ("cities-knights", "Rm O", "OOM", "O2?", False),
        ("cities-knights", "Rm O", "OOM", "12?", False),
        ("base", "M G", "GLL", "2?", True),
        ("base", "M G", "LL", "2?", False),
        ("base", "M G", "GL", "B2?", False),
        ("base", "M G", "GLL", "L2?", False),
        ("base", "M G", "GLL", "O2?", True),
    ],
)
def test_what_a_monopoly_brought_cannot_have_been_only_if_the_hand_had_no_room_for_it(
    ruleset, card, gave, hand, impossible
):
    """A ruling lets stand that too much was given, or of other kinds; such as may have been unseen
    were said to be impossible, and nothing was judged behind them."""
    letters = card.partition(" ")[0]
    held = f"D {letters}" if ruleset == "base" else f"P {letters}"
    again, row = {"base": ("6", "B-067"), "cities-knights": ("1+1y", "CK-030")}[ruleset]

    found = findings(ruleset, f"1 Anna {card} -Ben:{gave} !1 {again}", held=held, hand=hand)

    assert found == ([] if impossible else [row])


@pytest.mark.rule("CK-061", "CK-268")
@pytest.mark.parametrize("held", ["P Sp", "P Sp Bi", "P Sp b?"])
def test_whoever_spies_on_oneself_has_had_the_spy(held):
    """The card taken unseen out of the own hand was said to leave no Spy there."""
    assert findings("cities-knights", "1 Anna Sp Anna b?", held=held) == ["CK-268"]
    assert findings("cities-knights", "1 Anna Sp Anna b? !1 1+1y", held=held) == ["CK-030"]
