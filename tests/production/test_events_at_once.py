"""People at several events at the same moment, on PostgreSQL."""

import threading
import time

import pytest
from django.db import connection, transaction

from tests import factories as make
from tests.production.invariants import broken_invariants
from tests.production.locking import locked
from tests.production.races import RACES, by_thread
from tests.production.races_at_the_tables import RACES_AT_THE_TABLES
from tests.production.races_of_a_day import RACES_OF_A_DAY
from tests.threads import all_at_once
from tournaments.models import Season, Tournament
from tournaments.models.tournament import Kind
from tournaments.services import closing

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = 4
SECONDS_TO_WAIT = 5


@pytest.mark.parametrize(
    "race", RACES + RACES_OF_A_DAY + RACES_AT_THE_TABLES, ids=lambda race: race.__name__
)
def test_whoever_acts_at_another_event_at_the_same_moment_is_never_answered_500(race):
    answers = []
    for _ in range(ROUNDS):
        answers += all_at_once(*map(by_thread, race()))

    assert set(answers) <= {200, 302, 409}
    assert broken_invariants() == []


def version_of(tournament):
    return Tournament.objects.get(pk=tournament.pk).version


def played_by(person, count):
    events = [make.make_tournament() for _ in range(count)]
    for event in events:
        make.make_entry(event, person)
    return events


def test_whoever_changes_a_person_holds_none_of_their_events():
    person = make.make_person("Anna Nováková")
    [event] = played_by(person, 1)
    before = version_of(event)

    with transaction.atomic():
        person.save()
        # Another one need not wait for it.
        all_at_once(lambda: make.make_entry(event))
        meanwhile = version_of(event)

    assert meanwhile == before + 1
    assert version_of(event) == meanwhile + 1


def test_an_event_that_stays_locked_keeps_no_other_one_from_its_new_version(caplog):
    person = make.make_person("Anna Nováková")
    first, stuck, last = played_by(person, 3)
    before = [version_of(event) for event in (first, stuck, last)]
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = 50")

    with locked(stuck):
        person.save()
    connection.close()

    assert [version_of(event) for event in (first, stuck, last)] == [
        before[0] + 1,
        before[1],
        before[2] + 1,
    ]
    assert "is not raised" in caplog.text


def wait_until_somebody_waits():
    """Until a lock is asked for that somebody else has."""
    deadline = time.monotonic() + SECONDS_TO_WAIT
    with connection.cursor() as cursor:
        while time.monotonic() < deadline:
            cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
            if cursor.fetchone() != (0,):
                return
            time.sleep(0.01)


@pytest.mark.rule("T-081", "T-084")
def test_the_end_of_an_event_waits_for_whoever_says_what_places_of_the_season_bring():
    tournament = make.ready_to_draw(11, rounds=1, kind=Kind.OTHER)
    make.play(tournament)
    make.draw_lots(tournament)
    season = Season.objects.create(year=tournament.date.year)
    ready = threading.Event()

    def decide():
        with transaction.atomic():
            Season.objects.filter(pk=season.pk).update(places_7_8="direct")
            ready.set()
            wait_until_somebody_waits()

    def finish():
        ready.wait()
        make.agreeing(lambda who: closing.finish(tournament, who))

    all_at_once(decide, finish)

    tournament.refresh_from_db()
    assert tournament.frozen_slots["places_7_8"] == "direct"
