"""Backups of SQLite: a copy of the database by its own online backup, a database itself."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from django.db import connection

from tournaments.domain.values import Refused, marked
from tournaments.services.backups import checking
from tournaments.services.backups.files import NotWritten, written_whole

SUFFIX = "sqlite3"


def take(draft: Path, *, left_out: Sequence[str] = ()) -> None:
    """Copy the database of the site, as it is at one moment, into an empty file; of the tables
    that are `left_out` no row."""
    with closing(_opened(_database(), "rw")) as ours:
        _copy(ours, draft, left_out=left_out)


def look_through(file: Path) -> checking.Migrations:
    """The migrations that a backup has; reads all of it. Raises `Broken`."""
    checking.check_beginning(file, checking.SQLITE)
    try:
        with closing(_opened(file, "ro")) as copy:
            [(found,), *_] = copy.execute("PRAGMA integrity_check")
            if found != "ok":
                raise checking.Broken(found.splitlines()[-1])
            tables = {name for (name,) in copy.execute("SELECT name FROM sqlite_schema")}
            if "django_migrations" not in tables:
                raise checking.no_backup(file)
            return set(copy.execute("SELECT app, name FROM django_migrations"))
    except sqlite3.Error as trouble:
        raise checking.Broken(str(trouble)) from trouble


def put(file: Path, before: Path) -> bool:
    """Put what is in `file` in the place of what is there, all of it or nothing.

    What was there goes into `before`; returns whether there was anything. Refused while anybody
    else has the database open.
    """
    database = _database(there=False)
    try:
        with (
            closing(_opened(file, "ro")) as copy,
            closing(sqlite3.connect(database, timeout=0.5, isolation_level=None)) as ours,
        ):
            _keep_others_out(ours)
            there = bool(ours.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchall())
            if there:
                with written_whole(before) as draft:
                    _copy(ours, draft)
            # One transaction: on a full disk all is as it was.
            copy.backup(ours)
    except sqlite3.Error as trouble:
        raise Refused(
            "",
            marked("{file} cannot be put into {database}: {why}."),
            file=str(file),
            database=str(database),
            why=str(trouble),
        ) from trouble
    return there


def _database(*, there: bool = True) -> Path:
    path = Path(connection.settings_dict["NAME"])
    if there and not path.exists():
        raise Refused("", marked("There is no database at {path}."), path=str(path))
    return path


def _opened(file: Path, mode: str) -> sqlite3.Connection:
    # A copy beside which nothing lies needs no lock, so it may lie where nothing can be written.
    alone = mode == "ro" and not file.with_name(f"{file.name}-wal").exists()
    address = f"{file.resolve().as_uri()}?mode={mode}{'&immutable=1' if alone else ''}"
    return sqlite3.connect(address, uri=True, isolation_level=None)


def _copy(ours: sqlite3.Connection, draft: Path, *, left_out: Sequence[str] = ()) -> None:
    try:
        with closing(sqlite3.connect(draft, isolation_level=None)) as copy:
            ours.backup(copy)
            # One file that is whole by itself, whatever is read beside it.
            copy.execute("PRAGMA journal_mode=DELETE")
            for table in left_out:
                copy.execute(f"DELETE FROM {table}")  # noqa: S608 - names of our own
            if left_out:
                # What was deleted would stand in the file all the same.
                copy.execute("VACUUM")
    except sqlite3.Error as trouble:
        raise NotWritten(str(trouble)) from trouble


def _keep_others_out(ours: sqlite3.Connection) -> None:
    ours.execute("PRAGMA locking_mode=EXCLUSIVE")
    try:
        ours.execute("BEGIN EXCLUSIVE")
        ours.execute("COMMIT")
    except sqlite3.OperationalError as trouble:
        if trouble.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise
        raise Refused("", marked("The site is running. Stop it, and then restore.")) from trouble
