"""Who of a table is who in its record."""

from dataclasses import replace

import pytest
from django.conf import settings
from django.utils import translation
from hypothesis import example, given
from hypothesis import strategies as st

from games.engine import files
from games.engine.core import Player
from games.engine.record import NAME
from games.models import canonical
from tests.games.played import record
from tournaments.domain.records import (
    AS_READ,
    at_the_table,
    called,
    clockwise_from,
    for_reading,
    positions_in,
    recognised,
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


def test_for_reading_names_are_put_in_by_position(game):
    kept = at_the_table(game, [3, 4, 1, 2], [1, 2, 3, 4])

    shown = for_reading(kept, NAMES, event='Catan "Brno"', table="1/3", date="2026-05-16")

    assert [player.name for player in shown.header.players] == ["Cyril", "Dana", "Anna", "Ben"]
    assert [player.colour for player in shown.header.players] == [
        player.colour for player in game.header.players
    ]
    assert shown.header.event == "Catan 'Brno'"
    assert files.read_text(canonical(shown)).header == shown.header


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["Anna Nováková", "Ing. Ben Černý"], ["Anna", "Ben"]),
        (["Jan Novák", "Jan K.", "Eva"], ["Jan.N", "Jan.K", "Eva"]),
        (["Jan Novák", "Jan N.", "Jan"], ["seat1", "seat2", "Jan"]),
        (["Đỗ Ngọc Ánh", "MALÁ Anna"], ["Đỗ", "Anna"]),
        (["<script>alert(1)</script>", "Q"], ["seat1", "seat2"]),
        (['Eva"] [Event "x', "Jan=red,Petr"], ["Eva", "Jan"]),
    ],
)
def test_in_a_line_people_have_the_shortest_clear_name(names, expected):
    assert list(called(dict(enumerate(names, start=1))).values()) == expected


@given(
    st.lists(
        st.text(alphabet='anJN. ,="[]#;1seat2Đỗ', max_size=12) | st.text(max_size=6),
        min_size=4,
        max_size=4,
    )
)
@example(["Jan.N Malý", "Jan Novák", "Jan Horák", "Eva"])
@example(["seat2 X", "Jan N", "Jan N", "Eva"])
def test_whatever_people_are_called_their_game_can_be_read_again(names):
    kept = at_the_table(record("j-classic-4p-11"), [1, 2, 3, 4], [1, 2, 3, 4])
    by_position = dict(enumerate(names, start=1))

    shown = for_reading(kept, by_position, event="".join(names), table="1/1", date="")
    again = files.read_text(canonical(shown))

    assert again.header.players == shown.header.players
    assert [action[:4] for action in again.actions] == [action[:4] for action in kept.actions]


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


def test_somebody_without_a_name_for_records_has_a_number_in_the_language_of_the_reader():
    names = {1: "Anna Malá", 2: "=SUM(A1)"}

    assert called(names, "hráč{position}") == {1: "Anna", 2: "hráč2"}
    assert recognised(["hráč2", "Anna"], names, ["hráč{position}", "player{position}"]) == [2, 1]
    assert recognised(["player2", "Anna"], names, ["hráč{position}"]) is None


@pytest.mark.parametrize("language", dict(settings.LANGUAGES))
def test_what_the_nameless_are_called_can_stand_in_a_record(language):
    with translation.override(language):
        word = translation.gettext(AS_READ).format(position=6)

    assert NAME.fullmatch(word)
