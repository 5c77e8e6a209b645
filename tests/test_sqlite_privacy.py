"""Nobody but its owner reads the embedded database, whatever mode it had before."""

import os
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing

import pytest

from catantour.sqlite.privacy import keep_to_the_owner
from tests.test_settings import manage


def mode(path) -> str:
    return oct(stat.S_IMODE(path.stat().st_mode))


@pytest.fixture
def _usual_umask():
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.mark.usefixtures("_usual_umask")
def test_a_new_site_is_its_owners_alone(tmp_path):
    folder = tmp_path / "var"

    assert manage("migrate", "--verbosity=0", folder=folder).returncode == 0
    backup = manage("backup", str(folder / "site.sqlite3"), folder=folder)

    assert backup.returncode == 0
    assert mode(folder) == "0o700"
    found = {path.name: mode(path) for path in folder.iterdir() if path.is_file()}
    assert found.keys() >= {"catantour.sqlite3", "site.sqlite3", "secret-key"}
    assert set(found.values()) == {"0o600"}


@pytest.mark.usefixtures("_usual_umask")
def test_a_site_of_before_is_narrowed_when_it_starts(tmp_path):
    folder = tmp_path / "var"
    folder.mkdir()
    database = folder / "catantour.sqlite3"
    with closing(sqlite3.connect(database)) as still_open:
        still_open.execute("PRAGMA journal_mode=WAL")
        still_open.execute("CREATE TABLE before (name)")
        assert {mode(path) for path in folder.iterdir()} == {"0o644"}

        keep_to_the_owner(database, folder)

        assert {path.name.partition("sqlite3")[2]: mode(path) for path in folder.iterdir()} == {
            "": "0o600",
            "-wal": "0o600",
            "-shm": "0o600",
        }
    assert mode(folder) == "0o700"


def test_a_folder_that_is_everybodys_stays_so(tmp_path):
    tmp_path.chmod(0o1777)

    keep_to_the_owner(tmp_path / "catantour.sqlite3", tmp_path)

    assert mode(tmp_path) == "0o1777"


def test_a_folder_that_is_not_the_sites_own_is_left_alone(tmp_path):
    tmp_path.chmod(0o755)

    keep_to_the_owner(tmp_path / "catantour.sqlite3", tmp_path / "var")

    assert mode(tmp_path) == "0o755"


def test_what_cannot_be_made_is_left_for_sqlite_to_say(tmp_path):
    keep_to_the_owner(tmp_path / "nowhere" / "catantour.sqlite3", tmp_path / "nowhere")

    assert list(tmp_path.iterdir()) == []


def test_another_connection_of_the_site_lets_no_command_take_its_acts_away(tmp_path):
    database = tmp_path / "catantour.sqlite3"
    command = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('SELECT * FROM acts')"
    with closing(sqlite3.connect(database, isolation_level=None)) as site:
        site.execute("PRAGMA journal_mode=WAL")
        site.execute("CREATE TABLE acts (name)")

        keep_to_the_owner(database, tmp_path / "var")
        subprocess.run([sys.executable, "-c", command, str(database)], check=True)
        site.execute("INSERT INTO acts VALUES ('signed up')")

        assert (tmp_path / "catantour.sqlite3-wal").exists()
        with closing(sqlite3.connect(database)) as another:
            assert another.execute("SELECT name FROM acts").fetchall() == [("signed up",)]
