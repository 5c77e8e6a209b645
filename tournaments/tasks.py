"""Work outside a request; each task calls the same services as the pages."""

from __future__ import annotations

from importlib import import_module

from celery import shared_task
from django.conf import settings

from tournaments.exports import checked_games, kinds
from tournaments.models import Job
from tournaments.services import (
    backups,
    bare_persons,
    clock,
    closed_accounts,
    councils,
    emergency_packs,
    entering,
    histories,
    jobs,
    lapsed,
    mailing,
    offices,
    proposing,
    webhooks,
)
from tournaments.services.checking_games import CHECK_GAMES

# What is asked for here goes into the queue of the site.
import_module(settings.TASK_QUEUE)


@shared_task
def send_mail() -> int:
    """Send the e-mails that wait; a second run at the same time or later sends none twice."""
    return mailing.send_unsent(clock.now)


@shared_task
def deliver() -> int:
    """Tell other sites what waits for them; a second run at the same time tells nothing twice."""
    return webhooks.deliver(clock.now)


@shared_task
def lapse_registrations() -> int:
    """Drop the sign-ups that nobody confirmed in time, and keep no place for them for longer."""
    events = entering.lapse_registrations(clock.now())
    entering.release_places(clock.now())
    return events


@shared_task
def agree_results() -> int:
    """Let stand what all of a table agreed on but one who has said nothing for ten minutes."""
    return proposing.agree_results(clock.now())


@shared_task
def end_what_was_left() -> int:
    """End the links that accounts have seen whose rights ended without a word."""
    return closed_accounts.end_what_was_left(clock.now())


@shared_task
def run_job(token: str) -> bool:
    """Make the file of a job; a second run at the same time or later does nothing."""
    done = jobs.run_job(token, _write, jobs.database_clock())
    if done:
        emergency_packs.drop_overtaken_packs(token)
    return done


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
def clear_old_deliveries() -> int:
    """Delete what other sites were told long ago."""
    return webhooks.clear_old_deliveries(clock.now())


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
