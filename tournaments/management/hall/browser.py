"""A browser as far as a load needs one: it keeps cookies, sends forms, and listens to a stream."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from http.client import HTTPResponse
from io import BytesIO
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.conf import settings

TOKEN = "t" * 32
SECONDS_TO_ANSWER = 60
SECONDS_TO_LISTEN_AGAIN = 3
"""As browsers have it for a stream that broke."""

CAUTION = re.compile(r'name="cautions" value="([^"]*)"')
MOST_QUESTIONS = 5


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    text: str
    location: str
    cookies: Mapping[str, str]


@dataclass(slots=True)
class Told:
    """What all browsers were told: how many answers of each status, which were amiss, and how many
    connections were lost."""

    statuses: Counter[int] = field(default_factory=Counter)
    amiss: list[str] = field(default_factory=list)
    lost: int = 0


class Browser:
    """One of its own connections for each request; `address` is that of a server, over HTTP."""

    def __init__(self, address: str, told: Told) -> None:
        place = urlsplit(address)
        self.place, self.host, self.port = place.netloc, place.hostname, place.port or 80
        self.told = told
        self.cookies = {settings.CSRF_COOKIE_NAME: TOKEN}
        self.lines_lost = 0
        self._lines: set[asyncio.StreamWriter] = set()

    async def get(self, path: str, **headers: str) -> Answer:
        return await self._ask("GET", path, headers)

    async def post(self, path: str, fields: Mapping[str, object], **headers: str) -> Answer:
        """Send a form; a page that asks whether it is meant so is answered yes."""
        sent = {**fields, "csrfmiddlewaretoken": TOKEN}
        headers |= {"Content-Type": "application/x-www-form-urlencoded"}
        for _ in range(MOST_QUESTIONS):
            answer = await self._ask("POST", path, headers, urlencode(sent, doseq=True).encode())
            cautions = CAUTION.findall(answer.text)
            if not cautions or cautions == sent.get("cautions"):
                break
            sent["cautions"] = cautions
        return answer

    async def listen(self, path: str) -> AsyncIterator[dict[str, Any]]:
        """What is said on a stream of events, for ever: one that breaks is opened again."""
        while True:
            try:
                async for line in self._stream(path):
                    if line.startswith(b"data: "):
                        yield json.loads(line.removeprefix(b"data: "))
            except OSError:
                pass
            self.lines_lost += 1
            self.told.lost += 1
            await asyncio.sleep(SECONDS_TO_LISTEN_AGAIN)

    def break_lines(self) -> None:
        """Let every stream end."""
        for line in self._lines:
            line.transport.abort()

    def is_amiss(self, status: int) -> bool:
        return status >= HTTPStatus.BAD_REQUEST

    async def _stream(self, path: str) -> AsyncIterator[bytes]:
        reader, writer = await self._connected()
        self._lines.add(writer)
        try:
            writer.write(self._head("GET", path, {}))
            if b" 200 " not in (status := await reader.readline()):
                raise ConnectionError(status.decode())
            while line := await reader.readline():
                yield line
        finally:
            self._lines.discard(writer)
            writer.close()

    async def _ask(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes = b""
    ) -> Answer:
        headers = {"Accept-Encoding": "gzip", "Connection": "close", **headers}
        if body:
            headers["Content-Length"] = str(len(body))
        async with asyncio.timeout(SECONDS_TO_ANSWER):
            reader, writer = await self._connected()
            try:
                writer.write(self._head(method, path, headers) + body)
                answer = answered(await reader.read())
            finally:
                writer.close()
        self.cookies |= answer.cookies
        self.told.statuses[answer.status] += 1
        if self.is_amiss(answer.status):
            self.told.amiss.append(f"{method} {path}: {answer.status}")
        return answer

    async def _connected(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(self.host, self.port)

    def _head(self, method: str, path: str, headers: Mapping[str, str]) -> bytes:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        lines = {"Host": self.place, "Cookie": cookies, **headers}
        return "\r\n".join(
            [f"{method} {path} HTTP/1.1", *(f"{n}: {v}" for n, v in lines.items()), "", ""]
        ).encode()


def answered(whole: bytes) -> Answer:
    """The answer in these bytes, which may have come in pieces or packed."""
    response = HTTPResponse(_Socket(whole))
    response.begin()
    body = response.read()
    if response.headers["Content-Encoding"] == "gzip":
        body = gzip.decompress(body)
    lines = response.headers.get_all("Set-Cookie", [])
    pairs = (line.partition(";")[0].partition("=") for line in lines)
    return Answer(
        response.status,
        body.decode(errors="replace"),
        response.headers.get("Location", ""),
        {name: value for name, _, value in pairs},
    )


class _Socket:
    def __init__(self, whole: bytes) -> None:
        self._whole = whole

    def makefile(self, _mode: str) -> BytesIO:
        return BytesIO(self._whole)
