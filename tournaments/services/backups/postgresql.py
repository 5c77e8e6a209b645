"""Backups of PostgreSQL, by its own programs; the password goes to them by the environment."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.db.backends.postgresql.client import DatabaseClient

from tournaments.domain.values import Refused, marked
from tournaments.services.backups import checking
from tournaments.services.backups.files import NotWritten, written_whole

SUFFIX = "dump"

OTHERS = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
    AND coalesce(backend_type, 'client backend') = 'client backend'
"""
TABLES = """
    SELECT format('%I.%I', schemaname, tablename) FROM pg_tables
    WHERE schemaname = current_schema() ORDER BY tablename
"""
# Of triggers; those of an extension go and come with it.
FUNCTIONS = """
    SELECT oid::regprocedure::text FROM pg_proc
    WHERE pronamespace = current_schema()::regnamespace
    AND NOT EXISTS (
        SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = oid AND deptype = 'e'
    )
    ORDER BY 1
"""

WITHOUT_OWNERS = ("--no-owner", "--no-privileges")
"""The account of the site may have another name where it is restored."""


class Failed(Exception):
    """A program of PostgreSQL that ended in trouble; the message is the last that it said."""


def take(draft: Path, *, left_out: Sequence[str] = ()) -> None:
    """Write the database of the site, as it is at one moment, into an empty file; of the tables
    that are `left_out` no row."""
    without = [f"--exclude-table-data=*.{table}" for table in left_out]
    account, name, environment = _address()
    words = ("--format=custom", f"--file={draft}", *without)
    try:
        _run("pg_dump", *words, *account, name, environment=environment)
    except Failed as trouble:
        raise NotWritten(str(trouble)) from trouble


def look_through(file: Path) -> checking.Migrations:
    """The migrations that a backup has; reads all of it. Raises `Broken`."""
    checking.check_beginning(file, checking.POSTGRESQL)
    try:
        _run("pg_restore", f"--file={os.devnull}", str(file))
        written = _run(
            *("pg_restore", "--data-only", "--table=django_migrations", "--file=-", str(file))
        )
    except Failed as trouble:
        raise checking.Broken(str(trouble)) from trouble
    return _migrations(written)


def put(file: Path, before: Path) -> bool:
    """Put what is in `file` in the place of what is there, all of it or nothing.

    What was there goes into `before`; returns whether there was anything. Refused while anybody
    else is connected to the database.
    """
    there = _dropped_without_others()
    if there:
        with written_whole(before) as draft:
            take(draft)
    account, name, environment = _address()
    with tempfile.TemporaryDirectory(dir=settings.VAR_DIR) as folder:
        away, script = Path(folder, "away.sql"), Path(folder, "restored.sql")
        away.write_text("\n".join(["SET lock_timeout = '10s';", *there]))
        try:
            _run("pg_restore", *WITHOUT_OWNERS, f"--file={script}", str(file))
            # Written out first: of a script that breaks off psql would save the first half.
            _run(
                *("psql", "--no-psqlrc", "--quiet", "--output", os.devnull),
                *("--single-transaction", "--set=ON_ERROR_STOP=1"),
                *(f"--file={away}", f"--file={script}", *account, name),
                environment=environment,
            )
        except Failed as trouble:
            raise Refused(
                "",
                marked("{file} cannot be put into the database: {why}."),
                file=str(file),
                why=str(trouble),
            ) from trouble
    return bool(there)


def _dropped_without_others() -> list[str]:
    """The orders that empty the database, which nobody else may be connected to."""
    with connection.cursor() as cursor:
        cursor.execute(OTHERS)
        [(others,)] = cursor.fetchall()
        if others:
            raise Refused(
                "",
                marked(
                    "The database is in use ({others} connections). Stop the site with its worker "
                    "and clock, and then restore."
                ),
                others=others,
            )
        cursor.execute(TABLES)
        orders = [f"DROP TABLE {table} CASCADE;" for (table,) in cursor.fetchall()]
        cursor.execute(FUNCTIONS)
        orders += [f"DROP ROUTINE {function};" for (function,) in cursor.fetchall()]
    connection.close()
    return orders


def _migrations(written: str) -> checking.Migrations:
    """The rows that stand between COPY and its end, of which we know the columns' order."""
    rows = [line.split("\t") for line in written.splitlines()]
    return {(row[1], row[2]) for row in rows if len(row) == 4 and row[0].isdigit()}


def _address() -> tuple[list[str], str, dict[str, str]]:
    """Account and place as words, the database's name, and the rest for the environment."""
    words, environment = DatabaseClient.settings_to_cmd_args_env(connection.settings_dict, [])
    _, *account, name = words
    return account, name, environment or {}


def _run(program: str, *words: str, environment: dict[str, str] | None = None) -> str:
    told = os.environ | {"LC_MESSAGES": "C"} | (environment or {})
    try:
        done = subprocess.run(  # noqa: S603 - a list of words, which no shell reads
            [program, *words], env=told, capture_output=True, text=True, check=False
        )
    except FileNotFoundError as missing:
        raise Refused(
            "",
            marked("{program} is not installed; it comes with PostgreSQL's client programs."),
            program=program,
        ) from missing
    if done.returncode:
        lines = done.stderr.strip().splitlines() or [str(done.returncode)]
        errors = [line for line in lines if "error:" in line.lower()]
        raise Failed((errors or lines)[0])
    return done.stdout
