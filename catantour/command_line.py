"""What `manage.py` says where a command cannot do its work: a line on standard error with what
happened and what to do, whichever command it is. What nobody can foresee keeps its traceback."""

from __future__ import annotations

import os
import sqlite3
import sys

import psycopg
from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.db import DatabaseError, connection

from tournaments.services.locks import PRIMARY_CODE, is_away, is_locked_out

CANNOT = 2
"""Exit code, the same as of a command that was given something it cannot answer."""

UNREAD = 141
"""Exit code where nobody read the answer to its end, as shells have it for such programs."""

SECONDS_TO_CONNECT = 5


def run(words: list[str]) -> None:
    try:
        try:
            execute_from_command_line(words)
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()
    except BrokenPipeError:
        # `manage.py showmigrations | head`: what is still buffered would fail again at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(UNREAD)
    except ImproperlyConfigured as trouble:
        _give_up(str(trouble))
    except (DatabaseError, OSError) as error:
        reason = _reason(error, migrating="migrate" in words[1:2])
        if reason is None:
            raise
        _give_up(reason)


def _give_up(reason: str) -> None:
    print(reason, file=sys.stderr)
    sys.exit(CANNOT)


def _reason(error: DatabaseError | OSError, *, migrating: bool) -> str | None:
    """What is wrong with disk or database; None where that is not the trouble."""
    # Django is ready for these only after a command has begun.
    from catantour.errors import is_disk_full
    from catantour.health import WELL, what_is_needed

    if is_disk_full(error):
        return (
            "The disk is full: nothing of the step that failed is done. Make room, and start again."
        )
    if isinstance(error, OSError):
        return None
    if is_locked_out(error):
        return (
            f"Others were writing for too long ({_line(error)}). Nothing of the step that waited "
            "for them is done; start the command again."
        )
    if _is_of_its_file(error):
        return (
            f"The database in VAR_DIR: {_line(error)}. It is a file of the account that runs the "
            "site; run its commands as that account."
        )
    needed = what_is_needed()
    if is_away(error) or needed["database"] != WELL:
        return f"The database does not answer: {_why_away() or _line(error)}"
    if needed["migrations"] != WELL and not migrating:
        return (
            "The database lacks tables of this release. Make them by `manage.py migrate`, with the "
            "settings of the site (DATABASE_URL, VAR_DIR), and start the command again."
        )
    return None


def _is_of_its_file(error: DatabaseError) -> bool:
    """Whether SQLite may not open its file, or not write it."""
    code = getattr(error.__cause__, "sqlite_errorcode", 0) & PRIMARY_CODE
    return code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)


def _why_away() -> str:
    """What PostgreSQL says to a connection of our own: a pool tells only that it waited."""
    if connection.vendor != "postgresql":
        return ""
    asked = connection.get_connection_params() | {"connect_timeout": SECONDS_TO_CONNECT}
    try:
        psycopg.connect(**asked).close()
    except psycopg.OperationalError as error:
        return _line(error)
    return ""


def _line(error: Exception) -> str:
    return str(error).partition("\n")[0]
