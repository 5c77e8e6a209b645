"""Other ways to seat a round than the draw of the Tour (FM-10 to FM-15)."""

from collections import Counter
from itertools import combinations, permutations
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.chance import Chance
from tests.tournaments.domain.draw.events import cost, meetings, seatings, seats
from tests.tournaments.domain.draw.histories import past
from tournaments.domain.draw import draw_round
from tournaments.domain.draw.drawing import Seating
from tournaments.domain.seating import table_sizes
from tournaments.domain.values import Refused

WAYS = get_args(Seating)


def placed(players, seating, **asked):
    """Tables of players 1, 2, 3 and so on in standings order, each sorted."""
    draw = draw_round(range(1, players + 1), seating=seating, seed="1", **asked)
    return [tuple(sorted(table)) for table in seats(draw)]


def again(tables, history):
    """How often somebody has a position again, counted by hand."""
    had = Counter((p, place) for r in history for t in r for place, p in enumerate(t))
    return sum(had[p, place] for table in tables for place, p in enumerate(table))


def least_again(table, history):
    return min(again([order], history) for order in permutations(table))


@pytest.mark.rule("FM-12")
@pytest.mark.parametrize(
    ("players", "tables"),
    [
        (8, ["1 4 5 8", "2 3 6 7"]),
        (12, ["1 6 7 12", "2 5 8 11", "3 4 9 10"]),
        (16, ["1 8 9 16", "2 7 10 15", "3 6 11 14", "4 5 12 13"]),
        (11, ["1 4 5 8", "2 3 6 7", "9 10 11"]),
        (10, ["1 2 3 4", "5 8 9", "6 7 10"]),
        (9, ["1 6 7", "2 5 8", "3 4 9"]),
        (4, ["1 2 3 4"]),
    ],
)
def test_a_snake_goes_to_the_last_table_and_back(players, tables):
    assert placed(players, "snake") == [tuple(map(int, table.split())) for table in tables]


@pytest.mark.rule("FM-12")
def test_by_standings_the_leaders_sit_together():
    assert placed(11, "standings") == [(1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11)]


@pytest.mark.rule("FM-11", "FM-12")
@pytest.mark.parametrize("seating", WAYS)
def test_whatever_the_way_the_fewest_points_sit_at_the_last_tables(seating):
    points = dict.fromkeys(range(1, 12), 5) | {2: 1, 7: 1, 4: 3}
    history = [[(1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11)]]

    tables = placed(11, seating, points=points, history=history)

    assert tables[-1] == (2, 4, 7)


@pytest.mark.rule("FM-11")
@pytest.mark.parametrize("seating", WAYS)
def test_the_best_may_sit_at_tables_of_three(seating):
    history = [[(1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11)]]

    assert placed(11, seating, threes="seeds", history=history)[-1] == (1, 2, 3)


@pytest.mark.rule("FM-11")
@pytest.mark.parametrize("seating", WAYS)
def test_whoever_sat_at_tables_of_three_fewest_times_may_sit_there(seating):
    history = [[(1, 2, 3, 4), (9, 10, 11), (6, 7, 8)], [(1, 10, 3, 8), (2, 7, 9), (4, 6, 11)]]

    tables = placed(10, seating, threes="fewest", history=history)

    assert {1, 3, 5} <= {player for table in tables if len(table) == 3 for player in table}


@pytest.mark.rule("FM-11")
@pytest.mark.parametrize("seating", WAYS)
def test_the_lot_may_decide_about_tables_of_three_in_every_round(seating):
    points = {player: player for player in range(1, 12)}
    history = [[(1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11)]]
    asked = {"threes": "lot", "points": points, "history": history, "seating": seating}
    found = [draw_round(range(1, 12), seed=str(seed), **asked) for seed in range(12)]

    assert len({frozenset(seats(draw)[-1]) for draw in found}) > 3
    assert {(draw.border.by, draw.border.level) for draw in found} == {("lot", ())}


@pytest.mark.rule("FM-10")
@pytest.mark.parametrize(
    ("players", "wanted", "sizes"),
    [
        (12, "threes", (3, 3, 3, 3)),
        (13, "threes", (4, 3, 3, 3)),
        (14, "threes", (4, 4, 3, 3)),
        (4, "threes", (4,)),
        (8, "threes", (4, 4)),
        (12, "only_fours", (4, 4, 4)),
        (11, "fours", (4, 4, 3)),
    ],
)
def test_a_format_chooses_the_sizes_of_tables(players, wanted, sizes):
    assert table_sizes(players, wanted) == sizes


@pytest.mark.rule("FM-10")
@pytest.mark.parametrize(
    ("players", "rule", "sentence"),
    [
        (11, "FM-10", "does not fill them: 11. Missing: 1; or left over: 3."),
        (5, "T-012", "number of players: 5. Find one more player or leave one out."),
        (3, "FM-10", "does not fill one: 3. Missing: 1."),
    ],
)
def test_only_tables_of_four_refuse_other_numbers_and_say_what_would_help(players, rule, sentence):
    with pytest.raises(Refused) as refusal:
        table_sizes(players, "only_fours")

    assert str(refusal.value).endswith(sentence)
    assert refusal.value.rule_id == rule


@pytest.mark.rule("FM-10", "T-018")
@pytest.mark.parametrize("players", range(6, 13))
def test_as_many_tables_of_three_as_can_be_are_drawn_with_the_fewest_repeats(players):
    sizes = table_sizes(players, "threes")
    chance, history = Chance(f"threes {players}"), []
    for _ in range(3):
        chance.shuffle(order := list(range(players)))
        rest = iter(order)
        history.append([tuple(next(rest) for _ in range(size)) for size in sizes])
    least = min(cost(tables, history) for tables in seatings(range(players), sizes))

    draw = draw_round(range(players), history=history, sizes="threes", threes="lot", seed="1")

    assert [len(table) for table in seats(draw)] == list(sizes)
    assert cost(seats(draw), history) == least


@pytest.mark.rule("FM-10")
@pytest.mark.parametrize("players", [15, 31, 60, 100])
def test_a_hall_full_of_tables_of_three_is_drawn(players):
    history = []
    for number in range(4):
        draw = draw_round(
            range(players), history=history, sizes="threes", threes="lot", seed=str(number)
        )
        history.append(seats(draw))

        assert [len(table) for table in seats(draw)] == list(table_sizes(players, "threes"))
    assert max(meetings(history).values()) == 1


@pytest.mark.rule("FM-12")
def test_a_plain_lot_does_not_look_at_who_met_but_keeps_apart_who_is_to_be():
    history = [[tuple(range(start, start + 4)) for start in range(0, 16, 4)]]
    found = [
        draw_round(range(16), history=history, seating="lot", apart=[[0, 15]], seed=str(seed))
        for seed in range(40)
    ]

    assert all(draw.certificate.kind == "lot" for draw in found)
    assert any(draw.repeated_pairs for draw in found)
    assert all(draw.certificate.cost == len(draw.repeated_pairs) for draw in found)
    assert not any({0, 15} <= set(table) for draw in found for table in seats(draw))


def first_apart(history, players):
    """The seating that standings without repeats mean, found by trying all of them."""
    found = [tuple(sorted(map(tuple, s))) for s in seatings(range(players), table_sizes(players))]
    return min(found, key=lambda tables: (cost(tables, history), tables))


@pytest.mark.rule("FM-12")
@pytest.mark.parametrize("players", [8, 12])
@pytest.mark.parametrize("number", range(4))
def test_by_standings_without_repeats_the_best_sit_as_far_up_as_repeats_allow(players, number):
    before = past(players, f"apart {number}", rounds=2)

    draw = draw_round(
        range(players), history=before.history, seating="standings_apart", seed=str(number)
    )

    assert tuple(tuple(sorted(t)) for t in seats(draw)) == first_apart(before.history, players)
    assert draw.certificate.first


@pytest.mark.rule("FM-12")
@pytest.mark.parametrize("players", [24, 30, 43, 60, 200])
def test_a_large_hall_by_standings_has_the_leaders_together_who_have_not_met(players):
    history = []
    for number in range(3):
        draw = draw_round(
            range(players), history=history, seating="standings_apart", seed=str(number)
        )
        history.append(seats(draw))

    first, second, third = (tuple(sorted(tables[0])) for tables in history)
    assert (first, second, third) == ((0, 1, 2, 3), (0, 4, 8, 12), (0, 5, 10, 15))
    assert max(meetings(r[: players // 4 - 2] for r in history).values()) == 1


@pytest.mark.rule("FM-12")
def test_by_standings_without_repeats_follows_the_standings_where_nobody_has_met():
    assert placed(12, "standings_apart") == placed(12, "standings")


@pytest.mark.parametrize("seating", ["standings", "standings_apart", "snake"])
def test_no_seed_changes_what_the_standings_decide(seating):
    before = past(27, "seed")
    asked = {"history": before.history, "points": before.points, "seating": seating}

    one, other = (draw_round(before.players, seed=seed, **asked) for seed in "12")

    assert seats(one) == seats(other)


@pytest.mark.parametrize("seating", ["standings", "standings_apart", "snake"])
def test_a_wish_against_the_standings_is_refused_or_kept(seating):
    asked = {"seating": seating, "apart": [[1, 4], [1, 2]], "seed": "1"}
    if seating == "standings_apart":
        assert placed(8, seating, apart=[[1, 4], [1, 2]])[0] == (1, 3, 5, 6)
        return
    with pytest.raises(Refused) as refusal:
        draw_round(range(1, 9), **asked)

    assert refusal.value.facts["about"] == "apart"


@pytest.mark.rule("FM-14")
@pytest.mark.parametrize("seating", WAYS)
@pytest.mark.parametrize("players", [9, 12, 15, 16, 40])
def test_at_each_table_everybody_has_the_positions_that_repeat_least(seating, players):
    history = []
    for number in range(4):
        draw = draw_round(
            range(players), history=history, seating=seating, play_order=True, seed=str(number)
        )
        tables = seats(draw)

        assert again(tables, history) == sum(least_again(table, history) for table in tables)
        assert draw.play_order.again == again(tables, history)
        assert draw.play_order.bound <= draw.play_order.again
        history.append(tables)


@pytest.mark.rule("FM-14", "FM-15")
@pytest.mark.parametrize("players", [6, 7, 8])
@pytest.mark.parametrize("number", range(3))
def test_of_the_draws_with_the_fewest_repeats_one_is_taken_that_repeats_positions_least(
    players, number
):
    before = past(players, f"order {number}", rounds=3)
    best = min(
        (*cost(tables, before.history), sum(least_again(t, before.history) for t in tables))
        for tables in seatings(range(players), table_sizes(players))
    )

    draw = draw_round(
        range(players), history=before.history, play_order=True, threes="lot", seed=str(number)
    )

    found = seats(draw)
    assert (*cost(found, before.history), again(found, before.history)) == best
    assert draw.play_order == (best[2], best[2])


@pytest.mark.rule("FM-14")
@pytest.mark.parametrize("players", [12, 16, 20, 24, 40, 100])
def test_three_rounds_at_tables_of_four_repeat_no_position(players):
    history = []
    for number in range(3):
        draw = draw_round(range(players), history=history, play_order=True, seed=f"po {number}")
        history.append(seats(draw))

    assert again(history[-1], history[:-1]) == again(history[1], history[:1]) == 0


@pytest.mark.rule("FM-14")
def test_whoever_is_locked_to_a_seat_keeps_it_in_the_play_order():
    history = [[(0, 1, 2, 3), (4, 5, 6, 7)]]

    draw = draw_round(
        range(8), history=history, play_order=True, locked={0: (1, 1), 5: (2, 4)}, seed="1"
    )

    assert seats(draw)[0][0] == 0
    assert seats(draw)[1][3] == 5
    assert draw.play_order.again == 1


@pytest.mark.rule("FM-14")
def test_a_position_counts_though_others_of_that_table_left():
    history = [[("left", "a", "b", "c"), ("d", "gone", "e", "f")]]

    draw = draw_round([*"abcdef"], history=history, play_order=True, threes="lot", seed="1")

    assert again(seats(draw), history) == draw.play_order.again == 0


@given(
    players=st.integers(6, 40),
    rounds=st.integers(0, 3),
    asked=st.fixed_dictionaries(
        {
            "seating": st.sampled_from(WAYS),
            "threes": st.sampled_from(["points", "lot", "fewest", "seeds"]),
            "sizes": st.sampled_from(["fours", "threes"]),
            "play_order": st.booleans(),
        }
    ),
    seed=st.text(max_size=3),
)
@settings(max_examples=80, deadline=None)
def test_every_way_seats_everybody_once_at_tables_of_the_right_sizes(players, rounds, asked, seed):
    before = past(players, seed, rounds=rounds or 1)
    history = before.history if rounds else []

    one, other = (
        draw_round(before.players, history=history, points=before.points, seed=seed, **asked)
        for _ in range(2)
    )

    assert one == other
    assert sorted(player for table in seats(one) for player in table) == sorted(before.players)
    assert tuple(map(len, seats(one))) == table_sizes(players, asked["sizes"])
    met = meetings(history)
    assert len(one.repeated_pairs) == sum(
        frozenset(pair) in met for table in seats(one) for pair in combinations(table, 2)
    )
