"""Backups on a page: who may take one and when, and what the site keeps by itself."""

import datetime as dt
import os
import shutil
import sqlite3
from collections import namedtuple
from contextlib import closing
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.checks import WARNING
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from tests import factories as make
from tournaments import checks
from tournaments.domain.values import Refused
from tournaments.models import Entry, Tournament
from tournaments.services import backups
from tournaments.services.backups import keeping
from tournaments.services.rounds import commit_draws
from tournaments.views.series import backups as views

NIGHT = dt.datetime(2026, 12, 5, 3, 5, tzinfo=dt.UTC)
PAGE = "/en/series/backups/"


@pytest.fixture(autouse=True)
def var(settings, tmp_path):
    settings.VAR_DIR = tmp_path
    return tmp_path


@pytest.fixture
def administrator(transactional_db):
    """Who runs the site."""
    client = Client()
    client.force_login(User.objects.create_superuser("adam"))
    return client


def test_an_administrator_takes_a_backup_that_can_be_restored(administrator, var):
    make.make_tournament(name="Catan Telč")

    answer = administrator.post(f"{PAGE}take/")

    assert answer.headers["Content-Disposition"].endswith(f'.{backups.suffix()}"')
    assert "no-store" in answer.headers["Cache-Control"]
    file = var / "taken"
    file.write_bytes(answer.content)
    assert backups._engine().look_through(file)
    assert [path.name for path in var.iterdir()] == ["taken"]


@pytest.mark.django_db
def test_an_administrator_of_the_series_alone_gets_no_backup(var):
    client = Client()
    client.force_login(make.make_user("beata", staff=True))

    page = client.get(PAGE).content.decode()

    assert "only whoever runs the site may take it" in page
    assert f'action="{PAGE}take/"' not in page
    assert client.post(f"{PAGE}take/").status_code == 403


def test_links_that_a_backup_showed_end_with_the_account(administrator):
    entry = make.make_entry(make.make_tournament(), email="jana@example.org")
    administrator.post(f"{PAGE}take/")

    adam = User.objects.get(username="adam")
    adam.is_active = False
    adam.save()

    assert Entry.objects.get().token != entry.token


def test_no_backup_is_taken_by_the_page_while_a_draw_is_to_come(administrator):
    tournament = make.ready_to_draw(8, name="Catan Telč")
    commit_draws(tournament, "a" * 64, make.doer())

    answer = administrator.post(f"{PAGE}take/", follow=True)

    page = answer.content.decode()
    assert "Not while a draw is to come" in page
    assert "Catan Telč" in page
    assert f'action="{PAGE}take/"' not in page


def test_nor_where_a_draw_is_committed_to_while_the_file_is_written(administrator, monkeypatch):
    tournament = make.ready_to_draw(12)
    write = backups.back_up

    def meanwhile(*args, **kwargs):
        write(*args, **kwargs)
        make.committed(tournament)

    monkeypatch.setattr(backups, "back_up", meanwhile)

    answer = administrator.post(f"{PAGE}take/")

    assert answer.status_code == 302
    assert answer.content == b""


def test_what_keeps_a_backup_from_being_taken_is_said(administrator, monkeypatch):
    def fail(file, **_options):
        raise Refused("", "{file} cannot be written: {why}.", file="site", why="No space left")

    monkeypatch.setattr(backups, "back_up", fail)

    page = administrator.post(f"{PAGE}take/", follow=True).content.decode()

    assert "No space left" in page


def test_the_page_lists_the_copies_and_says_how_to_restore_the_newest(administrator, var):
    (var / "backups").mkdir()
    for hour in (9, 11, 10):
        copy = var / "backups" / f"copy-20261205-{hour:02}0000.sqlite3"
        copy.write_bytes(b"x" * 2048)
        at = NIGHT.replace(hour=hour).timestamp()
        os.utime(copy, (at, at))

    page = administrator.get(PAGE).content.decode()

    assert page.count("copy-20261205-") == 4
    assert f"manage.py restore {var}/backups/copy-20261205-110000.sqlite3" in page
    assert "2.0\xa0KB" in page


def minutes(number):
    return NIGHT + dt.timedelta(minutes=number)


def keeping_copies(var, contents):
    """Let the clock come round with these contents of the database; the names that are kept."""
    for number, content in enumerate(contents):
        keeping.keep_copy(
            var / "backups", "sqlite3", lambda file, c=content: file.write_text(c), minutes(number)
        )
    return sorted(path.name for path in (var / "backups").iterdir())


def test_the_last_ten_copies_are_kept(var):
    kept = keeping_copies(var, "abcdefghijklm")

    assert kept == [
        f"copy-{number:06}-20261205-04{number + 4:02}00.sqlite3" for number in range(4, 14)
    ]


def test_copies_older_than_two_weeks_go_though_there_are_few_but_never_the_newest(var):
    names = keeping_copies(var, "abc")
    day = 24 * 60 * 60
    for name, days in zip(names, (15, 13, 12), strict=True):
        at = NIGHT.timestamp() - days * day
        os.utime(var / "backups" / name, (at, at))

    keeping.keep_copy(var / "backups", "sqlite3", lambda file: file.write_text("c"), NIGHT)
    after_two_weeks = sorted(path.name for path in (var / "backups").iterdir())
    month = NIGHT + dt.timedelta(days=30)
    keeping.keep_copy(var / "backups", "sqlite3", lambda file: file.write_text("c"), month)

    assert after_two_weeks == names[1:]
    assert [path.name for path in (var / "backups").iterdir()] == names[2:]


def test_what_a_process_left_that_was_killed_while_it_copied_goes_after_a_day(var):
    (var / "backups").mkdir()
    for name, hours in (("killed", 25), ("killed-journal", 25), ("under-way", 23)):
        draft = var / "backups" / f".copy-000007-20261205-040000.sqlite3.{name}"
        draft.write_bytes(b"half of it")
        at = NIGHT.timestamp() - hours * 60 * 60
        os.utime(draft, (at, at))

    keeping.keep_copy(var / "backups", "sqlite3", lambda file: file.write_text("c"), NIGHT)

    drafts = [path.suffix for path in (var / "backups").iterdir() if path.name.startswith(".")]
    assert drafts == [".under-way"]


def test_the_page_of_backups_says_that_they_hold_who_was_deleted_since(administrator):
    page = administrator.get(PAGE).content.decode()

    assert "Whoever was deleted since still stands in copies and backups made before" in page


def test_copies_of_a_clock_that_was_ahead_go_first(var):
    folder = var / "backups"
    folder.mkdir()
    for hour in range(10):
        (folder / f"copy-20261206-{hour:02}0000.sqlite3").write_text(str(hour))

    kept = keeping_copies(var, "aabcd")

    new = [name for name in kept if "-20261205-" in name]
    assert [name[: len("copy-000001")] for name in new] == [f"copy-00000{n}" for n in range(1, 5)]
    assert len(kept) == 10
    assert "copy-20261206-000000.sqlite3" not in kept


def test_a_copy_is_kept_only_if_something_has_changed(var):
    assert len(keeping_copies(var, "aaabba")) == 3


def test_what_was_kept_before_a_restore_counts_for_none_of_the_ten(var):
    (var / "backups").mkdir()
    (var / "backups" / "before-restore-20261204.sqlite3").touch()

    kept = keeping_copies(var, "abcdefghijklm")

    assert "before-restore-20261204.sqlite3" in kept
    assert len(kept) == 11


def test_copies_leave_room_on_the_disk(var, monkeypatch, caplog):
    keeping_copies(var, "a")
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: usage(100, 98, 2))

    assert len(keeping_copies(var, "ab")) == 1
    assert "no room" in caplog.text


def test_a_copy_that_cannot_be_made_is_a_line_in_the_log(var, caplog):
    def fail(_file):
        raise Refused("", "It cannot be written.")

    assert not keeping.keep_copy(var / "backups", "sqlite3", fail, NIGHT)
    assert "No copy of the database could be kept: It cannot be written." in caplog.text


@pytest.mark.django_db(transaction=True)
def test_the_site_notices_whether_its_database_has_changed():
    make.make_tournament(name="Catan Telč")
    first = [backups.keep_copy(minutes(number)) for number in range(2)]
    if backups.suffix() == "dump":
        # A dump says when it was made; only the embedded site keeps copies by itself.
        assert "keep-copy" not in settings.CELERY_BEAT_SCHEDULE
        return
    Tournament.objects.update(name="Catan Zlín")

    assert [*first, backups.keep_copy(minutes(2))] == [True, False, True]
    with closing(sqlite3.connect(backups.kept_copies()[0].path)) as copy:
        assert copy.execute("SELECT name FROM tournaments_tournament").fetchall() == [
            ("Catan Zlín",)
        ]


def test_copies_come_round_by_themselves_where_the_database_is_a_file():
    embedded = settings.DATABASES["default"]["ENGINE"] == "catantour.sqlite"

    assert ("keep-copy" in settings.CELERY_BEAT_SCHEDULE) is embedded


@pytest.mark.parametrize(
    ("folder", "begins"),
    [
        ("var", "<code>.venv/bin/python"),
        ("/srv/my site", "<code>VAR_DIR=&#x27;/srv/my site&#x27; .venv"),
    ],
)
def test_the_page_prints_commands_of_this_very_site(
    admin_client, settings, monkeypatch, folder, begins
):
    settings.VAR_DIR = settings.BASE_DIR / folder
    # What a server's database adds is another test's.
    monkeypatch.setattr(views, "connection", SimpleNamespace(vendor="sqlite"))

    page = admin_client.get("/en/series/backups/").content.decode()

    assert f"{begins}" in page
    assert page.count(begins) == 2


def old(folder, hours, name="night.backup"):
    file = folder / name
    file.write_bytes(b"whole")
    at = (timezone.now() - dt.timedelta(hours=hours, minutes=1)).timestamp()
    os.utime(file, (at, at))


@pytest.fixture
def nights(settings, tmp_path):
    folder = tmp_path / "nights"
    folder.mkdir()
    settings.BACKUP_DIR = str(folder)
    return folder


@pytest.mark.parametrize(("hours", "late"), [(1, False), (25, False), (26, True), (300, True)])
def test_administrators_read_how_old_the_newest_backup_of_a_night_is(
    administrator, nights, hours, late
):
    old(nights, hours)
    old(nights, 500, "before.backup")
    # What broke off has a name with a dot before it, and what is empty is no backup.
    old(nights, 0, ".draft")
    (nights / "empty.backup").touch()
    # What is no file is no backup, and a clock far ahead makes none new for years.
    (nights / "gone.backup").symlink_to(nights / "nowhere")
    (nights / "folder.backup").mkdir()
    old(nights, -24 * 365, "ahead.backup")
    sentence = f"The last good backup is {hours} hour"

    desk = administrator.get("/en/series/").content.decode()
    page = administrator.get(PAGE).content.decode()

    assert sentence in page
    assert (sentence in desk) is late
    assert ('class="message warning"' in page) is late
    assert [told.msg for told in checks.a_backup_every_night()] == (
        [f"The newest backup in {nights} is {hours} hours old."] if late else []
    )


def test_a_night_without_any_backup_is_told_and_stops_no_start(administrator, nights):
    assert "No backup of a night is there." in administrator.get(PAGE).content.decode()
    assert "No backup of a night is there." in administrator.get("/en/series/").content.decode()
    [told] = checks.a_backup_every_night()
    assert told.msg == f"There is no backup in {nights}."
    assert not told.is_serious(WARNING)


def test_nobody_is_told_of_nights_where_nobody_makes_backups(administrator):
    assert "backup of a night" not in administrator.get("/en/series/").content.decode()
    assert checks.a_backup_every_night() == []


def test_the_command_of_a_restore_names_the_database_but_not_its_password(monkeypatch):
    told = {"USER": "catantour", "PASSWORD": "secret", "NAME": "tour"}
    for host, port, address in [
        ("db.example", "5433", "postgres://catantour:PASSWORD@db.example:5433/tour"),
        ("/run/postgresql", "", "postgres://catantour:PASSWORD@//run/postgresql/tour"),
    ]:
        asked = told | {"HOST": host, "PORT": port}
        kept_in = SimpleNamespace(vendor="postgresql", settings_dict=asked)
        monkeypatch.setattr(views, "connection", kept_in)

        assert views._manage().startswith(f"DATABASE_URL={address} VAR_DIR=")
        assert "secret" not in views._manage()


@pytest.mark.django_db
def test_administrators_are_told_of_a_unit_that_failed(settings, mailoutbox):
    User.objects.create_superuser("adam", email="adam@example.org")
    User.objects.create_superuser("beata")

    call_command("tell_of_failure", "catantour-backup.service")
    settings.SERIES_EMAIL = "series@example.org"
    call_command("tell_of_failure", "catantour-backup.service")

    assert [mail.to for mail in mailoutbox] == [["adam@example.org"], ["series@example.org"]]
    assert "journalctl -u catantour-backup.service" in mailoutbox[0].body


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("backend", "why"),
    [
        ("locmem", "SERIES_EMAIL is empty and no superuser with an address"),
        ("console", "EMAIL_URL names no mail server"),
    ],
)
def test_a_failure_of_which_nobody_can_be_told_fails_itself(
    settings, mailoutbox, nights, backend, why
):
    User.objects.create_superuser("beata")
    settings.EMAIL_BACKEND = f"django.core.mail.backends.{backend}.EmailBackend"
    settings.SERIES_EMAIL = "series@example.org" if backend == "console" else ""

    with pytest.raises(CommandError, match=f"backup has failed, and nobody was told: {why}"):
        call_command("tell_of_failure", "backup")

    assert mailoutbox == []
    # Nor is it a secret before that night.
    [told] = checks.somebody_to_tell()
    assert why in told.msg
    assert not told.is_serious(WARNING)


@pytest.mark.django_db
def test_where_somebody_is_told_of_failures_the_start_says_nothing(settings, nights):
    settings.SERIES_EMAIL = "series@example.org"

    assert checks.somebody_to_tell() == []


@pytest.mark.django_db
def test_a_mail_server_that_does_not_take_the_news_is_named(settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    settings.SERIES_EMAIL = "series@example.org"

    with pytest.raises(CommandError, match=r"did not take the e-mail \(.*Connection refused"):
        call_command("tell_of_failure", "backup")
