"""What a person sees when something goes wrong: words in their language, never a traceback."""

import errno
import logging
import shutil
import sqlite3
import threading
from collections import namedtuple
from contextlib import contextmanager
from io import StringIO

import psycopg
import psycopg_pool
import pytest
from django.conf import settings
from django.conf.urls.i18n import i18n_patterns
from django.core.exceptions import PermissionDenied
from django.db import InternalError, OperationalError, connection, transaction
from django.test import Client
from django.urls import path, reverse

from catantour import errors, urls
from catantour.logs import ShortFormatter
from tests import factories as make
from tournaments.models import Tournament


def _forbidden(request):
    raise PermissionDenied


def _broken(request):
    raise ZeroDivisionError


def _busy(request):
    cause = CAUSES[request.GET["cause"]]
    raise RAISED.get(type(cause), OperationalError) from cause


def _sqlite(code):
    error = sqlite3.OperationalError("database is locked")
    error.sqlite_errorcode = code
    return error


CAUSES = {
    "another writes": _sqlite(sqlite3.SQLITE_BUSY),
    "another wrote meanwhile": _sqlite(sqlite3.SQLITE_BUSY_SNAPSHOT),
    "a lock that is held": psycopg.errors.LockNotAvailable(),
    "two who wait for each other": psycopg.errors.DeadlockDetected(),
    "a statement that took too long": psycopg.errors.QueryCanceled(),
    "a transaction that was left open": psycopg.errors.IdleInTransactionSessionTimeout(),
    "no connection that is free": psycopg_pool.PoolTimeout(),
    "a full disk": _sqlite(sqlite3.SQLITE_FULL),
    "a full disk of a server": psycopg.errors.DiskFull(),
    "trouble of reading and writing": _sqlite(sqlite3.SQLITE_IOERR_WRITE),
    "a server that went": psycopg.errors.AdminShutdown(),
    "a server that was killed": psycopg.OperationalError("server closed the connection"),
    "a server that comes back": psycopg.errors.CannotConnectNow(),
}
RAISED = {psycopg.errors.IdleInTransactionSessionTimeout: InternalError}

urlpatterns = [
    path("forbidden/", _forbidden),
    path("broken/", _broken),
    *i18n_patterns(path("busy/", _busy), prefix_default_language=False),
]
handler500 = urls.handler500


@pytest.fixture
def visitor(settings, monkeypatch):
    """Somebody without cookies, on a site with two bad addresses. There is no database: what tests
    before have left open is not looked at."""
    settings.ROOT_URLCONF = __name__
    monkeypatch.setattr(connection, "close_if_unusable_or_obsolete", lambda: None)
    return Client(raise_request_exception=False)


@pytest.mark.parametrize(
    ("address", "status"), [("/nowhere/", 404), ("/forbidden/", 403), ("/broken/", 500)]
)
def test_an_error_page_has_the_look_of_the_site_and_no_traceback(visitor, address, status):
    page = visitor.get(address)

    assert page.status_code == status
    assert b'class="error-page"' in page.content
    assert b"Traceback" not in page.content
    assert b"ZeroDivision" not in page.content


@pytest.mark.parametrize(
    ("cause", "status", "again"),
    [
        ("another writes", 503, "5"),
        ("another wrote meanwhile", 503, "5"),
        ("a lock that is held", 503, "5"),
        ("two who wait for each other", 503, "5"),
        ("trouble of reading and writing", 500, None),
        ("a statement that took too long", 503, "5"),
        ("a transaction that was left open", 503, "5"),
    ],
)
def test_whoever_waited_in_vain_for_a_lock_is_asked_to_try_again(visitor, cause, status, again):
    page = visitor.post(f"/en/busy/?cause={cause}")

    assert (page.status_code, page.headers.get("Retry-After")) == (status, again)
    assert ("Others are saving just now" in page.content.decode()) == (status == 503)
    assert b'class="error-page"' in page.content


AWAY = (
    "no connection that is free",
    "a server that went",
    "a server that was killed",
    "a server that comes back",
)


@pytest.mark.parametrize("cause", AWAY)
def test_without_a_database_nothing_is_saved_and_what_was_typed_is_sent_again(visitor, cause):
    page = visitor.post(f"/en/busy/?cause={cause}", {"name": "Eva"})
    text = page.content.decode()

    assert (page.status_code, page.headers["Retry-After"]) == (503, "5")
    assert "does not answer just now, so nothing of this was saved" in text
    assert '<input type="hidden" name="name" value="Eva">' in text
    assert 'name="csrfmiddlewaretoken"' in text


def test_whoever_reads_without_a_database_is_not_told_of_saving(visitor):
    page = visitor.get("/en/busy/?cause=a server that was killed").content.decode()

    assert "What was saved before is not lost" in page
    assert "nothing of this was saved" not in page


@pytest.mark.django_db
def test_the_page_of_a_database_that_is_away_asks_it_for_nobody(
    client, django_assert_num_queries, settings
):
    settings.ROOT_URLCONF = __name__
    client.raise_request_exception = False
    client.force_login(make.make_user())

    with django_assert_num_queries(0):
        page = client.post("/en/busy/?cause=a server that was killed")

    assert page.status_code == 503


@pytest.mark.parametrize("cause", ["a full disk", "a full disk of a server"])
def test_on_a_full_disk_it_is_said_why_nothing_was_saved(visitor, cause):
    page = visitor.post(f"/en/busy/?cause={cause}")

    assert (page.status_code, page.headers["Retry-After"]) == (503, "60")
    assert "The disk of the site has no room left" in page.content.decode()
    assert b'class="error-page"' in page.content


def test_what_was_typed_is_sent_again_from_the_page_of_a_full_disk(visitor):
    page = visitor.post("/en/busy/?cause=a full disk", {"name": "Eva"}).content.decode()

    assert '<input type="hidden" name="name" value="Eva">' in page
    assert "send it again once there is room" in page


def test_trouble_of_reading_and_writing_is_a_full_disk_where_no_room_is_left(visitor, monkeypatch):
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: usage(100, 100, 0))

    page = visitor.post("/en/busy/?cause=trouble of reading and writing")

    assert page.status_code == 503
    assert "The disk is full" in page.content.decode()


def test_a_file_that_finds_no_room_is_a_full_disk_too():
    assert errors.is_disk_full(OSError(errno.ENOSPC, "No space left on device"))
    assert not errors.is_disk_full(OSError(errno.EACCES, "Permission denied"))


@pytest.mark.django_db(transaction=True)
def test_on_a_full_disk_pages_are_read_and_nothing_is_half_saved():
    tournament = make.make_tournament()
    desk = make.signed_in(tournament)
    desk.raise_request_exception = False
    close = reverse("close_sign_up", args=[tournament.slug])
    pages = [reverse(name, args=[tournament.slug]) for name in ("desk", "tournament", "players")]

    with connection.execute_wrapper(_write_nothing):
        refused = desk.post(close)
        read = [desk.get(page).status_code for page in pages]

    assert refused.status_code == 503
    assert "Disk je plný" in refused.content.decode()
    assert read == [200, 200, 200]
    assert not tournament.acts.exists()
    assert desk.post(close).status_code == 302


def _write_nothing(execute, sql, params, many, context):
    """As a database on a full disk."""
    if sql.startswith(("INSERT", "UPDATE", "DELETE")):
        raise OperationalError("full") from _FULL[connection.vendor]
    return execute(sql, params, many, context)


_FULL = {"sqlite": CAUSES["a full disk"], "postgresql": CAUSES["a full disk of a server"]}


@pytest.mark.parametrize(("prefix", "language"), [("", "cs"), ("/pl", "pl")])
def test_the_page_of_a_lock_speaks_the_language_of_the_address(visitor, prefix, language):
    page = visitor.get(f"{prefix}/busy/?cause=another writes")

    assert f'<html lang="{language}">' in page.content.decode()


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_the_page_of_a_mistake_of_ours_says_it_in_every_language(language):
    page = (settings.BASE_DIR / "templates" / "500.html").read_text()

    assert f'<p lang="{language}">' in page


@pytest.mark.django_db(transaction=True)
def test_a_lock_that_somebody_holds_is_a_page_to_try_again_and_nothing_is_saved():
    tournament = make.make_tournament()
    desk = make.signed_in(tournament)
    desk.raise_request_exception = False
    locked, done = threading.Event(), threading.Event()

    def hold():
        with transaction.atomic():
            Tournament.objects.select_for_update().get(pk=tournament.pk)
            locked.set()
            done.wait()
        connection.close()

    holder = threading.Thread(target=hold)
    holder.start()
    locked.wait()
    with _impatient():
        page = desk.post(reverse("close_sign_up", args=[tournament.slug]))
    done.set()
    holder.join()

    assert page.status_code == 503
    assert not tournament.acts.exists()
    assert desk.post(reverse("close_sign_up", args=[tournament.slug])).status_code == 302


@contextmanager
def _impatient():
    """Wait for a lock 50 ms in place of seconds."""
    short, usual = {
        "sqlite": ("PRAGMA busy_timeout = 50", "PRAGMA busy_timeout = 5000"),
        "postgresql": ("SET lock_timeout = 50", "RESET lock_timeout"),
    }[connection.vendor]
    with connection.cursor() as cursor:
        cursor.execute(short)
    yield
    with connection.cursor() as cursor:
        cursor.execute(usual)


def test_a_site_of_another_name_is_refused_in_the_same_look(visitor, settings):
    settings.ALLOWED_HOSTS = ["catan.example"]

    page = visitor.get("/", headers={"host": "elsewhere.example"})

    assert page.status_code == 400
    assert b'class="error-page"' in page.content


def test_a_site_of_another_name_is_a_line_in_the_log(visitor, settings, monkeypatch):
    settings.ALLOWED_HOSTS = ["catan.example"]
    handlers = logging.getLogger("django.security").handlers
    [handler] = [each for each in handlers if isinstance(each.formatter, ShortFormatter)]
    monkeypatch.setattr(handler, "stream", StringIO())

    visitor.get("/", headers={"host": f"{'elsewhere' * 100}.example"})

    [line] = handler.stream.getvalue().splitlines()
    assert "Invalid HTTP_HOST header" in line
    assert len(line) < 300


def test_an_unknown_address_is_answered_in_the_language_of_the_address(client):
    for prefix, language in [("", "cs"), ("/pl", "pl"), ("/en", "en")]:
        page = client.get(f"{prefix}/nowhere/")

        assert page.status_code == 404
        assert f'<html lang="{language}">'.encode() in page.content


def test_a_form_without_its_token_is_explained():
    visitor = Client(enforce_csrf_checks=True)

    page = visitor.post("/i18n/setlang/", {"language": "pl"})

    assert page.status_code == 403
    assert b'class="error-page"' in page.content


@pytest.mark.django_db
def test_a_nul_in_an_address_or_a_form_is_the_senders_mistake():
    tournament = make.make_tournament()
    administrator = make.signed_in(tournament)
    address = reverse("cancel_tournament", args=[tournament.slug])

    assert administrator.post(address, {"reason": "Flood\0ed"}).status_code == 400
    assert administrator.get(reverse("official_link", args=["a\0b"])).status_code == 404


def test_robots_are_kept_from_what_is_behind_a_sign_in(client):
    answer = client.get("/robots.txt")

    assert answer.headers["Content-Type"].startswith("text/plain")
    assert "Disallow: /t/*/desk/" in answer.content.decode()
