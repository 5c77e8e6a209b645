"""What all lists share that people sort, page through and take along."""

import re

import pytest
from django.urls import reverse

from tests import factories as make
from tests.sheets import FORMULA, opened, rows_of, table_of

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.every_case,
    pytest.mark.usefixtures("in_english"),
]


@pytest.fixture
def event():
    """Its players by number: Čeněk Čáp, Ivan Chytil, Cyril Cibulka."""
    tournament = make.make_tournament(name="Catan & Co: Brno")
    for name in ("Čeněk Čáp", "Ivan Chytil", "Cyril Cibulka"):
        make.make_entry(tournament, name)
    return tournament


def players(tournament, query="", role="organiser"):
    return make.signed_in(tournament, role).get(reverse("entries", args=[tournament.slug]) + query)


def names_on(page: str) -> list[str]:
    return re.findall(r'scope="row"[^>]*><a [^>]*>([^<]+)</a>', page)


def test_names_are_sorted_by_the_czech_alphabet(event):
    page = players(event, "?sort=name").content.decode()

    assert names_on(page) == ["Cyril Cibulka", "Čeněk Čáp", "Ivan Chytil"]


def test_the_column_that_sorts_is_announced_and_no_other_is(event):
    usual = players(event).content.decode()
    turned = players(event, "?sort=-name").content.decode()

    assert re.findall(r'aria-sort="(\w+)"[^>]*><a [^>]*>([^<]+)<', usual) == [("ascending", "No.")]
    assert re.findall(r'aria-sort="(\w+)"[^>]*><a [^>]*>([^<]+)<', turned) == [
        ("descending", "Name")
    ]
    assert "Usual order" not in usual
    assert "Usual order" in turned


def test_sorting_and_files_keep_the_filter_and_leave_the_page(event):
    page = players(event, "?q=c&show=all&page=2").content.decode()

    links = re.findall(r'href="(\?[^"]*(?:sort|file)=[^"]*)"', page)
    assert len(links) == 9
    assert all("q=c&amp;show=all" in link and "page=" not in link for link in links)


def test_the_search_keeps_the_order_and_the_narrowing(event):
    page = players(event, "?q=c&show=all&sort=-name&page=2").content.decode()

    form = page.split('role="search"', 1)[1].split("</form>", 1)[0]
    assert re.findall(r'type="hidden" name="(\w+)" value="([^"]+)"', form) == [
        ("show", "all"),
        ("sort", "-name"),
    ]


def test_the_file_holds_the_lines_of_the_page_in_their_order(event):
    query = "?q=c&sort=-name"
    page = players(event, query).content.decode()

    answer = players(event, query + "&file=csv")

    rows = table_of(answer.content)
    assert (
        [row[1] for row in rows[1:]]
        == names_on(page)
        == [
            "Ivan Chytil",
            "Čeněk Čáp",
            "Cyril Cibulka",
        ]
    )
    assert rows[0] == ["Number", "Name", "Club", "Age", "State", "Paid", "Signed up"]
    assert answer["Content-Type"].startswith("text/csv")
    assert "Catan%20%26%20Co%20Brno%20-%20Players.csv" in answer["Content-Disposition"] or (
        'filename="Catan & Co Brno - Players.csv"' in answer["Content-Disposition"]
    )
    assert answer["Cache-Control"] == "private, no-store"


def test_the_workbook_says_the_same(event):
    answer = players(event, "?sort=name&file=xlsx")

    book = opened(answer.content)
    assert book.sheetnames == ["Players"]
    assert [row["Name"] for row in rows_of(book.active)] == [
        "Cyril Cibulka",
        "Čeněk Čáp",
        "Ivan Chytil",
    ]


@pytest.mark.parametrize("name", [FORMULA, "+1", "-1", "@SUM(A1)", " =1"])
def test_names_like_formulas_are_harmless_in_both_files(name):
    tournament = make.make_tournament()
    make.make_entry(tournament, "Eva Malá")
    tournament.entries.update(name=name)

    written = table_of(players(tournament, "?file=csv").content)[1][1]
    cell = opened(players(tournament, "?file=xlsx").content).active["B2"]

    assert written == f"'{name}"
    assert (cell.value, cell.data_type) == (name, "s")


def test_a_file_has_no_address_to_write_to():
    tournament = make.make_tournament()
    make.make_entry(tournament, make.make_person("Eva Malá", email="eva@example.org"))

    assert b"eva@example.org" in players(tournament).content
    assert b"eva@example.org" not in players(tournament, "?file=csv").content


def test_whoever_may_not_see_the_list_gets_no_file_of_it(event):
    assert players(event, "?file=csv", role="scorekeeper").status_code == 403


def test_a_hundred_lines_stand_on_a_page_and_all_in_the_file():
    tournament = make.make_tournament(capacity=120)
    make.checked_in(tournament, 101)

    first = players(tournament).content.decode()
    second = players(tournament, "?page=2").content.decode()
    file = table_of(players(tournament, "?page=2&file=csv").content)

    assert (len(names_on(first)), len(names_on(second)), len(file)) == (100, 1, 102)
    assert "101 lines" in second


@pytest.mark.parametrize(
    "query", ["?per_page=-1", "?page=x", "?page=-4", "?page=99", "?sort=--", "?sort=x", "?file=exe"]
)
def test_an_address_that_makes_no_sense_shows_the_list(event, query):
    assert len(names_on(players(event, query).content.decode())) == 3
