"""Who of a table is who in its record."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import files
from games.engine.core import Player
from games.models import canonical
from tests.games.played import record
from tournaments.domain.records import (
    at_the_table,
    called,
    clockwise_from,
    positions_in,
    recognised,
    with_names,
)
from tournaments.domain.values import Refused

NAMES = {1: "Anna Nováková", 2: "Ben Černý", 3: "Cyril Dvořák", 4: "Dana Malá"}


@pytest.fixture
def game():
    return record("j-classic-4p-11")


@given(st.integers(min_value=1, max_value=4), st.booleans())
def test_a_kept_record_tells_where_everybody_sat_and_names_nobody(first, read_again):
    positions = clockwise_from(first, [1, 2, 3, 4])

    kept = at_the_table(record("j-classic-4p-11"), positions, [1, 2, 3, 4])
    if read_again:
        kept = files.read_text(canonical(kept))

    assert positions_in(kept) == positions
    assert [player.name for player in kept.header.players] == [f"seat{n}" for n in positions]
    assert (kept.header.event, kept.header.table, kept.header.date) == ("", "", "")


def test_nothing_but_a_colour_of_the_box_stands_beside_a_seat(game):
    players = [Player("Anna", "Nováková"), Player("Ben", "red"), Player("Cyril", "<script>")]
    header = replace(game.header, players=tuple(players))

    kept = at_the_table(game._replace(header=header), [1, 2, 3], [1, 2, 3])

    assert [player.colour for player in kept.header.players] == ["", "red", ""]


@pytest.mark.parametrize("positions", [[1, 3, 2, 4], [1, 2, 3], [2, 1, 4, 3], [1, 2, 3, 3], []])
def test_players_who_cannot_have_sat_like_that_are_refused(game, positions):
    with pytest.raises(Refused):
        at_the_table(game, positions, [1, 2, 3, 4])


def test_a_seat_that_is_not_at_the_table_is_refused(game):
    with pytest.raises(Refused):
        at_the_table(game, [2, 3, 4, 5], [1, 2, 3, 4])


@pytest.mark.rule("T-007")
def test_who_was_missing_from_the_start_may_be_left_out(game):
    header = game.header
    three = game._replace(header=replace(header, players=header.players[:3]))

    kept = at_the_table(three, [3, 4, 1], [1, 2, 3, 4])

    assert positions_in(kept) == [3, 4, 1]


def test_names_are_put_in_by_position(game):
    kept = at_the_table(game, [3, 4, 1, 2], [1, 2, 3, 4])

    shown = with_names(kept, NAMES)

    assert [player.name for player in shown.header.players] == [
        *("Cyril Dvořák", "Dana Malá", "Anna Nováková", "Ben Černý")
    ]
    assert [player.colour for player in shown.header.players] == [
        player.colour for player in game.header.players
    ]


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["Anna Nováková", "Ing. Ben Černý"], ["Anna", "Ben"]),
        (["Jan Novák", "Jan K."], ["seat1", "seat2"]),
        (["Đỗ Ngọc Ánh", "MALÁ Anna"], ["Đỗ", "Anna"]),
        (["<script>alert(1)</script>", "Q"], ["seat1", "seat2"]),
        (['Eva"] [Event "x', "Jan=red,Petr"], ["Eva", "Jan"]),
    ],
)
def test_in_a_line_people_have_the_shortest_clear_name(names, expected):
    assert list(called(dict(enumerate(names, start=1))).values()) == expected


@pytest.mark.parametrize(
    ("players", "expected"),
    [
        (["Cyril", "Dana", "Anna", "Ben"], [3, 4, 1, 2]),
        (["nováková", "CERNY", "Dvořák Cyril", "dana"], [1, 2, 3, 4]),
        (["seat2", "seat3", "seat4", "seat1"], [2, 3, 4, 1]),
        (["Anna", "Ben", "Cyril", "Emil"], None),
        (["red", "blue", "white", "orange"], None),
    ],
)
def test_players_are_recognised_by_what_the_record_calls_them(players, expected):
    assert recognised(players, NAMES) == expected


def test_nobody_is_guessed_between_two_of_one_name():
    assert recognised(["Anna"], {1: "Anna Malá", 2: "Anna Velká"}) is None
