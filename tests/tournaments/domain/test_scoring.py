"""Places, tournament points, game points and success of one game (T-021 to T-039)."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.domain.scoring import (
    Game,
    check_game,
    game_faults,
    only_winner,
    score_game,
)
from tournaments.domain.values import Refused

ANNA, BEN, CILKA, DAN = "Anna", "Ben", "Cilka", "Dan"


def played(*points, winner=None, **facts):
    """A game of Anna, Ben, Cilka and Dan with these game points; `winner` is an index."""
    names = (ANNA, BEN, CILKA, DAN)[: len(points)]
    won = None if winner is None else names[winner]
    return Game(dict(zip(names, points, strict=True)), winner=won, **facts)


def points_of(game):
    return tuple(score.points for score in score_game(game).values())


def places_of(game):
    return tuple(score.place for score in score_game(game).values())


@pytest.mark.rule("T-025")
@pytest.mark.parametrize(
    ("game_points", "expected"),
    [
        pytest.param(
            (10, 8, 5, 4), (10, 3, 2, 1), marks=pytest.mark.rule("T-021"), id="all different"
        ),
        pytest.param(
            (10, 8, 6, 6), (10, 3, 2, 2), marks=pytest.mark.rule("T-022"), id="third place shared"
        ),
        pytest.param(
            (10, 8, 8, 8), (10, 3, 3, 3), marks=pytest.mark.rule("T-023"), id="places 2 to 4 shared"
        ),
        pytest.param(
            (10, 8, 8, 4), (10, 3, 3, 2), marks=pytest.mark.rule("T-024"), id="second place shared"
        ),
        pytest.param(
            (10, 8, 5), (10, 3, 2), marks=pytest.mark.rule("T-026"), id="table of 3, all different"
        ),
        pytest.param(
            (10, 8, 8), (10, 3, 3), marks=pytest.mark.rule("T-027"), id="table of 3, second shared"
        ),
    ],
)
def test_a_won_game_gives_the_printed_points(game_points, expected):
    assert points_of(played(*game_points, winner=0)) == expected


@pytest.mark.rule("T-028")
@pytest.mark.parametrize(
    ("game_points", "expected"),
    [
        pytest.param((10, 8, 5, 4), (10, 3, 2, 1), id="1+1+1+1"),
        pytest.param((10, 8, 6, 6), (10, 3, 2, 2), id="1+1+2"),
        pytest.param((10, 8, 8, 4), (10, 3, 3, 2), id="1+2+1"),
        pytest.param((10, 8, 8, 8), (10, 3, 3, 3), id="1+3"),
        pytest.param((8, 8, 6, 5), (10, 10, 3, 2), id="2+1+1"),
        pytest.param((9, 9, 6, 6), (10, 10, 3, 3), id="2+2"),
        pytest.param((7, 7, 7, 5), (10, 10, 10, 3), id="3+1"),
        pytest.param((8, 8, 8, 8), (10, 10, 10, 10), id="4"),
        pytest.param((10, 8, 5), (10, 3, 2), id="1+1+1"),
        pytest.param((10, 8, 8), (10, 3, 3), id="1+2"),
        pytest.param((9, 9, 6), (10, 10, 3), id="2+1"),
        pytest.param((8, 8, 8), (10, 10, 10), id="3"),
    ],
)
def test_a_game_that_ran_out_of_time_follows_every_point_pattern(game_points, expected):
    assert points_of(played(*game_points)) == expected


@pytest.mark.rule("T-060")
def test_a_game_that_ran_out_of_time_is_recorded_as_it_stands():
    scores = score_game(played(9, 8, 8, 5)).values()

    assert [score.points for score in scores] == [10, 3, 3, 2]
    assert [score.game_points for score in scores] == [9, 8, 8, 5]


@pytest.mark.rule("T-025")
def test_the_next_lower_score_takes_the_next_place():
    assert places_of(played(10, 8, 8, 4, winner=0)) == (1, 2, 2, 3)


@pytest.mark.rule("T-029")
def test_the_winner_alone_is_first_even_beside_another_ten():
    game = played(10, 10, 7, 6, winner=1)

    assert places_of(game) == (2, 1, 3, 4)
    assert points_of(game) == (3, 10, 2, 1)


@pytest.mark.rule("T-029")
def test_those_behind_the_winner_share_places_among_themselves():
    assert points_of(played(10, 10, 10, 6, winner=0)) == (10, 3, 3, 2)


@pytest.mark.rule("T-031", "T-034")
def test_game_points_at_a_table_of_three_are_recorded_as_they_are():
    scores = score_game(played(10, 8, 5, winner=0))

    assert [score.game_points for score in scores.values()] == [10, 8, 5]


@pytest.mark.rule("T-033")
def test_more_than_ten_points_count_as_ten():
    assert score_game(played(11, 9, 7, 6, winner=0))[ANNA].game_points == 10


@pytest.mark.rule("T-033", "T-028")
def test_places_are_made_from_the_capped_points():
    assert places_of(played(11, 10, 7, 6)) == (1, 1, 2, 3)


@pytest.mark.rule("T-036", "T-037", "T-039")
@pytest.mark.parametrize(
    ("game_points", "winner", "total", "counted"),
    [
        pytest.param((10, 9, 7, 6), 0, 32, (10, 9, 7, 6), id="the printed example"),
        pytest.param((11, 9, 7, 6), 0, 32, (10, 9, 7, 6), id="capped"),
        pytest.param((10, 8, 8, 4), 0, 30, (10, 8, 8, 4), id="tie for 2-3"),
        pytest.param((8, 8, 7, 5), None, 28, (8, 8, 7, 5), id="time ran out"),
        pytest.param((10, 8, 5), 0, 23, (10, 8, 5), id="table of 3"),
        pytest.param((10, 8, 8), 0, 26, (10, 8, 8), id="table of 3, tie for 2-3"),
    ],
)
def test_success_is_the_share_of_the_table_s_points(game_points, winner, total, counted):
    scores = score_game(played(*game_points, winner=winner))

    assert [s.success for s in scores.values()] == [Fraction(own, total) for own in counted]


def test_a_void_game_counts_for_nobody():
    assert score_game(played(10, 8, 5, 4, winner=0, void=True)) == {}


def test_the_others_of_an_excluded_player_score_as_a_table_of_their_number():
    scores = score_game(played(10, 9, 7, 6, winner=0, excluded={BEN}))

    assert BEN not in scores
    assert {player: score.points for player, score in scores.items()} == {
        ANNA: 10,
        CILKA: 3,
        DAN: 2,
    }
    assert scores[CILKA].success == Fraction(7, 23)


def test_two_players_left_after_exclusions_get_ten_and_three():
    assert points_of(played(10, 9, 7, 6, winner=2, excluded={ANNA, BEN})) == (10, 3)


def test_a_player_who_leaves_ranks_behind_everyone_and_keeps_the_game_points():
    scores = score_game(played(10, 9, 4, 4, winner=0, left={BEN}))

    assert {player: score.place for player, score in scores.items()} == {
        ANNA: 1,
        BEN: 3,
        CILKA: 2,
        DAN: 2,
    }
    assert scores[BEN].game_points == 9
    assert scores[BEN].success == Fraction(9, 27)


def test_two_who_leave_share_the_place_behind_the_others():
    assert places_of(played(5, 9, 4, 8, left={BEN, DAN})) == (1, 3, 2, 3)


def test_a_game_outside_the_tour_may_be_played_to_another_target():
    assert points_of(played(13, 11, 12, 4, winner=0, target=13)) == (10, 2, 3, 1)


@pytest.mark.rule("T-035")
@pytest.mark.parametrize("impossible", [1, 0, -3, 7.5, "8", None, True, 23, 100])
def test_points_that_nobody_can_have_are_refused(impossible):
    seated = {ANNA: 10, BEN: impossible, CILKA: 7, DAN: 6}

    with pytest.raises(Refused) as refusal:
        check_game(seated, ANNA, seated)

    assert refusal.value.rule_id == "T-035"
    assert refusal.value.facts["player"] == BEN


@pytest.mark.rule("T-033", "T-035")
def test_a_refusal_names_no_bound_above_which_points_are_taken():
    with pytest.raises(Refused) as refusal:
        check_game({ANNA: 12, BEN: 1, CILKA: 7}, ANNA, (ANNA, BEN, CILKA))

    assert "whole number, {least} at the least" in refusal.value.message
    assert refusal.value.facts == {"player": BEN, "least": 2}


@pytest.mark.rule("T-033", "T-035")
def test_points_up_to_what_the_pieces_make_are_only_cut():
    cautions = check_game({ANNA: 22, BEN: 2, CILKA: 2}, ANNA, (ANNA, BEN, CILKA))

    assert [caution.rule_id for caution in cautions] == ["T-033"]


def test_games_to_another_target_have_other_pieces():
    points = {ANNA: 25, BEN: 2, CILKA: 2}

    assert check_game(points, ANNA, tuple(points), target=25, most=None) == ()


@pytest.mark.rule("T-031", "T-035")
@pytest.mark.parametrize(
    ("points", "winner", "rule_id"),
    [
        pytest.param({ANNA: 10, BEN: 8}, ANNA, "T-031", id="a player without points"),
        pytest.param({ANNA: 10, BEN: 8, CILKA: 7, DAN: 4}, ANNA, "T-020", id="a stranger"),
        pytest.param({ANNA: 10, BEN: 8, CILKA: 7}, DAN, "T-029", id="a stranger won"),
        pytest.param({ANNA: 9, BEN: 8, CILKA: 7}, ANNA, "T-035", id="a winner with nine"),
        pytest.param({ANNA: 9, BEN: 8, CILKA: 10}, ANNA, "T-035", id="the ten is another's"),
    ],
)
def test_an_impossible_result_is_refused(points, winner, rule_id):
    with pytest.raises(Refused) as refusal:
        check_game(points, winner, (ANNA, BEN, CILKA))

    assert refusal.value.rule_id == rule_id
    assert str(refusal.value)


@pytest.mark.rule("T-035", "T-032")
def test_a_plain_result_needs_no_second_look():
    assert check_game({ANNA: 10, BEN: 9, CILKA: 7, DAN: 2}, ANNA, (ANNA, BEN, CILKA, DAN)) == ()


@pytest.mark.rule("T-035", "T-060")
def test_a_game_that_ran_out_of_time_needs_no_ten():
    assert check_game({ANNA: 9, BEN: 8, CILKA: 5}, None, (ANNA, BEN, CILKA)) == ()


@pytest.mark.parametrize(
    ("points", "winner", "expected"),
    [
        pytest.param((11, 9, 7, 6), 0, ["T-033"], id="eleven cut to ten"),
        pytest.param((10, 10, 7, 6), 0, ["T-029"], id="a ten that did not win"),
        pytest.param((11, 10, 7, 6), 1, ["T-033", "T-029"], id="an eleven that did not win"),
        pytest.param((8, 8, 6, 5), None, ["T-028"], id="first place shared"),
    ],
)
@pytest.mark.rule("T-033", "T-029", "T-028")
def test_an_unusual_result_asks_to_be_looked_at(points, winner, expected):
    game = played(*points, winner=winner)

    cautions = check_game(game.points, game.winner, game.seated)

    assert [caution.rule_id for caution in cautions] == expected
    assert all("10" in str(caution) for caution in cautions)


def test_an_excluded_player_needs_no_points():
    seated = (ANNA, BEN, CILKA, DAN)

    assert check_game({ANNA: 10, BEN: 9, CILKA: 7}, ANNA, seated, excluded={DAN}) == ()


def test_whatever_an_excluded_player_had_asks_for_no_second_look():
    points = {ANNA: 10, BEN: 9, CILKA: 7, DAN: 11}

    assert check_game(points, ANNA, points, excluded={DAN}) == ()


def test_everybody_who_sat_is_seated_once():
    game = Game({ANNA: 10, BEN: 4, CILKA: 2}, excluded=[CILKA, DAN])

    assert game.seated == (ANNA, BEN, CILKA, DAN)


@pytest.mark.parametrize("gone", [{"left": {ANNA}}, {"excluded": {ANNA}}])
@pytest.mark.rule("T-029")
def test_nobody_wins_who_is_gone(gone):
    points = {ANNA: 10, BEN: 9, CILKA: 7}

    assert [fault.rule_id for fault in game_faults(points, ANNA, points, **gone)] == ["T-029"]


def test_a_game_that_everybody_left_is_refused():
    points = {ANNA: 5, BEN: 4, CILKA: 3}

    with pytest.raises(Refused):
        check_game(points, None, points, left=set(points))


tables = st.lists(st.integers(2, 14), min_size=3, max_size=4)


@given(points=tables, won=st.booleans())
def test_shares_at_one_table_add_up_to_the_whole(points, won):
    winner = points.index(max(points)) if won and max(points) >= 10 else None

    scores = score_game(played(*points, winner=winner))

    assert sum(score.success for score in scores.values()) == 1


@given(points=tables)
def test_more_points_never_bring_a_worse_place(points):
    scores = score_game(played(*points)).values()

    for one, other in combinations(scores, 2):
        assert (one.game_points > other.game_points) == (one.place < other.place)
        assert (one.points > other.points) == (one.place < other.place)


@given(points=tables, order=st.permutations(range(3)))
def test_the_order_at_the_table_does_not_matter(points, order):
    table = dict(zip("abc", points, strict=False))
    shuffled = {"abc"[i]: table["abc"[i]] for i in order}

    assert score_game(Game(table)) == score_game(Game(shuffled))


@pytest.mark.rule("T-031")
def test_the_only_player_with_ten_points_is_the_winner():
    assert only_winner({"a": 9, "b": 11, "c": 7}) == "b"


@pytest.mark.rule("T-031")
@pytest.mark.parametrize("points", [{"a": 9, "b": 8}, {"a": 10, "b": 10}])
def test_who_won_has_to_be_said_if_the_points_do_not_tell(points):
    with pytest.raises(Refused) as refused:
        only_winner(points)

    assert refused.value.rule_id == "T-031"
