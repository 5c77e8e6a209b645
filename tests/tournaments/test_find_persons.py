"""The persons of the series as a list."""

import re

import pytest

from tests import factories as make
from tests.sheets import FORMULA, table_of
from tournaments.models.entry import EntryState
from tournaments.models.tournament import State

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.every_case,
    pytest.mark.usefixtures("in_english"),
]


@pytest.fixture
def series():
    """Ivan Malý Chytil has played twice, Cyril Malý and Malý Čáp once each."""
    here, there = (make.make_tournament(state=State.FINISHED) for _ in range(2))
    ivan = make.make_person("Malý Ivan Chytil", email="ivan@example.org")
    make.make_entry(here, ivan, state=EntryState.CHECKED_IN)
    make.make_entry(there, ivan, state=EntryState.CHECKED_IN)
    make.make_entry(here, make.make_person("Malý Čáp"), state=EntryState.CHECKED_IN)
    make.make_entry(here, make.make_person("Malý Cibulka"), state=EntryState.CHECKED_IN)
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


@pytest.mark.parametrize(
    ("event", "state", "left_after", "played"),
    [
        (State.FINISHED, EntryState.CANCELLED, None, "0"),
        (State.FINISHED, EntryState.NO_SHOW, None, "0"),
        (State.FINISHED, EntryState.WITHDRAWN, 2, "1"),
        (State.CANCELLED, EntryState.CONFIRMED, None, "0"),
        (State.SIGN_UP, EntryState.CONFIRMED, None, "0"),
        (State.RUNNING, EntryState.CHECKED_IN, None, "1"),
    ],
)
def test_an_event_counts_as_played_for_whoever_sat_down_in_it(event, state, left_after, played):
    tournament = make.make_tournament(state=event)
    make.make_entry(tournament, make.make_person("Malá"), state=state, left_after=left_after)

    rows = table_of(look(make.signed_in(None, "administrator"), "?q=mala&file=csv").content)

    assert [row[1] for row in rows[1:]] == [played]


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
