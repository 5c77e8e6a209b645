"""Repeated meetings by name, and what a swap by hand would change."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.domain.meetings import Meeting, repeated_pairs, repeated_trios, swap
from tournaments.domain.values import Refused

ROUND_1 = [("a", "b", "c", "d"), ("e", "f", "g", "h")]
ROUND_2 = [("a", "e", "c", "g"), ("b", "f", "d", "h")]


@pytest.mark.rule("T-019")
def test_a_pair_that_met_is_named_with_every_round_of_its_meetings():
    pairs = repeated_pairs([("c", "h", "a", "f")], history=[ROUND_1, ROUND_2])

    assert pairs == (Meeting(("c", "a"), 1, (1, 2)), Meeting(("h", "f"), 1, (1, 2)))


@pytest.mark.rule("T-018")
def test_a_trio_that_met_is_named_with_its_table():
    trios = repeated_trios([("e", "b", "d", "x"), ("a", "c", "d", "f")], history=[ROUND_1])

    assert trios == (Meeting(("a", "c", "d"), 2, (1,)),)


@pytest.mark.rule("T-018", "T-019")
def test_before_the_first_round_nobody_meets_again():
    assert repeated_pairs(ROUND_1, history=[]) == repeated_trios(ROUND_1, history=[]) == ()


@pytest.mark.rule("T-018", "T-019")
def test_a_swap_says_which_repeats_it_brings_and_which_it_takes_away():
    found = swap([("a", "b", "c", "x"), ("e", "y", "z", "d")], "c", "y", history=[ROUND_1])

    assert found.tables == (("a", "b", "y", "x"), ("e", "c", "z", "d"))
    assert [meeting.players for meeting in found.trios_lost] == [("a", "b", "c")]
    assert found.trios_gained == ()
    assert [meeting.players for meeting in found.pairs_lost] == [("a", "c"), ("b", "c")]
    assert [meeting.players for meeting in found.pairs_gained] == [("c", "d")]


@pytest.mark.rule("T-020")
def test_a_swap_with_somebody_without_a_seat_is_refused():
    with pytest.raises(Refused) as refused:
        swap(ROUND_1, "a", "x", history=[])

    assert refused.value.rule_id == "T-020"


@pytest.mark.parametrize("second", ["a", "b"])
def test_a_swap_inside_one_table_is_refused(second):
    with pytest.raises(Refused, match="different tables"):
        swap(ROUND_1, "a", second, history=[])


@pytest.mark.rule("T-020")
@given(st.permutations("abcdefgh"), st.integers(0, 3), st.integers(4, 7))
def test_a_swap_keeps_everyone_seated_once_and_a_second_one_undoes_it(players, first, second):
    tables = (tuple(players[:4]), tuple(players[4:]))

    there = swap(tables, players[first], players[second], history=[ROUND_1])
    back = swap(there.tables, players[first], players[second], history=[ROUND_1])

    assert sorted(p for table in there.tables for p in table) == sorted(players)
    assert back.tables == tables
    assert back.pairs_after == there.pairs_before
