"""A server that is killed in the middle of requests leaves every act whole or not there."""

import http.client
import http.cookiejar
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from django.conf import settings

pytestmark = pytest.mark.prove

KILLS = 12
PEOPLE = 3
SECONDS_TO_WAIT = 120
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


class Site:
    """The embedded site with its demo season, as a process of its own."""

    def __init__(self, folder):
        self.database = folder / "catantour.sqlite3"
        self.environment = {"PATH": os.environ["PATH"], "VAR_DIR": str(folder)}
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.address = f"127.0.0.1:{free.getsockname()[1]}"
        for command in (["migrate"], ["collectstatic", "--noinput"], ["demo"]):
            self._run("manage.py", *command, stdout=subprocess.DEVNULL).check_returncode()

    def start(self):
        command = ["-m", "gunicorn", "--config", "catantour/gunicorn.py", "--bind", self.address]
        self.server = subprocess.Popen(
            [sys.executable, *command],
            cwd=settings.BASE_DIR,
            env=self.environment | {"SITE_URL": f"http://{self.address}"},
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
        # It says where it is when it answers there.
        while b"http" not in self.server.stdout.readline():
            assert self.server.poll() is None

    def kill(self):
        os.killpg(self.server.pid, signal.SIGKILL)
        self.server.wait()
        self.server.stdout.close()

    def ask(self, query, *values):
        connection = sqlite3.connect(self.database)
        try:
            return connection.execute(query, values).fetchall()
        finally:
            connection.close()

    def _run(self, *command, **options):
        return subprocess.run(
            [sys.executable, *command],
            cwd=settings.BASE_DIR,
            env=self.environment,
            check=False,
            **options,
        )


class Organiser:
    """Somebody at a browser without JavaScript."""

    def __init__(self, address):
        cookies = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self.address = f"http://{address}"
        self.browser = urllib.request.build_opener(cookies)
        self.signed_in = False

    def sign_in_once(self):
        if not self.signed_in:
            self.post("/accounts/login/", username="organiser", password="catan-demo")
            self.signed_in = True

    def post(self, path, *, form_at=None, **fields):
        """Fill in the form of a page and send it; returns the page that follows."""
        form = self.browser.open(f"{self.address}{form_at or path}").read().decode()
        fields["csrfmiddlewaretoken"] = TOKEN.search(form)[1]
        data = urllib.parse.urlencode(fields).encode()
        with self.browser.open(f"{self.address}{path}", data) as answer:
            return answer.read().decode()


def test_every_act_is_whole_or_not_there(tmp_path):
    site = Site(tmp_path)
    [(slug, key)] = site.ask(
        "SELECT slug, id FROM tournaments_tournament WHERE state = ?", "running"
    )
    random = Random(7)
    organisers = [Organiser(site.address) for _ in range(PEOPLE)]
    promised = []
    for life in range(KILLS):
        site.start()
        with ThreadPoolExecutor(PEOPLE) as people:
            writing = [
                people.submit(_write_into_the_book, organiser, slug, f"{life}-{number}", promised)
                for number, organiser in enumerate(organisers)
            ]
            try:
                _wait_for(promised, more=random.randint(2, 6))
                time.sleep(random.uniform(0, 0.3))
            finally:
                site.kill()
        assert [person.result() for person in writing] == [None] * PEOPLE

    assert site.ask("PRAGMA integrity_check") == [("ok",)]
    rulings = {row[0] for row in site.ask("SELECT question FROM tournaments_ruling")}
    acts = site.ask(
        "SELECT detail, version FROM tournaments_act WHERE tournament_id = ? AND name = ?",
        *(key, "open_ruling"),
    )
    [(version,)] = site.ask("SELECT version FROM tournaments_tournament WHERE id = ?", key)
    assert set(promised) <= rulings
    assert {detail for detail, _ in acts} == rulings
    assert len({version for _, version in acts}) == len(rulings)
    assert max(version for _, version in acts) == version


def _wait_for(promised, *, more):
    """Wait until so many more acts were confirmed, however slow the machine is."""
    enough, deadline = len(promised) + more, time.monotonic() + SECONDS_TO_WAIT
    while len(promised) < enough:
        assert time.monotonic() < deadline
        time.sleep(0.01)


def _write_into_the_book(organiser, slug, name, promised):
    """Open matters in the referee's book until the server is gone; note those it confirmed."""
    try:
        organiser.sign_in_once()
        for number in range(10_000):
            question = f"Matter {name}-{number}"
            page = organiser.post(
                f"/t/{slug}/desk/book/open/",
                form_at=f"/t/{slug}/desk/book/",
                kind="dispute",
                question=question,
            )
            assert question in page
            promised.append(question)
    except urllib.error.HTTPError:
        raise
    except (urllib.error.URLError, http.client.HTTPException, ConnectionError):
        return
