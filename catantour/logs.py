"""Lines of the log, and names of requests, by which lines, answers and proxies belong together.

A name is taken from a proxy that is trusted, or made here; strangers choose none.
"""

from __future__ import annotations

import datetime as dt
import json
import logging
import re
import secrets
from collections.abc import Callable
from contextvars import ContextVar

from django.conf import settings
from django.http import HttpRequest, HttpResponse

HEADER = "X-Request-ID"
WELL_FORMED = re.compile(r"[A-Za-z0-9._-]{8,64}")

_answered_now: ContextVar[str] = ContextVar("request", default="")

Answer = Callable[[HttpRequest], HttpResponse]


def name_requests(get_response: Answer) -> Answer:
    """The middleware: every request has a name, which its answer and its lines in the log bear."""

    def answer(request: HttpRequest) -> HttpResponse:
        request.name = _name(request)
        token = _answered_now.set(request.name)
        try:
            response = get_response(request)
        finally:
            _answered_now.reset(token)
        response.headers[HEADER] = request.name
        return response

    return answer


def _name(request: HttpRequest) -> str:
    told = request.headers.get(HEADER, "") if settings.PROXIES else ""
    return told if WELL_FORMED.fullmatch(told) else secrets.token_hex(8)


class ShortFormatter(logging.Formatter):
    """One line without a traceback, which tells nothing of a mistake that is not ours."""

    def format(self, record: logging.LogRecord) -> str:
        record.message = record.getMessage()
        record.asctime = self.formatTime(record)
        return self.formatMessage(record).replace("\n", " ")


class JSONFormatter(logging.Formatter):
    """One line of JSON each, with the traceback in it; of a message so much as `most` letters."""

    def __init__(self, most: int | None = None, *, traces: bool = True) -> None:
        super().__init__()
        self._most = most
        self._traces = traces

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": dt.datetime.fromtimestamp(record.created, dt.UTC).isoformat(),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage()[: self._most],
        }
        # What Django says after the answer is made comes with the request itself.
        name = getattr(getattr(record, "request", None), "name", "") or _answered_now.get()
        if name:
            line["request"] = name
        if record.exc_info and self._traces:
            line["trouble"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)
