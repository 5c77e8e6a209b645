"""What a watcher is told: by any name, without a cookie, in words that give nothing away."""

from unittest.mock import Mock

import pytest
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder

from catantour import health

STRANGE = {"host": "10.1.2.3:8000"}


@pytest.fixture(autouse=True)
def _public(settings):
    """As it is behind a proxy: a name of its own, and https for everybody."""
    settings.ALLOWED_HOSTS = ["catan.example"]
    settings.SECURE_SSL_REDIRECT = True


def test_the_site_is_alive_without_a_database(client):
    # A test that is given no database fails where it asks for one.
    answer = client.get("/health/", headers=STRANGE)

    assert (answer.status_code, answer.content) == (200, b"site: ok\n")
    assert answer.headers["Content-Type"].startswith("text/plain")
    assert "no-store" in answer.headers["Cache-Control"]
    assert not answer.cookies


@pytest.mark.django_db
def test_a_site_that_can_serve_is_ready(client):
    answer = client.get("/health/ready/", headers=STRANGE)

    lines = answer.content.decode().splitlines()
    assert answer.status_code == 200
    assert lines[:2] == ["database: ok", "migrations: ok"]
    assert [line.partition(":")[0] for line in lines[2:]] == ["cache", "queue", "disk", "backup"]
    assert not answer.cookies


@pytest.mark.django_db
def test_a_backup_that_did_not_come_is_told_of_a_site_that_serves(client, settings, tmp_path):
    settings.BACKUP_DIR = str(tmp_path)
    told = [client.get("/health/ready/", headers=STRANGE)]
    (tmp_path / "night.backup").write_bytes(b"whole")
    told.append(client.get("/health/ready/", headers=STRANGE))

    assert [answer.status_code for answer in told] == [200, 200]
    lines = [answer.content.decode().splitlines()[-1] for answer in told]
    assert lines == ["backup: none since last night", "backup: ok"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "missing",
    [
        pytest.param(slice(-1, None), id="the last one"),
        # The last of each app stands for those before it.
        pytest.param(slice(0, 2), id="two before others that are there"),
    ],
)
def test_a_migration_that_is_missing_is_named(client, missing):
    names = sorted(name for app, name in health._migrations() if app == "tournaments")[missing]
    for name in names:
        MigrationRecorder(connection).record_unapplied("tournaments", name)

    answer = client.get("/health/ready/", headers=STRANGE)

    assert answer.status_code == 503
    assert f"migrations: not applied: tournaments {names[-1]}\n" in answer.content.decode()


@pytest.mark.django_db
def test_a_site_is_ready_beside_the_next_release_whose_migrations_are_there_already(client):
    MigrationRecorder(connection).record_applied("tournaments", "9999_of_the_next_release")

    answer = client.get("/health/ready/", headers=STRANGE)

    assert answer.status_code == 200
    assert "migrations: ok\n" in answer.content.decode()


@pytest.mark.django_db
def test_it_is_ready_as_soon_as_the_migration_is_there(client):
    recorder = MigrationRecorder(connection)
    last = max(name for app, name in health._migrations() if app == "tournaments")
    recorder.record_unapplied("tournaments", last)
    before = client.get("/health/ready/", headers=STRANGE)

    recorder.record_applied("tournaments", last)

    after = client.get("/health/ready/", headers=STRANGE)
    assert (before.status_code, after.status_code) == (503, 200)


def test_a_database_that_is_away_is_said_without_its_address(client, monkeypatch):
    def fail(_recorder):
        raise DatabaseError('connection to "db.internal" as "catantour" failed: secret')

    monkeypatch.setattr(MigrationRecorder, "applied_migrations", fail)

    answer = client.get("/health/ready/", headers=STRANGE)

    assert answer.status_code == 503
    assert "database: does not answer" in answer.content.decode()
    assert b"internal" not in answer.content


@pytest.mark.django_db
def test_a_redis_that_is_away_is_said_but_the_site_is_ready(client, monkeypatch, settings):
    settings.CACHE_URL = settings.BROKER_URL = "redis://127.0.0.1:1/0"
    monkeypatch.setattr(cache._connections["default"], "absence", Mock(), raising=False)

    answer = client.get("/health/ready/", headers=STRANGE)

    assert answer.status_code == 200
    assert answer.content.decode().count(health.AWAY) == 2


def test_other_methods_are_none_of_a_watchers(client, settings):
    settings.SECURE_SSL_REDIRECT = False

    assert client.post("/health/", headers={"host": "catan.example"}).status_code == 404
