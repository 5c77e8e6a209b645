"""How any format counts games and orders players: the worked examples of the law of formats."""

from fractions import Fraction

import pytest

from tournaments.domain.formats.criteria import CRITERIA
from tournaments.domain.formats.presets import presets
from tournaments.domain.formats.reading import faults, format_of
from tournaments.domain.formats.values import Format
from tournaments.domain.scoring import Game, Level, Scoring, TimeOut, score_game
from tournaments.domain.stages import Later, PlayedStage, Ranking, stage_standings
from tournaments.domain.standings import standings

GERMAN = presets()["germany-ranking"].format


def scored(points, scoring, *, winner=None, order=()):
    """What each of A, B, C and D gets in a game with these points."""
    game = Game(dict(zip("ABCD", points, strict=False)), winner, order=order, target=10)
    return score_game(game, scoring)


def points_of(points, scoring, **rest):
    return [score.points for score in scored(points, scoring, **rest).values()]


def places_of(points, scoring, **rest):
    return [score.place for score in scored(points, scoring, **rest).values()]


def shares(name, *games):
    """A criterion of somebody with own points and those of the others in each game."""
    rounds = [[Game({"me": own} | dict(enumerate(others)))] for own, *others in games]
    order = (CRITERIA[name],)
    found = standings(rounds, order=order)
    return next(row.figures[name] for row in found.rows if row.player == "me")


@pytest.mark.rule("FM-20", "FM-21", "FMD-02")
@pytest.mark.parametrize(
    ("points", "expected"),
    [
        pytest.param((10, 8, 8, 5), [5, Fraction(5, 2), Fraction(5, 2), 1], id="two seconds"),
        pytest.param((10, 8, 8, 8), [5, 2, 2, 2], id="three seconds"),
        pytest.param((10, 8, 6, 6), [5, 3, Fraction(3, 2), Fraction(3, 2)], id="two thirds"),
        pytest.param((10, 8, 8), [5, 2, 2], id="two seconds at a table of three"),
    ],
)
def test_level_players_share_the_points_of_the_places_that_they_fill(points, expected):
    assert points_of(points, GERMAN.scoring, winner="A") == expected


@pytest.mark.rule("FM-21")
def test_two_seconds_of_50_30_20_10_get_25_each():
    scoring = Scoring({4: (50, 30, 20, 10), 3: (50, 25, 10)}, Level.SHARED)

    assert points_of((10, 7, 7, 4), scoring, winner="A") == [50, 25, 25, 10]


@pytest.mark.rule("FMD-09")
def test_shared_places_are_counted_as_in_sport_and_dense_ones_are_not():
    assert places_of((10, 8, 8, 5), GERMAN.scoring, winner="A") == [1, 2, 2, 4]
    assert places_of((10, 8, 8, 5), Scoring(GERMAN.scoring.points), winner="A") == [1, 2, 2, 3]


@pytest.mark.rule("FMD-09", "FM-22")
def test_whoever_shares_the_best_place_of_a_timed_out_game_has_a_win_each():
    scores = scored((9, 9, 5, 4), GERMAN.scoring)

    assert [score.won for score in scores.values()] == [True, True, False, False]
    assert [score.points for score in scores.values()] == [4, 4, 2, 1]


@pytest.mark.rule("FM-22")
def test_nobody_has_a_win_where_a_format_says_so_of_time_that_ran_out():
    scoring = Scoring(GERMAN.scoring.points, Level.SHARED, TimeOut.NO_WIN)

    assert not any(score.won for score in scored((9, 8, 5, 4), scoring).values())
    assert scored((10, 8, 5, 4), scoring, winner="A")["A"].won


@pytest.mark.rule("FM-22")
def test_whoever_played_later_is_ahead_of_level_ones_by_reverse_play_order():
    scoring = Scoring(GERMAN.scoring.points, Level.SHARED, TimeOut.REVERSE_ORDER)

    assert places_of((9, 9, 5, 5), scoring) == [2, 1, 4, 3]
    assert places_of((10, 8, 8, 5), scoring, winner="A") == [1, 2, 2, 4]


@pytest.mark.rule("FM-21")
def test_a_chain_parts_only_those_who_are_level():
    chain = presets()["wbc-cities-knights"].format.scoring

    assert points_of((10, 8, 8, 5), chain, winner="A", order="CBDA") == [100, 20, 50, 10]
    assert places_of((10, 8, 7, 5), chain, winner="A", order="DCBA") == [1, 2, 3, 4]


@pytest.mark.rule("FM-23")
def test_game_points_count_to_the_target_or_in_full():
    in_full = Scoring(None, cap=False)

    assert scored((12, 8, 7, 5), GERMAN.scoring, winner="A")["A"].game_points == 10
    assert scored((12, 8, 7, 5), in_full, winner="A")["A"].game_points == 12


@pytest.mark.rule("FMD-14", "FM-23")
def test_game_points_are_capped_where_a_format_says_nothing_of_it():
    written = {"points": {"4": [5, 3, 2, 1], "3": [5, 3, 1]}, "order": ["points"]}

    assert format_of(written).scoring.cap
    assert not format_of(written | {"cap": False}).scoring.cap


@pytest.mark.rule("FMD-13", "FM-20")
@pytest.mark.parametrize("key", ["catan-tour", "germany-ranking", "wbc-cities-knights"])
def test_two_who_are_left_take_the_first_two_values_of_three(key):
    scoring = presets()[key].format.scoring

    assert scoring.values(2) == scoring.values(3)[:2]
    assert scoring.values(2) == tuple(scoring.points[3][:2])


@pytest.mark.rule("FM-23")
def test_a_cap_moves_no_place_and_no_share_below_the_target():
    capped, in_full = Scoring(None), Scoring(None, cap=False)

    assert scored((10, 8, 7, 5), capped) == scored((10, 8, 7, 5), in_full)
    assert places_of((12, 11, 7, 5), in_full, winner="A") == [1, 2, 3, 4]


@pytest.mark.rule("FM-32", "FMD-03")
def test_the_exact_mean_of_the_shares_decides():
    a = shares("share_mean", (10, 9, 7, 6), (8, 10, 7, 5), (10, 9, 9, 8))
    b = shares("share_mean", (10, 8, 7, 5), (10, 9, 7, 7), (8, 10, 9, 9))

    assert a == (Fraction(10, 32) + Fraction(8, 30) + Fraction(10, 36)) / 3
    assert (round(float(a) * 100, 4), round(float(b) * 100, 2)) == (28.5648, 28.62)
    assert b > a


@pytest.mark.rule("FM-32")
def test_shares_are_added_up_or_taken_of_all_points_together():
    games = ((10, 9, 7, 6), (8, 10, 7, 5))

    assert shares("share_sum", *games) == Fraction(10, 32) + Fraction(8, 30)
    assert shares("share_of_sums", *games) == Fraction(18, 62)


@pytest.mark.rule("FM-33", "FMD-04")
def test_a_table_of_three_counts_as_if_a_fourth_had_its_mean():
    assert shares("share_corrected_mean", (10, 9, 5)) == Fraction(3125, 10000)
    assert shares("share_corrected_mean", (9, 10, 5)) == Fraction(28125, 100000)
    assert shares("share_corrected_sum", (5, 10, 9), (8, 8, 8, 8)) == Fraction(5, 32) + Fraction(
        1, 4
    )
    # Above the target nothing counts, before the correction as after it.
    assert shares("share_corrected_mean", (12, 9, 5)) == Fraction(10, 32)


@pytest.mark.rule("FM-33", "FMD-04")
def test_the_correction_leaves_tables_of_four_as_they_are_and_leaves_a_quarter():
    """Three players have three quarters together: the fourth who is not there has the rest."""
    each = [
        shares("share_corrected_mean", (own, *others))
        for own, others in ((10, (9, 5)), (9, (10, 5)), (5, (10, 9)))
    ]

    assert shares("share_corrected_mean", (10, 9, 7, 6)) == shares("share_mean", (10, 9, 7, 6))
    assert sum(each) == Fraction(3, 4)


@pytest.mark.rule("FM-34", "FM-37")
def test_one_great_game_beats_steady_ones_by_the_best_game_and_not_by_the_places():
    great = ((10, 5, 4, 3), (2, 10, 9, 8))
    steady = ((9, 10, 4, 3), (9, 10, 4, 3))

    assert shares("best_game", *great) > shares("best_game", *steady)
    assert shares("place_sum", *great) == 5
    assert shares("place_sum", *steady) == 4


@pytest.mark.rule("FM-31", "FM-34", "FM-37")
def test_the_best_game_and_the_sum_of_the_places():
    assert shares("best_game", (4, 10, 7, 6), (8, 10, 7, 5)) == 8
    assert shares("place_sum", (4, 10, 7, 6), (8, 10, 7, 5)) == 6
    assert CRITERIA["place_sum"].least_is_best


@pytest.mark.rule("FM-30", "FM-31")
def test_wins_come_first_in_the_programme_of_catan_studio():
    """Two wins and 27 points, two and 25, two and 25 with the better shares, one win and 28."""
    studio = presets()["catan-studio-2024"].format
    players = {
        "a": ((10, 9, 8, 7), (10, 9, 8, 7), (7, 10, 9, 8)),
        "b": ((10, 9, 9, 9), (10, 9, 9, 9), (5, 10, 9, 9)),
        "c": ((10, 3, 3, 3), (10, 3, 3, 3), (5, 10, 4, 4)),
        "d": ((10, 9, 8, 7), (9, 10, 8, 7), (9, 10, 8, 7)),
    }
    rounds = [
        [Game({p: games[n][0]} | {f"{p}{k}": v for k, v in enumerate(games[n][1:])},
              winner=p if games[n][0] == 10 else f"{p}0") for p, games in players.items()]
        for n in range(3)
    ]  # fmt: skip

    rows = standings(rounds, order=studio.order, scoring=studio.scoring).rows

    assert [row.player for row in rows if row.player in players] == ["a", "c", "b", "d"]


def stages(*, final, later=Later.STAGE, lots=()):
    """A to H play a round; A, E, B and F, the best of it, play a final, in that seating."""
    preliminary = [
        [
            Game(dict(zip("ABCD", (10, 8, 5, 4), strict=True)), "A"),
            Game(dict(zip("EFGH", (10, 7, 6, 3), strict=True)), "E"),
        ]
    ]
    last = [
        [Game(dict(zip("AEBF", final, strict=True)), dict(zip(final, "AEBF", strict=True))[10])]
    ]
    order = (CRITERIA["points"], CRITERIA["game_points"])
    ranking = Ranking(order, scoring=GERMAN.scoring, later=later)
    found = stage_standings(
        [PlayedStage(preliminary), PlayedStage(last, "AEBF", lots)], ranking=ranking
    )
    return "".join(row.player for row in found.rows)


@pytest.mark.rule("FM-35")
@pytest.mark.parametrize(
    ("later", "expected"),
    [
        pytest.param(Later.STAGE, "FBEA", id="that game alone"),
        # Only the winner went on; A and E were level and stay in the order of the table.
        pytest.param(Later.BEFORE, "FAEB", id="the winner, then as before"),
        pytest.param(Later.TABLE, "FBEA", id="the place at the table"),
        # F has 3 and 5 points, E 5 and 2, B 3 and 3 with 17 game points, A 5 and 1 with 13.
        pytest.param(Later.ALL, "FEBA", id="all games"),
    ],
)
def test_what_orders_those_who_played_a_later_stage(later, expected):
    assert stages(final=(3, 4, 9, 10), later=later)[:4] == expected


@pytest.mark.rule("FM-35")
def test_whoever_did_not_play_the_later_stage_comes_behind_it_as_before():
    assert {stages(final=(3, 4, 9, 10), later=later)[4:] for later in Later} == {"GCDH"}


@pytest.mark.rule("FM-35")
def test_in_the_order_of_tables_the_winner_of_the_second_is_behind_the_last_of_the_first():
    everybody = [
        [
            Game(dict(zip("ABCD", (4, 5, 6, 10), strict=True)), "D"),
            Game(dict(zip("EFGH", (10, 9, 3, 2), strict=True)), "E"),
        ]
    ]
    austria = presets()["austria-2019"].format
    ranking = Ranking(austria.order, scoring=austria.scoring, later=austria.later)

    found = stage_standings(
        [PlayedStage(everybody), PlayedStage(everybody, "ABCDEFGH")], ranking=ranking
    )

    assert "".join(row.player for row in found.rows) == "DCBAEFGH"


def test_whoever_never_sat_is_last_even_where_less_is_better():
    order = Format(Scoring(None, Level.SHARED), ("place_sum",)).order

    rows = standings([[Game({"A": 10, "B": 5, "C": 4})]], others=["N"], order=order).rows

    assert [row.player for row in rows] == ["A", "B", "C", "N"]


FIVE = (5, 3, 2, 1), (5, 3, 1)
PLACES = "second_places third_places"


@pytest.mark.parametrize(
    ("key", "points", "order"),
    [
        (
            "catan-tour",
            ((10, 3, 2, 1), (10, 3, 2)),
            f"wins points game_points share_mean {PLACES}",
        ),
        ("germany-direct", FIVE, f"points game_points share_mean wins {PLACES}"),
        ("austria-2019", FIVE, "points game_points share_of_sums"),
        ("world-2012", FIVE, f"points game_points share_corrected_mean wins {PLACES}"),
        (
            "wbc-cities-knights",
            ((100, 50, 20, 10), (100, 40, 10)),
            "points wins game_points best_game",
        ),
        ("manresa-2023", FIVE, "points game_points share_sum"),
        ("club-evening", FIVE, "points wins game_points share_mean"),
        ("netherlands-2024", FIVE, f"points game_points share_mean wins {PLACES}"),
    ],
)
@pytest.mark.rule("FM-20", "FM-31", "FMD-01")
def test_presets_hold_the_numbers_that_were_printed(key, points, order):
    four, three = points
    preset = presets()[key].format

    assert preset.scoring.points == {4: four, 3: three}
    assert preset.criteria == tuple(order.split())


@pytest.mark.rule("FMD-10")
def test_a_format_whose_places_bring_nothing_is_not_ordered_by_points():
    for preset in presets().values():
        assert preset.format.has_points or "points" not in preset.format.criteria


@pytest.mark.rule("FM-30", "FMD-10")
@pytest.mark.parametrize(
    ("change", "place", "words"),
    [
        ({"order": ["wins", "luck"]}, ("order", 1), "luck is none of wins, points, game_points"),
        ({"order": ["wins", "wins"]}, ("order", 1), "wins is a criterion twice"),
        ({"points": None}, ("order", 0), "places bring no points here"),
        (
            {"points": {"4": [5, 3, 2, 1, 0], "3": [5, 3, 1]}},
            ("points", "4"),
            "has 4 places, not 5",
        ),
        (
            {"points": {"4": [5, 3, 2, 1], "3": [5, 3, 4]}},
            ("points", "3"),
            "brings fewer points",
        ),
    ],
)
def test_what_is_wrong_with_a_format_is_said_at_its_place(change, place, words):
    written = {"points": {"4": [5, 3, 2, 1], "3": [5, 3, 1]}, "order": ["points"]} | change

    (fault,) = faults(written)

    assert fault.place == place
    assert words in str(fault.refusal)


def test_a_format_says_what_is_left_out_of_it():
    written = {"points": {"4": [5, 3, 2, 1], "3": [5, 3, 1]}, "order": ["points"]}

    assert format_of(written) == Format(
        Scoring({4: (5, 3, 2, 1), 3: (5, 3, 1)}, Level.DENSE, TimeOut.LEVEL, cap=True),
        ("points",),
        target=None,
        by_score=False,
        later=Later.STAGE,
    )
