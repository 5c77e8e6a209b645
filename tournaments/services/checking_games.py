"""A zip of records handed in to be checked."""

from __future__ import annotations

from django.core.files.base import ContentFile
from django.db import IntegrityError, transaction
from django.utils.crypto import salted_hmac

from tournaments.models import Job
from tournaments.services.acts import Doer, refuse_who_left
from tournaments.services.jobs import database_clock, send_on_commit

CHECK_GAMES = "check-games"
"""The kind of these jobs; they belong to no tournament."""


def check_games(upload: bytes, name: str, once: str, doer: Doer, language: str) -> Job:
    """Ask for a zip to be checked. `once` is a word of the page that it was sent from: the same
    zip from the same page is the same job, however often the button was clicked."""
    # Nobody but us can reckon it, so it is as good as drawn.
    token = salted_hmac(f"{CHECK_GAMES} {once}", upload, algorithm="sha256").hexdigest()[:32]
    try:
        with transaction.atomic():
            refuse_who_left(doer)
            job = Job.objects.create(
                token=token,
                kind=CHECK_GAMES,
                language=language,
                parameters={"name": name},
                by=doer.name,
                at=doer.now,
                changed_at=database_clock()(),
            )
            job.upload.save(f"{token}.zip", ContentFile(upload))
            send_on_commit(job)
    except IntegrityError:
        return Job.objects.get(token=token)
    return job
