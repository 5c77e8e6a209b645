"""Database, cache, sessions and tasks as production has them."""

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core import mail
from django.core.cache import cache
from django.db import connection
from django.db.models import F
from django.test import Client

from tests import factories as make
from tests.production.workers import wait_until, works
from tests.zips import KEPT, zipped
from tournaments import tasks
from tournaments.exports.checked_games import summaries_of
from tournaments.models import Job
from tournaments.models.logbook import JobState
from tournaments.services import jobs
from tournaments.services.checking_games import check_games


def test_the_suite_runs_on_the_databases_of_production():
    assert connection.vendor == "postgresql"
    assert settings.CACHES["default"]["BACKEND"].endswith("RedisOrMemory")


@pytest.mark.django_db
def test_people_stay_signed_in_when_redis_has_lost_everything():
    client = Client()
    client.force_login(User.objects.create_user("olga", is_staff=True))

    cache.clear()

    assert client.get("/admin/password_change/").status_code == 200


def test_a_task_goes_through_redis_to_a_worker(worker):
    assert works()

    assert [message.subject for message in mail.outbox] == ["A place"]


def test_a_job_that_never_reached_the_queue_is_asked_for_by_the_clock(worker, monkeypatch):
    monkeypatch.setattr(jobs.job_waiting, "receivers", [])
    job = check_games(zipped(("1.txt", KEPT)), "Sobota", "once", make.doer(), "en")
    Job.objects.filter(pk=job.pk).update(changed_at=F("changed_at") - jobs.ASKED_AGAIN_AFTER)
    monkeypatch.undo()

    tasks.take_up_jobs.delay()
    wait_until(lambda: Job.objects.filter(pk=job.pk, state=JobState.DONE).exists())

    job.refresh_from_db()
    assert (job.state, job.turns) == (JobState.DONE, 1)


def test_a_zip_of_records_is_checked_by_a_worker(worker):
    job = check_games(zipped(("1.txt", KEPT)), "Sobota", "once", make.doer(), "en")

    wait_until(lambda: Job.objects.filter(pk=job.pk, state=JobState.DONE).exists())

    job.refresh_from_db()
    assert [file.outcome for file in summaries_of(job)] == ["valid"]
