"""Table sizes and hand-made draws (T-006 to T-015, T-020)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.domain.seating import (
    Border,
    border,
    check_tables,
    seatings,
    seats_at_threes,
    table_faults,
    table_sizes,
)
from tournaments.domain.values import Refused

# Players, tables of 4, tables of 3, as the rules print them for every number from 6 to 60.
PRINTED_SIZES = """
6,0,2 7,1,1 8,2,0 9,0,3 10,1,2 11,2,1 12,3,0 13,1,3 14,2,2 15,3,1 16,4,0 17,2,3 18,3,2 19,4,1
20,5,0 21,3,3 22,4,2 23,5,1 24,6,0 25,4,3 26,5,2 27,6,1 28,7,0 29,5,3 30,6,2 31,7,1 32,8,0
33,6,3 34,7,2 35,8,1 36,9,0 37,7,3 38,8,2 39,9,1 40,10,0 41,8,3 42,9,2 43,10,1 44,11,0 45,9,3
46,10,2 47,11,1 48,12,0 49,10,3 50,11,2 51,12,1 52,13,0 53,11,3 54,12,2 55,13,1 56,14,0
57,12,3 58,13,2 59,14,1 60,15,0
"""
SIZES = [tuple(int(n) for n in line.split(",")) for line in PRINTED_SIZES.split()]


@pytest.mark.rule("T-006", "T-008", "T-009", "T-010", "T-011", "T-014")
@pytest.mark.parametrize(("players", "fours", "threes"), [(3, 0, 1), (4, 1, 0), *SIZES])
def test_tables_have_the_printed_sizes(players, fours, threes):
    assert table_sizes(players) == (4,) * fours + (3,) * threes
    assert seats_at_threes(players) == 3 * threes


def test_the_printed_table_goes_from_6_to_60():
    assert [players for players, _, _ in SIZES] == list(range(6, 61))


@pytest.mark.rule("T-012")
@pytest.mark.parametrize("players", [-1, 0, 1, 2, 5])
def test_too_few_players_are_refused(players):
    with pytest.raises(Refused) as refusal:
        table_sizes(players)

    assert refusal.value.rule_id == "T-012"
    assert str(players) in str(refusal.value)


@given(players=st.integers(6, 5000))
@pytest.mark.rule("T-006", "T-007", "T-012")
def test_everybody_is_seated_with_as_few_threes_as_possible(players):
    sizes = table_sizes(players)

    assert sum(sizes) == players
    assert set(sizes) <= {3, 4}
    assert sizes.count(3) <= 3


FOURTEEN = [["a", "b", "c", "d"], ["e", "f", "g", "h"], ["i", "j", "k"], ["l", "m", "n"]]
POINTS = dict(zip("abcdefghijklmn", (13, 12, 10, 10, 5, 5, 3, 3, 3, 3, 2, 2, 1, 0), strict=True))


def check(tables, *, players="abcdefghijklmn", round_number=2, **facts):
    check_tables(tables, players, points=POINTS, round_number=round_number, **facts)


@pytest.mark.rule("T-006", "T-007", "T-013", "T-014", "T-020")
def test_a_draw_within_the_rules_is_accepted():
    check(FOURTEEN)


@pytest.mark.rule("T-013")
def test_level_players_may_be_swapped_across_the_border():
    check([["a", "b", "c", "d"], ["e", "f", "i", "j"], ["g", "h", "k"], ["l", "m", "n"]])


@pytest.mark.rule("T-013")
def test_a_leader_at_a_table_of_three_is_refused():
    with pytest.raises(Refused) as refusal:
        check([["i", "b", "c", "d"], ["e", "f", "g", "h"], ["a", "j", "k"], ["l", "m", "n"]])

    assert refusal.value.rule_id == "T-013"
    assert refusal.value.facts["player"] == "a"


@pytest.mark.rule("T-013")
def test_whoever_missed_every_round_has_no_points():
    tables = [list("abcd"), list("efg")]

    check_tables(tables, "abcdefg", points=dict.fromkeys("abcd", 0), round_number=2)
    for points in ({"e": 1}, {**dict.fromkeys("abc", 3), "e": 1}):
        with pytest.raises(Refused) as refusal:
            check_tables(tables, "abcdefg", points=points, round_number=2)
        assert (refusal.value.facts["points"], refusal.value.facts["other_points"]) == (1, 0)


@pytest.mark.rule("T-013")
@pytest.mark.parametrize("tables", [["abcd", "efgh"], ["abc", "def"]])
def test_points_do_not_matter_where_all_tables_are_alike(tables):
    check_tables(tables, "".join(tables), points={"a": 1, "d": 9}, round_number=3)


@pytest.mark.rule("T-013", "T-015")
def test_points_do_not_matter_in_round_1():
    check([list("nmlk"), list("efgh"), list("iab"), list("cdj")], round_number=1)


@pytest.mark.rule("T-015")
def test_choosing_who_sits_at_three_in_round_1_needs_a_reason():
    swapped = [["a", "b", "c", "i"], ["e", "f", "g", "h"], ["d", "j", "k"], ["l", "m", "n"]]

    with pytest.raises(Refused) as refusal:
        check(swapped, round_number=1, drawn_threes="ijklmn")

    assert refusal.value.rule_id == "T-015"
    check(swapped, round_number=1, drawn_threes="ijklmn", reason="siblings")
    check(FOURTEEN, round_number=1, drawn_threes="nmlkji")


@pytest.mark.parametrize(
    ("tables", "rule_id"),
    [
        pytest.param(
            [list("abcd"), list("efgh"), list("ijk"), list("lm")],
            "T-020",
            marks=pytest.mark.rule("T-020"),
            id="a player without a seat",
        ),
        pytest.param(
            [list("abcd"), list("efgh"), list("ijk"), list("lma")],
            "T-020",
            marks=pytest.mark.rule("T-020"),
            id="a player at two tables",
        ),
        pytest.param(
            [list("abcd"), list("efgh"), list("ijk"), list("lmx")],
            "T-020",
            marks=pytest.mark.rule("T-020"),
            id="a stranger",
        ),
        pytest.param(
            [list("abcde"), list("fgh"), list("ijk"), list("lmn")],
            "T-007",
            marks=pytest.mark.rule("T-007"),
            id="a table of 5",
        ),
        pytest.param(
            [list("abcd"), list("efgh"), list("ijkl"), list("mn")],
            "T-007",
            marks=pytest.mark.rule("T-007"),
            id="a table of 2",
        ),
        pytest.param(
            [list("abcd"), list("ijk"), list("efgh"), list("lmn")],
            "T-014",
            marks=pytest.mark.rule("T-014"),
            id="a table of 3 before a table of 4",
        ),
    ],
)
def test_a_draw_against_the_rules_is_refused(tables, rule_id):
    with pytest.raises(Refused) as refusal:
        check(tables)

    assert refusal.value.rule_id == rule_id
    assert str(refusal.value)


@pytest.mark.parametrize(
    ("players", "sizes", "rule_id"),
    [
        pytest.param(12, (3, 3, 3, 3), "T-008", marks=pytest.mark.rule("T-008")),
        pytest.param(15, (3, 3, 3, 3, 3), "T-009", marks=pytest.mark.rule("T-009")),
        pytest.param(18, (3, 3, 3, 3, 3, 3), "T-010", marks=pytest.mark.rule("T-010")),
        pytest.param(21, (3, 3, 3, 3, 3, 3, 3), "T-011", marks=pytest.mark.rule("T-011")),
    ],
)
@pytest.mark.rule("T-006")
def test_more_tables_of_three_than_needed_are_refused(players, sizes, rule_id):
    seats = iter(range(players))
    tables = [[next(seats) for _ in range(size)] for size in sizes]

    faults = list(table_faults(tables, range(players), points={}, round_number=1))

    assert [fault.rule_id for fault in faults] == [rule_id]
    assert faults[0].facts["fours"] * 4 + faults[0].facts["threes"] * 3 == players


@pytest.mark.rule("T-020")
def test_every_fault_of_a_draw_is_named():
    tables = [["a", "b", "c", "a"], ["x", "f", "g", "h"]]

    faults = list(table_faults(tables, "abcdefgh", points={}, round_number=1))

    assert [fault.facts["player"] for fault in faults] == ["a", "x", "d", "e"]
    assert (faults[0].facts["first"], faults[1].facts["table"]) == (1, 2)


@pytest.mark.rule("T-012")
def test_a_hand_made_draw_for_five_is_refused():
    with pytest.raises(Refused) as refusal:
        check([list("abcde")], players="abcde")

    assert refusal.value.rule_id == "T-012"


@pytest.mark.rule("T-013")
def test_the_border_names_who_may_be_swapped_across_it():
    tables = [("a", "b", "c", "d"), ("e", "f", "g")]
    points = {"a": 10, "b": 10, "c": 3, "d": 2, "e": 2, "f": 2, "g": 1}

    assert border(tables, points) == Border(2, 2, ("d", "e", "f"))


@pytest.mark.rule("T-013")
def test_nobody_is_swapped_across_a_border_that_points_draw_clearly():
    tables = [("a", "b", "c", "d"), ("e", "f", "g")]

    assert border(tables, dict.fromkeys("abcd", 3)) == Border(0, 3, ())


def test_without_tables_of_two_sizes_there_is_no_border():
    assert border([("a", "b", "c"), ("d", "e", "f")], {}) is None


@pytest.mark.rule("T-006", "T-013")
@pytest.mark.parametrize(
    ("fours", "threes", "level", "chosen", "ways"),
    [
        (2, 0, 0, 0, 35),
        (3, 0, 0, 0, 5775),
        (4, 0, 0, 0, 2_627_625),
        (0, 2, 0, 0, 10),
        (2, 2, 0, 0, 350),
        (1, 2, 3, 2, 30),
    ],
)
def test_seatings_that_the_rules_allow_are_counted(fours, threes, level, chosen, ways):
    assert seatings(fours, threes, level, chosen) == ways
