"""What visitors send: taken in whole and within bounds before a thread works on it, so that a
sender who is slow, silent or hostile costs the others nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import add_never_cache_headers

from games.views.limits import LARGEST_BODY, largest_body, largest_file

Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

SECONDS = 30
SLOWEST = 64 * 2**10
"""Seconds that any body may take to arrive, and bytes that have to arrive in a further one."""

MOST_HELD = 64 * 2**20
"""Bytes of all bodies together that a process holds."""

LATE = "catantour.late"
"""Marks in the environment of a request that its body did not arrive in time."""


class TooLarge(Exception):
    """A body is larger than its address takes; `size` are the bytes told or counted so far."""

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.size = size


class Gone(Exception):
    """The sender has hung up."""


class Bodies:
    """The bodies that a process holds. Where they are too many together, the oldest that is still
    arriving gives way: what comes at all comes in a moment."""

    def __init__(self, most: int = MOST_HELD) -> None:
        self._most = most
        self._held = 0
        self._arriving: dict[Body, None] = {}

    @asynccontextmanager
    async def taken_in(
        self, receive: Receive, path: str, length: int | None
    ) -> AsyncIterator[bytearray]:
        """All of a body, which counts until the block is left; `length` is what its sender tells.

        Raises `TooLarge` before a byte too many is kept, `TimeoutError` for one that drips or had
        to give way, `Gone`.
        """
        body = Body(path, length or 0)
        try:
            async with asyncio.timeout(body.seconds) as body.patience:
                self._arriving[body] = None
                async for more in _parts(receive):
                    body.add(more)
                    self._count(len(more))
            self._arriving.pop(body, None)
            yield body.bytes
        finally:
            self._let_go(body)

    def _count(self, size: int) -> None:
        self._held += size
        while self._held > self._most and self._arriving:
            oldest = next(iter(self._arriving))
            self._let_go(oldest)
            oldest.give_up()

    def _let_go(self, body: Body) -> None:
        self._arriving.pop(body, None)
        self._held -= len(body.bytes)
        body.bytes = bytearray()


class Body:
    """One body on its way in."""

    patience: asyncio.Timeout

    def __init__(self, path: str, length: int) -> None:
        """Raises `TooLarge` for a length that its address does not take."""
        self.bytes = bytearray()
        self._path = path
        self._limit = LARGEST_BODY
        self._check(length)

    @property
    def seconds(self) -> float:
        return SECONDS + self._limit / SLOWEST

    def add(self, more: bytes) -> None:
        self._check(len(self.bytes) + len(more))
        self.bytes += more

    def give_up(self) -> None:
        if not self.patience.expired():
            self.patience.reschedule(asyncio.get_running_loop().time())

    def _check(self, size: int) -> None:
        if size > self._limit:
            # Asked for rarely: it means to look through the addresses.
            self._limit = largest_body(self._path)
        if size > self._limit:
            raise TooLarge(size)


async def _parts(receive: Receive) -> AsyncIterator[bytes]:
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Gone
        yield message.get("body", b"")
        if not message.get("more_body"):
            return


def refuse_bodies(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Answer a body that is too large or late before anything reads it: the last middleware, so
    that the page is whole, but ahead of the check for a form's token."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        if request.META.get(LATE):
            return _refusal(request, 408)
        if _length(request) > largest_body(request.path_info):
            return _refusal(request, 413)
        return get_response(request)

    return answer


def _refusal(request: HttpRequest, status: int) -> HttpResponse:
    size = largest_file(request.path_info)
    context = {"largest": size or LARGEST_BODY, "takes_file": bool(size)}
    page = render(request, f"{status}.html", context, status=status)
    add_never_cache_headers(page)
    return page


def _length(request: HttpRequest) -> int:
    told = request.META.get("CONTENT_LENGTH") or ""
    return int(told) if told.isdecimal() else 0
