"""Whoever acts at the desk of the hall."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Mapping

from django.urls import reverse

from tournaments.management.hall.browser import Browser
from tournaments.management.hall.phones import Points
from tournaments.models.result import Presence

SECONDS_BETWEEN_ACTS = 0.1

Took = list[tuple[str, float]]
"""Acts by name, with the seconds of each."""


class Desk:
    """An organiser in a browser, behind the personal `link`: one act after the other."""

    def __init__(self, browser: Browser, slug: str, link: str) -> None:
        self.browser, self.slug, self.link = browser, slug, link
        self._took: Took = []

    def taken(self) -> Took:
        """What the acts took that were done since this was asked last."""
        took, self._took = self._took, []
        return took

    async def sign_in(self) -> None:
        await self.browser.post(reverse("official_link", args=[self.link]), {})

    async def check_in(self, players: Iterable[int]) -> None:
        for key in players:
            await self._act("check_in", key, **{"HX-Request": "true"})

    async def draw(self, number: int) -> None:
        await self._act("draw_round", number, fields={"instead_of": "0"})

    async def publish(self, number: int) -> None:
        await self._act("publish_draw", number, fields={"attempt": "1"})

    async def start(self, number: int) -> None:
        await self._act("start_clock", number)

    async def enter(self, number: int, table: int, points: Points) -> None:
        fields = {"winner": "", "seen": "0", "draw": "1"}
        for place, reached in enumerate(points, start=1):
            fields |= {f"presence-{place}": Presence.PLAYED, f"points-{place}": str(reached)}
        await self._act("enter_result", number, table, fields=fields)

    async def close(self, number: int) -> None:
        await self._act("close_round", number)

    async def _act(
        self, name: str, *keys: int, fields: Mapping[str, object] | None = None, **headers: str
    ) -> None:
        """Act, and wait for the page that shows what came of it."""
        began = time.monotonic()
        address = reverse(name, args=[self.slug, *keys])
        answer = await self.browser.post(address, fields or {}, **headers)
        if answer.location:
            await self.browser.get(answer.location)
        self._took.append((name, time.monotonic() - began))
        await asyncio.sleep(SECONDS_BETWEEN_ACTS)
