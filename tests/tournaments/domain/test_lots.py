"""The lot: who needs one for the next draw, and how it falls."""

import pytest

from tournaments.domain.lots import groups_at_border, lot_order


@pytest.mark.rule("T-047")
def test_the_same_seed_draws_the_same_lot_of_all_players():
    group = [3, 7, 12, 15, 20]

    assert lot_order(group, "hall") == lot_order(group, "hall")
    assert sorted(lot_order(group, "hall")) == group


@pytest.mark.rule("T-047")
def test_every_order_of_the_lot_can_come():
    orders = {lot_order("abc", str(seed)) for seed in range(60)}

    assert len(orders) == 6


@pytest.mark.rule("T-013", "T-047")
def test_a_lot_is_needed_only_for_level_players_on_both_sides_of_the_border():
    undecided = [("a", "b"), ("d", "e", "gone"), ("f", "g")]

    groups = groups_at_border(list("abcdefg"), 3, undecided)

    assert groups == (("d", "e", "gone"),)


def test_without_tables_of_three_no_lot_is_needed():
    assert groups_at_border(list("abcd"), 0, [("c", "d")]) == ()
