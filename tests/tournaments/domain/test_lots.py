"""The lot: how it falls."""

import pytest

from tournaments.domain.lots import lot_order


@pytest.mark.rule("T-047")
def test_the_same_seed_draws_the_same_lot_of_all_players():
    group = [3, 7, 12, 15, 20]

    assert lot_order(group, "hall") == lot_order(group, "hall")
    assert sorted(lot_order(group, "hall")) == group


@pytest.mark.rule("T-047")
def test_every_order_of_the_lot_can_come():
    orders = {lot_order("abc", str(seed)) for seed in range(60)}

    assert len(orders) == 6
