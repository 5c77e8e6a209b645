"""A backup is whole or not there, and a restore changes all or nothing."""

import os
import re
import stat
import subprocess
import sys
from contextlib import closing
from io import StringIO
from pathlib import Path
from unittest.mock import Mock

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.core.management import call_command
from django.db import OperationalError, connection, connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from catantour import asgi, beat
from tests import factories as make
from tournaments import migrations
from tournaments.models import Restoration, Tournament
from tournaments.services import backups, timeline
from tournaments.services.backups import files

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _kept_apart(settings, tmp_path, monkeypatch):
    settings.VAR_DIR = tmp_path / "var"
    settings.VAR_DIR.mkdir()
    monkeypatch.setattr(timeline, "_current", "")
    yield
    # Connections that a later test opens learn it anew.
    connections.close_all()


@pytest.fixture
def backup(tmp_path) -> Path:
    """A backup of a site with one tournament."""
    make.make_tournament(name="Catan Telč")
    file = tmp_path / f"site.{backups.suffix()}"
    backups.back_up(file)
    return file


def told(command, file) -> tuple[int, str]:
    """The exit code of a command and what it says."""
    out = StringIO()
    connections.close_all()
    try:
        call_command(command, str(file), stdout=out, stderr=out)
    except SystemExit as ended:
        return ended.code, out.getvalue()
    return 0, out.getvalue()


def names() -> list[str]:
    return list(Tournament.objects.order_by("name").values_list("name", flat=True))


def test_a_restore_brings_back_what_was_there(backup):
    make.make_tournament(name="Catan Zlín")

    code, said = told("restore", backup)

    assert (code, names()) == (0, ["Catan Telč"])
    assert "The site may start." in said


def test_what_a_restore_replaces_is_kept_and_can_be_restored(backup, settings):
    make.make_tournament(name="Catan Zlín")

    _, said = told("restore", backup)

    [before] = (settings.VAR_DIR / "backups").iterdir()
    assert f"What was there is kept in {before}" in said
    assert told("restore", before)[0] == 0
    assert names() == ["Catan Telč", "Catan Zlín"]


def test_a_backup_is_for_its_owners_eyes_alone(backup):
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600


def test_a_file_that_stands_is_not_overwritten(backup):
    before = backup.read_bytes()

    code, said = told("backup", backup)

    assert (code, backup.read_bytes()) == (2, before)
    assert "is there already" in said


def test_a_folder_that_is_not_there_is_named(tmp_path):
    code, said = told("backup", tmp_path / "nowhere" / "site.backup")

    assert (code, said) == (
        2,
        f"{tmp_path}/nowhere/site.backup cannot be written: No such file or directory.\n",
    )


def test_a_place_of_which_nobody_can_say_what_is_there_is_named(tmp_path):
    place = tmp_path / ("long" * 100)

    code, said = told("backup", place)

    assert (code, said) == (2, f"{place} cannot be written: File name too long.\n")


def test_a_full_disk_leaves_nothing_half(tmp_path, monkeypatch):
    def fail(draft, **_options):
        draft.write_bytes(b"half")
        raise files.NotWritten("database or disk is full")

    monkeypatch.setattr(backups._engine(), "take", fail)

    code, said = told("backup", tmp_path / "site.backup")

    assert code == 2
    assert "cannot be written: database or disk is full" in said
    assert [path.name for path in tmp_path.iterdir()] == ["var"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is no backup of this site"),
        (b"nothing of the kind, but long enough", "is no backup of this site"),
        (b"SQLite format 3\0" + b"x" * 100, "is broken|is a backup of SQLite, but"),
        (b"PGDMP" + b"x" * 100, "is broken|is a backup of PostgreSQL, but"),
    ],
)
def test_a_file_that_is_no_backup_changes_nothing(tmp_path, content, said):
    make.make_tournament(name="Catan Zlín")
    file = tmp_path / "wrong"
    file.write_bytes(content)

    code, told_of_it = told("restore", file)

    assert code == 2
    assert re.search(said, told_of_it)
    assert names() == ["Catan Zlín"]
    assert not (tmp_path / "var" / "backups").exists()


def test_a_backup_that_is_not_there_is_named(tmp_path):
    code, said = told("restore", tmp_path / "nowhere")

    assert (code, said) == (2, f"{tmp_path}/nowhere cannot be read: No such file or directory.\n")


def test_a_backup_that_was_cut_off_changes_nothing(backup):
    make.make_tournament(name="Catan Zlín")
    content = backup.read_bytes()
    backup.write_bytes(content[: len(content) // 2])

    code, said = told("restore", backup)

    assert code == 2
    assert "is broken" in said
    assert names() == ["Catan Telč", "Catan Zlín"]


def test_a_backup_of_a_newer_release_changes_nothing(tmp_path):
    make.make_tournament(name="Catan Telč")
    MigrationRecorder(connection).record_applied("tournaments", "9999_of_next_year")
    file = tmp_path / "newer"
    backups.back_up(file)

    code, said = told("restore", file)

    assert code == 2
    assert "newer release of this program, which has tournaments 9999_of_next_year" in said
    assert names() == ["Catan Telč"]
    assert not Restoration.objects.exists()
    MigrationRecorder(connection).record_unapplied("tournaments", "9999_of_next_year")


def test_a_backup_of_an_older_release_is_brought_up_to_this_one(tmp_path):
    make.make_tournament(name="Catan Telč")
    folder = Path(migrations.__file__).parent
    [last] = [path.stem for path in folder.glob("*_restores_of_backups.py")]
    [(_, older)] = MigrationLoader(None).get_migration("tournaments", last).dependencies
    call_command("migrate", "tournaments", older, verbosity=0)
    file = tmp_path / "older"
    backups.back_up(file)
    call_command("migrate", verbosity=0)

    code, _ = told("restore", file)

    assert (code, names()) == (0, ["Catan Telč"])
    assert Restoration.objects.get().file == "older"


def test_a_site_that_runs_is_not_restored(backup):
    make.make_tournament(name="Catan Zlín")
    at_work = connection.copy()
    with closing(at_work), at_work.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM tournaments_tournament")
        cursor.fetchall()

        code, said = told("restore", backup)

    assert code == 2
    assert "and then restore." in said
    assert names() == ["Catan Telč", "Catan Zlín"]


def test_what_the_cache_holds_of_the_time_before_is_not_read_after_a_restore(backup):
    cache.set("page", "the old truth")

    told("restore", backup)

    assert cache.get("page") is None


def test_a_cache_that_could_not_be_emptied_is_not_read_after_a_restore(backup, monkeypatch):
    cache.set("page", "the old truth")
    monkeypatch.setattr(type(cache._connections["default"]), "clear", lambda _cache: None)

    told("restore", backup)
    once = cache.get("page")
    cache.set("page", "the new truth")
    told("restore", backup)

    assert (once, cache.get("page")) == (None, None)


def test_a_connection_to_a_restored_database_brings_its_timeline_along():
    Restoration.objects.create(at=timezone.now(), file="site", key="0123456789abcdef")
    cache.set("page", "the old truth")
    connections.close_all()

    assert names() == []

    assert cache.get("page") is None


def test_a_server_asks_for_the_timeline_before_it_answers(monkeypatch):
    monkeypatch.setattr(beat, "start", lambda: None)
    Restoration.objects.create(at=timezone.now(), file="site", key="0123456789abcdef")
    monkeypatch.setattr(timeline, "_current", timeline.UNKNOWN)

    asgi._begin()

    assert "0123456789abcdef" in cache.make_key("page")


def test_a_process_that_never_reached_the_database_reads_what_no_other_one_kept(monkeypatch):
    monkeypatch.setattr(connection, "ensure_connection", Mock(side_effect=OperationalError))
    cache.set("page", "the old truth")
    monkeypatch.setattr(timeline, "_current", timeline.UNKNOWN)

    timeline.ask()

    assert cache.get("page") is None


def test_a_backup_for_others_lets_nobody_go_on_as_somebody_signed_in(backup, tmp_path):
    Session.objects.create(session_key="a" * 32, session_data="", expire_date=timezone.now())

    for name, for_others in [("with", False), ("without", True)]:
        backups.back_up(tmp_path / name, for_others=for_others)
        assert told("restore", tmp_path / name)[0] == 0
        assert Session.objects.exists() is not for_others


def test_a_site_without_a_database_makes_no_empty_backup(tmp_path):
    """In a wrong folder, or with another VAR_DIR, as a clock starts it at night."""
    done = subprocess.run(
        [sys.executable, "manage.py", "backup", str(tmp_path / "site.backup")],
        cwd=settings.BASE_DIR,
        env={"PATH": os.environ["PATH"], "VAR_DIR": str(tmp_path / "elsewhere")},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 2
    assert "There is no database at" in done.stderr
    assert not (tmp_path / "site.backup").exists()
    assert not (tmp_path / "elsewhere" / "catantour.sqlite3").exists()
