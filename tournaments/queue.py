"""Work that waits: a worker is asked for it, or a thread of this process on the embedded site.

What does the work, and everything that it needs, is imported when it is asked for: most commands
ask for none.
"""

from __future__ import annotations

import logging
from concurrent.futures import Future, ThreadPoolExecutor
from importlib import import_module
from threading import BoundedSemaphore
from types import ModuleType
from typing import Any

from django.conf import settings
from django.db import connections
from django.dispatch import receiver

from tournaments.services import jobs, mailing

log = logging.getLogger(__name__)

THREADS_FOR_JOBS = 2
_asking = BoundedSemaphore(100)
_aside = ThreadPoolExecutor(THREADS_FOR_JOBS, thread_name_prefix="job")


def _tasks() -> ModuleType:
    return import_module("tournaments.tasks")


@receiver(mailing.mail_written)
def _send_soon(**_kwargs: Any) -> None:
    # The embedded site has no worker: catantour/beat.py sends there.
    if not settings.JOBS_IN_THREADS:
        _ask_workers("send_mail")


@receiver(jobs.job_waiting)
def _start_job(token: str, **_kwargs: Any) -> None:
    if settings.JOBS_IN_THREADS:
        # Asking for the result brings what went wrong into the log.
        _aside.submit(_run_aside, token).add_done_callback(Future.result)
        return
    _ask_workers("run_job", token)


def _ask_workers(task: str, *arguments: str) -> None:
    """Put a task into the queue, beside the request: a frozen queue holds up nobody.

    What does not get there is asked for again by the clock.
    """
    if settings.CELERY_TASK_ALWAYS_EAGER:
        getattr(_tasks(), task).delay(*arguments)
    elif _asking.acquire(blocking=False):
        _aside.submit(_ask, task, *arguments)
    else:
        log.error("The task queue does not answer; tournaments.tasks.%s waits for the clock.", task)


def _ask(task: str, *arguments: str) -> None:
    from kombu.exceptions import OperationalError

    try:
        getattr(_tasks(), task).delay(*arguments)
    except OperationalError as trouble:
        log.error("tournaments.tasks.%s reached no task queue: %s", task, trouble)
    finally:
        _asking.release()


def _run_aside(token: str) -> None:
    try:
        _tasks().run_job(token)
    finally:
        # A thread's connections are its own, and nobody else closes them.
        connections.close_all()
