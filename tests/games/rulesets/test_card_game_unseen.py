"""The fast card game with cards that nobody saw: all ways in which they can lie are kept."""

import pytest

from games.engine import rulesets
from games.engine.record import parse
from games.engine.replay import replay
from games.engine.rulesets.base.packed import pack
from games.engine.rulesets.card_game.ways import WORK
from games.engine.verdicts import verdict_of
from tests.games.rulesets.card_table import after, broken, play

HEAD = """[Ruleset "card-game"]
[Seats "Anna=red Ben=blue"]
[Options "oldest=1"]
Anna  M LWOOO  H BLO
Ben   H LLW
1 Anna  D OO
"""


def judged(text):
    return replay(rulesets.by_key("card-game"), parse(text, rulesets.by_key))


def rules_of(report):
    return [one.rule.id for one in report.violations]


def test_who_lost_a_card_unseen_that_was_paid_elsewhere_has_it_no_more():
    """Ben's only brick is Anna's only one."""
    report = judged(HEAD + "2 Ben  P Anna W>?  R BL  D OO\n3 Anna  R BL\n")

    assert rules_of(report) == ["CG-050"]
    assert report.stopped


def test_what_the_other_card_leaves_open_is_no_fault():
    report = judged(HEAD + "2 Ben  P Anna W>?  D OO\n3 Anna  R BL\n")

    assert report.valid
    assert report.beyond is None


def test_a_hand_that_can_only_be_one_is_known():
    report = judged(HEAD + "2 Ben  P Anna W>?  R BL\n")

    assert report.state.known[0] == pack((0, 1, 1, 0, 3))
    assert report.state.blind == [0] * 4


def test_a_card_drawn_on_is_the_one_or_the_other():
    """Ben gives back what he has drawn, or a card of his own: Anna holds no second brick."""
    report = judged(HEAD + "2 Ben  P Anna ?>?  D OO\n3 Anna  X BB>OO\n")

    assert "CG-042" in rules_of(report)


def test_the_deck_cannot_give_what_lies_in_one_hand_or_the_other():
    """Eleven bricks lie in two hands, whichever card Ben has drawn."""
    head = HEAD.replace("H LLW", "H BBB").replace("D OO", "D BB")
    turns = "2 Ben  P Anna B>?  D BB\n3 Anna  D BB\n4 Ben  D BO\n5 Anna  D "

    assert judged(head + turns + "OO\n").valid
    assert rules_of(judged(head + turns + "BO\n")) == ["CG-001"]


# What is proved


def proofs_of(report):
    return {known.action.line: str(known.detail) for known in report.deduced}


def test_who_pays_with_a_card_that_was_taken_unseen_proves_it():
    """Ben builds a road with the only brick, so that Anna keeps none."""
    report = judged(HEAD + "2 Ben  P Anna W>?  R BL  D OO\n3 Anna  D OO\n")

    assert proofs_of(report) == {7: "Ben exchanged 1× wool for 1× brick"}
    assert verdict_of(report)["hidden"]["proved"][0]["line"] == 7


def test_what_is_drawn_unseen_is_proved_by_what_is_paid_with_it():
    report = judged(HEAD + "2 Ben  D ??\n3 Anna  D OO\n4 Ben  S BLWG\n")

    assert proofs_of(report) == {7: "the unseen cards of Ben were 1× brick, 1× grain"}


def test_what_is_not_paid_with_all_of_it_stays_open():
    report = judged(HEAD + "2 Ben  D ??\n3 Anna  D OO\n4 Ben  R BL\n")

    assert report.valid
    assert proofs_of(report) == {}
    assert "hidden" not in verdict_of(report)


def test_what_the_other_keeps_proves_what_was_taken():
    report = judged(HEAD + "2 Ben  P Anna W>?  D OO\n3 Anna  R BL  D OO\n")

    assert proofs_of(report) == {7: "Ben exchanged 1× wool for 1× ore"}


def test_what_was_proved_stays_so_when_the_ways_grow_too_many():
    text = HEAD + "2 Ben  P Anna W>?  R BL  D OO\n3 Anna  D ??\n"
    text += "".join(f"{turn} {'Anna' if turn % 2 else 'Ben'}  D ??\n" for turn in range(4, 24))

    report = judged(text)

    assert report.beyond is not None
    assert proofs_of(report) == {7: "Ben exchanged 1× wool for 1× brick"}


# A draw that goes on with the discard pile


def with_one_brick_left(discards, **hands):
    state = after(players=2, hands={"Anna": "", "Ben": "", **hands}, discards=discards)
    state.total = state.seen + pack((1, 0, 0, 0, 0))
    state.deck = 1
    return state


@pytest.mark.rule("CG-029")
@pytest.mark.parametrize("cards", ["LL", "BB", "?L"])
def test_who_draws_across_a_new_deck_has_the_last_card_of_the_old_one(cards):
    """Drawn are the brick and a wool; unseen cards leave that open."""
    found = broken(with_one_brick_left("WW"), f"1 Anna D {cards}")

    assert found == ["CG-001"]
    assert broken(with_one_brick_left("WW"), "1 Anna D WB") == []
    assert broken(with_one_brick_left("WW"), "1 Anna D ?W") == []


@pytest.mark.rule("CG-029")
def test_the_new_deck_is_what_is_left_of_the_discard_pile():
    state = with_one_brick_left("WWL")
    play(state, "1 Anna D ??")

    assert {way[:2] + way[-2:] for way in state.ways} == {
        (pack((1, 1, 0, 0, 0)), 0, 0, pack((0, 0, 2, 0, 0))),
        (pack((1, 0, 1, 0, 0)), 0, 0, pack((0, 1, 1, 0, 0))),
    }


def test_cards_lost_unseen_may_come_back_with_the_new_deck():
    """Ben has put a card away that nobody saw, wool or lumber: Anna may draw either."""
    for cards, legal in (("BW", True), ("BL", True), ("BO", False), ("WL", False)):
        state = with_one_brick_left("", Ben="WL")
        state.move(1, state.discards, pack((0, 0, 0, 0, 0, 1)))

        assert (broken(state, f"1 Anna D {cards}") == []) is legal


def test_too_many_ways_are_given_up_and_the_report_says_so():
    text = """[Ruleset "card-game"]
[Seats "Anna=red Ben=blue"]
[Options "oldest=1"]
Anna  M LWOOO
""" + "".join(f"{2 * turn + 1} Anna  D ??\n{2 * turn + 2} Ben  D ??\n" for turn in range(9))

    report = judged(text)

    assert report.valid
    assert report.beyond is not None
    assert verdict_of(report)["hidden"]["bounds_after"] == report.beyond
    assert report.state.ways is None


def test_the_ways_of_a_game_are_counted():
    """Whoever sees all cards again and again counts as little as before for ever."""
    turns = "".join(
        f"{number} {name}  X O>?  D ??\n"
        for number, name in enumerate(["Ben", "Anna"] * 20, start=2)
    )

    report = judged(HEAD + turns)

    assert report.state.work <= 2 * WORK
