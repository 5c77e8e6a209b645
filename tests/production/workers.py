"""A worker that the tests give something to do."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from celery.contrib.testing.worker import TestWorkController, start_worker
from django.utils import timezone

from catantour.celery import app
from tournaments import tasks
from tournaments.models import Mail

SECONDS_TO_WAIT = 20


class Starting(TestWorkController):
    """One that fails at its start fails the test, too."""

    def ensure_started(self) -> None:
        assert self._on_started.wait(SECONDS_TO_WAIT), "the worker did not start"


@contextmanager
def a_worker() -> Iterator[None]:
    """A Celery worker in a thread, which takes what the test leaves in Redis."""
    app.conf.task_always_eager = False
    try:
        with start_worker(app, WorkController=Starting, perform_ping_check=False):
            yield
    finally:
        app.conf.task_always_eager = True


def wait_until(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + SECONDS_TO_WAIT
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.05)


def works() -> bool:
    """Whether somebody sends the e-mail that is asked for now."""
    written = Mail.objects.create(
        key=f"confirmed:{Mail.objects.count() + 1}",
        to="anna@example.org",
        subject="A place",
        body="",
        at=timezone.now(),
    )
    sent = Mail.objects.filter(pk=written.pk, sent_at__isnull=False)
    tasks.send_mail.delay()
    wait_until(sent.exists)
    return sent.exists()
