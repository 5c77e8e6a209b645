"""Before the site starts it looks at what PostgreSQL allows and keeps, and at its own processes."""

import pytest

from tournaments import checks


@pytest.fixture
def site(settings, monkeypatch):
    """A site of two machines on PostgreSQL: 2 × (4 × 8 + 4) + 3 connections."""
    settings.MACHINES, settings.WEB_CONCURRENCY = 2, 4
    settings.DATABASE_CONNECTIONS, settings.CELERY_WORKER_CONCURRENCY = 8, 4
    monkeypatch.setattr(checks.connection, "vendor", "postgresql")

    def allowing(number):
        monkeypatch.setattr(checks, "_connections_allowed", lambda: number)
        return checks.enough_connections()

    return allowing


def test_more_connections_than_postgresql_allows_are_told_with_their_sum(site):
    [warning] = site(74)

    assert warning.id == "catantour.W001"
    assert "75 connections" in warning.msg
    assert "allows 74" in warning.msg


def test_as_many_as_it_allows_are_enough(site):
    assert site(75) == []


def test_a_server_that_cannot_be_asked_is_no_trouble_of_the_sum(site):
    assert site(None) == []


@pytest.fixture
def kept_in(monkeypatch):
    """What is said of a PostgreSQL whose database has this encoding."""

    def found(encoding):
        monkeypatch.setattr(checks.connection, "vendor", "postgresql")
        monkeypatch.setattr(checks, "_answer", {"server_encoding": encoding}.get)
        return checks.every_letter()

    return found


def test_a_database_that_does_not_keep_every_letter_is_refused(kept_in):
    [error] = kept_in("SQL_ASCII")

    assert error.id == "catantour.E002"
    assert error.is_serious()
    assert "--encoding=UTF8" in error.hint


@pytest.mark.parametrize("encoding", ["UTF8", None])
def test_a_database_of_all_letters_or_one_that_is_away_is_not(kept_in, encoding):
    assert kept_in(encoding) == []


@pytest.mark.parametrize(
    ("vendor", "redis", "missing"),
    [
        ("sqlite", "", "DATABASE_URL and REDIS_URL"),
        ("postgresql", "", "REDIS_URL"),
        ("sqlite", "redis://127.0.0.1", "DATABASE_URL"),
    ],
)
def test_several_processes_that_would_not_meet_are_warned_of(
    settings, monkeypatch, vendor, redis, missing
):
    monkeypatch.setattr(checks.connection, "vendor", vendor)
    settings.WEB_CONCURRENCY = 2
    settings.CACHE_URL = settings.BROKER_URL = redis

    [warning] = checks.one_process_alone()

    assert warning.id == "catantour.W002"
    assert f"but {missing} is empty" in warning.msg


def test_one_process_needs_nobody_to_meet(settings, monkeypatch):
    monkeypatch.setattr(checks.connection, "vendor", "sqlite")
    settings.WEB_CONCURRENCY = settings.MACHINES = 1

    assert checks.one_process_alone() == []
