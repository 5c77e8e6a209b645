"""A server that is killed in the middle of requests leaves every act whole or not there."""

import http.client
import http.cookiejar
import re
import time
import urllib.error
import urllib.parse
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from tests.sites import Site

pytestmark = pytest.mark.prove

KILLS = 12
PEOPLE = 3
SECONDS_TO_WAIT = 120
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


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
    site.fill()
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
