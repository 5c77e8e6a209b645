"""What of a backup that the page handed out still opens anything once the superuser has left."""

import datetime as dt
import re
import sqlite3
import subprocess
from contextlib import closing
from io import StringIO
from pathlib import Path

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection, connections, models
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from tests import factories as make
from tournaments.forms.accounts import sign_in_address
from tournaments.models import Entry, Job, Mail, OfficeInvitation, Sight
from tournaments.models.entry import EntryState, Role, new_token
from tournaments.models.logbook import new_job_token
from tournaments.models.restoration import new_key
from tournaments.models.tournament import State
from tournaments.services import backups, offices, persons, signing_up, timeline
from tournaments.services.checking_games import CHECK_GAMES
from tournaments.services.entering import SignUp
from tournaments.services.mailing import write_mail
from tournaments.services.offices import Administrator

pytestmark = pytest.mark.django_db(transaction=True)

SOON = timezone.localdate() + dt.timedelta(days=40)

SECRETS = {
    "Session.session_key": "not in the file",
    "Session.session_data": "not in the file",
    "Mail.body": "not in the file",
    "Mail.key": "not in the file",
    "Job.token": "not in the file",
    "Entry.token": "new",
    "Entry.versions": "opened with the token alone",
    "Official.token": "new",
    "OfficeInvitation.token": "taken back",
    "Commitment.secret": "no file while a draw is to come",
    "User.password": "a hash",
    "Pen.tablet": "for whoever is at the desk",
    # What is worked out is kept under it; it opens nothing.
    "Restoration.key": "no secret",
    # It stands in the addresses of the series.
    "Series.key": "no secret",
    "HistoricalSeries.key": "no secret",
    # By it another site knows what is from here.
    "Webhook.secret": "opens nothing here",
}
"""Every kind of secret that lies in the database, and what is the matter with it."""


MADE_UP = (new_token, new_job_token, new_key)
"""What makes up secrets."""


@pytest.fixture(autouse=True)
def _kept_apart(settings, tmp_path, monkeypatch):
    settings.VAR_DIR = tmp_path / "var"
    settings.VAR_DIR.mkdir()
    monkeypatch.setattr(timeline, "_current", "")
    with translation.override("en"):
        yield
    connections.close_all()


@pytest.fixture
def adam() -> User:
    return User.objects.create_superuser("adam", password="battery staple")


def a_site(adam: User) -> dict[str, str]:
    """A site in use, with one secret of each kind; the e-mails wait."""
    olga = make.make_user("olga")
    olga.email = "olga@example.org"
    olga.save()
    tournament = make.make_tournament(date=SOON, state=State.SIGN_UP)
    make.make_official(tournament, Role.ORGANISER, user=olga)
    chief = make.make_official(tournament, Role.CHIEF_REFEREE, "Karel Chief")
    eva = make.make_person("Eva Malá", email="eva@example.org")
    entry = make.make_entry(tournament, eva, email=eva.email)
    now = make.doer(now=timezone.now())
    signing_up.register(tournament, SignUp("Jan Dub", "jan@example.org"), now)
    persons.send_person_link(entry, now)
    persons.send_key(eva, now)
    persons.ask_new_address(eva, "new@example.org", now)
    by = Administrator(adam, now)
    offices.make_invitation("organiser", "Petr", by, email="petr@example.org")
    persons.offer_address(eva, "other@example.org", by)
    browser = Client()
    browser.post(reverse("password_reset"), {"email": olga.email})
    address = sign_in_address(olga)
    write_mail("sign-in", to=olga.email, subject="", body=address, now=now.now)
    browser.force_login(olga)
    job = Job.objects.create(kind=CHECK_GAMES, parameters={"name": "a.zip"}, by="", at=now.now)
    waiting = tournament.entries.get(state=EntryState.UNCONFIRMED)
    return {
        "slug": tournament.slug,
        "player": entry.token,
        "sign-up": waiting.token,
        "version": waiting.versions[0]["key"],
        "official": chief.token,
        "invitation": OfficeInvitation.objects.get().token,
        "job": job.token,
        "session": browser.session.session_key,
        "password": olga.password,
    }


def taken_by(user: User, file: Path) -> str:
    """The file that the page hands out, and all that can be read in it."""
    browser = Client()
    browser.force_login(user)
    file.write_bytes(browser.post("/en/series/backups/take/").content)
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(file)) as copy:
            return "\n".join(copy.iterdump())
    done = subprocess.run(
        ["pg_restore", "--file=-", str(file)], capture_output=True, text=True, check=True
    )
    return done.stdout


def left(user: User) -> None:
    user.is_active = False
    user.save()


def links_of(mails) -> list[str]:
    """Every address in these e-mails that no one can guess."""
    found = {path for mail in mails for path in re.findall(r"https?://[^/]+(/\S+)", mail.body)}
    return sorted(path for path in found if re.search(r"[\w:-]{20,}", path))


def parts_of(link: str) -> list[str]:
    return re.findall(r"[\w:-]{20,}", link)


def test_every_column_that_may_hold_a_secret_is_spoken_for():
    named = re.compile(r"token|secret|password|session_|^body$|tablet|^versions$|^key$")
    texts = (models.CharField, models.TextField, models.JSONField)
    found = {
        f"{model.__name__}.{field.name}"
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if isinstance(field, texts)
        and (named.search(field.name) or (field.has_default() and field.default in MADE_UP))
    }

    assert found == set(SECRETS)


@pytest.mark.parametrize("way", ["closed", "deleted", "no superuser any more"])
def test_nothing_that_was_in_the_file_opens_anything_once_the_superuser_has_left(
    adam, tmp_path, way
):
    site = a_site(adam)
    mailed = links_of(Mail.objects.all())
    assert len(mailed) >= 8
    text = taken_by(adam, tmp_path / "file")
    known = re.compile("|".join(map(re.escape, site.values())))
    assert {kind for kind, secret in site.items() if secret in text} - {"slug"} == {
        "player",
        "official",
        "invitation",
        "password",
        "sign-up",
        "version",
    }
    # Of no link that stood in an e-mail is anything left that is not one of those.
    for link in mailed:
        assert not [part for part in parts_of(known.sub("", link)) if part in text]
    waiting = Entry.objects.get(state=EntryState.UNCONFIRMED)

    if way == "deleted":
        adam.delete()
    else:
        adam.is_active, adam.is_staff, adam.is_superuser = way != "closed", False, False
        adam.save()

    stranger = Client()
    slug = site["slug"]
    for name, args in [
        ("my_page", [slug, site["player"]]),
        ("confirm_registration", [slug, site["player"]]),
        ("cancel_registration", [slug, site["player"]]),
        ("prove_address", [slug, site["player"]]),
        ("confirm_registration", [slug, site["sign-up"]]),
        ("games_check", [site["job"]]),
    ]:
        assert stranger.get(reverse(name, args=args)).status_code in (302, 403, 404), name
    assert "has lapsed" in read(stranger, "official_link", site["official"])
    assert "taken this invitation back" in read(stranger, "office_invitation", site["invitation"])
    sign_in = {"username": "olga", "password": site["password"]}
    stranger.post(reverse("login"), sign_in)
    assert "_auth_user_id" not in stranger.session
    assert Entry.objects.get(pk=waiting.pk).token != waiting.token


def read(browser: Client, name: str, key: str) -> str:
    return browser.get(reverse(name, args=[key])).content.decode()


def test_a_site_that_is_restored_from_the_file_works_and_sends_nothing_that_waited(adam, tmp_path):
    site = a_site(adam)
    file = tmp_path / "file"
    taken_by(adam, file)
    connections.close_all()

    call_command("restore", str(file), stdout=StringIO())

    assert not Mail.objects.exists()
    assert not Job.objects.exists()
    # Whoever took the file still loses what is in it.
    assert Sight.objects.filter(user=adam).count() == 2
    browser = Client()
    assert browser.get(reverse("my_page", args=[site["slug"], site["player"]])).status_code == 200
    browser.post(reverse("login"), {"username": "olga", "password": "correct horse"})
    assert browser.get(reverse("desk", args=[site["slug"]])).status_code == 200
    waiting = Entry.objects.get(state=EntryState.UNCONFIRMED)
    told = SignUp(waiting.name, waiting.email)
    signing_up.register(waiting.tournament, told, make.doer(now=timezone.now()))
    assert Entry.objects.get(pk=waiting.pk).token in Mail.objects.get().body


def test_what_an_older_backup_brings_back_ends_with_every_superuser(adam, tmp_path):
    """The links of that moment hold again, and a file that was handed out since has them."""
    site = a_site(adam)
    backups.back_up(tmp_path / "older")
    taken_by(adam, tmp_path / "file")
    connections.close_all()
    call_command("restore", str(tmp_path / "older"), stdout=StringIO())

    left(User.objects.get(pk=adam.pk))

    assert not Entry.objects.filter(token=site["player"]).exists()
