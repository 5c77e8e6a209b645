"""The sum of all connections is compared with what PostgreSQL allows, before the site starts."""

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
