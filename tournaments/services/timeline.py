"""Which of its pasts the database tells: a restore begins a new one.

Versions of tournaments are counted by the database, so after a restore they are counted again. What
the cache holds under the same number belongs to what is no more, wherever it could not be emptied.
"""

from __future__ import annotations

from typing import Any

from django.db import DatabaseError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.dispatch import receiver

LAST = "SELECT key FROM tournaments_restoration ORDER BY id DESC LIMIT 1"

_current = ""


def key_of_cache(key: str, prefix: str, version: int) -> str:
    """Keys of the cache, of this timeline alone."""
    return f"{prefix}:{_current}:{version}:{key}"


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
        # Not migrated yet.
        return
    _current = found[0] if found else ""
