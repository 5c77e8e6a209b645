"""Work outside a request; each task calls the same services as the pages."""

from __future__ import annotations

import logging
from concurrent.futures import Future, ThreadPoolExecutor
from importlib import import_module
from threading import BoundedSemaphore
from typing import Any

from celery import Task, current_app, shared_task
from django.conf import settings
from django.db import connections
from django.dispatch import receiver
from kombu.exceptions import OperationalError

from tournaments.exports import checked_games, kinds
from tournaments.models import Job
from tournaments.services import (
    backups,
    bare_persons,
    clock,
    closed_accounts,
    councils,
    entering,
    histories,
    jobs,
    lapsed,
    mailing,
    offices,
)
from tournaments.services.checking_games import CHECK_GAMES

log = logging.getLogger(__name__)

THREADS_FOR_JOBS = 2
_asking = BoundedSemaphore(100)
_aside = ThreadPoolExecutor(THREADS_FOR_JOBS, thread_name_prefix="job")


@shared_task
def send_mail() -> int:
    """Send the e-mails that wait; a second run at the same time or later sends none twice."""
    return mailing.send_unsent(clock.now)


@shared_task
def lapse_registrations() -> int:
    """Drop the sign-ups that nobody confirmed in time, and keep no place for them for longer."""
    events = entering.lapse_registrations(clock.now())
    entering.release_places(clock.now())
    return events


@shared_task
def end_what_was_left() -> int:
    """End the links that accounts have seen whose rights ended without a word."""
    return closed_accounts.end_what_was_left(clock.now())


@receiver(mailing.mail_written)
def _send_soon(**_kwargs: Any) -> None:
    # The embedded site has no worker: catantour/beat.py sends there.
    if not settings.JOBS_IN_THREADS:
        _ask_workers(send_mail)


@shared_task
def run_job(token: str) -> bool:
    """Make the file of a job; a second run at the same time or later does nothing."""
    return jobs.run_job(token, _write, jobs.database_clock())


@shared_task
def take_up_jobs() -> int:
    """Ask again for jobs that the queue lost or whose worker died."""
    return jobs.take_up_jobs(jobs.database_clock())


@shared_task
def keep_copy() -> bool:
    """Keep a copy of the database beside it; comes round where that is a file of this machine."""
    return backups.keep_copy(clock.now())


@shared_task
def clear_old_jobs() -> int:
    """Delete files of jobs that nobody needs any more."""
    return jobs.clear_old_jobs(clock.now())


@shared_task
def clear_old_requests() -> int:
    """Delete requests for an office that were decided long ago."""
    return offices.clear_old_requests(clock.now())


@shared_task
def clear_lapsed() -> int:
    """Delete what was kept of sign-ups that lapsed over a week ago."""
    return lapsed.clear_lapsed(clock.now())


@shared_task
def empty_histories() -> int:
    """Empty what histories and councils still tell of people who are gone, and delete whoever
    nothing hangs on."""
    emptied = histories.empty_what_was_left() + councils.empty_what_was_left()
    return emptied + bare_persons.delete_who_is_left_bare(clock.now())


@shared_task
def clear_old_sessions() -> None:
    """Delete the sessions that have run out, with the personal links that were opened in them."""
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()


def _write(job: Job, report: jobs.Report) -> tuple[bytes, str]:
    if job.kind == CHECK_GAMES:
        return checked_games.write(job, clock.now(), report)
    return kinds.write(job.kind, job.tournament, job.parameters, clock.now(), report)


@receiver(jobs.job_waiting)
def _start_job(token: str, **_kwargs: Any) -> None:
    if settings.JOBS_IN_THREADS:
        # Asking for the result brings what went wrong into the log.
        _aside.submit(_run_aside, token).add_done_callback(Future.result)
        return
    _ask_workers(run_job, token)


def _ask_workers(task: Task, *arguments: str) -> None:
    """Put a task into the queue, beside the request: a frozen queue holds up nobody.

    What does not get there is asked for again by the clock.
    """
    if current_app.conf.task_always_eager:
        task.delay(*arguments)
    elif _asking.acquire(blocking=False):
        _aside.submit(_ask, task, *arguments)
    else:
        log.error("The task queue does not answer; %s waits for the clock.", task.name)


def _ask(task: Task, *arguments: str) -> None:
    try:
        task.delay(*arguments)
    except OperationalError as trouble:
        log.error("%s reached no task queue: %s", task.name, trouble)
    finally:
        _asking.release()


def _run_aside(token: str) -> None:
    try:
        run_job(token)
    finally:
        # A thread's connections are its own, and nobody else closes them.
        connections.close_all()
