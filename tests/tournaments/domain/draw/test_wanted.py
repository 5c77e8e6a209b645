"""Players kept apart, kept together, or fixed to tables and seats."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.domain.draw.events import play, seats
from tournaments.domain.draw import draw_round, wish_faults
from tournaments.domain.values import Refused

SIXTEEN = "abcdefghijklmnop"


def table_of(draw, player):
    return next(table for table in draw.tables if player in table.players)


@given(tables=st.integers(2, 10), seed=st.integers(0, 10**6))
@settings(max_examples=30, deadline=None)
def test_pairs_to_be_kept_apart_never_sit_together_over_a_whole_event(tables, seed):
    for round_ in play(4 * tables, seed, apart=[(0, 1)]):
        assert table_of(round_.draw, 0) != table_of(round_.draw, 1)


@pytest.mark.parametrize("seed", range(10))
def test_keeping_apart_weighs_more_than_a_repeated_triple(seed):
    # Whoever sits with d meets two of a, b, c again, so without the wish d would come along.
    history = [["abc"], ["abc"], ["def"]]

    draw = draw_round("abcdef", history=history, apart=["ad", "ae"], seed=str(seed))

    assert not {"d", "e"} & set(table_of(draw, "a").players)
    assert draw.certificate.kind != "best_found"


def test_those_who_left_are_passed_over():
    draw = draw_round(
        SIXTEEN,
        apart=["az", "yz"],
        together=["bz"],
        fixed_tables={"z": 99},
        locked={"y": (77, 9)},
        near_desk="z",
        seed="1",
    )

    assert sorted("".join(map("".join, seats(draw)))) == list(SIXTEEN)


@pytest.mark.parametrize("seed", range(10))
def test_fixed_players_sit_at_their_table(seed):
    draw = draw_round(SIXTEEN, fixed_tables={"c": 2, "d": 2, "e": 4}, seed=str(seed))

    assert table_of(draw, "c").number == table_of(draw, "d").number == 2
    assert table_of(draw, "e").number == 4


@pytest.mark.parametrize("seed", range(10))
def test_locked_players_sit_at_their_seat(seed):
    draw = draw_round(SIXTEEN, locked={"c": (2, 4), "d": (2, 1)}, seed=str(seed))

    assert seats(draw)[1][3] == "c"
    assert seats(draw)[1][0] == "d"


@pytest.mark.parametrize("players", ["abcdefghijklmno", SIXTEEN, "abcdefg"])
@pytest.mark.parametrize("seed", range(10))
def test_groups_sit_together(players, seed):
    draw = draw_round(players, together=["bcd", "ef"], seed=str(seed))

    assert set("bcd") <= set(table_of(draw, "b").players)
    assert table_of(draw, "e") == table_of(draw, "f")


@pytest.mark.rule("T-015")
def test_keeping_three_together_leaves_the_lot_its_chances_at_the_table_of_three():
    threes = sum(
        len(table_of(draw_round("abcdefg", together=["abc"], seed=str(seed)), "a").players) == 3
        for seed in range(500)
    )

    # Of 35 choices of three players 1 is the trio, and 4 leave it whole at the table of four.
    assert 70 < threes < 135


@pytest.mark.rule("T-018", "T-019")
def test_a_broadcast_in_round_3_of_16_leaves_a_clean_round_4():
    for seed in range(8):
        history = []
        for number in range(1, 5):
            wishes = {"apart": ["abc"]} if number < 3 else {"together": ["abc"][: 4 - number]}
            draw = draw_round(SIXTEEN, history=history, seed=f"{seed} {number}", **wishes)
            assert draw.certificate.kind == "zero"
            history.append(seats(draw))


def test_a_broadcast_of_four_gets_a_table_of_four():
    draw = draw_round("abcdefg", together=["abcd"], seed="1")

    assert set(seats(draw)[0]) == set("abcd")


def test_players_near_the_desk_get_the_first_tables_of_their_size():
    history = [["abcd", "efgh", "ijkl", "mnop"]]

    draw = draw_round(SIXTEEN, history=history, near_desk="ah", seed="1")

    assert {table_of(draw, "a").number, table_of(draw, "h").number} <= {1, 2}


def test_wishes_count_less_than_any_repeat():
    history = [["abcd", "efgh", "ijkl", "mnop"]]
    wishes = ["ae", "af", "ag", "ah", "ai", "aj", "ak", "al", "bm"]

    draws = [
        draw_round(SIXTEEN, history=history, rather_apart=wishes, seed=str(seed))
        for seed in range(5)
    ]

    for draw in draws:
        assert draw.certificate.kind == "zero"
        assert "m" not in table_of(draw, "b").players


@pytest.mark.parametrize(
    ("wishes", "words"),
    [
        ({"apart": ["abc"]}, "a, b, c cannot be kept apart"),
        ({"apart": ["ab"], "together": ["abx"]}, "a, b are to be kept apart and to sit at one"),
        ({"apart": ["ab"], "fixed_tables": {"a": 1, "b": 1}}, "a, b are to be kept apart and to"),
        ({"together": ["abcde"]}, "its 4 seats: a, b, c, d, e"),
        ({"together": ["abc", "cde"]}, "its 4 seats: a, b, c, d, e"),
        ({"together": ["abc", "def", "gh"]}, "no table left"),
        ({"fixed_tables": {"a": 3}}, "a is fixed to table 3; this round has tables 1 to 2"),
        ({"fixed_tables": {"a": 0}}, "a is fixed to table 0"),
        ({"fixed_tables": dict.fromkeys("abcde", 2)}, "its 4 seats"),
        ({"fixed_tables": {"a": 1, "b": 2}, "together": ["ab"]}, "fixed to tables 1, 2"),
        ({"fixed_tables": {"a": 1}, "locked": {"a": (2, 1)}}, "a is fixed to table 1 and to"),
        ({"locked": {"a": (1, 5)}}, "table 1 has seats 1 to 4"),
        ({"locked": {"a": (1, 2), "b": (1, 2)}}, "a, b are fixed to one seat: table 1, seat 2"),
        ({"apart": ["ab", "ac", "ad", "ae", "af"]}, "a is to be kept apart from too many"),
    ],
)
def test_wishes_that_cannot_be_had_are_refused_with_the_reason(wishes, words):
    with pytest.raises(Refused) as refusal:
        draw_round("abcdefgh", seed="1", **wishes)

    assert words in str(refusal.value)


def test_everything_that_cannot_be_had_is_told_at_once():
    with pytest.raises(Refused) as refusal:
        draw_round(
            "abcdefgh",
            apart=["abc", "de"],
            together=["de"],
            fixed_tables={"f": 3},
            locked={"g": (1, 2), "h": (1, 2)},
            seed="1",
        )

    assert [str(reason) for reason in refusal.value.each] == [
        "f is fixed to table 3; this round has tables 1 to 2.",
        "g, h are fixed to one seat: table 1, seat 2.",
        "a, b, c cannot be kept apart: the number of tables is 2.",
        "d, e are to be kept apart and to sit at one table.",
    ]
    assert str(refusal.value) == str(refusal.value.each[0])


@pytest.mark.parametrize(
    ("wishes", "words"),
    [
        ({"locked": {"a": (7, 2), "b": (7, 2)}}, "a, b are fixed to one seat"),
        ({"locked": {"a": (7, 5)}}, "a is fixed to seat 5; table 7 has seats 1 to 4."),
        ({"apart": ["ab"], "together": ["ab"]}, "a, b are to be kept apart and to sit at one"),
        ({"together": ["abc", "cde"]}, "its 4 seats: a, b, c, d, e"),
        ({"fixed_tables": {"a": 1, "b": 2}, "together": ["ab"]}, "fixed to tables 1, 2"),
    ],
)
def test_wishes_that_contradict_one_another_are_known_before_the_number_of_tables(wishes, words):
    (fault,) = wish_faults("abcdef", sizes=None, **wishes)

    assert words in str(fault)


def test_what_depends_on_the_number_of_tables_waits_for_it():
    wishes = {"apart": ["abcdef"], "fixed_tables": {"a": 9}}

    assert wish_faults("abcdef", sizes=None, **wishes) == ()
    assert [fault.facts["about"] for fault in wish_faults("abcdef", sizes=(3, 3), **wishes)] == [
        "tables",
        "apart",
    ]


def test_places_may_be_named_in_any_order():
    one = draw_round(SIXTEEN, fixed_tables={"c": 2, "a": 1}, seed="1")
    other = draw_round(SIXTEEN, fixed_tables={"a": 1, "c": 2}, seed="1")

    assert one == other


LATER = {
    "history": [["abcd", "efg"]],
    "points": dict(zip("abcdefg", range(9, 2, -1), strict=True)),
}


@pytest.mark.rule("T-013")
@pytest.mark.parametrize(
    ("wishes", "words"),
    [
        ({"apart": ["ef"]}, "e, f cannot be kept apart: all of them sit at tables of 3"),
        ({"apart": ["ab"]}, "a, b cannot be kept apart: all of them sit at tables of 4"),
        ({"together": ["ae"]}, "a sits at a table of 4 and e at a table of 3"),
        ({"fixed_tables": {"a": 2}}, "a cannot sit at table 2 of 3"),
        ({"fixed_tables": {"g": 1}}, "g cannot sit at table 1 of 4"),
    ],
)
def test_wishes_against_the_points_are_refused(wishes, words):
    with pytest.raises(Refused) as refusal:
        draw_round("abcdefg", seed="1", **LATER, **wishes)

    assert refusal.value.rule_id == "T-013"
    assert words in str(refusal.value)


@pytest.mark.rule("T-013")
def test_groups_who_fit_on_one_side_only_are_put_there():
    level = dict.fromkeys("abcdefghij", 5)

    for seed in range(20):
        draw = draw_round(
            "abcdefghij",
            history=[["abcd", "efg", "hij"]],
            points=level,
            together=["abc", "de", "fg", "hi"],
            seed=str(seed),
        )
        assert {table_of(draw, p).number for p in "abc"} < {2, 3}
        assert len({table_of(draw, p) for p in "de"}) == 1


@pytest.mark.rule("T-013")
def test_more_players_fixed_to_tables_of_four_than_have_seats_there_are_refused():
    points = dict.fromkeys("abc", 9) | dict.fromkeys("de", 5) | dict.fromkeys("fg", 1)

    with pytest.raises(Refused) as refusal:
        draw_round(
            "abcdefg",
            history=[["abcd", "efg"]],
            points=points,
            fixed_tables={"d": 1, "e": 1},
            seed="1",
        )

    assert refusal.value.rule_id == "T-013"
    assert "the seats there are 4, and a, b, c, d, e would" in str(refusal.value)


@pytest.mark.rule("T-013")
def test_a_player_level_at_the_border_goes_to_the_side_of_the_fixed_table():
    level = dict.fromkeys("abcdefg", 5)

    for seed in range(10):
        draw = draw_round(
            "abcdefg",
            history=[["abcd", "efg"]],
            points=level,
            fixed_tables={"a": 2},
            seed=str(seed),
        )
        assert "a" in seats(draw)[1]


def test_by_standings_the_leaders_sit_together():
    draw = draw_round("abcdefghijk", history=[["abcd", "efgh", "ijk"]], mode="standings", seed="1")

    assert seats(draw) == [tuple("abcd"), tuple("efgh"), tuple("ijk")]
    assert draw.certificate is None
    assert len(draw.repeated_triples) == 4 + 4 + 1


def test_by_standings_two_players_are_not_fixed_to_one_seat():
    with pytest.raises(Refused, match="a, b are fixed to one seat"):
        draw_round("abcdefgh", mode="standings", seed="1", locked={"a": (1, 1), "b": (1, 1)})


@pytest.mark.parametrize(
    "wishes", [{"apart": ["ab"]}, {"together": ["ah"]}, {"fixed_tables": {"a": 2}}]
)
def test_by_standings_what_the_standings_do_not_grant_is_refused(wishes):
    with pytest.raises(Refused, match="by standings"):
        draw_round("abcdefgh", mode="standings", seed="1", **wishes)


def test_by_standings_what_the_standings_grant_is_kept():
    draw = draw_round(
        "abcdefgh", mode="standings", seed="1", apart=["ae"], together=["ab"], locked={"d": (1, 1)}
    )

    assert seats(draw) == [tuple("dabc"), tuple("efgh")]


def test_a_cut_seats_only_the_best():
    final = draw_round("abcdefgh", mode="standings", cut=4, seed="1")
    semi_finals = draw_round("abcdefghijk", cut=8, seed="1")

    assert seats(final) == [tuple("abcd")]
    assert final.left_out == tuple("efgh")
    assert sorted("".join(map("".join, seats(semi_finals)))) == list("abcdefgh")
    assert semi_finals.left_out == tuple("ijk")


@pytest.mark.parametrize(("cut", "rule_id"), [(0, ""), (9, ""), (5, "T-012")])
def test_a_cut_that_seats_nobody_or_too_many_is_refused(cut, rule_id):
    with pytest.raises(Refused) as refusal:
        draw_round("abcdefgh", cut=cut, seed="1")

    assert refusal.value.rule_id == rule_id


@pytest.mark.rule("T-014")
def test_table_numbers_are_spread_over_the_rounds():
    repeats = 0
    for seed in range(10):
        rounds = [round_.tables for round_ in play(40, seed)]
        numbers = [
            tuple(next(n for n, table in enumerate(r) if player in table) for r in rounds)
            for player in range(40)
        ]
        repeats += sum(len(set(sat)) < 4 for sat in numbers)

    # By lot alone some 190 of these 400 players would sit at a number twice.
    assert repeats < 60
