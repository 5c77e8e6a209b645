"""What a watcher asks of the site: whether this process is alive, and whether it can serve.

Answered ahead of everything else, so that whoever probes needs no cookie, no certificate and none
of the site's own names.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import redis
from django.conf import settings
from django.core.cache import cache as pages
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers

from catantour.watchdog import ALIVE
from tournaments.domain.backups import is_late
from tournaments.domain.room import Room
from tournaments.services import backups, clock, disk

READY = "/health/ready/"

WELL = "ok"
AWAY = "away; the site goes on without it"
NOT_USED = "not used"
LATE = "none since last night"

DISK = {
    Room.ENOUGH: WELL,
    Room.LITTLE: "nearly full",
    Room.NONE: "full; the site only reads",
}
"""By the room on it: pages go on without any, so whoever sends requests here may go on, too."""

PATIENCE = 0.5
"""Seconds for the task queue to answer: a frozen one must not look like a site that is."""

TIME = "Site-Time"
"""The header that tells the time of the site, for clocks in browsers."""

Answer = Callable[[HttpRequest], HttpResponse]


def answer_probes(get_response: Answer) -> Answer:
    """The middleware. `/health/` asks nothing of anybody; `/health/ready/` answers 503 with the
    reason where pages would fail."""

    def answer(request: HttpRequest) -> HttpResponse:
        if request.method not in ("GET", "HEAD") or request.path not in (ALIVE, READY):
            return get_response(request)
        return _said({"site": WELL}) if request.path == ALIVE else _ready()

    return answer


def _ready() -> HttpResponse:
    needed = what_is_needed()
    beside = {
        "cache": state_of_cache(),
        "queue": state_of_queue(),
        "disk": DISK[disk.room()],
        "backup": state_of_backup(),
    }
    said = _said(needed | beside)
    if set(needed.values()) != {WELL}:
        said.status_code = 503
    return said


def _said(parts: dict[str, str]) -> HttpResponse:
    lines = "".join(f"{name}: {state}\n" for name, state in parts.items())
    response = HttpResponse(lines, content_type="text/plain; charset=utf-8")
    add_never_cache_headers(response)
    response.headers[TIME] = clock.now().isoformat()
    return response


def what_is_needed() -> dict[str, str]:
    """The parts without which no page is right, each with its state in words.

    What the next release has added to the tables already is no trouble: two live side by side.
    """
    try:
        applied = MigrationRecorder(connection).applied_migrations()
    except DatabaseError:
        # What the driver says may name hosts and accounts; the log has it where a page failed.
        return {"database": "does not answer"}
    # The last of each app stands for those before it.
    missing = dict(sorted(name for name in _migrations() if name not in applied))
    named = ", ".join(" ".join(name) for name in missing.items())
    return {"database": WELL, "migrations": f"not applied: {named}" if missing else WELL}


@cache
def _migrations() -> frozenset[tuple[str, str]]:
    """All of this release, each by its app and name; read once, since its files do not change."""
    return frozenset(MigrationLoader(None, ignore_no_migrations=True).graph.nodes)


def state_of_backup() -> str:
    """Whether last night's is there: a site without one serves, but somebody has to come."""
    if not settings.BACKUP_DIR:
        return NOT_USED
    newest = backups.newest_of_nights()
    return LATE if is_late(newest and newest.at, timezone.now()) else WELL


def state_of_cache() -> str:
    if not settings.CACHE_URL:
        return NOT_USED
    # Asking it is how its absence is found out.
    pages.get("health")
    return AWAY if pages.absence else WELL


def state_of_queue() -> str:
    if not settings.BROKER_URL:
        return NOT_USED
    client = redis.Redis.from_url(
        settings.BROKER_URL, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE
    )
    try:
        client.ping()
    except redis.RedisError:
        return AWAY
    finally:
        client.close()
    return WELL
