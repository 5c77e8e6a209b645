"""Pages for visitors go on while the database does not answer, as they were seen last."""

from contextlib import contextmanager
from threading import Event

import psycopg_pool
import pytest
from django.core.cache import cache
from django.db import OperationalError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import Client

from tests.factories import make_entry, make_tournament, signed_in
from tournaments.models.tournament import State
from tournaments.services.acts import Versions, tell_cache, version_key
from tournaments.views import absence

pytestmark = [pytest.mark.django_db, pytest.mark.every_case]


@pytest.fixture
def tournament():
    return make_tournament(state=State.SIGN_UP, name="Zimní Catan", slug="zimni-catan")


@contextmanager
def nobody_answers():
    """Tells what was asked of the database meanwhile."""
    asked = []

    def wait_in_vain(_execute, sql, *_args):
        asked.append(sql)
        raise OperationalError from psycopg_pool.PoolTimeout()

    with connection.execute_wrapper(wait_in_vain):
        yield asked


@pytest.fixture(autouse=True)
def back(monkeypatch):
    """Set as soon as the database answers again."""
    back = Event()
    monkeypatch.setattr(absence, "PAUSE", 0.01)
    monkeypatch.setattr(absence, "of_database", absence.Absence(back.is_set))
    yield back
    back.set()
    wait_until_it_is_over()


def wait_until_it_is_over():
    assert absence.of_database._over.wait(60)


@pytest.fixture
def visitor():
    return Client(raise_request_exception=False)


def of_event(tournament):
    return f"/en/t/{tournament.slug}/"


@pytest.mark.parametrize("page", ["/en/", "/en/season/", "/en/season/2026/", "/en/t/zimni-catan/"])
def test_a_page_that_was_seen_goes_on(visitor, tournament, page):
    before = visitor.get(page)
    # Nobody knows any more which version is current.
    cache.delete(version_key(tournament.slug))

    with nobody_answers() as asked:
        answer = visitor.get(page)

    assert asked
    assert answer.status_code == before.status_code == 200
    assert "Zimní Catan" in answer.content.decode()
    assert answer.content == before.content


@pytest.mark.parametrize(
    "page",
    [
        "/en/rules/",
        "/en/formats/",
        "/en/formats/catan-tour/",
        "/en/help/",
        "/en/help/player/",
        "/en/help/dice-and-cards/",
        "/en/games/rules/B/",
        "/en/games/validate/",
    ],
)
def test_what_is_the_same_for_everybody_asks_no_database(visitor, page):
    with nobody_answers() as asked:
        answer = visitor.get(page)

    assert (answer.status_code, asked) == (200, [])


@pytest.mark.parametrize("page", ["/en/", "/en/t/zimni-catan/"])
def test_who_is_signed_in_sees_it_as_visitors_do(visitor, tournament, page):
    desk = signed_in(tournament, "organiser")
    before = visitor.get(page)

    with nobody_answers():
        answer = desk.get(page)

    assert answer.content == before.content


def test_a_page_that_nobody_saw_says_that_the_database_does_not_answer(visitor, tournament):
    with nobody_answers():
        answer = visitor.get("/en/")

    assert answer.status_code == 503
    assert "does not answer just now" in answer.content.decode()


def test_only_what_all_see_is_kept_of_the_calendar(visitor, tournament):
    signed_in(tournament, "organiser").get("/en/")

    with nobody_answers():
        answer = visitor.get("/en/")

    assert answer.status_code == 503


def test_a_season_that_was_searched_is_not_kept(visitor, tournament):
    visitor.get("/en/season/", {"q": "Anna"})

    with nobody_answers():
        assert visitor.get("/en/season/").status_code == 503
        assert visitor.get("/en/season/", {"q": "Anna"}).status_code == 503


def test_a_page_of_an_event_that_was_replaced_is_shown_to_nobody(visitor, tournament):
    visitor.get(of_event(tournament))
    newer = Versions(tournament.version + 10, tournament.version + 10)
    tell_cache({tournament.slug: newer}, {tournament.slug: tournament.public_version})
    cache.delete(version_key(tournament.slug))

    with nobody_answers():
        assert visitor.get(of_event(tournament)).status_code == 503


def test_after_somebody_waited_in_vain_nobody_else_does(visitor, tournament):
    visitor.get("/en/")

    with nobody_answers() as asked:
        visitor.get("/en/")
        first = len(asked)
        others = [visitor.get("/en/") for _other in range(5)]

    assert (first, len(asked)) == (1, 1)
    assert {other.status_code for other in others} == {200}


def test_as_soon_as_it_answers_again_all_is_as_ever(visitor, tournament, back, caplog):
    visitor.get("/en/")
    with nobody_answers():
        visitor.get("/en/")
    make_tournament(state=State.SIGN_UP, name="Jarní Catan", slug="jarni")

    meanwhile = visitor.get("/en/").content.decode()
    back.set()
    wait_until_it_is_over()

    assert "Jarní Catan" not in meanwhile
    assert "Jarní Catan" in visitor.get("/en/").content.decode()
    assert [record.message for record in caplog.records if "database" in record.message] == [
        "The database does not answer, visitors see what was kept of its pages.",
        "The database is back.",
    ]


@pytest.mark.django_db(transaction=True)
def test_a_database_without_a_connection_that_is_free_does_not_answer(monkeypatch):
    def wait_in_vain(_wrapper):
        raise OperationalError from psycopg_pool.PoolTimeout()

    assert absence.answers()
    monkeypatch.setattr(BaseDatabaseWrapper, "ensure_connection", wait_in_vain)
    assert not absence.answers()


def test_who_acts_is_told_that_nothing_is_saved(visitor, tournament):
    entry = make_entry(tournament, "Anna Nováková")
    visitor.get(of_event(tournament))

    with nobody_answers():
        answer = visitor.post(f"{of_event(tournament)}my/{entry.token}/", {})

    assert answer.status_code == 503
