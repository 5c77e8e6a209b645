"""The persons of the series as a list."""

import re

import pytest

from tests import factories as make
from tests.sheets import FORMULA, table_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


@pytest.fixture
def series():
    """Ivan Malý Chytil has played twice, Cyril Malý and Malý Čáp once each."""
    here, there = make.make_tournament(), make.make_tournament()
    ivan = make.make_person("Malý Ivan Chytil", email="ivan@example.org")
    make.make_entry(here, ivan)
    make.make_entry(there, ivan)
    make.make_entry(here, make.make_person("Malý Čáp"))
    make.make_entry(here, make.make_person("Malý Cibulka"))
    return make.signed_in(None, "administrator")


def look(client, query=""):
    return client.get(f"/en/persons/{query}")


def names_on(answer) -> list[str]:
    return re.findall(r'scope="row"[^>]*><a [^>]*>([^<]+)</a>', answer.content.decode())


def test_who_is_found_is_sorted_by_name_or_by_how_often_they_played(series):
    assert names_on(look(series, "?q=maly")) == ["Malý Cibulka", "Malý Čáp", "Malý Ivan Chytil"]
    assert names_on(look(series, "?q=maly&sort=-events")) == [
        "Malý Ivan Chytil",
        "Malý Cibulka",
        "Malý Čáp",
    ]


def test_without_a_query_neither_page_nor_file_names_anybody(series):
    assert names_on(look(series)) == []
    assert len(table_of(look(series, "?file=csv").content)) == 1


def test_the_file_names_who_was_found_and_no_address(series):
    answer = look(series, "?q=maly&sort=-name&file=csv")

    rows = table_of(answer.content)
    assert [row[0] for row in rows[1:]] == ["Malý Ivan Chytil", "Malý Čáp", "Malý Cibulka"]
    assert rows[1][1] == "2"
    assert b"ivan@example.org" in look(series, "?q=maly").content
    assert b"ivan@example.org" not in answer.content


def test_a_name_like_a_formula_is_harmless(series):
    tournament = make.make_tournament()
    make.make_entry(tournament, make.make_person(FORMULA))

    rows = table_of(look(series, "?q=hyperlink&file=csv").content)

    assert rows[1][0] == f"'{FORMULA}"


def test_more_than_fifty_are_found_and_a_hundred_stand_on_a_page():
    tournament = make.make_tournament(capacity=120)
    for number in range(101):
        make.make_entry(tournament, make.make_person(f"Malý {make.a_name(number)}"))
    client = make.signed_in(None, "administrator")

    assert len(names_on(look(client, "?q=maly"))) == 100
    assert len(names_on(look(client, "?q=maly&page=2"))) == 1


def test_an_organiser_of_an_event_takes_no_persons_along():
    organiser = make.signed_in(make.make_tournament())

    assert look(organiser, "?q=maly&file=csv").status_code == 403


@pytest.mark.parametrize(
    "known",
    [{"email": "mum@example.org"}, {"full_name_withdrawn_at": make.at(9), "minor": True}],
)
def test_who_is_kept_without_an_entry_is_found_to_be_deleted(series, known):
    """The clock leaves them: only they or the series delete them."""
    kept = make.make_person("Eva Malá", **known)

    assert f"/persons/{kept.pk}/" in look(series, "?q=Malá").content.decode()
