"""Two requests that really wait for each other: PostgreSQL ends one, and the site does it again."""

import threading

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import path

from tests import factories as make
from tests.threads import all_at_once
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)

both = threading.Barrier(2)
begun = []


def _crossing(request, first, second):
    begun.append(first)
    with transaction.atomic():
        Tournament.objects.select_for_update().get(pk=first)
        if len(begun) <= 2:
            both.wait()
        Tournament.objects.select_for_update().get(pk=second)
        Tournament.objects.filter(pk__in=[first, second]).update(capacity=28)
    return HttpResponse()


urlpatterns = [path("crossing/<int:first>/<int:second>/", _crossing)]


def test_of_two_who_wait_for_each_other_both_are_served(settings):
    settings.ROOT_URLCONF = __name__
    one, other = make.make_tournament().pk, make.make_tournament().pk

    answers = all_at_once(
        lambda: Client().post(f"/crossing/{one}/{other}/").status_code,
        lambda: Client().post(f"/crossing/{other}/{one}/").status_code,
    )

    assert answers == [200, 200]
    assert len(begun) == 3
