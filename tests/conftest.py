"""What every test needs: compiled translations, a clean cache, Czech as on a fresh visit.

With `CI` in the environment a skipped test fails the run.
"""

import gc
import os

import pytest
from django.conf import settings
from django.core.cache import caches
from django.core.signals import setting_changed
from django.db import connection, transaction
from django.dispatch import receiver
from django.urls import clear_url_caches
from django.utils import translation
from hypothesis import settings as hypothesis_settings

from tests import factories, prepared, rules, samples
from tests.locks import persons_before_events
from tests.markup import reads_pages_as_seen
from tournaments.management import catalogues
from tournaments.views.shared import forget_events

CI = os.environ.get("CI", "").lower() in {"1", "true"}

hypothesis_settings.register_profile("catantour", deadline=None, database=None)
hypothesis_settings.register_profile("ci", deadline=None, database=None, derandomize=True)
hypothesis_settings.load_profile("ci" if CI else "catantour")


def pytest_sessionstart():
    # Before a test module is read: a text translated then keeps the catalogue found then.
    catalogues.compile_all()
    # Whatever is gathered stays to the end; to look for garbage in it takes a quarter of the time.
    gc.disable()


def pytest_collection_finish():
    gc.freeze()
    # Queries and pages leave few rings behind: to look for them less often takes off a tenth.
    gc.set_threshold(100_000, 20, 100)
    gc.enable()


def pytest_addoption(parser):
    parser.addoption(
        "--first-cases",
        action="store_true",
        help="run the first case of each test, unless it is marked every_case or transactional",
    )


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(config, items):
    """Whatever meets the database is chosen by `-m django_db`, if only a fixture says so, too."""
    for item in items:
        if {"db", "transactional_db"} & set(item.fixturenames):
            item.add_marker("django_db")
    yield
    if config.option.first_cases:
        further = samples.further_cases(items)
        items[:] = [item for item in items if item not in further]
        config.hook.pytest_deselected(items=list(further))


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings):
    """Each process has its own embedded database, whose tables need not be made each time."""
    if connection.vendor == "sqlite":
        connection.creation.create_test_db = prepared.create_test_database(connection)


@pytest.fixture
def in_english():
    """Words of services and forms as they are written in the code."""
    with translation.override("en"):
        yield


@pytest.fixture(autouse=True)
def _fresh_visit():
    begin_afresh()


def begin_afresh():
    for cache in caches.all():
        cache.clear()
    forget_events()
    factories.serial.start_over()
    translation.activate(settings.LANGUAGE_CODE)


@pytest.fixture(scope="module")
def for_all_tests(django_db_setup, django_db_blocker):
    """What a fixture of the module writes after this one is there for each of its tests, as it was
    written; nothing is left of it after the last. Those tests make no other events: theirs would
    have the same names."""
    with django_db_blocker.unblock(), transaction.atomic():
        # Each test has its savepoint in it, and no act takes that for a transaction of its own.
        connection.atomic_blocks[0]._from_testcase = True
        begin_afresh()
        yield
        transaction.set_rollback(True)


@pytest.fixture(autouse=True)
def _persons_before_events(monkeypatch):
    with persons_before_events(monkeypatch):
        yield


@pytest.fixture(autouse=True)
def _pages_as_seen():
    with pytest.MonkeyPatch.context() as patch:
        reads_pages_as_seen(patch)
        yield


@receiver(setting_changed)
def _forget_addresses(*, setting, **_kwargs):
    """Addresses are kept with the prefixes that the language of the site gave them."""
    if setting == "LANGUAGE_CODE":
        clear_url_caches()


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session, exitstatus):
    terminal = session.config.pluginmanager.get_plugin("terminalreporter")
    if CI and terminal and terminal.stats.get("skipped") and exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter):
    if any("test_rules.py" in report.nodeid for report in terminalreporter.getreports("passed")):
        terminalreporter.section("rules of the games")
        for line in rules.coverage():
            terminalreporter.line(line)
    skipped = terminalreporter.stats.get("skipped", [])
    if CI and skipped:
        terminalreporter.section("skipped, which the continuous build does not allow", red=True)
        for report in skipped:
            terminalreporter.line(f"{report.nodeid}: {report.longrepr}")
