"""Somebody forgets a transaction: the site goes on around it."""

import threading

import pytest
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from tests import factories as make
from tests.production.locking import locked
from tests.threads import all_at_once
from tournaments import checks
from tournaments.models import Tournament
from tournaments.services import announcing
from tournaments.views import queueing

pytestmark = pytest.mark.django_db(transaction=True)


def test_nothing_waits_without_end():
    with connection.cursor() as cursor:
        for name in ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout"):
            cursor.execute(f"SHOW {name}")
            assert cursor.fetchone() != ("0",)


def test_whoever_comes_after_those_who_wait_for_an_event_is_soon_asked_to_come_again():
    stuck, free = make.make_tournament(), make.make_tournament()
    desks = [make.signed_in(stuck) for _ in range(queueing.PATIENT + 1)]
    for desk in desks:
        desk.raise_request_exception = False
    address, answers = reverse("close_sign_up", args=[stuck.slug]), []

    def post(desk):
        answers.append(desk.post(address).status_code)
        connection.close()

    waiting = [threading.Thread(target=post, args=[desk]) for desk in desks[:-1]]
    last = desks[-1]
    with locked(stuck):
        for thread in waiting:
            thread.start()
        _wait_until_so_many_wait(len(waiting))

        late = last.post(address)

        assert (late.status_code, late.headers["Retry-After"]) == (503, "5")
        assert answers == []
        assert Client().get(reverse("tournament", args=[stuck.slug])).status_code == 200
        other = make.signed_in(free).post(reverse("close_sign_up", args=[free.slug]))
        assert other.status_code == 302
    for thread in waiting:
        thread.join()

    assert answers == [302] * len(waiting)
    assert last.post(address).status_code == 302


def test_whoever_comes_after_those_who_are_at_work_waits_for_as_long_as_it_takes(monkeypatch):
    event = make.make_tournament()
    address = reverse("close_sign_up", args=[event.slug])
    looked = threading.Semaphore(0)
    has_moved, close_sign_up = queueing.Line.has_moved, announcing.close_sign_up

    def looking(line, *, steps):
        looked.release()
        return has_moved(line, steps=steps)

    @transaction.atomic
    def closing_slowly(tournament, who):
        Tournament.objects.select_for_update().get(pk=tournament.pk)
        if tournament.pk not in served:
            served.add(tournament.pk)
            for _ in range(3):
                assert looked.acquire(timeout=60)
        close_sign_up(tournament, who)

    served = set()
    monkeypatch.setattr(queueing, "MOMENT", 0.05)
    monkeypatch.setattr(queueing.Line, "has_moved", looking)
    monkeypatch.setattr(announcing, "close_sign_up", closing_slowly)
    desks = [make.signed_in(event) for _ in range(queueing.PATIENT + 2)]

    answers = all_at_once(*[lambda desk=desk: desk.post(address).status_code for desk in desks])

    assert answers == [302] * len(desks)
    assert event.acts.filter(name="close_sign_up").count() == 1


def _wait_until_so_many_wait(count):
    with connection.cursor() as cursor:
        waiting = 0
        while waiting < count:
            cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
            [waiting] = cursor.fetchone()


def test_postgresql_says_how_many_may_be_connected(settings):
    settings.WEB_CONCURRENCY = 1000

    [warning] = checks.enough_connections()

    assert "allows 97" in warning.msg
