"""Database, cache, sessions and tasks as production has them."""

import time

import pytest
import redis
from celery.contrib.testing.worker import start_worker
from django.conf import settings
from django.contrib.auth.models import User
from django.core import mail
from django.core.cache import cache
from django.db import connection
from django.db.models import F
from django.test import Client
from django.utils import timezone

from catantour.celery import app
from tests import factories as make
from tests.zips import KEPT, zipped
from tournaments import tasks
from tournaments.exports.checked_games import summaries_of
from tournaments.models import Job, Mail
from tournaments.models.logbook import JobState
from tournaments.services import jobs
from tournaments.services.checking_games import check_games

SECONDS_TO_WAIT = 20


@pytest.fixture
def worker(transactional_db):
    """A Celery worker in a thread, which takes what the test leaves in Redis."""
    app.conf.task_always_eager = False
    with start_worker(app, perform_ping_check=False, loglevel="WARNING"):
        yield
    app.conf.task_always_eager = True


def wait_until(condition) -> None:
    deadline = time.monotonic() + SECONDS_TO_WAIT
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.05)


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
    written = Mail.objects.create(
        key="confirmed:1", to="anna@example.org", subject="A place", body="", at=timezone.now()
    )

    tasks.send_mail.delay()
    wait_until(lambda: Mail.objects.filter(pk=written.pk, sent_at__isnull=False).exists())

    assert [message.subject for message in mail.outbox] == ["A place"]


@pytest.mark.parametrize("foreign", [b"garbage", b"[1,2]", b"7", b'{"body": 1}', b"\xff\xfe", b""])
def test_what_is_no_task_ends_no_worker(worker, foreign):
    queue = settings.CELERY_TASK_DEFAULT_QUEUE
    redis.Redis.from_url(settings.BROKER_URL).lpush(queue, foreign, foreign)
    written = Mail.objects.create(
        key="confirmed:1", to="anna@example.org", subject="A place", body="", at=timezone.now()
    )

    tasks.send_mail.delay()
    wait_until(lambda: Mail.objects.filter(pk=written.pk, sent_at__isnull=False).exists())

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
