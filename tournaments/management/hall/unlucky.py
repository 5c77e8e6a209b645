"""A browser that has bad luck, and bears it as the pages of the site do."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from http import HTTPStatus
from http.client import HTTPException

from tournaments.management.hall.browser import Answer, Browser, Told

SECONDS_TO_TRY_AGAIN = 0.5
BORNE = {HTTPStatus.CONFLICT, HTTPStatus.SERVICE_UNAVAILABLE}
"""What is answered to whoever sends the same again, or while the site begins anew."""


class Unlucky(Browser):
    """Whatever it sends goes twice at the same moment, and once more from another tab; what gets no
    answer is sent until it gets one. It may be without a network for a while."""

    def __init__(self, address: str, told: Told) -> None:
        super().__init__(address, told)
        self._online_at = 0.0

    async def be_offline(self, seconds: float) -> None:
        """From now on for so long."""
        self._online_at = time.monotonic() + seconds
        self.break_lines()

    async def post(self, path: str, fields: Mapping[str, object], **headers: str) -> Answer:
        other_tab = (
            {**fields, "sending": f"{fields['sending']}-b"} if "sending" in fields else fields
        )
        answers = await asyncio.gather(
            *(
                super(Unlucky, self).post(path, sent, **headers)
                for sent in (fields, fields, other_tab)
            )
        )
        return answers[0]

    def is_amiss(self, status: int) -> bool:
        return status not in BORNE and super().is_amiss(status)

    async def _ask(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes = b""
    ) -> Answer:
        while True:
            try:
                answer = await super()._ask(method, path, headers, body)
            except (OSError, HTTPException):
                self.told.lost += 1
            else:
                if answer.status != HTTPStatus.SERVICE_UNAVAILABLE:
                    return answer
            await asyncio.sleep(SECONDS_TO_TRY_AGAIN)

    async def _connected(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if time.monotonic() < self._online_at:
            raise ConnectionError("There is no network.")
        return await super()._connected()
