"""Other sites hear of an event: every act once, signed, tried again, and never inside a network."""

import datetime as dt
import hashlib
import hmac
import json
import re
import socket
import threading
from functools import partial
from http.server import BaseHTTPRequestHandler, HTTPServer
from operator import sub
from pathlib import Path

import pytest
from django.conf import settings
from django.urls import reverse

from tests import factories as make
from tournaments.domain.telling import (
    MOST_TRIES,
    PAUSES,
    SIGNATURE,
    TOLD,
    is_public,
    pause_after,
    signature,
)
from tournaments.domain.values import Refused
from tournaments.models import Delivery
from tournaments.models.logbook import ACTS, UNSEEN_ACTS
from tournaments.models.webhook import MOST_WEBHOOKS
from tournaments.services import outside, rounds, webhooks
from tournaments.services.acts import AlreadyDone
from tournaments.services.outside import Unreachable, post

pytestmark = pytest.mark.django_db

HERE = "https://example.org/hear"


class Site:
    """The other site: what it got, and what it answers next."""

    def __init__(self, *answers: int | None) -> None:
        self.answers = list(answers)
        self.got: list[tuple[str, bytes, dict[str, str]]] = []

    def __call__(self, url, body, headers):
        self.got.append((url, body, dict(headers)))
        answer = self.answers.pop(0) if self.answers else 200
        if answer is None:
            raise Unreachable
        return answer

    @property
    def told(self):
        return [json.loads(body) for _url, body, _headers in self.got]


@pytest.fixture
def tournament():
    """Eight players at the door; one site hears of the event."""
    tournament = make.ready_to_draw(8)
    webhooks.add_webhook(tournament, HERE, make.doer())
    return tournament


def at(minutes):
    return lambda: make.at(9, 15) + dt.timedelta(minutes=minutes)


def test_what_everybody_sees_is_told_once_and_signed(tournament):
    site = Site()
    secret = tournament.webhooks.get().secret

    draw = make.publish(tournament)
    assert webhooks.deliver(at(1), site) == 1
    make.enter(draw.tables.get(number=1), (10, 8, 5, 4))
    assert webhooks.deliver(at(60), site) == 1
    assert webhooks.deliver(at(120), site) == 0

    assert [(one["what"], one["round"]) for one in site.told] == [("draw", 1), ("results", 1)]
    assert site.told[1]["read"].endswith(f"/api/v1/events/{tournament.slug}/rounds/1/results/")
    for url, body, headers in site.got:
        assert url == HERE
        right = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
        assert headers[SIGNATURE] == f"sha256={right}"


def test_the_example_of_the_docs_knows_our_signature():
    page = (Path(settings.BASE_DIR) / "docs" / "api.md").read_text()
    names = {}
    exec(re.search(r"```python\n(import hashlib.*?)```", page, re.DOTALL)[1], names)  # noqa: S102 - it is ours

    assert names["is_ours"]("secret", b"{}", signature("secret", b"{}"))
    assert not names["is_ours"]("secret", b"{} ", signature("secret", b"{}"))


def test_only_what_everybody_may_see_is_told(tournament):
    make.draw(tournament)

    assert not Delivery.objects.exists()
    assert TOLD.keys() <= ACTS.keys() - UNSEEN_ACTS


def test_an_act_that_is_undone_is_not_told(tournament):
    make.publish(tournament)
    before = Delivery.objects.count()

    with pytest.raises(AlreadyDone):
        rounds.publish_draw(tournament, 1, make.doer())

    assert Delivery.objects.count() == before == 1


def test_what_is_not_taken_is_tried_again_later_each_time_and_given_up(tournament):
    make.publish(tournament)
    site, now = Site(500, None, 302, 404, None, 500), make.at(9, 15)
    tried = []

    for pause in [dt.timedelta(0), *PAUSES, dt.timedelta(days=2)]:
        now += pause
        before = len(site.got)
        webhooks.deliver(partial(sub, now, dt.timedelta(seconds=1)), site)
        assert len(site.got) == before
        webhooks.deliver(partial(sub, now, dt.timedelta(0)), site)
        tried.append(len(site.got) - before)

    delivery = Delivery.objects.get()
    assert tried == [1] * MOST_TRIES + [0]
    assert (delivery.tries, delivery.status, delivery.delivered_at) == (MOST_TRIES, 500, None)
    assert pause_after(MOST_TRIES) is None


def test_one_that_fails_holds_up_no_other(tournament):
    webhooks.add_webhook(tournament, "https://example.net/", make.doer())
    make.publish(tournament)
    site = Site(None, 204)

    assert webhooks.deliver(at(1), site) == 1

    assert {url for url, _body, _headers in site.got} == {HERE, "https://example.net/"}


def test_two_workers_at_once_share_the_work(tournament):
    make.publish(tournament)
    site = Site()

    def another_comes_in_between(url, body, headers):
        assert webhooks.deliver(at(1), site) == 0
        return 200

    assert webhooks.deliver(at(1), another_comes_in_between) == 1
    assert site.got == []


def test_a_site_that_is_taken_back_hears_not_even_what_waits(tournament):
    make.publish(tournament)
    site = Site()

    webhooks.withdraw_webhook(tournament, tournament.webhooks.get().pk, make.doer())

    assert webhooks.deliver(at(1), site) == 0
    assert site.got == []
    with pytest.raises(AlreadyDone):
        webhooks.withdraw_webhook(tournament, tournament.webhooks.get().pk, make.doer())


def test_few_sites_hear_of_an_event_and_none_twice(tournament):
    with pytest.raises(AlreadyDone):
        webhooks.add_webhook(tournament, HERE, make.doer())
    for index in range(1, MOST_WEBHOOKS):
        webhooks.add_webhook(tournament, f"{HERE}/{index}", make.doer())

    with pytest.raises(Refused, match="At most 5 addresses"):
        webhooks.add_webhook(tournament, f"{HERE}/more", make.doer())


def test_what_was_sent_long_ago_is_deleted(tournament):
    make.publish(tournament)

    assert webhooks.clear_old_deliveries(at(0)()) == 0
    assert webhooks.clear_old_deliveries(at(15 * 24 * 60)()) == 1


def test_the_desk_names_sites_and_sees_what_became_of_it(tournament, in_english):
    desk = make.signed_in(tournament)
    page = reverse("programs", args=[tournament.slug])

    added = desk.post(
        reverse("add_webhook", args=[tournament.slug]),
        {"url": "https://example.net/hear"},
        follow=True,
    ).content.decode()
    make.publish(tournament)
    webhooks.deliver(at(1), Site(None, 200))
    shown = desk.get(page).content.decode()

    secret = tournament.webhooks.get(url="https://example.net/hear").secret
    assert secret in added
    assert secret not in shown
    assert "in vain, again" in shown
    assert "no answer" in shown
    assert "(200)" in shown


@pytest.mark.parametrize(
    "url",
    [
        "ftp://example.org/",
        "https://anna:secret@example.org/",
        "http://localhost/",
        "http://printer.local/",
        "http://127.0.0.1/",
        "http://10.1.2.3/",
        "http://169.254.169.254/latest/meta-data/",
        "http://[::1]/",
        "http://[::ffff:127.0.0.1]/",
        "http://224.0.0.1/",
    ],
)
def test_addresses_that_are_not_outside_are_refused_and_stay_typed(tournament, url, in_english):
    answer = make.signed_in(tournament).post(
        reverse("add_webhook", args=[tournament.slug]), {"url": url}
    )

    assert answer.context["webhook_form"].errors.keys() == {"url"}
    assert answer.context["webhook_form"]["url"].value() == url
    assert tournament.webhooks.count() == 1


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.216.34", True),
        ("2606:2800:220:1:248:1893:25c8:1946", True),
        ("192.168.0.1", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),  # noqa: S104 - nobody listens there
        ("fe80::1%eth0", False),
        ("fd00::1", False),
        ("::ffff:10.0.0.1", False),
        ("2002:7f00:1::", False),
    ],
)
def test_an_address_is_public_in_no_disguise(address, public):
    assert is_public(address) is public


@pytest.fixture
def listening():
    """A site of the test's own, which answers what it is told to, and remembers who asked."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            length = int(self.headers["Content-Length"])
            self.server.got.append((self.path, self.headers["Host"], self.rfile.read(length)))
            self.send_response(self.server.status)
            self.send_header("Location", "http://127.0.0.1:1/")
            self.end_headers()

        def log_message(self, *_args):
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    server.got, server.status = [], 204
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_request_goes_out_and_follows_nothing(listening, settings):
    settings.WEBHOOKS_MAY_REACH = "127.0.0.1"
    url = f"http://localhost:{listening.server_port}/hear?a=1"
    listening.status = 302

    assert post(url, b"{}", {"Content-Type": "application/json"}) == 302
    assert listening.got == [("/hear?a=1", f"localhost:{listening.server_port}", b"{}")]


def test_a_name_that_leads_inside_is_not_asked(listening):
    with pytest.raises(Unreachable):
        post(f"http://localhost:{listening.server_port}/", b"{}", {})

    assert listening.got == []


@pytest.mark.parametrize(
    "url", ["http://no-such-host.invalid/", "http://[::1/", "http://a:b/", "/"]
)
def test_an_address_that_leads_nowhere_is_no_answer(url):
    with pytest.raises(Unreachable):
        post(url, b"{}", {})


def test_a_site_that_never_answers_is_cut(settings, monkeypatch):
    """It drips one sign after the other, so that no wait of its own ever ends the request."""
    settings.WEBHOOKS_MAY_REACH = "127.0.0.1"
    monkeypatch.setattr(outside, "SECONDS", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as server:

        def drip():
            connection, _address = server.accept()
            with connection:
                try:
                    for _index in range(200):
                        connection.sendall(b"H")
                        gone.wait(0.05)
                        if gone.is_set():
                            return
                except OSError:
                    return

        gone = threading.Event()
        thread = threading.Thread(target=drip)
        thread.start()
        with pytest.raises(Unreachable):
            post(f"http://127.0.0.1:{server.getsockname()[1]}/", b"{}", {})
        gone.set()
        thread.join()
