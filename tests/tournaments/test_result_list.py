"""All results of an event in one list at the desk."""

import re
from urllib.parse import quote_plus

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from tests import factories as make
from tests.sheets import FORMULA, an_event, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def look(tournament, query="", role="scorekeeper"):
    address = reverse("result_list", args=[tournament.slug])
    return make.signed_in(tournament, role).get(address + query)


def names_on(answer) -> list[str]:
    return re.findall(r'<th class="name" scope="row">([^<]*)</th>', answer.content.decode())


def rows_in(answer) -> list[list[str]]:
    return table_of(answer.content)[1:]


def test_every_seat_of_every_published_round_has_a_line_the_best_of_a_table_first():
    tournament = an_event()
    make.publish(tournament, 3)

    rows = rows_in(look(tournament, "?file=csv"))

    assert len(rows) == 3 * 13
    assert [row[:2] for row in rows[:5]] == [["1", "1"]] * 4 + [["1", "2"]]
    assert [row[5:9] for row in rows[:2]] == [["1", "10", "10", "50.00"], ["2", "3", "5", "25.00"]]
    assert {row[9] for row in rows} == {"the game was won", "no result yet"}


def test_it_is_narrowed_to_a_round_and_a_name_and_sorted():
    tournament = make.played_out(12, rounds=2)
    name = tournament.entries.get(number=5).full_name

    whole = look(tournament, f"?q={name}&sort=-round")
    first = look(tournament, f"?q={name}&round=1&sort=name")

    assert names_on(whole) == [name, name]
    assert names_on(first) == [name]
    assert [row[0] for row in rows_in(look(tournament, f"?q={name}&sort=-round&file=csv"))] == [
        "2",
        "1",
    ]
    assert f"?q={quote_plus(name)}&amp;sort=-round&amp;round=2" in whole.content.decode()


def test_the_file_has_the_lines_of_the_page_in_their_order():
    tournament = make.played_out(12, rounds=1)
    query = "?round=1&sort=-game_points"

    rows = rows_in(look(tournament, query + "&file=csv"))

    assert [row[3] for row in rows] == names_on(look(tournament, query))
    points = [int(row[7]) for row in rows]
    assert points == sorted(points, reverse=True)


def test_names_like_formulas_are_harmless_in_the_file():
    names = [row[3] for row in rows_in(look(an_event(), "?file=csv"))]

    assert f"'{FORMULA}" in names
    assert FORMULA not in names


def test_a_table_number_leads_to_its_result():
    tournament = make.played_out(12, rounds=1)

    page = look(tournament).content.decode()

    assert reverse("enter_result", args=[tournament.slug, 1, 3]) in page


def test_before_the_first_draw_is_seen_it_says_so():
    tournament = make.ready_to_draw(12)

    assert "No round is published yet" in look(tournament).content.decode()


def test_the_public_reads_neither_page_nor_file():
    tournament = make.played_out(12, rounds=1)

    assert look(tournament, "?file=csv", role="visitor").status_code == 302


def test_more_results_ask_the_database_no_more_often():
    asked = []
    for rounds in (1, 3):
        tournament = make.played_out(12 * rounds, rounds=rounds)
        desk = make.signed_in(tournament, "scorekeeper")
        with CaptureQueriesContext(connection) as queries:
            assert desk.get(reverse("result_list", args=[tournament.slug])).status_code == 200
        asked.append(len(queries))

    assert asked[0] == asked[1]
