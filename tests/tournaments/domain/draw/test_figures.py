"""What is known of four rounds at tables of four and three, proved again (T-013, T-018, T-019)."""

from itertools import combinations
from statistics import mean

import pytest

from games.engine.chance import Chance
from tests.tournaments.domain.draw.events import cost, excess, meetings, seatings, seats
from tests.tournaments.domain.draw.histories import past
from tournaments.domain.draw import draw_round
from tournaments.domain.seating import table_sizes

GRID = [[(0, 1, 2, 3), (4, 5, 6, 7), (8, 9, 10, 11), (12, 13, 14, 15)]]
GRID.append(list(zip(*GRID[0], strict=True)))


@pytest.mark.rule("T-018", "T-019")
@pytest.mark.parametrize(("round_number", "least_tables"), [(2, 4), (3, 7), (4, 10)])
@pytest.mark.parametrize("more", [0, 1, 2, 5, 15])
@pytest.mark.parametrize("at_threes", [0, 3, 6, 9])
def test_enough_tables_of_four_never_bring_a_repeat(round_number, least_tables, more, at_threes):
    players = 4 * (least_tables + more) + at_threes
    for number in range(3):
        before = past(players, f"enough {number}", rounds=round_number - 1)
        fours = [table for table in seats(before.drawn()) if len(table) == 4]

        assert len(fours) == least_tables + more
        assert cost(fours, before.history) == (0, 0)


@pytest.mark.parametrize(
    ("players", "least"), [(6, 12), (7, 18), (8, 24), (9, 0), (10, 6), (11, 12), (12, 18)]
)
def test_the_least_excess_of_four_rounds_is_six_times_that_of_two(players, least):
    """C counts each pair once for every two rounds in which it sat together, and four rounds
    make six pairs of rounds."""
    sizes = table_sizes(players)
    first = next(seatings(range(players), sizes))

    shared = min(excess([first, second]) for second in seatings(range(players), sizes))

    assert 6 * shared == least


@pytest.mark.rule("T-019")
@pytest.mark.parametrize(("players", "least"), [(7, 18), (11, 12)])
def test_the_least_excess_is_reached_where_no_points_stand_in_the_way(players, least):
    assert any(excess(level_event(players, seed)) == least for seed in range(60))


def test_the_least_excess_of_10_players_is_had_by_a_pair_that_meets_three_times():
    """The draw spreads repeats instead, at one more: a third meeting costs four times a second."""
    rounds = [("012", "345", "6789"), ("036", "147", "2589"), ("048", "156", "2379")]
    rounds.append(("057", "138", "2469"))

    assert excess(rounds) == 6
    assert max(meetings(rounds).values()) == 3
    assert min(excess(level_event(10, seed)) for seed in range(10)) == 7


def level_event(players, seed):
    """Four rounds in which all players stay level in points."""
    rounds = []
    for number in range(4):
        points = dict.fromkeys(range(players), 0)
        draw = draw_round(range(players), history=rounds, points=points, seed=f"{seed} {number}")
        rounds.append(seats(draw))
    return rounds


def test_18_of_the_24_clean_third_rounds_of_16_players_have_no_clean_fourth():
    thirds = list(clean_rounds(range(16), GRID))

    blocked = [third for third in thirds if not any(clean_rounds(range(16), [*GRID, third]))]

    assert (len(thirds), len(blocked)) == (24, 18)


def clean_rounds(players, history):
    """Every seating at tables of four in which nobody meets again."""
    met = meetings(history)

    def seat(left):
        if not left:
            yield ()
            return
        first, *others = left
        fresh = [player for player in others if not met[frozenset((first, player))]]
        for mates in combinations(fresh, 3):
            if not any(met[frozenset(pair)] for pair in combinations(mates, 2)):
                for rest in seat([player for player in others if player not in mates]):
                    yield ((first, *mates), *rest)

    return seat(list(players))


@pytest.mark.prove
@pytest.mark.parametrize(
    ("players", "share", "events"), [(16, 0.75, 200), (20, 0.24, 400), (24, 0, 100)]
)
def test_so_often_a_draw_that_does_not_look_ahead_gets_stuck(players, share, events):
    stuck = 0
    for number in range(events):
        rounds = []
        for last in range(3):
            # The third round is drawn as if it were the last one.
            draw = draw_round(
                range(players), history=rounds, rounds_total=3, seed=f"{number} {last}"
            )
            rounds.append(seats(draw))
        stuck += not any(clean_rounds(range(players), rounds))

    # Three standard deviations of so many events: chance leaves them once in 370 times.
    assert stuck / events == pytest.approx(share, abs=3 * (share * (1 - share) / events) ** 0.5)


@pytest.mark.prove
@pytest.mark.rule("T-013", "T-019")
@pytest.mark.parametrize(
    ("players", "by_points", "by_standings"), [(15, 7.7, 9.0), (18, 4.4, 5.2), (27, 0.4, 1.1)]
)
def test_choosing_among_those_level_at_the_border_saves_repeats(players, by_points, by_standings):
    def repeats(low):
        return mean(repeats_of_event(players, number, low) for number in range(200))

    # The mean of 200 events strays by 0.1 to 0.15.
    assert repeats("points") == pytest.approx(by_points, abs=0.35)
    assert repeats("standings") == pytest.approx(by_standings, abs=0.35)


def repeats_of_event(players, number, low):
    """P of an event in which places go by lot, and so does the order of those level in points."""
    chance = Chance(f"event {number}")
    points = dict.fromkeys(range(players), 0)
    rounds = []
    for round_number in range(4):
        chance.shuffle(order := list(points))
        order.sort(key=lambda player: -points[player])
        draw = draw_round(
            order, history=rounds, points=points, low=low, seed=f"{number} {round_number}"
        )
        rounds.append(seats(draw))
        for table in rounds[-1]:
            chance.shuffle(placed := list(table))
            for player, won in zip(placed, (10, 3, 2, 1), strict=False):
                points[player] += won
    return sum(times - 1 for times in meetings(rounds).values())
