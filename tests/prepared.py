"""What many tests would make again, made once and copied: an embedded database that has its tables,
and the files that the server hands out.

Each is kept under a name that says of what it was made, so that a run finds it only as it would
make it itself; processes wait for the one that makes it.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from contextlib import closing
from functools import cache
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.db.backends.base.base import BaseDatabaseWrapper

ROOT = Path(settings.BASE_DIR)
KEPT = ROOT / ".pytest_cache" / "prepared"
DATABASE = "catantour.sqlite3"


def tables_in(database: Path) -> None:
    """Make an embedded database there as `manage.py migrate` would, which nobody has used yet."""
    _copied(_made_of_migrations(), shutil.copy, _migrated, database)


def static_files_in(folder: Path) -> None:
    """Make that folder as `manage.py collectstatic` would."""
    _copied(_made_of_static_files(), shutil.copytree, _collected, folder)


def create_test_database(connection: BaseDatabaseWrapper) -> Callable[..., str]:
    """What may stand for `create_test_db` of an embedded database, and only copies its tables."""

    def create(**_: object) -> str:
        connection.close()
        name = connection.creation._get_test_db_name()
        Path(name).unlink(missing_ok=True)
        tables_in(Path(name))
        settings.DATABASES[connection.alias]["NAME"] = name
        connection.settings_dict["NAME"] = name
        connection.ensure_connection()
        return name

    return create


@cache
def _made_of_migrations() -> str:
    models = [path for app in apps.get_app_configs() for path in _sources(Path(app.path))]
    return _name_of("tables", [*models, *(ROOT / "catantour").rglob("*.py")])


def _sources(app: Path) -> Iterable[Path]:
    """What a migration runs, and the models that permissions are made of."""
    return (*app.glob("migrations/*.py"), *app.glob("models/**/*.py"), *app.glob("models.py"))


@cache
def _made_of_static_files() -> str:
    folders = [ROOT / "static", ROOT / "games" / "static", ROOT / "tournaments" / "static"]
    sources = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    return _name_of("static", [*sources, ROOT / "catantour" / "settings.py"])


def _name_of(kind: str, sources: list[Path]) -> str:
    """With the packages that are installed, whose own tables and files are among them."""
    digest = hashlib.sha256((ROOT / "requirements-test.txt").read_bytes())
    for path in sorted(sources):
        digest.update(f"{path} {path.stat().st_size}\n".encode() + path.read_bytes())
    return f"{kind}-{digest.hexdigest()[:16]}"


def _copied(
    name: str, copy: Callable[[Path, Path], object], make: Callable[[Path], Path], to: Path
) -> None:
    KEPT.mkdir(parents=True, exist_ok=True)
    with (KEPT / f"{name.partition('-')[0]}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (KEPT / name).exists():
            _make(name, make)
        copy(KEPT / name, to)


def _make(name: str, make: Callable[[Path], Path]) -> None:
    """In place of what was kept under older names; all of it, or nothing."""
    with tempfile.TemporaryDirectory(dir=KEPT) as folder:
        made = make(Path(folder))
        for older in KEPT.glob(f"{name.partition('-')[0]}-*"):
            shutil.rmtree(older) if older.is_dir() else older.unlink()
        made.rename(KEPT / name)


def _migrated(folder: Path) -> Path:
    _manage("migrate", folder=folder)
    with closing(sqlite3.connect(folder / DATABASE)) as made:
        # Nothing of it is left in the file beside.
        made.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return folder / DATABASE


def _collected(folder: Path) -> Path:
    _manage("collectstatic", "--noinput", folder=folder)
    return folder / "static"


def _manage(*command: str, folder: Path) -> None:
    subprocess.run(
        [sys.executable, "manage.py", *command, "--verbosity=0"],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "VAR_DIR": str(folder)},
        check=True,
    )
