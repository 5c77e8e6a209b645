"""Long work outside the request that asked for it: started once, watched, kept as a file.

Each time that somebody takes a job it has a turn more, and every further line about it is an update
that names this turn. So a task delivered twice, a worker that was only slow and a second click
never write over each other. Signs of life are told and judged by the database's clock, since
servers and workers are not agreed on theirs.
"""

from __future__ import annotations

import datetime as dt
import logging
import time
from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

from django.core.files.base import ContentFile
from django.db import connection, transaction
from django.db.models import F, Q
from django.dispatch import Signal
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from tournaments.domain.values import Refused, marked
from tournaments.models import Job, Tournament
from tournaments.models.logbook import JobState
from tournaments.services.acts import AlreadyDone, Doer, refuse_who_left
from tournaments.wording import told

log = logging.getLogger(__name__)

SILENT_AFTER = dt.timedelta(minutes=2)
"""A job without a sign of life for so long is taken to be dead."""

SIGN_OF_LIFE = dt.timedelta(seconds=15)
"""Work that goes on is told at least so often, even if its percent stand still."""

LEAST_BETWEEN = dt.timedelta(milliseconds=400)
"""And at most so often, or telling would cost more than the work."""

ASKED_AGAIN_AFTER = dt.timedelta(seconds=30)
"""The task queue may have lost what was asked of it; asking twice does nothing twice."""

MOST_TURNS = 3
"""A job whose workers died so often is not given to one more by itself: it may be what kills them.
Turns are never taken back, or an old worker could write over a new one."""

KEPT = dt.timedelta(days=14)
"""Files hold names, so they are not kept for ever."""

Clock: TypeAlias = Callable[[], dt.datetime]

Report: TypeAlias = Callable[[int, int], None]
"""Called with how many parts are done and how many there are."""

Write: TypeAlias = Callable[[Job, Report], tuple[bytes, str]]
"""Does the work of a job in the active language; returns the file and its name."""

job_waiting = Signal()
"""Sent with `token` once a job is committed; the task queue listens."""


class Superseded(Exception):
    """Somebody else has taken over this job; what we have made is of no use."""


def database_clock() -> Clock:
    """A clock that was set by the database's now and goes on by itself."""
    if connection.vendor == "sqlite":
        # It has no other clock than this machine's.
        return timezone.now
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        (began,) = cursor.fetchone()
    set_at = time.monotonic()
    return lambda: began + dt.timedelta(seconds=time.monotonic() - set_at)


def start_job(
    tournament: Tournament,
    kind: str,
    parameters: dict[str, Any],
    doer: Doer,
    language: str,
    *,
    clock: Clock,
) -> Job:
    """Ask for work, or return the very same work that is under way already (a double click)."""
    with transaction.atomic():
        Tournament.objects.select_for_update().get(pk=tournament.pk)
        refuse_who_left(doer)
        wanted = Job.objects.filter(
            tournament=tournament, kind=kind, parameters=parameters, language=language
        )
        now = clock()
        alive = Q(changed_at__gte=now - SILENT_AFTER)
        under_way = wanted.filter(alive, state__in=[JobState.QUEUED, JobState.RUNNING]).first()
        if under_way is not None:
            return under_way
        job = Job.objects.create(
            tournament=tournament,
            kind=kind,
            parameters=parameters,
            language=language,
            by=doer.name,
            at=doer.now,
            changed_at=now,
        )
        send_on_commit(job)
    return job


def restart_job(job: Job, doer: Doer, *, clock: Clock) -> None:
    """Start a job again that failed or shows no sign of life.

    Raises `AlreadyDone` for one that is finished or still under way.
    """
    now = clock()
    dead = Q(state=JobState.FAILED) | Q(
        state__in=[JobState.QUEUED, JobState.RUNNING], changed_at__lt=now - SILENT_AFTER
    )
    with transaction.atomic():
        # Whoever ends an office has the event.
        list(Tournament.objects.select_for_update().filter(pk=job.tournament_id))
        refuse_who_left(doer)
        again = {"state": JobState.QUEUED, "percent": 0, "message": "", "changed_at": now}
        if not Job.objects.filter(dead, pk=job.pk).update(**again):
            raise AlreadyDone("", marked("This work is finished or still under way."))
        send_on_commit(job)


def is_silent(job: Job, now: dt.datetime) -> bool:
    """Whether unfinished work shows no sign of life any more and may be started again."""
    unfinished = job.state in (JobState.QUEUED, JobState.RUNNING)
    return unfinished and job.changed_at < now - SILENT_AFTER


def take_up_jobs(clock: Clock) -> int:
    """Ask again for jobs that the queue lost or whose worker died; returns how many.

    One that has outlived several workers fails with a sentence instead.
    """
    now = clock()
    unheard = Job.objects.filter(state=JobState.QUEUED, changed_at__lt=now - ASKED_AGAIN_AFTER)
    dead = Job.objects.filter(state=JobState.RUNNING, changed_at__lt=now - SILENT_AFTER)
    killing = [job for job in dead if job.turns and job.turns % MOST_TURNS == 0]
    for job in killing:
        with translation.override(job.language):
            message = _("The work stopped {times} times before it was done. Start it again.")
            dead.filter(pk=job.pk, turns=job.turns).update(
                state=JobState.FAILED, message=message.format(times=MOST_TURNS), changed_at=now
            )
    asked = list(unheard | dead.exclude(pk__in=[job.pk for job in killing]))
    for job in asked:
        send_on_commit(job)
    return len(asked)


def run_job(token: str, write: Write, clock: Clock) -> bool:
    """Do the work of a job, if nobody else does or did it; returns whether this call did.

    A refusal becomes the message of a failed job. Any other mistake fails the job too, in words
    for people, and goes on to the log.
    """
    lease = _Lease.take(token, clock)
    if lease is None:
        return False
    job = Job.objects.select_related("tournament").filter(token=token).first()
    if job is None:
        # Somebody has deleted it just now.
        return False
    with translation.override(job.language):
        failure = _("Something went wrong in the program; it is noted in the log. Start it again.")
        try:
            content, name = write(job, lease.report)
            lease.finish(job, content, name)
            failure = ""
        except Refused as refusal:
            failure = told(refusal)
        except Superseded:
            log.warning("Job %s was taken over by somebody else.", token)
            return False
        finally:
            if failure:
                lease.fail(failure)
    return not failure


def clear_old_jobs(now: dt.datetime) -> int:
    """Delete jobs that were last touched long ago, with their files; returns how many."""
    old = list(Job.objects.filter(changed_at__lt=now - KEPT))
    for job in old:
        delete_job(job)
    return len(old)


def delete_job(job: Job) -> None:
    """Delete a job with its files. Who works on it finds it gone and keeps nothing."""
    job.delete()
    for file in (job.upload, job.file):
        if file:
            file.delete(save=False)


def throw_away(job: Job) -> None:
    """Delete a job within an act: its file does not come back, so it goes once that is saved."""
    if job.file:
        delete = partial(job.file.storage.delete, job.file.name)
        transaction.on_commit(delete, robust=True)
    job.delete()


def send_on_commit(job: Job) -> None:
    transaction.on_commit(lambda: job_waiting.send(sender=Job, token=job.token), robust=True)


class _Lease:
    """The right to write about a running job, held by naming our turn."""

    def __init__(self, token: str, turn: int, clock: Clock) -> None:
        self.token = token
        self.turn = turn
        self.last = clock()
        self.percent = 0
        self.clock = clock

    @classmethod
    def take(cls, token: str, clock: Clock) -> _Lease | None:
        """The lease on a job that waits or whose worker died; None if there is nothing to do."""
        now = clock()
        free = Q(state=JobState.QUEUED) | Q(
            state=JobState.RUNNING, changed_at__lt=now - SILENT_AFTER
        )
        with transaction.atomic():
            # The update counts rows, so of two workers with the same task one gets nothing.
            taken = Job.objects.filter(free, token=token).update(
                state=JobState.RUNNING, percent=0, changed_at=now, turns=F("turns") + 1
            )
            if not taken:
                return None
            return cls(token, Job.objects.values_list("turns", flat=True).get(token=token), clock)

    def report(self, done: int, total: int) -> None:
        """Tell how far the work is; most calls write nothing."""
        percent = min(99, 100 * done // max(total, 1))
        passed = self.clock() - self.last
        if passed >= SIGN_OF_LIFE or (percent > self.percent and passed >= LEAST_BETWEEN):
            self.percent = percent
            self._write(percent=percent)

    def finish(self, job: Job, content: bytes, name: str) -> None:
        suffix = name.rpartition(".")[2]
        job.file.save(f"{self.token}.{suffix}", ContentFile(content), save=False)
        try:
            self._write(
                state=JobState.DONE,
                percent=100,
                file=job.file.name,
                file_name=name[-150:],
                message="",
            )
        except Superseded:
            job.file.delete(save=False)
            raise

    def fail(self, message: str) -> None:
        """Say why; if the job was taken over meanwhile, the new worker has the last word."""
        self._update(state=JobState.FAILED, message=message)

    def _write(self, **fields: Any) -> None:
        if not self._update(**fields):
            raise Superseded

    def _update(self, **fields: Any) -> bool:
        now = self.clock()
        ours = Job.objects.filter(token=self.token, state=JobState.RUNNING, turns=self.turn).update(
            changed_at=now, **fields
        )
        self.last = now
        return bool(ours)
