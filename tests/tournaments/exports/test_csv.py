"""CSV: opened by a double click in every language, and harmless."""

from fractions import Fraction

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from tests import factories as make
from tests.prints import print_of
from tests.sheets import FORMULA, an_event, table_of
from tournaments.exports.csv import write_csv
from tournaments.exports.sheets import TITLES, Column, Form, Sheet
from tournaments.wording import with_number

SHARES = Sheet(
    "standings",
    [Column("Name"), Column("Success", Form.SHARE)],
    [("Nováková; Anna", Fraction(5, 16)), ('"Ja", Łukasz', None)],
)


def test_it_begins_with_the_mark_by_which_excel_knows_utf_8():
    assert write_csv(SHARES).startswith(b"\xef\xbb\xbf")


@pytest.mark.parametrize(
    ("language", "delimiter", "share"),
    [
        ("cs", ";", "31,25"),
        ("pl", ";", "31,25"),
        ("de", ";", "31,25"),
        ("en", ",", "31.25"),
    ],
)
def test_cells_are_parted_and_decimals_written_as_the_language_wants(language, delimiter, share):
    with translation.override(language):
        rows = table_of(write_csv(SHARES), delimiter=delimiter)

    assert rows[1:] == [["Nováková; Anna", share], ['"Ja", Łukasz', ""]]


def test_the_column_of_shares_says_that_they_are_percent():
    with translation.override("en"):
        assert table_of(write_csv(SHARES))[0] == ["Name", "Success in %"]


def test_lines_end_and_cells_are_quoted_as_the_standard_says():
    with translation.override("en"):
        content = write_csv(SHARES).decode("utf-8-sig")

    assert content == 'Name,Success in %\r\nNováková; Anna,31.25\r\n"""Ja"", Łukasz",\r\n'


@pytest.mark.parametrize(
    "name", ["=1+1", "+420", "-1", "@SUM(A1)", "\t=1+1", "\r=1", " =1", "\x01=1"]
)
def test_a_cell_that_a_spreadsheet_would_run_gets_an_apostrophe(name):
    sheet = Sheet("players", [Column("Name")], [(name,)])

    ((cell,),) = table_of(write_csv(sheet))[1:]

    assert cell.startswith("'")


def test_an_ordinary_name_stays_as_it_is():
    sheet = Sheet("players", [Column("Name")], [("Jan O'Neill-Novák",)])

    assert table_of(write_csv(sheet))[1:] == [["Jan O'Neill-Novák"]]


@given(st.lists(st.tuples(st.text(max_size=20), st.integers()), max_size=5))
def test_any_texts_come_back_in_as_many_rows_and_cells(rows):
    sheet = Sheet("players", [Column("Name"), Column("Points", Form.NUMBER)], rows)

    with translation.override("en"):
        found = table_of(write_csv(sheet))[1:]

    assert [int(number) for _name, number in found] == [number for _name, number in rows]


@pytest.mark.django_db
def test_every_sheet_of_the_workbook_is_a_file_for_the_desk():
    tournament = an_event(rounds=1)

    with translation.override("en"):
        files = {key: table_of(print_of(f"csv-{key}", tournament)) for key in TITLES}

    assert files["players"][1][:2] == ["1", f"'{FORMULA}"]
    assert len(files["results"]) == len(files["standings"]) == 14
    assert files["rounds"][1][1] == "2026-05-16 10:00"


@pytest.mark.django_db
def test_an_event_in_which_nothing_was_played_gives_the_labels():
    assert len(table_of(print_of("csv-standings", make.make_tournament()), delimiter=";")) == 1


@pytest.mark.django_db
def test_namesakes_at_the_tables_of_a_round_are_told_apart_by_their_numbers():
    tournament = make.ready_to_draw(2)
    for _ in range(2):
        make.make_entry(tournament, "Jan Novák", state="checked-in")
    make.publish(tournament)

    with translation.override("en"):
        rows = table_of(print_of("csv-rounds", tournament))
        named = {with_number("Jan Novák", number) for number in (3, 4)}

    assert named < set(rows[1])
