"""How a request comes from the web server to the site, and an answer back."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress

import pytest
from django.conf import settings

from catantour import asgi, bodies
from catantour.bodies import LATE, Bodies, TooLarge
from games.views.limits import LARGEST_BODY

PART = b"x" * 2**16


def scope(path="/games/validate/", method="POST", **more):
    return {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": b"",
        "http_version": "1.1",
        "scheme": "http",
        "server": ("127.0.0.1", 8000),
        "client": ("192.0.2.7", 50_000),
        "headers": [],
        **more,
    }


CHUNKED = [(b"transfer-encoding", b"chunked")]


class Sender:
    """Sends `parts` one after another, then waits for ever, or ends if it is `whole`."""

    def __init__(self, *parts, whole=True):
        self.parts = list(parts)
        self.whole = whole
        self.asked = 0

    async def __call__(self):
        self.asked += 1
        if self.parts:
            part = self.parts.pop(0)
            if part is None:
                return {"type": "http.disconnect"}
            return {"type": "http.request", "body": part, "more_body": True}
        if not self.whole:
            await asyncio.Event().wait()
        return {"type": "http.request", "body": b"", "more_body": False}


class Answered:
    """What `wsgi` was called with, and an answer that tells it."""

    def __init__(self):
        self.environments = []

    def __call__(self, environment, start):
        self.environments.append(environment)
        body = environment["wsgi.input"].read()
        start("200 OK", [("Content-Type", "text/plain"), ("Set-Cookie", "a"), ("Set-Cookie", "b")])
        return Parts([body[:1], body[1:]])


class Parts(list):
    def close(self):
        self.clear()


async def ask(site, asked, receive):
    """The messages of the answer."""
    sent = []

    async def send(message):
        sent.append(message)

    await site(asked, receive, send)
    return sent


def answer_to(asked, receive):
    """The environment that a request became, and the messages of its answer."""
    application = Answered()
    sent = asyncio.run(ask(asgi.Site(application), asked, receive))
    return (application.environments or [None])[-1], sent


def test_a_body_reaches_the_site_whole_with_its_length():
    environment, sent = answer_to(scope(headers=CHUNKED), Sender(b"abc", b"def"))

    assert environment["CONTENT_LENGTH"] == "6"
    assert sent[0]["status"] == 200
    assert sent[0]["headers"][1:] == [(b"set-cookie", b"a"), (b"set-cookie", b"b")]
    assert sent[1] == {"type": "http.response.body", "body": b"abcdef"}


def test_whether_it_lives_is_answered_though_every_thread_waits_for_a_database_that_is_frozen():
    over, waiting = threading.Event(), threading.Semaphore(0)
    answered = Answered()

    def application(environment, start):
        if (environment["PATH_INFO"], environment["REQUEST_METHOD"]) != ("/health/", "GET"):
            waiting.release()
            over.wait()
        return answered(environment, start)

    async def ask_all():
        site = asgi.Site(application, threads=2)
        pages = [
            asyncio.create_task(ask(site, scope(*asked), Sender()))
            for asked in [("/", "GET"), ("/health/", "POST"), ("/", "GET")]
        ]
        for _thread in range(2):
            await asyncio.to_thread(waiting.acquire)
        alive = asyncio.create_task(ask(site, scope("/health/", "GET"), Sender()))
        done, _ = await asyncio.wait(
            {alive, *pages}, timeout=10, return_when=asyncio.FIRST_COMPLETED
        )
        over.set()
        await asyncio.gather(alive, *pages)
        return done == {alive}

    assert asyncio.run(ask_all())


POLL = {"query_string": b"v=1a2b", "headers": [(b"hx-request", b"true")]}
LOOKS = [
    scope("/t/brno-2026/my/secret/", "GET"),
    scope("/en/t/brno-2026/my/secret/", "GET", **POLL),
    scope("/t/brno-2026/screen/", "GET", **POLL),
]
DONE_MEANWHILE = [
    scope("/t/brno-2026/my/secret/result/1/"),
    scope("/t/brno-2026/my/secret/result/1/", "GET"),
    scope("/t/brno-2026/", "GET"),
    scope("/t/brno-2026/desk/rounds/1/results/", "GET", **POLL),
    scope("/t/brno-2026/desk/rounds/1/publish/"),
]


@pytest.mark.parametrize("look", LOOKS, ids=lambda one: one["path"])
@pytest.mark.parametrize("done", DONE_MEANWHILE, ids=lambda one: f"{one['method']} {one['path']}")
def test_nobody_who_does_something_waits_behind_a_hall_that_looks(look, done):
    over = threading.Event()
    answered = Answered()

    def application(environment, start):
        if environment["PATH_INFO"] == look["path"]:
            over.wait()
        return answered(environment, start)

    async def ask_all():
        site = asgi.Site(application, threads=1, lookers=1)
        looks = [asyncio.create_task(ask(site, look, Sender())) for _ in range(3)]
        acts = asyncio.create_task(ask(site, done, Sender()))
        ended, _ = await asyncio.wait(
            {acts, *looks}, timeout=10, return_when=asyncio.FIRST_COMPLETED
        )
        over.set()
        await asyncio.gather(acts, *looks)
        return ended == {acts}

    assert asyncio.run(ask_all())


def test_a_request_without_a_body_waits_for_none():
    receive = Sender(whole=False)

    environment, _ = answer_to(scope(method="GET"), receive)

    assert environment["REQUEST_METHOD"] == "GET"
    assert receive.asked == 0


def test_who_asks_is_who_connected_and_what_a_proxy_noted():
    headers = [
        (b"x-forwarded-for", b"198.51.100.1"),
        (b"x-forwarded-for", b"198.51.100.2"),
        (b"x_forwarded_for", b"203.0.113.9"),
        (b"host", b"catan.example"),
        (b"content-type", b"text/plain"),
    ]

    environment, _ = answer_to(scope(headers=headers), Sender())

    assert environment["REMOTE_ADDR"] == "192.0.2.7"
    assert environment["HTTP_X_FORWARDED_FOR"] == "198.51.100.1,198.51.100.2"
    assert environment["HTTP_HOST"] == "catan.example"
    assert environment["CONTENT_TYPE"] == "text/plain"


def test_letters_of_an_address_arrive_as_wsgi_has_them():
    environment, _ = answer_to(scope("/t/žďár/", query_string=b"q=\xff"), Sender())

    assert environment["PATH_INFO"] == "/t/žďár/".encode().decode("latin-1")
    assert environment["QUERY_STRING"] == "q=\xff"


def test_a_length_that_is_too_much_is_refused_before_a_byte_is_asked_for():
    told = []

    def application(environment, start):
        told.append((environment["CONTENT_LENGTH"], receive.asked))
        start("413 Too large", [])
        return Parts()

    receive = Sender()
    headers = [(b"content-length", b"300000000")]

    asyncio.run(ask(asgi.Site(application), scope("/nowhere/", headers=headers), receive))

    assert told == [("300000000", 0)]


def test_a_body_without_a_length_is_refused_as_soon_as_it_is_too_much():
    told = []

    def application(environment, start):
        told.append((int(environment["CONTENT_LENGTH"]), receive.asked))
        start("413 Too large", [])
        return Parts()

    receive = Sender(*[PART] * 100)

    asyncio.run(ask(asgi.Site(application), scope("/nowhere/", headers=CHUNKED), receive))

    [(size, asked)] = told
    assert LARGEST_BODY < size <= LARGEST_BODY + len(PART)
    assert asked == size // len(PART)


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/nowhere/", "/pl/accounts/login/", "/en/games/validate/"])
def test_the_real_site_answers_it_with_its_page(path):
    host = [(b"host", b"localhost")]
    receive = Sender(*[PART] * 100)

    start, body = asyncio.run(
        ask(asgi.application, scope(path, headers=[*host, *CHUNKED]), receive)
    )

    assert start["status"] == 413
    assert b'class="error-page"' in body["body"]


def test_a_dripping_body_is_given_up(monkeypatch):
    monkeypatch.setattr(bodies, "SECONDS", -100)

    environment, _ = answer_to(scope(headers=CHUNKED), Sender(b"a", whole=False))

    assert environment[LATE]


def test_a_sender_that_hangs_up_gets_no_answer():
    environment, sent = answer_to(scope(headers=CHUNKED), Sender(b"a", None))

    assert (environment, sent) == (None, [])


def test_bodies_that_drip_hold_no_thread():
    async def among_dripping_bodies():
        site = asgi.Site(Answered(), threads=1)
        slow = [
            asyncio.create_task(ask(site, scope(headers=CHUNKED), Sender(b"a", whole=False)))
            for _ in range(50)
        ]
        await asyncio.sleep(0)
        sent = await ask(site, scope(method="GET"), Sender())
        still_open = [not task.done() for task in slow]
        for task in slow:
            task.cancel()
        await asyncio.gather(*slow, return_exceptions=True)
        return sent, still_open

    sent, still_open = asyncio.run(among_dripping_bodies())

    assert sent[0]["status"] == 200
    assert still_open == [True] * 50


def test_where_bodies_are_too_many_together_the_oldest_gives_way():
    async def two_bodies():
        held = Bodies(most=3 * len(PART))
        old = asyncio.create_task(take(held, Sender(PART, PART, whole=False)))
        await asyncio.sleep(0.01)
        new = await take(held, Sender(PART, PART))
        with suppress(TimeoutError):
            await old
        # What gave way counts no more.
        return old.exception(), new, await take(held, Sender(*[PART] * 3))

    gave_way, new, next_one = asyncio.run(two_bodies())

    assert isinstance(gave_way, TimeoutError)
    assert (new, next_one) == (2 * len(PART), 3 * len(PART))


def test_a_refused_body_counts_no_more():
    async def refused():
        held = Bodies(most=LARGEST_BODY)
        with pytest.raises(TooLarge):
            await take(held, Sender(*[PART] * 100))
        return await take(held, Sender(*[PART] * 16))

    assert asyncio.run(refused()) == LARGEST_BODY


async def take(held, receive):
    async with held.taken_in(receive, "/nowhere/", None) as body:
        return len(body)


SERVER = """
import asyncio
import multiprocessing

from catantour import asgi


async def live():
    asgi._end_with_the_server()
    print("up", flush=True)
    await asyncio.Event().wait()


def work():
    asyncio.run(live())


if __name__ == "__main__":
    worker = multiprocessing.get_context("spawn").Process(target=work)
    worker.start()
    print(worker.pid, flush=True)
    worker.join()
"""


def test_a_worker_ends_with_the_server_that_was_killed(tmp_path):
    script = tmp_path / "server.py"
    script.write_text(SERVER)
    paths = {"PYTHONPATH": str(settings.BASE_DIR), "VAR_DIR": str(tmp_path)}
    server = subprocess.Popen(
        [sys.executable, script], env=os.environ | paths, stdout=subprocess.PIPE
    )
    worker = int(server.stdout.readline())
    assert server.stdout.readline() == b"up\n"

    server.kill()

    # The worker holds the other end of this pipe as long as it lives.
    try:
        rest, _ = server.communicate(timeout=60)
    finally:
        with suppress(ProcessLookupError):
            os.kill(worker, signal.SIGKILL)
    assert rest == b""
