"""Servers whose clocks are minutes apart: all of them go by the clock of the database."""

import datetime as dt
from contextlib import contextmanager

import pytest
import time_machine
from django.db import connection
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from tests import factories as make
from tournaments.models import Job, Round, Table
from tournaments.models.logbook import JobState
from tournaments.services import clock, jobs

pytestmark = pytest.mark.django_db(transaction=True)

WRONG_BY = dt.timedelta(minutes=5)
LITTLE = dt.timedelta(minutes=1)


@pytest.fixture
def server(settings, monkeypatch):
    """What makes this process a server that has just started, with a clock that is wrong."""
    settings.CLOCK_OF_DATABASE = True

    @contextmanager
    def started(wrong_by):
        monkeypatch.setattr(clock, "_last", None)
        connection.close()
        with time_machine.travel(timezone.now() + wrong_by):
            yield

    yield started
    connection.close()


def time_of_the_database():
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        [now] = cursor.fetchone()
    return now


@pytest.fixture
def tournament():
    # Nobody is asked whether it begins too early.
    tournament = make.ready_to_draw(12, date=timezone.localdate() - dt.timedelta(days=1))
    make.publish(tournament)
    return tournament


def test_two_servers_show_the_same_end_of_a_round_and_the_same_time_that_is_left(
    tournament, server
):
    desk = make.signed_in(tournament)
    shown, left = [], []

    with server(WRONG_BY):
        desk.post(reverse("start_clock", args=[tournament.slug, 1]))
    bell = tournament.rounds.get(number=1).bell_at
    for wrong_by in (WRONG_BY, dt.timedelta()):
        with server(wrong_by):
            page = desk.get(reverse("tournament", args=[tournament.slug])).content.decode()
            shown.append(f'datetime="{timezone.localtime(bell).isoformat()}"' in page)
            left.append(bell - parse_datetime(desk.get("/health/").headers["Site-Time"]))
            now = time_of_the_database()

    assert abs(bell - now - dt.timedelta(minutes=75)) < LITTLE
    assert shown == [True, True]
    assert [abs(one - (bell - now)) < LITTLE for one in left] == [True, True]


def test_a_server_ahead_rings_no_bell_before_its_time_and_one_behind_rings_it(tournament, server):
    desk = make.signed_in(tournament)
    address = reverse("mark_bell", args=[tournament.slug, 1, 1])
    began = time_of_the_database() - dt.timedelta(minutes=75)

    def noted(wrong_by, started_at):
        Round.objects.filter(tournament=tournament, number=1).update(started_at=started_at)
        with server(wrong_by):
            desk.post(address, {"position": "2"})
        return Table.objects.get(draw__round__tournament=tournament, number=1).bell_position

    assert noted(WRONG_BY, began + WRONG_BY / 2) is None
    assert noted(-WRONG_BY, began - WRONG_BY / 2) == 2


def test_the_clock_of_the_database_is_not_asked_for_each_request(tournament, server):
    with server(WRONG_BY):
        connection.ensure_connection()
        first = clock._last
        connection.close()
        connection.ensure_connection()

        assert clock._last is first is not None


@pytest.mark.parametrize("wrong_by", [dt.timedelta(days=3), -dt.timedelta(days=3)])
def test_no_worker_is_taken_for_dead_by_a_server_that_is_days_away_and_a_dead_one_is(
    tournament, server, wrong_by, monkeypatch
):
    monkeypatch.setattr(jobs.job_waiting, "receivers", [])
    now = time_of_the_database()
    told = {"kind": "badges", "parameters": {}, "language": "cs", "at": now}
    alive, dead = (
        Job.objects.create(
            tournament=tournament, state=JobState.RUNNING, changed_at=now - ago, **told
        )
        for ago in (dt.timedelta(), jobs.SILENT_AFTER + LITTLE)
    )

    with server(wrong_by):
        by_the_clock = jobs.database_clock()
        silent = [jobs.is_silent(job, by_the_clock()) for job in (alive, dead)]
        taken_up = jobs.take_up_jobs(by_the_clock)

    assert silent == [False, True]
    assert taken_up == 1
