"""Places of those who are in the final already (FM-43)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.domain.passing_on import AlreadyIn, Before, Brought, Finish, brought
from tournaments.domain.qualification import Award

DIRECT, POINT = Award.DIRECT, Award.POINT
HELD, NEXT, EMPTY = AlreadyIn.HELD, AlreadyIn.NEXT, AlreadyIn.EMPTY


def finished(players, direct=2, points=4):
    """In this order, nobody level: so many direct places, and points down to a place."""
    return [
        Finish(player, rank, DIRECT if rank <= direct else POINT if rank <= points else None)
        for rank, player in enumerate(players, start=1)
    ]


SEASON = [("Brno", finished("ABCDEF")), ("Olomouc", finished("CBDEAF"))]


def direct_in(found, event="Olomouc"):
    return [row.player for row in dict(found)[event] if row.award is DIRECT]


@pytest.mark.rule("FM-43", "D-138")
@pytest.mark.parametrize(
    ("how", "direct"),
    [
        pytest.param(HELD, ["C", "B"], id="held once: nobody moves up"),
        pytest.param(NEXT, ["C", "D"], id="passes to the next"),
        pytest.param(EMPTY, ["C"], id="stays empty"),
    ],
)
def test_what_becomes_of_the_place_of_somebody_already_in(how, direct):
    assert direct_in(brought(SEASON, how)) == direct


@pytest.mark.rule("FM-43")
def test_the_whole_cascade_is_told():
    (_brno, _rows), (_olomouc, rows) = brought(SEASON, NEXT)

    assert rows[1] == Brought("B", 2, None, already=Before(2, "Brno"))
    assert rows[2] == Brought("D", 3, DIRECT, over=(Before(2, "Brno"),))


@pytest.mark.rule("FM-43")
def test_a_place_passes_by_everybody_who_is_in():
    third = ("Zlín", finished("BCDAEF"))

    *_earlier, (_zlin, rows) = brought([*SEASON, third], NEXT)

    assert [(row.player, row.rank) for row in rows if row.award is DIRECT] == [("E", 5), ("F", 6)]
    assert [before.by for row in rows if row.player == "E" for before in row.over] == [
        *("Brno", "Olomouc", "Olomouc", "Brno")
    ]


@pytest.mark.rule("FM-43")
def test_a_place_for_which_nobody_is_left_stays_empty():
    assert direct_in(brought([SEASON[0], ("Olomouc", finished("AB"))], NEXT)) == []


@pytest.mark.rule("FM-43", "D-139")
def test_who_is_in_by_points_is_in():
    season = [("Brno", finished("ABCD")), ("Olomouc", finished("CEDA", direct=1))]

    passed = brought(season, NEXT, needed=1)

    assert direct_in(passed) == ["E"]
    assert dict(passed)["Olomouc"][0].already == Before(1, None)
    assert direct_in(brought(season, NEXT)) == ["C"]


@pytest.mark.rule("FM-43")
def test_points_stay_where_they_fell_but_for_whoever_moves_up():
    _brno, (_olomouc, rows) = brought(SEASON, NEXT)

    assert [(row.player, row.award) for row in rows] == [
        ("C", DIRECT),
        ("B", None),
        ("D", DIRECT),
        ("E", POINT),
    ]


@pytest.mark.rule("FM-43", "T-047")
def test_who_shares_a_rank_gets_a_place_together_or_waits_for_the_lot():
    def olomouc(level):
        return [
            Finish("A", 1, DIRECT),
            Finish("B", 2, DIRECT),
            *(Finish(player, 3, POINT) for player in level),
            Finish("Z", 3 + len(level)),
        ]

    both = brought([SEASON[0], ("Olomouc", olomouc("DE"))], NEXT)
    three = brought([SEASON[0], ("Olomouc", olomouc("DEF"))], NEXT)

    assert direct_in(both) == ["D", "E"]
    assert direct_in(three) == []


seasons = st.lists(
    st.tuples(st.permutations("ABCDEFGHIJ"), st.integers(0, 4), st.integers(0, 9)), max_size=6
).map(
    lambda events: [
        (number, finished(players, direct, direct + points))
        for number, (players, direct, points) in enumerate(events)
    ]
)
needs = st.none() | st.integers(1, 4)


@pytest.mark.rule("FM-43", "D-138")
@given(season=seasons, needed=needs)
def test_held_is_what_the_places_bring_by_themselves(season, needed):
    found = brought(season, HELD, needed=needed)

    assert [[(row.player, row.award) for row in rows] for _event, rows in found] == [
        [(one.player, one.award) for one in finishes if one.award] for _event, finishes in season
    ]


@pytest.mark.rule("FM-43")
@given(season=seasons, needed=needs, how=st.sampled_from([NEXT, EMPTY]))
def test_nobody_wins_a_direct_place_twice(season, needed, how):
    found = brought(season, how, needed=needed)
    direct = [row.player for _event, rows in found for row in rows if row.award is DIRECT]

    assert len(direct) == len(set(direct))


@pytest.mark.rule("FM-43")
@given(season=seasons)
def test_an_empty_place_leaves_those_in_the_final_who_would_be_there_anyway(season):
    def in_final(how):
        return {
            row.player for _e, rows in brought(season, how) for row in rows if row.award is DIRECT
        }

    assert in_final(EMPTY) == in_final(HELD)
    assert in_final(NEXT) >= in_final(HELD)


@pytest.mark.rule("FM-43")
@given(season=seasons)
def test_every_place_is_taken_as_long_as_somebody_is_not_in(season):
    gone = set()
    for event, rows in brought(season, NEXT):
        finishes = dict(season)[event]
        places = sum(one.award is DIRECT for one in finishes)
        free = [one.player for one in finishes if one.player not in gone]
        direct = [row.player for row in rows if row.award is DIRECT]
        assert direct == free[:places]
        gone |= set(direct)


@pytest.mark.rule("FM-43")
@given(season=seasons, needed=needs)
def test_each_place_that_passed_says_past_whom(season, needed):
    for event, rows in brought(season, NEXT, needed=needed):
        own = {one.player: one.award for one in dict(season)[event]}
        for row in rows:
            moved = row.award is DIRECT and own[row.player] is not DIRECT
            assert bool(row.over) == moved
            assert all(before.rank < row.rank for before in row.over)
