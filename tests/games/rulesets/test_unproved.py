"""What is not so in every way in which a game may be is neither proved nor told as the one way."""

from __future__ import annotations

import pytest

from games.engine.verdicts import verdict_on
from tests.games.rulesets import table


def judged(
    play, *, ruleset="base", moment="ROLLED NOT-PLAYED BOUGHT 0", turn="Anna", bank="", **told
):
    """Each player's cards in hand and development cards."""
    anna, ben, cyril = (told.get(name, "H 0") for name in ("anna", "ben", "cyril"))
    position = (
        f'[Position "Anna: S b2s C e1n R b2sw e1nw {anna}\n'
        f"Ben: S d3s a3s R d3sw a3sw {ben}\n"
        f"Cyril: S b4s d1n R b4sw d1ne {cyril}\n"
        f'K c2 {bank} TURN {turn} {moment} NOW 0"]\n'
    )
    return verdict_on(f"{table.head(ruleset)}{position}\n{play}\n".encode())


def details(found):
    return [finding["detail"] for finding in found["findings"]]


@pytest.mark.rule("B-165")
@pytest.mark.parametrize("hand", ["LLG", "LLGWO"])
def test_an_impossible_monopoly_does_not_prove_what_was_taken_before(hand):
    """Ben may have taken two lumber, or one and something else: both were not given up so."""
    found = judged(
        "1 Ben N d1<Cyril:? 7 K c4<Cyril:?\n2 Cyril 12\n3 Anna 12 M L -Ben:L -Cyril:0",
        anna="H BLWGO D M",
        ben="H 0 D N",
        cyril=f"H {hand}",
        turn="Ben",
        moment="NOT-ROLLED NOT-PLAYED BOUGHT 0",
    )

    assert found["hidden"]["proved"] == []
    assert details(found) == ["all together gave 1× lumber, due is 2× lumber"]


@pytest.mark.rule("B-165")
def test_a_monopoly_that_is_false_in_many_ways_proves_nothing():
    """Three lumber lie in the hands. Ben had his card before he gave none: it may be one of them
    that he kept, as Cyril may have kept more than one."""
    found = judged(
        "1 Ben 7 K c4<Cyril:?\n2 Cyril 12\n3 Anna 12 M L -Ben:0 -Cyril:L",
        anna="H 0 D M",
        cyril="H 6?",
        bank="BANK 19B16L18W18G18O",
        turn="Ben",
        moment="NOT-ROLLED NOT-PLAYED BOUGHT 0",
    )

    assert details(found) == ["Cyril gave 1× lumber, due are 2 to 3 of lumber"]
    assert found["hidden"]["proved"] == []


@pytest.mark.rule("B-165")
def test_who_alone_can_have_given_up_too_little_is_blamed():
    found = judged("1 Anna M L -Ben:LL -Cyril:0", anna="H 0 D M", ben="H 2?", cyril="H L")

    assert details(found) == ["Cyril gave 0 cards, due is 1× lumber"]


@pytest.mark.rule("B-087")
def test_half_of_a_hand_whose_size_is_not_known_is_told_from_the_least_to_the_most():
    """A Monopoly from unseen hands leaves open how many cards Anna has."""
    found = judged(
        "1 Anna M L\n2 Ben 7 X Anna 0",
        anna="H 12? D M",
        ben="H 12?",
        cyril="H 12?",
    )

    assert details(found) == ["Anna discards 0, due are 6–15"]


@pytest.mark.rule("B-091")
def test_who_may_still_have_to_discard_is_told_in_every_way():
    found = judged(
        "1 Anna M L\n2 Ben 7 X Anna ???? K d1",
        anna="H 8? D M",
        ben="H 8?",
        cyril="H 8?",
    )

    assert " / " in details(found)[0]
