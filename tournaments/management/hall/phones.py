"""Open pages that hear of news, and players at their tables who enter, agree, object or sleep.

A page does what static/js/live.js does: it hears what is new, and fetches itself over the seconds
that it is told to.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from django.urls import reverse

from tournaments.management.hall.browser import Browser
from tournaments.models.result import Presence

AT_LEAST = 0.2
"""Seconds after which a page that heard something fetches itself, ..."""

SOON, ONCE_MORE = 1.5, 2.5
"""... and, if that was so soon, does so again."""

NEXT_TURN = 15
"""Seconds within which a page asks by itself whose line was down."""

SHOWN = re.compile(r'hx-get="[^"]*\?v=(\w+)"')
NEWS = re.compile(r'data-version="([0-9]+)"')
HIDDEN = re.compile(r'<input type="hidden" name="(seen|draw)"(?: value="([^"]*)")?')
PROPOSAL = '<div class="proposal">'
OTHERS_PROPOSAL = re.compile(r'id="objection-([0-9]+)"')
POINTS = re.compile(r'<td class="number">\s*(?:<mark>)?\s*(-?[0-9]+)')
OBJECTION = 'class="badge bad"'

Points = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Game:
    """A game as it was played: `first` of its players enters it, as it is `typed`. `doubter` is a
    player, by number, who says that it was otherwise and stays with that; 0 is nobody. `silent` is
    how many of the table say nothing."""

    round: int
    points: Points
    typed: Points
    first: Phone | None
    doubter: int
    silent: int

    @property
    def amiss(self) -> str:
        """What keeps its table from agreeing."""
        if self.doubter:
            return "disputed"
        if self.silent > 1:
            return "silent"
        return "wrong" if self.typed != self.points else "other"


@dataclass(slots=True)
class Heard:
    """What the open pages of one event noted, in seconds of one clock."""

    of_draw: list[float] = field(default_factory=list)
    """When each of them was told who sits where."""
    pages: list[float] = field(default_factory=list)
    """How long each page took that they fetched."""
    last_word: float = 0
    """When a player said something last."""

    def taken(self) -> list[float]:
        """What the pages took that were fetched since this was asked last."""
        pages, self.pages = self.pages, []
        return pages


class OpenPage:
    """A page in somebody's hand or on a screen, which the program shows from `open` on."""

    def __init__(
        self, browser: Browser, slug: str, heard: Heard, random: Random, *, path: str
    ) -> None:
        self.browser, self.path, self.heard, self.random = browser, path, heard, random
        self.channel = reverse("live", args=[slug])
        self.listens = False
        self.shown = ""
        self.version = self.draw = None
        self._heard = self._due = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._looks: set[asyncio.Task[None]] = set()
        self._one_look = asyncio.Lock()

    async def open(self) -> None:
        """Load it whole, as whoever opens it does."""
        text = await self._timed(self.path)
        if found := NEWS.search(text):
            self.version = int(found[1])
        await self.read(text)

    async def follow(self) -> None:
        """Listen, until it is cancelled."""
        try:
            lost = 0
            async for news in self.browser.listen(self.channel):
                self.listens = True
                self.hear(news)
                if lost != self.browser.lines_lost:
                    lost = self.browser.lines_lost
                    self.fetch_soon(NEXT_TURN)
        finally:
            self.listens = False
            if self._timer:
                self._timer.cancel()
                self._timer = None
            for look in self._looks:
                look.cancel()
            await asyncio.gather(*self._looks, return_exceptions=True)

    def hear(self, news: Mapping[str, Any]) -> None:
        if news["draw"] != self.draw:
            if self.draw is not None and news["draw"]:
                self.heard.of_draw.append(time.monotonic())
            self.draw = news["draw"]
        if news["version"] != self.version:
            self.version = news["version"]
            self.fetch_soon(news["pace"])

    def fetch_soon(self, pace: float) -> None:
        loop = asyncio.get_running_loop()
        self._heard = loop.time()
        due = self._heard + AT_LEAST + self.random.random() * pace
        if self._timer:
            if pace or self._due <= due:
                return
            self._timer.cancel()
        self._due = due
        self._timer = loop.call_at(due, self._fetch)

    async def read(self, text: str) -> None:
        """Take in what the page shows now."""
        if found := SHOWN.search(text):
            self.shown = found[1]

    def _fetch(self) -> None:
        self._timer = None
        self._start_to_look()
        loop = asyncio.get_running_loop()
        if loop.time() - self._heard < SOON:
            loop.call_later(ONCE_MORE, self._start_to_look)

    def _start_to_look(self) -> None:
        if not self.listens:
            return
        look = asyncio.create_task(self._look())
        self._looks.add(look)
        look.add_done_callback(self._looks.discard)

    async def _look(self) -> None:
        async with self._one_look:
            headers = {"HX-Request": "true"} if self.shown else {}
            text = await self._timed(f"{self.path}?v={self.shown}", **headers)
            if text:
                await self.read(text)

    async def _timed(self, path: str, **headers: str) -> str:
        began = time.monotonic()
        answer = await self.browser.get(path, **headers)
        self.heard.pages.append(time.monotonic() - began)
        return answer.text


class Silent(OpenPage):
    """A page that hears what is new, and fetches nothing."""

    def fetch_soon(self, pace: float) -> None:
        pass


class Phone(OpenPage):
    """A player's own page. A `silent` player looks, and says nothing."""

    def __init__(
        self, browser: Browser, slug: str, *args: Any, token: str, number: int, silent: bool
    ) -> None:
        self.link = (slug, token)
        super().__init__(browser, slug, *args, path=reverse("my_page", args=self.link))
        self.number, self.silent = number, silent
        self.table: int | None = None
        self.game: Game | None = None
        self.entered: Points | None = None
        self.said: set[str] = set()

    def sit_down(self, table: int, game: Game) -> None:
        self.table, self.game, self.entered = table, game, None
        self.said.clear()

    def hear(self, news: Mapping[str, Any]) -> None:
        super().hear(news)
        if self.game and news.get("round") == self.game.round:
            self._look_at_seat(news["tables"].get(str(self.number)))
        if self.table in news.get("said", ()):
            self.fetch_soon(0)

    def _look_at_seat(self, table: int | None) -> None:
        if table != self.table:
            self.browser.told.amiss.append(f"{self.number} sits at {self.table}, not at {table}")

    async def enter(self, points: Points) -> None:
        """Type the result of the table into its page."""
        self.entered = points
        address = reverse("propose_result", args=[*self.link, self.game.round])
        page = await self.browser.get(address)
        typed = {f"points-{place}": n for place, n in enumerate(points, start=1)}
        typed |= {f"presence-{place}": Presence.PLAYED for place, _ in enumerate(points, start=1)}
        hidden = dict(HIDDEN.findall(page.text))
        sending = f"{self.number}-{self.game.round}-{points}"
        await self._say(address, {"winner": "", "sending": sending, **hidden, **typed})

    async def read(self, text: str) -> None:
        await super().read(text)
        if self.game is None or self.silent:
            return
        for shown in text.split(PROPOSAL)[1:]:
            points = tuple(map(int, POINTS.findall(shown)))
            if found := OTHERS_PROPOSAL.search(shown):
                await self._respond(found[1], points)
            elif OBJECTION in shown and points != self.game.points:
                await self.enter(self.game.points)

    async def _respond(self, proposal: str, points: Points) -> None:
        if proposal in self.said:
            return
        self.said.add(proposal)
        agrees = points == self.game.points and self.number != self.game.doubter
        fields = {"proposal_id": proposal, "sending": f"{self.number}-{proposal}"}
        fields |= {"agrees": "yes"} if agrees else {"agrees": "no", "text": "It was otherwise."}
        await self._say(reverse("respond_to_proposal", args=self.link), fields)

    async def _say(self, address: str, fields: Mapping[str, object]) -> None:
        self.heard.last_word = time.monotonic()
        await self.browser.post(address, fields)
        self.heard.last_word = time.monotonic()
