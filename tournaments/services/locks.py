"""What the database says where others hold what an act wants to write.

Whoever locks persons and events locks persons first, by key, then a join of theirs, then events,
by key (services/handing_over.py); what was not locked ahead is asked for without waiting. So acts
queue up and none waits for one that waits for it. Where two do all the same, the database ends one
of them, of which nothing is saved: it can be done again.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from traceback import walk_tb
from typing import Any

import psycopg
from django.db import DatabaseError, OperationalError, connections
from django.db.backends.base.base import BaseDatabaseWrapper

UNDONE = (psycopg.errors.DeadlockDetected, psycopg.errors.SerializationFailure)
"""What PostgreSQL says to one of two who got into each other's way: the other one is served now."""

LATE = (
    psycopg.errors.LockNotAvailable,
    psycopg.errors.QueryCanceled,
    psycopg.errors.IdleInTransactionSessionTimeout,
)
"""What it says to whoever waited, asked or thought for longer than the settings allow."""

AWAY = (
    psycopg.errors.AdminShutdown,
    psycopg.errors.CrashShutdown,
    psycopg.errors.CannotConnectNow,
    psycopg.errors.TooManyConnections,
)
"""What a PostgreSQL says that ends, begins or has no room; one that is killed says nothing."""

PRIMARY_CODE = 0xFF
"""The bits of a code of SQLite that say what happened; the rest say more closely where."""


def is_undone(error: BaseException | None) -> bool:
    """Whether the same act may well go through if it is done again at once."""
    return _is_one(error, UNDONE)


def is_locked_out(error: BaseException | None) -> bool:
    """Whether the database would have done it, had nobody else been writing for so long."""
    return _is_one(error, UNDONE + LATE)


def is_away(error: BaseException | None) -> bool:
    """Whether there was no connection to the database, or it broke: what was not committed by then
    is undone."""
    if not isinstance(error, OperationalError):
        return False
    cause = error.__cause__
    if isinstance(cause, AWAY):
        return True
    return isinstance(cause, psycopg.OperationalError) and cause.sqlstate is None


def is_unsure(error: BaseException) -> bool:
    """Whether the connection broke while it was committed, so that nobody here knows whether it
    is. Where the next connection fails as well, that is the error, and comes of the first."""
    frames = (frame for one in _with_causes(error) for frame, _line in walk_tb(one.__traceback__))
    committing = BaseDatabaseWrapper._commit.__code__
    return is_away(error) and any(frame.f_code is committing for frame in frames)


def _with_causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__context__


def _is_one(error: BaseException | None, kinds: tuple[type[psycopg.Error], ...]) -> bool:
    if not isinstance(error, DatabaseError):
        return False
    cause = error.__cause__
    if isinstance(cause, sqlite3.OperationalError):
        code = getattr(cause, "sqlite_errorcode", 0) & PRIMARY_CODE
        return code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
    return isinstance(cause, kinds)


HURRY = ("statement_timeout", "idle_in_transaction_session_timeout")
"""What a migration may take as long as it takes for; for a lock it waits no longer than others."""


def take_your_time(using: str, **_kwargs: Any) -> None:
    """Let the migrations of this database run for as long as they take."""
    _tell_postgresql(using, [f"SET {name} = 0" for name in HURRY])


def hurry_again(using: str, **_kwargs: Any) -> None:
    """They are over."""
    _tell_postgresql(using, [f"RESET {name}" for name in HURRY])


def _tell_postgresql(using: str, statements: list[str]) -> None:
    connection = connections[using]
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            for statement in statements:
                cursor.execute(statement)
