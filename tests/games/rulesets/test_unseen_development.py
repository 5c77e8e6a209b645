"""Positions in which several players hold unseen development cards: a win that these cards would
have been stays one, held against every way to fill them in."""

from __future__ import annotations

from itertools import combinations_with_replacement, product

import pytest

from games.engine.verdicts import verdict_on
from tests.games.rulesets import table

KINDS = "NVL"
"""Knights, Victory Points, and one of those that do nothing here, of which there are two."""


def judged(anna, ben, play, *, target=4, moment="NOT-ROLLED NOT-PLAYED BOUGHT 0", result=""):
    """Anna has three points on the board, Ben and Cyril two each."""
    position = (
        f'[Options "target={target}"]\n'
        f'[Position "Anna: S b2s C e1n R b2sw e1nw H BLWGO D {anna}\n'
        f"Ben: S d3s a3s R d3sw a3sw H 3? D {ben}\n"
        f"Cyril: S b4s d1n R b4sw d1ne H 3?\n"
        f'K c2 TURN Anna {moment} NOW 0"]\n'
    )
    told = f'[Result "{result}"]\n' if result else ""
    return verdict_on(f"{table.head('base')}{position}{told}\n{play}\n".encode())


def fillings(cards):
    """Every way to fill in the unseen ones of one player."""
    known, count = cards.replace("?", ""), cards.count("?")
    return [known + "".join(some) for some in combinations_with_replacement(KINDS, count)]


def is_legal(anna, ben, play, **told):
    return any(
        judged(one, other, play, **told)["valid"]
        for one, other in product(fillings(anna), fillings(ben))
        if (one + other).count("V") <= 5 and (one + other).count("L") <= 2
    )


ROUND = "1 Anna 12\n2 Ben 12\n3 Cyril 12\n"

PLAYS = {
    "shown after the roll": "1 Anna 12 V 1",
    "claimed after the roll": "1 Anna 12 *",
    "shown at once": "1 Anna V 1",
    "two shown at once": "1 Anna V 2",
    "shown a turn later": f"{ROUND}4 Anna 12 V 1 *",
    "two shown a turn later": f"{ROUND}4 Anna 12 V 2 *",
    "shown by the next": "1 Anna 12\n2 Ben V 2",
    "a Knight of the cards": "1 Anna N c4 12 V 1",
    "nothing shown": ROUND,
}


@pytest.mark.rule("B-178")
@pytest.mark.rule("B-180")
@pytest.mark.parametrize("cards", [("??", "??"), ("?", "??"), ("N?", "??"), ("V?", "??")])
@pytest.mark.parametrize("play", PLAYS.values(), ids=PLAYS)
@pytest.mark.parametrize("target", [4, 5])
def test_a_game_is_accepted_exactly_if_some_filling_is_legal(cards, play, target):
    found = judged(*cards, play, target=target)

    assert found["valid"] == is_legal(*cards, play, target=target)


@pytest.mark.rule("B-181")
@pytest.mark.parametrize("ends", ["1 Anna 12\n2 Ben V 2", f"{ROUND}4 Anna 12 STOP"])
@pytest.mark.parametrize("anna", [3, 4, 5])
@pytest.mark.parametrize("ben", [2, 3, 4])
def test_a_result_is_true_exactly_if_some_filling_without_a_win_before_makes_it_so(ends, anna, ben):
    result = f"Anna {anna}, Ben {ben}, Cyril 2"

    found = judged("?", "??", ends, result=result)

    assert found["valid"] == is_legal("?", "??", ends, result=result)


@pytest.mark.rule("B-180")
@pytest.mark.parametrize(
    ("bought", "points", "legal"),
    [("?", 3, True), ("?", 4, True), ("?", 5, False), ("0", 4, True), ("0", 5, False)],
)
def test_cards_of_this_turn_and_of_before_are_no_win_together(bought, points, legal):
    """With five points to win Anna may have one Victory Point among her two cards, not both, in
    this turn and after it."""
    play = "1 Anna\n2 Ben 12\n3 Cyril 12 STOP"
    moment = f"ROLLED NOT-PLAYED BOUGHT {bought}"
    result = f"Anna {points}, Ben 2, Cyril 2"

    found = judged("??", "??", play, target=5, moment=moment, result=result)

    assert found["valid"] == legal, found


@pytest.mark.rule("B-180")
@pytest.mark.parametrize(
    ("anna", "ben", "play", "target", "at"),
    [
        ("?", "0", "1 Anna 12 V 1", 4, 0),
        ("??", "??", "1 Anna 12 V 1", 4, 0),
        ("??", "??", f"{ROUND}4 Anna 12 V 2 *", 5, 0),
        ("?", "?", f"{ROUND}4 Anna 12 V 1 *", 4, 0),
        ("0", "?", "1 Anna 12 D ?\n2 Ben 12\n3 Cyril 12\n4 Anna V 1", 4, 3),
        ("?", "?", "1 Anna 12 *", 4, 0),
        ("??", "??", f"{ROUND}4 Anna 12 *", 5, 0),
        ("??", "??", "1 Anna 12\n2 Ben 12 Anna: *", 4, 0),
    ],
)
def test_a_win_shown_too_late_is_one_and_the_next_entry_is_refused(anna, ben, play, target, at):
    """As if the card had been known: the entry after the win goes on with a game that is over."""
    found = judged(anna, ben, play, target=target)

    first = found["findings"][0]
    assert (first["rule"], first["detail"]) == ("B-180", "Anna has won already")
    assert found["winner"] == 0
    assert first["action"] == at


@pytest.mark.rule("B-180")
@pytest.mark.parametrize("winner", ["", "*"])
def test_a_result_that_only_a_win_before_makes_true_tells_of_that_win(winner):
    """With four points to win Anna has four only if she had them before she rolled."""
    found = judged("?", "??", ROUND, result=f"Anna 4{winner}, Ben 2, Cyril 2")

    assert [(one["rule"], one["action"]) for one in found["findings"]] == [("B-180", 0)]
    assert found["winner"] == 0


@pytest.mark.rule("B-180")
@pytest.mark.parametrize(
    ("play", "told"),
    [
        ("1 Anna 12 D ?\n2 Ben 12", "Anna 4, Ben 2, Cyril 2"),
        ("1 Anna 12 D ?\n2 Ben 12 Anna: *", ""),
    ],
)
def test_which_card_was_the_win_is_not_proved_by_the_latest_time_at_which_it_can_have_been(
    play, told
):
    """It may be the one that she has bought, or one that she had before she rolled."""
    found = judged("?", "??", play, result=told)

    assert [one["rule"] for one in found["findings"]] == ["B-180"]
    assert found["hidden"]["proved"] == []


@pytest.mark.rule("B-181")
def test_a_result_that_a_win_before_does_not_make_true_is_what_is_wrong():
    found = judged("?", "??", "1 Anna 12\n2 Ben V 2", result="Anna 4, Ben 4*, Cyril 2")

    assert details_of(found) == ["the result gives Anna 4 points, the game 3"]
    assert found["winner"] == 1


@pytest.mark.rule("B-181")
@pytest.mark.parametrize(
    ("anna", "ben", "play", "told", "said"),
    [
        (
            "V?",
            "?",
            "1 Anna 12 D ?",
            "Anna 7, Ben 2, Cyril 2",
            "gives Anna 7 points, the game 4 to 6",
        ),
        (
            "V?",
            "?",
            "1 Anna 12\n2 Ben 12",
            "Anna 3, Ben 2, Cyril 2",
            "Anna 3 points, the game 4 to 5",
        ),
        (
            "V?",
            "?",
            "1 Anna 12\n2 Ben 12",
            "Anna 4, Ben 4, Cyril 2",
            "Ben 4 points, the game 2 to 3",
        ),
        ("V?", "?", "1 Anna 12\n2 Ben 12", "Anna 4, Ben 2, Cyril 3", "Cyril 3 points, the game 2"),
        # One of them has the last card, not both.
        (
            "VVVV?",
            "?",
            "1 Anna 12\n2 Ben 12",
            "Anna 8, Ben 3, Cyril 2",
            "gives Ben 3 points, which do not go together with those of the others",
        ),
        (
            "VVVV?",
            "?",
            "1 Anna 12\n2 Ben 12",
            "Anna 8, Ben 4, Cyril 2",
            "Ben 4 points, the game 2 to 3",
        ),
    ],
)
def test_a_wrong_result_is_told_with_the_least_and_the_most_that_unseen_cards_make(
    anna, ben, play, told, said
):
    found = judged(anna, ben, play, target=10, result=told)

    assert [detail[-len(said) :] for detail in details_of(found)] == [said]


@pytest.mark.rule("B-178")
def test_a_claim_of_who_never_can_have_won_has_too_few_points():
    found = judged("?", "??", "1 Anna 12 *", target=5)

    assert details_of(found) == ["Anna has 3 points; this game is played to 5"]


def details_of(found):
    return [finding["detail"] for finding in found["findings"]]


@pytest.mark.rule("B-164")
def test_a_card_that_cannot_have_been_a_win_is_none_when_it_is_shown():
    """The Knight was the only one of the cards, so that none is left to show."""
    found = judged("?", "??", "1 Anna N c4 12 V 1")

    assert "B-164" in {finding["rule"] for finding in found["findings"]}
    assert found["winner"] is None
