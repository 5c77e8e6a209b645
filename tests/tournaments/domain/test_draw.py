"""The seating draw (T-006 to T-020)."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.domain.draw import draw_round
from tournaments.domain.seating import table_sizes
from tournaments.domain.values import Refused


def seats(draw):
    return [table.players for table in draw.tables]


@pytest.mark.rule("T-006", "T-014", "T-020")
@given(players=st.integers(6, 80).map(range), seed=st.text())
@settings(max_examples=50, deadline=None)
def test_every_player_sits_exactly_once_and_tables_of_three_come_last(players, seed):
    drawn = draw_round(players, seed=seed)

    assert sorted(player for table in seats(drawn) for player in table) == list(players)
    assert tuple(map(len, seats(drawn))) == table_sizes(len(players))


@given(players=st.integers(6, 40).map(range), seed=st.text())
@settings(max_examples=25, deadline=None)
def test_the_same_seed_gives_the_same_draw(players, seed):
    assert draw_round(players, seed=seed) == draw_round(players, seed=seed)


@pytest.mark.rule("T-012", "T-020")
@pytest.mark.parametrize(
    ("players", "rule_id"), [("abcde", "T-012"), ("", "T-012"), ("abcdea", "T-020")]
)
def test_what_cannot_be_seated_is_refused(players, rule_id):
    with pytest.raises(Refused) as refusal:
        draw_round(players, seed="1")

    assert refusal.value.rule_id == rule_id


@pytest.mark.rule("T-018", "T-019")
@pytest.mark.parametrize("players", [16, 20, 24, 60])
def test_nobody_meets_twice_in_four_rounds(players):
    rounds = []
    for number in range(1, 5):
        rounds.append(seats(draw_round(range(players), history=rounds, seed=f"clean {number}")))

    pairs = [pair for round_ in rounds for table in round_ for pair in combinations(table, 2)]
    assert len({frozenset(pair) for pair in pairs}) == len(pairs)
