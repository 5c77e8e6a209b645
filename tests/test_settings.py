"""The shapes the site is run in: embedded without any setting, and in production."""

import os
import re
import ssl
import subprocess
import sys

import pytest
from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage
from kombu import Connection

from catantour import settings as settings_file
from catantour.environment import address_of_tasks

PRODUCTION = {
    "DATABASE_URL": "postgres://catantour@localhost/catantour",
    "REDIS_URL": "redis://localhost:6379/0",
    "SECRET_KEY": "a-key-of-the-test-that-is-long-enough-and-varied-0123456789",
    "ALLOWED_HOSTS": "catan.example",
    "SITE_URL": "https://catan.example",
    "EMAIL_URL": "smtp://localhost:25",
    "PROXIES": "1",
}


def manage(*arguments: str, folder, **environment: str) -> subprocess.CompletedProcess:
    """Run manage.py with these settings and no others, keeping its files in `folder`."""
    return subprocess.run(
        [sys.executable, "-W", "error", "manage.py", *arguments],
        cwd=settings.BASE_DIR,
        env={"PATH": os.environ["PATH"], "VAR_DIR": str(folder), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    "environment",
    [
        pytest.param({}, id="embedded"),
        pytest.param(PRODUCTION, id="production"),
        pytest.param(PRODUCTION | {"SITE_URL": "http://127.0.0.1:8000"}, id="one machine"),
    ],
)
def test_the_deployment_check_finds_nothing(environment, tmp_path):
    checked = manage("check", "--deploy", "--fail-level=WARNING", folder=tmp_path, **environment)

    assert checked.returncode == 0, checked.stderr
    assert "no issues" in checked.stdout


def test_an_https_address_turns_the_secure_settings_on(tmp_path):
    public = manage("diffsettings", folder=tmp_path, **PRODUCTION)

    assert "SECURE_SSL_REDIRECT = True" in public.stdout
    assert "SESSION_COOKIE_SECURE = True" in public.stdout
    assert "SECURE_HSTS_SECONDS = 31536000" in public.stdout
    assert "security.W004" not in public.stdout


def test_names_below_the_sites_own_are_bound_to_https_only_where_somebody_asks(tmp_path):
    asked = {"HSTS_SUBDOMAINS": "true", "HSTS_PRELOAD": "true"}

    plain = manage("diffsettings", folder=tmp_path, **PRODUCTION).stdout
    bound = manage("diffsettings", folder=tmp_path, **PRODUCTION, **asked).stdout

    for name in ("SECURE_HSTS_INCLUDE_SUBDOMAINS = True", "SECURE_HSTS_PRELOAD = True"):
        assert name not in plain
        assert name in bound


def test_a_public_site_has_to_say_how_many_proxies_stand_before_it(tmp_path):
    unsaid = {name: value for name, value in PRODUCTION.items() if name != "PROXIES"}

    checked = manage("check", "--fail-level=WARNING", folder=tmp_path, **unsaid)

    assert checked.returncode == 1
    assert "PROXIES does not say how many proxies" in checked.stderr


def test_machines_that_would_each_make_up_a_secret_key_do_not_start(tmp_path):
    kept = {name: value for name, value in PRODUCTION.items() if name != "SECRET_KEY"}
    two = {"MACHINES": "2"}

    for command in (["check"], ["migrate", "--verbosity", "0"]):
        for unsaid in ({}, {"SECRET_KEY": ""}):
            refused = manage(*command, folder=tmp_path, **kept | unsaid | two)
            assert refused.returncode == 1
            assert "catantour.E001" in refused.stderr
            assert "each machine would make up a key of its own" in refused.stderr

    assert manage("check", folder=tmp_path, **PRODUCTION | two).returncode == 0
    assert manage("check", folder=tmp_path, **kept).returncode == 0


def test_the_embedded_site_keeps_one_secret_key_that_others_cannot_read(tmp_path):
    first, second = (manage("diffsettings", folder=tmp_path).stdout for _ in range(2))

    key = tmp_path / "secret-key"
    assert len(key.read_text()) >= 50
    assert key.read_text() in first
    assert key.read_text() in second
    assert key.stat().st_mode & 0o077 == 0
    assert [path.name for path in tmp_path.iterdir()] == ["secret-key"]


def test_what_the_embedded_site_has_saved_survives_a_power_cut(tmp_path):
    database = "from django.db import connection"
    asked = "print(connection.cursor().execute('PRAGMA {}').fetchone())"

    answers = [
        manage("shell", "--no-imports", "-c", f"{database}; {asked.format(name)}", folder=tmp_path)
        for name in ("synchronous", "journal_mode")
    ]

    assert [answer.stdout for answer in answers] == ["(2,)\n", "('wal',)\n"]


def test_every_setting_of_the_environment_is_in_the_operations_table():
    source = (settings.BASE_DIR / "catantour" / "settings.py").read_text()
    table = (settings.BASE_DIR / "docs" / "operations.md").read_text()

    names = re.findall(r'env\.\w+\(\s*"(\w+)"', source)

    assert "DATABASE_URL" in names
    assert [name for name in names if f"| `{name}` |" not in table] == []


def test_files_of_jobs_are_their_owners_alone(tmp_path):
    storage = FileSystemStorage(location=tmp_path, **settings_file.STORAGES["default"]["OPTIONS"])

    kept = tmp_path / storage.save("jobs/badges.pdf", ContentFile(b"personal links"))

    assert kept.stat().st_mode & 0o777 == 0o600
    assert kept.parent.stat().st_mode & 0o777 == 0o700


def signed(text, folder, **keys):
    program = f"from django.core import signing; print(signing.dumps({text!r}))"
    answer = manage("shell", "--no-imports", "-c", program, folder=folder, **keys)
    return answer.stdout.strip()


def read(token, folder, **keys):
    program = f"from django.core import signing; print(signing.loads({token!r}))"
    return manage("shell", "--no-imports", "-c", program, folder=folder, **keys)


def test_what_a_key_of_before_signed_holds_as_long_as_that_key_is_named(tmp_path):
    token = signed("Anna", tmp_path, SECRET_KEY="the-first")
    now = {"SECRET_KEY": "the-second"}

    assert read(token, tmp_path, SECRET_KEY_FALLBACKS="older,the-first", **now).stdout == "Anna\n"
    assert "BadSignature" in read(token, tmp_path, **now).stderr
    fresh = signed("Eva", tmp_path, SECRET_KEY_FALLBACKS="the-first", **now)
    assert read(fresh, tmp_path, **now).stdout == "Eva\n"


@pytest.mark.parametrize(
    ("redis", "celery"),
    [
        ("redis://:p@host:6379/2", "redis://:p@host:6379/2"),
        ("unix:///run/redis.sock", "redis+socket:///run/redis.sock"),
        ("unix:///run/redis.sock?db=3", "redis+socket:///run/redis.sock?virtual_host=3"),
        ("unix://me:p%40w@/r.sock?db=3", "redis+socket://me:p%40w@/r.sock?virtual_host=3"),
        ("unix:///r.sock?password=p%40/w", "redis+socket://:p%40%2Fw@/r.sock"),
    ],
)
def test_tasks_wait_in_the_redis_that_the_address_names(redis, celery):
    assert address_of_tasks(redis) == celery


@pytest.mark.parametrize(
    ("asked", "looks"),
    [
        ("", {"ssl_cert_reqs": ssl.CERT_REQUIRED}),
        ("?ssl_ca_certs=/ca", {"ssl_cert_reqs": ssl.CERT_REQUIRED, "ssl_ca_certs": "/ca"}),
        ("?ssl_cert_reqs=none", {"ssl_cert_reqs": ssl.CERT_NONE}),
    ],
)
def test_tasks_go_to_no_redis_whose_certificate_nobody_looked_at(asked, looks):
    """Unless somebody said so, as for the cache."""
    address = address_of_tasks(f"rediss://:p@host:6379/2{asked}")

    assert Connection(address).ssl == looks
    assert address.startswith("rediss://:p@host:6379/2?ssl_c")
