"""A command of `manage.py` that cannot do its work says in a line what is wrong and what to do."""

import errno
import os
import sqlite3
import subprocess
import sys

import psycopg
import pytest
from django.conf import settings
from django.core.management import get_commands
from django.db import OperationalError, ProgrammingError

from catantour import command_line
from tests import prepared

LACKING = (
    "The database lacks tables of this release. Make them by `manage.py migrate`, with the "
    "settings of the site (DATABASE_URL, VAR_DIR), and start the command again.\n"
)
NEED_TABLES = {
    "clearsessions": [],
    "createsuperuser": ["--noinput", "--username", "eva", "--email", "eva@example.org"],
    "demo": [],
    "end_links": ["brno-2026"],
    "export_tournament": ["brno-2026"],
    "first_account": [],
    "import_tournament": ["day.json"],
    "sign_in_link": ["eva"],
    "simulate_hall": ["--address", "http://127.0.0.1:9"],
    "simulate_tournament": ["--players", "6"],
    "whose_entry": [],
}
NEED_NONE = {
    *("backup", "restore", "draw", "schedule", "standings", "messages", "release"),
    "tell_of_failure",
}
"""They need no database, or say in words of their own that there is none."""


def typed(*words: str, folder, **environment: str) -> tuple[int, str]:
    """The exit code of a command, and what it says on standard error."""
    ended = done(*words, folder=folder, **environment)
    return ended.returncode, ended.stderr


def done(*words: str, folder, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=settings.BASE_DIR,
        env={"PATH": os.environ["PATH"], "VAR_DIR": str(folder), **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    """Of a tournament, as another site wrote it."""
    folder = tmp_path_factory.mktemp("other")
    prepared.tables_in(folder / "catantour.sqlite3")
    done("simulate_tournament", "--players", "6", "--rounds", "1", "--keep", folder=folder)
    return done("export_tournament", "simulation-1-2026", folder=folder).stdout


@pytest.mark.parametrize("name", NEED_TABLES)
def test_a_command_before_the_first_migration_says_what_to_do(name, tmp_path, archive):
    (tmp_path / "day.json").write_text(archive)
    words = [str(tmp_path / word) if word == "day.json" else word for word in NEED_TABLES[name]]

    code, said = typed(name, *words, folder=tmp_path / "var")

    assert code == 2
    assert said.endswith(LACKING)
    assert "Traceback" not in said


def test_every_command_of_the_site_that_needs_tables_is_among_them():
    own = {name for name, app in get_commands().items() if app == "tournaments"}

    assert own - NEED_TABLES.keys() - NEED_NONE == set()


def test_a_backup_of_a_database_without_tables_is_refused(tmp_path):
    typed("first_account", folder=tmp_path / "var")

    code, said = typed("backup", str(tmp_path / "site.backup"), folder=tmp_path / "var")

    assert (code, said) == (2, "The database is empty: there is nothing to back up.\n")
    assert not (tmp_path / "site.backup").exists()


@pytest.mark.parametrize("command", ["migrate", "first_account"])
def test_a_postgresql_that_is_away_is_named_with_its_own_words(command, tmp_path):
    address = "postgres://catantour:quite-secret@127.0.0.1:9/catantour"

    code, said = typed(command, folder=tmp_path, DATABASE_URL=address)

    last = said.splitlines()[-1]
    assert code == 2
    assert last.startswith("The database does not answer: ")
    assert "127.0.0.1" in last
    assert "Traceback" not in said
    assert "quite-secret" not in said


@pytest.mark.parametrize(
    ("variable", "value", "said"),
    [
        ("WEB_CONCURRENCY", "two", "WEB_CONCURRENCY: invalid literal"),
        ("DATABASE_URL", "localhost", "DATABASE_URL: expected an address such as postgres://"),
        ("REDIS_URL", "localhost:6379", "REDIS_URL: expected an address such as redis://"),
        ("EMAIL_URL", "smtp.example.org", "EMAIL_URL: expected an address such as smtp+tls://"),
        ("VAR_DIR", "/proc/site", "VAR_DIR: /proc/site: "),
        ("LOG_FORMAT", "xml", "LOG_FORMAT is line or json, not xml."),
    ],
)
def test_a_setting_that_cannot_be_read_is_named(variable, value, said, tmp_path):
    code, line = typed("check", folder=tmp_path, **{variable: value})

    assert (code, line.count("\n")) == (2, 1)
    assert line.startswith(said)


def test_an_empty_line_in_the_settings_is_none(tmp_path):
    names = ("EMAIL_URL", "DATABASE_URL", "REDIS_URL", "WEB_CONCURRENCY", "MACHINES", "LOG_FORMAT")

    assert typed("check", folder=tmp_path, **dict.fromkeys(names, "")) == (0, "")


def of_sqlite(code):
    error = sqlite3.OperationalError("attempt to write")
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    ("cause", "said"),
    [
        (psycopg.errors.LockNotAvailable(), "Others were writing for too long"),
        (of_sqlite(sqlite3.SQLITE_BUSY), "Others were writing for too long"),
        (psycopg.errors.DiskFull(), "The disk is full"),
        (of_sqlite(sqlite3.SQLITE_FULL), "The disk is full"),
        (of_sqlite(sqlite3.SQLITE_READONLY), "run its commands as that account"),
    ],
)
def test_trouble_in_the_middle_is_said_in_a_line(cause, said, capsys, monkeypatch):
    _fail(monkeypatch, OperationalError("attempt to write"), cause)

    with pytest.raises(SystemExit) as ended:
        command_line.run(["manage.py", "migrate"])

    assert ended.value.code == 2
    line = capsys.readouterr().err
    assert said in line
    assert line.count("\n") == 1


def test_a_full_disk_is_told_of_files_too(capsys, monkeypatch):
    _fail(monkeypatch, OSError(errno.ENOSPC, "No space left on device"))

    with pytest.raises(SystemExit):
        command_line.run(["manage.py", "collectstatic"])

    assert "The disk is full" in capsys.readouterr().err


@pytest.mark.django_db
@pytest.mark.parametrize(
    "mistake",
    [ProgrammingError("at or near"), FileNotFoundError("no.txt")],
    ids=["in SQL", "with files"],
)
def test_a_mistake_of_ours_keeps_its_traceback(mistake, monkeypatch):
    _fail(monkeypatch, mistake)

    with pytest.raises(type(mistake)):
        command_line.run(["manage.py", "release"])


def _fail(monkeypatch, error, cause=None):
    def failing(_words):
        raise error from cause

    monkeypatch.setattr(command_line, "execute_from_command_line", failing)


def test_a_command_that_prints_nothing_and_asks_nobody_loads_neither_prints_nor_the_queue(tmp_path):
    program = (
        "import sys; from django.core.management import call_command; import django; "
        "django.setup(); call_command('validate_game', 'games/samples/kept.txt'); "
        "sys.exit(str({'celery', 'openpyxl', 'reportlab', 'svglib'} & sys.modules.keys()))"
    )

    ended = subprocess.run(
        [sys.executable, "-c", program],
        cwd=settings.BASE_DIR,
        env={
            "PATH": os.environ["PATH"],
            "VAR_DIR": str(tmp_path),
            "DJANGO_SETTINGS_MODULE": "catantour.settings",
        },
        capture_output=True,
        text=True,
        check=False,
    )

    assert ended.stderr == "set()\n"
