"""Which of its pasts the database tells: a restore begins a new one.

Versions of tournaments are counted by the database, so after a restore they are counted again. What
the cache holds under the same number belongs to what is no more, wherever it could not be emptied.
A process that has not asked the database yet knows none of them, and shares nothing with others.
"""

from __future__ import annotations

import logging
import secrets
from typing import Any

from django.db import DatabaseError, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.dispatch import receiver

log = logging.getLogger(__name__)

LAST = "SELECT key FROM tournaments_restoration ORDER BY id DESC LIMIT 1"

UNKNOWN = f"unknown-{secrets.token_hex(8)}"
"""Of this process alone: what it reads and keeps under it, no other one has ever kept."""

_current = UNKNOWN


def key_of_cache(key: str, prefix: str, version: int) -> str:
    """Keys of the cache, of this timeline alone."""
    return f"{prefix}:{_current}:{version}:{key}"


def ask() -> None:
    """Learn it before anybody is answered. Where the database is away, whoever reaches it first
    learns it."""
    try:
        connection.ensure_connection()
    except DatabaseError as trouble:
        log.error("The database does not answer yet: %s", trouble)
    finally:
        # A thread's connections are its own, and nobody else closes them.
        connections.close_all()


@receiver(connection_created, dispatch_uid="learn-timeline")
def learn(connection: BaseDatabaseWrapper, **_kwargs: Any) -> None:
    """Read it anew: no connection outlives a restore, so each new one may be to another past."""
    global _current  # noqa: PLW0603 - one database, so one timeline for the process
    try:
        # By this very connection, which may be to a database that is not the site's yet.
        with connection.cursor() as cursor:
            cursor.execute(LAST)
            found = cursor.fetchone()
    except DatabaseError:
        # Not migrated yet, or it broke off.
        _current = UNKNOWN
        return
    _current = found[0] if found else ""


def learn_now(using: str, **_kwargs: Any) -> None:
    """Where the tables have just been made, the connection was there before them."""
    learn(connections[using])
