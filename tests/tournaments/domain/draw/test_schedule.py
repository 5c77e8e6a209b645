"""Schedules: all rounds of a stage at once, each with its play order (FM-13 to FM-15)."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ortools.sat.python import cp_model

from tests.tournaments.domain.draw.events import meetings, play, seatings
from tournaments.domain.draw import draw_schedule
from tournaments.domain.draw.schedule import least_cost
from tournaments.domain.seating import table_sizes
from tournaments.domain.values import Refused


def scheduled(players, rounds, seed="1", **wishes):
    return draw_schedule(range(players), rounds=rounds, seed=seed, **wishes)


def seats(schedule):
    return [[table.players for table in tables] for tables in schedule.rounds]


def turns(rounds, players):
    """How often everybody sat at a table of three."""
    sat = Counter(p for tables in rounds for table in tables if len(table) == 3 for p in table)
    return [sat[player] for player in range(players)]


def again(rounds):
    """How often somebody has a position again, counted by hand."""
    had = Counter((p, at) for tables in rounds for table in tables for at, p in enumerate(table))
    return sum(times * (times - 1) // 2 for times in had.values())


def squares(rounds):
    return sum(sum(n**2 for n in range(times)) for times in meetings(rounds).values())


def least_again(rounds):
    """The same for the best play order of these tables, proved by CP-SAT."""
    model = cp_model.CpModel()
    at = {}
    for number, table in enumerate(table for tables in rounds for table in tables):
        for player in table:
            for position in range(len(table)):
                at[player, number, position] = model.new_bool_var("")
            model.add_exactly_one(at[player, number, p] for p in range(len(table)))
        for position in range(len(table)):
            model.add_exactly_one(at[player, number, position] for player in table)
    pairs = []
    for player in {player for player, _, _ in at}:
        for position in range(4):
            had = [at[key] for key in at if (key[0], key[2]) == (player, position)]
            # The n-th time costs n - 1, so that together so many times cost as many pairs.
            steps = [model.new_bool_var("") for _ in had]
            model.add(sum(had) == sum(steps))
            pairs += [n * step for n, step in enumerate(steps)]
    model.minimize(sum(pairs))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    assert solver.solve(model) == cp_model.OPTIMAL
    return round(solver.objective_value)


@pytest.mark.rule("FM-13", "FM-15")
@pytest.mark.parametrize(
    ("players", "rounds", "pairs"),
    [(6, 4, 12), (8, 4, 24), (12, 4, 18), (12, 3, 9), (9, 4, 0), (16, 4, 0), (20, 4, 0)]
    + [(players, 4, 0) for players in (24, 28, 32, 36, 40, 60, 100, 200)],
)
def test_repeats_are_at_the_proved_optimum(players, rounds, pairs):
    for seed in "12":
        found = scheduled(players, rounds, seed)

        assert found.repeated_pairs == pairs
        assert found.kind == ("bound" if pairs else "zero")
        assert found.cost == found.bound == squares(seats(found))
        assert max(meetings(seats(found)).values()) == (2 if pairs else 1)


@pytest.mark.rule("FM-15")
@pytest.mark.parametrize("players", [13, 14, 15, 18, 19, 21, 27])
def test_repeats_are_no_more_than_round_by_round(players):
    ours = [squares(seats(scheduled(players, 4, str(seed)))) for seed in range(3)]
    theirs = [squares([one.tables for one in play(players, seed)]) for seed in range(3)]

    assert sum(ours) <= sum(theirs)


@pytest.mark.parametrize("players", [6, 7, 8])
def test_no_schedule_costs_less_than_its_bound(players):
    sizes = table_sizes(players)
    first = next(seatings(range(players), sizes))

    least = min(squares([first, second]) for second in seatings(range(players), sizes))

    assert least_cost(sizes, 2) <= least


@pytest.mark.rule("FM-14")
@pytest.mark.parametrize("rounds", [1, 2, 3, 4])
@pytest.mark.parametrize("players", [4, 8, 12, 16, 20, 40, 200])
def test_at_tables_of_four_nobody_has_a_position_twice_in_four_rounds(players, rounds):
    found = scheduled(players, rounds)

    assert again(seats(found)) == 0
    assert found.play_order == (0, 0)


@pytest.mark.rule("FM-14")
@pytest.mark.parametrize("rounds", [5, 6, 7])
@pytest.mark.parametrize("players", [8, 12, 16])
def test_in_more_rounds_nobodys_turns_differ_by_more_than_one(players, rounds):
    tables = [table for round_ in seats(scheduled(players, rounds)) for table in round_]

    for player in range(players):
        at = Counter(table.index(player) for table in tables if player in table)
        had = [at[position] for position in range(4)]
        assert max(had) - min(had) == 1


@pytest.mark.rule("FM-14")
@pytest.mark.parametrize("rounds", [3, 4])
@pytest.mark.parametrize("players", [p for p in range(3, 25) if p != 5])
def test_no_play_order_of_these_tables_repeats_positions_less(players, rounds):
    found = scheduled(players, rounds)

    assert again(seats(found)) == found.play_order.again == least_again(seats(found))
    assert found.play_order.bound == found.play_order.again


@pytest.mark.prove
@pytest.mark.rule("FM-14")
@pytest.mark.parametrize("players", [p for p in range(3, 25) if p != 5])
def test_no_play_order_of_many_tables_repeats_positions_less(players):
    for rounds in range(1, 8):
        for sizes in ("fours", "threes"):
            found = scheduled(players, rounds, str(rounds), sizes=sizes)

            assert found.play_order.again == least_again(seats(found))


@pytest.mark.rule("FM-15")
@pytest.mark.parametrize("rounds", [2, 3, 4])
@pytest.mark.parametrize("players", [6, 7, 9, 10, 11, 13, 14, 15, 23, 27])
def test_nobody_sits_at_tables_of_three_twice_more_often_than_another(players, rounds):
    sat = turns(seats(scheduled(players, rounds)), players)

    assert max(sat) - min(sat) <= 1


@pytest.mark.rule("FM-15")
@pytest.mark.parametrize("players", [8, 11, 12, 15, 19, 31])
def test_whoever_is_to_be_kept_apart_shares_no_table_in_any_round(players):
    apart = [[0, 1], [2, 3], [4, 5]]

    for seed in range(5):
        found = scheduled(players, 4, str(seed), apart=apart)

        met = meetings(seats(found))
        assert not any(frozenset(pair) in met for pair in apart)
        assert found.apart == ()
        sat = turns(seats(found), players)
        assert max(sat) - min(sat) <= 1


@pytest.mark.rule("FM-15")
def test_keeping_apart_counts_more_than_even_turns():
    # One of each pair sits at the table of three: four seats for the pairs where there are three.
    found = scheduled(7, 7, apart=[[0, 1], [2, 3], [4, 5]])

    met = meetings(seats(found))
    assert not any(frozenset(pair) in met for pair in ([0, 1], [2, 3], [4, 5]))
    sat = turns(seats(found), 7)
    assert (sat[0] + sat[1], sat[2] + sat[3], sat[4] + sat[5], sat[6]) == (7, 7, 7, 0)


def test_friends_meet_less_where_no_repeat_comes_of_it():
    friends = [[0, 1, 2, 3, 4]]
    apart = meetings(seats(scheduled(40, 3, rather_apart=friends)))

    assert not any(frozenset(pair) in apart for pair in combinations(friends[0], 2))


def test_who_cannot_be_kept_apart_is_told_before_anything_is_drawn():
    with pytest.raises(Refused) as refusal:
        scheduled(8, 3, apart=[[0, 1, 2]])

    assert refusal.value.facts["about"] == "apart"


def test_whoever_is_kept_apart_from_too_many_is_told_before_anything_is_drawn():
    with pytest.raises(Refused) as refusal:
        scheduled(8, 3, apart=[[0, other] for other in range(1, 6)])

    assert refusal.value.facts == {"about": "apart", "player": 0, "size": 4}


@pytest.mark.parametrize("players", [7, 11])
def test_whoever_sits_together_though_they_are_to_be_kept_apart_is_named(players):
    found = scheduled(players, 2, apart=[[0, other] for other in range(1, players - 1)])

    met = meetings(seats(found))
    assert found.apart
    assert all(frozenset(pair) in met for pair in found.apart)


@pytest.mark.rule("FM-10")
@pytest.mark.parametrize("players", [12, 14, 25, 60])
def test_a_schedule_of_as_many_tables_of_three_as_can_be(players):
    found = scheduled(players, 3, sizes="threes")

    for tables in seats(found):
        assert tuple(map(len, tables)) == table_sizes(players, "threes")
    sat = turns(seats(found), players)
    assert max(sat) - min(sat) <= 1


@given(
    players=st.integers(3, 40).filter(lambda number: number != 5),
    rounds=st.integers(1, 5),
    apart=st.lists(st.sets(st.integers(0, 2), min_size=2, max_size=2), max_size=1),
    seed=st.text(max_size=3),
)
@settings(max_examples=40, deadline=None)
def test_every_schedule_seats_everybody_once_a_round(players, rounds, apart, seed):
    if apart and len(table_sizes(players)) == 1:
        apart = []

    one, other = (scheduled(players, rounds, seed, apart=apart) for _ in range(2))

    assert one == other
    assert len(one.rounds) == rounds
    for tables in seats(one):
        assert sorted(player for table in tables for player in table) == [*range(players)]
        assert tuple(map(len, tables)) == table_sizes(players)
    met = meetings(seats(one))
    assert one.repeated_pairs == sum(times - 1 for times in met.values())
    assert not any(frozenset(pair) in met for pair in apart)
    assert one.bound <= one.cost == squares(seats(one))
    assert one.play_order.bound <= one.play_order.again == again(seats(one))
    sat = turns(seats(one), players)
    assert max(sat) - min(sat) <= 1
