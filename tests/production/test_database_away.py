"""The connection to PostgreSQL breaks in the middle of a request."""

import psycopg
import pytest
from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import path

from catantour import urls
from tests import factories as make
from tests.threads import all_at_once
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)

begun = []


def _break_connection():
    """As if the server had ended it, which is noticed with what is asked next."""
    pid = connection.connection.info.backend_pid

    def end():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])

    all_at_once(end)


def _broken_before_a_statement(request, key):
    begun.append(key)
    with transaction.atomic():
        Tournament.objects.filter(pk=key).update(capacity=28)
        if len(begun) == 1:
            _break_connection()
        Tournament.objects.filter(pk=key).update(town="Telč")
    return HttpResponse()


def _broken_while_it_is_committed(request, key):
    begun.append(key)
    with transaction.atomic():
        Tournament.objects.filter(pk=key).update(capacity=28)
        _break_connection()
    return HttpResponse()


def _refuse(*_args):
    raise psycopg.OperationalError("connection refused")


def _broken_for_long_while_it_is_committed(request, key):
    """As if nobody listened any more when it connects again."""
    begun.append(key)
    with transaction.atomic():
        Tournament.objects.filter(pk=key).update(capacity=28)
        _break_connection()
        connection.get_new_connection = _refuse
    return HttpResponse()


urlpatterns = [
    path("statement/<int:key>/", _broken_before_a_statement),
    path("commit/<int:key>/", _broken_while_it_is_committed),
    path("commit/long/<int:key>/", _broken_for_long_while_it_is_committed),
    *urls.urlpatterns,
]
handler500 = urls.handler500


@pytest.fixture
def somebody(settings):
    settings.ROOT_URLCONF = __name__
    begun.clear()
    return Client(raise_request_exception=False)


def test_what_a_broken_connection_undid_is_done_again(somebody):
    tournament = make.make_tournament()

    answer = somebody.post(f"/statement/{tournament.pk}/")

    tournament.refresh_from_db()
    assert answer.status_code == 200
    assert len(begun) == 2
    assert (tournament.capacity, tournament.town) == (28, "Telč")


@pytest.mark.parametrize("where", ["commit", "commit/long"])
def test_nobody_is_told_whether_it_is_saved_where_nobody_knows(somebody, where, monkeypatch):
    tournament = make.make_tournament()
    # What a view puts there is taken away again.
    monkeypatch.setattr(connection, "get_new_connection", connection.get_new_connection)

    answer = somebody.post(f"/{where}/{tournament.pk}/", {"note": "tall"})
    page = answer.content.decode()

    assert answer.status_code == 503
    assert len(begun) == 1
    assert "nikdo neví, jestli se to uložilo" in page
    assert '<input type="hidden" name="note" value="tall">' in page
