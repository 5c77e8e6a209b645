"""The live channel: what open pages hear, and that one listener holds up no other."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from django.db import OperationalError

from catantour import channels
from catantour.channels import Channels, slug_of
from tests.test_asgi import scope
from tournaments.domain.news import News

BEFORE = News(7)
SEATED = News(8, "1-100", 1, {1: 2, 2: 1})
RESULTS = replace(SEATED, version=9)
SOON = 5
"""Seconds after which a test fails that waits for what does not come."""


class Listener:
    """A page that listens to `brno`, until it is `gone`."""

    def __init__(self, live):
        self.messages = asyncio.Queue()
        self.left = asyncio.Event()
        self.threads = ThreadPoolExecutor(1)
        self.task = asyncio.create_task(
            live.serve("brno", self._receive, self.messages.put, self.threads)
        )

    async def _receive(self):
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def heard(self):
        """The next event."""
        message = await asyncio.wait_for(self.messages.get(), SOON)
        assert message["more_body"]
        return json.loads(message["body"].decode().removeprefix("data: "))

    async def started(self):
        return (await asyncio.wait_for(self.messages.get(), SOON))["status"]


class Event:
    """What there is of `brno`; `failing` looks fail first."""

    def __init__(self, news, failing=0):
        self.news = news
        self.failing = failing
        self.looks = 0

    def __call__(self, known):
        self.looks += 1
        if self.failing and known["brno"] is not None:
            self.failing -= 1
            raise OperationalError
        return {"brno": self.news} if self.news and "brno" in known else {}


@asynccontextmanager
async def listening(event, many=1):
    """The channels of an event, and pages that have heard how it stands."""
    live = Channels(event, pause=0.01)
    live.start()
    pages = [Listener(live) for _ in range(many)]
    for page in pages:
        assert await page.started() == 200
        await page.heard()
    yield live, pages
    for page in pages:
        page.left.set()
        await asyncio.wait_for(page.task, SOON)


def test_a_page_hears_first_how_the_event_stands():
    async def follow():
        live = Channels(Event(SEATED))
        live.start()
        page = Listener(live)
        assert await page.started() == 200
        first = await page.heard()
        page.left.set()
        await page.task
        return first

    assert asyncio.run(follow()) == {
        "version": 8,
        "draw": "1-100",
        "round": 1,
        "tables": {"1": 2, "2": 1},
        "pace": 0.0,
    }


def test_every_page_hears_of_a_published_draw():
    async def follow():
        event = Event(BEFORE)
        async with listening(event, many=3) as (_live, pages):
            event.news = SEATED
            return [await page.heard() for page in pages]

    heard = asyncio.run(follow())

    assert [(one["version"], one["tables"]) for one in heard] == [(8, {"1": 2, "2": 1})] * 3


def test_seats_that_a_page_knows_are_not_sent_again():
    async def follow():
        event = Event(SEATED)
        async with listening(event) as (_live, [page]):
            event.news = RESULTS
            return await page.heard()

    assert asyncio.run(follow()) == {"version": 9, "draw": "1-100", "pace": 0.0}


def test_pages_hear_at_which_tables_something_was_said_and_of_nothing_else():
    quiet, loud = replace(SEATED, latest=20), replace(SEATED, words={2: 21, 7: 22}, latest=22)

    async def follow():
        event = Event(replace(SEATED, words={2: 15}))
        async with listening(event) as (live, [page]):
            event.news = replace(quiet, words={2: 15})
            while live._known["brno"].latest != 20:
                await asyncio.sleep(0.01)
            event.news = loud
            return await page.heard()

    assert asyncio.run(follow()) == {"version": 8, "draw": "1-100", "pace": 0.0, "said": [2, 7]}


def test_an_act_of_this_process_is_looked_for_at_once():
    async def follow():
        event = Event(BEFORE)
        live = Channels(event, pause=3600)
        live.start()
        page = Listener(live)
        await page.started()
        await page.heard()
        event.news = SEATED
        live.look_now()
        heard = await page.heard()
        page.left.set()
        await page.task
        return heard

    assert asyncio.run(follow())["version"] == 8


def test_a_hall_that_hears_the_same_fetches_it_little_by_little(monkeypatch):
    monkeypatch.setattr(channels, "READERS_A_SECOND", 2)

    async def follow():
        event = Event(BEFORE)
        async with listening(event, many=5) as (_live, [page, *_others]):
            event.news = SEATED
            return await page.heard()

    assert asyncio.run(follow())["pace"] == 2.5


def test_nobody_waits_longer_than_without_the_channel(monkeypatch):
    monkeypatch.setattr(channels, "READERS_A_SECOND", 0.1)

    async def follow():
        event = Event(BEFORE)
        async with listening(event, many=2) as (_live, [page, _other]):
            event.news = SEATED
            return await page.heard()

    assert asyncio.run(follow())["pace"] == 15


def test_of_too_many_pages_the_last_go_on_by_themselves(monkeypatch):
    monkeypatch.setattr(channels, "MOST_STREAMS", 2)

    async def follow():
        async with listening(Event(BEFORE), many=2) as (live, _pages):
            third = Listener(live)
            status = await third.started()
            await third.task
            return status, live._open["brno"]

    assert asyncio.run(follow()) == (204, 2)


def test_who_left_is_counted_no_more_and_nobody_is_looked_for():
    async def follow():
        event = Event(BEFORE)
        async with listening(event, many=2) as (live, [first, second]):
            counts = [live._open["brno"]]
            first.left.set()
            await asyncio.wait_for(first.task, SOON)
            counts.append(live._open["brno"])
            second.left.set()
            await asyncio.wait_for(second.task, SOON)
            counts.append(live._open["brno"])
        await asyncio.sleep(0.1)
        looks = event.looks
        await asyncio.sleep(0.1)
        return counts, event.looks - looks

    assert asyncio.run(follow()) == ([2, 1, 0], 0)


def test_an_event_that_is_not_public_is_not_there():
    async def follow():
        live = Channels(Event(None))
        live.start()
        page = Listener(live)
        status = await page.started()
        await page.task
        return status, live._open["brno"]

    assert asyncio.run(follow()) == (404, 0)


def test_the_channel_outlives_a_database_that_is_away_and_says_so_once(monkeypatch, caplog):
    monkeypatch.setattr(channels, "SECONDS_OF_TROUBLE", 0.01)

    async def follow():
        event = Event(BEFORE)
        async with listening(event) as (_live, [page]):
            event.failing, event.news = 3, SEATED
            return await page.heard(), event.failing

    heard, failing = asyncio.run(follow())

    assert heard["version"] == 8
    assert failing == 0
    assert caplog.messages == ["The live channel waits for the database."]


def test_a_page_that_comes_while_the_database_is_away_may_come_again():
    class Away(Event):
        def __call__(self, known):
            raise OperationalError

    async def follow():
        live = Channels(Away(BEFORE))
        live.start()
        page = Listener(live)
        status = await page.started()
        await page.task
        return status

    assert asyncio.run(follow()) == 503


def test_a_silent_line_is_kept_by_a_word_that_says_nothing(monkeypatch):
    monkeypatch.setattr(channels, "SECONDS_OF_SILENCE", 0.01)

    async def follow():
        async with listening(Event(BEFORE)) as (_live, [page]):
            return await asyncio.wait_for(page.messages.get(), SOON)

    assert asyncio.run(follow())["body"] == b":\n\n"


def test_everybody_is_let_go_when_the_server_stops():
    async def follow():
        async with listening(Event(BEFORE), many=2) as (live, pages):
            live.end()
            last = [await asyncio.wait_for(page.messages.get(), SOON) for page in pages]
            await asyncio.wait_for(asyncio.gather(*(page.task for page in pages)), SOON)
        return [message.get("more_body", False) for message in last]

    assert asyncio.run(follow()) == [False, False]


@pytest.mark.parametrize(
    ("path", "method", "slug"),
    [
        ("/live/brno-2026/", "GET", "brno-2026"),
        ("/live/brno-2026/", "POST", ""),
        ("/live/brno-2026", "GET", ""),
        ("/live/../t/", "GET", ""),
        ("/t/brno-2026/live/", "GET", ""),
    ],
)
def test_only_the_address_of_the_channel_is_one(path, method, slug):
    assert slug_of(scope(path, method)) == slug


def test_it_is_told_how_many_listen(monkeypatch):
    monkeypatch.setattr(channels, "SECONDS_BETWEEN_COUNTS", 0)
    told = []

    async def follow():
        live = Channels(Event(BEFORE), tell=told.append, pause=0.01)
        live.start()
        pages = [Listener(live) for _ in range(3)]
        for page in pages:
            await page.started()
        while told[-1:] != [{"brno": 3}]:
            await asyncio.sleep(0.01)
        for page in pages:
            page.left.set()
            await page.task

    asyncio.run(asyncio.wait_for(follow(), SOON))
