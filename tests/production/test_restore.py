"""What only PostgreSQL has, functions and triggers, is there once after a restore, and works."""

import os
import subprocess
import sys

import pytest
from django.conf import settings
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection, connections

from tests import factories as make
from tournaments.models import Entry, Tournament
from tournaments.services import backups, timeline

pytestmark = pytest.mark.django_db(transaction=True)

TRIGGERS = """
    SELECT tgname, tgrelid::regclass::text, tgfoid::regproc::text FROM pg_trigger
    WHERE NOT tgisinternal ORDER BY 1
"""
FUNCTIONS = """
    SELECT proname FROM pg_proc WHERE pronamespace = current_schema()::regnamespace ORDER BY 1
"""
BOTH_RELEASES = "joined_by_both_releases"
OF_OFFICES = "office_joined_by_both_releases"


@pytest.fixture(autouse=True)
def _kept_apart(settings, tmp_path, monkeypatch):
    settings.VAR_DIR = tmp_path / "var"
    settings.VAR_DIR.mkdir()
    monkeypatch.setattr(timeline, "_current", "")
    yield
    connections.close_all()


@pytest.fixture
def backup(tmp_path):
    make.make_tournament(name="Catan Telč")
    file = tmp_path / "site.dump"
    backups.back_up(file)
    return file


def restore(file):
    connections.close_all()
    call_command("restore", str(file), verbosity=0)


def asked(sql, *facts):
    with connection.cursor() as cursor:
        cursor.execute(sql, facts)
        return cursor.fetchall() if cursor.description else []


def joined_from(entry):
    return Entry.objects.get(pk=entry.pk).joined_from


@pytest.mark.parametrize("times", [1, 2])
def test_a_restore_brings_the_trigger_of_two_releases_back_once(backup, times):
    before = asked(TRIGGERS), asked(FUNCTIONS)

    for _ in range(times):
        restore(backup)

    assert before[0] == [
        (BOTH_RELEASES, "tournaments_entry", BOTH_RELEASES),
        (OF_OFFICES, "tournaments_official", OF_OFFICES),
    ]
    assert before[1] == [(BOTH_RELEASES,), (OF_OFFICES,)]
    assert (asked(TRIGGERS), asked(FUNCTIONS)) == before


def test_after_a_restore_each_release_still_reads_what_the_other_one_writes(backup):
    restore(backup)
    event = Tournament.objects.get()
    mine, other = make.make_entry(event), make.make_person("Ota Jiný")
    owner = mine.person

    # The release before joins, and takes it back; then this one joins.
    told = "UPDATE tournaments_entry SET person_id = %s, joined_by_organiser = %s WHERE id = %s"
    asked(told, other.pk, True, mine.pk)
    first = joined_from(mine)
    asked(told, owner.pk, False, mine.pk)
    then = joined_from(mine)
    Entry.objects.filter(pk=mine.pk).update(person=other, joined_from=owner)

    assert (first, then) == (owner, None)
    read = "SELECT joined_by_organiser FROM tournaments_entry WHERE id = %s"
    assert asked(read, mine.pk) == [(True,)]


def test_a_function_that_a_later_release_has_left_goes_with_what_is_replaced(backup):
    asked(
        "CREATE FUNCTION of_another_time(one integer) RETURNS integer LANGUAGE sql AS 'SELECT one'"
    )

    restore(backup)

    assert asked(FUNCTIONS) == [(BOTH_RELEASES,), (OF_OFFICES,)]


READ_FROM_THE_CACHE = """
import django
django.setup()
from django.core.cache import cache
print(cache.get("page"))
"""


def read_by_another_process():
    """What a process reads from the cache that has had nothing to ask of the database yet."""
    server = os.environ["DATABASE_URL"].rpartition("/")[0]
    done = subprocess.run(
        [sys.executable, "-c", READ_FROM_THE_CACHE],
        cwd=settings.BASE_DIR,
        env=os.environ
        | {
            "DJANGO_SETTINGS_MODULE": "tests.settings",
            "DATABASE_URL": f"{server}/{connection.settings_dict['NAME']}",
        },
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def test_after_the_first_restore_a_new_process_reads_nothing_of_before_either(backup, monkeypatch):
    cache.set("page", "the old truth")
    # Redis is away at that moment, and back with all that it knew.
    monkeypatch.setattr(type(cache._connections["default"]), "clear", lambda _cache: None)

    restore(backup)

    assert read_by_another_process() == "None"
