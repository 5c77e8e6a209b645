"""Sessions that have run out are deleted."""

import datetime as dt

import pytest
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.utils import timezone

from tournaments.tasks import clear_old_sessions

pytestmark = pytest.mark.django_db


def test_a_session_is_deleted_once_it_has_run_out(time_machine):
    old, new = SessionStore(), SessionStore()
    old["official-links"] = ["a-link"]
    old.save()
    time_machine.move_to(timezone.now() + dt.timedelta(seconds=settings.SESSION_COOKIE_AGE + 1))
    new.save()

    clear_old_sessions.delay()

    assert [kept.session_key for kept in Session.objects.all()] == [new.session_key]


def test_it_comes_round_by_itself():
    tasks = {row["task"] for row in settings.CELERY_BEAT_SCHEDULE.values()}

    assert clear_old_sessions.name in tasks
