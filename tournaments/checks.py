"""What is looked at before the site starts: whether all its processes may be connected at once, and
whether all its machines know each other's signatures."""

from __future__ import annotations

from typing import Any

import psycopg
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.db import connection

SPARE = 3
"""Kept free for beat, `manage.py` and whoever looks at the database by hand."""

SECONDS_TO_CONNECT = 5


@register(Tags.security)
def one_secret_key(**_kwargs: Any) -> list[CheckMessage]:
    """Refuse machines that would not know who signed in at another, nor links that it signed."""
    if settings.MACHINES == 1 or settings.SECRET_KEY_GIVEN:
        return []
    return [
        Error(
            f"SECRET_KEY is empty, and MACHINES is {settings.MACHINES}: each machine would make up "
            "a key of its own.",
            hint="Give all machines the same SECRET_KEY, such as what VAR_DIR/secret-key holds on "
            "the first.",
            id="catantour.E001",
        )
    ]


@register(Tags.database, deploy=True)
def enough_connections(**_kwargs: Any) -> list[CheckMessage]:
    """Compare what all processes may open with what PostgreSQL allows, as long as it answers."""
    allowed = _connections_allowed() if connection.vendor == "postgresql" else None
    if allowed is None or _sum() <= allowed:
        return []
    return [
        Warning(
            f"The site may open {_sum()} connections to PostgreSQL, which allows {allowed}: "
            f"{_in_words()}.",
            hint="Lower WEB_CONCURRENCY, WORKER_CONCURRENCY or DATABASE_CONNECTIONS, or raise "
            "max_connections of PostgreSQL.",
            id="catantour.W001",
        )
    ]


def _sum() -> int:
    web = settings.WEB_CONCURRENCY * settings.DATABASE_CONNECTIONS
    return settings.MACHINES * (web + settings.CELERY_WORKER_CONCURRENCY) + SPARE


def _in_words() -> str:
    return (
        f"{settings.MACHINES} machine(s), each with {settings.WEB_CONCURRENCY} web process(es) "
        f"of {settings.DATABASE_CONNECTIONS} and {settings.CELERY_WORKER_CONCURRENCY} of the "
        f"worker, and {SPARE} spare"
    )


def _connections_allowed() -> int | None:
    """How many may be open at once; None of a server that cannot be asked."""
    # Not from the pool, which would try again and again.
    asked = connection.get_connection_params() | {"connect_timeout": SECONDS_TO_CONNECT}
    try:
        with psycopg.connect(**asked) as server:
            return _number(server, "max_connections") - _number(
                server, "superuser_reserved_connections"
            )
    except psycopg.OperationalError:
        return None


def _number(server: psycopg.Connection[Any], name: str) -> int:
    return int(server.execute(f"SHOW {name}").fetchone()[0])
