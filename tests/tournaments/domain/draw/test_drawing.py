"""The draw of a round: the rules it keeps, and how few repeats it leaves (T-006 to T-020)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.domain.draw.events import (
    cost,
    excess,
    keeps_the_border,
    least_cost,
    meetings,
    play,
    seatings,
    seats,
)
from tournaments.domain.draw import draw_round
from tournaments.domain.seating import seats_at_threes, table_sizes
from tournaments.domain.values import Refused


@pytest.mark.rule("T-006", "T-014", "T-020")
@given(players=st.integers(6, 80).map(range), seed=st.text())
@settings(max_examples=50, deadline=None)
def test_every_player_sits_exactly_once_and_tables_of_three_come_last(players, seed):
    drawn = draw_round(players, seed=seed)

    assert sorted(player for table in seats(drawn) for player in table) == list(players)
    assert tuple(map(len, seats(drawn))) == table_sizes(len(players))
    assert [table.number for table in drawn.tables] == list(range(1, len(drawn.tables) + 1))


@pytest.mark.rule("T-012", "T-020")
@pytest.mark.parametrize(
    ("players", "rule_id"),
    [("", "T-012"), ("a", "T-012"), ("ab", "T-012"), ("abcde", "T-012"), ("abcdea", "T-020")],
)
def test_what_cannot_be_seated_is_refused(players, rule_id):
    with pytest.raises(Refused) as refusal:
        draw_round(players, seed="1")

    assert refusal.value.rule_id == rule_id


@pytest.mark.rule("T-006", "T-013", "T-020")
@given(players=st.integers(6, 34), seed=st.integers(0, 10**6))
@settings(max_examples=40, deadline=None)
def test_nobody_at_a_table_of_three_has_more_points_than_anybody_at_a_table_of_four(players, seed):
    for round_ in play(players, seed)[1:]:
        at = {
            size: [round_.points[p] for table in round_.tables if len(table) == size for p in table]
            for size in (3, 4)
        }
        assert sorted(p for table in round_.tables for p in table) == list(range(players))
        assert len(at[3]) == seats_at_threes(players)
        assert max(at[3], default=0) <= min(at[4], default=99)


@pytest.mark.rule("T-013")
def test_points_win_over_an_order_that_contradicts_them():
    draw = draw_round(
        "abcdefg",
        history=[["abcd", "efg"]],
        points={"a": 1, "b": 1, "c": 2} | dict.fromkeys("defg", 9),
        seed="1",
    )

    assert set(seats(draw)[1]) == set("abc")
    assert draw.border.by == "points"


@pytest.mark.rule("T-013")
def test_without_points_the_last_of_the_standings_sit_at_tables_of_three():
    draw = draw_round("abcdefg", history=[["abcd", "efg"]], seed="1")

    assert set(seats(draw)[1]) == set("efg")
    assert draw.border.by == "standings"


@pytest.mark.rule("T-013", "T-018")
def test_among_players_level_at_the_border_the_draw_takes_those_who_have_not_met():
    level = dict.fromkeys("abcd", 5) | dict.fromkeys("efg", 0) | {"d": 0}

    draws = [
        draw_round("abcdefg", history=[["abcd", "efg"]], points=level, seed=str(seed))
        for seed in range(20)
    ]

    assert all("d" in seats(draw)[1] for draw in draws)
    assert {draw.border.level for draw in draws} == {tuple("defg")}
    assert {draw.border.points for draw in draws} == {0}


@pytest.mark.rule("T-013")
def test_by_full_standing_nobody_level_at_the_border_is_chosen():
    level = dict.fromkeys("abcd", 5) | dict.fromkeys("efg", 0) | {"d": 0}

    draw = draw_round("abcdefg", history=[["abcd", "efg"]], points=level, low="standings", seed="1")

    assert set(seats(draw)[1]) == set("efg")
    assert draw.border.level == ()


@pytest.mark.rule("T-015", "T-017")
def test_in_round_1_the_lot_decides_who_sits_at_a_table_of_three():
    points = dict(zip("abcdefg", range(7), strict=True))

    threes = [
        player
        for seed in range(700)
        for player in seats(draw_round("abcdefg", points=points, seed=str(seed)))[1]
    ]

    assert all(240 < threes.count(player) < 360 for player in "abcdefg")
    assert draw_round("abcdefg", points=points, seed="1").border.by == "lot"


@pytest.mark.rule("D-102")
def test_players_who_left_count_no_more():
    history = [["abcd", "efgh", "ijkl"]]

    draw = draw_round("abcefghi", history=history, seed="1")

    assert sorted(player for table in seats(draw) for player in table) == list("abcefghi")
    assert len(draw.repeated_pairs) == cost(seats(draw), history)[1]


@pytest.mark.rule("T-018", "T-019")
@pytest.mark.parametrize("players", [16, 20, 24, 60, 100])
@pytest.mark.parametrize("seed", range(3))
def test_nobody_meets_twice_in_four_rounds_of_full_tables(players, seed):
    rounds = play(players, seed)

    assert set(meetings(round_.tables for round_ in rounds).values()) == {1}
    assert {round_.draw.certificate.kind for round_ in rounds} == {"zero"}


@pytest.mark.rule("T-018", "T-019")
@pytest.mark.parametrize(("players", "least"), [(6, 12), (8, 24), (9, 0), (12, 18)])
@pytest.mark.parametrize("seed", range(4))
def test_four_rounds_of_few_players_reach_the_known_minimum(players, least, seed):
    rounds = [round_.tables for round_ in play(players, seed)]

    assert excess(rounds) == least
    assert max(meetings(rounds).values()) <= 2


@pytest.mark.rule("T-018", "T-019")
@pytest.mark.parametrize(("players", "least"), [(7, 18), (10, 6), (11, 12)])
@pytest.mark.parametrize("seed", range(4))
def test_no_four_rounds_stay_below_the_known_minimum(players, least, seed):
    assert excess([round_.tables for round_ in play(players, seed)]) >= least


@pytest.mark.rule("T-018", "T-019")
@pytest.mark.parametrize("players", [6, 7, 8, 9, 10, 11])
@pytest.mark.parametrize("seed", range(3))
def test_every_round_is_the_best_of_all_seatings(players, seed):
    for round_ in play(players, seed)[1:]:
        best = min(
            cost(tables, round_.history)
            for tables in seatings(range(players), table_sizes(players))
            if keeps_the_border(tables, round_.points)
        )
        certificate = round_.draw.certificate
        assert cost(round_.tables, round_.history) == best
        assert (certificate.triples, certificate.cost) == best
        assert (certificate.bound_triples, certificate.bound) == best
        assert certificate.kind != "best_found"


@pytest.mark.rule("T-018", "T-019")
@pytest.mark.parametrize("players", [12, 13, 14, 15, 17, 18])
def test_every_later_round_costs_the_least_there_is(players):
    for round_ in play(players, "least")[2:]:
        assert cost(round_.tables, round_.history) == least_cost(round_.history, round_.points)


def test_repeats_are_spread_rather_than_heaped_on_one_pair():
    history = [["abcd", "efgh"], ["abef", "cdgh"]]

    for seed in range(20):
        draw = draw_round("abcdefgh", history=history, seed=str(seed))
        assert cost(seats(draw), history)[1] == 8


@given(players=st.integers(6, 40), seed=st.integers(0, 10**6))
@settings(max_examples=20, deadline=None)
def test_a_draw_tells_its_own_repeats(players, seed):
    for round_ in play(players, seed, rounds=3):
        draw = round_.draw
        triples, total = cost(round_.tables, round_.history)
        assert draw.certificate.triples == len(draw.repeated_triples) == triples
        assert draw.certificate.cost == total
        assert draw.certificate.bound <= total or draw.certificate.bound_triples < triples
        assert len(draw.explanations) == len(draw.repeated_pairs) + triples
        assert (draw.certificate.kind == "zero") == (total == 0)


@given(players=st.integers(6, 40), seed=st.text())
@settings(max_examples=20, deadline=None)
def test_the_same_seed_gives_the_same_event(players, seed):
    assert play(players, seed) == play(players, seed)
