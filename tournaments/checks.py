"""What is looked at before the site starts: whether all its processes may be connected at once,
whether the database keeps every letter, and whether all processes and machines know of each
other."""

from __future__ import annotations

from typing import Any

import psycopg
from django.conf import settings
from django.core.checks import CheckMessage, Error, Info, Tags, Warning, register
from django.db import connection
from django.utils import timezone

from tournaments.domain.backups import hours_old, is_late
from tournaments.services import alarms, backups

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


@register(Tags.security, deploy=True)
def one_process_alone(**_kwargs: Any) -> list[CheckMessage]:
    """Warn of several processes of a site that was given nothing in which they would meet."""
    missing = [
        name
        for name, given in (
            ("DATABASE_URL", connection.vendor == "postgresql"),
            ("REDIS_URL", settings.CACHE_URL and settings.BROKER_URL),
        )
        if not given
    ]
    if settings.WEB_CONCURRENCY * settings.MACHINES == 1 or not missing:
        return []
    return [
        Warning(
            f"The site shall run in several processes, but {' and '.join(missing)} is empty: each "
            "would count for itself, and no worker would be found.",
            hint="Give it PostgreSQL and Redis (docs/operations.md), or leave out WEB_CONCURRENCY "
            "and MACHINES.",
            id="catantour.W002",
        )
    ]


@register(Tags.security, deploy=True)
def a_backup_every_night(**_kwargs: Any) -> list[CheckMessage]:
    """Tell of a backup that did not come. No warning, for which the site would not start."""
    newest = backups.newest_of_nights()
    now = timezone.now()
    if not settings.BACKUP_DIR or not is_late(newest and newest.at, now):
        return []
    if newest:
        told = (
            f"The newest backup in {settings.BACKUP_DIR} is {hours_old(newest.at, now)} hours old."
        )
    else:
        told = f"There is no backup in {settings.BACKUP_DIR}."
    return [
        Info(
            told,
            hint="journalctl -u catantour-backup says why none came.",
            id="catantour.I001",
        )
    ]


@register(Tags.database, deploy=True)
def somebody_to_tell(**_kwargs: Any) -> list[CheckMessage]:
    """Say where a backup that fails would be nobody's news. No warning either."""
    if not settings.BACKUP_DIR or alarms.whom_to_tell():
        return []
    return [
        Info(
            f"Nobody is told of a backup that fails: {alarms.why_nobody()}.",
            hint="Give EMAIL_URL and SERIES_EMAIL.",
            id="catantour.I002",
        )
    ]


@register(Tags.database)
def every_letter(**_kwargs: Any) -> list[CheckMessage]:
    """Refuse a PostgreSQL database that does not keep the letters of all names.

    One that is made where the machine has no language is in SQL_ASCII: it takes everything at
    first, and fails on the day of an event.
    """
    encoding = _answer("server_encoding") if connection.vendor == "postgresql" else None
    if encoding in (None, "UTF8"):
        return []
    return [
        Error(
            f"The database keeps its texts in {encoding}, not in UTF8.",
            hint="Make it anew: createdb --owner=catantour --template=template0 --encoding=UTF8 "
            "--locale=C.UTF-8 catantour",
            id="catantour.E002",
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
    most, reserved = (
        _answer(name) for name in ("max_connections", "superuser_reserved_connections")
    )
    return None if most is None or reserved is None else int(most) - int(reserved)


def _answer(name: str) -> str | None:
    """What PostgreSQL has for a setting of its own; None of a server that cannot be asked."""
    # Not from the pool, which would try again and again.
    asked = connection.get_connection_params() | {"connect_timeout": SECONDS_TO_CONNECT}
    try:
        with psycopg.connect(**asked) as server:
            return str(server.execute(f"SHOW {name}").fetchone()[0])
    except psycopg.OperationalError:
        return None
