"""A photographed table with cards that nobody saw, and a result: true exactly if some filling of
those cards makes it so, however many fillings there are."""

from __future__ import annotations

from itertools import product

import pytest

from games.engine.verdicts import verdict_on
from tests.games.rulesets import table

CARDS = ("0", "?", "??", "V?", "VVV", "N?")
"""What each of two players has; the deck has 5 Victory Points among 25 cards."""

ON_THE_BOARD = (2, 1, 2)


def photographed(ruleset, cards, result, bought="0"):
    anna, ben, cyril = cards
    position = (
        f'[Position "Anna: S b2s e1n R b2sw e1nw H 0 D {anna} N 0\n'
        f"Ben: S a3s R a3sw H 0 D {ben} N 0\n"
        f"Cyril: S b4s d1n R b4sw d1ne H 0 D {cyril} N 0\n"
        f'K c2 TURN Anna ROLLED NOT-PLAYED BOUGHT {bought} NOW 0"]\n'
    )
    points = ", ".join(
        f"{name} {count}" for name, count in zip(("Anna", "Ben", "Cyril"), result, strict=True)
    )
    return verdict_on(
        f'{table.head(ruleset)}{position}[Result "{points}"]\n\n1 Anna STOP\n'.encode()
    )


def fillings(cards):
    """The points of every way in which the unseen cards may be Victory Points or others."""
    left = 5 - sum(held.count("V") for held in cards)
    for more in product(*(range(held.count("?") + 1) for held in cards)):
        if sum(more) <= left:
            yield tuple(
                points + held.count("V") + hidden
                for points, held, hidden in zip(ON_THE_BOARD, cards, more, strict=True)
            )


@pytest.mark.rule("B-181")
@pytest.mark.parametrize("anna", CARDS)
@pytest.mark.parametrize("ben", CARDS)
@pytest.mark.parametrize("cyril", ["0", "VV", "??"])
def test_a_result_is_true_exactly_if_some_filling_makes_it_so(anna, ben, cyril):
    cards = (anna, ben, cyril)
    if sum(held.count("V") for held in cards) > 5:
        cards = (anna, ben, "0")
    if sum(held.count("V") for held in cards) > 5:
        cards = ("0", ben, "0")
    legal = set(fillings(cards))
    ranges = [range(min(some) - 1, max(some) + 2) for some in zip(*legal, strict=True)]

    for result in product(*ranges):
        found = photographed("base", cards, result)

        broken = {finding["rule"] for finding in found["findings"]}
        assert broken == (set() if result in legal else {"B-181"}), result


@pytest.mark.rule("B-181")
@pytest.mark.parametrize(
    ("ruleset", "rule"),
    [("base+tour", "TG-15"), ("base+best-friends", "B-181"), ("base", "B-181")],
)
@pytest.mark.parametrize(
    ("result", "legal"),
    [
        ((2, 2, 2), True),
        ((6, 3, 2), True),
        ((4, 3, 4), True),
        ((2, 3, 6), True),
        ((6, 3, 3), False),
        ((2, 7, 2), False),
        ((1, 2, 2), False),
    ],
)
def test_four_unseen_cards_of_each_player_leave_any_points_that_there_are(
    ruleset, rule, result, legal
):
    points = "Anna {}, Ben {}, Cyril {}".format(*result)
    turns = "".join(
        f"{turn} {name} 12 +{name}:4W4G4O !1 D ? D ? D ? D ?{stop}\n"
        for turn, name, stop in ((1, "Anna", ""), (2, "Ben", ""), (3, "Cyril", " STOP"))
    )
    text = f'{table.head(ruleset)}[Result "{points}"]\n\n'

    found = verdict_on((text + "\n".join(table.FOUNDED) + "\n" + turns).encode())

    assert found["hidden"]["bounds_after"] is not None
    assert {finding["rule"] for finding in found["findings"]} == (set() if legal else {rule})


@pytest.mark.rule("B-179", "CK-223", "X-056")
@pytest.mark.parametrize(
    ("ruleset", "rule"),
    [
        ("base", "B-179"),
        ("base+tour", "TG-14"),
        ("base+santa", "B-179"),
        ("cities-knights", "CK-223"),
        ("cities-knights+santa", "CK-223"),
    ],
)
def test_whom_a_result_names_in_the_turn_of_another_has_not_won(ruleset, rule):
    """Enough points are there, and so that is not what is wrong."""
    cities = "cities-knights" in ruleset
    more = "DC 4  " if cities else "D V  "
    moment = "SHIP 3  ATTACKED" if cities else "NOT-PLAYED  BOUGHT 0"
    text = (
        f'{table.head(ruleset)}[Result "Ben*"]\n[Position "Anna: S a1n b2s  R a1nw\n'
        f"Ben: C c5s d3s b3s e1s  S e3s  R c5se  H 0  {more}\n"
        f'Cyril: S a3n c1nw  R a3ne\nK c3  TURN Anna  ROLLED  NOW 0  {moment}"]\n1 Anna R a1w\n'
    )

    found = verdict_on(text.replace("R a1nw", "R a1nw  H BL").encode())["findings"]

    assert [one["rule"] for one in found] == [rule]
    assert "as winner in the turn of Anna" in found[0]["detail"]


@pytest.mark.rule("EB-051", "SC-051")
@pytest.mark.parametrize(
    ("ruleset", "rule"),
    [("base", "B-178"), ("base+easter-bunny", "EB-051"), ("base+santa", "SC-051")],
)
def test_a_false_result_is_what_is_wrong_if_somebody_may_have_won_before(ruleset, rule):
    """With a Victory Point bought the game would have been over, and Ben no winner either."""
    text = (
        f'{table.head(ruleset)}[Options "target=3"]\n[Result "Ben*"]\n[Position "Anna: S b2s e1n  '
        "R b2sw  H WGO2B2L\nBen: S d3s a3s  H 0\nCyril: S b4s d1n  H 0\n"
        'K c3  TURN Anna  ROLLED  NOT-PLAYED  BOUGHT 0  NOW 0"]\n1 Anna D ?  R b1e  R b1se\n'
    )

    found = verdict_on(text.encode())["findings"]

    assert [one["rule"] for one in found] == [rule]
