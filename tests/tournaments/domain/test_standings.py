"""The seven criteria, the lot, and what parts two neighbours (T-030, T-038 to T-049)."""

import itertools
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.domain.criteria import CRITERIA, LOT, Standing
from tournaments.domain.scoring import Game, score_game
from tournaments.domain.standings import deciding, junior_standings, percent, standings


def game(players, points, *, winner="first", **facts):
    """A game of the players named in one word each; the winner is the first one by default."""
    names = players.split()
    won = names[0] if winner == "first" else winner
    return Game(dict(zip(names, points, strict=True)), winner=won, **facts)


def ranks(table):
    return {row.player: row.rank for row in table.rows}


EIGHT_PLAYERS = [
    [
        game("P1 P2 P3 P4", (7, 7, 3, 10), winner="P4"),
        game("P5 P6 P7 P8", (8, 8, 10, 4), winner="P7"),
    ],
    [
        game("P1 P2 P5 P6", (9, 10, 5, 8), winner="P2"),
        game("P3 P4 P7 P8", (9, 3, 7, 10), winner="P8"),
    ],
    [
        game("P1 P3 P5 P7", (3, 10, 4, 7), winner="P3"),
        game("P2 P4 P6 P8", (9, 3, 4, 10), winner="P8"),
    ],
    [
        game("P1 P4 P6 P7", (3, 5, 10, 4), winner="P6"),
        game("P2 P3 P5 P8", (9, 9, 5, 8), winner=None),
    ],
]


@pytest.mark.rule("T-030", "T-048")
def test_the_eight_player_tournament_comes_out_as_printed():
    table = standings(EIGHT_PLAYERS)

    assert [
        (
            row.rank,
            row.player,
            row.figures["first_places"],
            row.figures["points"],
            row.figures["game_points"],
            f"{percent(row.figures['success'])} %",
            row.figures["second_places"],
            row.figures["third_places"],
        )
        for row in table.rows
    ] == [
        (1, "P2", 2, 26, 35, "30.21 %", 2, 0),
        (2, "P8", 2, 25, 32, "28.02 %", 1, 1),
        (3, "P3", 2, 25, 31, "28.21 %", 1, 1),
        (4, "P6", 1, 17, 30, "28.13 %", 1, 2),
        (5, "P7", 1, 17, 28, "26.20 %", 1, 2),
        (6, "P4", 1, 15, 21, "20.41 %", 1, 0),
        (7, "P1", 0, 8, 22, "20.05 %", 2, 0),
        (8, "P5", 0, 8, 22, "18.77 %", 1, 2),
    ]
    assert table.undecided == ()


@pytest.mark.rule("T-048")
@pytest.mark.parametrize(
    ("round_", "points"),
    [
        (0, [(3, 3, 2, 10), (3, 3, 10, 2)]),
        (1, [(3, 10, 1, 2), (3, 1, 2, 10)]),
        (2, [(1, 10, 2, 3), (3, 1, 2, 10)]),
        (3, [(1, 3, 10, 2), (10, 10, 2, 3)]),
    ],
)
def test_every_game_of_the_eight_player_tournament_brings_the_printed_points(round_, points):
    scored = [
        tuple(score.points for score in score_game(played).values())
        for played in EIGHT_PLAYERS[round_]
    ]

    assert scored == points


@pytest.mark.rule("T-041", "T-042", "T-043", "T-044")
def test_neighbours_of_the_eight_player_tournament_are_parted_as_printed():
    rows = standings(EIGHT_PLAYERS).rows

    parted = [deciding(above, below) for above, below in itertools.pairwise(rows)]

    names = list(CRITERIA)
    numbers = [names.index(decision.criterion.name) + 1 for decision in parted]
    assert numbers == [2, 3, 1, 3, 2, 1, 4]
    assert (parted[1].above, parted[1].below) == (32, 31)


def row(**facts):
    return Standing(rank=1, player="x", figures=dict.fromkeys(CRITERIA, 0) | facts)


@pytest.mark.parametrize(
    ("above", "below", "name"),
    [
        pytest.param(
            row(first_places=2, points=20),
            row(first_places=1, points=19),
            "first_places",
            marks=pytest.mark.rule("T-041"),
        ),
        pytest.param(
            row(points=18, game_points=30),
            row(points=17, game_points=40),
            "points",
            marks=pytest.mark.rule("T-042"),
        ),
        pytest.param(
            row(game_points=36, success=Fraction(1, 5)),
            row(game_points=35, success=Fraction(1, 3)),
            "game_points",
            marks=pytest.mark.rule("T-043"),
        ),
        pytest.param(
            row(success=Fraction(291, 1000), second_places=0),
            row(success=Fraction(289, 1000), second_places=2),
            "success",
            marks=pytest.mark.rule("T-044"),
        ),
        pytest.param(
            row(second_places=1),
            row(second_places=0, third_places=4),
            "second_places",
            marks=pytest.mark.rule("T-045"),
        ),
        pytest.param(
            row(third_places=1),
            row(third_places=0),
            "third_places",
            marks=pytest.mark.rule("T-046"),
        ),
    ],
)
def test_the_first_criterion_that_differs_decides(above, below, name):
    decision = deciding(above, below)

    assert decision.criterion is CRITERIA[name]
    assert decision.above > decision.below


@pytest.mark.rule("T-041")
def test_one_first_place_is_ahead_of_more_points_without_one():
    rounds = [
        [game("one a b", (10, 4, 3)), game("z c d", (10, 3, 2))],
        *([game("x four y", (10, 8, 3))] for _ in range(4)),
    ]
    table = standings(rounds)
    one, four = (next(r for r in table.rows if r.player == p) for p in ("one", "four"))

    assert (one.figures["points"], four.figures["points"]) == (10, 12)
    assert one.rank < four.rank
    assert deciding(one, four).criterion is CRITERIA["first_places"]


@pytest.mark.rule("T-042")
def test_more_points_are_ahead_of_more_game_points():
    """Places 1, 2, 2, 3 (18) against 1, 2, 3, 3 (17)."""
    rounds = [
        [game("one a b", (10, 3, 2)), game("two c d", (10, 9, 9))],
        [game("a one b", (10, 3, 2)), game("c two d", (10, 9, 9))],
        [game("a one b", (10, 3, 2)), game("c d two", (10, 9, 8))],
        [game("a b one", (10, 3, 2)), game("c d two", (10, 9, 8))],
    ]
    table = {r.player: r for r in standings(rounds).rows}

    assert (table["one"].figures["points"], table["two"].figures["points"]) == (18, 17)
    assert table["one"].figures["game_points"] < table["two"].figures["game_points"]
    assert table["one"].rank < table["two"].rank


@pytest.mark.rule("T-045")
def test_a_second_place_parts_those_level_on_success():
    """Places 1, 1, 2, 4 against 1, 1, 3, 3, both 24 points, game points and shares alike."""
    rounds = [
        [game("one a b c", (10, 5, 5, 5)), game("two d e f", (10, 5, 5, 5))],
        [game("one a b c", (10, 5, 5, 5)), game("two d e f", (10, 5, 5, 5))],
        [game("a one b c", (10, 6, 5, 4)), game("d e two f", (10, 8, 5, 2))],
        [game("b a c one", (10, 7, 6, 2)), game("e d two f", (10, 9, 3, 3))],
    ]
    table = {r.player: r for r in standings(rounds).rows}

    decision = deciding(table["one"], table["two"])

    assert table["one"].figures["points"] == table["two"].figures["points"] == 24
    assert decision.criterion is CRITERIA["second_places"]
    assert table["one"].rank < table["two"].rank


@pytest.mark.rule("T-046")
def test_a_third_place_parts_those_level_on_second_places():
    """A first and a third place against a first and two fourths, all else alike."""
    rounds = [
        [
            game("two a b c", (4, 2, 2, 2), winner=None),
            game("one d e f", (7, 6, 6, 5), winner=None),
        ],
        [game("a b c two", (10, 5, 3, 2)), game("d e one f", (10, 9, 3, 2))],
        [game("a b c two", (10, 10, 8, 4))],
    ]
    table = {r.player: r for r in standings(rounds).rows}

    decision = deciding(table["one"], table["two"])

    assert table["one"].figures["success"] == table["two"].figures["success"] == Fraction(5, 24)
    assert decision.criterion is CRITERIA["third_places"]
    assert table["one"].rank < table["two"].rank


@pytest.mark.rule("T-040", "T-044")
def test_the_smallest_difference_of_success_is_one():
    """Means of 110/336 and 111/336, which are alike in whole 168ths."""
    rounds = [
        [game("a one b c", (10, 8, 4, 2)), game("d two e f", (10, 9, 2, 3))],
        [game("a one b c", (10, 9, 7, 2)), game("d two e f", (10, 8, 6, 4))],
    ]
    table = {r.player: r for r in standings(rounds).rows}

    assert deciding(table["two"], table["one"]).criterion is CRITERIA["success"]
    assert table["one"].figures["success"] == Fraction(110, 336)
    assert table["two"].figures["success"] == Fraction(111, 336)
    assert table["two"].rank < table["one"].rank


@pytest.mark.rule("T-048")
def test_the_seven_criteria_have_the_printed_numbers():
    printed = enumerate((*CRITERIA.values(), LOT), start=1)

    assert [(number, criterion.name) for number, criterion in printed] == [
        (1, "first_places"),
        (2, "points"),
        (3, "game_points"),
        (4, "success"),
        (5, "second_places"),
        (6, "third_places"),
        (7, "rank"),
    ]


@pytest.mark.rule("T-040", "T-044")
def test_shares_that_look_alike_in_print_are_compared_exactly():
    above = row(success=Fraction(31254, 100_000))
    below = row(success=Fraction(31251, 100_000))

    assert (
        percent(above.figures["success"]) == percent(below.figures["success"]) == Decimal("31.25")
    )
    assert deciding(above, below).criterion is CRITERIA["success"]


@pytest.mark.rule("T-038")
def test_overall_success_is_the_mean_of_the_shares():
    rounds = [[game("Anna a b c", (10, 9, 7, 6))], [game("a Anna b c", (10, 5, 3, 2))]]

    anna = next(r for r in standings(rounds).rows if r.player == "Anna")

    assert anna.figures["success"] == Fraction(28125, 100_000)


@pytest.mark.rule("T-038")
def test_the_printed_mean_of_four_shares_is_31_percent():
    shares = [Fraction("0.3125"), Fraction("0.30"), Fraction("0.2875"), Fraction("0.34")]

    assert percent(sum(shares) / len(shares)) == Decimal("31.00")


@pytest.mark.rule("T-040")
@pytest.mark.parametrize(
    ("share", "shown"),
    [
        (Fraction(10, 32), "31.25"),
        (Fraction(9, 32), "28.13"),
        (Fraction(7, 32), "21.88"),
        (Fraction(6, 32), "18.75"),
        (Fraction(10, 30), "33.33"),
        (Fraction(8, 30), "26.67"),
        (Fraction(4, 30), "13.33"),
        (Fraction(8, 28), "28.57"),
        (Fraction(7, 28), "25.00"),
        (Fraction(5, 28), "17.86"),
        (Fraction(10, 23), "43.48"),
        (Fraction(8, 23), "34.78"),
        (Fraction(5, 23), "21.74"),
        (Fraction(10, 26), "38.46"),
        (Fraction(8, 26), "30.77"),
        (Fraction(1, 20_000), "0.01"),
        (Fraction(0), "0.00"),
        (Fraction(1), "100.00"),
    ],
)
def test_shares_are_shown_with_two_decimals_rounded_half_up(share, shown):
    assert str(percent(share)) == shown


LEVEL = [[game("a x y", (8, 8, 8), winner=None), game("b c d", (8, 8, 8), winner=None)]]


@pytest.mark.rule("T-047")
def test_level_players_share_the_better_rank_and_are_undecided():
    table = standings([[game("a b c d", (10, 5, 5, 4)), game("e f g h", (10, 5, 5, 4))]])

    assert ranks(table) == {"a": 1, "e": 1, "b": 3, "c": 3, "f": 3, "g": 3, "d": 7, "h": 7}
    assert table.undecided == (("a", "e"), ("b", "c", "f", "g"), ("d", "h"))


@pytest.mark.rule("T-047", "T-049")
def test_a_lot_for_everyone_leaves_no_shared_rank():
    table = standings(LEVEL, lots=["d", "x", "a", "c", "b", "y"])

    assert ranks(table) == {"d": 1, "x": 2, "a": 3, "c": 4, "b": 5, "y": 6}
    assert table.undecided == ()
    assert deciding(*table.rows[:2]).criterion is LOT


@pytest.mark.rule("T-047")
def test_those_whom_the_lot_does_not_name_come_behind_and_stay_undecided():
    table = standings(LEVEL, lots=["d", "x"])

    assert ranks(table) == {"d": 1, "x": 2, "a": 3, "y": 3, "b": 3, "c": 3}
    assert table.undecided == (("a", "y", "b", "c"),)
    assert deciding(table.rows[2], table.rows[3]) is None


@pytest.mark.rule("T-047")
def test_the_last_one_whom_the_lot_does_not_name_is_decided():
    table = standings([[game("a b c", (8, 8, 8), winner=None)]], lots=["c", "a"])

    assert ranks(table) == {"c": 1, "a": 2, "b": 3}
    assert table.undecided == ()


@pytest.mark.rule("T-047")
def test_a_lot_never_turns_what_a_criterion_decided():
    table = standings(EIGHT_PLAYERS, lots=["P5", "P1", "P2"])

    assert table == standings(EIGHT_PLAYERS)


def test_a_void_game_counts_for_nobody_but_its_players_are_ranked():
    table = standings([[game("a b c", (10, 5, 4)), game("d e f", (10, 5, 4), void=True)]])

    assert ranks(table) == {"a": 1, "b": 2, "c": 3, "d": 4, "e": 4, "f": 4}
    assert table.rows[3].games == 0


def test_success_is_the_mean_over_the_games_that_counted():
    rounds = [
        [game("a b c", (10, 5, 5))],
        [game("a b c", (10, 5, 4), void=True)],
        [game("d b c", (10, 5, 5))],
    ]

    anna = next(r for r in standings(rounds).rows if r.player == "a")

    assert (anna.games, anna.figures["success"]) == (1, Fraction(1, 2))


@pytest.mark.rule("T-055")
def test_an_excluded_player_has_no_place():
    rounds = [
        [game("a b c d", (10, 8, 5, 4)), game("e f g h", (10, 8, 5, 4))],
        [game("a b c d", (10, 8, 5, 4), excluded={"d"})],
    ]

    table = standings(rounds, excluded={"f"})

    assert set(ranks(table)) == {"a", "b", "c", "e", "g", "h"}


@pytest.mark.rule("T-056")
def test_nobody_is_left_out_without_an_exclusion():
    assert len(standings(EIGHT_PLAYERS).rows) == 8


def test_somebody_admitted_late_is_ranked_last_without_having_sat():
    table = standings([[game("a b c", (10, 5, 4))]], others=["late", "a"])

    assert ranks(table) == {"a": 1, "b": 2, "c": 3, "late": 4}


@pytest.mark.rule("T-088")
def test_juniors_are_numbered_from_one_in_the_order_of_the_standings():
    rows = standings(EIGHT_PLAYERS).rows

    juniors = junior_standings(rows, {"P5", "P3", "P6"})

    assert [(r.rank, r.player) for r in juniors] == [(1, "P3"), (2, "P6"), (3, "P5")]


@pytest.mark.rule("T-088")
def test_level_juniors_share_their_rank_too():
    rows = standings(LEVEL, lots=["x"]).rows

    juniors = junior_standings(rows, {"x", "b", "c", "d"})

    assert [(r.rank, r.player) for r in juniors] == [(1, "x"), (2, "b"), (2, "c"), (2, "d")]


def test_standings_of_nothing_are_empty():
    assert standings([]).rows == ()
    assert standings([[]]).rows == ()


@st.composite
def tournaments(draw):
    """Up to four rounds of players at tables of three and four; some games ran out of time."""
    players = draw(st.sampled_from([6, 7, 8, 9, 11, 12]))
    rounds = []
    for _ in range(draw(st.integers(1, 4))):
        order = draw(st.permutations(range(players)))
        sizes = [4] * ((players - 3 * (-players % 4)) // 4) + [3] * (-players % 4)
        games, start = [], 0
        for size in sizes:
            seated, start = order[start : start + size], start + size
            points = draw(st.lists(st.integers(2, 11), min_size=size, max_size=size))
            tens = [p for p, n in zip(seated, points, strict=True) if n >= 10]
            winner = draw(st.sampled_from([None, *tens]))
            games.append(Game(dict(zip(seated, points, strict=True)), winner=winner))
        rounds.append(games)
    return rounds


def plainly(rounds):
    """The six criteria of every player, straight from the words of the rules."""
    found = {}
    for round_ in rounds:
        for played in round_:
            for player, score in score_game(played).items():
                found.setdefault(player, []).append(score)
    return {
        player: (
            sum(s.points == 10 for s in scores),
            sum(s.points for s in scores),
            sum(s.game_points for s in scores),
            sum(s.success for s in scores) / len(scores),
            sum(s.points == 3 for s in scores),
            sum(s.points == 2 for s in scores),
        )
        for player, scores in found.items()
    }


@given(rounds=tournaments(), lots=st.permutations(range(12)))
@pytest.mark.rule("T-047", "T-048", "T-049")
def test_every_player_stands_behind_exactly_those_who_are_better(rounds, lots):
    merits = plainly(rounds)

    open_, drawn = standings(rounds), standings(rounds, lots)

    for found in open_.rows:
        better = sum(merit > merits[found.player] for merit in merits.values())
        assert found.rank == better + 1
        assert tuple(c.value(found) for c in CRITERIA.values()) == merits[found.player]
    assert [r.rank for r in drawn.rows] == list(range(1, len(merits) + 1))
    assert drawn.undecided == ()


@given(rounds=tournaments())
@pytest.mark.rule("T-047")
def test_undecided_are_exactly_those_who_share_a_rank(rounds):
    table = standings(rounds)

    shared = {}
    for found in table.rows:
        shared.setdefault(found.rank, []).append(found.player)
    assert list(table.undecided) == [tuple(group) for group in shared.values() if len(group) > 1]


@given(rounds=tournaments())
@pytest.mark.rule("T-047")
def test_neighbours_are_parted_by_the_first_criterion_that_differs(rounds):
    rows = standings(rounds).rows

    for above, below in itertools.pairwise(rows):
        decision = deciding(above, below)
        if decision is None:
            assert replace(above, player=below.player) == replace(below, games=above.games)
        else:
            assert decision.above > decision.below
