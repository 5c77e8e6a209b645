"""Among the best seatings each is equally likely (T-016, T-019)."""

from collections import Counter

import pytest

from tests.samples import at_length
from tests.tournaments.domain.draw.events import (
    cost,
    keeps_the_border,
    meetings,
    seatings,
    seats,
)
from tournaments.domain.draw import draw_round
from tournaments.domain.seating import table_sizes

FOUR_TABLES = [tuple(range(start, start + 4)) for start in range(0, 16, 4)]
ACROSS = [tuple(range(start, 16, 4)) for start in range(4)]


def unordered(tables):
    return frozenset(frozenset(table) for table in tables)


def drawn(players, history, times, **wishes):
    """How often each seating was drawn."""
    return Counter(
        unordered(seats(draw_round(range(players), history=history, seed=f"even {n}", **wishes)))
        for n in range(times)
    )


def best_of_all(players, history, points=None):
    """Every seating of the lowest cost, found by looking at all of them."""
    priced = {
        unordered(tables): cost(tables, history)
        for tables in seatings(range(players), table_sizes(players))
        if points is None or keeps_the_border(tables, points)
    }
    least = min(priced.values())
    return [tables for tables, price in priced.items() if price == least]


def chi_square(counts, outcomes):
    """How far the counts are from equal ones; `outcomes - 1` is to be expected."""
    expected = sum(counts.values()) / outcomes
    never = outcomes - len(counts)
    return sum((n - expected) ** 2 / expected for n in counts.values()) + never * expected


def round_2(players, size=4):
    return [[tuple(range(start, start + size)) for start in range(0, players, size)]]


def times(few, many):
    """How often each outcome is to be expected: a few times, and often where time allows."""
    return pytest.mark.parametrize("each", [few, pytest.param(many, marks=pytest.mark.prove)])


@pytest.mark.rule("T-016")
@times(7, 20)
@pytest.mark.parametrize(
    ("players", "history", "outcomes", "limit"),
    [
        # The limits are those that chance exceeds once in a thousand times.
        pytest.param(8, round_2(8), 18, 40.8, id="8 players"),
        pytest.param(9, round_2(9, 3), 36, 66.6, id="9 players"),
    ],
)
def test_each_of_the_best_seatings_is_equally_likely(players, history, outcomes, limit, each):
    counts = drawn(players, history, each * outcomes)

    assert counts.keys() <= set(best_of_all(players, history))
    assert len(best_of_all(players, history)) == outcomes
    assert chi_square(counts, outcomes) < limit


@pytest.mark.rule("T-016")
@times(8, 20)
def test_looking_ahead_leaves_the_remaining_seatings_of_16_players_equally_likely(each):
    counts = drawn(16, [FOUR_TABLES, ACROSS], each * 6)

    assert len(counts) == 6
    assert chi_square(counts, 6) < 20.5


@pytest.mark.rule("T-016", "T-017")
def test_in_round_1_each_seating_is_equally_likely():
    counts = drawn(7, [], 35 * 30)

    # 7 players: 35 ways to choose who sits at the table of three.
    assert len(counts) == 35
    assert chi_square(counts, 35) < 65.2


@pytest.mark.rule("T-013", "T-016")
@times(8, 30)
def test_each_seating_with_each_choice_at_the_border_is_equally_likely(each):
    history = [[(0, 1, 2, 3), (4, 5, 6), (7, 8, 9)]]
    points = {0: 10, 4: 10, 7: 10} | dict.fromkeys((1, 2, 3, 5, 6, 8, 9), 3)
    best = best_of_all(10, history, points)

    counts = drawn(10, history, each * len(best), points=points)

    assert counts.keys() <= set(best)
    assert len(best) == 12
    assert chi_square(counts, len(best)) < 31.3


@pytest.mark.prove
@pytest.mark.rule("T-016")
@pytest.mark.parametrize("second", at_length([True, False], after=1))
def test_each_of_the_best_seatings_of_12_players_is_equally_likely(second):
    history = round_2(12)
    if second:
        history.append(seats(draw_round(range(12), history=history, seed="second")))
    best = best_of_all(12, history)

    counts = drawn(12, history, 5 * len(best))

    assert counts.keys() <= set(best)
    # The chi-square of many outcomes is nearly normal: 3.1 deviations are one in a thousand.
    assert chi_square(counts, len(best)) < len(best) + 3.1 * (2 * len(best)) ** 0.5


@pytest.mark.prove
@pytest.mark.rule("T-018", "T-019")
@pytest.mark.parametrize(
    ("players", "events"),
    [
        *((players, 200) for players in (16, 20, 24, 28, 32, 36, 40, 60)),
        *((players, 10) for players in (100, 200, 400)),
    ],
)
def test_no_event_of_full_tables_has_a_repeat(players, events):
    for number in range(events):
        rounds = []
        for _ in range(4):
            draw = draw_round(range(players), history=rounds, seed=f"{number}, {len(rounds)}")
            assert draw.repeated_pairs == ()
            rounds.append(seats(draw))


@pytest.mark.prove
@pytest.mark.rule("T-018", "T-019")
@pytest.mark.parametrize(("players", "least"), [(8, 24), (12, 18)])
def test_200_events_of_few_players_reach_the_known_minimum(players, least):
    for number in range(200):
        rounds = []
        for _ in range(4):
            rounds.append(
                seats(draw_round(range(players), history=rounds, seed=f"{number}, {len(rounds)}"))
            )
        met = meetings(rounds).values()
        assert sum(times * (times - 1) // 2 for times in met) == least
        assert max(met) == 2
