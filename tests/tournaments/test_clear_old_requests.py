"""Requests for an office that were decided long ago are deleted with what was mailed of them."""

import datetime as dt

import pytest
from django.conf import settings

from tests import factories as make
from tournaments.models import Mail, OfficeInvitation, OfficeRequest
from tournaments.services import offices
from tournaments.services.acts import Doer
from tournaments.services.offices import Administrator
from tournaments.tasks import clear_old_requests

pytestmark = pytest.mark.django_db

RITA = "rita@example.org"


@pytest.fixture
def adam():
    return Administrator(make.make_user("adam", staff=True), Doer("Adam Admin", make.at(9)))


def test_a_decided_request_is_kept_for_ninety_days(adam, time_machine):
    refused, granted, waits = (make.make_request() for _ in range(3))
    offices.refuse_request(refused.pk, "Not now.", adam)
    offices.grant_request(granted.pk, adam)

    time_machine.move_to(make.at(8) + dt.timedelta(days=90))
    assert clear_old_requests() == 0
    time_machine.move_to(make.at(10) + dt.timedelta(days=90))
    assert clear_old_requests() == 2

    assert OfficeRequest.objects.get() == waits
    assert not Mail.objects.filter(key__startswith="office_refused").exists()
    # What gave an office stays with it.
    assert OfficeInvitation.objects.get().email == RITA


def test_it_comes_round_by_itself():
    tasks = {row["task"] for row in settings.CELERY_BEAT_SCHEDULE.values()}

    assert clear_old_requests.name in tasks
