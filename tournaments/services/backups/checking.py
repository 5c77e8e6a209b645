"""Whether a file is a backup that this site can take in; looked at before anything is touched."""

from __future__ import annotations

from collections.abc import Set
from pathlib import Path

from django.db.migrations.loader import MigrationLoader

from tournaments.domain.values import Refused, marked

SQLITE = b"SQLite format 3\0"
POSTGRESQL = b"PGDMP"
BEGINNINGS = {SQLITE: "SQLite", POSTGRESQL: "PostgreSQL"}

Migrations = Set[tuple[str, str]]
"""Each by its app and name."""


class Broken(Exception):
    """A database or a backup that cannot be read to its end; the message says what is wrong."""


def check_beginning(file: Path, wanted: bytes) -> None:
    """Refuse what is no file, no backup, or one of the other database."""
    try:
        with file.open("rb") as opened:
            beginning = opened.read(len(SQLITE))
    except OSError as trouble:
        raise Refused(
            "", marked("{file} cannot be read: {why}."), file=str(file), why=trouble.strerror
        ) from trouble
    if beginning.startswith(wanted):
        return
    for other, name in BEGINNINGS.items():
        if beginning.startswith(other):
            raise Refused(
                "",
                marked(
                    "{file} is a backup of {other}, but this site is kept in {own}. Bring its "
                    "tournaments one by one: export_tournament there, import_tournament here."
                ),
                file=str(file),
                other=name,
                own=BEGINNINGS[wanted],
            )
    raise no_backup(file)


def check_release(file: Path, applied: Migrations) -> None:
    """Refuse what another program wrote, or a newer release of this one."""
    if not any(app == "tournaments" for app, _ in applied):
        raise no_backup(file)
    loader = MigrationLoader(None, ignore_no_migrations=True)
    unknown = sorted(applied - set(loader.disk_migrations))
    if unknown:
        raise Refused(
            "",
            marked(
                "{file} was written by a newer release of this program, which has {step}. "
                "Upgrade first."
            ),
            file=str(file),
            step=" ".join(unknown[0]),
        )


def no_backup(file: Path) -> Refused:
    return Refused("", marked("{file} is no backup of this site."), file=str(file))
