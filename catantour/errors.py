"""The page of an error that nobody caught: of most a plain one, of a lock one that says "again"."""

from __future__ import annotations

import sqlite3
import sys

import psycopg
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers
from django.views.defaults import server_error as plain_page

AGAIN_SECONDS = 5
"""When whoever waited in vain for a lock should try again."""

HELD = (psycopg.errors.LockNotAvailable, psycopg.errors.DeadlockDetected)
"""What PostgreSQL says where others hold what we want to write."""

PRIMARY_CODE = 0xFF
"""The bits of a code of SQLite that say what happened; the rest say more closely where."""


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer 503 where others held the database for too long, 500 for everything else.

    Nothing was saved then, since an act is one transaction. The page reads the database at most,
    which no lock of a writer keeps anybody from.
    """
    if not is_locked_out(sys.exception()):
        return plain_page(request)
    page = render(request, "503.html", status=503)
    page.headers["Retry-After"] = str(AGAIN_SECONDS)
    add_never_cache_headers(page)
    return page


def is_locked_out(error: BaseException | None) -> bool:
    """Whether the database would have done it, had nobody else been writing for so long."""
    if not isinstance(error, OperationalError):
        return False
    cause = error.__cause__
    if isinstance(cause, sqlite3.OperationalError):
        code = getattr(cause, "sqlite_errorcode", 0) & PRIMARY_CODE
        return code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
    return isinstance(cause, HELD)
