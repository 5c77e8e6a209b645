"""The emergency pack, made by itself whenever what it says of seats or standings is no longer so.

An event keeps two such packs at most: the last one that was done, and the one that takes its place.
"""

from __future__ import annotations

import datetime as dt

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import get_language

from tournaments.models import Job, Tournament
from tournaments.models.logbook import JobState
from tournaments.services.acts import Acting
from tournaments.services.jobs import database_clock, throw_away

EMERGENCY_PACK = "emergency-pack"
"""The kind of these jobs, as of those that somebody asks for."""

AFTER = "after"
"""What a pack that was made by itself has among its parameters: the act, and the round of it."""

SELF_MADE = Q(kind=EMERGENCY_PACK, parameters__has_key=AFTER)

TAKEN_UP_WITHIN = dt.timedelta(minutes=1)
"""By then the clock has taken up what was asked for by itself."""


def make_pack_anew(act: Acting) -> None:
    """Ask for a pack of what there is once the act is done, in place of what was asked before.

    The clock takes it up within a minute (`take_up_jobs`): right after the act the phones of a hall
    that has just heard of it need the machine. Nothing is asked for an act of a command, which
    knows no address that phones could read.
    """
    if not act.doer.site:
        return
    made = self_made_packs(act.tournament)
    done = made.filter(state=JobState.DONE).first()
    _drop(made.exclude(pk=done.pk) if done else made)
    Job.objects.create(
        tournament=act.tournament,
        kind=EMERGENCY_PACK,
        parameters={
            "base": act.doer.site,
            "number": None,
            "players": [],
            AFTER: [act.name, act.round_number],
        },
        language=_language(act.tournament),
        at=act.doer.now,
        changed_at=database_clock()(),
    )


def drop_overtaken_packs(token: str) -> None:
    """Delete the packs that one made by itself, and done now, takes the place of."""
    job = Job.objects.filter(token=token, kind=EMERGENCY_PACK).select_related("tournament").first()
    if job and AFTER in job.parameters:
        with transaction.atomic():
            _drop(self_made_packs(job.tournament).filter(pk__lt=job.pk))


def self_made_packs(tournament: Tournament) -> QuerySet[Job]:
    """Those that are kept, the newest first."""
    return tournament.jobs.filter(SELF_MADE).order_by("-pk")


def due_at(job: Job, now: dt.datetime) -> dt.datetime | None:
    """About when a pack that waits for its time is made by itself; None for all other work."""
    waits = AFTER in job.parameters and job.state == JobState.QUEUED
    due = job.changed_at + TAKEN_UP_WITHIN
    return due if waits and now < due else None


def _language(tournament: Tournament) -> str:
    """That in which somebody asked for a print last, or that of whoever acts: programs have none
    of their own."""
    asked = tournament.jobs.exclude(SELF_MADE).values_list("language", flat=True)
    return asked.first() or get_language()


def _drop(packs: QuerySet[Job]) -> None:
    # Locked and read again: a worker may be done with one just now, and its file goes with it.
    for job in packs.select_for_update():
        throw_away(job)
