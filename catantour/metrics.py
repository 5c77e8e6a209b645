"""What a Prometheus asks at `/metrics/`: only where METRICS_TOKEN is set, and of whoever knows it.

Requests are counted by each process of the web server into files that whichever is asked adds up
(PROMETHEUS_MULTIPROC_DIR, see server.py); all else is read from the database at that moment.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.db import DatabaseError, connection
from django.db.models import Count, Min
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.crypto import constant_time_compare
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Histogram,
    generate_latest,
)
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector

from catantour import health
from tournaments.domain.mailing import GIVE_UP_AFTER
from tournaments.models import Job, Mail
from tournaments.models.logbook import JobState
from tournaments.services import backups, disk

ADDRESS = "/metrics/"
FILES = "PROMETHEUS_MULTIPROC_DIR"

UNFINISHED = (JobState.QUEUED, JobState.RUNNING, JobState.FAILED)

NO_VIEW = "none"
"""The view of what was refused before it reached one."""

Answer = Callable[[HttpRequest], HttpResponse]

_of_this_process = CollectorRegistry()
REQUESTS = Counter(
    "catantour_requests",
    "Requests that were answered.",
    ["view", "status"],
    registry=_of_this_process,
)
SECONDS = Histogram(
    "catantour_request_seconds",
    "How long a request took to answer, from its last byte on.",
    ["view"],
    buckets=(0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10),
    registry=_of_this_process,
)


def count_requests(get_response: Answer) -> Answer:
    """The middleware: counts what is answered, and answers who asks for the counts."""
    if not settings.METRICS_TOKEN:
        raise MiddlewareNotUsed

    def answer(request: HttpRequest) -> HttpResponse:
        if request.path == ADDRESS:
            return _told(request)
        began = time.perf_counter()
        response = get_response(request)
        view = request.resolver_match.view_name if request.resolver_match else NO_VIEW
        SECONDS.labels(view).observe(time.perf_counter() - began)
        REQUESTS.labels(view, response.status_code).inc()
        return response

    return answer


def _told(request: HttpRequest) -> HttpResponse:
    wanted = f"Bearer {settings.METRICS_TOKEN}"
    if not constant_time_compare(request.headers.get("Authorization", ""), wanted):
        refused = HttpResponse(status=401)
        refused.headers["WWW-Authenticate"] = "Bearer"
        return refused
    house = CollectorRegistry()
    house.register(House())
    text = generate_latest(_counted()) + generate_latest(house)
    response = HttpResponse(text, content_type=CONTENT_TYPE_LATEST)
    add_never_cache_headers(response)
    return response


def _counted() -> CollectorRegistry:
    """What all processes together have counted."""
    if FILES not in os.environ:
        return _of_this_process
    together = CollectorRegistry()
    MultiProcessCollector(together)
    return together


class House:
    """How the parts around the requests are."""

    def collect(self) -> Iterator[Metric]:
        try:
            yield from _work()
            yield _gauge("database_up", "Whether the database answers.", 1)
        except DatabaseError:
            yield _gauge("database_up", "Whether the database answers.", 0)
        yield _redis()
        yield _gauge("disk_free_bytes", "Room on the site's disk.", disk.free_bytes())
        copies = backups.kept_copies()
        if copies:
            age = (timezone.now() - copies[0].at).total_seconds()
            yield _gauge("newest_copy_seconds", "Age of the newest copy beside the database.", age)
        if newest := backups.newest_of_nights():
            age = (timezone.now() - newest.at).total_seconds()
            yield _gauge("newest_backup_seconds", "Age of the newest backup of a night.", age)


def _gauge(name: str, says: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"catantour_{name}", says, value)


def _work() -> Iterator[Metric]:
    """What waits in the database. All is read before the first is given: it is there or not."""
    counted = dict(Job.objects.order_by().values_list("state").annotate(Count("pk")))
    now = timezone.now()
    waiting = Mail.objects.filter(sent_at__isnull=True, at__gt=now - GIVE_UP_AFTER).aggregate(
        many=Count("pk"), oldest=Min("at")
    )
    size = _size_of_database()
    jobs = GaugeMetricFamily("catantour_jobs", "Long work that is not done.", labels=["state"])
    for state in UNFINISHED:
        jobs.add_metric([state], counted.get(state, 0))
    yield jobs
    yield _gauge("mails_waiting", "E-mails that are still to be sent.", waiting["many"])
    oldest = waiting["oldest"]
    seconds = (now - oldest).total_seconds() if oldest else 0
    yield _gauge("oldest_mail_seconds", "How long the oldest of them waits.", seconds)
    yield _gauge("database_bytes", "Size of the database.", size)


def _redis() -> Metric:
    reached = GaugeMetricFamily(
        "catantour_redis_up", "Whether Redis is reached, where it is used.", labels=["part"]
    )
    parts = {"cache": health.state_of_cache(), "queue": health.state_of_queue()}
    for part, state in parts.items():
        if state != health.NOT_USED:
            reached.add_metric([part], state == health.WELL)
    return reached


def _size_of_database() -> int:
    if connection.vendor == "sqlite":
        name = Path(connection.settings_dict["NAME"])
        files = (name, name.with_name(f"{name.name}-wal"))
        return sum(file.stat().st_size for file in files if file.exists())
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        [(size,)] = cursor.fetchall()
    return size
