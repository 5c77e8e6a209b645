"""The races through two web servers on one PostgreSQL and one Redis.

`make prove` runs a sample, `make prove-long` thirty rounds of each (`RACE_ROUNDS`).
"""

import os
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle

import pytest
from django.db import connection
from django.urls import reverse

from tests import factories as make
from tests.production.invariants import broken_invariants
from tests.production.locking import locked
from tests.production.races import RACES, Asked
from tests.production.races_at_the_tables import RACES_AT_THE_TABLES
from tests.production.races_of_a_day import RACES_OF_A_DAY
from tests.production.servers import answer, two_servers
from tests.threads import all_at_once

pytestmark = [pytest.mark.prove, pytest.mark.django_db(transaction=True)]

ROUNDS = int(os.environ.get("RACE_ROUNDS", "2"))


@pytest.fixture(scope="module")
def ports(django_db_setup, django_db_blocker, tmp_path_factory):
    with django_db_blocker.unblock(), two_servers(tmp_path_factory.mktemp("site")) as ports:
        yield ports


@pytest.mark.parametrize(
    "race", RACES + RACES_OF_A_DAY + RACES_AT_THE_TABLES, ids=lambda race: race.__name__
)
def test_no_race_is_answered_500_or_breaks_what_must_hold(ports, race):
    for _ in range(ROUNDS):
        sent = list(zip(cycle(ports), race(), strict=False))

        answers = all_at_once(*[lambda one=one: answer(*one) for one in sent])

        assert set(answers) <= {200, 302, 409}
        assert broken_invariants() == []


def test_forty_who_wait_for_a_stuck_event_leave_the_calendar_to_everybody(ports):
    stuck = make.make_tournament()
    desk = make.signed_in(stuck).cookies["sessionid"].value
    post = Asked(desk, reverse("close_sign_up", args=[stuck.slug]))

    with ThreadPoolExecutor(40) as people, locked(stuck):
        waiting = [
            people.submit(answer, port, post)
            for port, _ in zip(cycle(ports), range(40), strict=False)
        ]
        pages = [answer(port, "/") for port in ports]
        told = [one.result() for one in waiting]

    assert pages == [200, 200]
    assert set(told) == {503}
    assert [answer(port, post) for port in ports] == [302, 302]


def test_a_server_gives_its_connections_back(ports):
    asked = [answer(port, "/") for port in ports for _ in range(40)]

    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE state <> 'idle'")
        [[busy]] = cursor.fetchall()
    assert set(asked) == {200}
    assert busy == 1  # the one that asks
